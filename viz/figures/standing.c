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

const char *standing_scope(void)
{
  return say("%s of a thread each (running %s, ready to run %s, waiting %s) in %s",
             say_some(stacks.samples, "stance"), say_percent(100 * by_state[0] / stacks.samples),
             say_percent(100 * by_state[1] / stacks.samples), say_percent(100 * by_state[2] / stacks.samples),
             thread_scope(stacks.left_out > 0 ? say_some(stacks.left_out, "stance") : ""));
}
