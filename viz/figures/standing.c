/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * standing.c: reads where threads stood at the moments of a run (table standing), as stacks: what a thread waited for
 * is the innermost frame of a stack on which it did not run.
 */
#include "scene.h"

static double by_state[3]; /* moments times threads: running, ready, waiting */

static void add_frames(struct stack *s, const char *text, const char *wait)
{
  size_t most = 2;
  for (const char *c = text; *c; c++)
    most += *c == ';';
  s->frames = mem_alloc(most, sizeof(*s->frames));
  for (size_t bytes; *text && strcmp(text, "-"); text += bytes + (text[bytes] == ';')) {
    bytes = strcspn(text, ";");
    s->frames[s->count++] = name_of(text, bytes);
  }
  if (s->waits)
    s->frames[s->count++] = name_of_text(wait);
}

static const char *wait_words(bool ready)
{
  return ready ? "(ready to run)" : say("(waits: %s)", name_text(name(2)));
}

void standing_read(void)
{
  struct numbers known = { 0 };
  stacks = (struct stacks){ 0 };
  memset(by_state, 0, sizeof(by_state));
  table_open("standing", "thread state wait stack moments");
  while (table_row()) {
    const bool ready = field_is(1, "ready"), runs = field_is(1, "running");
    struct stack s = { .thread = name(0), .samples = number(4), .waits = !runs };
    *number_at(&known, s.thread) = 1;
    if (!thread_wanted(s.thread)) {
      stacks.left_out += s.samples;
      continue;
    }
    add_frames(&s, name_text(name(3)), wait_words(ready));
    by_state[runs ? 0 : ready ? 1 : 2] += s.samples;
    stacks.samples += s.samples;
    mem_grow(&stacks.stacks, &stacks.room, stacks.count + 1, sizeof(*stacks.stacks));
    stacks.stacks[stacks.count++] = s;
  }
  if (stacks.samples > 0)
    return;
  thread_must_be_known(&known);
  end_of_none("moment");
}

/* The name of a thread without the number at its end, and what parts the two: `worker' of `worker#12'. */
static uint32_t stem_of(uint32_t thread)
{
  const char *text = name_text(thread);
  const size_t whole = strlen(text);
  size_t bytes = whole;
  while (bytes && text[bytes - 1] >= '0' && text[bytes - 1] <= '9')
    bytes--;
  if (bytes < whole)
    while (bytes && strchr("#-_ .:", text[bytes - 1]))
      bytes--;
  return bytes ? name_of(text, bytes) : thread;
}

/* Threads by their stem, or all in one place: how many, and their moments. */
struct share { struct numbers threads, moments; };

static void add_share(struct share *s, uint32_t place, double moments)
{
  (*number_at(&s->threads, place))++;
  *number_at(&s->moments, place) += moments;
}

size_t standing_share_towers(double least)
{
  struct numbers of_thread = { 0 };
  struct share stems = { 0 }, others = { 0 };
  struct list narrow = { 0 };
  const double enough = least * stacks.samples;
  for (size_t i = 0; i < stacks.count; i++)
    *number_at(&of_thread, stacks.stacks[i].thread) += stacks.stacks[i].samples;
  for (uint32_t thread = 1; thread < of_thread.room; thread++)
    if (number_in(&of_thread, thread) > 0 && number_in(&of_thread, thread) < enough)
      list_add(&narrow, thread);
  for (size_t i = 0; i < narrow.count; i++)
    add_share(&stems, stem_of(narrow.at[i]), number_in(&of_thread, narrow.at[i]));
  for (size_t i = 0; i < narrow.count; i++)
    if (number_in(&stems.moments, stem_of(narrow.at[i])) < enough)
      add_share(&others, 0, number_in(&of_thread, narrow.at[i]));
  struct numbers tower = { 0 }; /* by thread: the name of the tower that it shares; 0: it has one of its own */
  size_t shared = 0;
  for (size_t i = 0; i < narrow.count; i++) {
    const uint32_t stem = stem_of(narrow.at[i]);
    const bool other = number_in(&stems.moments, stem) < enough;
    const double threads = other ? number_in(&others.threads, 0) : number_in(&stems.threads, stem);
    if (threads < 2)
      continue;
    *number_at(&tower, narrow.at[i]) = name_of_text(other ? say_some(threads, "other thread")
                                                          : say("%s × %s", name_text(stem), say_count(threads)));
    shared++;
  }
  for (size_t i = 0; i < stacks.count; i++) {
    const uint32_t name = (uint32_t)number_in(&tower, stacks.stacks[i].thread);
    stacks.stacks[i].thread = name ? name : stacks.stacks[i].thread;
  }
  return shared;
}

const char *standing_scope(void)
{
  return say("%s of a thread each (running %s, ready to run %s, waiting %s) in %s",
             say_some(stacks.samples, "stance"), say_percent(100 * by_state[0] / stacks.samples),
             say_percent(100 * by_state[1] / stacks.samples), say_percent(100 * by_state[2] / stacks.samples),
             thread_scope(stacks.left_out > 0 ? say_some(stacks.left_out, "stance") : ""));
}
