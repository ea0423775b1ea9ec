/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * check.c: what is wrong with a port, as far as the target itself can find it out: each defect in one line, with what
 * to do.
 */
#include "probes/probe.h"

#include "calibrate.h"
#include "probes/bursts.h"
#include "probes/sites.h"
#include "probes/timing.h"
#include "probes/turns.h"
#include "state.h"

#define READINGS 10000 /* of a clock that may count in megahertz */

/* The image's build-id note, and what it may have: PORTING.md, "Send the dump". */
extern const uint8_t __build_id_start[] __attribute__((weak)), __build_id_end[] __attribute__((weak));

struct check {
  void (*say)(void *ctx, const char *line);
  void *ctx;
  unsigned count;
};

static void complain(struct check *c, const char *line)
{
  c->count++;
  c->say(c->ctx, line);
}

static void check_clock(struct check *c)
{
  uint64_t first = prof_port_tsc(), last = first;
  bool back = false;
  for (int i = 0; i < READINGS; i++) {
    const uint64_t now = prof_port_tsc();
    back |= (int64_t)(now - last) < 0;
    last = now;
  }
  if (back)
    complain(c, "prof_port_tsc() goes back: return 64 bits of one counter, which nothing writes to");
  if (last == first)
    complain(c, "prof_port_tsc() stands still: switch the counter on at boot (aarch64: prof_arch_cycle_start(); riscv64: "
                "mcountinhibit is 0, and mcounteren lets supervisor mode read `cycle`)");
  if (!prof_state.config.tsc_hz)
    complain(c, "the clock's rate is 0: set config.tsc_hz before prof_init()");
}

static void check_atomics(struct check *c)
{
  uint64_t value = 41;
  if (prof_port_take(&value) != 41 || value != 42)
    complain(c, "prof_port_take() is wrong: it returns what *counter was, and adds 1");
  prof_port_add(&value, 8);
  if (value != 50)
    complain(c, "prof_port_add() is wrong: it adds `value` to *to");
}

static void check_thread(struct check *c)
{
  static struct prof_thread other;
  unsigned long irq = prof_port_irq_save();
  struct prof_thread *self = prof_port_thread();
  prof_port_set_thread(&other);
  const bool set = prof_port_thread() == &other;
  prof_port_set_thread(self);
  prof_port_irq_restore(irq);
  if (!self)
    complain(c, "prof_port_thread() is NULL: let it begin with a zeroed struct prof_thread");
  if (!set)
    complain(c, "prof_port_thread() does not return what prof_port_set_thread() got: both are of one variable or register");
  if (self && !self->id)
    complain(c, "the running thread is not known: prof_thread_add(prof_port_thread(), \"boot\", 0) before this");
}

/* Bounds that are both 0 say that they are not known. */
static void check_stack(struct check *c)
{
  const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  uintptr_t low, high;
  prof_port_stack(prof_port_thread(), &low, &high);
  if ((low || high) && (here < low || here >= high))
    complain(c, "prof_port_stack() is wrong for the running thread: its stack pointer lies outside of [*low, *high)");
}

/* `frame` is prof_check()'s own. Its caller's lies above it on the stack, and has a return address. */
static void check_frames(struct check *c, uintptr_t frame)
{
  const uintptr_t caller = *(const uintptr_t *)(frame + (uintptr_t)PROF_ARCH_FRAME_CALLER);
  const uintptr_t slot = caller + (uintptr_t)PROF_ARCH_FRAME_RETURN;
  uintptr_t low, high;
  prof_port_stack(prof_port_thread(), &low, &high);
  if (high && (caller <= frame || caller > high || slot % sizeof(uintptr_t) || high - slot < sizeof(uintptr_t) ||
               *(const uintptr_t *)slot == 0))
    complain(c, "the caller of prof_check() has no frame pointer, and samples will have no callers: compile the kernel with "
                "-fno-omit-frame-pointer");
}

static void check_calibration(struct check *c)
{
  if (!(prof_state.config.modes & WIRE_MODE_TIMING))
    return;
  if (!prof_calibration.rounds)
    complain(c, "nothing is calibrated: prof_calibrate() after prof_thread_add() for the running thread");
  else if (prof_costs.inner <= 0)
    complain(c, "the calibration's functions have no probes: compile calib_subject.c (of the kit: jxprof.c with "
                "-DJXPROF_SUBJECT) with the options for probes");
}

static void check_processors(struct check *c)
{
  if (prof_state.processors_beyond)
    complain(c, "config.processors is more than this build has room for, and records of the others are dropped and "
                "counted: compile all that includes prof.h (jxprof.h) with -DPROF_PORT_CPUS= as many");
}

