/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mkcalls.c: a dump of any number of calls, recorded one by one: `mkcalls CALLS > FILE`. The same number gives the same
 * bytes.
 *
 * Four threads run at once, on four processors. Each goes up and down a tree of 63 functions, of which each calls the
 * next two, six deep; a call has its record when it ends.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made.h"

#define HZ        2500000000u
#define START     1000000u
#define BUFFER    8192
#define THREADS   4
#define FUNCTIONS 64            /* with the root of a thread, which is none */
#define DEEPEST   8
#define CODE      0x100000

/* A thread: the functions that are open, the root first, and when they began. */
struct thread { uint32_t open[DEEPEST]; uint64_t began[DEEPEST]; unsigned depth; };

static struct {
  struct xfer_sender sender;
  struct thread threads[THREADS];
  struct wire_call calls[BUFFER];
  size_t count;
  uint64_t tsc, random, made, wanted, completed[THREADS][FUNCTIONS], raw[THREADS][FUNCTIONS];
} m;

static uint32_t pick(uint32_t below)
{
  return made_pick(&m.random, below);
}

/* The number of a node: of a function, by way of those above it, in a thread. */
static uint32_t node_of(uint32_t thread, uint32_t function)
{
  return 1 + thread * FUNCTIONS + function;
}

static void send_calls(void)
{
  xfer_send(&m.sender, WIRE_CALL, m.calls, m.count);
  m.count = 0;
}

static void begin_call(struct thread *t)
{
  t->open[t->depth] = 2 * t->open[t->depth - 1] + 1 + pick(2);
  t->began[t->depth++] = m.tsc;
}

static void end_call(uint16_t thread)
{
  struct thread *t = &m.threads[thread];
  const uint32_t function = t->open[--t->depth];
  const uint64_t raw = m.tsc - t->began[t->depth];
  m.calls[m.count++] = (struct wire_call){ .call = node_of(thread, function) << WIRE_CALL_FLAG_BITS,
                                           .raw = (uint32_t)raw, .drift = (uint32_t)(raw / 50), .tsc = m.tsc,
                                           .cpu = thread };
  m.completed[thread][function]++;
  m.raw[thread][function] += raw;
  m.made++;
  if (m.count == BUFFER)
    send_calls();
}

static void step(void)
{
  const uint16_t thread = (uint16_t)pick(THREADS);
  struct thread *t = &m.threads[thread];
  const bool leaf = 2 * t->open[t->depth - 1] + 2 >= FUNCTIONS;
  m.tsc += 20 + pick(200);
  if (t->depth == 1 || (!leaf && pick(2)))
    begin_call(t);
  else
    end_call(thread);
}

static void put_name(enum wire_space space, uint32_t id, const char *text)
{
  const struct wire_name row = { space, id, (uint32_t)strlen(text) };
  xfer_send_pair(&m.sender, WIRE_NAME, &row, 1, WIRE_CHARACTER, text, strlen(text));
}

static void hello(void)
{
  const struct wire_meta meta[] = { { WIRE_META_TSC_HZ, HZ }, { WIRE_META_START_TSC, START },
                                    { WIRE_META_PROCESSORS, THREADS },
                                    { WIRE_META_MODES, WIRE_MODE_TIMING | WIRE_MODE_CALLS } };
  xfer_send(&m.sender, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  put_name(WIRE_SPACE_SYSTEM, 0, "mkcalls");
  for (uint32_t t = 0; t < THREADS; t++)
    put_name(WIRE_SPACE_THREAD, t + 1, "worker");
  xfer_send_flush(&m.sender, WIRE_FRAME_HELLO);
}

static void send_trees(void)
{
  for (uint32_t t = 0; t < THREADS; t++) {
    const struct wire_thread row = { .id = t + 1, .start = START, .end = m.tsc, .run = m.tsc - START };
    xfer_send(&m.sender, WIRE_THREAD, &row, 1);
    for (uint32_t f = 0; f < FUNCTIONS - 1; f++) {
      const struct wire_node node = { .id = node_of(t, f), .parent = f ? node_of(t, (f - 1) / 2) : 0, .thread = t + 1,
        .flags = f ? 0 : WIRE_NODE_ROOT | WIRE_NODE_OPEN, .address = f ? CODE + 0x100 * f : 0,
        .calls = m.completed[t][f], .raw = f ? m.raw[t][f] : m.tsc - START, .drift = m.raw[t][f] / 50 };
      xfer_send(&m.sender, WIRE_NODE, &node, 1);
    }
  }
}

static void end(void)
{
  for (uint16_t t = 0; t < THREADS; t++)
    while (m.threads[t].depth > 1)
      end_call(t);
  send_calls();
  send_trees();
}

int main(int argc, char **argv)
{
  m.wanted = made_begin(&m.sender, argc, argv, "CALLS");
  if (!m.wanted)
    return 2;
  m.tsc = START;
  m.random = MADE_RANDOM;
  for (uint32_t t = 0; t < THREADS; t++)
    m.threads[t].depth = 1;
  hello();
  while (m.made < m.wanted)
    step();
  end();
  return made_end(&m.sender, m.tsc);
}
