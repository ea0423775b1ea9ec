/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * kernel.c: a small kernel that has the profiler of the kit, as a kernel of a new user would: threads on HARTS processors,
 * which the timer takes from each other, and which any processor goes on with. What a thread does never depends on when
 * and where it runs. In the end the profile leaves by all ways that need no second line: the console's serial line,
 * memory, semihosting, and by a console of virtio.
 */
#include "jxprof.h"
#include "machine.h"
#include "load.h"

#define WORKERS     (HARTS > 1 ? 6 : 3)
#define THREADS     (HARTS + WORKERS + 1)
#define STACK_BYTES 16384
#define DUMP_BYTES  131072
#define CLOCK_ROUNDS 200
#define TICK_CYCLES 200000 /* at one instruction a nanosecond 5 kHz */
#define MOMENTS     20
#define TURNS       9      /* that the moments' thread leaves to the others from one moment to the next */

enum state { READY, RUNNING, DONE };

struct thread {
  struct prof_thread prof;
  uintptr_t place;       /* machine_switch()'s, while the thread does not run */
  const struct prof_place *interrupted; /* where the timer took the processor from it; NULL: it gave it away */
  void (*work)(void);
  enum state state;
  uint8_t stack[STACK_BYTES] __attribute__((aligned(16)));
};

/* What a processor has of its own. */
struct hart {
  struct thread *self;
  struct prof_thread timer, soft;
  struct prof_place parked_at; /* while it stands still */
};

static struct thread threads[THREADS]; /* the first HARTS boot, and idle, each on its hart */
static struct hart harts[HARTS];
static uint32_t locked;                /* `threads`, by the hart that changes them: from before a switch to behind it */
static uint32_t hart_event;
static bool started;                   /* the others may work */
static uint32_t parking, parked;       /* whether others are to stand still; how many do */
static bool late;                      /* what the software's interrupt calibrates */

#if PROF_PORT_CPUS == 1
struct prof_thread *prof_current = &threads[0].prof;
#else
struct prof_thread *prof_current[PROF_PORT_CPUS]; /* begin_hart() sets it */
#endif

extern uint8_t boot_stack_top[], __memory[];

/* Returns what this hart has of its own. Interrupts off. */
PROF_UNTIMED static struct hart *this_hart(void)
{
  return &harts[machine_hart()];
}

/* ---- the port ---- */

PROF_UNTIMED void *prof_port_memory(size_t bytes)
{
  static uint8_t *next = __memory;
  void *memory = next;
  next += (bytes + 63) & ~(size_t)63;
  return memory;
}

/* Returns the thread of which `t` is, or which it has interrupted. */
PROF_UNTIMED static const struct thread *thread_of(const struct prof_thread *t)
{
  for (unsigned i = 0; i < HARTS; i++)
    if (t == &harts[i].timer || t == &harts[i].soft)
      return harts[i].self;
  return (const struct thread *)(const void *)t;
}

PROF_UNTIMED void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  const struct thread *of = thread_of(t);
  const bool boots = of < &threads[HARTS];
  const uintptr_t boot_top = (uintptr_t)boot_stack_top - (uintptr_t)(of - threads) * STACK_BYTES;
  *low = boots ? boot_top - STACK_BYTES : (uintptr_t)of->stack;
  *high = boots ? boot_top : (uintptr_t)of->stack + STACK_BYTES;
}

/* While all harts but the caller's stand still. */
PROF_UNTIMED bool prof_port_stands(const struct prof_thread *t, struct prof_stance *s)
{
  const struct thread *of = thread_of(t);
  const bool runs = of->state == RUNNING;
  if (of->state == DONE)
    return false;
  s->state = runs ? WIRE_STATE_RUNNING : WIRE_STATE_READY;
  if (s->known && !runs)
    return true;
  s->placed = true;
  if (of->interrupted)
    s->place = *of->interrupted;
  else if (!runs)
    machine_resumes(of->place, &s->place);
  for (unsigned i = 0; i < HARTS; i++)
    if (runs && harts[i].self == of)
      s->place = harts[i].parked_at;
  return true;
}

/* ---- threads ---- */

PROF_UNTIMED static void lock_threads(void)
{
  while (__atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE))
    machine_give_turn();
}

PROF_UNTIMED static void unlock_threads(void)
{
  __atomic_store_n(&locked, 0, __ATOMIC_RELEASE);
}

/* Returns the thread behind `from` that hart `h` may go on with; `from` itself where there is none. */
PROF_UNTIMED static struct thread *find_next(const struct hart *h, struct thread *from)
{
  struct thread *to = from;
  do
    to = to == &threads[THREADS - 1] ? &threads[0] : to + 1;
  while (to != from && (to->state != READY || (to < &threads[HARTS] && to != &threads[h - harts])));
  return to;
}

