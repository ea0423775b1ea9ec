/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * input.h: what a driver has received and the reading thread has not taken yet: a ring of bytes that an interrupt
 * handler fills and one thread empties.
 */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct thread;

#define INPUT_BYTES 4096 /* a power of two; at 115200 baud a third of a second's */

/* Zeroed it is empty. [Q] changed with interrupts off, [R] by the reading thread only. */
struct input {
  uint8_t bytes[INPUT_BYTES];
  volatile uint64_t put;     /* [Q] bytes that ever came in */
  uint64_t taken;            /* [R] bytes that were read */
  uint64_t overrun;          /* [Q] bytes that found no room */
  struct thread *volatile waiter;     /* [Q] the reading thread while it waits; else NULL */
};

/* Adds bytes that have come, and wakes the reading thread if it waits. Bytes without room are counted and dropped. For
 * the driver; interrupts off. */
void input_put(struct input *in, const uint8_t *data, size_t bytes);

/* Returns how many bytes input_put() would find room for. */
size_t input_room(const struct input *in);

/* Takes what has come, at most `room` bytes. Returns how many; never waits. The reading thread; after fatal_begin() any
 * context. */
size_t input_take(struct input *in, void *to, size_t room);

/* Waits until something has come, or until tsc_now() is `tsc`, less than 2^62 from now (then up to a
 * timer tick longer). INPUT_FOREVER: until something has come; a thread that waits so does not keep the kernel from
 * finding a deadlock of all others. Returns whether there is something. Thread context, one thread for an input. */
#define INPUT_FOREVER 0
bool input_await(struct input *in, uint64_t tsc);

#endif
