/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * line.c: see line.h.
 */
#include "line.h"

#include "uart.h"
#include "virtio_serial.h"

struct device {
  const char *(*open)(void);   /* NULL: needs nothing */
  bool (*write)(const void *data, size_t bytes);
  bool (*drain)(void);
  void (*lock)(void);
  void (*unlock)(void);
  void (*break_lock)(void);
  void (*listen)(void);
  size_t (*read)(void *to, size_t room);
  bool (*await)(uint64_t tsc);
  void (*poll)(void);          /* NULL: interrupts tell at once */
  uint64_t (*overrun)(void);
};

static const struct device devices[] = {
  [LINE_UART] = { NULL, uart_write, uart_drain, uart_lock, uart_unlock, uart_break_lock, uart_listen, uart_read,
                  uart_await, NULL, uart_overrun },
  [LINE_VIRTIO] = { virtio_serial_open, virtio_serial_write, virtio_serial_drain, virtio_serial_lock,
                    virtio_serial_unlock, virtio_serial_break_lock, virtio_serial_listen, virtio_serial_read,
                    virtio_serial_await, virtio_serial_poll, virtio_serial_overrun },
};
#define DEVICES (sizeof devices / sizeof devices[0])

static const struct device *device = &devices[LINE_UART];

const char *line_open(enum line_kind kind)
{
  const char *problem = devices[kind].open ? devices[kind].open() : NULL;
  if (!problem)
    device = &devices[kind];
  return problem;
}

bool line_is_console(void)
{
  return device == &devices[LINE_UART];
}

bool line_write(const void *data, size_t bytes)
{
  return device->write(data, bytes);
}

bool line_drain(void)
{
  return device->drain();
}

void line_lock(void)
{
  device->lock();
}

void line_unlock(void)
{
  device->unlock();
}

void line_break_lock(void)
{
  for (size_t i = 0; i < DEVICES; i++)
    devices[i].break_lock();
}

void line_listen(void)
{
  device->listen();
}

size_t line_read(void *to, size_t room)
{
  return device->read(to, room);
}

bool line_await(uint64_t tsc)
{
  return device->await(tsc);
}

void line_poll(void)
{
  if (device->poll)
    device->poll();
}

uint64_t line_overrun(void)
{
  return device->overrun();
}
