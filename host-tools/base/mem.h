/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mem.h: all memory of hostdump: each block is charged to a budget, so that what a dump makes of itself (rows, names,
 * maps, call trees, tables) has one limit, and no caller has to look at what these functions return.
 *
 *   struct mem_budget budget = { .most = 1 << 30 };
 *   if (!mem_try(&budget, load_dump, ctx))        load_dump() and all that it calls allocate without a look
 *     say_line("...: give --memory a larger number");
 *
 * What always holds: a budget's `used` is never above its `most`; a block is charged to the budget of the mem_try() in
 * which it was allocated, and to those that this budget is a part of, until it is freed; memory of these functions is
 * freed by mem_free() only, and no other file of hostdump calls malloc(), free() or their like (tests/check/memory.sh).
 *
 * Where no budget is in force nothing is counted, and memory that the machine does not have ends in a handler, which
 * must not return; by default it says how much was wanted and aborts. One thread at a time.
 */
#ifndef MEM_H
#define MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* How much may be allocated. It must outlive what is charged to it, and stay where it is. */
struct mem_budget {
  uint64_t most;             /* bytes in use at once, with what each block costs beside its contents */
  uint64_t used;             /* bytes in use now */
  struct mem_budget *whole;  /* it is a part of this one, which is charged as well; NULL: of none */
  struct mem_block *blocks;  /* what is charged to it and to no part of it */
};

/* Called where `count` times `size` bytes are not to be had of the machine. Must not return. */
typedef void mem_handler(size_t count, size_t size);

/* Makes `handler` the one that is called from now on. */
void mem_on_failure(mem_handler *handler);

/* Calls job(ctx), whose allocations are charged to `budget`. Returns false where one of them would have exceeded it, or
 * what it is a part of: job() was left at that allocation (longjmp) and what it was changing is half done, so the
 * caller looks at it no more, or sets it back. What job() had allocated stays allocated. May be nested: the innermost
 * call returns false. */
bool mem_try(struct mem_budget *budget, void (*job)(void *ctx), void *ctx);

/* Frees all that is charged to the budget, but not what is charged to parts of it. */
void mem_drop(struct mem_budget *budget);

/* The budget in force; NULL: none is. For a new budget that is to be a part of it. */
struct mem_budget *mem_budget(void);

/* Whether `bytes` more may be allocated as the budget in force stands. Where none is, they may. */
bool mem_may(uint64_t bytes);

/* Zeroed memory for `count` elements of `size` bytes, for mem_free(). Never NULL, also for no elements. */
void *mem_alloc(size_t count, size_t size);

/* Frees what a function of this file has returned, or does nothing with NULL. */
void mem_free(void *p);

/* Frees what a library has allocated by malloc() for its caller: at most some hundred KiB, for which no budget is
 * asked, and freed before a function of this file is called again. */
void mem_free_of_library(void *p);

/* A text made as by printf(), in new memory, for mem_free(). */
char *mem_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Grows an array until it holds `need` elements of `size` bytes. `data` is the address of the pointer to the array,
 * *room the number of elements that it has room for; both stay as they are where there is no memory. Doubles, so that
 * appending one by one is cheap, while the budget has room for that. New elements are not zeroed. mem_grow_now() is the
 * part of it that is for arrays without room. */
void mem_grow_now(void *data, size_t *room, size_t need, size_t size);
static inline void mem_grow(void *data, size_t *room, size_t need, size_t size)
{
  if (need > *room)
    mem_grow_now(data, room, need, size);
}

/* Reads a line of `in`, with its line end where it has one, into *line, an array of *room bytes that grows as in
 * mem_grow(). Returns its length without the zero behind it; -1 at the end of the file, or where it cannot be read. */
ptrdiff_t mem_line(char **line, size_t *room, FILE *in);

/* As qsort(), and as qsort_r() where `order` wants a `ctx`, but what they allocate themselves (glibc before 2.37: a
 * copy of the elements) is charged meanwhile. */
void mem_sort(void *elements, size_t count, size_t size, int (*order)(const void *, const void *));
void mem_sort_by(void *elements, size_t count, size_t size, int (*order)(const void *, const void *, void *),
                 void *ctx);

#endif
