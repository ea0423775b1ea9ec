/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mem.c: see mem.h. In front of each block stands whose it is and how long.
 */
#define _GNU_SOURCE /* qsort_r */
#include "mem.h"

#include "leave.h"

#include <stdarg.h>
#include <stdlib.h>

/* What the C library's allocator adds to a block at most: its own header, and up to 16 bytes of alignment (glibc). */
#define BLOCK_EXTRA 32

struct mem_block {
  struct mem_budget *budget;        /* NULL: none */
  struct mem_block *next, **link;   /* in its list of blocks; *link is this one */
  size_t bytes;                     /* of the contents */
  _Alignas(max_align_t) char contents[];
};

/* A mem_try() that has not returned. */
struct scope { struct mem_budget *budget; struct scope *outer; };

static struct scope *innermost;

static void say_and_abort(size_t count, size_t size)
{
  fprintf(stderr, "out of memory: %zu times %zu bytes wanted\n", count, size);
  abort();
}

static mem_handler *on_failure = say_and_abort;

void mem_on_failure(mem_handler *handler)
{
  on_failure = handler;
}

/* Returns where the machine has no memory, or the program has asked for more bytes than a size_t can count. */
static void __attribute__((noreturn)) end_without(size_t count, size_t size)
{
  on_failure(count, size);
  abort(); /* the handler must not return */
}

/* ---- budgets ---- */

struct mem_budget *mem_budget(void)
{
  return innermost ? innermost->budget : NULL;
}

static bool has_room(const struct mem_budget *budget, uint64_t bytes)
{
  for (const struct mem_budget *b = budget; b; b = b->whole)
    if (b->most - b->used < bytes)
      return false;
  return true;
}

bool mem_may(uint64_t bytes)
{
  return has_room(mem_budget(), bytes);
}

/* Charges `bytes` to the budget in force and what it is a part of, or leaves the innermost mem_try(). */
static void charge_bytes(struct mem_budget *budget, uint64_t bytes)
{
  if (!has_room(budget, bytes) && innermost)
    leave_now();
  for (struct mem_budget *b = budget; b; b = b->whole)
    b->used += bytes;
}

static void give_back(struct mem_budget *budget, uint64_t bytes)
{
  for (struct mem_budget *b = budget; b; b = b->whole)
    b->used -= bytes;
}

bool mem_try(struct mem_budget *budget, void (*job)(void *ctx), void *ctx)
{
  struct scope scope = { .budget = budget, .outer = innermost };
  innermost = &scope;
  const bool done = leave_try(job, ctx);
  innermost = scope.outer;
  return done;
}

/* ---- blocks ---- */

static uint64_t cost_of(size_t bytes)
{
  return (uint64_t)bytes + sizeof(struct mem_block) + BLOCK_EXTRA;
}

static struct mem_block *block_of(void *contents)
{
  return (struct mem_block *)((char *)contents - offsetof(struct mem_block, contents));
}

/* The bytes of `count` elements, small enough to have a block around them. */
static size_t bytes_of(size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX - sizeof(struct mem_block) - BLOCK_EXTRA)
    end_without(count, size);
  return bytes;
}

/* Puts a block, which may have moved, into its budget's list; takes it out. */
static void link_block(struct mem_block *b)
{
  *b->link = b;
  if (b->next)
    b->next->link = &b->next;
}

static void unlink_block(struct mem_block *b)
{
  if (!b->budget)
    return;
  *b->link = b->next;
  if (b->next)
    b->next->link = b->link;
}

void *mem_alloc(size_t count, size_t size)
{
  const size_t bytes = bytes_of(count, size);
  struct mem_budget *budget = mem_budget();
  charge_bytes(budget, cost_of(bytes));
  struct mem_block *b = calloc(1, sizeof(*b) + bytes);
  if (!b) {
    give_back(budget, cost_of(bytes));
    end_without(count, size);
  }
  b->bytes = bytes;
  if (budget) {
    b->budget = budget;
    b->next = budget->blocks;
    b->link = &budget->blocks;
    link_block(b);
  }
  return b->contents;
}

void mem_free(void *p)
{
  if (!p)
    return;
  struct mem_block *b = block_of(p);
  give_back(b->budget, cost_of(b->bytes));
  unlink_block(b);
  free(b);
}

void mem_free_of_library(void *p)
{
  free(p);
}

void mem_drop(struct mem_budget *budget)
{
  while (budget->blocks)
    mem_free(budget->blocks->contents);
}

/* Makes a block longer; it stays charged to its budget. */
static void *resize(void *p, size_t count, size_t size)
{
  const size_t bytes = bytes_of(count, size);
  struct mem_block *b = block_of(p);
  struct mem_budget *budget = b->budget;
  const size_t more = bytes - b->bytes;
  charge_bytes(budget, more);
  b = realloc(b, sizeof(*b) + bytes);
  if (!b) {
    give_back(budget, more);
    end_without(count, size);
  }
  if (budget)
    link_block(b);
  b->bytes = bytes;
  return b->contents;
}

/* Elements for which an array of `room` makes room to hold `need`: twice as many, or an eighth more than it needs, or
 * no more than that where the budget is nearly used up. */
static size_t grown_room(size_t room, size_t need, size_t size)
{
  const size_t most = PTRDIFF_MAX / size;
  size_t count = room ? room : 16;
  if (need > most / 2)
    return need;
  while (count < need)
    count *= 2;
  if (!mem_may((uint64_t)count * size))
    count = need + need / 8;
  return mem_may((uint64_t)count * size) ? count : need;
}

void mem_grow_now(void *data, size_t *room, size_t need, size_t size)
{
  void **array = data;
  const size_t count = grown_room(*room, need, size);
  *array = *array ? resize(*array, count, size) : mem_alloc(count, size);
  *room = count;
}

char *mem_format(const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  const int bytes = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *text = mem_alloc(bytes < 0 ? SIZE_MAX : (size_t)bytes + 1, 1);
  vsnprintf(text, (size_t)bytes + 1, format, again);
  va_end(again);
  return text;
}

ptrdiff_t mem_line(char **line, size_t *room, FILE *in)
{
  size_t n = 0;
  for (int c = 0; c != '\n' && (c = getc_unlocked(in)) != EOF;) {
    mem_grow(line, room, n + 2, 1);
    (*line)[n++] = (char)c;
  }
  if (!n || ferror(in))
    return -1;
  (*line)[n] = '\0';
  return (ptrdiff_t)n;
}

/* ---- sorting ---- */

void mem_sort(void *elements, size_t count, size_t size, int (*order)(const void *, const void *))
{
  struct mem_budget *budget = mem_budget();
  charge_bytes(budget, (uint64_t)count * size);
  if (count)
    qsort(elements, count, size, order);
  give_back(budget, (uint64_t)count * size);
}

void mem_sort_by(void *elements, size_t count, size_t size, int (*order)(const void *, const void *, void *),
                 void *ctx)
{
  struct mem_budget *budget = mem_budget();
  charge_bytes(budget, (uint64_t)count * size);
  if (count)
    qsort_r(elements, count, size, order, ctx);
  give_back(budget, (uint64_t)count * size);
}
