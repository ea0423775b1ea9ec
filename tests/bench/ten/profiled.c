/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * profiled.c: linked with a program whose code has probes, profiles it from before its main() to its exit, and writes
 * the dump to the file that the environment's TEN_DUMP names. TEN_TURNS: thousandths of the run in turns; TEN_BURSTS:
 * in bursts; TEN_HZ: samples a second. Without TEN_DUMP the program runs with its probes off, as between bursts.
 */
#include "begin.h"
#include "dumpfile.h"
#include "probes/hook.h"
#include "watched.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define NODES (1u << 18) /* recursion by depth, and hostdump's commands */

static const char *dump;

static uint32_t number(const char *key)
{
  const char *value = getenv(key);
  return value ? (uint32_t)strtoul(value, NULL, 10) : 0;
}

extern const uintptr_t __start___patchable_function_entries[] __attribute__((weak));
extern const uintptr_t __stop___patchable_function_entries[] __attribute__((weak));

/* Makes of the compiler's five NOPs what does nothing, as prof_init() does. */
static void leave_off(void)
{
  for (const uintptr_t *e = __start___patchable_function_entries; e < __stop___patchable_function_entries; e++)
    prof_hook_prepare(*e);
}

/* Before the constructor of watched.c, and the end behind its destructor: what it measures is what is profiled. */
__attribute__((constructor(101))) static void begin(void)
{
  begin_ready = watched_begin;
  dump = getenv("TEN_DUMP");
  if (!dump) {
    leave_off();
  } else if (!begin_profiling(number("TEN_HZ"), number("TEN_TURNS"), number("TEN_BURSTS"), NODES)) {
    fputs("profiled: there is no memory for the profiler\n", stderr);
    exit(1);
  }
}

__attribute__((destructor(101))) static void end(void)
{
  if (!dump)
    return;
  end_profiling();
  if (dumpfile_write(dump))
    return;
  fprintf(stderr, "profiled: %s cannot be written\n", dump);
  _exit(1);
}
