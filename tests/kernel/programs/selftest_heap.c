/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * selftest_heap.c: checks of memory: blocks keep their contents, nothing leaks.
 */
#include "selftest_checks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/heap.h"
#include "core/page.h"
#include "core/thread.h"

#define BLOCKS 128
#define STEPS 20000
#define BYTES_MAX 6000

struct piece {
  uint8_t *data;
  size_t bytes;
  uint8_t mark;
};

/* Knuth's MMIX generator: the test is the same each time. */
static uint32_t next_random(uint64_t *state)
{
  *state = *state * 6364136223846793005 + 1442695040888963407;
  return (uint32_t)(*state >> 33);
}

static bool holds(const struct piece *p)
{
  for (size_t i = 0; i < p->bytes; i++)
    if (p->data[i] != p->mark)
      return false;
  return true;
}

static const char *replace(struct piece *p, size_t bytes, uint8_t mark)
{
  if (p->data && !holds(p))
    return "a block's contents changed";
  heap_free(p->data);
  *p = (struct piece){ heap_alloc(bytes), bytes, mark };
  if (!p->data)
    return "no memory for a block";
  if ((uintptr_t)p->data % HEAP_ALIGNMENT)
    return "a block is not aligned";
  memset(p->data, mark, bytes);
  return NULL;
}

const char *selftest_heap(void)
{
  static struct piece pieces[BLOCKS];
  size_t before = heap_stats().used_bytes;
  uint64_t random = 1;
  const char *problem = NULL;
  for (unsigned i = 0; i < STEPS && !problem; i++) {
    struct piece *p = &pieces[next_random(&random) % BLOCKS];
    problem = replace(p, next_random(&random) % (i % 8 ? 200 : BYTES_MAX), (uint8_t)i);
  }
  for (unsigned i = 0; i < BLOCKS; i++)
    heap_free(pieces[i].data);
  if (problem)
    return problem;
  return heap_stats().used_bytes == before ? NULL : "freed blocks are still counted as used";
}

const char *selftest_large_blocks(void)
{
  size_t before = page_stats().free;
  size_t bytes = before / 4 * PAGE_BYTES;
  uint8_t *one = heap_alloc(bytes), *two = heap_alloc(bytes);
  if (!one || !two)
    return "a quarter of memory, twice, could not be had";
  one[bytes - 1] = two[bytes - 1] = 1;
  if (heap_alloc(before * PAGE_BYTES) || heap_alloc(SIZE_MAX))
    return "more memory was given out than there is";
  heap_free(one);
  heap_free(two);
  return page_stats().free == before ? NULL : "large blocks did not give their pages back";
}

/* ---- threads that come and go leave nothing behind ---- */

#define CHURN 300

static void do_nothing(void *arg)
{
  (void)arg;
}

const char *selftest_churn(void)
{
  size_t pages = 0;
  for (int i = 0; i < CHURN; i++) {
    struct thread *t = thread_create("mayfly", THREAD_NORMAL, do_nothing, NULL);
    if (!t)
      return "no memory for a thread";
    thread_join(t);
    if (i == 0)
      pages = page_stats().free;
  }
  return page_stats().free == pages ? NULL : "threads that ended keep memory";
}
