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
#include "classfile/bytecode.h"
#include "verify/verify.h"

/* A method being written. */
struct emit {
  FILE *out;
  struct method *m;
  const struct cf_code *code;
  const struct flow *flow;
  uint32_t pc;
  const char *stack;        /* kinds before the instruction */
  uint32_t depth;
  bool framed;              /* has a struct jx_frame */
  const struct effects *effects;
  const char **chains;      /* texts of handler chains in use; index + 1 is the label's number */
  uint32_t chain_count;
  size_t chain_room;
  uint8_t *locals, *words;  /* in use: bit per kind, by local variable, by stack word */
};

/* A line of C for the current bytecode. */
void emit_line(struct emit *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* emit_method.c */
void emit_method(FILE *out, struct method *m);
const char *emit_prototype(const struct method *m, bool names);
const char *emit_where_to(struct emit *e);       /* label to go to with a pending exception */

/* emit_ops.c */
void emit_instruction(struct emit *e, const struct instruction *in);

/* emit_calls.c */
void emit_call(struct emit *e, const struct instruction *in);
void emit_lambda(struct emit *e, const struct instruction *in);
const char *emit_prepare(struct emit *e, const struct class *c);  /* C that initialises a class, or "" */

/* Variables, as texts. Kinds are I J F D A. */
const char *emit_word(struct emit *e, uint32_t depth, char kind);
const char *emit_local(struct emit *e, unsigned local, char kind);
char emit_kind(const char *type);                /* of a descriptor */
/* An IEEE number as a C constant, exact; every not-a-number is Java's one. */
const char *emit_float(uint64_t bits, bool wide);
const char *emit_c_type(const char *type);       /* in parameters and results */
const char *emit_field_type(const char *type);   /* in objects, arrays and static fields */

/* C that runs `statement`, which may throw or allocate, with a frame of the method on the chain. */
const char *emit_guarded(struct emit *e, const char *statement);

/* C that looks whether the object, on which the current instruction works, is null: "" when that cannot be. */
const char *emit_check_null(struct emit *e, const char *object);

/* C that throws with `call` and goes to the handlers, in braces. */
const char *emit_throw(struct emit *e, const char *call);
const char *emit_test(const struct class *c, const char *object);  /* instanceof, as a C condition */
const struct cf_constant *emit_constant(const struct emit *e, const struct instruction *in);

/* emit_tables.c: numbers of what tables hold */
uint32_t emit_site(struct emit *e);              /* of the current place */
uint32_t emit_string(const char *text);          /* of a string constant */
void emit_tables_start(void);
void emit_number_classes(void);
void emit_tables(FILE *out, struct method **methods, uint32_t count);

#endif
