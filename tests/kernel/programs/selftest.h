/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * selftest.h: workloads that test the kernel itself. tests/kernel/boot runs them.
 *
 * selftest_threads() returns 0 when all its checks held and prints `result: NAME ok` for each. All others break the
 * kernel in one way each and do not come back; one that does returns 1.
 */
#ifndef SELFTEST_H
#define SELFTEST_H

#include "workload.h"

int selftest_threads(const struct workload_input *input);

/* The same, on as many processors as run. */
int selftest_processors(const struct workload_input *input);
int selftest_allowed(const struct workload_input *input);

int selftest_overflow(const struct workload_input *input);
int selftest_divide(const struct workload_input *input);
int selftest_null(const struct workload_input *input);
int selftest_readonly(const struct workload_input *input);
int selftest_execute(const struct workload_input *input);
int selftest_opcode(const struct workload_input *input);
int selftest_protect(const struct workload_input *input);
int selftest_breakpoint(const struct workload_input *input);
int selftest_nmi(const struct workload_input *input);
int selftest_double_fault(const struct workload_input *input);
int selftest_smash(const struct workload_input *input);
int selftest_wipe_heap(const struct workload_input *input);
int selftest_wipe_list(const struct workload_input *input);
int selftest_wipe_stack(const struct workload_input *input);
int selftest_wipe_wait(const struct workload_input *input);
int selftest_wipe_self(const struct workload_input *input);
int selftest_twice(const struct workload_input *input);
int selftest_deadlock(const struct workload_input *input);
int selftest_ring(const struct workload_input *input);
int selftest_hog(const struct workload_input *input);
int selftest_spurn(const struct workload_input *input);
int selftest_crowded_panic(const struct workload_input *input);
int selftest_crash_on_last(const struct workload_input *input);
int selftest_crash_on_all(const struct workload_input *input);

#endif
