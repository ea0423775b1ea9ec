/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * short.h: which methods are so short that a call of one costs about as much as its own code. gcc inlines such a method
 * where nothing prevents that, as a probe does; the probe would then show a call that the program does not make.
 */
#ifndef SHORT_H
#define SHORT_H

#include "world/class.h"

/* Returns how many bytes of bytecode a verified method has that do not only lead to an exception. */
uint32_t short_bytes(struct method *m);

/* Is `m`, a method with code, of at most `most` bytes (short_bytes())? The methods that it calls are not counted: they
 * may be timed themselves, as the runtime's functions are that make large arrays or wait for monitors. A method is not
 * short, of whatever length, that has a loop or may call itself, for it can take any time by itself; nor is main(), the
 * root of the program's calls. All methods must have been verified. Cost: a pass over the code. */
bool short_method(struct method *m, uint32_t most);

#endif
