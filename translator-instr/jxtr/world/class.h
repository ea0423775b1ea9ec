/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * class.h: a class of the program with its fields and methods, as each stage leaves it to the next. The folder that
 * sets a member stands beside it where it is not world/.
 */
#ifndef CLASS_H
#define CLASS_H

#include "classfile/classfile.h"

struct class;
struct flow;
struct effects;

struct field {
  struct class *class;
  const struct cf_field *cf;
  uint32_t offset;        /* instance fields: from the object's start */
  const char *c_name;     /* in the emitted struct, or of the emitted variable */
};

struct method {
  struct class *class;
  const struct cf_method *cf;
  const char *c_name;     /* of the emitted function */
  int slot;               /* in the vtable; -1: static, private, constructor, of an interface */
  int selector;           /* interface methods that are called: number; else -1 */
  bool called;            /* some reachable virtual or interface call resolves to it */
  bool reached;
  uint32_t index;         /* in the emitted method table */
  uint8_t measure;        /* enum jx_method_flag, from instrument.c */
  const struct flow *flow;    /* from verify.c */
  struct effects *effects;    /* effects.c: when asked for */
  enum { QUIET_UNKNOWN, QUIET_NO, QUIET_YES } quiet;
  enum { CHAIN_UNKNOWN, CHAIN_OPEN, CHAIN_KNOWN } chain_state; /* effects.c */
  uint32_t chain;
};

struct class {
  const char *name;             /* as in the class file; arrays "[I"; primitive types "I" */
  struct classfile *file;       /* NULL: array or primitive type */
  struct class *super;
  struct class **interfaces;    /* direct */
  uint32_t interface_count;
  struct class **all;           /* interfaces that objects of it implement, each once; its own if it is one */
  uint32_t all_count;
  struct field *fields;         /* declared here */
  struct method *methods;
  struct method **vtable;
  uint32_t vtable_size;
  uint32_t size;                /* of an instance, header included */
  uint32_t depth;
  struct class *component;      /* arrays */
  struct class *array;          /* array of this, when it has been asked for */
  struct class **lambdas;       /* by constant pool index: class made for an invokedynamic */
  const char *c_name;           /* mangled */
  uint32_t number;              /* in the emitted class table */
  bool interface, primitive;
  bool instantiated;            /* reachable code makes objects of it */
  bool initialized;             /* reachable code may run its <clinit> */
};

/* Where something is used, for messages. method NULL: by the runtime or the command line. */
struct use {
  const struct method *method;
  uint32_t pc;
};

#endif
