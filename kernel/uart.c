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

/* The real-time clock (Motorola MC146818 data sheet): its seconds are the other measure of patience, see uart.h. */
#define RTC_INDEX        0x70
#define RTC_DATA         0x71
#define RTC_SECONDS      0x00
#define RTC_STATUS_A     0x0A
#define RTC_UPDATING     0x80    /* the registers are about to change; while it is 0 they stand for 244 us */
#define POLLS_A_LOOK     65536   /* status reads between two looks: 30 to 70 ms, well below the clock's second */

static struct mutex line;
static bool lock_broken;
static bool dead = true;
static uint64_t patience_tsc = PATIENCE_S * 1000000000ull;
static uint32_t patience_s = PATIENCE_S;

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
  patience_s = seconds;
}

/* The seconds register, or `otherwise` while it changes. */
static uint8_t rtc_second(uint8_t otherwise)
{
  cpu_out8(RTC_INDEX, RTC_STATUS_A);
  if (cpu_in8(RTC_DATA) & RTC_UPDATING)
    return otherwise;
  cpu_out8(RTC_INDEX, RTC_SECONDS);
  return cpu_in8(RTC_DATA);
}

/* Waits for a status bit; a wait that exceeds the patience ends the line's life. The clock is looked at only in a wait
 * that has become long: a second is counted when it changes, the first look aside. */
static bool wait_for(uint8_t bit)
{
  if (get(STATUS) & bit)
    return true;
  uint64_t start = cpu_tsc();
  uint32_t polls = 0, seconds = 0;
  uint8_t second = 0;
  while (!(get(STATUS) & bit)) {
    if (++polls % POLLS_A_LOOK == 0) {
      uint8_t now = rtc_second(second);
      seconds += now != second && polls > POLLS_A_LOOK;
      second = now;
    }
    if (cpu_tsc() - start > patience_tsc || seconds > patience_s) {
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
