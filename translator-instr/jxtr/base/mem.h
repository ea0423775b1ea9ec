/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mem.h: memory and names of one translation. Nothing is freed before mem_reset(), which jxtr calls at its end and a
 * test between cases. When memory is out, or a program wants more than any real one, jxtr says so and exits with
 * status 2.
 */
#ifndef MEM_H
#define MEM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Returns `bytes` zeroed bytes, aligned for any type. Each call allocates separately, so that the address sanitizer
 * sees an access beyond the end. */
void *mem_new(size_t bytes);

/* An array of `count` zeroed elements and one more; `count` may be 0. */
#define MEM_ARRAY(type, count) ((type *)mem_new(sizeof(type) * ((size_t)(count) + 1)))

/* Makes room for one more element in an array of `*room` elements, of which `used` are in use. Returns the array, which
 * may have moved. */
void *mem_grow(void *array, size_t used, size_t *room, size_t element_bytes);

/* Formats as printf() does, into new memory. */
char *mem_text(const char *format, ...) __attribute__((format(printf, 1, 2), nonnull, returns_nonnull));

/* mem_text() with its arguments in a list. */
char *mem_text_of(const char *format, va_list args) __attribute__((format(printf, 1, 0), nonnull(1), returns_nonnull));

/* Returns the one copy of a name of `length` bytes, terminated: equal names are equal pointers. `bytes` hold no NUL. */
const char *mem_name(const char *bytes, size_t length);

/* mem_name() of a terminated text. */
const char *mem_name_of(const char *text);

/* Frees all memory and forgets all names. */
void mem_reset(void);

#endif
