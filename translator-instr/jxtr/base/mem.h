/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mem.h: memory and names of one translation. Everything lives until mem_reset(), which a program calls at most at
 * its end and a test between cases; so nobody frees. When memory is out the program says so and exits with status 2.
 */
#ifndef MEM_H
#define MEM_H

#include <stddef.h>
#include <stdint.h>

/* `bytes` zeroed bytes, aligned for anything. Each piece is of its own, so that ASan sees what leaves it. */
void *mem_new(size_t bytes);

/* `count` zeroed elements; count may be 0. */
#define MEM_ARRAY(type, count) ((type *)mem_new(sizeof(type) * ((size_t)(count) + 1)))

/* Makes room for one more in an array of `*room` elements, of which `used` are in use. Returns the array. */
void *mem_grow(void *array, size_t used, size_t *room, size_t element_bytes);

/* printf into new memory. */
char *mem_text(const char *format, ...) __attribute__((format(printf, 1, 2), nonnull, returns_nonnull));

/* The one copy of a name: equal names are equal pointers. `bytes` hold no NUL. */
const char *mem_name(const char *bytes, size_t length);
const char *mem_name_of(const char *text);

/* Forgets everything. */
void mem_reset(void);

#endif
