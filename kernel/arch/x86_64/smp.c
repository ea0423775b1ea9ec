/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * smp.c: see smp.h. Processors are started one after the other: all begin on the same page (start.S) and take what
 * smp_first offers. One that comes late may take the offer that was made to another one, or finds none and halts.
 */
#include "smp.h"

#include <stdbool.h>
#include <stddef.h>

#include "acpi.h"
#include "apic.h"
#include "cpu.h"
#include "irq.h"
#include "nap.h"
#include "nmi.h"
#include "offset.h"
#include "paging.h"
#include "pmu.h"
#include "tables.h"
#include "tsc.h"
#include "core/heap.h"
#include "core/page.h"
#include "core/print.h"
#include "core/sched.h"
#include "core/thread_list.h"
#include "core/timer.h"
#include "crash/panic.h"
#include "lib/format.h"
#include "lib/string.h"

/* The page below 1 MiB on which a processor begins: conventional memory that neither the firmware nor a boot loader
 * needs any more. What lies there is put back. */
#define START_PAGE      8u
#define INIT_WAIT_US    10000    /* SDM volume 3, 9.4.4.1 */
#define START_WAIT_US   200
#define ONLINE_WAIT_US  5000000  /* under an emulator the processor may have to wait for the host's */
#define STOP_WAIT_US    100000
#define CLOCK_ROUNDS    200      /* in which two clocks are compared, at most: the bounds of the narrowest hold */

extern const uint8_t smp_begin[], smp_begin_end[]; /* start.S */

/* With what a processor begins, for start.S. */
struct smp_first {
  uint64_t page_table, stack;
  uint32_t efer;              /* bits that its EFER has besides those of long mode */
  uint32_t offer;             /* this is for the next processor that comes: OFFERED, and TAKEN by one at most */
} smp_first;
enum { WITHDRAWN, OFFERED, TAKEN };
_Static_assert(offsetof(struct smp_first, stack) == 8 && offsetof(struct smp_first, efer) == 16 &&
               offsetof(struct smp_first, offer) == 20 && OFFERED == 1 && TAKEN == 2, "as start.S has it");
_Noreturn void smp_enter(void);

static struct {
  struct processor *processor;
  struct tables *tables;
  struct thread *idle;
  volatile bool online;
  struct prof_offset clock;
  enum { CLOCKS_UNKNOWN, CLOCKS_COMPARED, CLOCKS_SET } clocks; /* COMPARED: `clock` is there for the new processor */
} starting;
static struct prof_handshake clocks[PROCESSORS_MOST];
static bool all_started;   /* until then no other processor takes work, for work may look how many there are */
static enum idle_way idle_way;
static uint32_t processors_wanted;

static const struct trap_frame *volatile stopped[PROCESSORS_MOST];
static const struct processor *volatile stopping;   /* who stops all others; NULL: none does */

static uint64_t flush_wanted;   /* requests to forget translations so far */

/* ---- interrupts between processors ---- */

void smp_wake(const struct processor *p)
{
  apic_send(p->apic, TABLES_IRQ_BASE + IRQ_PROCESSOR);
}

static void forget_here(struct processor *p)
{
  const uint64_t wanted = __atomic_load_n(&flush_wanted, __ATOMIC_SEQ_CST);
  if (p->flushed == wanted)
    return;
  paging_forget_all();
  __atomic_store_n(&p->flushed, wanted, __ATOMIC_RELEASE);
}

static uint64_t parkings;   /* begun, and, where the number is even, ended */
static uint32_t parked;     /* processors that stand still in this one */
static const struct processor *parker;  /* for whom they do */

/* Stands still, interrupts off, until smp_unpark(). What was written to code meanwhile is fetched anew then: CPUID
 * serializes (Intel SDM volume 3, 8.1.3, cross-modifying code). The interrupt may have been sent for another reason,
 * also to the processor that parks the others. */
