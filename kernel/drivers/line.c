/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * line.c: see line.h.
 */
#include "line.h"

#include "uart.h"
#include "virtio_serial.h"

struct device {
  const char *(*open)(void);   /* NULL: needs nothing */
  bool (*is_read)(void);       /* NULL: it cannot tell */
  bool (*write)(const void *data, size_t bytes);
  bool (*drain)(void);
  void (*listen)(void);
  size_t (*read)(void *to, size_t room);
  bool (*await)(uint64_t tsc);
  void (*poll)(void);          /* NULL: interrupts tell at once */
};

static const struct device devices[] = {
  [LINE_UART] = { NULL, NULL, uart_write, uart_drain, uart_listen, uart_read, uart_await, NULL },
  [LINE_VIRTIO] = { virtio_serial_open, virtio_serial_is_read, virtio_serial_write, virtio_serial_drain,
                    virtio_serial_listen, virtio_serial_read, virtio_serial_await, virtio_serial_poll },
};

static const struct device *device = &devices[LINE_UART];

bool line_is_fast(enum line_kind kind)
{
  return kind == LINE_VIRTIO;
}

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

bool line_is_read(void)
{
  return !device->is_read || device->is_read();
}

bool line_write(const void *data, size_t bytes)
{
  return device->write(data, bytes);
}

bool line_drain(void)
{
  return device->drain();
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
