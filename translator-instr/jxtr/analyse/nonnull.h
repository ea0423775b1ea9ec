/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nonnull.h: which objects an instruction works on are never null. Known not to be null are `this` (where it is
 * not assigned to), what `new` and the constants give, and what an earlier instruction has looked at. Knowledge ends
 * where something jumps in.
 */
#ifndef NONNULL_H
#define NONNULL_H

#include "world/class.h"

/* For a verified method: by bytecode offset, 1 where the object or array that the instruction works on is known not
 * to be null. `target` says where something jumps in. */
uint8_t *nonnull_find(const struct method *m, const uint8_t *target);

#endif
