/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * play.c: see play.h.
 */
#include "play.h"

#include <inttypes.h>
#include <stdbool.h>

/* What is played: each microsecond each processor may switch once, processor n so many nanoseconds behind the full one.
 * Threads 1 to PLAY_WORKERS are the workers, then come a timer's interrupt and an idle thread for each processor. */
static struct play {
  uint64_t random;
  struct wire_sched rows[8 * PLAY_US];
  size_t count;
  uint32_t runs[PLAY_CPUS], interrupted[PLAY_CPUS];
  uint32_t ran[PLAY_CPUS][PLAY_US + 1];        /* who, from the switch of that microsecond on */
  struct worker { bool ready, woken; uint32_t last, from; uint64_t since; } workers[PLAY_WORKERS + 1];
  uint64_t switches[PLAY_CPUS], in[PLAY_CPUS], out[PLAY_CPUS], moves[PLAY_WORKERS + 1], woken[PLAY_WORKERS + 1][2], waited[PLAY_WORKERS + 1][2];
} play;

/* One of `n` numbers. Knuth, "The Art of Computer Programming", volume 2, section 3.3.4: MMIX's generator. */
static uint32_t draw(uint32_t n)
{
  play.random = play.random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(play.random >> 33) % n;
}

static void note_sched(uint64_t tsc, uint32_t from, uint32_t to, uint32_t why, uint32_t cpu)
{
  play.rows[play.count++] = (struct wire_sched){ tsc, from, to, why, (uint16_t)cpu };
}

/* The worker that has been ready for longest; none: the processor's idle thread. */
static uint32_t next_worker(uint32_t cpu)
{
  uint32_t next = PLAY_IDLE + cpu;
  for (uint32_t i = 1; i <= PLAY_WORKERS; i++)
    if (play.workers[i].ready && (next > PLAY_WORKERS || play.workers[i].since < play.workers[next].since))
      next = i;
  return next;
}

static void arrive(uint64_t tsc, uint32_t cpu, uint32_t thread)
{
  play.switches[cpu]++;
  if (thread > PLAY_WORKERS)
    return;
  struct worker *w = &play.workers[thread];
  if (w->woken) {
    play.woken[thread][w->from != cpu]++;
    play.waited[thread][w->from != cpu] += tsc - w->since;
  }
  if (w->last != cpu && w->last < PLAY_CPUS) {
    play.moves[thread]++;
    play.out[w->last]++;
    play.in[cpu]++;
  }
  w->ready = w->woken = false;
  w->last = cpu;
}

/* The processor leaves who runs there for `to`. */
static void leave(uint64_t tsc, uint32_t cpu, uint32_t to, uint32_t why)
{
  const uint32_t from = play.runs[cpu];
  note_sched(tsc, from, to, why, cpu);
  if (from <= PLAY_WORKERS) {
    play.workers[from].ready = why != WIRE_WHY_BLOCKED;
    play.workers[from].since = tsc;
    play.workers[from].from = cpu;
  }
  play.runs[cpu] = to;
  if (why != WIRE_WHY_INTERRUPT && why != WIRE_WHY_RESUMED)
    arrive(tsc, cpu, to);
}

/* A worker that is blocked is woken by who runs on the processor. */
static void wake_one(uint64_t tsc, uint32_t cpu, const bool running[PLAY_WORKERS + 1])
{
  const uint32_t woken = 1 + draw(PLAY_WORKERS);
  struct worker *w = &play.workers[woken];
  if (running[woken] || w->ready)
    return;
  note_sched(tsc, play.runs[cpu], woken, WIRE_WHY_UNBLOCK, cpu);
  *w = (struct worker){ true, true, w->last, cpu, tsc };
}

static void play_processor(uint64_t tsc, uint32_t cpu)
{
  const uint32_t now = play.runs[cpu], next = next_worker(cpu), chance = draw(100);
  if (now >= PLAY_IRQ && now < PLAY_IDLE) {
    if (chance < 50)
      leave(tsc, cpu, play.interrupted[cpu], WIRE_WHY_RESUMED);
  } else if (chance < 4) {
    play.interrupted[cpu] = now;
    note_sched(tsc, now, PLAY_IRQ + cpu, WIRE_WHY_INTERRUPT, cpu);
    play.runs[cpu] = PLAY_IRQ + cpu;
  } else if (now >= PLAY_IDLE) {
    if (next != now && chance < 60)
      leave(tsc, cpu, next, WIRE_WHY_PREEMPTED);
  } else if (chance < 9) {
    leave(tsc, cpu, next, WIRE_WHY_BLOCKED);
  } else if (chance < 12 && next <= PLAY_WORKERS) {
    leave(tsc, cpu, next, chance < 11 ? WIRE_WHY_PREEMPTED : WIRE_WHY_YIELDED);
  }
}

