/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * effects.h: what code can and cannot do, so that the emitter leaves out what it would be guarded by: references that
 * are never null, instructions after which the method can only throw, methods that never throw. All of it errs on the
 * safe side: unknown is null, alive, loud.
 */
#ifndef EFFECTS_H
#define EFFECTS_H

#include "classfile/bytecode.h"
#include "world/class.h"

/* Of a method's code, by bytecode offset. */
struct effects {
  uint8_t *not_null;   /* the object or array that the instruction works on is known not to be null */
  uint8_t *doomed;     /* whatever happens, an exception leaves the method: this code is rare */
  uint8_t *target;     /* something jumps here, or a handler begins */
};

/* For a verified method with code. Computed once. */
const struct effects *effects_of(struct method *m);

/* A quiet method comes back without an exception, having called, allocated and waited for nothing that could throw or
 * look at the stack, and uses little of it. So a call of it needs no frame and no test. Some natives are. */
bool effects_quiet(struct method *m);

/* May a method with a frame begin without a look at how much stack is left? Those that may call each other in short
 * chains only, and never in a circle. */
bool effects_trusts_stack(struct method *m);

/* Does the instruction, a call, come down to one that needs no frame of the caller's: of a quiet method, or none at
 * all? */
bool effects_quiet_call(struct method *m, uint32_t pc, const struct instruction *in);

/* A call of a native that has a fast form (jx.h), which goes first and needs no frame of the caller's. */
bool effects_fast_call(struct method *m, uint32_t pc, const struct instruction *in);

/* The one method that a call of `m` through `owner` with this instruction runs, if there is one and it has code. */
struct method *effects_callee(const struct class *owner, struct method *m, uint8_t op);

/* A call of a constructor that does nothing. */
bool effects_nothing(const struct method *m, uint32_t pc, const struct instruction *in);

/* Must code of `m` see to the initialisation of `c` before it uses it? */
bool effects_needs_init(const struct method *m, const struct class *c);
bool effects_class_needs_init(const struct class *c);

#endif
