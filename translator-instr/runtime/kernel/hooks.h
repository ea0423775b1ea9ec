/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hooks.h: what emitted code tells the profiler by itself: births of objects (JX_BORN in contract/jx.h) and events of
 * the program (JX_LOG).
 *
 * What always holds: code that makes objects or logs events runs the same instructions whether they are recorded or
 * not, but for the calls that hooks_begin() writes over the NOPs; what those calls take is in no corrected time.
 *
 * An object belongs to the place in Java code that asked for it: what a native method makes, to the call of that method
 * in the innermost frame. It is recorded when the method of that place has JX_METHOD_OBJECTS.
 */
#ifndef HOOKS_H
#define HOOKS_H

#include "contract/jx.h"

/* A function that may change no register. */
#define HOOKS_HOOK __attribute__((no_caller_saved_registers, no_instrument_function, section("prof_probe")))

/* Measures what the calls cost besides what is known of records, and puts them in, for those of `modes` (WIRE_MODE_...
 * bits) that have such calls. Once, between prof_calibrate() and prof_start(); thread context. Takes a millisecond. */
void hooks_begin(uint32_t modes);

/* Whether hooks_begin() has made the hooks of births look at stacks: false where it was not to, or found no memory. */
bool hooks_are_exact(void);

/* What the call at JX_BORN leads to: records the birth of `object` at `site`, both as in JX_BORN. Sometimes it clears
 * HOOKS_CLEARED words of the stack below itself: a function that is called later may not write all of its part of the
 * stack; the collector takes what stood there for references, and objects would seem to live on that the program has
 * lost. Each time that a thread's cache of free slots was filled, which is once for 4 KB of objects, its next birth by
 * the same function or by a caller clears, and then each birth that is nearer to the stack's beginning than all that
 * have cleared. */
HOOKS_HOOK void hooks_born(struct jx_object *object, uint32_t site);
#define HOOKS_CLEARED 48

/* The same in an image for exact lives: looks at stacks, too (stamps.h). The first one where emitted code tells of a
 * birth as by a call: it changes registers as a callee may, of the vector registers xmm0 to xmm2. */
void hooks_born_exactly(struct jx_object *object, uint32_t site);
void hooks_born_saving(struct jx_object *object, uint32_t site);

/* ---- for births.c, which has these two hooks ---- */

extern int64_t hooks_birth_cost;        /* cycles of hooks_born_exactly() at most births, besides those that it measures
                                           itself; in other images of hooks_born() by Java code */
extern int64_t hooks_around_call;       /* of hooks_born_exactly() at other births */
extern int64_t hooks_around_saving;     /* of hooks_born_saving() */
extern struct jx_object hooks_nowhere;  /* what such a hook is told of while that is measured: no object */

/* Records the birth of an object of any site, and what that cost by the way of hooks_born(). Returns whether it is
 * recorded. */
bool hooks_record(struct jx_object *object, uint32_t site);

/* What the call at JX_LOG leads to: logs `event` with `argument`. */
HOOKS_HOOK void hooks_logged(uint32_t event, uint64_t argument);

#endif
