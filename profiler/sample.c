/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sample.c: where the interrupted thread was, and how it came there.
 *
 * The walk trusts nothing: a frame must lie in the thread's stack, be aligned, and lie above the one before. A walk that
 * fails keeps what it found and says so in the sample's flags.
 */
#include "internal.h"

struct prof_log prof_samples, prof_stacks;
static struct wire_sample *samples;
static struct wire_stack *stacks;

static size_t sample_bytes(const struct prof_config *c)
{
  return c->samples * sizeof(struct wire_sample);
}

size_t prof_sample_memory(const struct prof_config *c)
{
  return sample_bytes(c) + c->stacks * sizeof(struct wire_stack);
}

void prof_sample_init(const struct prof_config *c, void *memory)
{
  samples = memory;
  stacks = (struct wire_stack *)(void *)((uint8_t *)memory + sample_bytes(c));
  prof_samples = (struct prof_log){ .capacity = c->samples };
  prof_stacks = (struct prof_log){ .capacity = c->stacks };
}

const struct wire_sample *prof_sample_records(void)
{
  return samples;
}

const struct wire_stack *prof_stack_records(void)
{
  return stacks;
}

/* The frame that gcc's -fno-omit-frame-pointer builds: System V AMD64 ABI, section 3.2.2, figure 3.3. */
struct frame {
  uintptr_t caller_frame;
  uintptr_t return_address;
};

/* Writes the return addresses from `fp` outwards, at most `room`; returns how many, and in *flags why it stopped. */
static uint32_t walk(const struct prof_thread *t, uintptr_t fp, struct wire_stack *out, uint32_t room, uint16_t *flags)
{
  uintptr_t low, high;
  uint32_t n = 0;
  prof_port_stack(t, &low, &high);
  while (fp) {
    if (fp < low || high - fp < sizeof(struct frame) || fp > high || fp % sizeof(uintptr_t)) {
      *flags |= WIRE_SAMPLE_ASTRAY;
      break;
    }
    if (n == room) {
      *flags |= WIRE_SAMPLE_CUT;
      break;
    }
    const struct frame *f = (const struct frame *)fp;
    if (!f->return_address)
      break;
    out[n++].address = f->return_address;
    low = fp + sizeof(*f); /* the stack grows down: the caller's frame is above */
    fp = f->caller_frame;
  }
  return n;
}

void prof_sample(struct prof_thread *t, uintptr_t ip, uintptr_t fp)
{
  if (!prof_samples.on)
    return;
  uint64_t i = prof_samples.made++, first = prof_stacks.made;
  if (i >= prof_samples.capacity)
    return;
  if (first + PROF_STACK_DEPTH > prof_stacks.capacity) {
    prof_samples.capacity = i; /* every sample that is kept has its stack, so this log is full as well */
    return;
  }
  uint16_t flags = 0;
  stacks[first].address = ip;
  uint32_t depth = 1 + walk(t, fp, &stacks[first + 1], PROF_STACK_DEPTH - 1, &flags);
  prof_stacks.made += depth;
  samples[i] = (struct wire_sample){ .tsc = t->left_at, .thread = t->id, .depth = (uint16_t)depth, .flags = flags };
}
