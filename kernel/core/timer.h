/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timer.h: the timer interrupt: time slices and sleeping threads by a regular tick, samples at times of their own
 * (sampler.h).
 *
 * The handler (IRQThread0) does no more than look at the earliest sleeper; the thread TimerManager wakes those that
 * are due. Time is the TSC, so a tick that is late or lost makes no thread sleep longer than to the next one.
 */
#ifndef TIMER_H
#define TIMER_H

#include <stdbool.h>
#include <stdint.h>

#include "prof.h"

#define TIMER_HZ_MIN 20     /* the PIT divides its 1.19 MHz by at most 65536 */
#define TIMER_HZ_MAX 20000  /* a handler with its sample takes some microseconds under emulation */

/* Starts the thread and the interrupt: `hz` ticks a second, and, unless `sampling` is 0, as many samples, on average
 * where their times are random. Where there can be no NMIs interrupts take the samples, and the dump says so. Once,
 * at boot. Returns false when memory is out. */
bool timer_start(uint32_t hz, enum wire_sampling sampling);

/* Starts the calling processor's own timer: time slices, and, where interrupts take samples, samples. The ticks of all
 * processors are spread evenly over a tick's time. Once on each processor but the first one, interrupts off, after
 * timer_start() and apic_timer_measure(). */
void timer_start_here(uint32_t processors_wanted);

/* Returns how many ticks a second there are. Any context. */
uint32_t timer_hz(void);

/* Sets the rate of samples: `hz` a second on average, TIMER_HZ_MIN to TIMER_HZ_MAX, from the next sample on. Returns
 * false when no samples are taken, or only at the ticks. Thread context. */
bool timer_sample_rate(uint32_t hz);

/* Sets how long one thread may keep the processor without a break: after `seconds` the kernel panics with that thread's
 * name and stack. 0: for ever. A thread that keeps interrupts off is not seen. Any context. */
void timer_watchdog(uint32_t seconds);

/* Returns whether the kernel goes down because of that. Any context. */
bool timer_watchdog_fired(void);

/* Puts the calling thread to sleep for at least `us` microseconds; up to one tick longer, or more
 * where an emulator lets the first processor run so late that ticks are left out. */
void timer_sleep(uint64_t us);

/* From now on `hook` is called at each tick of the first processor, with the time of the tick (tsc_now()), in the timer's
 * handler: interrupts off. At most TIMER_HOOKS functions, called in the order in which they came; one more panics. Any
 * context. */
#define TIMER_HOOKS 4
void timer_on_tick(void (*hook)(uint64_t now));

/* As timer_on_tick(), but `hook` is called at the ticks of all processors, on several at once: for what must not wait for
 * a processor that keeps interrupts off, or that its emulator does not run. An idle processor has few ticks. */
void timer_on_any_tick(void (*hook)(uint64_t now));

/* Returns whether a thread sleeps, which the timer will wake. Interrupts off. */
bool timer_pending(void);

#endif
