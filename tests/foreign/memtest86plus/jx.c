/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx.c: the port to memtest86+ on x86-64: one processor, no interrupts. The dump stays in memory, which QEMU has in a file.
 */
#include <stdint.h>

#define TESTS 3

static inline void out(uint16_t port, uint8_t value)
{
  __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

/* The first serial line. */
static void say(void *ctx, const char *line)
{
  for (; *line; line++)
    out(0x3f8, (uint8_t)*line);
  out(0x3f8, '\n');
  (void)ctx;
}

#include "jx.h"

extern uint8_t _stacks[];
static struct prof_thread main_thread;
struct prof_thread *prof_current = &main_thread;
static uint32_t test_event;

void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  (void)t;
  *low = (uintptr_t)_stacks;
  *high = *low + 16384; /* BSP_STACK_SIZE */
}

void jx_begin(void)
{
  if (!jx_prepare(1000000000)) /* QEMU's TSC with -icount shift=0 */
    return;
  prof_thread_add(&main_thread, "CPU 0", 0);
  test_event = prof_event_register("test ends");
  jx_start();
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