static PROF_UNTIMED void park_here(void)
{
  const uint64_t mine = __atomic_load_n(&parkings, __ATOMIC_ACQUIRE);
  if (mine % 2 == 0 || parker == processor_self())
    return;
  __atomic_add_fetch(&parked, 1, __ATOMIC_ACQ_REL);
  while (__atomic_load_n(&parkings, __ATOMIC_ACQUIRE) == mine)
    cpu_pause();
  cpu_id(0);
}

void smp_park(void)
{
  thread_stop_others();
  if (processor_count == 1)
    return;
  unsigned long flags = cpu_irq_save();
  parked = 0;
  parker = processor_self();
  __atomic_add_fetch(&parkings, 1, __ATOMIC_ACQ_REL);
  for (uint32_t i = 0; i < processor_count; i++)
    if (&processors[i] != processor_self())
      smp_wake(&processors[i]);
  cpu_irq_restore(flags);
  while (__atomic_load_n(&parked, __ATOMIC_ACQUIRE) < processor_count - 1)
    cpu_pause();
}

void smp_unpark(void)
{
  if (processor_count > 1)
    __atomic_add_fetch(&parkings, 1, __ATOMIC_ACQ_REL);
  thread_let_go();
}

/* What else there is to do follows when the handler has ended: trap_interrupt(). */
static void handle_call(unsigned line, struct prof_thread *interrupted, const struct irq_frame *frame)
{
  (void)line, (void)interrupted, (void)frame;
  forget_here(processor_self());
  park_here();
}

void smp_rest(struct processor *p)
{
  __atomic_store_n(&p->resting, true, __ATOMIC_RELEASE);
}

/* A request that does not see the end of the rest is seen behind it: each writes its own, then reads the other's. */
void smp_end_rest(struct processor *p)
{
  __atomic_store_n(&p->resting, false, __ATOMIC_SEQ_CST);
  forget_here(p);
}

/* Returns whether processor `p` forgets what request `wanted` is about before it uses any such address. */
static bool forgets(const struct processor *p, uint64_t wanted)
{
  return __atomic_load_n(&p->resting, __ATOMIC_SEQ_CST) || __atomic_load_n(&p->flushed, __ATOMIC_ACQUIRE) >= wanted;
}

void smp_forget_pages(void)
{
  if (processor_count == 1)
    return;
  const uint64_t mine = __atomic_add_fetch(&flush_wanted, 1, __ATOMIC_SEQ_CST);
  unsigned long flags = cpu_irq_save();
  forget_here(processor_self());
  for (uint32_t i = 0; i < processor_count; i++)
    if (!forgets(&processors[i], mine))
      smp_wake(&processors[i]);
  cpu_irq_restore(flags);
  for (uint32_t i = 0; i < processor_count; i++)
    for (unsigned looks = 0; !forgets(&processors[i], mine);)
      cpu_relax(&looks);
}

/* ---- the start ---- */

static void wait_us(uint64_t us)
{
  unsigned looks = 0;
  for (uint64_t begun = cpu_tsc(); cpu_tsc() - begun < tsc_from_us(us);)
    cpu_relax(&looks);
}

static uint64_t read_clock(void)
{
  return cpu_tsc();
}

/* Finds out how the clock of a processor stands to the first one's, and says it where they differ: tsc_now() and the
 * profiler take the difference out. Returns when that processor knows it, too. */
static void compare_clocks(uint32_t number)
{
  unsigned looks = 0;
  const struct prof_offset o = prof_offset_measure(&clocks[number], read_clock, CLOCK_ROUNDS);
  if (!o.steady)
    kprintf("processor %u: its time stamp counter does not run as the first one's does; times of threads that go to and "
            "fro are not right\n", number);
  else if (o.cycles)
    kprintf("processor %u: its time stamp counter is %lld cycles off; the profile takes that out, to within %lu\n",
            number, (long long)-o.cycles, o.error);
  processors[number].tsc_offset = (uint64_t)(o.steady ? o.cycles : 0);
  starting.clock = o;
  __atomic_store_n(&starting.clocks, CLOCKS_COMPARED, __ATOMIC_RELEASE);
  while (__atomic_load_n(&starting.clocks, __ATOMIC_ACQUIRE) != CLOCKS_SET)
    cpu_relax(&looks);
}