/* Passes the processor to the next thread that has work. When this returns, the thread runs on, perhaps on another hart.
 * Interrupts off. */
PROF_UNTIMED static void pass_on(enum wire_why why)
{
  lock_threads();
  struct hart *h = this_hart();
  struct thread *from = h->self, *to = find_next(h, from);
  if (to != from) {
    if (from->state == RUNNING)
      from->state = READY;
    to->state = RUNNING;
    h->self = to;
    prof_switch(&to->prof, why);
    machine_switch(&from->place, to->place);
  }
  unlock_threads();
}

void work_yield(void)
{
  unsigned long irq = prof_port_irq_save();
  pass_on(WIRE_WHY_YIELDED);
  prof_port_irq_restore(irq);
}

PROF_UNTIMED static void begin_thread(void)
{
  struct thread *self = this_hart()->self;
  unlock_threads();
  machine_irq_on();
  self->work();
  (void)prof_port_irq_save();
  prof_thread_exit(&self->prof);
  __atomic_store_n(&self->state, DONE, __ATOMIC_RELEASE);
  pass_on(WIRE_WHY_EXITED);
}

PROF_UNTIMED static void add_thread(struct thread *t, const char *name, uint32_t flags, void (*work)(void))
{
  t->work = work;
  t->place = machine_thread((uintptr_t)t->stack + STACK_BYTES, begin_thread);
  prof_thread_add(&t->prof, name, flags);
}

/* ---- interrupts ---- */

__attribute__((noinline)) static void handle_tick(void)
{
  machine_timer(TICK_CYCLES);
}

PROF_UNTIMED void kernel_timer(uint64_t begun, const struct prof_place *place)
{
  struct hart *h = this_hart();
  struct prof_thread *interrupted = prof_irq_enter(&h->timer, begun);
  prof_tick();
  prof_sample_at(interrupted, place);
  handle_tick();
  const uint64_t at = prof_irq_exit(interrupted);
  prof_irq_preempts(interrupted, place->ip);
  struct thread *self = h->self;
  self->interrupted = place;
  pass_on(WIRE_WHY_PREEMPTED);
  self->interrupted = NULL;
  prof_irq_late(&this_hart()->timer, at);
}

PROF_UNTIMED void kernel_soft(uint64_t begun, const struct prof_place *place)
{
  struct hart *h = this_hart();
  struct prof_thread *interrupted = prof_irq_enter(&h->soft, begun);
  const uint64_t at = prof_irq_exit(interrupted);
  if (late) {
    prof_irq_preempts(interrupted, place->ip);
    prof_irq_late(&h->soft, at);
  }
}

/* Another hart has called this one, to park it. */
PROF_UNTIMED void kernel_called(uint64_t begun, const struct prof_place *place)
{
  (void)begun;
  if (!__atomic_load_n(&parking, __ATOMIC_ACQUIRE))
    return;
  this_hart()->parked_at = *place;
  machine_timer(UINT32_MAX);
  __atomic_fetch_add(&parked, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&parking, __ATOMIC_ACQUIRE))
    machine_wait();
  __atomic_fetch_sub(&parked, 1, __ATOMIC_SEQ_CST);
  machine_timer(TICK_CYCLES);
}

/* Calls all other harts, which may wait for that, and waits until `count` of them stand still. */
PROF_UNTIMED static void call_harts(uint32_t count)
{
  for (unsigned i = 0; i < HARTS; i++)
    if (i != machine_hart())
      machine_call(i);
  while (__atomic_load_n(&parked, __ATOMIC_SEQ_CST) != count)
    machine_give_turn();
}

/* Lets all other harts stand still, interrupts off, and go on. */
PROF_UNTIMED static void park_others(void)
{
  __atomic_store_n(&parking, 1, __ATOMIC_SEQ_CST);
  call_harts(HARTS - 1);
}

PROF_UNTIMED static void unpark_others(void)
{
  __atomic_store_n(&parking, 0, __ATOMIC_SEQ_CST);
  call_harts(0);
}

