/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * port_kernel.c: the Java runtime on this kernel; see port.h. blocks_kernel.c has the heap's memory.
 *
 * A Java thread is a kernel thread, preempted like any other, in the middle of Java code too. A thread inside
 * port_lock() keeps its processor (thread_hold()): interrupts stay on, so that ticks are kept, but no other thread runs
 * there, and port_stop(), which is thread_stop_others(), waits until the thread is outside again. On one processor that
 * is all; on several the thread has the lock's word besides, for which others wait busily, on processors that they keep.
 * So a thread that is inside the lock never waits for a thread that has been stopped.
 * What a thread that does not run has in registers lies on its stack above its saved stack pointer: context_switch()
 * and, when an interrupt took the processor away, vectors.S and trap.c put it there.
 *
 * While a Java thread runs, GS points to its struct port_thread, whose first member is what emitted code knows of it.
 */
#include "runtime/core/port.h"

#include "cpu.h"
#include "core/heap.h"
#include "contract/jx.h"
#include "port_kernel.h"
#include "core/print.h"
#include "core/run.h"
#include "lib/format.h"
#include "prof.h"
#include "runtime/core/rt.h"
#include "smp.h"
#include "stamps.h"
#include "core/sched.h"
#include "lib/string.h"
#include "core/thread.h"
#include "tsc.h"

#define NS_PER_S        1000000000
#define SCALE_SHIFT     30             /* of the factors below: after a day they are a tenth of a millisecond off */
#define WAIT_MOST_S     86400          /* port_wait() may return early; so a wait's end is never past the counter's */

struct port_thread {
  struct jx_thread jx;                 /* JX_THREAD */
  struct port_thread *self;            /* for finding all of this through GS */
  void *data;
  struct thread *thread;
  void (*entry)(void *arg);
  void *arg;
  struct stamps_stack stamps;          /* in an image for exact lives */
};

#define SELF ((__seg_gs struct port_thread *)0)

static const struct workload_input *program_input;
static size_t input_at;
static uint32_t stack_bytes;
static uint64_t ns_in_cycle, cycles_in_ns;   /* times 1 << SCALE_SHIFT; no division, which takes longest */

static struct mutex console = MUTEX("console");
static struct print_line line;         /* of both channels: one console; under `console` */

static const struct prof_thread *thread_in_monitor(const struct jx_object *object)
{
  const struct rt_thread *owner = rt_monitor_owner(object);
  return owner && owner->port ? &owner->port->thread->prof : NULL;
}

/* Says what a Java thread waits for. No thread runs, and none is inside the lock. */
static void describe_wait(const void *local, struct prof_stance *s)
{
  static const uint8_t waits[] = { [RT_RUNNING] = WIRE_WAIT_WAKEUP, [RT_ENTERING] = WIRE_WAIT_MONITOR,
                                   [RT_WAITING] = WIRE_WAIT_NOTIFY, [RT_SLEEPING] = WIRE_WAIT_SLEEP,
                                   [RT_PARKED] = WIRE_WAIT_PARK };
  const struct rt_thread *t = ((const struct port_thread *)local)->data;
  if (!t || t->waiting == RT_RUNNING || s->wait != WIRE_WAIT_WAKEUP)
    return;
  s->wait = waits[t->waiting];
  s->on = (uintptr_t)t->blocker;
  s->name = t->blocker ? rt_monitor_name(t->blocker) : NULL;
  s->owner = t->waiting == RT_ENTERING ? thread_in_monitor(t->blocker) : NULL;
  s->steady = t->waiting != RT_ENTERING;
  if (t->waiting == RT_SLEEPING)
    s->on = ((const struct port_thread *)local)->thread->wake_tsc;
}

void port_kernel_init(const struct workload_input *input, uint32_t thread_stack_bytes)
{
  program_input = input;
  ns_in_cycle = ((uint64_t)NS_PER_S << SCALE_SHIFT) / tsc_hz();
  cycles_in_ns = (tsc_hz() << SCALE_SHIFT) / NS_PER_S;
  stack_bytes = thread_stack_bytes;
  sched_describe_local = describe_wait;
}

/* ---- exclusion; not timed: every piece of memory that is allocated takes some of it ---- */

_Static_assert(PROCESSORS_MOST <= PORT_PROCESSORS_MOST, "port_processor() says");

PROF_UNTIMED void port_hold(void)
{
  thread_hold();
}

PROF_UNTIMED void port_release(void)
{
  thread_release();
}

PROF_UNTIMED uint32_t port_processor(void)
{
  return processor_self()->number;
}

