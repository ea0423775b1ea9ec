/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * verify_ops.h: what each instruction wants and gives (JVMS 4.10.1.9). For verify.c.
 */
#ifndef VERIFY_OPS_H
#define VERIFY_OPS_H

#include "classfile/bytecode.h"
#include "frame.h"

/* Applies the instruction at v->pc to `v->now`, and compares the result with the map at each place where a jump of it
 * leads. What does not fit is reported by frame_fail(). */
void verify_instruction(struct verifier *v, const struct instruction *in);

#endif
