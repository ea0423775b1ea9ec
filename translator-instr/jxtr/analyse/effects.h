/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * effects.h: what code can and cannot do, so that the emitter leaves out guards that are not needed: for references
 * that are never null, instructions after which the method can only throw, methods that never throw. Where an analysis
 * does not know, it says that the guard is needed.
 */
#ifndef EFFECTS_H
#define EFFECTS_H

#include "classfile/bytecode.h"
#include "world/class.h"

/* What is known of a method's code, by bytecode offset. */
struct effects {
  uint8_t *not_null;   /* the object or array that the instruction works on is known not to be null */
  uint8_t *doomed;     /* from here the method is left by an exception in any case: this code is rare */
  uint8_t *target;     /* a jump leads here, or a handler begins */
};

/* Returns the effects of a verified method with code; computes them once. */
const struct effects *effects_of(struct method *m);

/* Is the method quiet? A quiet method returns without an exception, and neither it nor a method that it calls
 * allocates, waits, throws, walks the stack or uses much of it. So its caller needs no frame and no test. Some natives
 * are quiet (jx_natives.h). */
bool effects_quiet(struct method *m);

/* May a method with a frame begin without a test how much stack is left? True for methods from which only short chains
 * of calls lead on, and never in a circle. */
bool effects_trusts_stack(struct method *m);

/* Is the instruction a call that needs no frame of its caller: a call of a quiet method, or one that effects_nothing()
 * leaves out? */
bool effects_quiet_call(struct method *m, uint32_t pc, const struct instruction *in);

/* Is the instruction a call of a native method that is not quiet? */
bool effects_native_call(struct method *m, uint32_t pc, const struct instruction *in);

/* Is the instruction a call of a native that has a fast form (jx_natives.h)? The fast form needs no frame of its
 * caller. */
bool effects_fast_call(struct method *m, uint32_t pc, const struct instruction *in);

/* Returns the method that a call of `m` through `owner` with the instruction `op` runs, if there is exactly one and it
 * has code or is native; else NULL. */
struct method *effects_callee(const struct class *owner, struct method *m, uint8_t op);

/* Is the instruction a call of a constructor that does nothing? Such a call is left out. */
bool effects_nothing(const struct method *m, uint32_t pc, const struct instruction *in);

/* Must code of `m` have `c` initialised before it uses it? */
bool effects_needs_init(const struct method *m, const struct class *c);

/* Has `c`, or a class that is initialised before it, anything to initialise? */
bool effects_class_needs_init(const struct class *c);

#endif
