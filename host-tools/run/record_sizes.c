/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * record_sizes.c: how many bytes one record of each of the profiler's buffers takes in the target's memory, by the
 * kernel option that sizes the buffer. This file is compiled with the kernel's flags to assembly, which nothing
 * assembles: the build takes the lines `-> OPTION BYTES` out of it. run.sh gives the machine that much memory.
 */
#include "prof.h"

#define SIZE(option, record) __asm__ volatile("-> " #option " %c0" : : "i"(sizeof(record)));
#define LOG_SIZE(KIND, kind, option, ...) SIZE(option, struct wire_logged_##kind)

void record_sizes(void);

void record_sizes(void)
{
  SIZE(nodes, struct prof_node)
  WIRE_LOGS(LOG_SIZE)
}
