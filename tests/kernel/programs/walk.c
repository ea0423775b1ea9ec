/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * walk.c: the workload `walk`: what a model of caches is tried on (tests/kernel/model), and a processor's counters can
 * be.
 *
 * Each thread reads one byte in every 64 of an array, from its start to its end, some times over. A cache that is
 * larger than the array misses none of it after the first time; one of half the size, that gives up what was unused
 * for longest, misses every byte every time. Threads of one size differ only in how often they do so: what the
 * others miss besides differs by some lines (their stacks, code of the scheduler that a printed line was in the way
 * of), and the rest is that of the walks alone: what fits is walked over so often that a line missed each time would
 * be far more. One runs after the other, to its end.
 */
#include "walk.h"

#include "core/page.h"
#include "core/print.h"
#include "core/thread.h"

#define STEP 64 /* bytes: a line of nearly every cache */

struct walk {
  const char *name;
  uint64_t bytes;
  unsigned times;
};

static const struct walk walks[] = {
  { "16k x10", 16 << 10, 10 }, { "16k x20", 16 << 10, 20 }, { "16k x220", 16 << 10, 220 },
  { "64k x10", 64 << 10, 10 }, { "64k x20", 64 << 10, 20 }, { "64k x30", 64 << 10, 30 },
  { "2m x2",    2 << 20,  2 }, { "2m x4",    2 << 20,  4 }, { "2m x6",    2 << 20,  6 },
};
#define LARGEST (2u << 20)

static const uint8_t *memory;

static void walk(void *arg)
{
  const struct walk *w = arg;
  for (unsigned i = 0; i < w->times; i++)
    for (const uint8_t *p = memory; p < memory + w->bytes; p += STEP)
      (void)*(const volatile uint8_t *)p;
}

int walk_run(const struct workload_input *input)
{
  (void)input;
  memory = page_alloc(page_count(LARGEST));
  if (!memory) {
    kprintf("error: no memory for %u KiB to walk over; start with more (QEMU: -m)\n", LARGEST >> 10);
    return 1;
  }
  for (const struct walk *w = walks; w < walks + sizeof walks / sizeof walks[0]; w++) {
    struct thread *t = thread_create(w->name, THREAD_NORMAL, walk, (void *)(uintptr_t)w);
    if (!t) {
      kprintf("error: no memory for thread %s; start with more (QEMU: -m)\n", w->name);
      return 1;
    }
    thread_join(t);
    kprintf("result: %s, %lu reads\n", w->name, w->times * w->bytes / STEP);
  }
  return 0;
}
