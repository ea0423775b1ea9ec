/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nmi.c: samples taken by non-maskable interrupts (NMIs), and the time that the NMIs take.
 *
 * An NMI comes between any two instructions, also where interrupts are off, in the middle of a switch, of a probe, of
 * another interrupt's entry. Its time is added to `suspended` of the thread or context that is current then, like any
 * suspension: that is right wherever the clock of this thread runs. Where the clock does not run, because a switch or
 * an interrupt's entry has read its last time stamp already, or not yet its first one, the NMI lies in the stretch that
 * the switch or the entry takes out itself, and it forgets what the NMI added (sched.c). So there is no lock and no
 * flag, only three rules:
 *
 *  - `suspended` of the current thread is changed in one instruction (prof_port_add());
 *  - a stretch of time within one thread is measured by prof_clock();
 *  - a log that an NMI writes to has no other writer, or one that it does not interrupt (counter.c).
 */
#include "records.h"

#include "state.h"

void prof_nmi_sample_at(uint64_t tsc, const struct prof_place *p, bool masked)
{
#if PROF_PORT_CPUS > 1
  /* Before it looks at what is recorded: prof_stop() waits for this NMI, or the NMI sees that it has stopped. */
  __atomic_exchange_n(&prof_cpu()->in_nmi, 1, __ATOMIC_SEQ_CST);
#endif
  prof_cpu()->nmi_reads |= prof_reading_take(prof_port_thread());
  prof_sample_take(prof_port_thread(), tsc, p, masked ? WIRE_SAMPLE_MASKED : 0);
}

static void charge_nmi(struct prof_thread *context, uint64_t tsc)
{
  struct prof_thread *t = prof_port_thread();
  struct prof_cpu *cpu = prof_cpu();
  if (cpu->nmi_reads)
    prof_reading_take(context);
  cpu->nmi_reads = false;
  uint64_t took = prof_port_tsc() - tsc + (uint64_t)prof_calibration.nmi;
  prof_arch_grow(&t->suspended, took);
  prof_arch_grow(&context->suspended, -took);
  cpu->nmi.thread = t;
  cpu->nmi.took = took;
  cpu->nmi.begun = tsc;
  if (PROF_READ(prof_samples.on))
    prof_arch_grow(&cpu->sample_cycles, took);
}

void prof_nmi_end(struct prof_thread *context, uint64_t tsc)
{
  if (PROF_READ(prof_state.running))
    charge_nmi(context, tsc);
#if PROF_PORT_CPUS > 1
  __atomic_store_n(&prof_cpu()->in_nmi, 0, __ATOMIC_RELEASE);
#endif
}

void prof_calibrate_nmi(void (*raise)(void))
{
  prof_calibration.nmi = 0;
  prof_calibration.nmi = prof_measure_raised(raise);
  prof_cpu()->sample_cycles = 0;
}

/* ---- what an interrupt takes ---- */

#define ROUNDS 64
#define RAISED 32 /* in one round */

/* Returns the cycles of a round on the clock of the thread. Interrupts that account for all their time do not move that
 * clock. */
static int64_t measure_round(const struct prof_thread *t, void (*raise)(void))
{
  uint64_t begun = prof_clock(t);
  for (int i = 0; i < RAISED; i++) {
    raise();
    __asm__ volatile("" : "+r"(i) : : "memory");
  }
  return (int64_t)(prof_clock(t) - begun);
}

/* Stands for an instruction that raises an interrupt: a device raises one without an instruction of the thread's. */
static void raise_none(void)
{
  __asm__ volatile("nop");
}

/* In the least of the rounds nothing else took time. That holds for the rounds with interrupts and for those without:
 * each has a least one of its own, for a round without, in which something took time, would make the difference too
 * small. */
int64_t prof_measure_raised(void (*raise)(void))
{
  const struct prof_thread *t = prof_port_thread();
  void (*volatile none)(void) = raise_none;
  int64_t with = INT64_MAX, without = INT64_MAX;
  for (int i = 0; i < ROUNDS; i++) {
    const int64_t raised = measure_round(t, raise), plain = measure_round(t, none);
    with = raised < with ? raised : with;
    without = plain < without ? plain : without;
  }
  return (with - without + RAISED / 2) / RAISED;
}
