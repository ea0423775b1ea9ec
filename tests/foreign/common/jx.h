/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx.h: what the overlays have in common: memory, a profile that begins, a profile that leaves. Included by an overlay's
 * jx.c once, which defines put().
 */
#include "jxprof.h"

static void put(char c); /* prints a character */

static void say(void *ctx, const char *line)
{
  (void)ctx;
  while (*line)
    put(*line++);
  put('\n');
}

#define JX_MEMORY_BYTES (16u << 20)

#if PROF_PORT_CPUS > 1 /* put_processors of overlay.sh */
static struct prof_thread jx_before; /* of processors that have not come to jx_begin(): probes may be on already */
struct prof_thread *prof_current[PROF_PORT_CPUS] = { [0 ... PROF_PORT_CPUS - 1] = &jx_before };
#endif

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

/* Makes a thread known, whose name is that text with a digit behind it. */
static inline void jx_add(struct prof_thread *t, const char *text, unsigned digit)
{
  char name[PROF_NAME_BYTES];
  size_t at = 0;
  for (; text[at] && at < sizeof(name) - 2; at++)
    name[at] = text[at];
  name[at++] = (char)('0' + digit);
  name[at] = 0;
  prof_thread_add(t, name, 0);
}

static inline void jx_prepare(void)
{
  struct prof_config config = PROF_CONFIG_DEFAULT;
  config.tsc_hz = 1000000000; /* of QEMU with -icount shift=0 */
  config.nodes = config.events = config.sched = 16384;
  config.samples = config.addresses = 64;
  config.processors = PROF_PORT_CPUS;
  if (!prof_init(&config)) {
    say(NULL, "jx: no memory for the profile");
    for (;;)
      ;
  }
}

/* Begins the profile on the processor that comes first, with its thread; the others wait until it has. */
static inline void jx_begin(struct prof_thread *t, const char *name, unsigned processor)
{
  static uint32_t came, begun;
  const bool first = !__atomic_exchange_n(&came, 1, __ATOMIC_SEQ_CST);
  prof_port_set_thread(t);
  if (first)
    jx_prepare();
  while (!first && !__atomic_load_n(&begun, __ATOMIC_SEQ_CST))
    ;
  jx_add(t, name, processor);
  if (!first)
    return;
#ifdef PROF_PORT_PATCH
  prof_probes_on();
#endif
  prof_calibrate();
  prof_check(say, NULL);
  jx_say_place();
  prof_start();
  __atomic_store_n(&begun, 1, __ATOMIC_SEQ_CST);
  jx_begun();
}

static inline void jx_finish(const char *system, prof_write_fn *write, void *ctx)
{
  prof_stop();
  say(NULL, prof_dump(&(struct prof_dump_to){ .write = write, .ctx = ctx, .system = system }) ? "jx: dumped" : "jx: no dump");
}
