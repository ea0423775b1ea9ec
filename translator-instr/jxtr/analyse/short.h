/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * short.h: how much a call of a method can run at most. What measures a call has a price that does not depend on the
 * method; where the method runs a few instructions, it pays for nothing but itself.
 */
#ifndef SHORT_H
#define SHORT_H

#include "world/class.h"

/* The bytes of bytecode that a call of `m` runs at most, those of the methods that it calls included; more than `most`:
 * so many, or nobody knows. A method has no bound that has a loop, may wait for a monitor, makes an array, or calls
 * what is not known, or itself. Not counted is what only runs on the way to an exception, and what native methods do:
 * they are C functions, and have probes of their own. Only after verify_method(). Cost: of order `most`. */
uint32_t short_bytes(struct method *m, uint32_t most);

#endif
