/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * emitter.h: what the files of emit/ share with each other and with no other room: a method while it is written, and
 * the texts of C that they make for each other.
 *
 * A stack word d of kind k is the C variable s<d>_<k>, local variable n is l<n>_<k>; gcc's SSA form makes registers
 * of them. One bytecode is one line of C, with a #line of the Java source before it, since a #line holds for one
 * physical line only.
 */
#ifndef EMITTER_H
#define EMITTER_H

#include <stdio.h>

#include "analyse/effects.h"
#include "analyse/loops.h"
#include "classfile/bytecode.h"
#include "emit.h"
#include "verify/verify.h"
#include "world/lack.h"

/* A method being written. */
struct emit {
  FILE *out;
  struct method *m;
  const struct cf_code *code;
  const char *file;         /* its source, as a C string literal */
  const struct flow *flow;
  uint32_t pc;
  const char *stack;        /* kinds before the instruction */
  uint32_t depth;
  bool hidden;              /* calls without a frame: no trace shows the method */
  bool framed;              /* the current place has a struct jx_frame */
  uint8_t *entered;         /* emit_entry.c: by offset, whether it has; NULL: all places are alike */
  bool ended;               /* control does not go on from the instruction before to the next one */
  uint8_t *edges;           /* emit_entry.c: by offset, enum edge: labels in use for jumps there */
  const struct effects *effects;
  const struct loops *loops;
  const struct loop *loop;  /* that is being written, or NULL */
  bool unchecked;           /* the copy of it without checks is being written */
  uint32_t values;          /* how many variables v<n>, n<n> the conditions of loops need */
  const char **chains;      /* texts of handler chains in use; index + 1 is the label's number */
  uint32_t chain_count;
  size_t chain_room;
  uint8_t *locals, *words;  /* variables in use: a bit for each kind, by local variable, by stack word */
};

/* ---- emit_method.c ---- */

/* Writes method `m`, which has code, to `out`. */
void emit_method(FILE *out, struct method *m);

/* Writes a function that throws what is lacking, for native method `m`, which the runtime does not have. */
void emit_native(FILE *out, struct method *m, const struct lack *lack);

/* Writes a line of C, with the line of the Java source of the current bytecode. */
void emit_line(struct emit *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns the C prototype of a method, without a semicolon; `names`: with those of the parameters. */
const char *emit_prototype(const struct method *m, bool names);

/* Returns the label at the end of the method for the current place. */
const char *emit_end(const struct emit *e);

/* Returns the label to go to when an exception is pending at the current place. */
const char *emit_where_to(struct emit *e);

/* Returns the C variable of stack word `depth`, or of a local variable, that holds a value of `kind` (I J F D A); it
 * will be declared. */
const char *emit_word(struct emit *e, uint32_t depth, char kind);
const char *emit_local(struct emit *e, unsigned local, char kind);

/* Returns the kind, I J F D or A, of the type that begins a descriptor. */
char emit_kind(const char *type);

/* Returns the C type, with a space behind it where C needs one, of the type that begins a descriptor, as a parameter or
 * result. */
const char *emit_c_type(const char *type);

/* emit_c_type() in objects, arrays and static fields, where small types are small. */
const char *emit_field_type(const char *type);

/* ---- emit_ops.c ---- */

/* Writes the current instruction. */
void emit_instruction(struct emit *e, const struct instruction *in);

/* Returns an IEEE number as a C constant, exact; every not-a-number is the one that Java has. `wide`: a double. */
const char *emit_float(uint64_t bits, bool wide);

/* Returns C that runs `statement`, which may throw or allocate, with a frame of the method on the chain. */
const char *emit_guarded(struct emit *e, const char *statement);

/* Returns C that notes the use of `object`, a variable, in an image for exact lives; else "". */
const char *emit_used(const char *object);

/* Returns C, a statement, that stores `value` to `to`, where a reference is, and in an image for exact lives notes what
 * is lost by that. */
const char *emit_overwrite(const char *to, const char *value);

/* Returns C that tests whether `object`, on which the current instruction works, is null, and throws; "" when it cannot
 * be null. */
const char *emit_check_null(struct emit *e, const char *object);

/* Returns C, in braces, that throws by `call` and goes to the handlers. */
const char *emit_throw(struct emit *e, const char *call);

/* Returns C that enters (or leaves) the monitor of `object`, up to the label to go to where an exception is pending
 * then, behind which `; }` is missing. */
const char *emit_monitor(struct emit *e, const char *object, bool enter);

/* Returns a C condition: is `object` an instance of `c`? */
const char *emit_test(const struct class *c, const char *object);

/* Writes `new` of a class: the object goes into stack word `at`. */
void emit_new(struct emit *e, const struct class *c, uint32_t at);

/* Returns the constant that the instruction names. */
const struct cf_constant *emit_constant(const struct emit *e, const struct instruction *in);

/* ---- emit_entry.c ---- */

/* Decides whether and where the method gets a frame: sets `hidden`, `framed` and `entered`. */
void emit_find_entry(struct emit *e);

/* Writes C that gives the method its frame. */
void emit_enter(struct emit *e);

/* Returns the label for a jump to `target` from a place that has no frame, where the target has one; NULL: it is not
 * so. */
const char *emit_edge(struct emit *e, uint32_t target);

/* Writes what the labels of emit_edge() stand for, behind the code. */
void emit_edges(struct emit *e);

/* ---- emit_loops.c ---- */

/* Writes C in front of a loop: what its condition needs to know, and jumps to the one copy of it or the other. */
void emit_loop_choice(struct emit *e);

/* Returns the label for a jump from the current place to the bytecode at `target`. */
const char *emit_label(struct emit *e, uint32_t target);

/* Writes what the condition of the loop has found already, in its copy without checks, instead of an instruction that
 * would find it again. False: it is no such instruction. */
bool emit_hoisted(struct emit *e);

/* ---- emit_calls.c ---- */

/* Writes a call, other than invokedynamic. */
void emit_call(struct emit *e, const struct instruction *in);

/* Writes an invokedynamic: of a lambda, it makes an object of the class in e->m->lambdas. */
void emit_dynamic(struct emit *e, const struct instruction *in);

/* Returns C that initialises a class before it is used; "" when there is nothing to do. */
const char *emit_prepare(struct emit *e, const struct class *c);

/* ---- emit_tables.c ---- */

/* Empties the tables of sites, strings and places that find null. */
void emit_tables_start(void);

/* Numbers all classes of the world, interfaces first. */
void emit_number_classes(void);

/* Returns the number of a site of the current line; enters one when there is none. */
uint32_t emit_site(struct emit *e);

/* Returns the number of the site of the current instruction, which makes objects: no other instruction that makes
 * objects has it. */
uint32_t emit_birth_site(struct emit *e);

/* Returns what emitted code gives as site where the current instruction makes an object: emit_birth_site() as a C number,
 * with JX_SITE_LOGGED where births of the method are to be recorded. In emit_ops.c. */
const char *emit_allocation_site(struct emit *e);

/* Enters the current place as one that finds out that a reference is null, with the text of its message or NULL; returns
 * its number. */
uint32_t emit_null(struct emit *e, const char *text);

/* Returns the number of a string constant; enters it when it is new. */
uint32_t emit_string(const char *text);

/* Writes all tables. All methods have been written before. */
void emit_tables(FILE *out, struct method **methods, uint32_t count);

/* ---- emit_serial.c ---- */

/* Writes the table of contract/jx_serial.h. */
void emit_serial(FILE *out);

/* ---- emit_remote.c ---- */

/* Writes the tables of contract/jx_remote.h. */
void emit_remote(FILE *out);

#endif
