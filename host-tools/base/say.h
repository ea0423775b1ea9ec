/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * say.h: the voice of hostdump, and of the switch (wire/).
 */
#ifndef SAY_H
#define SAY_H

#include <stddef.h>

#define SAY_MOST 8192 /* two paths of the longest that Linux takes */

/* Sets the name that stands before messages from now on, in place of `hostdump`. `name` stays the caller's. */
void say_as(const char *name);

/* Gives all that is said from now on to `write`, with `ctx`, a line at a time, in place of standard error; NULL: to
 * standard error again. */
void say_through(void (*write)(void *ctx, const char *line, size_t bytes), void *ctx);

/* Prints "hostdump: " and a message, made as by printf(), as one line to standard error. A message says what went
 * wrong, with which file, and what the user can do about it. What is not printable of it, as of a file's name, is left
 * out (printable.h); a line end becomes a space, unless two spaces follow it, as in a message of several lines; what is
 * longer than SAY_MOST bytes is cut. */
void say_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints a line as say_line() does, without "hostdump: ": for a table on a terminal. */
void say_status(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
