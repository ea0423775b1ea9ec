/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * callers.h: who connects to a place that listens.
 */
#ifndef CALLERS_H
#define CALLERS_H

#include "serve.h"

/* Whether one more caller would be taken. */
bool callers_have_room(const struct serve *s, const struct served *p);

/* Takes one more caller. Of callers that take all connections of the place, one that has sent no frame gives way. */
void callers_take(struct serve *s, struct served *p);

/* Ends what `quit` leaves: the target may say nothing more. */
void callers_end_left(struct serve *s);

/* Ends those that have said nothing for the time-out. */
void callers_end_silent(struct serve *s);

#endif
