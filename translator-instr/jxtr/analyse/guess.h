/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * guess.h: which methods a call that the object decides probably runs, so that the emitter compares first, and the
 * compiler can inline them (Detlefs and Agesen, "Inlining of Virtual Methods", ECOOP 1999). Where the call can reach a
 * few methods only, in the closed world, these are all of them. Where it can reach many, they are those of strings and
 * boxes, which most keys and elements are, as long as they are quiet (effects.h).
 */
#ifndef GUESS_H
#define GUESS_H

#include "classfile/bytecode.h"
#include "world/class.h"

#define GUESS_MOST 4u

struct guess {
  struct method *target;     /* has code */
  const struct class *class; /* of whose objects alone the call reaches it; NULL: it takes the code's address to tell */
};

/* Finds what a call of `m` through `owner` with the instruction `op`, which can reach several methods, probably runs, the
 * quiet methods first, into `found`. Returns how many, at most GUESS_MOST. */
uint32_t guess_targets(const struct class *owner, struct method *m, uint8_t op, struct guess *found);

/* Is the instruction a call that the object decides, and that is usually quiet: are there guesses, and all of them quiet
 * methods, told by the class? It needs a frame only where it is none of them. */
bool guess_quiet_call(struct method *m, uint32_t pc, const struct instruction *in);

#endif
