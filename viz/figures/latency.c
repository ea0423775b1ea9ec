/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * latency.c: how long threads that could run had to wait for a processor: the share of waits that took no longer than
 * so long, told apart by whether the thread then ran on the processor on which it was woken, or lost its own.
 */
#include "scene.h"

#define CURVES 4

struct wait { double from_us, to_us, count; };

static struct {
  struct curve { struct wait *waits; size_t count, room; double all; } curves[CURVES];
  double whole, shortest_us, longest_us;
} it;

static const char *const keys[CURVES][2] = { { "wakeup", "no" }, { "wakeup", "yes" }, { "preemption", "no" },
                                             { "preemption", "yes" } };
static const char *const names[CURVES] = { "woken, runs on its waker's processor", "woken, runs on another processor",
                                           "preempted, goes on there", "preempted, goes on elsewhere" };
static const uint32_t hues[CURVES] = { 0x4E79A7, 0xF28E2B, 0x59A14F, 0xB07AA1 };

static void read_waits(void)
{
  table_open("latency", "after crossed from_us to_us count");
  while (table_row()) {
    const struct wait w = { number(2), number(3), number(4) };
    for (size_t i = 0; i < CURVES; i++)
      if (field_is(0, keys[i][0]) && field_is(1, keys[i][1])) {
        struct curve *c = it.curves + i;
        mem_grow(&c->waits, &c->room, c->count + 1, sizeof(w));
        c->waits[c->count++] = w;
        c->all += w.count;
      }
    it.whole += w.count;
    if (w.to_us > it.longest_us)
      it.longest_us = w.to_us;
    if (w.from_us > 0 && (!it.shortest_us || w.from_us < it.shortest_us))
      it.shortest_us = w.from_us;
  }
  if (!it.whole)
    end_of_none("wait for a processor");
  if (!it.shortest_us || it.shortest_us >= it.longest_us)
    it.shortest_us = it.longest_us / 10;
}

/* A place on the axis, which is logarithmic for gnuplot. */
static double latency_x(double us)
{
  return us <= it.shortest_us ? it.shortest_us : us;
}

/* The time that a half of the waits did not exceed, by the upper end of its quarter octave; and where the curve crosses
 * the half. */
static double half_of(const struct curve *c, double *crosses)
{
  double sum = 0;
  for (size_t i = 0; i < c->count; i++) {
    const struct wait *w = c->waits + i;
    if ((sum + w->count) * 2 >= c->all) {
      const double a = log(latency_x(w->from_us)), b = log(latency_x(w->to_us));
      *crosses = exp(a + (b - a) * (c->all / 2 - sum) / w->count);
      return w->to_us;
    }
    sum += w->count;
  }
  return 0;
}

static void say_latency(void)
{
  const char *s = "";
  double crosses;
  for (size_t i = 0; i < CURVES; i++)
    if (it.curves[i].all) {
      s = say("%s%s%s (%s: %s waits)", s, *s ? ", " : " Half took up to ", say_time(half_of(it.curves + i, &crosses)),
              names[i], say_count(it.curves[i].all));
      figure_legend(names[i], hues[i], "line");
    }
  figure_legend("half of them", 0x333333, "dot");
  figure_head("Waits for a processor",
              say("Height: the share of waits, from runnable to running, that took no longer than so long.%s.", s));
  figure_set("plot", 530);
}

/* Ticks at powers of ten; where these are few, at twos and fives, too. */
static void add_ticks(void)
{
  size_t count = 0;
  for (int fine = 0; fine < 2 && count < 3; fine++)
    for (int power = -3; power <= 12; power++)
      for (int digit = fine ? 2 : 1; digit <= (fine ? 5 : 1); digit += 3) {
        const double us = digit * pow(10, power);
        if (us < it.shortest_us * 0.999 || us > it.longest_us * 1.001)
          continue;
        figure_tick(say_time(us), us);
        count++;
      }
  figure_set("x_from", it.shortest_us);
  figure_set("x_to", it.longest_us);
}

static void write_curve(size_t i)
{
  const struct curve *c = it.curves + i;
  double sum = 0;
  figure_series(say("curve%zu", i + 1), "us percent", "%.6g %.4f");
  if (!c->all)
    return;
  figure_row(it.shortest_us, 0.0);
  for (size_t k = 0; k < c->count; k++) {
    figure_row(latency_x(c->waits[k].from_us), 100 * sum / c->all);
    sum += c->waits[k].count;
    figure_row(latency_x(c->waits[k].to_us), 100 * sum / c->all);
  }
  figure_row(it.longest_us, 100.0);
}

void make_latency(void)
{
  memset(&it, 0, sizeof(it));
  scene_open("sched");
  if (scene.asked->windowed)
    time_init();
  else
    time_all();
  read_waits();
  say_latency();
  add_ticks();
  for (size_t i = 0; i < CURVES; i++)
    write_curve(i);
  figure_series("halves", "us percent colour", "%.6g %.0f %.0f");
  for (size_t i = 0; i < CURVES; i++)
    if (it.curves[i].all) {
      double crosses = 0;
      half_of(it.curves + i, &crosses);
      figure_row(crosses, 50.0, (double)hues[i]);
    }
}
