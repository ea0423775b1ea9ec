/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * diag.h: what the translator says to its user. An error is counted; each stage runs to its end, so that one run
 * names all that is wrong, and the next stage begins only when there were none.
 */
#ifndef DIAG_H
#define DIAG_H

#include <stdarg.h>
#include <stdio.h>

/* Prints "FILE:LINE: error: TEXT", and counts it. `file` is a Java source or a class file; NULL: no file is concerned.
 * `line` 0: unknown, left out. */
void diag_error(const char *file, unsigned line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Prints "FILE:LINE: warning: TEXT", as diag_error(); it is not counted. */
void diag_warning(const char *file, unsigned line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Prints a line that is neither an error nor a warning. */
void diag_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What the user can do about errors that do not say it themselves. */
enum diag_remedy {
  DIAG_COMPILE_AGAIN,   /* a class file is not as javac makes them */
  DIAG_COMPILE_ALL,     /* class files were compiled against other versions of each other */
  DIAG_COMPLETE,        /* something that the program uses is in none of the folders */
};

/* Has diag_finish() print this remedy. */
void diag_advise(enum diag_remedy remedy);

/* Prints, behind all errors, each remedy that was asked for, once. */
void diag_finish(void);

/* Returns the number of errors since the last diag_start(). */
unsigned diag_errors(void);

/* Counts errors from 0, forgets remedies, and has all messages written to `out` (not NULL). Before the first call
 * messages go to stderr. */
void diag_start(FILE *out);

#endif
