/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mkscale.c: a dump of any size, as a server would make it that was watched for long: `mkscale RECORDS > FILE`.
 *
 * Four workers log the steps of their requests, wait for each other, make objects and are sampled; a collector frees
 * the objects. Records go through the real packer, kind by kind as buffers fill, as a kernel that streams sends them.
 * The same number gives the same bytes. About 45 % of the records are events, 17 % switches, 15 % births, 14 %
 * deaths, 1 % samples and 8 % their addresses. Now and then an interrupt logs between a time stamp and its record:
 * two events out of order.
 *
 * And in the middle of it what happens once: an event of a name of its own, a thread that runs for two microseconds, an
 * object of a megabyte, and a wait of a hundredth of a second. No chart may lose them among the others.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made.h"

#define HZ         2500000000u
#define START      1000000u
#define BUFFER     8192         /* records of a kind that are gathered before they are sent */
#define WORKERS    4
#define IRQ        5
#define IDLE       6
#define STEPS      12           /* names of events */
#define SITES      200
#define CLASSES    60
#define SIZES      8
#define COLLECT    (2u << 20)   /* bytes allocated between two collections */
#define FUNCTIONS  64
#define SAMPLES    1000         /* that are sent together; less than BUFFER */
#define DEPTH_LEAST 5           /* of a sampled stack, */
#define VARIED      4           /* innermost callers that are not always the same */
#define DEPTHS      7           /* and how many more or less there are */

/* What happens once. */
#define ONCE        7           /* the thread, and with STEPS + 2 the event */
#define ONCE_RUNS   (HZ / 500000)
#define ONCE_WAITS  (HZ / 100)
#define ONCE_BYTES  (1u << 20)
#define ONCE_SITE   (SITES + 1)
#define ONCE_ADDRESS ((uint64_t)1 << 40)

static const uint32_t slot_bytes[SIZES] = { 16, 32, 48, 64, 96, 128, 256, 512 };

struct slot { uint32_t site; bool used; };
struct region { struct slot *slots; uint32_t *free; size_t count, room, free_count, free_room; };
struct buffer { char rows[BUFFER][128]; size_t count; };

static struct {
  struct xfer_sender sender;
  uint64_t tsc, clock, collected_at, random, arg[WORKERS + 1], run[ONCE + 1], since, made, wanted;
  uint32_t current, collections, step[WORKERS + 1];
  bool waiting[WORKERS + 1], once;
  struct region regions[SIZES];
  struct buffer buffers[WIRE_KIND_LIMIT];
  uint64_t live_objects, live_bytes;
  struct wire_stack stack[SAMPLES * (DEPTH_LEAST + DEPTHS)];
  size_t stack_used;
} m;

static uint32_t pick(uint32_t below)
{
  return made_pick(&m.random, below);
}

/* ---- records ---- */

static void flush(enum wire_kind kind)
{
  struct buffer *b = &m.buffers[kind];
  xfer_send(&m.sender, kind, b->rows, b->count);
  b->count = 0;
}

static void put(enum wire_kind kind, const void *record)
{
  struct buffer *b = &m.buffers[kind];
  const size_t bytes = wire_kinds[kind].bytes;
  memcpy((char *)b->rows + b->count++ * bytes, record, bytes);
  m.made++;
  if (b->count == BUFFER)
    flush(kind);
}

static void log_event(void)
{
  const uint32_t worker = m.current;
  const struct wire_event e = { m.tsc, m.arg[worker], 1 + m.step[worker], worker, 0 };
  const struct wire_event early = { m.tsc + 40, m.arg[worker], STEPS + 1, IRQ, 0 };
  if (pick(64) == 0)
    put(WIRE_EVENT, &early);
  put(WIRE_EVENT, &e);
  m.step[worker] = (m.step[worker] + 1) % STEPS;
  m.arg[worker] += m.step[worker] == 0;
}

static void switch_to(uint32_t to, uint32_t why)
{
  const struct wire_sched s = { m.tsc, m.current, to, why, 0 };
  put(WIRE_SCHED, &s);
  m.run[m.current] += m.tsc - m.since;
  m.since = m.tsc;
  m.current = to;
}

/* The worker at hand wakes one that waits, or is preempted, or waits itself. */
static void schedule(void)
{
  const uint32_t other = 1 + pick(WORKERS), from = m.current;
  if (other == from)
    return;
  if (m.waiting[other]) {
    const struct wire_sched wake = { m.tsc, from, other, WIRE_WHY_UNBLOCK, 0 };
    put(WIRE_SCHED, &wake);
    m.waiting[other] = false;
    return;
  }
  m.waiting[from] = pick(2);
  switch_to(other, m.waiting[from] ? WIRE_WHY_BLOCKED : WIRE_WHY_PREEMPTED);
}

