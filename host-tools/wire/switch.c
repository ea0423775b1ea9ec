/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * switch.c: see switch.h.
 */
#include "switch.h"

#include "addresses.h"
#include "base/mem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DETAIL_BYTES 80

/* A frame on its way. */
struct frame {
  struct frame *next;
  uint64_t number, of_node;
  unsigned from;
  int64_t due_ns;                /* held: it leaves then at the latest */
  int64_t delayed_ns;            /* held: and not before that */
  uint64_t behind;               /* held: it leaves when so many frames of its node have come; 0: by time only */
  size_t bytes;
  uint8_t data[SWITCH_FRAME_MOST];
};

struct port {
  const char *name;
  struct frame *first, **last;   /* that wait for it */
  size_t waiting;
  struct switch_counts counts;
};

struct wire_switch {
  const struct switch_ops *ops;
  void *ctx;
  const struct faults *faults;
  unsigned count;
  struct port ports[SWITCH_PORTS_MOST];
  struct addresses addresses;
  uint64_t frames;               /* so far */
  int64_t began_ns;              /* when the first came */
  struct frame *held;            /* in the order in which they came */
  size_t held_count;
};

struct wire_switch *switch_new(const struct switch_ops *ops, void *ctx, const char *const *names, unsigned count,
                               const struct faults *faults)
{
  struct wire_switch *s = mem_alloc(1, sizeof(*s));
  s->ops = ops;
  s->ctx = ctx;
  s->faults = faults;
  s->count = count;
  for (unsigned i = 0; i < count; i++) {
    s->ports[i].name = names[i];
    s->ports[i].last = &s->ports[i].first;
  }
  return s;
}

static void free_list(struct frame *f)
{
  while (f) {
    struct frame *next = f->next;
    mem_free(f);
    f = next;
  }
}

void switch_free(struct wire_switch *s)
{
  for (unsigned i = 0; i < s->count; i++)
    free_list(s->ports[i].first);
  free_list(s->held);
  mem_free(s);
}

static void note(struct wire_switch *s, int64_t now_ns, const struct frame *f, int to, const char *fault,
                 const char *detail)
{
  const struct switch_note n = { .time_ns = now_ns, .frame = f->number, .of_node = f->of_node, .from = f->from,
    .to = to, .bytes = f->bytes, .fault = fault, .detail = detail };
  s->ops->note(s->ctx, &n);
}

/* ---- out ---- */

static bool is_cut(const struct wire_switch *s, unsigned port, int64_t now_ns)
{
  return faults_cuts(s->faults, s->ports[port].name, s->frames, now_ns - s->began_ns);
}

static void lose(struct wire_switch *s, const struct frame *f, unsigned to, int64_t now_ns, const char *why)
{
  s->ports[to].counts.lost++;
  note(s, now_ns, f, (int)to, why, "");
}

/* Lets a frame wait for a port. */
static void enqueue(struct wire_switch *s, const struct frame *f, unsigned to, int64_t now_ns)
{
  struct port *p = &s->ports[to];
  if (p->waiting == SWITCH_QUEUE_MOST) {
    lose(s, f, to, now_ns, "full");
    return;
  }
  struct frame *copy = mem_alloc(1, sizeof(*copy));
  *copy = *f;
  copy->next = NULL;
  *p->last = copy;
  p->last = &copy->next;
  p->waiting++;
}

/* Sends a frame to a port that has none waiting. Returns false where the port is busy. */
static bool send_now(struct wire_switch *s, const struct frame *f, unsigned to, int64_t now_ns)
{
  switch (s->ops->send(s->ctx, to, f->data, f->bytes)) {
  case SWITCH_SENT: s->ports[to].counts.out++; return true;
  case SWITCH_ABSENT: lose(s, f, to, now_ns, "absent"); return true;
  default: return false;
  }
}

static void send_to(struct wire_switch *s, const struct frame *f, unsigned to, int64_t now_ns)
{
  if (is_cut(s, to, now_ns))
    lose(s, f, to, now_ns, fault_name(FAULT_CUT));
  else if (s->ports[to].waiting || !send_now(s, f, to, now_ns))
    enqueue(s, f, to, now_ns);
}

bool switch_waits(const struct wire_switch *s, unsigned port)
{
  return s->ports[port].waiting;
}

void switch_writable(struct wire_switch *s, unsigned port, int64_t now_ns)
{
  struct port *p = &s->ports[port];
  while (p->first) {
    struct frame *f = p->first;
    if (is_cut(s, port, now_ns))
      lose(s, f, port, now_ns, fault_name(FAULT_CUT));
    else if (!send_now(s, f, port, now_ns))
      break;
    p->first = f->next;
    p->waiting--;
    if (!p->first)
      p->last = &p->first;
    mem_free(f);
  }
}

/* To the port of its receiver, or to all others. A frame for a receiver at its own port has arrived already. */
static void forward(struct wire_switch *s, const struct frame *f, int64_t now_ns)
{
  const uint64_t receiver = address_read(f->data);
  const int to = address_is_group(receiver) ? ADDRESSES_NONE : addresses_find(&s->addresses, receiver);
  for (unsigned i = 0; i < s->count; i++)
    if (i != f->from && (to == ADDRESSES_NONE || to == (int)i))
      send_to(s, f, i, now_ns);
}

/* ---- held by faults ---- */