/* Which workers have a processor, be it that an interrupt is in front. */
static void find_running(bool running[PLAY_WORKERS + 1])
{
  for (uint32_t i = 0; i <= PLAY_WORKERS; i++)
    running[i] = false;
  for (uint32_t cpu = 0; cpu < PLAY_CPUS; cpu++) {
    const uint32_t now = play.runs[cpu];
    const uint32_t behind = now >= PLAY_IRQ && now < PLAY_IDLE ? play.interrupted[cpu] : now;
    running[behind <= PLAY_WORKERS ? behind : 0] = true;
  }
}

const struct wire_sched *play_schedule(size_t *count)
{
  bool running[PLAY_WORKERS + 1];
  play = (struct play){ .random = 15 };
  for (uint32_t cpu = 0; cpu < PLAY_CPUS; cpu++) {
    play.runs[cpu] = play.ran[cpu][0] = 1 + cpu;
    play.workers[1 + cpu].last = cpu;
  }
  for (uint32_t i = PLAY_CPUS + 1; i <= PLAY_WORKERS; i++) /* where they run first, they have not come from elsewhere */
    play.workers[i].last = PLAY_CPUS;
  for (uint32_t us = 1; us < PLAY_US; us++)
    for (uint32_t cpu = 0; cpu < PLAY_CPUS; cpu++) {
      const uint64_t tsc = PLAY_START + us * 1000ull + cpu;
      const size_t before = play.count;
      play_processor(tsc, cpu);
      find_running(running);
      if (play.count == before && play.runs[cpu] < PLAY_IDLE && draw(100) < 12)
        wake_one(tsc, cpu, running);
      play.ran[cpu][us] = play.runs[cpu];
    }
  *count = play.count;
  return play.rows;
}

/* Who ran on a processor, a number of nanoseconds behind PLAY_START. */
static uint32_t thread_at(uint32_t cpu, uint32_t ns)
{
  const uint32_t us = ns / 1000;
  return play.ran[cpu][ns % 1000 >= cpu || !us ? us : us - 1];
}

uint64_t play_ran(uint32_t thread)
{
  uint64_t ran = 0;
  for (uint32_t ns = 0; ns < PLAY_US * 1000; ns++)
    for (uint32_t cpu = 0; cpu < PLAY_CPUS; cpu++)
      ran += thread_at(cpu, ns) == thread;
  return ran;
}

/* Looks at each nanosecond: who runs on each processor, and how many of them are busy. */
void play_truth(FILE *out)
{
  uint64_t ran[PLAY_CPUS][3] = { { 0 } }, busy[PLAY_CPUS + 1] = { 0 };
  for (uint32_t ns = 0; ns < PLAY_US * 1000; ns++) {
    uint32_t active = 0;
    for (uint32_t cpu = 0; cpu < PLAY_CPUS; cpu++) {
      const uint32_t thread = thread_at(cpu, ns);
      const unsigned what = thread <= PLAY_WORKERS ? 0 : thread < PLAY_IDLE ? 1 : 2;
      ran[cpu][what]++;
      active += what != 2;
    }
    busy[active]++;
  }
  for (uint32_t cpu = 0; cpu < PLAY_CPUS; cpu++)
    fprintf(out, "processor\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n",
            cpu, ran[cpu][0], ran[cpu][1], ran[cpu][2], play.switches[cpu], play.in[cpu], play.out[cpu]);
  for (uint32_t i = 0; i <= PLAY_CPUS; i++)
    fprintf(out, "busy\t%" PRIu32 "\t%" PRIu64 "\n", i, busy[i]);
  for (uint32_t i = 1; i <= PLAY_WORKERS; i++)
    fprintf(out, "thread\tworker %" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", i,
            play.moves[i], play.woken[i][0], play.waited[i][0], play.woken[i][1], play.waited[i][1]);
}
