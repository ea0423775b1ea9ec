/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * classfile.h: a class file in memory (JVMS chapter 4), versions 50 to 61 (Java 6 to 17).
 *
 * What holds for a class file that classfile_parse() (parse.h) returns: every index in its constant pool names an entry
 * of the right kind; names and descriptors are well-formed; each method that needs code has it; the code is decoded
 * into whole instructions, all branches and tables lead to the start of one, all operands lie in their ranges. Types on
 * the stack are verify.h's business.
 *
 * All names are mem.h's: compare pointers. Class names are as in the file: "java/lang/String", arrays "[I".
 */
#ifndef CLASSFILE_H
#define CLASSFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cf_access {
  CF_PUBLIC = 0x1, CF_PRIVATE = 0x2, CF_PROTECTED = 0x4, CF_STATIC = 0x8, CF_FINAL = 0x10, CF_SYNCHRONIZED = 0x20,
  CF_VOLATILE = 0x40, CF_BRIDGE = 0x40, CF_TRANSIENT = 0x80, CF_NATIVE = 0x100, CF_INTERFACE = 0x200, CF_ABSTRACT = 0x400,
  CF_STRICT = 0x800, CF_SYNTHETIC = 0x1000, CF_ENUM = 0x4000,
  CF_MODULE = 0x8000
};

/* Tags of the constant pool (JVMS table 4.4-B). */
enum cf_tag {
  CF_UTF8 = 1, CF_INTEGER = 3, CF_FLOAT, CF_LONG, CF_DOUBLE, CF_CLASS, CF_STRING, CF_FIELD, CF_METHOD,
  CF_INTERFACE_METHOD, CF_NAME_AND_TYPE, CF_METHOD_HANDLE = 15, CF_METHOD_TYPE, CF_DYNAMIC, CF_INVOKE_DYNAMIC,
  CF_MODULE_NAME, CF_PACKAGE
};

/* An entry, with what it refers to already looked up. */
struct cf_constant {
  uint8_t tag;               /* 0: not usable (entry 0, behind a long) */
  uint8_t handle_kind;       /* METHOD_HANDLE: 1..9, JVMS 5.4.3.5 */
  uint16_t index1, index2;   /* as in the file */
  const char *text;          /* UTF8, CLASS (its name), STRING, METHOD_TYPE; modified UTF-8 */
  const char *owner;         /* FIELD, METHOD, ...: name of the class; METHOD_HANDLE: of what it refers to */
  const char *name, *type;   /* FIELD, METHOD, NAME_AND_TYPE, INVOKE_DYNAMIC, METHOD_HANDLE */
  uint64_t bits;             /* INTEGER (sign-extended), LONG; FLOAT, DOUBLE: the IEEE bits */
  bool interface;            /* METHOD_HANDLE: refers to an interface's method */
};

struct cf_field {
  const char *name, *type;
  uint16_t access;
  uint16_t constant;         /* ConstantValue: index, 0: none */
};

struct cf_handler {
  uint32_t start, end, target;   /* offsets in the code; [start, end) is covered */
  const char *type;              /* class caught; NULL: everything */
};

struct cf_line { uint32_t pc, line; };

struct cf_variable {
  uint32_t start, end;           /* offsets in the code: it has its value in [start, end) */
  uint16_t local;
  const char *name;
};

struct cf_code {
  const uint8_t *bytes;
  uint32_t length;
  uint16_t max_stack, max_locals;
  uint8_t *starts;               /* [pc] 1: an instruction starts here */
  struct cf_handler *handlers;
  uint32_t handler_count;
  struct cf_line *lines;         /* in the file's order */
  uint32_t line_count;
  struct cf_variable *variables; /* LocalVariableTable; javac -g makes one */
  uint32_t variable_count;
  const uint8_t *frames;         /* StackMapTable behind its header; NULL: none */
  uint32_t frames_bytes;
};

struct cf_method {
  const char *name, *type;
  uint16_t access;
  struct cf_code *code;          /* NULL: abstract or native */
  const char **throws;           /* classes of the exceptions that it declares */
  uint16_t throw_count;
};

struct cf_bootstrap {
  uint16_t handle;               /* constant: METHOD_HANDLE */
  uint16_t *args;                /* constants */
  uint16_t arg_count;
};

struct classfile {
  const char *path;              /* where it was read; shown in messages */
  const char *name, *super;      /* super NULL: java/lang/Object */
  const char *source;            /* SourceFile, NULL: none */
  uint16_t major, access;
  uint16_t written;              /* access flags as the source has them: of a nested class, InnerClasses says so */
  struct cf_constant *constants;
  uint16_t constant_count;
  const char **interfaces;
  uint16_t interface_count;
  struct cf_field *fields;
  uint16_t field_count;
  struct cf_method *methods;
  uint16_t method_count;
  struct cf_bootstrap *bootstraps;
  uint16_t bootstrap_count;
};

/* The line of an instruction, 0 unknown. */
uint32_t classfile_line(const struct cf_code *code, uint32_t pc);

/* Bytes of the type at the start of a descriptor: "I" 1, "[Ljava/lang/String;..." 19; 0: there is no type. `void_too`
 * admits V. */
size_t classfile_type_length(const char *type, bool void_too);

/* Returns the words of the type at the start of a descriptor, on the stack or in local variables: 0 for V, 2 for J and
 * D, else 1. */
uint32_t classfile_words(const char *type);

/* Returns the words of the parameters in the descriptor of a method; `this` is not counted. */
uint32_t classfile_parameter_words(const char *type);

/* Returns the name of the array class whose elements are of the class or array class `name`. */
const char *classfile_array_of(const char *name);

/* Returns the type at the start of a descriptor as Java writes it: "int[][]", "java.lang.String". */
const char *classfile_java_type(const char *type);

/* Returns the types of the parameters in the descriptor of a method as Java writes them, with commas between. */
const char *classfile_java_parameters(const char *type);

/* Is it the well-formed descriptor of a method? */
bool classfile_method_type(const char *type);

#endif
