/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * short.h: how much a call of a method can run at most. To measure a call has a price that does not depend on the
 * method; of a method that runs a few instructions, the measurement would show little but that price.
 */
#ifndef SHORT_H
#define SHORT_H

#include "world/class.h"

/* Returns how many bytes of bytecode a call of `m` runs at most, the methods that it calls included; a result above
 * `most` means: more than `most`, or there is no bound. A method has no bound that has a loop, may wait for a monitor,
 * makes an array, calls itself, or calls a method that is not known. Code that only runs on the way to an exception is
 * not counted, nor are native methods, which are C functions with probes of their own. All methods must have been
 * verified. Cost: of order `most`. */
uint32_t short_bytes(struct method *m, uint32_t most);

#endif