/* Of the processor inside the lock: its number and 1; 0: none is. The holder alone counts how often it has entered. */
static struct { uint32_t processor, depth; } __attribute__((aligned(64))) lock;

/* While the thread keeps its processor. */
PROF_UNTIMED static void take_lock(void)
{
  const uint32_t self = processor_self()->number + 1;
  if (__atomic_load_n(&lock.processor, __ATOMIC_RELAXED) != self)
    for (uint32_t none = 0; !__atomic_compare_exchange_n(&lock.processor, &none, self, false, __ATOMIC_ACQUIRE,
                                                         __ATOMIC_RELAXED); none = 0)
      while (__atomic_load_n(&lock.processor, __ATOMIC_RELAXED))
        cpu_pause();
  lock.depth++;
}

PROF_UNTIMED void port_lock(void)
{
  thread_hold();
  if (processor_count > 1)
    take_lock();
}

PROF_UNTIMED void port_unlock(void)
{
  if (processor_count > 1 && --lock.depth == 0)
    __atomic_store_n(&lock.processor, 0, __ATOMIC_RELEASE);
  thread_release();
}

void port_stop(void)
{
  thread_stop_others();
}

void port_go(void)
{
  thread_let_go();
}

uint32_t port_processors(void)
{
  return processor_count;
}

PROF_UNTIMED void port_pause(void)
{
  cpu_pause();
}

PROF_UNTIMED void port_relax(unsigned *looks)
{
  cpu_relax(looks);
}

/* ---- help ---- */

static struct thread *helper_threads[PORT_PROCESSORS_MOST];
static uint32_t helper_count;
static void (*helper_work)(uint32_t number);

/* Timed: what a helper does is no other thread's time. */
static void help_collector(uint32_t number)
{
  helper_work(number);
}

PROF_UNTIMED static void run_helper(void *number)
{
  for (;;) {
    thread_block();
    help_collector((uint32_t)(uintptr_t)number);
  }
}

uint32_t port_helpers(void (*work)(uint32_t number))
{
  char name[THREAD_NAME_BYTES];
  helper_work = work;
  while (helper_count + 1 < processor_count) {
    const uint32_t number = helper_count + 1;
    ksnprintf(name, sizeof name, "Collector/%u", number);
    helper_threads[number] = thread_create_helper(name, run_helper, (void *)(uintptr_t)number);
    if (!helper_threads[number])
      break;
    helper_count = number;
  }
  return helper_count;
}

void port_call_helper(uint32_t number)
{
  thread_call_helper(helper_threads[number]);
}

void port_await_helpers(void)
{
  thread_await_helpers();
}

/* ---- threads ---- */

/* For a thread with a stack of so many bytes. NULL: memory is out. */
static struct port_thread *new_thread(size_t bytes)
{
  struct port_thread *t = heap_alloc(sizeof *t);
  if (!t)
    return NULL;
  memset(t, 0, sizeof *t);
  t->self = t;
  if (jx_has_stamps() && !stamps_take_room(&t->stamps, bytes)) {
    heap_free(t);
    return NULL;
  }
  return t;
}

static void become(struct port_thread *t)
{
  t->thread = thread_self();
  if (jx_has_stamps())
    stamps_begin(&t->stamps, t->thread, &t->jx);
  thread_set_local(t);
}

static void free_thread(struct port_thread *t)
{
  stamps_give_room(&t->stamps);
  heap_free(t);
}

struct port_thread *port_thread_adopt(void)
{
  if (!thread_self()->local) {
    const struct stack stack = thread_self()->stack;
    struct port_thread *t = new_thread(stack.high - stack.low);
    if (!t)
      return NULL;
    become(t);
  }
  return SELF->self;
}

/* Not timed, so that a call tree begins with the runtime's own entry. */
PROF_UNTIMED static void run(void *arg)
{
  struct port_thread *t = arg;
  become(t);
  thread_detach();
  t->entry(t->arg);
  if (jx_has_stamps()) {
    jx_lost(((const struct rt_thread *)t->data)->java); /* the table of threads has kept it */
    stamps_end(&t->stamps);
  }
  free_thread(t);
}

bool port_thread_start(const char *name, void (*entry)(void *arg), void *arg)
{
  struct port_thread *t = new_thread(stack_bytes);
  if (!t)
    return false;
  t->entry = entry;
  t->arg = arg;
  if (thread_create_sized(name, THREAD_NORMAL, stack_bytes, run, t))
    return true;
  free_thread(t);
  return false;
}

