/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * offset.c: see offset.h.
 */
#include "offset.h"

#include "prof.h"

static void wait_for(const uint64_t *counter, uint64_t round)
{
  while (__atomic_load_n(counter, __ATOMIC_ACQUIRE) != round)
    prof_arch_relax();
}

struct prof_offset prof_offset_measure(struct prof_handshake *h, uint64_t (*clock)(void), uint64_t rounds)
{
  struct prof_offset o = { .low = INT64_MIN, .high = INT64_MAX };
  for (uint64_t round = 1; round <= rounds; round++) {
    prof_arch_drain();
    const uint64_t before = clock();
    __atomic_store_n(&h->asked, round, __ATOMIC_SEQ_CST);
    wait_for(&h->answered, round);
    prof_arch_drain();
    const uint64_t after = clock();
    const int64_t low = (int64_t)(before - h->clock), high = (int64_t)(after - h->clock);
    o.low = low > o.low ? low : o.low;
    o.high = high < o.high ? high : o.high;
  }
  o.steady = o.low <= o.high;
  o.cycles = o.low <= 0 && o.high >= 0 ? 0 : o.low + (o.high - o.low) / 2;
  const int64_t below = o.cycles - o.low, above = o.high - o.cycles;
  o.error = o.steady ? (uint64_t)(below > above ? below : above) : UINT64_MAX;
  return o;
}

void prof_offset_answer(struct prof_handshake *h, uint64_t (*clock)(void), uint64_t rounds)
{
  for (uint64_t round = 1; round <= rounds; round++) {
    wait_for(&h->asked, round);
    prof_arch_drain();
    h->clock = clock();
    __atomic_store_n(&h->answered, round, __ATOMIC_RELEASE);
  }
}