static void hold(struct wire_switch *s, const struct frame *f, const struct verdict *v, int64_t now_ns)
{
  if (s->held_count == SWITCH_HELD_MOST) {
    note(s, now_ns, f, -1, "full", "too many frames are delayed: this one is not");
    forward(s, f, now_ns);
    return;
  }
  struct frame *copy = mem_alloc(1, sizeof(*copy)), **end = &s->held;
  *copy = *f;
  copy->behind = v->later ? f->of_node + v->later : 0;
  copy->delayed_ns = now_ns + v->delay_ns;
  copy->due_ns = now_ns + (v->later && SWITCH_REORDER_NS > v->delay_ns ? SWITCH_REORDER_NS : v->delay_ns);
  while (*end)
    end = &(*end)->next;
  copy->next = NULL;
  *end = copy;
  s->held_count++;
}

/* The first of those that are due earliest, or whose frames have come; NULL: none is. */
static struct frame **find_due(struct wire_switch *s, int64_t now_ns)
{
  struct frame **found = NULL;
  for (struct frame **f = &s->held; *f; f = &(*f)->next) {
    if ((*f)->behind && s->ports[(*f)->from].counts.in >= (*f)->behind) {
      const int64_t at_ns = now_ns > (*f)->delayed_ns ? now_ns : (*f)->delayed_ns;
      (*f)->due_ns = at_ns < (*f)->due_ns ? at_ns : (*f)->due_ns;
    }
    if ((*f)->due_ns <= now_ns && (!found || (*f)->due_ns < (*found)->due_ns))
      found = f;
  }
  return found;
}

int64_t switch_turn(struct wire_switch *s, int64_t now_ns)
{
  struct frame **due;
  int64_t next = SWITCH_NEVER;
  while ((due = find_due(s, now_ns))) {
    struct frame *f = *due;
    *due = f->next;
    s->held_count--;
    forward(s, f, now_ns);
    mem_free(f);
  }
  for (const struct frame *f = s->held; f; f = f->next)
    next = f->due_ns < next ? f->due_ns : next;
  return next;
}

void switch_flush(struct wire_switch *s, int64_t now_ns)
{
  for (struct frame *f = s->held; f; f = f->next)
    f->due_ns = now_ns;
  switch_turn(s, now_ns);
}

/* ---- in ---- */

/* Whether the frame can be one; says why not. */
static bool is_sound(struct wire_switch *s, const struct frame *f, int64_t now_ns)
{
  const char *why = f->bytes < SWITCH_FRAME_LEAST ? "runt" : f->bytes > SWITCH_FRAME_MOST ? "giant" : NULL;
  if (!why) {
    const uint64_t sender = address_read(f->data + ADDRESS_BYTES);
    why = address_is_group(sender) || !sender ? "sender" : NULL;
  }
  if (why)
    note(s, now_ns, f, -1, why, "");
  return !why;
}

static void flip(struct wire_switch *s, struct frame *f, uint64_t bit, int64_t now_ns)
{
  char detail[DETAIL_BYTES];
  f->data[bit / 8] ^= (uint8_t)(1 << bit % 8);
  snprintf(detail, sizeof(detail), "byte %" PRIu64 " bit %" PRIu64, bit / 8, bit % 8);
  note(s, now_ns, f, -1, fault_name(FAULT_FLIP), detail);
}

static void note_held(struct wire_switch *s, const struct frame *f, const struct verdict *v, int64_t now_ns)
{
  char detail[DETAIL_BYTES];
  if (v->delay_ns) {
    snprintf(detail, sizeof(detail), "%" PRId64 ".%03" PRId64 " us", v->delay_ns / 1000, v->delay_ns % 1000);
    note(s, now_ns, f, -1, fault_name(FAULT_DELAY), detail);
  }
  if (v->later) {
    snprintf(detail, sizeof(detail), "behind %" PRIu64, v->later);
    note(s, now_ns, f, -1, fault_name(FAULT_REORDER), detail);
  }
}

static void treat(struct wire_switch *s, struct frame *f, int64_t now_ns)
{
  const struct verdict v = faults_judge(s->faults, s->ports[f->from].name, f->of_node, f->bytes);
  if (v.drop) {
    note(s, now_ns, f, -1, fault_name(FAULT_DROP), "");
    return;
  }
  if (v.flip)
    flip(s, f, v.bit, now_ns);
  if (v.copies > 1)
    note(s, now_ns, f, -1, fault_name(FAULT_DUPLICATE), "");
  note_held(s, f, &v, now_ns);
  for (unsigned i = 0; i < v.copies; i++)
    if (v.delay_ns || v.later)
      hold(s, f, &v, now_ns);
    else
      forward(s, f, now_ns);
}

void switch_take(struct wire_switch *s, unsigned port, const uint8_t *frame, size_t there, size_t bytes,
                 int64_t now_ns)
{
  struct frame f = { .number = ++s->frames, .of_node = ++s->ports[port].counts.in, .from = port, .bytes = bytes };
  if (f.number == 1)
    s->began_ns = now_ns;
  s->ops->seen(s->ctx, now_ns, frame, there, bytes);
  memcpy(f.data, frame, there < sizeof(f.data) ? there : sizeof(f.data));
  if (!is_sound(s, &f, now_ns)) {
    /* Told. */
  } else if (is_cut(s, port, now_ns)) {
    note(s, now_ns, &f, -1, fault_name(FAULT_CUT), "");
  } else {
    addresses_learn(&s->addresses, address_read(frame + ADDRESS_BYTES), (int)port);
    treat(s, &f, now_ns);
  }
  switch_turn(s, now_ns);
}

const struct switch_counts *switch_counts(const struct wire_switch *s, unsigned port)
{
  return &s->ports[port].counts;
}

uint64_t switch_frames(const struct wire_switch *s)
{
  return s->frames;
}
