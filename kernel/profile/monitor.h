/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * monitor.h: commands to the profiler while the system runs, from a person who types at the console, or
 * from hostdump --control. `help` lists them.
 */
#ifndef MONITOR_H
#define MONITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MONITOR_REPLY_BYTES 16384 /* what some 300 threads take; what is longer is cut, and says so */

struct monitor_reply {
  bool refused;        /* the text says why, and what to do */
  size_t used;
  char text[MONITOR_REPLY_BYTES];
};

/* Runs the command in `line`, and writes what it says into `reply`. Thread context, one at a time. */
void monitor_run(const char *line, size_t bytes, struct monitor_reply *reply);

#endif
