/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * format.h: printf-style text, without floating point.
 *
 * Conversions: %s %c %d %i %u %x %p %%. Lengths: l, ll, z. Flags: `-` (left), `0` (zeros). Width as a number or `*`;
 * precision for %s as a number or `*`. %p is 0x and at least one digit. What is none of these is copied as it stands;
 * gcc checks the calls. Any context; nothing is allocated.
 */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* Takes the text piece by piece; `text` is not terminated. */
typedef void format_sink_fn(void *ctx, const char *text, size_t bytes);

/* Formats into `sink`, piece by piece. */
void format_to(format_sink_fn *sink, void *ctx, const char *format, va_list args);

/* Formats into `room` bytes (>= 1), cut to fit and always terminated. Returns the length that the whole text has. */
size_t ksnprintf(char *to, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Formats as ksnprintf() does. */
size_t kvsnprintf(char *to, size_t room, const char *format, va_list args) __attribute__((format(printf, 3, 0)));

#endif
