/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * status.h: the lines on a terminal, one for each target, and how serve will end.
 */
#ifndef STATUS_H
#define STATUS_H

#include "serve.h"

/* Takes the lines away, for a message. */
void status_wipe(struct serve *s);

/* Draws them anew, where standard error is a terminal. */
void status_draw(struct serve *s);

/* The status that a run ends with. */
enum serve_status status_of(enum incoming_result result);

/* Something ended with this status: what could not be written goes before all else, else the first counts. */
void status_note(struct serve *s, enum serve_status status);

#endif
