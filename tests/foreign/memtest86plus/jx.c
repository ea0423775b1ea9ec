/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx.c: the port to memtest86+ on x86-64: a thread on each processor, no interrupts. The dump stays in memory, which QEMU has in a file.
 */
#include "boot.h" /* the stacks */
#include "jx.h"

#define TESTS 3

static struct prof_thread processors[PROF_PORT_CPUS];
static uint32_t test_event;

static inline void out(uint16_t port, uint8_t value)
{
  __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static void put(char c)
{
  out(0x3f8, (uint8_t)c); /* the first serial line */
}

/* Each processor keeps to its stack; they lie behind each other, that of the first one first. */
unsigned jx_cpu(void)
{
  const uintptr_t place = (uintptr_t)__builtin_frame_address(0) - (uintptr_t)_stacks;
  return place < BSP_STACK_SIZE ? 0 : 1 + (unsigned)(place - BSP_STACK_SIZE) / AP_STACK_SIZE % (PROF_PORT_CPUS - 1);
}

void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  const uintptr_t cpu = (uintptr_t)(t - processors);
  *low = (uintptr_t)_stacks + (cpu ? BSP_STACK_SIZE + (cpu - 1) * AP_STACK_SIZE : 0);
  *high = *low + (cpu ? AP_STACK_SIZE : BSP_STACK_SIZE);
}

/* Each processor comes, the first one before it has the others start. */
void jx_processor(void)
{
  jx_begin(&processors[jx_cpu()], "CPU ", jx_cpu());
  test_event = prof_event_register("test ends");
}

/* Comes behind each test, with the number of the next one. */
void jx_test(int test)
{
  static uint8_t dump[1 << 20];
  static struct prof_memory memory = { .at = dump, .bytes = sizeof(dump) };
  prof_event_log(test_event, (uint32_t)test);
  if (test < TESTS)
    return;
  jx_finish("memtest86+", prof_write_memory, &memory);
  out(0x64, 0xfe); /* the keyboard controller resets the machine: QEMU -no-reboot ends */
}
