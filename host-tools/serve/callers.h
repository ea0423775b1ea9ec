/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * callers.h: who connects to a place that listens.
 */
#ifndef CALLERS_H
#define CALLERS_H

#include "serve.h"

#define CALLERS_HANG_MS 60000 /* a target that has said nothing for so long may hang */

/* Whether one more caller would be taken. */
bool callers_have_room(const struct serve *s, const struct served *p);

/* For how many milliseconds there will be no room unless a caller leaves; 0: there is. */
int callers_due(const struct serve *s, const struct served *p);

/* Takes one more caller. Of callers that take all connections of the place, one that has sent no frame gives way; where
 * all have, the one that has been silent longest, if that is CALLERS_HANG_MS: what it sent is kept, and its run goes on
 * in the same dump when it connects again. */
void callers_take(struct serve *s, struct served *p);

/* Ends what `quit` leaves: the target may say nothing more. */
void callers_end_left(struct serve *s);

/* Ends those that have said nothing for the time-out. */
void callers_end_silent(struct serve *s);

#endif