/* Samples and their addresses go together. */
static void flush_samples(void)
{
  struct buffer *b = &m.buffers[WIRE_SAMPLE];
  xfer_send_pair(&m.sender, WIRE_SAMPLE, b->rows, b->count, WIRE_STACK, m.stack, m.stack_used);
  b->count = m.stack_used = 0;
}

static void take_sample(void)
{
  const struct wire_sample s = { .tsc = m.tsc, .thread = m.current, .depth = (uint16_t)(DEPTH_LEAST + pick(DEPTHS)) };
  for (unsigned i = 0; i < s.depth; i++) {
    const uint32_t function = i ? s.depth - i + 16 * (uint32_t)(i < VARIED && pick(2)) : 32 + pick(FUNCTIONS - 32);
    m.stack[m.stack_used++].address = 0x100000 + 0x100 * (uint64_t)function + (i ? 8 : 0);
  }
  m.made += s.depth;
  put(WIRE_SAMPLE, &s);
  if (m.buffers[WIRE_SAMPLE].count == SAMPLES)
    flush_samples();
}

/* ---- the heap ---- */

static void *grow(void *array, size_t *room, size_t need, size_t size)
{
  if (need <= *room)
    return array;
  *room = *room ? 2 * *room : 1024;
  array = realloc(array, *room * size);
  if (!array)
    exit(1);
  return array;
}

static void make_object(void)
{
  const uint32_t site = 1 + pick(SITES), size = site % SIZES;
  struct region *r = &m.regions[size];
  uint32_t slot;
  if (r->free_count) {
    slot = r->free[--r->free_count];
  } else {
    r->slots = grow(r->slots, &r->room, r->count + 1, sizeof(*r->slots));
    slot = (uint32_t)r->count++;
  }
  r->slots[slot] = (struct slot){ site, true };
  m.clock += slot_bytes[size];
  m.live_objects++;
  m.live_bytes += slot_bytes[size];
  const struct wire_birth b = { site, 1 + site % CLASSES, slot_bytes[size], m.current, m.clock,
                                ((uint64_t)(4 + size) << 28) + (uint64_t)slot * slot_bytes[size], m.tsc };
  put(WIRE_BIRTH, &b);
}

/* Objects of one site in eight grow old; of the others most are dead by now. */
static void sweep(struct region *r, unsigned size, struct wire_collection *c)
{
  for (uint32_t i = 0; i < r->count; i++) {
    struct slot *s = &r->slots[i];
    if (!s->used || pick(100) < (s->site % 8 == 0 ? 96 : 12))
      continue;
    const struct wire_death d = { c->id, ((uint64_t)(4 + size) << 28) + (uint64_t)i * slot_bytes[size] };
    s->used = false;
    r->free = grow(r->free, &r->free_room, r->free_count + 1, sizeof(*r->free));
    r->free[r->free_count++] = i;
    c->freed_objects++;
    c->freed_bytes += slot_bytes[size];
    put(WIRE_DEATH, &d);
  }
}

static void collect(void)
{
  m.tsc += 100; /* the last object was born before */
  struct wire_collection c = { .id = ++m.collections, .reason = WIRE_REASON_BUDGET, .start = m.tsc, .clock = m.clock,
                               .heap_before = 64 << 20, .heap_after = 64 << 20 };
  for (unsigned size = 0; size < SIZES; size++)
    sweep(&m.regions[size], size, &c);
  m.live_objects -= c.freed_objects;
  m.live_bytes -= c.freed_bytes;
  m.tsc += 100000 + 10 * c.freed_objects;
  c.end = m.tsc;
  c.deaths = c.freed_objects;
  c.marked_objects = m.live_objects;
  c.marked_bytes = m.live_bytes;
  m.collected_at = m.clock;
  put(WIRE_COLLECTION, &c);
}

/* ---- the run ---- */

static void happen_once(void)
{
  const uint32_t worker = m.current;
  const struct wire_birth large = { ONCE_SITE, 1, ONCE_BYTES, worker, m.clock + ONCE_BYTES, ONCE_ADDRESS, m.tsc };
  put(WIRE_BIRTH, &large);
  m.clock += ONCE_BYTES;
  m.live_objects++;
  m.live_bytes += ONCE_BYTES;
  switch_to(ONCE, WIRE_WHY_PREEMPTED);
  const struct wire_event e = { m.tsc + 1, 0, STEPS + 2, ONCE, 0 };
  put(WIRE_EVENT, &e);
  m.tsc += ONCE_RUNS;
  switch_to(worker, WIRE_WHY_YIELDED);
  m.tsc += ONCE_WAITS;
}

