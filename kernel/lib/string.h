/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * string.h: the part of C's <string.h> that a freestanding gcc may call by itself or that this kernel uses, with the
 * standard's meaning. It answers to <string.h> in the target, so that code shared with the host needs no switch.
 * Any context, before anything else is up.
 */
#ifndef STRING_H
#define STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
void *memchr(const void *text, int byte, size_t bytes);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t most);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t most);
char *strchr(const char *s, int c);

/* Copies `from` into the `room` bytes at `to`, cut to fit, always terminated (room >= 1). */
void string_copy(char *to, const char *from, size_t room);

#endif
