/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sentences_events.c: what is said of charts of events and of samples; see sentences.h.
 */
#include "sentences.h"

const char *say_events(void)
{
  size_t kinds = 0;
  double all = 0;
  const char *first = "";
  table_open("eventstats", "event count");
  while (table_row()) {
    if (!kinds++)
      first = say("%s, logged %s times", name_text(name(0)), name_text(name(1)));
    all += number(1);
  }
  return kinds ? say("%.0f events of %zu kinds; the most frequent is %s.", all, kinds, first) : "";
}

const char *say_intervals(void)
{
  table_open("eventstats", "event count mean_us sd_us median_us");
  if (!table_row() || field_is(2, "-") || field_is(3, "-"))
    return "";
  return say("From one %s to the next it takes %s (median), %s on average, with a standard deviation of %s.",
             name_text(name(0)), say_time(number(4)), say_time(number(2)), say_time(number(3)));
}

/* What the chart shows is measured in table cycle. */
const char *say_rounds(void)
{
  cycle_read();
  return cycle.step_count > 1 ? say("A round of %zu events takes %s (median of %s); drawn are those in a row that are"
                                    " nearest to that, event by event.", cycle.step_count, cycle.median,
                                    cycle.rounds) : "";
}

/* Where the threads but idle were met: innermost functions, the profiler's own left out. */
const char *say_samples(void)
{
  struct sums own = { 0 };
  stacks_take();
  for (size_t i = 0; i < stacks.count; i++) {
    const struct stack *s = stacks.stacks + i;
    if (s->frames[s->count - 1] != stacks.probes)
      sum_add(&own, s->frames[s->count - 1], s->samples);
  }
  if (stacks.samples <= 0)
    return "";
  const double probes = stacks.in_probes, all = stacks.samples;
  const uint32_t most = sum_largest_name(&own);
  return say("%.0f samples outside the idle thread%s%s.", all,
             probes ? say(", of them %s in the probes", say_share(probes, all)) : "",
             most ? say("; the CPU was met most often in %s, %.0f times (%s%s)", name_text(most),
                        number_in(&own.of, most), say_share(number_in(&own.of, most), all - probes),
                        probes ? " of the others" : "") : "");
}

static bool first_stays(uint32_t a, uint32_t b, const void *ctx)
{
  (void)a, (void)b, (void)ctx;
  return false;
}

/* Paths of calls, those that end in the profiler up to there, and the one met most. */
const char *say_flame(void)
{
  struct sums met = { 0 };
  struct pairs paths = { 0 };          /* a path: the path above it, and its last function or, at first, its thread */
  struct numbers deep = { 0 }, thread = { 0 };
  stacks_take();
  for (size_t i = 0; i < stacks.count; i++) {
    const struct stack *s = stacks.stacks + i;
    const size_t frames = s->count - (s->frames[s->count - 1] == stacks.probes);
    uint32_t path = pair_of(&paths, 0, s->thread);
    for (size_t f = 0; f < frames; f++)
      path = pair_of(&paths, path, s->frames[f]);
    *number_at(&deep, path) = (double)frames;
    *number_at(&thread, path) = s->thread;
    sum_add(&met, path, s->samples);
  }
  const uint32_t most = sum_largest(&met, first_stays, NULL);
  if (!most)
    return "";
  const double calls = number_in(&deep, most), samples = number_in(&met.of, most);
  return say("%zu different paths of calls were met; the most frequent, in %.0f sample%s, leads to %s, %.0f calls deep,"
             " in thread %s.", met.keys.count, samples, samples > 1 ? "s" : "",
             name_text(calls ? paths.second[most] : stacks.probes), calls,
             name_text((uint32_t)number_in(&thread, most)));
}