static void check_trees(struct check *c)
{
  if (prof_state.config.sum_exited && !prof_timing_sums_exited(&prof_state.config))
    complain(c, "config.sum_exited means nothing with WIRE_MODE_CALLS, config.turns, or timing in config.stream: each "
                "thread keeps its call tree; take one of the two out");
}

static void check_bursts(struct check *c)
{
  if (prof_state.config.bursts && !prof_bursts_planned())
    complain(c, "config.bursts means nothing with several processors, with WIRE_MODE_CALLS, without WIRE_MODE_TIMING, "
                "and anywhere but on x86-64 with PROF_PORT_PATCH: all calls are timed; take one of the two out");
}

static void check_moments(struct check *c)
{
#ifndef PROF_PORT_MOMENTS
  if (prof_state.config.modes & WIRE_MODE_MOMENTS)
    complain(c, "config.modes has WIRE_MODE_MOMENTS, and the port does not say where threads stand: define "
                "PROF_PORT_MOMENTS in prof_port.h and write prof_port_stands(), or take the mode out");
#else
  (void)c;
#endif
}

static void check_image(struct check *c)
{
  if (__build_id_end - __build_id_start < 16)
    complain(c, "the image has no build-id that the dump could name: link with --build-id, and add the lines of jxprof.ld "
                "to the linker script");
}

#ifdef PROF_PORT_PATCH
/* What probes call, directly or by what the compiler makes of them, must have none. */
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);

static void check_untimed(struct check *c, const void *function, const char *line)
{
  if (prof_site_before((uintptr_t)function) == (uintptr_t)function)
    complain(c, line);
}

static void check_port(struct check *c)
{
  uint32_t timed;
  check_untimed(c, (const void *)prof_port_memory, "prof_port_memory() has probes: write PROF_UNTIMED before it");
  check_untimed(c, (const void *)prof_port_stack, "prof_port_stack() has probes: write PROF_UNTIMED before it");
  check_untimed(c, (const void *)memcpy, "memcpy() has probes, and probes may call it: compile it without the options");
  check_untimed(c, (const void *)memset, "memset() has probes, and probes may call it: compile it without the options");
  if (!prof_sites_count(&timed))
    complain(c, "no function has probes: compile the kernel with the options for probes, and let the linker script keep "
                "their section (jxprof.ld)");
  else if (!timed && prof_state.config.modes & WIRE_MODE_TIMING)
    complain(c, "all probes are off: prof_probes_on() or prof_timed(\"*\", true) before prof_calibrate()");
  if (prof_sites_entered() && prof_state.config.modes & WIRE_MODE_TIMING && !prof_bursts_planned())
    complain(c, "functions of -fpatchable-function-entry are counted in bursts, and never timed: set config.bursts, or "
                "compile them with the options for probes of calls");
}
#else
static void check_port(struct check *c)
{
  (void)c;
}
#endif

#define NUMBER_BYTES 21 /* 2^64 - 1 in decimal, terminated */

/* Writes a number in decimal, terminated, into the end of `text`. Returns where it begins. */
static char *write_number(char text[NUMBER_BYTES], uint64_t number)
{
  char *p = text + NUMBER_BYTES - 1;
  *p = '\0';
  do
    *--p = (char)('0' + number % 10);
  while (number /= 10);
  return p;
}

/* Says how many bytes prof_init() has not got. The line is put together without the kernel's functions. */
static void complain_of_memory(struct check *c, size_t bytes)
{
  char line[224], number[NUMBER_BYTES];
  const char *const parts[] = {
    "prof_init() returned false: prof_port_memory() did not give ", write_number(number, bytes),
    " bytes; let it give as many, or take smaller numbers in config (config.nodes, config.paths, config.events, ...)" };
  size_t n = 0;
  for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
    for (const char *p = parts[i]; *p && n < sizeof(line) - 1; p++)
      line[n++] = *p;
  line[n] = '\0';
  complain(c, line);
}

unsigned prof_check(void (*say)(void *ctx, const char *line), void *ctx)
{
  struct check c = { say, ctx, 0 };
  if (!prof_state.ready) {
    if (prof_state.refused_bytes)
      complain_of_memory(&c, prof_state.refused_bytes);
    else
      complain(&c, "prof_init() was not called: it takes prof_memory() bytes of prof_port_memory()");
    return c.count;
  }
  check_clock(&c);
  check_atomics(&c);
  check_thread(&c);
  check_stack(&c);
  check_frames(&c, (uintptr_t)__builtin_frame_address(0));
  check_calibration(&c);
  check_port(&c);
  check_processors(&c);
  check_trees(&c);
  check_bursts(&c);
  check_moments(&c);
  check_image(&c);
  return c.count;
}
