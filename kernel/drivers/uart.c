/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * uart.c: see uart.h. Registers and bits are those of the National Semiconductor PC16550D data sheet.
 */
#include "uart.h"

#include "cpu.h"
#include "input.h"
#include "irq.h"
#include "io_timeout.h"
#include "crash/panic.h"
#include "core/print.h"
#include "core/thread.h"

#define PORT 0x3F8
enum reg { DATA = 0, DIVISOR_LOW = 0, INTERRUPTS = 1, DIVISOR_HIGH = 1, FIFO = 2, LINE = 3, MODEM = 4, STATUS = 5 };

#define IRQ_LINE        4      /* the PC's for COM1 */
#define INTERRUPT_DATA  0x01   /* a byte has come, or waits for the time of four */
#define LINE_8N1        0x03
#define LINE_DIVISOR    0x80   /* registers 0 and 1 are the divisor */
#define FIFO_ON         0x01
#define FIFO_CLEAR      0x06
#define FIFO_REQUEST_8  0x80   /* eight bytes are a request, fewer only when no more come */
#define MODEM_READY     0x03   /* DTR and RTS */
#define MODEM_INTERRUPT 0x08   /* OUT2, which opens the way to the interrupt controller on a PC */
#define MODEM_LOOPBACK  0x10
#define STATUS_DATA     0x01
#define STATUS_OVERRUN  0x02   /* bytes came into a full FIFO; reading clears it */
#define STATUS_EMPTY    0x20   /* the transmit FIFO is empty */
#define STATUS_IDLE     0x40   /* so is the shift register */
#define DIVISOR_115200  1
#define FIFO_BYTES      16

#define LOOPBACK_BYTE   0xAE
#define LOOPBACK_TRIES  100000 /* a byte takes 87 us; a port read at least 0.1 us on any bus */

static struct mutex line = MUTEX("serial line");
static bool lock_broken;
static bool dead = true;
static struct input input;

static uint8_t read_register(enum reg reg)
{
  return cpu_in8((uint16_t)(PORT + reg));
}

static void write_register(enum reg reg, uint8_t value)
{
  cpu_out8((uint16_t)(PORT + reg), value);
}

/* A port that is there gives back what it sends to itself. */
static bool loopback_works(void)
{
  write_register(MODEM, MODEM_READY | MODEM_LOOPBACK);
  write_register(DATA, LOOPBACK_BYTE);
  unsigned tries = LOOPBACK_TRIES;
  while (!(read_register(STATUS) & STATUS_DATA) && --tries)
    cpu_pause();
  bool works = tries && read_register(STATUS) != 0xFF && read_register(DATA) == LOOPBACK_BYTE;
  write_register(MODEM, MODEM_READY);
  return works;
}

void uart_init(void)
{
  static const struct print_console console = { uart_write, uart_drain };
  write_register(INTERRUPTS, 0);
  write_register(LINE, LINE_DIVISOR);
  write_register(DIVISOR_LOW, DIVISOR_115200);
  write_register(DIVISOR_HIGH, 0);
  write_register(LINE, LINE_8N1);
  write_register(FIFO, FIFO_ON | FIFO_CLEAR);
  dead = !loopback_works();
  print_set_console(&console);
  panic_on_begin(uart_break_lock);
}

/* Reads the line status. The port tells of an overrun once, so each reading has to count it. */
static uint8_t read_status(void)
{
  uint8_t bits = read_register(STATUS);
  if (bits & STATUS_OVERRUN)
    input.overrun++;
  return bits;
}

/* Waits for a status bit. After a time-out the line is dead. */
static bool wait_for(uint8_t bit)
{
  struct io_timeout timeout = { 0 };
  while (!(read_status() & bit)) {
    if (io_timeout_ends(&timeout)) {
      dead = true;
      return false;
    }
    cpu_pause();
  }
  return true;
}

static bool send_bytes(const uint8_t *data, size_t bytes)
{
  while (bytes && !dead && wait_for(STATUS_EMPTY)) {
    size_t burst = bytes < FIFO_BYTES ? bytes : FIFO_BYTES;
    for (size_t i = 0; i < burst; i++)
      write_register(DATA, data[i]);
    data += burst;
    bytes -= burst;
  }
  return !dead;
}

bool uart_write(const void *data, size_t bytes)
{
  if (lock_broken || mutex_owner(&line) == thread_self())
    return send_bytes(data, bytes);
  uart_lock();
  bool alive = send_bytes(data, bytes);
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

/* Interrupts off. */
static void receive_bytes(void)
{
  while (read_status() & STATUS_DATA) {
    uint8_t byte = read_register(DATA);
    input_put(&input, &byte, 1);
  }
}

/* The request is an edge: the FIFO is empty when this ends, so that the next byte makes another one. */
static void handle_interrupt(unsigned irq_line, struct prof_thread *interrupted, const struct irq_frame *frame)
{
  (void)irq_line;
  (void)interrupted;
  (void)frame;
  receive_bytes();
}

void uart_listen(void)
{
  if (dead)
    return;
  irq_handle(IRQ_LINE, handle_interrupt);
  write_register(FIFO, FIFO_ON | FIFO_REQUEST_8);
  write_register(MODEM, MODEM_READY | MODEM_INTERRUPT);
  write_register(INTERRUPTS, INTERRUPT_DATA);
}

size_t uart_read(void *to, size_t room)
{
  if (lock_broken && !dead)
    receive_bytes();
  return input_take(&input, to, room);
}

bool uart_await(uint64_t tsc)
{
  return input_await(&input, tsc);
}

uint64_t uart_overrun(void)
{
  return input.overrun;
}
