/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * line.h: the line over which the profile leaves and the host answers: the first serial port, which it shares with
 * the console's text, or another that carries nothing else and is faster, if the machine has it. Chosen at boot,
 * once.
 *
 * A writer holds the line's lock: the bytes of one line_write() stay together. A line that accepts nothing for the
 * whole time-out (io_timeout.h) is dead: from then on bytes are dropped, writers are told so, and nothing waits
 * again.
 *
 * Thread context; may block while another thread holds the line. After fatal_begin() (panic.h) any context, nothing
 * blocks, and devices are polled.
 */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The lines there are. L(KIND, name as an option) */
#define LINE_KINDS(L)  \
  L(UART, "uart")      \
  L(VIRTIO, "virtio")

enum line_kind {
#define LINE_KIND_(KIND, name) LINE_##KIND,
  LINE_KINDS(LINE_KIND_)
#undef LINE_KIND_
};

/* Returns whether a line of that kind takes bytes about as fast as a processor can pack a profile: it is memory that the
 * host of a virtual machine reads, and no wire. Any context. */
bool line_is_fast(enum line_kind kind);

/* Chooses the line. Thread context, once, before anything else here. Returns NULL, or what is missing and what to
 * do. */
const char *line_open(enum line_kind kind);

/* Returns whether the line is the serial port, which carries the console's text as well. */
bool line_is_console(void);

/* Returns whether a write would find a reader, as far as the line can tell; a serial port cannot, and has one. */
bool line_is_read(void);

/* Writes all bytes. Returns false when the line is, or becomes, dead. */
bool line_write(const void *data, size_t bytes);

/* Waits until the host has the last byte, as long as the time-out is. Returns false when it has not. */
bool line_drain(void);

/* Opens the line's input: from now on what comes in is kept, up to INPUT_BYTES (input.h), until it is read. Once, after
 * irq_init(), thread context. */
void line_listen(void);

/* Takes what has come, at most `room` bytes. Returns how many; never waits. One thread reads; after fatal_begin() any
 * context. */
size_t line_read(void *to, size_t room);

/* Blocks the one thread that reads until something has come, or until the time stamp counter reads `tsc`, as
 * input_await() (input.h). Returns whether there is something. */
bool line_await(uint64_t tsc);

/* Wakes the reading thread if something has come, where the device is polled and the timer would do that at its next
 * tick only. For a caller that waits for what the reading thread takes in. */
void line_poll(void);

#endif
