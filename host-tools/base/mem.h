/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mem.h: memory that is there, or the end: no caller has to look at what these functions return.
 *
 * Running out of memory is the one failure that they do not report to their caller. They call a handler, which must not
 * return; by default it says how much was wanted and aborts. A program that has something better to do names its own.
 */
#ifndef MEM_H
#define MEM_H

#include <stddef.h>

/* Called where `count` times `size` bytes are not to be had. Must not return. */
typedef void mem_handler(size_t count, size_t size);

/* Makes `handler` the one that is called from now on. */
void mem_on_failure(mem_handler *handler);

/* Zeroed memory for `count` elements of `size` bytes, for free(). Never NULL, also for no elements. */
void *mem_alloc(size_t count, size_t size);

/* A text made as by printf(), in new memory, for free(). */
char *mem_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Grows an array until it holds `need` elements of `size` bytes. `data` is the address of the pointer to the array,
 * *room the number of elements that it has room for. Doubles, so that appending one by one is cheap. New elements are
 * not zeroed. */
void mem_grow(void *data, size_t *room, size_t need, size_t size);

#endif