/* What the moments' thread does: it is the profiler's, and is not timed. */
PROF_UNTIMED static void take_moments(void)
{
  for (int i = 0; i < MOMENTS; i++) {
    const unsigned long irq = prof_port_irq_save();
    const uint64_t begun = prof_moment_clock();
    park_others();
    const uint64_t stopped = prof_moment_clock();
    prof_moment_take(WIRE_MOMENT_WHY_INTERVAL, stopped, HARTS > 1 ? stopped - begun : 0);
    unpark_others();
    for (int turn = 0; turn < TURNS; turn++)
      pass_on(WIRE_WHY_YIELDED);
    prof_port_irq_restore(irq);
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

PROF_UNTIMED static void add_threads(void)
{
  static const struct { const char *name; void (*work)(void); } work[] = {
    { "small", work_small }, { "large", work_large }, { "events", work_events },
    { "large 2", work_large }, { "small 2", work_small }, { "large 3", work_large },
  };
  for (unsigned i = 0; i < WORKERS; i++)
    add_thread(&threads[HARTS + i], work[i].name, 0, work[i].work);
  add_thread(&threads[HARTS + WORKERS], "moments", WIRE_THREAD_PROFILER, take_moments);
  for (unsigned i = 1; i < HARTS; i++) {
    prof_thread_add(&threads[i].prof, "idle", WIRE_THREAD_IDLE);
    prof_thread_add(&harts[i].timer, "IRQtimer", WIRE_THREAD_IRQ);
  }
}

PROF_UNTIMED static void begin_profile(void)
{
  struct prof_config config = PROF_CONFIG_DEFAULT;
  config.tsc_hz = 1000000000; /* of QEMU with -icount shift=0 */
  config.tick_hz = 1000000000 / TICK_CYCLES;
  config.nodes = config.events = config.samples = config.sched = 4096;
  config.addresses = 65536;
  config.modes |= WIRE_MODE_MOMENTS;
  config.moments = 64;
  config.stances = config.paths = 1024;
  config.processors = HARTS;
  if (!prof_init(&config)) {
    say("no memory for the profile\n");
    machine_off();
  }
  prof_thread_add(&threads[0].prof, "boot", 0);
  prof_thread_add(&harts[0].timer, "IRQtimer", WIRE_THREAD_IRQ);
  prof_thread_add(&harts[0].soft, "IRQsoft", WIRE_THREAD_IRQ);
  prof_probes_on();
  prof_calibrate();
  calibrate_interrupts();
  prof_check(say_defect, NULL);
  add_threads();
}

/* ---- the harts ---- */

PROF_UNTIMED static bool is_busy(void)
{
  for (int i = HARTS; i < THREADS; i++)
    if (__atomic_load_n(&threads[i].state, __ATOMIC_ACQUIRE) != DONE)
      return true;
  return false;
}

/* The first that a hart does, before it calls what has probes. */
PROF_UNTIMED static void begin_hart(void)
{
  const unsigned hart = machine_hart();
  harts[hart].self = &threads[hart];
  threads[hart].state = RUNNING;
  prof_port_set_thread(&threads[hart].prof);
  machine_start();
}

#if HARTS > 1
static struct prof_handshake handshakes[HARTS];

PROF_UNTIMED static uint64_t read_clock(void)
{
  return prof_port_tsc();
}

/* Finds out how far the clocks of the others are from this one's. */
PROF_UNTIMED static void measure_clocks(void)
{
  for (unsigned i = 1; i < HARTS && !machine_has_one_clock(); i++) {
    const struct prof_offset o = prof_offset_measure(&handshakes[i], read_clock, CLOCK_ROUNDS);
    prof_processor_clock(i, o.cycles, o.error);
    if (!o.steady)
      say("ports: the clocks differ in rate\n");
  }
}

PROF_UNTIMED static void answer_clock(void)
{
  if (!machine_has_one_clock())
    prof_offset_answer(&handshakes[machine_hart()], read_clock);
}
#else
PROF_UNTIMED static void measure_clocks(void) { }
PROF_UNTIMED static void answer_clock(void) { }
#endif

/* Lets this hart work, and returns when all work is done. */
PROF_UNTIMED static void work_along(void)
{
  if (HARTS > 1)
    prof_event_log(hart_event, machine_hart());
  machine_timer(TICK_CYCLES);
  machine_irq_on();
  while (is_busy()) {
    work_yield();
    if (HARTS > 1)
      machine_wait();
  }
}

PROF_UNTIMED void kernel_enter(void)
{
  begin_hart();
  answer_clock();
  while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE))
    machine_give_turn();
  work_along();
  for (;;)
    machine_wait();
}

PROF_UNTIMED void kernel_main(void)
{
  begin_hart();
  begin_profile();
  say("ports: begins\n");
  machine_start_others();
  measure_clocks();
  hart_event = prof_event_register("a hart begins");
  prof_start();
  __atomic_store_n(&started, true, __ATOMIC_RELEASE);
  call_harts(0);
  work_along();
  (void)prof_port_irq_save();
  park_others();
  prof_stop();
  say(work_right() ? "ports: right\n" : "ports: wrong\n");
  dump();
  say("ports: ends\n");
  machine_off();
}
