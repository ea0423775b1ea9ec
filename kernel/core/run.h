/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * run.h: the orderly end of a run: what the upper rooms have to do comes first, then the machine goes down. (panic.h is
 * the end of a kernel that is broken.)
 */
#ifndef RUN_H
#define RUN_H

/* Registers what run_end() calls before the machine goes down, in the order of registration: `act` returns 0, or prints
 * what went wrong and returns non-zero. It runs in thread context and may block. At boot, RUN_ACTS at most: one more
 * panics. */
#define RUN_ACTS 4
void run_on_end(int (*act)(void));

/* Ends the run: calls the registered acts in the calling thread, then machine_exit(), which reports a failure when
 * `failed` is non-zero or an act failed. A thread that calls it second waits for that end; threads of a lower priority
 * than THREAD_HIGH do not run on while an act works. Thread context. */
_Noreturn void run_end(int failed);

#endif
