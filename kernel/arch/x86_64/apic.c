/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * apic.c: see apic.h.
 */
#include "apic.h"

#include "tables.h"
#include "cpu.h"
#include "core/page.h"
#include "paging.h"
#include "tsc.h"

#define LOCAL_BASE_MASK   0xFFFFFF000ull
#define IO_BASE           0xFEC00000u  /* of a PC's first; ACPI could say otherwise (MADT), and never does */
#define PIN_LIMIT         16           /* inputs that an IO-APIC has at least */
#define PIN_MOST          240          /* and at most */

enum local_register {                  /* byte offsets */
  LOCAL_ID = 0x20, LOCAL_END = 0xB0, LOCAL_SPURIOUS = 0xF0, LOCAL_COMMAND = 0x300, LOCAL_TARGET = 0x310,
  LOCAL_TIMER = 0x320, LOCAL_LINT0 = 0x350,
  LOCAL_TIMER_COUNT = 0x380, LOCAL_TIMER_NOW = 0x390, LOCAL_TIMER_DIVIDE = 0x3E0,
};
#define LOCAL_ON          (1u << 8)    /* in LOCAL_SPURIOUS; below it the vector, whose low four bits are ones */
#define SPURIOUS_VECTOR   (TABLES_IRQ_BASE + 15) /* a spurious interrupt of line 15, which irq.c knows to ignore */
#define LINT_EXTINT       (7u << 8)    /* the 8259s' interrupt, which brings its own vector */
#define LINT_MASKED       (1u << 16)
#define DIVIDE_BY_1       0xBu
#define SEND_NMI          (4u << 8)    /* of LOCAL_COMMAND: delivery mode */
#define SEND_INIT         (5u << 8)
#define SEND_START        (6u << 8)
#define SEND_PENDING      (1u << 12)
#define SEND_ASSERT       (1u << 14)
#define COUNT_MOST        0xFFFFFFFFu

enum io_register { IO_VERSION = 1, IO_PIN = 0x10 }; /* two registers a pin */
#define PIN_NMI           (4u << 8)    /* delivery mode; edge, active high, to a processor by its number */
#define PIN_MASKED        (1u << 16)

#define RATE_US           500          /* a reading takes about one */

static volatile uint32_t *local, *io;
static uint64_t counts, cycles_of_counts;   /* of the timer, and of the TSC, in the same time */

static uint32_t local_read(enum local_register at)
{
  return local[at / sizeof *local];
}

static void local_write(enum local_register at, uint32_t value)
{
  local[at / sizeof *local] = value;
}

/* The IO-APIC has two words: which register, and what is in it. */
static uint32_t io_read(unsigned number)
{
  io[0] = number;
  return io[4];
}

static void io_write(unsigned number, uint32_t value)
{
  io[0] = number;
  io[4] = value;
}

static bool find_local(void)
{
  if (!(cpu_id(CPU_LEAF_FEATURES).edx & CPU_FEATURE_APIC))
    return false;
  uint64_t base = cpu_msr_read(CPU_MSR_APIC_BASE);
  if (!(base & CPU_APIC_BASE_ON) || base & CPU_APIC_BASE_X2)
    return false;
  local = (volatile uint32_t *)(base & LOCAL_BASE_MASK);
  return paging_map_device((uintptr_t)local, PAGE_BYTES);
}

static bool find_io(void)
{
  io = (volatile uint32_t *)(uintptr_t)IO_BASE;
  if (!paging_map_device(IO_BASE, PAGE_BYTES))
    return false;
  unsigned pins = (io_read(IO_VERSION) >> 16 & 0xFF) + 1;
  return pins >= PIN_LIMIT && pins <= PIN_MOST;
}

bool apic_init(void)
{
  if (local && io)
    return true;
  if (!find_local() || !find_io())
    return false;
  local_write(LOCAL_SPURIOUS, LOCAL_ON | SPURIOUS_VECTOR);
  local_write(LOCAL_LINT0, LINT_EXTINT);
  return true;
}

void apic_nmi_on(unsigned pin)
{
  io_write(IO_PIN + 2 * pin + 1, local_read(LOCAL_ID)); /* both have the number in the top byte */
  io_write(IO_PIN + 2 * pin, PIN_NMI);
}

void apic_nmi_off(unsigned pin)
{
  io_write(IO_PIN + 2 * pin, PIN_MASKED);
}

void apic_timer_measure(void)
{
  if (counts)
    return;
  local_write(LOCAL_TIMER_DIVIDE, DIVIDE_BY_1);
  local_write(LOCAL_TIMER, LINT_MASKED);
  local_write(LOCAL_TIMER_COUNT, COUNT_MOST);
  const uint64_t begun = cpu_tsc(), wanted = tsc_from_us(RATE_US);
  do
    cycles_of_counts = cpu_tsc() - begun;
  while (cycles_of_counts < wanted);
  counts = COUNT_MOST - local_read(LOCAL_TIMER_NOW);
  local_write(LOCAL_TIMER_COUNT, 0);
}

void apic_timer_in(uint64_t cycles)
{
  uint64_t most = COUNT_MOST / counts * cycles_of_counts;
  uint64_t count = cycles < most ? cycles * counts / cycles_of_counts + 1 : COUNT_MOST;
  local_write(LOCAL_TIMER_COUNT, (uint32_t)count);
}

void apic_acknowledge(void)
{
  local_write(LOCAL_END, 0);
}

void apic_init_here(void)
{
  local_write(LOCAL_SPURIOUS, LOCAL_ON | SPURIOUS_VECTOR);
}

void apic_timer_here(uint8_t vector)
{
  local_write(LOCAL_TIMER_DIVIDE, DIVIDE_BY_1);
  local_write(LOCAL_TIMER, vector);
}

uint32_t apic_number(void)
{
  return local_read(LOCAL_ID) >> 24;
}

static void send_command(uint32_t number, uint32_t command)
{
  local_write(LOCAL_TARGET, number << 24);
  local_write(LOCAL_COMMAND, command | SEND_ASSERT);
  while (local_read(LOCAL_COMMAND) & SEND_PENDING)
    cpu_pause();
}

void apic_send(uint32_t number, uint8_t vector)
{
  send_command(number, vector);
}

/* Perhaps from an NMI that came between the two writes of another command, which then goes on with its own target. */
void apic_send_nmi(uint32_t number)
{
  const uint32_t target = local_read(LOCAL_TARGET);
  while (local_read(LOCAL_COMMAND) & SEND_PENDING)
    cpu_pause();
  send_command(number, SEND_NMI);
  local_write(LOCAL_TARGET, target);
}

void apic_send_init(uint32_t number)
{
  send_command(number, SEND_INIT);
}

void apic_send_start(uint32_t number, uint8_t page)
{
  send_command(number, SEND_START | page);
}
