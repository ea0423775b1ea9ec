/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cpu.h: the instructions of x86-64 that C has no word for. Any context; each costs its instruction. Names and bits
 * are those of the Intel SDM, volumes 2 and 3.
 *
 * This header is a leaf.
 */
#ifndef CPU_H
#define CPU_H

#include <stdbool.h>
#include <stdint.h>

#define CPU_FLAG_IF (1u << 9)           /* RFLAGS: interrupts on */

#define CPU_CR0_WRITE_PROTECT (1u << 16) /* read-only pages are so for the kernel too */

#define CPU_MSR_EFER     0xC0000080u
#define CPU_EFER_NXE     (1u << 11)     /* the no-execute bit of page tables counts */

#define CPU_MSR_FS_BASE  0xC0000100u
#define CPU_MSR_GS_BASE  0xC0000101u

#define CPU_MSR_APIC_BASE 0x1Bu
#define CPU_APIC_BASE_ON  (1u << 11)
#define CPU_APIC_BASE_X2  (1u << 10)    /* x2APIC: registers are MSRs */

#define CPU_LEAF_FEATURES    1u          /* CPUID leaf; in EDX: */
#define CPU_FEATURE_APIC     (1u << 9)
#define CPU_FEATURE_RDRAND   (1u << 30) /* in ECX */

#define CPU_LEAF_EXTENDED    0x80000001u /* CPUID leaf; EDX bit 20: no-execute pages */
#define CPU_LEAF_POWER       0x80000007u /* CPUID leaf; EDX bit 8: invariant TSC */

/* Ports: write and read 8, 16 or 32 bits. */
static inline void cpu_out8(uint16_t port, uint8_t value)
{
  asm volatile("outb %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline uint8_t cpu_in8(uint16_t port)
{
  uint8_t value;
  asm volatile("inb %1, %0" : "=a"(value) : "Nd"(port) : "memory");
  return value;
}

static inline void cpu_out16(uint16_t port, uint16_t value)
{
  asm volatile("outw %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline uint16_t cpu_in16(uint16_t port)
{
  uint16_t value;
  asm volatile("inw %1, %0" : "=a"(value) : "Nd"(port) : "memory");
  return value;
}

static inline void cpu_out32(uint16_t port, uint32_t value)
{
  asm volatile("outl %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline uint32_t cpu_in32(uint16_t port)
{
  uint32_t value;
  asm volatile("inl %1, %0" : "=a"(value) : "Nd"(port) : "memory");
  return value;
}

/* `count` words of 16 or 32 bits from a port to memory, and the other way; the direction flag is clear (System V
 * ABI). */
static inline void cpu_read16(uint16_t port, void *to, uint64_t count)
{
  asm volatile("rep insw" : "+D"(to), "+c"(count) : "d"(port) : "memory");
}

static inline void cpu_read32(uint16_t port, void *to, uint64_t count)
{
  asm volatile("rep insl" : "+D"(to), "+c"(count) : "d"(port) : "memory");
}

static inline void cpu_write16(uint16_t port, const void *from, uint64_t count)
{
  asm volatile("rep outsw" : "+S"(from), "+c"(count) : "d"(port) : "memory");
}

static inline void cpu_write32(uint16_t port, const void *from, uint64_t count)
{
  asm volatile("rep outsl" : "+S"(from), "+c"(count) : "d"(port) : "memory");
}

static inline uint64_t cpu_tsc(void)
{
  uint64_t low, high; /* the instruction clears their upper halves */
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
  return high << 32 | low;
}

/* Returns the value of a performance counter, by its number. */
static inline uint64_t cpu_counter_read(uint32_t counter)
{
  uint32_t low, high;
  asm volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter));
  return (uint64_t)high << 32 | low;
}

static inline uint64_t cpu_cr0(void)
{
  uint64_t value;
  asm volatile("movq %%cr0, %0" : "=r"(value));
  return value;
}

static inline void cpu_set_cr0(uint64_t value)
{
  asm volatile("movq %0, %%cr0" : : "r"(value) : "memory");
}

static inline void cpu_pause(void)
{
  asm volatile("pause");
}

/* For a loop that looks at what another processor is about to change: a pause now and then. Where QEMU emulates several
 * processors at once each pause takes the one lock of its devices, so a loop of pauses alone would keep the processor that
 * is waited for from its own interrupt controller; without any, where QEMU runs them in turns, the turn would not end. */
#define CPU_LOOKS_A_PAUSE 256
static inline void cpu_relax(unsigned *looks)
{
  if (++*looks % CPU_LOOKS_A_PAUSE == 0)
    cpu_pause();
}

static inline void cpu_irq_off(void)
{
  asm volatile("cli" : : : "memory");
}

static inline void cpu_irq_on(void)
{
  asm volatile("sti" : : : "memory");
}

/* Turns interrupts on and waits for one; none is lost in between (SDM: STI holds them off for one instruction). */
static inline void cpu_irq_on_and_wait(void)
{
  asm volatile("sti; hlt" : : : "memory");
}

static inline unsigned long cpu_flags(void)
{
  unsigned long flags;
  asm volatile("pushfq; popq %0" : "=r"(flags) : : "memory");
  return flags;
}

/* Interrupts off; returns the flags as they were, for cpu_irq_restore(). */
static inline unsigned long cpu_irq_save(void)
{
  unsigned long flags = cpu_flags();
  cpu_irq_off();
  return flags;
}

static inline void cpu_irq_restore(unsigned long flags)
{
  if (flags & CPU_FLAG_IF)
    cpu_irq_on();
}

static inline _Noreturn void cpu_halt(void)
{
  for (;;)
    asm volatile("cli; hlt" : : : "memory");
}

struct cpu_id { uint32_t eax, ebx, ecx, edx; };

static inline struct cpu_id cpu_id(uint32_t leaf)
{
  struct cpu_id r;
  asm volatile("cpuid" : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx) : "a"(leaf), "c"(0));
  return r;
}

static inline uint64_t cpu_msr_read(uint32_t msr)
{
  uint32_t low, high;
  asm volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(msr));
  return (uint64_t)high << 32 | low;
}

static inline void cpu_msr_write(uint32_t msr, uint64_t value)
{
  asm volatile("wrmsr" : : "c"(msr), "a"((uint32_t)value), "d"((uint32_t)(value >> 32)) : "memory");
}

/* Returns the address that the last page fault was about. */
static inline uintptr_t cpu_fault_address(void)
{
  uintptr_t value;
  asm volatile("movq %%cr2, %0" : "=r"(value));
  return value;
}

static inline void cpu_set_page_table(uintptr_t physical)
{
  asm volatile("movq %0, %%cr3" : : "r"(physical) : "memory");
}

static inline void cpu_forget_page(uintptr_t address)
{
  asm volatile("invlpg (%0)" : : "r"(address) : "memory");
}

#endif