PROF_UNTIMED struct jx_thread *port_jx_thread(void)
{
  return &SELF->self->jx;
}

PROF_UNTIMED void port_set_data(void *data)
{
  SELF->data = data;
}

PROF_UNTIMED void *port_data(void)
{
  return SELF->data;
}

struct port_stack port_thread_stack(const struct port_thread *t)
{
  return (struct port_stack){ t->thread->stack.low, t->thread->stack.high };
}

uintptr_t port_thread_saved_sp(const struct port_thread *t)
{
  return t->thread->sp;
}

static uint64_t scaled(uint64_t value, uint64_t scale)
{
  return (uint64_t)((unsigned __int128)value * scale >> SCALE_SHIFT);
}

static uint64_t tsc_of(int64_t ns)
{
  return scaled((uint64_t)ns, cycles_in_ns);
}

/* A wake that comes between the two is remembered by the kernel. */
void port_wait(int64_t deadline_ns)
{
  int64_t most = port_nanos() + (int64_t)WAIT_MOST_S * NS_PER_S;
  port_unlock();
  if (deadline_ns == INT64_MAX)
    thread_block();
  else
    thread_block_until(tsc_of(deadline_ns < most ? deadline_ns : most));
  port_lock();
}

void port_wake(struct port_thread *t)
{
  thread_unblock(t->thread);
}

void port_yield(void)
{
  thread_yield();
}

/* ---- console and time ---- */

/* Both channels go to the one console, in whole lines: bytes stand in the order in which they were written, by any
 * thread, as on a terminal. */
void port_write(int channel, const void *bytes, size_t count)
{
  (void)channel;
  mutex_lock(&console);
  print_to(&line, bytes, count);
  mutex_unlock(&console);
}

void port_kernel_end_output(void)
{
  mutex_lock(&console);
  print_end(&line);
}

size_t port_read(void *bytes, size_t count)
{
  port_lock();
  size_t left = program_input->bytes - input_at;
  if (count > left)
    count = left;
  memcpy(bytes, program_input->data + input_at, count);
  input_at += count;
  port_unlock();
  return count;
}

uint64_t port_input_bytes(void)
{
  return program_input->bytes;
}

size_t port_read_at(uint64_t at, void *bytes, size_t count)
{
  memcpy(bytes, program_input->data + at, count);
  return count;
}

int64_t port_nanos(void)
{
  return (int64_t)scaled(tsc_now(), ns_in_cycle);
}

int64_t port_millis(void)
{
  return port_nanos() / (NS_PER_S / 1000);
}

_Noreturn void port_exit(int status)
{
  run_end(port_kernel_ended(status));
}

/* ---- events ---- */

uint32_t port_event_register(const char *name)
{
  return prof_event_register(name);
}

uint32_t port_timed(const char *pattern, bool on)
{
  smp_park(); /* code is written to */
  const uint32_t functions = prof_timed(pattern, on);
  smp_unpark();
  return functions;
}

/* ---- monitors; not timed, as what takes no time where no thread waits ---- */

_Static_assert(sizeof(struct prof_lock) <= sizeof(struct port_contended) &&
               sizeof(struct prof_lock_wait) <= sizeof(struct port_contention), "port.h has room for the profiler's");

PROF_UNTIMED void port_monitor_waits(struct port_contention *w, struct port_contended *m, const void *object,
                                     const char *name, const void *frame)
{
  struct prof_lock *told = (struct prof_lock *)m;
  told->name = name;
  told->object = object;
  told->flags = WIRE_LOCK_MONITOR;
  prof_lock_waits((struct prof_lock_wait *)w, told, frame);
}

PROF_UNTIMED void port_monitor_got(struct port_contention *w, struct port_contended *m)
{
  prof_lock_got((struct prof_lock_wait *)w, (struct prof_lock *)m);
}

PROF_UNTIMED void port_monitor_left(struct port_contended *m, const void *frame)
{
  struct prof_lock_wait release;
  prof_lock_releases(&release, (struct prof_lock *)m);
  prof_lock_released(&release, (struct prof_lock *)m, frame);
}

/* ---- events ---- */

PROF_UNTIMED void port_event_log(uint32_t event, uint64_t argument)
{
  prof_event_log(event, argument);
}

PROF_UNTIMED bool port_messages_on(void)
{
  return prof_messages_on();
}

PROF_UNTIMED void port_message_log(const struct port_message *m)
{
  prof_message(&(struct prof_message){ m->key, m->local, m->peer, m->program, m->procedure, m->bytes, m->local_port,
                                       m->peer_port, m->layer, m->flags });
}
