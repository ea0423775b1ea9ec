/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * rare.h: which methods of our library run rarely: on the way to an exception, or when a class is initialised. The
 * emitter lays them out of the way, and the compiler does not spend its room for inlined code on them.
 */
#ifndef RARE_H
#define RARE_H

#include "world/class.h"

/* Sets `usual` in the methods that need not run rarely, out of all reached ones, which have been verified. Those are the
 * methods of the program itself, and those of our library that one of them calls where it does not only lead to an
 * exception, directly or by other methods. Cost: a pass over the code of the usual methods. */
void rare_find(struct method *const *methods, uint32_t count);

#endif
