/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * input.c: see input.h.
 */
#include "input.h"

#include "core/thread.h"
#include "tsc.h"

_Static_assert((INPUT_BYTES & (INPUT_BYTES - 1)) == 0, "places in the ring are masked");

size_t input_room(const struct input *in)
{
  return INPUT_BYTES - (size_t)(in->put - in->taken);
}

void input_put(struct input *in, const uint8_t *data, size_t bytes)
{
  size_t room = input_room(in);
  size_t kept = bytes < room ? bytes : room;
  for (size_t i = 0; i < kept; i++)
    in->bytes[(in->put + i) & (INPUT_BYTES - 1)] = data[i];
  in->put += kept;
  __atomic_thread_fence(__ATOMIC_SEQ_CST); /* the other way round than input_await(): one of the two sees the other */
  in->overrun += bytes - kept;
  struct thread *waiter = in->waiter;
  if (waiter)
    thread_unblock(waiter);
}

size_t input_take(struct input *in, void *to, size_t room)
{
  uint8_t *p = to;
  size_t there = (size_t)(in->put - in->taken);
  size_t bytes = there < room ? there : room;
  for (size_t i = 0; i < bytes; i++)
    p[i] = in->bytes[(in->taken + i) & (INPUT_BYTES - 1)];
  in->taken += bytes;
  return bytes;
}

bool input_await(struct input *in, uint64_t tsc)
{
  in->waiter = thread_self();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (tsc == INPUT_FOREVER)
    while (in->put == in->taken)
      thread_block();
  while (in->put == in->taken && (int64_t)(tsc - tsc_now()) > 0)
    thread_block_until(tsc);
  in->waiter = NULL;
  return in->put != in->taken;
}
