/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * kernel.c: a small kernel that has the profiler of the kit, as a kernel of a new user would: threads on one processor,
 * which the timer takes from each other. What a thread does never depends on when it runs. In the end the profile leaves
 * by all ways that need no second line: the console's serial line, memory, semihosting.
 */
#include "jxprof.h"
#include "machine.h"
#include "load.h"

#define THREADS     4
#define STACK_BYTES 16384
#define DUMP_BYTES  65536
#define TICK_CYCLES 200000 /* at one instruction a nanosecond 5 kHz */

struct thread {
  struct prof_thread prof;
  uintptr_t place;       /* machine_switch()'s, while the thread does not run */
  void (*work)(void);
  bool done;
  uint8_t stack[STACK_BYTES] __attribute__((aligned(16)));
};

static struct thread threads[THREADS]; /* 0 is the one that boots */
static struct thread *self = &threads[0];
struct prof_thread *prof_current = &threads[0].prof;
static struct prof_thread timer_context, soft_context;
static bool late; /* what the software's interrupt calibrates */

extern uint8_t boot_stack_top[], __memory[];

/* ---- the port ---- */

PROF_UNTIMED void *prof_port_memory(size_t bytes)
{
  static uint8_t *next = __memory;
  void *memory = next;
  next += (bytes + 63) & ~(size_t)63;
  return memory;
}

PROF_UNTIMED void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  const struct thread *of = t == &timer_context || t == &soft_context ? self : (const struct thread *)(const void *)t;
  const bool boots = of == &threads[0];
  *low = boots ? (uintptr_t)boot_stack_top - STACK_BYTES : (uintptr_t)of->stack;
  *high = boots ? (uintptr_t)boot_stack_top : (uintptr_t)of->stack + STACK_BYTES;
}

/* ---- threads ---- */

/* Passes the processor to the next thread that has work. Interrupts off. */
PROF_UNTIMED static void pass_on(enum wire_why why)
{
  struct thread *from = self, *to = from;
  do
    to = to == &threads[THREADS - 1] ? &threads[0] : to + 1;
  while (to->done && to != from);
  if (to == from)
    return;
  self = to;
  prof_switch(&to->prof, why);
  machine_switch(&from->place, to->place);
}

void work_yield(void)
{
  unsigned long irq = prof_port_irq_save();
  pass_on(WIRE_WHY_YIELDED);
  prof_port_irq_restore(irq);
}

PROF_UNTIMED static void begin_thread(void)
{
  machine_irq_on();
  self->work();
  (void)prof_port_irq_save();
  self->done = true;
  prof_thread_exit(&self->prof);
  pass_on(WIRE_WHY_EXITED);
}

PROF_UNTIMED static void add_thread(struct thread *t, const char *name, void (*work)(void))
{
  t->work = work;
  t->place = machine_thread((uintptr_t)t->stack + STACK_BYTES, begin_thread);
  prof_thread_add(&t->prof, name, 0);
}

/* ---- interrupts ---- */

__attribute__((noinline)) static void handle_tick(void)
{
  machine_timer(TICK_CYCLES);
}

PROF_UNTIMED void kernel_timer(uint64_t begun, const struct prof_place *place)
{
  struct prof_thread *interrupted = prof_irq_enter(&timer_context, begun);
  prof_tick();
  prof_sample_at(interrupted, place);
  handle_tick();
  const uint64_t at = prof_irq_exit(interrupted);
  prof_irq_preempts(interrupted, place->ip);
  pass_on(WIRE_WHY_PREEMPTED);
  prof_irq_late(&timer_context, at);
}

PROF_UNTIMED void kernel_soft(uint64_t begun, const struct prof_place *place)
{
  struct prof_thread *interrupted = prof_irq_enter(&soft_context, begun);
  const uint64_t at = prof_irq_exit(interrupted);
  if (late) {
    prof_irq_preempts(interrupted, place->ip);
    prof_irq_late(&soft_context, at);
  }
}

/* ---- the profile ---- */

PROF_UNTIMED static bool write_line(void *ctx, const void *data, size_t bytes)
{
  const uint8_t *p = data;
  (void)ctx;
  for (size_t i = 0; i < bytes; i++)
    machine_put(p[i]);
  return true;
}

PROF_UNTIMED static void say(const char *text)
{
  while (*text)
    machine_put((uint8_t)*text++);
}

/* One profile, four times: the readers must find the same in it. */
PROF_UNTIMED static void dump(void)
{
  static uint8_t buffer[DUMP_BYTES] __attribute__((aligned(8)));
  static struct prof_memory memory = { .at = buffer, .bytes = sizeof(buffer) };
  struct prof_virtio console = { .device = machine_console() };
  struct prof_dump_to to = { .write = write_line, .run = 7, .system = "a small kernel" };
  if (!prof_dump(&to))
    say("ports: no dump by the line\n");
  to.write = prof_write_memory;
  to.ctx = &memory;
  if (!prof_dump(&to))
    say("ports: no dump in memory\n");
  to.write = prof_write_semihosting;
  if (!prof_dump(&to))
    say("ports: no dump by semihosting\n");
  to.write = prof_write_virtio;
  to.ctx = &console;
  if (!prof_dump(&to))
    say("ports: no dump by virtio\n");
}

PROF_UNTIMED static void calibrate_interrupts(void)
{
  unsigned long irq = prof_port_irq_save();
  prof_calibrate_irq(machine_raise, false);
  late = true;
  prof_calibrate_irq(machine_raise, true);
  prof_port_irq_restore(irq);
}

PROF_UNTIMED static void say_defect(void *ctx, const char *line)
{
  (void)ctx;
  say("ports: check: ");
  say(line);
  say("\n");
}

PROF_UNTIMED static void begin_profile(void)
{
  struct prof_config config = PROF_CONFIG_DEFAULT;
  config.tsc_hz = 1000000000; /* of QEMU with -icount shift=0 */
  config.tick_hz = 1000000000 / TICK_CYCLES;
  config.nodes = config.events = config.samples = config.sched = 4096;
  config.stacks = 65536;
  if (!prof_init(&config)) {
    say("no memory for the profile\n");
    machine_off();
  }
  prof_thread_add(&threads[0].prof, "boot", 0);
  prof_thread_add(&timer_context, "IRQtimer", WIRE_THREAD_IRQ);
  prof_thread_add(&soft_context, "IRQsoft", WIRE_THREAD_IRQ);
  prof_probes_on();
  prof_calibrate();
  calibrate_interrupts();
  prof_check(say_defect, NULL);
  add_thread(&threads[1], "small", work_small);
  add_thread(&threads[2], "large", work_large);
  add_thread(&threads[3], "events", work_events);
  prof_start();
}

PROF_UNTIMED static bool is_busy(void)
{
  for (int i = 1; i < THREADS; i++)
    if (!threads[i].done)
      return true;
  return false;
}

PROF_UNTIMED void kernel_main(void)
{
  machine_start();
  begin_profile();
  say("ports: begins\n");
  machine_timer(TICK_CYCLES);
  machine_irq_on();
  while (is_busy())
    work_yield();
  (void)prof_port_irq_save();
  prof_stop();
  say(work_right() ? "ports: right\n" : "ports: wrong\n");
  dump();
  say("ports: ends\n");
  machine_off();
}
