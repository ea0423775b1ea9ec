/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * waits.c: see waits.h. Each thread has one way on at most: a walk from any thread ends at one that waits for none, at
 * one that an earlier walk has been at, or at one that it has been at itself, which is in a cycle.
 */
#include "waits.h"

#include "base/mem.h"

struct walk { const uint32_t *owner; size_t count; uint32_t *cycle, *behind; uint32_t *met; };

static uint32_t next_of(const struct walk *w, uint32_t i)
{
  return w->owner[i] < w->count ? w->owner[i] : WAITS_NONE;
}

/* Walks from thread `from`, which no walk has met, and marks what it meets with `from` + 1. Returns the first thread
 * that it meets twice, or that an earlier walk has met; WAITS_NONE: the walk ends. */
static uint32_t walk_on(const struct walk *w, uint32_t from)
{
  uint32_t at = from;
  for (; at != WAITS_NONE && !w->met[at]; at = next_of(w, at))
    w->met[at] = from + 1;
  return at;
}

/* Gives all threads of the cycle that `at` is in a number. */
static void number_cycle(const struct walk *w, uint32_t at, uint32_t number)
{
  for (; !w->cycle[at]; at = next_of(w, at))
    w->cycle[at] = number;
}

/* Gives the threads from `from` on, up to the first in a cycle or behind one, the number of that cycle. */
static void number_behind(const struct walk *w, uint32_t from, uint32_t number)
{
  for (uint32_t at = from; !w->cycle[at] && !w->behind[at]; at = next_of(w, at))
    w->behind[at] = number;
}

uint32_t waits_find_cycles(const uint32_t *owner, size_t count, uint32_t *cycle, uint32_t *behind)
{
  struct walk w = { owner, count, cycle, behind, mem_alloc(count, sizeof(*w.met)) };
  uint32_t cycles = 0;
  for (uint32_t i = 0; i < count; i++)
    cycle[i] = behind[i] = w.met[i] = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (w.met[i])
      continue;
    const uint32_t end = walk_on(&w, i);
    if (end == WAITS_NONE)
      continue;
    if (w.met[end] == i + 1)
      number_cycle(&w, end, ++cycles);
    const uint32_t number = cycle[end] ? cycle[end] : behind[end];
    if (number)
      number_behind(&w, i, number);
  }
  mem_free(w.met);
  return cycles;
}
