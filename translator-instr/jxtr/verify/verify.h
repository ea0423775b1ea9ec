/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * verify.h: verification by type checking (JVMS 4.10.1): one pass over each method along its StackMapTable. Type
 * safety is the only protection that translated programs have from each other.
 *
 * What is not checked here: access rights (private, protected), which javac has checked and the type system does not
 * rest on. A value of any class passes for an interface, as in the JVMS; the call through an interface then looks
 * whether the object implements it (translator-instr/contract/jx.h, jx_no_interface).
 *
 * A by-product is what the emitter needs: what lies on the stack before each instruction.
 */
#ifndef VERIFY_H
#define VERIFY_H

#include "world/class.h"

/* The stack before an instruction: one of I J F D A for each value, lowest first; a long or double is followed by
 * '-', so that a character is a stack word. NULL: no instruction starts here. */
struct flow {
  const char **stack;   /* by bytecode offset */
};

/* Verifies a method that has code. NULL: refused; reported with class, method, bytecode offset and reason. */
struct flow *verify_method(struct method *m);

#endif