/* The other end of compare_clocks(), on the processor that starts: its thread's time has begun by the first one's
 * clock. */
static void set_clock(uint32_t number)
{
  unsigned looks = 0;
  prof_offset_answer(&clocks[number], read_clock);
  while (__atomic_load_n(&starting.clocks, __ATOMIC_ACQUIRE) != CLOCKS_COMPARED)
    cpu_relax(&looks);
  prof_processor_clock(number, starting.clock.steady ? starting.clock.cycles : 0, starting.clock.error);
  __atomic_store_n(&starting.clocks, CLOCKS_SET, __ATOMIC_RELEASE);
}

/* Halts until all processors have started: one that looked all the time would take the host's time from those that have
 * yet to start. Interrupts off, before and after. */
static void await_all(void)
{
  while (!__atomic_load_n(&all_started, __ATOMIC_ACQUIRE)) {
    cpu_irq_on_and_wait();
    cpu_irq_off();
  }
}

/* The first C of a processor, on its idle thread's stack. */
_Noreturn void smp_enter(void)
{
  struct processor *p = starting.processor;
  cpu_msr_write(CPU_MSR_FS_BASE, (uintptr_t)p);
  tables_load(starting.tables);
  apic_init_here();
  p->apic = apic_number();
  const char *problem = pmu_join(p->number);
  sched_adopt_idle(p, starting.idle);
  paging_grow_tlb(); /* calls what has probes: the thread is known now */
  p->flushed = flush_wanted;
  timer_start_here(processors_wanted);
  __atomic_store_n(&starting.online, true, __ATOMIC_RELEASE);
  set_clock(p->number);
  await_all();
  if (problem)
    panic("processor %u: %s; leave counters= or smp= out", p->number, problem);
  idle_run(idle_way);
}

/* What a processor that did not start has left over is for the next one. */
static bool prepare(struct processor *p, uint32_t number)
{
  char name[THREAD_NAME_BYTES];
  ksnprintf(name, sizeof name, "Idle/%u", number);
  if (starting.processor != p) {
    p->self = p;
    p->number = number;
    starting.processor = p;
    starting.online = false;
    starting.clocks = CLOCKS_UNKNOWN;
    starting.tables = tables_make();
    starting.idle = thread_create_idle(name);
    irq_profile_processor(number);
    nmi_profile_processor(number);
  }
  if (!starting.tables || !starting.idle)
    return false;
  smp_first = (struct smp_first){ .page_table = paging_root(), .stack = starting.idle->stack.high,
                                  .efer = (uint32_t)cpu_msr_read(CPU_MSR_EFER) & CPU_EFER_NXE };
  __atomic_store_n(&smp_first.offer, OFFERED, __ATOMIC_RELEASE);
  return true;
}

