/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * panic.c: see panic.h.
 */
#include "panic.h"

#include <stdbool.h>

#include "cpu.h"
#include "lib/format.h"
#include "irq.h"
#include "machine.h"
#include "nmi.h"
#include "smp.h"
#include "core/spin.h"
#include "core/print.h"
#include "core/sched.h"

#define FAULTS_MOST  (PANIC_ACT_CALLS + 2)   /* the first one, one for each further call of an act, and one more */

static void (*begin_acts[PANIC_ACTS])(void);
static void (*end_acts[PANIC_ACTS])(const char *reason);
static unsigned begin_count, end_count;

bool spin_broken;

static unsigned depth;
static const struct prof_thread *context;   /* who ran, as the profiler sees it */
static struct prof_thread unprofiled;       /* zeroed: no probe does anything on its behalf */
static char reason[200];                    /* longer ones are cut: two lines of a terminal say enough */

void panic_on_begin(void (*act)(void))
{
  if (begin_count == PANIC_ACTS)
    panic("panic_on_begin: there are %u functions already", begin_count);
  begin_acts[begin_count] = act;
  begin_count++;
}

void panic_on_end(void (*act)(const char *reason))
{
  if (end_count == PANIC_ACTS)
    panic("panic_on_end: there are %u functions already", end_count);
  end_acts[end_count] = act;
  end_count++;
}

void fatal_begin(void)
{
  cpu_irq_off();
  nmi_stop();
  smp_stop(); /* of processors that go down at once, the first one comes back from it */
  if (depth++ == 0) {
    spin_broken = true;
    context = processor_self()->context;
    prof_crash(&unprofiled);
    for (unsigned i = 0; i < begin_count; i++)
      begin_acts[i]();
    print_break();
  } else if (depth <= FAULTS_MOST) {
    kprintf("\npanic: another fault while reporting the first\n");
    fatal_end();
  } else {
    cpu_halt();
  }
}

/* Prints where the other processors stood. */
static void report_processors(void)
{
  for (uint32_t i = 0; i < processor_count; i++) {
    const struct thread *t = processors[i].current;
    const struct trap_frame *f = smp_stopped_frame(i);
    if (&processors[i] == processor_self() || !thread_is_sound(t))
      continue;
    kprintf("processor %u: %s (id %u)", i, t->name, thread_number(t));
    if (f)
      kprintf(" at %p\n", (void *)f->rip);
    else
      kprintf(" did not stop\n");
  }
}

_Noreturn void fatal_end(void)
{
  if (depth == 1)
    report_processors();
  for (unsigned i = 0; i < end_count; i++)
    end_acts[i](reason);
  machine_exit(false);
}

void fatal_reason(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  kvsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  kprintf("\n%s\n", reason);
}

const struct thread *fatal_culprit(void)
{
  return thread_is_sound(thread_self()) ? thread_self() : &sched_boot_thread;
}

void fatal_thread(void)
{
  const struct thread *t = fatal_culprit();
  int line = irq_line_of(context);
  if (t != thread_self()) {
    kprintf("thread: not known, its structure at %p was written over\n", (void *)thread_self());
    return;
  }
  kprintf("thread: %s (id %u)", t->name, thread_number(t));
  if (line >= 0)
    kprintf(", in the handler of interrupt line %d", line);
  if (processor_count > 1)
    kprintf(", on processor %u", processor_self()->number);
  kprintf("\n");
}

const struct prof_thread *fatal_registers_of(void)
{
  return fatal_culprit() == thread_self() ? &thread_self()->prof : &unprofiled;
}

void fatal_register(uint32_t number, uint64_t value)
{
  prof_crash_register(fatal_registers_of(), number, value);
}

_Noreturn void panic(const char *format, ...)
{
  char message[sizeof reason];
  va_list args;
  fatal_begin();
  va_start(args, format);
  kvsnprintf(message, sizeof message, format, args);
  va_end(args);
  fatal_reason("panic: %s", message);
  fatal_thread();
  fatal_caller(__builtin_frame_address(0));
  fatal_end();
}
