/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * virtio_serial.h: a line through a port of a virtual machine's virtio-serial device, the one that is named
 * VIRTIO_SERIAL_NAME ("Virtual I/O Device (VIRTIO) Version 1.2", section 5.3, which calls it a console device). The
 * host gets whole buffers of it, where each byte of a 16550's is a step of QEMU's and a system call.
 *
 * The functions do what line.h says. What is written is copied, and goes on its way while the caller works; a writer
 * waits when VIRTIO_SERIAL_BYTES are on their way and the host takes no more, or while no program holds the port's
 * other end: what QEMU is given then it throws away. Devices are polled: no interrupt is used.
 */
#ifndef VIRTIO_SERIAL_H
#define VIRTIO_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VIRTIO_SERIAL_NAME   "jx.profile"
#define VIRTIO_SERIAL_BYTES  (1u << 20)   /* 32 buffers of 32 KiB, each about a frame */

const char *virtio_serial_open(void);

/* The functions of these names in line.h. */
bool virtio_serial_is_read(void);
bool virtio_serial_write(const void *data, size_t bytes);
bool virtio_serial_drain(void);

/* Opens the input. What comes in is looked for at each tick of the timer, by virtio_serial_poll() and by
 * virtio_serial_read(). What finds no room stays in the device, so nothing is ever lost. */
void virtio_serial_listen(void);
size_t virtio_serial_read(void *to, size_t room);
bool virtio_serial_await(uint64_t tsc);
void virtio_serial_poll(void);

#endif
