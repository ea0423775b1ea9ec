/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * diag.h: what the translator says to its user. An error is counted; each stage runs to its end, so that one run
 * names all that is wrong, and the next stage begins only when there were none.
 */
#ifndef DIAG_H
#define DIAG_H

#include <stdarg.h>
#include <stdio.h>

/* "FILE:LINE: error: TEXT" on the current stream. `file` is a Java source or a class file, NULL: none is concerned;
 * line 0: unknown, left out. */
void diag_error(const char *file, unsigned line, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_warning(const char *file, unsigned line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Errors since the last diag_start(). */
unsigned diag_errors(void);

/* Counts from 0 and writes to `out` (not NULL). Before it is called messages go to stderr. */
void diag_start(FILE *out);

#endif
