/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * world.h: the closed world: every class that the program can name, its place in the hierarchy, the layout of its
 * objects and its vtable; and what of it can be reached from the main class.
 *
 * Classes are loaded when they are first asked for. Reachability is rapid type analysis (Bacon and Sweeney, OOPSLA
 * 1996): a virtual call reaches the implementations in those classes only of which an object is made somewhere.
 *
 * What always holds: a loaded class has its superclass and superinterfaces loaded, its layout and vtable fixed.
 */
#ifndef WORLD_H
#define WORLD_H

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

/* Starts an empty world that looks for class files under `path`, folders separated by colons. */
void world_start(const char *path);

/* The class, loaded. NULL: it does not exist or is no good; the first time that has been reported with `where`. */
struct class *world_class(const char *name, struct use where);

/* Takes a class that is not in a file (lambda.c). NULL: it is no good, reported. */
struct class *world_define(const char *name, struct classfile *cf, struct use where);

/* All loaded classes, in the order of loading; may grow while one walks it. */
extern struct class **world_classes;
extern size_t world_class_count;

/* Resolution (JVMS 5.4.3): the declaration that a reference to owner.name:type means. NULL: there is none; nothing is
 * reported. */
struct field *world_field(struct class *owner, const char *name, const char *type);
struct method *world_method(struct class *owner, const char *name, const char *type);

/* The method declared in the class itself, or NULL. */
struct method *world_declared(const struct class *c, const char *name, const char *type);

/* What runs when `m` (virtual or of an interface) is called on an object of class `c`. NULL: nothing, or an abstract
 * method. */
struct method *world_select(struct class *c, const struct method *m);

/* Subtyping of loaded classes; interfaces count exactly, arrays are covariant. */
bool world_subtype(const struct class *c, const struct class *of);

/* "Main.java:12" and the like. */
const char *world_file(const struct class *c);
uint32_t world_line(struct use where);
const char *world_java_name(const struct class *c);
void world_error(struct use where, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- reach.c ---- */

/* Marks everything that the program with this main class can reach, and loads it. Reports what is missing. */
void reach_program(const char *main_class);
extern struct class *reach_main;
extern struct method *reach_main_method;

/* Selectors given out. */
extern uint32_t reach_selectors;

/* The methods that a call of `m` on objects that can exist can reach, each once, into `found`; returns how many. More
 * than `most`: too many, or it may also reach none. */
uint32_t reach_targets(const struct class *receiver, const struct method *m, struct method **found, uint32_t most);

/* The only one; NULL: none or several. */
struct method *reach_only(const struct class *receiver, const struct method *m);

/* ---- lambda.c ---- */

/* The class that stands for the invokedynamic constant `index` of `host`; its static method `make` takes the captured
 * values. NULL: not a lambda or method reference that can be translated; reported. */
struct class *lambda_class(struct class *host, uint16_t index, struct use where);

#endif
