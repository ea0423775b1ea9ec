/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * table.c: the workloads of the image that users run, one line each; the first is the default. Those that test the
 * kernel are in tests/kernel/programs, in an image of their own.
 */
#include "workload.h"

#include "demo.h"
#include "programs/text/text.h"

static const struct workload workloads[] = {
  { "text",  "indexes and compresses the module in a pipeline of threads", text_run },
  { "panic", "fails on purpose: a panic of the kernel's own", demo_panic },
  { 0 },
};

static const struct workload_option options[] = { TEXT_OPTION, { 0 } };

const struct workload_set workload_set = { .workloads = workloads, .options = options };
