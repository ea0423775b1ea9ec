/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tsc.c: see tsc.h. A reading latches the PIT's count between two reads of the TSC; of several the one with the
 * closest pair is kept, so an interruption by the host spoils few of them. Between readings the processor spins
 * without touching a port: port reads are slow in emulators, and under QEMU's -icount they would stretch the time
 * measured.
 */
#include "tsc.h"

#include "cpu.h"
#include "pit.h"
#include "core/processor.h"

#define CHANNEL          2
#define GATE_PORT        0x61
#define GATE_OPEN        0x01
#define GATE_SPEAKER     0x02
#define GATE_RAN_OUT     0x20          /* read: the count has been at 0 since it was set */

#define ROUNDS           3
#define ROUNDS_MOST      30            /* those included in which the host let the machine wait for too long */
#define ROUND_TICKS (PIT_HZ / 40) /* 25 ms of the 55 ms that the count lasts; half of it behind a round that ran out, */
#define ROUND_TICKS_LEAST (PIT_HZ / 1280) /* down to this: 0.8 ms, of which a host rarely takes any */
#define READS            8
#define SPIN             20000         /* steps between two looks at the count: well below a millisecond */
#define LONGEST_US       946080000000000u

struct reading {
  uint64_t tsc, gap;    /* middle and distance of the two TSC reads */
  uint16_t count;
};

static uint64_t hz = 1000000000;

static void start_count(void)
{
  cpu_out8(GATE_PORT, (uint8_t)((cpu_in8(GATE_PORT) & ~GATE_SPEAKER) | GATE_OPEN));
  cpu_out8(PIT_COMMAND, PIT_SELECT(CHANNEL) | PIT_LOW_HIGH | PIT_ONE_SHOT);
  cpu_out8(PIT_CHANNEL(CHANNEL), 0xFF);
  cpu_out8(PIT_CHANNEL(CHANNEL), 0xFF);
}

static struct reading read_once(void)
{
  struct reading r;
  uint64_t before = cpu_tsc();
  cpu_out8(PIT_COMMAND, PIT_SELECT(CHANNEL) | PIT_LATCH);
  uint64_t after = cpu_tsc();
  uint8_t low = cpu_in8(PIT_CHANNEL(CHANNEL));
  r.count = (uint16_t)(low | cpu_in8(PIT_CHANNEL(CHANNEL)) << 8);
  r.gap = after - before;
  r.tsc = before + r.gap / 2;
  return r;
}

static struct reading read_best(void)
{
  struct reading best = read_once();
  for (int i = 1; i < READS; i++) {
    struct reading r = read_once();
    if (r.gap < best.gap)
      best = r;
  }
  return best;
}

static void spin(unsigned steps)
{
  while (steps--)
    asm volatile("");
}

/* One round of so many ticks; `*gap` tells how good it is, for its length. Returns 0 when the count has run out: then
 * it began anew, and says nothing. */
static uint64_t measure(unsigned ticks, uint64_t *gap)
{
  start_count();
  struct reading first = read_best();
  while ((uint16_t)(first.count - read_once().count) < ticks)
    spin(SPIN);
  struct reading last = read_best();
  *gap = (first.gap + last.gap) * (ROUND_TICKS / ticks);
  if (cpu_in8(GATE_PORT) & GATE_RAN_OUT)
    return 0;
  return (last.tsc - first.tsc) * PIT_HZ / (uint16_t)(first.count - last.count);
}

bool tsc_calibrate(void)
{
  uint64_t best_gap = UINT64_MAX;
  unsigned ticks = ROUND_TICKS;
  int good = 0;
  for (int i = 0; good < ROUNDS && i < ROUNDS_MOST; i++) {
    uint64_t gap, measured = measure(ticks, &gap);
    good += measured != 0;
    if (!measured && ticks > ROUND_TICKS_LEAST)
      ticks /= 2;
    if (measured && gap < best_gap) {
      best_gap = gap;
      hz = measured;
    }
  }
  return good;
}

uint64_t tsc_hz(void)
{
  return hz;
}

uint32_t tsc_flags(void)
{
  if (cpu_id(0x80000000).eax < CPU_LEAF_POWER)
    return 0;
  return cpu_id(CPU_LEAF_POWER).edx >> 8 & 1;
}

/* Loops of one shape, whose turns have a hundred instructions each that wait for each other, or for nothing. */
#define STEP_ROUNDS 8
#define STEP_TURNS  80
#define STEPS       100
#define TIME_STEPS(name, step)                                                                        \
  static uint64_t name(void)                                                                          \
  {                                                                                                   \
    uint64_t x = 1, least = UINT64_MAX;                                                               \
    for (int round = 0; round < STEP_ROUNDS; round++) {                                               \
      const uint64_t begun = cpu_tsc();                                                               \
      for (int i = 0; i < STEP_TURNS; i++)                                                            \
        asm volatile(".rept %c1\n\t" step "\n\t.endr" : "+r"(x) : "i"(STEPS) : "cc");                \
      const uint64_t took = cpu_tsc() - begun;                                                        \
      least = took < least ? took : least;                                                            \
    }                                                                                                 \
    return least;                                                                                     \
  }
TIME_STEPS(time_products, "imulq %0, %0")
TIME_STEPS(time_nops, "nop")

/* The difference counts: where a hypervisor takes over at each reading of the TSC, that may take longer than the loops.
 * A product takes three cycles or four, a NOP a quarter of one or less (A. Fog, "Instruction tables"). */
bool tsc_counts_instructions(void)
{
  const int64_t longer = (int64_t)(time_products() - time_nops());
  return longer < STEP_TURNS * STEPS / 4;
}

/* The offset of the processor that executes this, in one instruction. */
static inline uint64_t own_offset(void)
{
  uint64_t offset;
  asm volatile("movq %%fs:%c1, %0" : "=r"(offset) : "i"(offsetof(struct processor, tsc_offset)));
  return offset;
}

uint64_t tsc_now(void)
{
  uint64_t offset, now;
  do {
    offset = own_offset();
    now = cpu_tsc();
  } while (own_offset() != offset); /* the thread went on on another processor */
  return now + offset;
}

uint64_t tsc_from_us(uint64_t us)
{
  if (us > LONGEST_US)
    us = LONGEST_US;
  return us / 1000000 * hz + us % 1000000 * hz / 1000000;
}

uint64_t tsc_from_ns(uint64_t ns)
{
  const uint64_t second = 1000000000;
  return ns / second * tsc_hz() + ns % second * tsc_hz() / second;
}
