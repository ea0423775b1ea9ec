/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tables.c: see tables.h. Layouts: Intel SDM volume 3, sections 3.4.5 (segments), 6.14 (64-bit IDT), 7.7 (TSS).
 */
#include "tables.h"

#include <stddef.h>
#include <stdint.h>

#include "core/page.h"
#include "lib/string.h"

enum { CODE = 1, DATA = 2, TASK = 3 };  /* index in the GDT; a task descriptor takes two places */
#define SELECTOR(index) ((index) * 8)

#define GATE_INTERRUPT  0x8E            /* present, ring 0, interrupts off on entry */
#define TASK_AVAILABLE  0x89

enum { STACK_NONE, STACK_DOUBLE_FAULT, STACK_NMI, STACK_PAGE_FAULT, STACKS };
#define STACK_BYTES (16 * 1024)         /* a report nests some ten calls and prints into static buffers */

struct task_state {
  uint32_t reserved0;
  uint64_t ring_stack[3];
  uint64_t reserved1;
  uint64_t interrupt_stack[7];          /* 1 to 7 in the gates, from 0 here */
  uint64_t reserved2;
  uint16_t reserved3, io_map;
} __attribute__((packed));
_Static_assert(sizeof(struct task_state) == 104, "64-bit TSS");

struct gate {
  uint16_t offset_low, selector;
  uint8_t stack, type;
  uint16_t offset_middle;
  uint32_t offset_high, reserved;
};
_Static_assert(sizeof(struct gate) == 16, "64-bit gate");

struct table_pointer { uint16_t limit; uint64_t base; } __attribute__((packed));

struct tables {
  _Alignas(16) uint8_t stacks[STACKS][STACK_BYTES];
  struct task_state task;
  uint64_t gdt[TASK + 2];
};

static struct tables first;   /* the first processor's */
static struct gate idt[TABLES_EXCEPTIONS + TABLES_IRQS];

/* Entry points in vectors.S, one a vector. */
extern const uintptr_t vectors[TABLES_EXCEPTIONS + TABLES_IRQS];

static uint8_t stack_of(unsigned vector)
{
  switch (vector) {
  case 2: return STACK_NMI;
  case 8: return STACK_DOUBLE_FAULT;
  case 14: return STACK_PAGE_FAULT;
  default: return STACK_NONE;
  }
}

static void set_gate(unsigned vector)
{
  uintptr_t entry = vectors[vector];
  idt[vector] = (struct gate){ .offset_low = (uint16_t)entry, .offset_middle = (uint16_t)(entry >> 16),
    .offset_high = (uint32_t)(entry >> 32), .selector = SELECTOR(CODE), .stack = stack_of(vector),
    .type = GATE_INTERRUPT };
}

static void load_segments(const struct tables *t)
{
  const struct table_pointer pointer = { sizeof t->gdt - 1, (uintptr_t)t->gdt };
  asm volatile("lgdt %0\n"
               "pushq %1\n"
               "leaq 1f(%%rip), %%rax\n"
               "pushq %%rax\n"
               "lretq\n"
               "1: movl %2, %%eax\n"
               "movl %%eax, %%ds\n"
               "movl %%eax, %%es\n"
               "movl %%eax, %%ss\n"
               "movl %3, %%eax\n"
               "ltr %%ax\n"
               : : "m"(pointer), "i"(SELECTOR(CODE)), "i"(SELECTOR(DATA)), "i"(SELECTOR(TASK)) : "rax", "memory");
}

static void fill_tables(struct tables *t)
{
  const uint64_t base = (uintptr_t)&t->task;
  t->task.io_map = sizeof t->task;
  for (unsigned i = STACK_DOUBLE_FAULT; i < STACKS; i++)
    t->task.interrupt_stack[i - 1] = (uintptr_t)t->stacks[i] + STACK_BYTES;
  t->gdt[CODE] = 0x00AF9A000000FFFF;
  t->gdt[DATA] = 0x00CF92000000FFFF;
  t->gdt[TASK] = (sizeof t->task - 1) | (base & 0xFFFFFF) << 16 | (uint64_t)TASK_AVAILABLE << 40;
  t->gdt[TASK] |= (base >> 24 & 0xFF) << 56;
  t->gdt[TASK + 1] = base >> 32;
}

void tables_init(void)
{
  for (unsigned vector = 0; vector < TABLES_EXCEPTIONS + TABLES_IRQS; vector++)
    set_gate(vector);
  fill_tables(&first);
  tables_load(&first);
}

struct tables *tables_make(void)
{
  struct tables *t = page_alloc(page_count(sizeof *t));
  if (t) {
    memset(t, 0, sizeof *t);
    fill_tables(t);
  }
  return t;
}

void tables_load(struct tables *t)
{
  load_segments(t);
  const struct table_pointer pointer = { sizeof idt - 1, (uintptr_t)idt };
  asm volatile("lidt %0" : : "m"(pointer));
}
