/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sentences.c: what is said of charts that are drawn from calls, threads, locks and counters; see sentences.h.
 */
#include "sentences.h"

#include <stdlib.h>

void sum_add(struct sums *s, uint32_t key, double value)
{
  if (!number_in(&s->known, key))
    list_add(&s->keys, key);
  *number_at(&s->known, key) = 1;
  *number_at(&s->of, key) += value;
}

uint32_t sum_largest(const struct sums *s, bool (*after)(uint32_t a, uint32_t b, const void *ctx), const void *ctx)
{
  uint32_t most = 0;
  for (size_t i = 0; i < s->keys.count; i++) {
    const uint32_t key = s->keys.at[i];
    const double more = most ? number_in(&s->of, key) - number_in(&s->of, most) : 1;
    if (more > 0 || (more == 0 && after(most, key, ctx)))
      most = key;
  }
  return most;
}

static bool name_after(uint32_t a, uint32_t b, const void *ctx)
{
  (void)ctx;
  return strcmp(name_text(a), name_text(b)) > 0;
}

uint32_t sum_largest_name(const struct sums *s)
{
  return sum_largest(s, name_after, NULL);
}

const char *say_share(double part, double whole)
{
  return say("%.1f %%", whole > 0 ? 100 * part / whole : 0);
}

/* What `make plain' has found of this run's image; "" where it has not run. */
static const char *say_plain(void)
{
  if (!table_there("plain"))
    return "";
  table_open("plain", "corrected_us plain_us ratio");
  return table_row() ? say(" Without probes, where gcc may inline all calls, the program took %s in place of %s (%.2f"
                           " times as long; make plain).", say_time(number(1)), say_time(number(0)), number(2)) : "";
}

/* Own time of functions, and which has most of it, of all threads but idle; threads are no functions. */
const char *say_boxes(void)
{
  struct sums own = { 0 };
  double all = 0;
  table_open("tree", "thread function excl_us");
  while (table_row()) {
    if (kind_of(name(0)) == scene.idle)
      continue;
    if (*name_text(name(1)) != '[')
      sum_add(&own, name(1), number(2));
    all += number(2);
  }
  const uint32_t most = sum_largest_name(&own);
  if (!most)
    return "";
  const char *said = say("Of %s in all threads but idle, %s took the largest part itself: %s, %s.%s", say_time(all),
                         name_text(most), say_time(number_in(&own.of, most)), say_share(number_in(&own.of, most), all),
                         table_remark("tree"));
  return say("%s%s", said, say_plain());
}

static bool pair_after(uint32_t a, uint32_t b, const void *ctx)
{
  const struct pairs *pairs = ctx;
  const int order = strcmp(name_text(pairs->first[a]), name_text(pairs->first[b]));
  return order > 0 || (order == 0 && strcmp(name_text(pairs->second[a]), name_text(pairs->second[b])) > 0);
}

static const char *say_pair(const struct pairs *pairs, uint32_t pair)
{
  return say("%s calls %s", name_text(pairs->first[pair]), name_text(pairs->second[pair]));
}

/* Of all threads but idle: the pair of caller and callee that is called most, and the one whose callee took most time
 * itself. Threads are no callers. */
const char *say_callgraph(void)
{
  struct numbers function_of = { 0 };
  struct pairs pairs = { 0 };
  struct sums calls = { 0 }, own = { 0 };
  table_open("tree", "id parent thread function calls excl_us");
  while (table_row()) {
    *number_at(&function_of, name(0)) = name(3);
    const uint32_t caller = (uint32_t)number_in(&function_of, name(1));
    if (kind_of(name(2)) == scene.idle || !caller || *name_text(caller) == '[')
      continue;
    const uint32_t pair = pair_of(&pairs, caller, name(3));
    sum_add(&calls, pair, number(4));
    sum_add(&own, pair, number(5));
  }
  if (!pairs.count)
    return "";
  const uint32_t often = sum_largest(&calls, pair_after, &pairs), longest = sum_largest(&own, pair_after, &pairs);
  return say("Of %u pairs of caller and callee, %s most often, %.0f times; most time goes where %s, which takes %s"
             " itself.%s", pairs.count, say_pair(&pairs, often), number_in(&calls.of, often),
             say_pair(&pairs, longest), say_time(number_in(&own.of, longest)), table_remark("tree"));
}

const char *say_threads(void)
{
  const char *first = "";
  double switches = 0;
  size_t count = 0;
  table_open("threads", "thread kind cpu_us cpu_pct switches");
  while (table_row()) {
    count++;
    switches += field_is(4, "-") ? 0 : number(4);
    if (!*first && name(1) == scene.thread)
      first = say("%s ran longest, %s (%s %% of the time)", name_text(name(0)), say_time(number(2)),
                  name_text(name(3)));
  }
  return *first ? say("%zu threads and interrupts in %s, %.0f switches; %s.", count, say_time(scene.duration_us),
                      switches, first) : "";
}

