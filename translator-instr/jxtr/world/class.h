/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * class.h: a class of the program with its fields and methods, as each stage leaves it to the next. A letter says which
 * stage sets a member; later stages only read it.
 *   [L] loading, world.c and layout.c    [R] reach.c       [V] verify/
 *   [A] analyse/, when it is asked       [M] measure/      [E] emit/
 */
#ifndef CLASS_H
#define CLASS_H

#include "classfile/classfile.h"

struct class;
struct flow;
struct effects;
struct lack;
struct nulltext;

/* The place that uses a class or member, for messages. */
struct use {
  const struct method *method;  /* NULL: the runtime or the command line uses it */
  uint32_t pc;                  /* offset of the instruction in the method's bytecode */
};

struct field {
  struct class *class;
  const struct cf_field *cf;
  uint32_t offset;        /* [L] instance fields: bytes from the object's start */
  const char *c_name;     /* [L] in the emitted struct, or of the emitted variable */
};

struct method {
  struct class *class;
  const struct cf_method *cf;
  const char *c_name;     /* [L] of the emitted function */
  int slot;               /* [L] in the vtable; -1: static, private, constructor, of an interface */
  int selector;           /* [R] interface methods that are called: the number; else -1 */
  bool called;            /* [R] a reachable virtual or interface call resolves to it */
  bool reached;           /* [R] the program can run it */
  struct lack *lacks;     /* [R] places of its code that throw: lack_at() */
  uint32_t index;         /* in the emitted method table; main.c sets it for reached methods */
  bool refused;           /* [E] a function that throws AbstractMethodError in its place is emitted */
  uint8_t measure;        /* [M] enum jx_method_flag */
  bool usual;             /* [A] need not run rarely: rare_find() */
  bool usually_called;    /* [A] a virtual or interface call of it has been found in a usual method */
  struct class **lambdas;     /* [R] by offset in the code: the class made for an invokedynamic; NULL: there is none */
  const struct flow *flow;    /* [V] */
  struct effects *effects;    /* [A] effects_of() */
  struct nulltext *nulltext;  /* [A] nulltext_at() */
  enum { QUIET_UNKNOWN, QUIET_NO, QUIET_YES } quiet;           /* [A] effects_quiet() */
  enum { CHAIN_UNKNOWN, CHAIN_OPEN, CHAIN_KNOWN } chain_state; /* [A] OPEN: being measured */
  uint32_t chain;             /* [A] calls in a row without a test of the stack, from this method on */
};

/* Members without a letter: [L]. */
struct class {
  const char *name;             /* as in the class file; arrays "[I"; primitive types "I" */
  const char *shown;            /* [A] to people, where it is not `name`: written_name_lambdas() */
  struct classfile *file;       /* NULL: array or primitive type */
  struct class *super;          /* NULL: Object, a primitive type */
  struct class **interfaces;    /* direct superinterfaces */
  uint32_t interface_count;
  struct class **all;           /* interfaces that its objects implement, each once; an interface is in its own list */
  uint32_t all_count;
  struct field *fields;         /* declared here, in the order of the file */
  struct method *methods;       /* declared here, in the order of the file */
  struct method **vtable;
  uint32_t vtable_size;
  uint32_t size;                /* bytes of an instance, header included; arrays: of an element */
  uint32_t header_end;          /* offset behind the fields that lie in the header */
  uint32_t depth;               /* of the superclass chain; 0 for Object */
  struct class *component;      /* arrays: the class of the elements */
  struct class *array;          /* the array class of this one, when it has been asked for */
  struct use written;           /* [R] of a class made for a lambda or method reference: its invokedynamic */
  const char *c_name;           /* mangled */
  uint32_t number;              /* [E] in the emitted class table */
  bool interface, primitive;
  bool instantiated;            /* [R] reachable code makes objects of it */
  bool initialized;             /* [R] reachable code may run its <clinit> */
  bool refused;                 /* [E] of an interface: what throws IncompatibleClassChangeError is emitted */
};

#endif
