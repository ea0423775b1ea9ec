/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * selftest_checks.h: the checks that selftest_threads() runs, by the file that holds them. Each returns NULL when it
 * held, else what went wrong, as text that stays.
 */
#ifndef SELFTEST_CHECKS_H
#define SELFTEST_CHECKS_H

/* selftest_threads.c */
const char *selftest_mutex(void);
const char *selftest_cond(void);
const char *selftest_unblock(void);
const char *selftest_priorities(void);
const char *selftest_sleep(void);

/* selftest_preempt.c */
const char *selftest_round_robin(void);
const char *selftest_wakeup(void);
const char *selftest_inheritance(void);
const char *selftest_doubles(void);
const char *selftest_registers(void);

/* selftest_heap.c */
const char *selftest_heap(void);
const char *selftest_large_blocks(void);
const char *selftest_churn(void);

#endif