const char *say_busy(void)
{
  const double told = strtod(run_value("processors"), NULL);
  double all = 0, sum = 0;
  const char *none = "0.00", *most = "";
  table_open("busy", "busy time_us time_pct");
  while (table_row()) {
    if (field_is(0, "-"))
      continue;
    all += number(1);
    sum += number(0) * number(1);
    if (number(0) == 0)
      none = name_text(name(2));
    most = say("%.0f, %s %% of it", number(0), name_text(name(2)));
  }
  return all ? say("%.2f processors of %.0f were busy on average; none in %s %% of the time; at most %s.", sum / all,
                   told > 1 ? told : 1, none, most) : "";
}

const char *say_latency(void)
{
  double same = 0, other = 0;
  table_open("latency", "after crossed count");
  while (table_row())
    if (field_is(0, "wakeup"))
      *(field_is(1, "yes") ? &other : &same) += number(2);
  return say("Of %.0f waits of threads that were woken, %.0f ended on another processor than the waker's.",
             same + other, other);
}

/* The lock that was waited for longest, and who held it. */
const char *say_locks(void)
{
  uint32_t first = 0, holder = 0;
  double total = 0, waits = 0;
  table_open("locks", "lock waits total_us holder");
  while (table_row()) {
    if (!first) {
      first = name(0);
      holder = name(3);
    }
    if (name(0) == first)
      total += number(2);
    waits += number(1);
  }
  return first ? say("%.0f acquisitions of locks waited; longest those of %s, %s in all, most of it for %s.", waits,
                     name_text(first), say_time(total), strcmp(name_text(holder), "-") ? name_text(holder) :
                     "a thread that is not known") : "";
}

/* How threads stood at the moments, and where most of those stand that wait. */
const char *say_standing(void)
{
  struct sums met = { 0 };
  double runs = 0, all = 0;
  table_open("standing", "thread state wait stack moments");
  while (table_row()) {
    if (!thread_wanted(name(0)))
      continue;
    all += number(4);
    if (field_is(1, "running"))
      runs += number(4);
    else if (field_is(1, "waiting"))
      sum_add(&met, name(3), number(4));
  }
  if (!all)
    return "";
  const uint32_t most = sum_largest_name(&met);
  const char *stack = most ? name_text(most) : "", *inner = strrchr(stack, ';');
  return say("Of %.0f stances of threads at moments %s were of running ones.%s%s", all, say_share(runs, all),
             most ? say(" Of those that waited most stood in %s, %s.", inner ? inner + 1 : stack,
                        say_share(number_in(&met.of, most), all)) : "", table_remark("standing"));
}

const char *say_deadlock(void)
{
  double waits = 0, deadlocks = 0;
  table_open("waitsfor", "thread deadlock");
  for (; table_row(); waits++)
    if (!field_is(1, "-") && number(1) > deadlocks)
      deadlocks = number(1);
  if (!waits)
    return "";
  return say("At the last moment %s for another one%s.%s", waits == 1 ? "one thread waits" : say("%.0f threads wait", waits),
             deadlocks ? say("; %s for ever: %s", deadlocks == 1 ? "some" : "several groups",
                             say_some(deadlocks, "deadlock")) : "", table_remark("waitsfor"));
}

/* Who counted most of what a counter of table counters (`column', first or second) counted; `what' is that counter's
 * name. */
static const char *say_counter(const char *column, const char *what)
{
  double all = 0, most = 0;
  uint32_t who = 0, rate = 0;
  table_open("counters", say("thread %s %s_per_million", column, column));
  while (table_row()) {
    all += number(1);
    if (who && number(1) <= most)
      continue;
    most = number(1);
    who = name(0);
    rate = name(2);
  }
  if (!who)
    return "";
  return say("%.0f %s, of them %s in %s%s", all, what, say_share(most, all), name_text(who),
             strcmp(name_text(rate), "-") ? say(", %.2f in 1,000 of its instructions",
                                                strtod(name_text(rate), NULL) / 1000) : "");
}

const char *say_counters(void)
{
  const char *first = say_counter("first", run_value("counter_first"));
  const char *second = say_counter("second", run_value("counter_second"));
  if (!*first || !*second)
    return "";
  return say("%s; %s%s", first, second, strcmp(run_value("counters_from"), "model") ? "." :
             say(". Not measured: a model counted them (%s).", run_value("counter_model")));
}
