/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * irq.c: see irq.h. Commands: Intel 8259A data sheet.
 */
#include "irq.h"

#include <stdint.h>

#include "apic.h"
#include "tables.h"
#include "cpu.h"
#include "tsc.h"
#include "lib/format.h"
#include "core/sched.h"
#include "core/thread.h"

enum { FIRST_COMMAND = 0x20, FIRST_DATA = 0x21, SECOND_COMMAND = 0xA0, SECOND_DATA = 0xA1 };

#define INIT_WITH_MODE   0x11   /* ICW1: edge triggered, cascaded, ICW4 follows */
#define INIT_8086        0x01   /* ICW4 */
#define CASCADE_LINE     2      /* where the second controller hangs on the first */
#define END_OF_INTERRUPT 0x20
#define READ_IN_SERVICE  0x0B
#define LOWEST_LINE      0x80   /* line 7 of a controller: where spurious requests show */

/* Edge or level, by line: ports of the PC's chip sets since EISA (Intel 82371AB data sheet, ELCR1 and ELCR2). */
#define LEVEL_PORT       0x4D0

irq_handler_fn *irq_handlers[IRQ_LINES];
static struct prof_thread contexts[PROCESSORS_MOST][IRQ_LINES];

static struct spinlock lock = SPINLOCK("interrupt controllers");   /* of the controllers, and of `owners` */
static uint16_t masked = 0xFFFF & ~(1 << CASCADE_LINE);
static uint32_t local = 1u << IRQ_PROCESSOR;   /* lines that the first processor's own APIC requests */

/* Lines that belong to threads. [Q] */
static struct { struct thread *thread; bool requested; } owners[IRQ_LINES];

static void write_mask(unsigned line)
{
  cpu_out8(line < 8 ? FIRST_DATA : SECOND_DATA, (uint8_t)(line < 8 ? masked : masked >> 8));
}

static void mask_line(unsigned line)
{
  masked |= (uint16_t)(1 << line);
  write_mask(line);
}

static void unmask_line(unsigned line)
{
  masked &= (uint16_t)~(1 << line);
  write_mask(line);
}

void irq_init(void)
{
  cpu_out8(FIRST_COMMAND, INIT_WITH_MODE);
  cpu_out8(SECOND_COMMAND, INIT_WITH_MODE);
  cpu_out8(FIRST_DATA, TABLES_IRQ_BASE);
  cpu_out8(SECOND_DATA, TABLES_IRQ_BASE + 8);
  cpu_out8(FIRST_DATA, 1 << CASCADE_LINE);
  cpu_out8(SECOND_DATA, CASCADE_LINE);
  cpu_out8(FIRST_DATA, INIT_8086);
  cpu_out8(SECOND_DATA, INIT_8086);
  write_mask(0);
  write_mask(8);
}

struct prof_thread *irq_context(uint32_t processor, unsigned line)
{
  return &contexts[processor][line];
}

static void profile_line(unsigned line)
{
  char name[PROF_NAME_BYTES];
  ksnprintf(name, sizeof name, "IRQThread%u", line);
  prof_thread_add(irq_context(0, line), name, WIRE_THREAD_IRQ);
}

void irq_profile_processor(uint32_t number)
{
  char name[PROF_NAME_BYTES];
  ksnprintf(name, sizeof name, "IRQThread%u/%u", IRQ_TIMER, number);
  prof_thread_add(irq_context(number, IRQ_TIMER), name, WIRE_THREAD_IRQ);
  ksnprintf(name, sizeof name, "IRQThread%u/%u", IRQ_PROCESSOR, number);
  prof_thread_add(irq_context(number, IRQ_PROCESSOR), name, WIRE_THREAD_IRQ);
}

void irq_handle(unsigned line, irq_handler_fn *handler)
{
  unsigned long irq = spin_enter(&lock);
  irq_handlers[line] = handler;
  profile_line(line);
  unmask_line(line);
  spin_leave(&lock, irq);
}

void irq_handle_local(unsigned line, irq_handler_fn *handler)
{
  unsigned long irq = spin_enter(&lock);
  irq_handlers[line] = handler;
  local |= 1u << line;
  profile_line(line);
  spin_leave(&lock, irq);
}

