/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * serial.c: the workload `serial`: how fast uart_write() is beside a bare loop that polls the line status and writes a
 * byte, in turns on the same line. For `make bench`; says nothing under -icount, where waiting costs no host time.
 */
#include "serial.h"

#include "cpu.h"
#include "core/print.h"
#include "drivers/uart.h"

#define ROUNDS 31
#define BYTES  16384

#define PORT_DATA    0x3F8
#define PORT_STATUS  0x3FD
#define STATUS_EMPTY 0x20

static char text[BYTES];

static uint64_t time_driver(void)
{
  uint64_t begun = cpu_tsc();
  uart_write(text, BYTES);
  return cpu_tsc() - begun;
}

static uint64_t time_polled(void)
{
  uint64_t begun = cpu_tsc();
  uart_lock();
  for (size_t i = 0; i < BYTES; i++) {
    while (!(cpu_in8(PORT_STATUS) & STATUS_EMPTY))
      ;
    cpu_out8(PORT_DATA, (uint8_t)text[i]);
  }
  uart_unlock();
  return cpu_tsc() - begun;
}

int serial_run(const struct workload_input *input)
{
  (void)input;
  for (size_t i = 0; i < BYTES; i++)
    text[i] = i % 64 == 63 ? '\n' : '.';
  for (int i = 0; i < ROUNDS; i++) {
    uint64_t driver = time_driver(), polled = time_polled();
    kprintf("result: round %d driver_cycles %lu polled_cycles %lu\n", i, driver, polled);
  }
  return 0;
}
