/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * watched.h: how long a program ran (watched.c).
 */
#ifndef WATCHED_H
#define WATCHED_H

/* The program begins now. Without this call it has begun when its constructors without a priority run. */
void watched_begin(void);

/* The program calls watched_begin() later than that, in its main(). To be called by a constructor with a priority. */
void watched_later(void);

#endif