/* Level triggered: the request stays until the device has been seen to, so the line is masked meanwhile. */
static void hand_to_thread(unsigned line, struct prof_thread *interrupted, const struct irq_frame *frame)
{
  (void)interrupted;
  (void)frame;
  spin_lock(&lock);
  mask_line(line);
  owners[line].requested = true;
  spin_unlock(&lock);
  thread_unblock(owners[line].thread);
}

bool irq_attach(unsigned line)
{
  unsigned long irq = spin_enter(&lock);
  bool mine = !irq_handlers[line] && line != CASCADE_LINE;
  if (mine) {
    uint16_t port = (uint16_t)(LEVEL_PORT + line / 8);
    cpu_out8(port, (uint8_t)(cpu_in8(port) | 1 << line % 8));
    owners[line].thread = thread_self();
    irq_handlers[line] = hand_to_thread;
    profile_line(line);
  }
  spin_leave(&lock, irq);
  if (mine)
    thread_raise(THREAD_IRQ);
  return mine;
}

struct thread *irq_attached(unsigned line)
{
  return owners[line].thread;
}

bool irq_await(unsigned line, uint64_t tsc)
{
  unsigned long irq = spin_enter(&lock);
  unmask_line(line);
  spin_leave(&lock, irq);
  while (!owners[line].requested && (int64_t)(tsc - tsc_now()) > 0)
    thread_block_until(tsc);
  irq = spin_enter(&lock);
  bool requested = owners[line].requested;
  owners[line].requested = false;
  spin_leave(&lock, irq);
  return requested;
}

/* ---- calibration ---- */

/* By software, of the line that no device can have: the way in and out is that of all lines. */
static void raise_one(void)
{
  asm volatile("int %0" : : "i"(TABLES_IRQ_BASE + CASCADE_LINE) : "memory");
}

static void handle_nothing(unsigned line, struct prof_thread *interrupted, const struct irq_frame *frame)
{
  (void)line, (void)interrupted, (void)frame;
}

/* The thread is to give way, but goes on, for there is no other one at its priority. */
static void handle_by_preemption(unsigned line, struct prof_thread *interrupted, const struct irq_frame *frame)
{
  (void)line, (void)interrupted, (void)frame;
  processor_self()->wanted = true;
}

void irq_calibrate(void)
{
  irq_handlers[CASCADE_LINE] = handle_nothing;
  prof_calibrate_irq(raise_one, false);
  irq_handlers[CASCADE_LINE] = handle_by_preemption;
  prof_calibrate_irq(raise_one, true);
  irq_handlers[CASCADE_LINE] = NULL;
  *irq_context(0, CASCADE_LINE) = (struct prof_thread){ 0 };
}

void irq_profile_all(void)
{
  for (unsigned line = 0; line < IRQ_LINES; line++)
    if (irq_handlers[line] && !irq_context(0, line)->id)
      profile_line(line);
}

/* A spurious request of the second controller did reach the first one. */
bool irq_is_spurious(unsigned line)
{
  if (line != 7 && line != 15)
    return !irq_handlers[line];
  if (processor_self()->number)
    return true;   /* the local APIC's own: SPURIOUS_VECTOR */
  uint16_t port = line == 7 ? FIRST_COMMAND : SECOND_COMMAND;
  cpu_out8(port, READ_IN_SERVICE);
  if (cpu_in8(port) & LOWEST_LINE)
    return !irq_handlers[line];
  if (line == 15)
    cpu_out8(FIRST_COMMAND, END_OF_INTERRUPT);
  return true;
}

void irq_acknowledge(unsigned line)
{
  if (processor_self()->number || local >> line & 1) {
    apic_acknowledge();
    return;
  }
  if (line >= 8)
    cpu_out8(SECOND_COMMAND, END_OF_INTERRUPT);
  cpu_out8(FIRST_COMMAND, END_OF_INTERRUPT);
}

int irq_line_of(const struct prof_thread *t)
{
  const uintptr_t offset = (uintptr_t)t - (uintptr_t)contexts;
  return offset < sizeof contexts ? (int)(offset / sizeof contexts[0][0] % IRQ_LINES) : -1;
}
