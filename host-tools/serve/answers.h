/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * answers.h: what targets are told: acks, and the commands of -x.
 */
#ifndef ANSWERS_H
#define ANSWERS_H

#include "serve.h"

/* Whether each -x names a place that there is, or none: of a name that is none the rest of the commands would go to
 * all. Says so where not. */
bool answers_check(const struct serve *s);

/* Says to a target that a hostdump is there, before the target has said a byte: where it waits for one that was killed
 * it would say none. Of places that have no run that was cut, no target is told so. */
void answers_greet(const struct serve *s, const struct served *p, int out);
void answers_greet_places(const struct serve *s);

/* Begins to answer a target, where there is a way to it; ends that, and notes what was not answered. */
void answers_begin(struct serve *s, struct run *r);
void answers_end(struct serve *s, struct run *r);

/* Answers all that are due. Returns for how many milliseconds nothing will be due; -1: until bytes come. */
int answers_turn(struct serve *s);

/* Says which commands no target was given, for none has spoken where they were meant for. At the end. */
void answers_say_left(struct serve *s);

#endif
