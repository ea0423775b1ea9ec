/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * gnu.h: what hostdump's sources use of glibc that the headers of wasi-libc do not declare; each source is compiled as
 * if it included this file. sort.c has the functions that a page needs.
 */
#ifndef GNU_H
#define GNU_H

#include <stddef.h>

/* As glibc's. */
void qsort_r(void *elements, size_t count, size_t size, int (*order)(const void *, const void *, void *), void *ctx);
int mkostemp(char *name, int flags);
char *strcasestr(const char *text, const char *part);

#endif
