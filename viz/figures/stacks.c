/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stacks.c: reads the sampled stacks (table stacks) of the threads that are wanted, the outermost frame first. What a
 * sample met in the profiler is one frame, (probes), whatever it had called. The profiler is the functions of the
 * files below a folder profiler/, as table samples has them, the hooks that gcc calls, and what the tables call
 * (probes) already.
 */
#include "scene.h"

#include <stdlib.h>

struct stacks stacks;

static struct numbers is_profiler; /* by name of a function */

static void probes_read(void)
{
  static const char *const hooks[] = { "__cyg_profile_func_enter", "__cyg_profile_func_exit", "__fentry__",
                                       "__return__", "mcount" };
  is_profiler = (struct numbers){ 0 };
  stacks.probes = name_of_text("(probes)");
  *number_at(&is_profiler, stacks.probes) = 1;
  for (size_t i = 0; i < sizeof(hooks) / sizeof(*hooks); i++)
    *number_at(&is_profiler, name_of_text(hooks[i])) = 1;
  table_open("samples", "function where");
  while (table_row()) {
    const char *where = name_text(name(1));
    if (!strncmp(where, "profiler/", 9) || strstr(where, "/profiler/"))
      *number_at(&is_profiler, name(0)) = 1;
  }
}

/* Cuts a stack at its `;', up to the first function of the profiler; returns whether there was one. */
static bool cut_frames(const char *text, struct stack *s)
{
  size_t most = 1;
  for (const char *c = text; *c; c++)
    most += *c == ';';
  s->frames = mem_alloc(most, sizeof(*s->frames));
  for (;;) {
    const size_t bytes = strcspn(text, ";");
    const uint32_t frame = name_of(text, bytes);
    if (number_in(&is_profiler, frame)) {
      s->frames[s->count++] = stacks.probes;
      return true;
    }
    s->frames[s->count++] = frame;
    if (!text[bytes])
      return false;
    text += bytes + 1;
  }
}

static const char *where_words(void)
{
  return scene.chosen_thread ? thread_scope("") : "threads other than idle";
}

static struct numbers is_known; /* threads that samples are of, by name */

void stacks_take(void)
{
  is_known = (struct numbers){ 0 };
  stacks = (struct stacks){ 0 };
  probes_read();
  table_open("stacks", "thread stack samples");
  while (table_row()) {
    struct stack s = { .thread = name(0), .samples = number(2) };
    *number_at(&is_known, s.thread) = 1;
    if (!thread_wanted(s.thread)) {
      stacks.left_out += s.samples;
      continue;
    }
    if (cut_frames(name_text(name(1)), &s))
      stacks.in_probes += s.samples;
    stacks.samples += s.samples;
    mem_grow(&stacks.stacks, &stacks.room, stacks.count + 1, sizeof(*stacks.stacks));
    stacks.stacks[stacks.count++] = s;
  }
}

void stacks_read(void)
{
  stacks_take();
  if (stacks.samples > 0)
    return;
  thread_must_be_known(&is_known);
  end_figure(FIGURE_NOTHING, say("no samples in %s (%s elsewhere)", where_words(), say_count(stacks.left_out)));
}

/* How often samples were taken of each processor, whether kept or not: more than 5 % beside what was asked for, both are
 * said. */
static const char *rate_words(void)
{
  const double asked = strtod(run_value("tick_hz"), NULL), kept = strtod(run_value("made.sample"), NULL);
  if (asked <= 0 || scene.duration_us <= 0)
    return "";
  const double told = strtod(run_value("processors"), NULL), processors = told > 1 ? told : 1;
  const char *each = processors > 1 ? " on each processor" : "";
  const double rate = 1e6 * (kept > 0 ? kept : stacks.samples + stacks.left_out) / scene.duration_us / processors;
  if (rate >= 0.95 * asked && rate <= 1.05 * asked)
    return say(", taken %s times a second%s,", say_number(asked), each);
  return say(", taken %s times a second%s (asked for %s),", say_count(rate), each, say_number(asked));
}

const char *stacks_scope(void)
{
  return say("%s%s in %s", say_some(stacks.samples, "sample"), rate_words(),
             thread_scope(stacks.left_out > 0 ? say_some(stacks.left_out, "sample") : ""));
}

const char *stacks_remark(void)
{
  const char *s = "";
  if (*scene.covers_to)
    s = say(" The samples that were kept are from %s to %s of the run's %s.", say_time(strtod(scene.covers_from, NULL)),
            say_time(strtod(scene.covers_to, NULL)), say_time(scene.duration_us));
  if (!stacks.in_probes)
    return s;
  return say("%s Grey: (probes), the profiler's own code, %s; in a run that takes samples only there is next to"
             " none.", s,
             say_percent(100 * stacks.in_probes / stacks.samples));
}