static bool start_processor(uint32_t number, uint32_t apic)
{
  struct processor *p = &processors[number];
  if (!prepare(p, number)) {
    kprintf("processor %u: no memory for its stack and tables\n", number);
    return false;
  }
  apic_send_init(apic);
  wait_us(INIT_WAIT_US);
  apic_send_start(apic, START_PAGE);
  wait_us(START_WAIT_US);
  if (!starting.online)
    apic_send_start(apic, START_PAGE);
  unsigned looks = 0;
  for (uint64_t begun = cpu_tsc(); !starting.online && cpu_tsc() - begun < tsc_from_us(ONLINE_WAIT_US);)
    cpu_relax(&looks);
  uint32_t offer = OFFERED;
  if (__atomic_compare_exchange_n(&smp_first.offer, &offer, WITHDRAWN, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    kprintf("processor %u (local APIC %u) has not started %u s after INIT and SIPI; the run goes on without it: leave "
            "smp= out, or see whether the firmware's settings keep it off\n", number, apic, ONLINE_WAIT_US / 1000000);
    return false;
  }
  while (!starting.online)
    cpu_relax(&looks);
  compare_clocks(number);
  return true;
}

/* Starts processors from the list until `wanted` run. */
static void start_all(const uint32_t *apics, size_t count, uint32_t wanted)
{
  static uint8_t kept[PAGE_BYTES];
  uint8_t *page = (uint8_t *)(uintptr_t)(START_PAGE * PAGE_BYTES);
  memcpy(kept, page, sizeof kept);
  memcpy(page, smp_begin, (size_t)(smp_begin_end - smp_begin));
  for (size_t i = 0; i < count && processor_count < wanted; i++)
    if (apics[i] != processors[0].apic && start_processor(processor_count, apics[i]))
      __atomic_store_n(&processor_count, processor_count + 1, __ATOMIC_RELEASE);
  memcpy(page, kept, sizeof kept);
}

void smp_start(uint32_t wanted, enum idle_way way)
{
  uint32_t apics[PROCESSORS_MOST];
  if (wanted == 1)
    return;
  if (!apic_init()) {
    kprintf("processors: 1, for this machine has no APICs that this kernel knows; smp=%u is not possible\n", wanted);
    return;
  }
  size_t count = acpi_processors(apics, PROCESSORS_MOST);
  idle_way = way;
  processors_wanted = count && count < wanted ? (uint32_t)count : wanted;
  processors[0].apic = apic_number();
  nap_by(apic_send_nmi);
  apic_timer_measure();
  irq_handlers[IRQ_PROCESSOR] = handle_call;
  prof_thread_add(irq_context(0, IRQ_PROCESSOR), "IRQThread16", WIRE_THREAD_IRQ);
  start_all(apics, count < PROCESSORS_MOST ? count : PROCESSORS_MOST, wanted);
  kprintf("processors: %u", processor_count);
  if (!count)
    kprintf(", not smp=%u: the firmware's table of processors (ACPI, MADT) was not found; where a PC boots by UEFI, start the "
            "kernel by GRUB's multiboot2, which says where it is, not by multiboot", wanted);
  else if (count < wanted)
    kprintf(", not smp=%u: the machine's firmware tells of %zu (QEMU: -smp)", wanted, count);
  else if (processor_count < wanted)
    kprintf(", not smp=%u: the others did not start", wanted);
  kprintf("\n");
  __atomic_store_n(&all_started, true, __ATOMIC_RELEASE); /* what threads say stands behind that line */
  for (uint32_t i = 1; i < processor_count; i++)
    smp_wake(&processors[i]);
}

/* ---- the end ---- */

void smp_take_stop(const struct trap_frame *f)
{
  if (!stopping || stopping == processor_self())
    return; /* a sample's NMI may come late, to the processor that stops the others */
  stopped[processor_self()->number] = f;
  cpu_halt();
}

const struct trap_frame *smp_stopped_frame(uint32_t number)
{
  return stopped[number];
}

void smp_stop(void)
{
  const struct processor *self = processor_self(), *none = NULL;
  if (processor_count == 1 || stopping == self)
    return;
  if (!__atomic_compare_exchange_n(&stopping, &none, self, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    cpu_halt(); /* another processor goes down, and its NMI is about to come */
  for (uint32_t i = 0; i < processor_count; i++)
    if (&processors[i] != self)
      apic_send_nmi(processors[i].apic);
  const uint64_t begun = cpu_tsc();
  for (uint32_t i = 0; i < processor_count; i++)
    while (&processors[i] != self && !stopped[i] && cpu_tsc() - begun < tsc_from_us(STOP_WAIT_US))
      cpu_pause();
}
