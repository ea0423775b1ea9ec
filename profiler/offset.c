/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * offset.c: see offset.h.
 */
#include "offset.h"

#include "prof.h"

/* Waits until the counter is not `old` any more. Returns what it is then. */
static uint64_t wait_for_change(const uint64_t *counter, uint64_t old)
{
  uint64_t is;
  while ((is = __atomic_load_n(counter, __ATOMIC_ACQUIRE)) == old)
    prof_arch_relax();
  return is;
}

/* One round: reads both clocks. Returns whether the bounds have become narrower. */
static bool narrow_bounds(struct prof_offset *o, struct prof_handshake *h, uint64_t (*clock)(void), uint64_t round)
{
  prof_arch_drain();
  const uint64_t before = clock();
  __atomic_store_n(&h->asked, round, __ATOMIC_SEQ_CST);
  wait_for_change(&h->answered, round - 1);
  prof_arch_drain();
  const uint64_t after = clock();
  const int64_t low = (int64_t)(before - h->clock), high = (int64_t)(after - h->clock);
  const bool narrower = low > o->low || high < o->high;
  o->low = low > o->low ? low : o->low;
  o->high = high < o->high ? high : o->high;
  return narrower;
}

struct prof_offset prof_offset_measure(struct prof_handshake *h, uint64_t (*clock)(void), uint64_t rounds)
{
  struct prof_offset o = { .low = INT64_MIN, .high = INT64_MAX };
  unsigned calm = 0;
  for (uint64_t round = 1; round <= rounds && calm < PROF_OFFSET_CALM; round++)
    calm = narrow_bounds(&o, h, clock, round) ? 0 : calm + 1;
  __atomic_store_n(&h->asked, PROF_HANDSHAKE_OVER, __ATOMIC_RELEASE);
  o.steady = o.low <= o.high;
  o.cycles = o.low <= 0 && o.high >= 0 ? 0 : o.low + (o.high - o.low) / 2;
  const int64_t below = o.cycles - o.low, above = o.high - o.cycles;
  o.error = o.steady ? (uint64_t)(below > above ? below : above) : UINT64_MAX;
  return o;
}

void prof_offset_answer(struct prof_handshake *h, uint64_t (*clock)(void))
{
  for (uint64_t round = 0; (round = wait_for_change(&h->asked, round)) != PROF_HANDSHAKE_OVER;) {
    prof_arch_drain();
    h->clock = clock();
    __atomic_store_n(&h->answered, round, __ATOMIC_RELEASE);
  }
}
