/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nulltext.h: what the message of a NullPointerException says: what the instruction was to do, and where the null came
 * from (JEP 358, "Helpful NullPointerExceptions", whose words these are).
 */
#ifndef NULLTEXT_H
#define NULLTEXT_H

#include "classfile/bytecode.h"
#include "world/class.h"

/* Returns the message for the instruction at `pc` of a verified method, which works on an object that is null. NULL: the
 * instruction works on none. Cost: the first time, a pass or two over the method. */
const char *nulltext_at(struct method *m, uint32_t pc, const struct instruction *in);

#endif
