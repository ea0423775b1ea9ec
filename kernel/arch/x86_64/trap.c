/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * trap.c: see trap.h.
 */
#include "trap.h"

#include <stdbool.h>
#include <stddef.h>

#include "tables.h"
#include "cpu.h"
#include "lib/format.h"
#include "irq.h"
#include "nap.h"
#include "nmi.h"
#include "smp.h"
#include "crash/panic.h"
#include "core/print.h"
#include "core/sched.h"

/* Names: Intel SDM volume 3, table 6-1. */
static const char *const names[TABLES_EXCEPTIONS] = {
  "divide error", "debug", "non-maskable interrupt", "breakpoint", "overflow", "bound range exceeded",
  "invalid opcode", "device not available", "double fault", "coprocessor segment overrun", "invalid TSS",
  "segment not present", "stack segment fault", "general protection fault", "page fault", "reserved",
  "x87 floating point error", "alignment check", "machine check", "SIMD floating point error", "virtualization",
  "control protection", "reserved", "reserved", "reserved", "reserved", "reserved", "reserved", "hypervisor injection",
  "VMM communication", "security", "reserved",
};

enum { DOUBLE_FAULT = 8, PAGE_FAULT = 14 };
enum { FAULT_PRESENT = 1, FAULT_WRITE = 2, FAULT_RESERVED = 8, FAULT_FETCH = 16 };

static const char *fault_reason(uint64_t error)
{
  if (!(error & FAULT_PRESENT))
    return "nothing is mapped there";
  if (error & FAULT_RESERVED)
    return "the page table is damaged";
  return error & FAULT_FETCH ? "that page is not executable" : "that page is read-only";
}

static const char *fault_access(uint64_t error)
{
  return error & FAULT_FETCH ? "execution" : error & FAULT_WRITE ? "write" : "read";
}

static bool is_stack_overflow(const struct trap_frame *f)
{
  const struct thread *t = thread_self();
  if (!thread_is_sound(t))
    return false;
  uintptr_t address = f->vector == PAGE_FAULT ? cpu_fault_address() : f->rsp;
  return (f->vector == PAGE_FAULT || f->vector == DOUBLE_FAULT) && address >= t->guard && address < t->stack.low;
}

/* What only a page fault has to say, else nothing. */
static void describe_fault(const struct trap_frame *f, char *to, size_t room)
{
  to[0] = '\0';
  if (f->vector == PAGE_FAULT)
    ksnprintf(to, room, ": %s at %p: %s%s", fault_access(f->error), (void *)cpu_fault_address(), fault_reason(f->error),
              cpu_fault_address() < 4096 ? " (a NULL pointer)" : "");
}

static void report_headline(const struct trap_frame *f)
{
  char fault[96];
  const bool overflow = is_stack_overflow(f);
  describe_fault(f, fault, sizeof fault);
  fatal_reason("exception: %s%s%s%s (vector %lu)%s, error code 0x%lx", overflow ? "stack overflow in thread " : "",
               overflow ? thread_self()->name : "", overflow ? ": " : "", names[f->vector], f->vector, fault, f->error);
}

static void report_registers(const struct trap_frame *f)
{
  kprintf("rip %016lx rsp %016lx rbp %016lx flags %08lx\n", f->rip, f->rsp, f->rbp, f->rflags);
  kprintf("rax %016lx rbx %016lx rcx %016lx rdx %016lx\n", f->rax, f->rbx, f->rcx, f->rdx);
  kprintf("rsi %016lx rdi %016lx r8  %016lx r9  %016lx\n", f->rsi, f->rdi, f->r8, f->r9);
  kprintf("r10 %016lx r11 %016lx r12 %016lx r13 %016lx\n", f->r10, f->r11, f->r12, f->r13);
  kprintf("r14 %016lx r15 %016lx cr2 %016lx\n", f->r14, f->r15, cpu_fault_address());
}

void trap_keep_registers(const struct prof_thread *t, const struct trap_frame *f)
{
  static const struct { uint8_t number, offset; } kept[] = {
#define KEPT(NUMBER, field) { WIRE_REGISTER_X86_##NUMBER, offsetof(struct trap_frame, field) },
    KEPT(RIP, rip) KEPT(RSP, rsp) KEPT(RBP, rbp) KEPT(RFLAGS, rflags) KEPT(RAX, rax) KEPT(RBX, rbx) KEPT(RCX, rcx)
    KEPT(RDX, rdx) KEPT(RSI, rsi) KEPT(RDI, rdi) KEPT(R8, r8) KEPT(R9, r9) KEPT(R10, r10) KEPT(R11, r11) KEPT(R12, r12)
    KEPT(R13, r13) KEPT(R14, r14) KEPT(R15, r15) KEPT(VECTOR, vector) KEPT(ERROR, error)
#undef KEPT
  };
  for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
    prof_crash_register(t, kept[i].number, *(const uint64_t *)((uintptr_t)f + kept[i].offset));
}

_Noreturn void trap_exception(const struct trap_frame *f)
{
  fatal_begin();
  report_headline(f);
  fatal_thread();
  report_registers(f);
  trap_keep_registers(fatal_registers_of(), f);
  fatal_register(WIRE_REGISTER_X86_CR2, cpu_fault_address());
  fatal_backtrace(f->rip, f->rbp);
  fatal_end();
}

void trap_nmi(struct trap_frame *f, uint64_t tsc)
{
  smp_take_stop(f);
  nap_leave(&f->rip);
  if (!nmi_take(f, tsc) && !nap_take_end())
    trap_exception(f);
}

/* Switches threads on behalf of an interrupt: the interrupted code may have anything in its SSE and x87 registers. */
static void preempt_interrupted(const struct irq_frame *frame)
{
  struct thread *self = sched_current();
  _Alignas(16) uint8_t registers[512];
  asm volatile("fxsaveq %0" : "=m"(registers));
  spin_lock(&sched_lock);
  self->interrupted = frame;
  sched_preempt();
  self->interrupted = NULL;
  sched_unlock();
  asm volatile("fxrstorq %0" : : "m"(registers));
}

void trap_interrupt(const struct irq_frame *frame, uint64_t tsc, unsigned line)
{
  if (irq_is_spurious(line))
    return;
  struct processor *p = processor_self();
  struct prof_thread *interrupted = prof_irq_enter(irq_context(p->number, line), tsc);
  if (p->resting)
    smp_end_rest(p);
  prof_irq_preempts(interrupted, frame->rip);
  irq_handlers[line](line, interrupted, frame);
  irq_acknowledge(line);
  uint64_t interrupted_at = prof_irq_exit(interrupted);
  if (p->wanted && !p->held) {
    prof_irq_preempts(interrupted, frame->rip);
    preempt_interrupted(frame);
    prof_irq_late(irq_context(processor_self()->number, line), interrupted_at);
  }
}
