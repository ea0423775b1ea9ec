/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * loops.h: loops that count up over arrays. The emitter writes such a loop twice: one without the checks that cannot
 * fail, which gcc can turn into vector instructions; one with all of them. A test before the loop decides which of the
 * two runs (Gupta, "Optimizing Array Bound Checks Using Flow Analysis", 1993).
 *
 * Such a loop has no loop inside, is entered at its first instruction only, begins with `index < limit`, else leaves
 * the loop, and counts the index up by one in one place. What it hoists is what the loop reads and does not change: local
 * variables, and fields and elements where the loop neither stores to such a field or element nor calls anything. What
 * another thread stores there meanwhile the loop need not see (JLS 17.4.5).
 */
#ifndef LOOPS_H
#define LOOPS_H

#include "classfile/bytecode.h"
#include "world/class.h"

enum loop_value_kind {
  LOOP_LOCAL,           /* a local variable */
  LOOP_FIELD,           /* a field of the value `of`, or a static one */
  LOOP_ELEMENT,         /* an element of the array `of`, a reference */
};

/* A whole number that the loop does not change. */
struct loop_number {
  enum { LOOP_CONSTANT, LOOP_VARIABLE, LOOP_LENGTH, LOOP_INT_FIELD } kind;
  int32_t number;       /* the constant; the local variable; the value whose length it is; the value that it is */
};

/* A value that the loop does not change: a reference, or an int of a field. */
struct loop_value {
  enum loop_value_kind kind;
  unsigned local;
  uint32_t of;                /* number of the value whose field or element it is */
  const struct field *field;
  struct loop_number index;   /* of the element */
  bool needed;                /* the condition reads it */
  bool array;                 /* its length is of use */
  bool accessed;              /* elements index + least to index + most are read or stored without checks */
  int32_t least, most;
};

struct loop {
  uint32_t head, end;         /* bytecode offsets: of the first instruction, behind the last */
  unsigned index;             /* local variable */
  struct loop_number limit;
  struct loop_value *values;
  uint32_t value_count;
};

/* What is known about loops, by bytecode offset. Numbers of values are one higher, 0: none. */
struct loops {
  struct loop *loops;         /* in the order of the code */
  uint32_t count;
  uint8_t *safe;              /* the access needs no check in the copy without */
  uint32_t *hoisted;          /* the instruction pushes this value of its loop */
  uint32_t *length;           /* it pushes the length of this value */
};

/* Finds the loops of a verified method with code. */
const struct loops *loops_find(struct method *m);

/* Returns the loop that begins at `pc`; NULL: none. */
const struct loop *loops_at(const struct loops *loops, uint32_t pc);

#endif
