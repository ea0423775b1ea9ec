/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * idle.h: what a processor does when no thread wants it.
 */
#ifndef IDLE_H
#define IDLE_H

/* The ways to wait for an interrupt. I(WAY, name as an option): the processor is halted, where there are several after
 * it has looked for work for a short while; or it looks for work again and again, where a processor, or an emulator's
 * thread, is slow to wake up. */
#define IDLE_WAYS(I) \
  I(HALT, "halt")    \
  I(POLL, "poll")

enum idle_way {
#define IDLE_WAY_(WAY, name) IDLE_##WAY,
  IDLE_WAYS(IDLE_WAY_)
#undef IDLE_WAY_
};

/* Turns the calling thread into the processor's idle thread, which waits until an interrupt makes a thread ready. When
 * every thread waits for another one, none sleeps and so no interrupt could change that, the first processor's reports
 * the deadlock: each thread and what it waits for. Interrupts off; never returns. */
_Noreturn void idle_run(enum idle_way way);

/* Has the report of a deadlock call `report` behind its list of threads, to print what the program knows of them. It takes
 * no lock and allocates nothing. Before threads wait. */
void idle_on_deadlock(void (*report)(void));

#endif
