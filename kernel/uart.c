/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * uart.c: see uart.h. Registers and bits are those of the National Semiconductor PC16550D data sheet.
 */
#include "uart.h"

#include "cpu.h"
#include "thread.h"

#define PORT 0x3F8
enum reg { DATA = 0, DIVISOR_LOW = 0, INTERRUPTS = 1, DIVISOR_HIGH = 1, FIFO = 2, LINE = 3, MODEM = 4, STATUS = 5 };

#define LINE_8N1        0x03
#define LINE_DIVISOR    0x80   /* registers 0 and 1 are the divisor */
#define FIFO_ON_CLEAR   0x07
#define MODEM_READY     0x03   /* DTR and RTS */
#define MODEM_LOOPBACK  0x10
#define STATUS_DATA     0x01
#define STATUS_EMPTY    0x20   /* the transmit FIFO is empty */
#define STATUS_IDLE     0x40   /* so is the shift register */
#define DIVISOR_115200  1
#define FIFO_BYTES      16

#define LOOPBACK_BYTE   0xAE
#define LOOPBACK_TRIES  100000 /* a byte takes 87 us; a port read at least 0.1 us on any bus */

#define PATIENCE_S       30      /* before the command line is read, with a TSC of 1 GHz */
#define POLLS_PER_SECOND 1000000ull  /* status reads: the other measure of patience, see uart.h */

static struct mutex line;
static bool lock_broken;
static bool dead = true;
static uint64_t dropped;
static uint64_t patience_tsc = PATIENCE_S * 1000000000ull;
static uint64_t patience_polls = PATIENCE_S * POLLS_PER_SECOND;

static uint8_t get(enum reg reg)
{
  return cpu_in8((uint16_t)(PORT + reg));
}

static void set(enum reg reg, uint8_t value)
{
  cpu_out8((uint16_t)(PORT + reg), value);
}

/* A port that is there gives back what it sends to itself. */
static bool loopback_works(void)
{
  set(MODEM, MODEM_READY | MODEM_LOOPBACK);
  set(DATA, LOOPBACK_BYTE);
  unsigned tries = LOOPBACK_TRIES;
  while (!(get(STATUS) & STATUS_DATA) && --tries)
    cpu_pause();
  bool works = tries && get(STATUS) != 0xFF && get(DATA) == LOOPBACK_BYTE;
  set(MODEM, MODEM_READY);
  return works;
}

void uart_init(void)
{
  set(INTERRUPTS, 0);
  set(LINE, LINE_DIVISOR);
  set(DIVISOR_LOW, DIVISOR_115200);
  set(DIVISOR_HIGH, 0);
  set(LINE, LINE_8N1);
  set(FIFO, FIFO_ON_CLEAR);
  dead = !loopback_works();
}

void uart_set_patience(uint32_t seconds, uint64_t tsc_hz)
{
  patience_tsc = seconds * tsc_hz;
  patience_polls = seconds * POLLS_PER_SECOND;
}

/* Waits for a status bit; a wait that exceeds the patience ends the line's life. */
static bool wait_for(uint8_t bit)
{
  if (get(STATUS) & bit)
    return true;
  uint64_t start = cpu_tsc(), polls = 0;
  while (!(get(STATUS) & bit)) {
    if (cpu_tsc() - start > patience_tsc || ++polls > patience_polls) {
      dead = true;
      return false;
    }
    cpu_pause();
  }
  return true;
}

static bool send(const uint8_t *data, size_t bytes)
{
  while (bytes && !dead && wait_for(STATUS_EMPTY)) {
    size_t burst = bytes < FIFO_BYTES ? bytes : FIFO_BYTES;
    for (size_t i = 0; i < burst; i++)
      set(DATA, data[i]);
    data += burst;
    bytes -= burst;
  }
  dropped += bytes;
  return !dead;
}

bool uart_write(const void *data, size_t bytes)
{
  if (lock_broken || line.owner == thread_self())
    return send(data, bytes);
  uart_lock();
  bool alive = send(data, bytes);
  uart_unlock();
  return alive;
}

bool uart_drain(void)
{
  return !dead && wait_for(STATUS_IDLE);
}

uint64_t uart_dropped(void)
{
  return dropped;
}

void uart_lock(void)
{
  if (!lock_broken)
    mutex_lock(&line);
}

void uart_unlock(void)
{
  if (!lock_broken)
    mutex_unlock(&line);
}

void uart_break_lock(void)
{
  lock_broken = true;
}
