/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx.h: what the overlays have in common: memory, a profile that begins, a profile that leaves. Included by an overlay's
 * jx.c once, which has defined say(ctx, line) to print a line.
 */
#include "jxprof.h"

#define JX_MEMORY_BYTES (16u << 20)

void *prof_port_memory(size_t bytes)
{
  static uint8_t memory[JX_MEMORY_BYTES] __attribute__((aligned(64)));
  static size_t used;
  const size_t at = used;
  if (bytes > sizeof(memory) - used)
    return NULL;
  used += (bytes + 63) & ~(size_t)63;
  return &memory[at];
}

/* What the observer counts begins where this returns, and ends at prof_stop(). */
void jx_begun(void);
__attribute__((noinline)) void jx_begun(void)
{
  __asm__ volatile("");
}

/* Says where an image runs that may have moved itself. */
static inline void jx_say_place(void)
{
  char line[] = "jx: begun at 0000000000000000";
  for (unsigned i = 0; i < 16; i++)
    line[sizeof(line) - 2 - i] = "0123456789abcdef"[(uintptr_t)jx_begun >> 4 * i & 15];
  say(NULL, line);
}

/* Returns whether there is memory for the profile. tsc_hz: of prof_port_tsc(). */
static inline bool jx_prepare(uint64_t tsc_hz)
{
  struct prof_config config = PROF_CONFIG_DEFAULT;
  config.tsc_hz = tsc_hz;
  config.nodes = config.events = config.sched = 16384;
  config.samples = config.stacks = 64;
  const bool made = prof_init(&config);
  if (!made)
    say(NULL, "jx: no memory for the profile");
  return made;
}

/* Begins the profile, behind prof_thread_add() of the thread that calls. */
static inline void jx_start(void)
{
#ifdef PROF_PORT_PATCH
  prof_probes_on();
#endif
  prof_calibrate();
  prof_check(say, NULL);
  jx_say_place();
  prof_start();
  jx_begun();
}

static inline void jx_finish(const char *system, prof_write_fn *write, void *ctx)
{
  prof_stop();
  say(NULL, prof_dump(&(struct prof_dump_to){ .write = write, .ctx = ctx, .system = system }) ? "jx: dumped" : "jx: no dump");
}