static void step(void)
{
  if (!m.once && m.made >= m.wanted / 2) {
    m.once = true;
    happen_once();
  }
  const uint32_t what = pick(100);
  m.tsc += 200 + pick(1500);
  if (what < 55)
    log_event();
  else if (what < 80)
    schedule();
  else if (what < 99)
    make_object();
  else
    take_sample();
  if (m.clock - m.collected_at > COLLECT)
    collect();
}

static void name(enum wire_space space, uint32_t id, const char *value)
{
  const struct wire_name row = { space, id, (uint32_t)strlen(value) };
  xfer_send_pair(&m.sender, WIRE_NAME, &row, 1, WIRE_CHARACTER, value, strlen(value));
}

static void number_name(enum wire_space space, uint32_t id, const char *what)
{
  char text[40];
  snprintf(text, sizeof(text), "%s%" PRIu32, what, id);
  name(space, id, text);
}

static void hello(void)
{
  const struct wire_meta meta[] = { { WIRE_META_TSC_HZ, HZ }, { WIRE_META_START_TSC, START },
    { WIRE_META_MODES, WIRE_MODE_TIMING | WIRE_MODE_SAMPLES | WIRE_MODE_EVENTS | WIRE_MODE_SCHED |
                       WIRE_MODE_OBJECTS } };
  xfer_send(&m.sender, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  name(WIRE_SPACE_SYSTEM, 0, "mkscale");
  name(WIRE_SPACE_BUILD_ID, 0, "00112233445566778899aabbccddeeff00112233"); /* of golden.elf */
  xfer_send_flush(&m.sender, WIRE_FRAME_HELLO);
  for (uint32_t i = 1; i <= WORKERS; i++)
    number_name(WIRE_SPACE_THREAD, i, "worker");
  name(WIRE_SPACE_THREAD, IRQ, "IRQThread0");
  name(WIRE_SPACE_THREAD, IDLE, "Idle");
  name(WIRE_SPACE_THREAD, ONCE, "Once");
  name(WIRE_SPACE_EVENT, STEPS + 2, "once");
  for (uint32_t i = 1; i <= STEPS + 1; i++)
    number_name(WIRE_SPACE_EVENT, i, "step");
  for (uint32_t i = 1; i <= ONCE_SITE; i++) {
    const struct wire_method method = { .id = i, .address = 0x100000 + 0x100 * i };
    const struct wire_site site = { .id = i, .method = i };
    char text[40];
    snprintf(text, sizeof(text), "server.Part%" PRIu32 ".make%" PRIu32 "()", i % 20, i);
    name(WIRE_SPACE_METHOD, i, text);
    xfer_send(&m.sender, WIRE_METHOD, &method, 1);
    xfer_send(&m.sender, WIRE_SITE, &site, 1);
  }
  for (uint32_t i = 1; i <= CLASSES; i++)
    number_name(WIRE_SPACE_CLASS, i, "server.Class");
}

/* A tree for each worker: every function calls the next two. */
static void trees(void)
{
  for (uint32_t w = 1; w <= WORKERS; w++)
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
      const uint32_t first = 1 + (w - 1) * FUNCTIONS;
      const uint64_t raw = m.run[w] / (i + 1);
      const struct wire_node node = { .id = first + i, .parent = i ? first + (i - 1) / 2 : 0, .thread = w,
        .flags = i ? 0 : WIRE_NODE_ROOT | WIRE_NODE_OPEN, .address = i ? 0x100000 + 0x100 * i : 0,
        .calls = i ? 1000 : 0, .raw = raw, .drift = raw / 50, .least = 100, .most = raw };
      xfer_send(&m.sender, WIRE_NODE, &node, 1);
    }
}

static void end(void)
{
  for (uint32_t i = 1; i <= ONCE; i++) {
    const struct wire_thread t = { .id = i, .flags = i == IRQ ? WIRE_THREAD_IRQ : i == IDLE ? WIRE_THREAD_IDLE : 0,
                                   .start = START, .end = m.tsc, .run = m.run[i] };
    xfer_send(&m.sender, WIRE_THREAD, &t, 1);
  }
  trees();
  if (m.buffers[WIRE_SAMPLE].count)
    flush_samples();
  for (uint16_t k = 0; k < WIRE_KIND_LIMIT; k++)
    if (m.buffers[k].count)
      flush(k);
}

int main(int argc, char **argv)
{
  m.wanted = made_begin(&m.sender, argc, argv, "RECORDS");
  if (!m.wanted)
    return 2;
  m.tsc = m.since = START;
  m.random = MADE_RANDOM;
  m.current = 1;
  hello();
  while (m.made < m.wanted)
    step();
  end();
  return made_end(&m.sender, m.tsc);
}
