/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nonnull.h: where the object that an instruction works on is never null. Known not to be null are `this` (in methods
 * that do not assign to it), the results of `new` and constants, fields of our library that are always set, and what an
 * earlier instruction has used as an object.
 * At the target of a jump only `this` is known.
 */
#ifndef NONNULL_H
#define NONNULL_H

#include "classfile/bytecode.h"
#include "world/class.h"

/* Returns, for a verified method, by bytecode offset, 1 where the object or array that the instruction works on is
 * known not to be null. `target` is that of struct effects. */
uint8_t *nonnull_find(const struct method *m, const uint8_t *target);

/* Returns the stack word of the object or array that the instruction works on, of `depth` words; -1: none. */
int nonnull_operand(const struct method *m, const struct instruction *in, uint32_t depth);

#endif
