/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * echo.c: the workload `echo`: prints the lines that come in over the serial port, until one says `end`. For tests of
 * its input, with prof=none: else the monitor reads it. A line `crash` turns interrupts off: from there on the port is
 * polled, as in a crash, and the end is one.
 */
#include "echo.h"

#include <stdbool.h>
#include <stdint.h>

#include "cpu.h"
#include "crash/panic.h"
#include "core/print.h"
#include "lib/string.h"
#include "tsc.h"
#include "drivers/uart.h"

#define WAIT_US    1000000   /* between two looks; only deadlock would end a wait without an end */
#define LINE_BYTES 128       /* of an input line; a longer one is shown in pieces */

static bool crashed;

/* The next byte of the input. */
static char next_byte(void)
{
  static char bytes[64];
  static size_t at, there;
  while (at == there) {
    at = 0;
    there = uart_read(bytes, sizeof bytes);
    if (!there && !crashed)
      uart_await(cpu_tsc() + tsc_from_us(WAIT_US));
  }
  return bytes[at++];
}

/* Reads a line, without its end. */
static void next_line(char *to)
{
  size_t used = 0;
  for (char c = next_byte(); c != '\n' && used < LINE_BYTES - 1; c = next_byte())
    to[used++] = c;
  to[used] = '\0';
}

static bool is(const char *line, const char *text)
{
  return memcmp(line, text, strlen(text) + 1) == 0;
}

/* The rest of a crash is the kernel's own. */
static void begin_crash(void)
{
  cpu_irq_off();
  uart_break_lock();
  crashed = true;
}

int echo_run(const struct workload_input *input)
{
  static char line[LINE_BYTES];
  (void)input;
  uart_listen();
  kprintf("echo: listening\n");
  for (next_line(line); !is(line, "end"); next_line(line)) {
    kprintf("result: echo %s\n", line);
    if (is(line, "crash"))
      begin_crash();
  }
  kprintf("result: overrun %lu\n", uart_overrun());
  if (crashed)
    panic("echo: the end of a crash");
  return 0;
}
