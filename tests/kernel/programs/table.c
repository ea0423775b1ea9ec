/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * table.c: the workloads of the image that tests and benches boot, one line each; the first is the default. Those that
 * users run are among them.
 */
#include "workload.h"

#include "accuracy.h"
#include "busy.h"
#include "contend.h"
#include "programs/demo.h"
#include "echo.h"
#include "race.h"
#include "sampling.h"
#include "selftest.h"
#include "serial.h"
#include "skew.h"
#include "soak.h"
#include "stances.h"
#include "stand.h"
#include "programs/text/text.h"
#include "wait.h"
#include "walk.h"

static const struct workload workloads[] = {
  { "text",     "indexes and compresses the module in a pipeline of threads", text_run },
  { "race",     "does so, and says how many cycles it took, for tests/bench/processors.sh", race_run },
  { "threads",  "checks threads, locks, sleep, priorities, SSE state and the heap", selftest_threads },
  { "processors", "checks threads, locks, wakes and stacks on several processors", selftest_processors },
  { "allowed",  "checks how soon threads run that become allowed to, on several processors", selftest_allowed },
  { "accuracy", "runs functions of known sizes in threads, for \"make accuracy\"", accuracy_run },
  { "walk",     "walks over memory, for what caches miss", walk_run },
  { "serial",   "measures the serial line beside a bare polling loop", serial_run },
  { "wait",     "does a little work a hundred times a second until the monitor is told `end'", wait_run },
  { "crowd",    "waits like `wait', with more threads than the monitor can list in one reply", wait_in_crowd },
  { "busy",     "works for two seconds and a half, never waits, and says so every quarter of a second", busy_run },
  { "urgent",   "does so with high priority", busy_urgent },
  { "flood",    "logs three million events without a pause", busy_flood },
  { "contend",  "threads that wait for a mutex, and say how long, for tests/kernel/locks", contend_run },
  { "soak",     "a little of everything, for as many seconds as the module says", soak_run },
  { "echo",     "prints the lines that come in, until one says end", echo_run },
  { "stand",    "does a job of a known length beside threads that wait, for tests/bench/live.sh", stand_run },
  { "stances",  "threads that are hard to look at: deep, smashed, renamed, brief, for tests/moments", stances_run },
  { "split",    "runs two functions for 70 % and 30 % of the time, for tests/kernel/sampling", sampling_split },
  { "masked",   "runs half of the time with interrupts off, for tests/kernel/sampling", sampling_masked },
  { "locked",   "runs a thread in step with the timer's ticks, for tests/kernel/sampling", sampling_locked },
  { "overflow", "fails on purpose: recursion into the guard page of the stack", selftest_overflow },
  { "divide",   "fails on purpose: division by zero", selftest_divide },
  { "null",     "fails on purpose: reads through a NULL pointer", selftest_null },
  { "readonly", "fails on purpose: writes to a constant", selftest_readonly },
  { "execute",  "fails on purpose: calls into data", selftest_execute },
  { "opcode",   "fails on purpose: an invalid instruction", selftest_opcode },
  { "protect",  "fails on purpose: an address that is not canonical", selftest_protect },
  { "breakpoint", "fails on purpose: a breakpoint without a debugger", selftest_breakpoint },
  { "nmi",      "fails on purpose: a non-maskable interrupt that the profiler did not ask for", selftest_nmi },
  { "doublefault", "fails on purpose: a fault without a stack to report it on", selftest_double_fault },
  { "panic",    "fails on purpose: a panic of the kernel's own", demo_panic },
  { "crowded", "fails on purpose: a fault while all processors are busy", selftest_crowded_panic },
  { "crash_last", "fails on purpose: a fault on the last processor; the first has the line", selftest_crash_on_last },
  { "crash_all", "fails on purpose: all processors panic at once", selftest_crash_on_all },
  { "smash",    "fails on purpose: writes past the end of a heap block", selftest_smash },
  { "wipe_heap", "fails on purpose: writes over a thread, then finds the heap broken", selftest_wipe_heap },
  { "wipe_list", "fails on purpose: writes over a thread that is in the scheduler's lists", selftest_wipe_list },
  { "wipe_stack", "fails on purpose: a second fault while the first is reported", selftest_wipe_stack },
  { "wipe_self", "fails on purpose: writes over the thread that runs, then divides by zero", selftest_wipe_self },
  { "wipe_wait", "fails on purpose: a thread waits for a mutex that is not there", selftest_wipe_wait },
  { "twice",    "fails on purpose: frees a heap block twice", selftest_twice },
  { "ring", "fails on purpose: three threads wait for each other, one of them for another one's end", selftest_ring },
  { "deadlock", "fails on purpose: two threads wait for each other's lock", selftest_deadlock },
  { "hog",      "fails on purpose: never gives way; watchdog=1 catches it", selftest_hog },
  { "spurn",    "fails on purpose: returns an error", selftest_spurn },
  { 0 },
};

static const struct workload_option options[] = {
  TEXT_OPTION,
  { "skew", "cycles by which time stamp counters are apart", &skew_cycles, 0, 0, UINT32_MAX / 2 },
  { 0 },
};

const struct workload_set workload_set = { .workloads = workloads, .options = options };
