/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pass.h: when the objects that a collection has found dead became unreachable.
 *
 * Each object has a time stamp, when it lost a reference last (contract/jx.h, "exact lives"). An object became
 * unreachable at the latest of its own stamp and the stamps of the dead objects from which it can be reached: those
 * kept it until then (Hertz, Blackburn, Moss, McKinley, Stefanovic, "Generating Object Lifetime Traces with Merlin",
 * TOPLAS 28(3), 2006).
 */
#ifndef PASS_H
#define PASS_H

#include <stdbool.h>
#include <stdint.h>

struct jx_object;

/* Takes memory for the stack of objects whose stamps are still to be passed on. False: there is none. Once, before
 * pass_stamps(). */
bool pass_init(void);

/* Notes that the object in whose slot `address` lies, which is in the heap's window, has lost a reference. A slot
 * that is free may get a stamp, too: an object's birth overwrites it. Cost: some 25 instructions, ten where the
 * object begins at `address` and has lost a reference since the allocation clock moved on. */
void pass_lose(uintptr_t address);

/* Between marking and the sweep, in an image for exact lives: `lost` of each dead object becomes when it became
 * unreachable. `kept_by` returns which object a dead one has kept otherwise than by a field or an element, or NULL;
 * where it is NULL itself there is none such. Cost: some forty instructions for a dead object, some ten for each
 * reference in one, some more where a stamp is passed on. */
void pass_stamps(struct jx_object *(*kept_by)(const struct jx_object *dead));

#endif
