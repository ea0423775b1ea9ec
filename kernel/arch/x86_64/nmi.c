/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nmi.c: see nmi.h.
 */
#include "nmi.h"

#include "apic.h"
#include "cpu.h"
#include "pit.h"
#include "prof.h"
#include "core/processor.h"
#include "lib/format.h"
#include "lib/sampler.h"
#include "tsc.h"

/* Where the timer chip is wired to: input 2, as the Multiprocessor Specification 1.4 (section 3.6.2.2) has it, or 0.
 * */
static const unsigned pins[] = { 2, 0 };

/* The chip rings after 20 us; a virtual one late, where its host has much else to do: of 16 boots beside other work one
 * waited 2000 us in vain, and sampled by interrupts for the whole run. */
#define TRIAL_US 50000

/* How an NMI is taken. */
static enum { FOREIGN, TRIAL, MEASURED, SAMPLING } state;
static volatile bool came;             /* in a TRIAL */
static unsigned pin;
static uint64_t mean_tsc, next_sample;
static struct prof_thread contexts[PROCESSORS_MOST];
static uint32_t wanted[PROCESSORS_MOST]; /* samples, of a processor that is not the first */

static bool comes_through(void)
{
  came = false;
  apic_nmi_on(pin);
  pit_alarm_in(0);
  for (uint64_t begun = cpu_tsc(); !came && cpu_tsc() - begun < tsc_from_us(TRIAL_US);)
    cpu_pause();
  if (!came)
    apic_nmi_off(pin);
  return came;
}

static bool find_pin(void)
{
  bool found = false;
  state = TRIAL;
  for (unsigned i = 0; !found && i < sizeof pins / sizeof pins[0]; i++) {
    pin = pins[i];
    found = comes_through();
  }
  state = FOREIGN;
  return found;
}

/* The same way into the handler and out of it. */
static void raise_one(void)
{
  asm volatile("int $2" : : : "memory");
}

bool nmi_find(void)
{
  if (!apic_init())
    return false;
  pit_alarm_start();
  if (!find_pin())
    return false;
  state = MEASURED;
  prof_calibrate_nmi(raise_one);
  prof_thread_add(&contexts[0], "NMI", WIRE_THREAD_IRQ | WIRE_THREAD_PROFILER); /* whose time begins here */
  return true;
}

void nmi_start(uint64_t mean)
{
  uint64_t interval = sampler_interval(mean);
  mean_tsc = mean;
  next_sample = cpu_tsc() + interval;
  state = SAMPLING;
  pit_alarm_in(interval);
}

/* Only the handler sets the alarm: it takes the new mean for the next interval but one. */
void nmi_rate(uint64_t mean)
{
  mean_tsc = mean;
}

void nmi_stop(void)
{
  if (state == SAMPLING)
    apic_nmi_off(pin);
}

void nmi_profile_processor(uint32_t number)
{
  char name[PROF_NAME_BYTES];
  ksnprintf(name, sizeof name, "NMI/%u", number);
  if (state != FOREIGN)
    prof_thread_add(&contexts[number], name, WIRE_THREAD_IRQ | WIRE_THREAD_PROFILER);
}

/* A processor that stood still for long takes no more samples at once than this; the others are missing, and counted. A
 * sample takes a microsecond. */
#define TAKEN_AT_ONCE 64

/* The alarm is the first processor's: it interrupts the others, so that all are sampled at the same times. One that has
 * not taken the last NMI yet gets none, for two could become one, and then a third would have no sample to take. It takes
 * both samples when the NMI comes: nothing but a host that does not run it, or another NMI, keeps a processor from taking
 * an NMI, so it has stood still at that place. Without the second one all that ran on it would seem to have taken less
 * time beside what ran on the others. */
static void sample_others(void)
{
  for (uint32_t i = 1; i < processor_count; i++)
    if (__atomic_fetch_add(&wanted[i], 1, __ATOMIC_ACQ_REL) == 0)
      apic_send_nmi(processors[i].apic);
}

/* Returns whether the first processor has asked for samples of this one. */
static bool take_wanted(const struct trap_frame *f, uint64_t tsc, uint32_t number)
{
  const uint32_t all = __atomic_exchange_n(&wanted[number], 0, __ATOMIC_ACQ_REL);
  const uint32_t taken = all < TAKEN_AT_ONCE ? all : TAKEN_AT_ONCE;
  for (uint32_t i = 0; i < taken; i++)
    prof_nmi_sample(tsc, f->rip, f->rbp, f->rsp, !(f->rflags & CPU_FLAG_IF));
  prof_samples_missed(all - taken);
  return all != 0;
}

/* The alarm may ring before a sample is due: it has a longest interval, and a clock of its own. */
static bool take_sample(const struct trap_frame *f, uint64_t tsc)
{
  bool due = (int64_t)(tsc - next_sample) >= 0;
  if (!due && !pit_alarm_rang())
    return false;
  if (due) {
    sample_others();
    prof_nmi_sample(tsc, f->rip, f->rbp, f->rsp, !(f->rflags & CPU_FLAG_IF));
    prof_samples_missed(sampler_advance(&next_sample, tsc, mean_tsc) * processor_count);
  }
  uint64_t now = cpu_tsc();
  pit_alarm_in((int64_t)(next_sample - now) > 0 ? next_sample - now : 0);
  return true;
}

bool nmi_take(const struct trap_frame *f, uint64_t tsc)
{
  const uint32_t number = processor_self()->number;
  if (state == TRIAL)
    came = true;
  if (state == FOREIGN ||
      (state == SAMPLING && !(number ? take_wanted(f, tsc, number) : take_sample(f, tsc))))
    return false;
  prof_nmi_end(&contexts[number], tsc);
  return true;
}
