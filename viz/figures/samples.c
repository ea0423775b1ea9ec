/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * samples.c: the sampled profile (JX paper, section 3): for the functions met most often, their share of the samples
 * as a bar, with the 95 % interval that so few samples allow, and behind it the share with callees.
 *
 * The shares come from table samples. Where threads are left out (idle, or all but --thread), or probes of call timing
 * folded into one bar, they are counted again from the stacks, with Wilson's score interval (E. B. Wilson, 1927), the
 * formula that hostdump uses.
 */
#include "scene.h"

#define MOST 20
#define NAME_COLUMNS 46

static struct {
  struct bar { uint32_t name; double self, self_pct, low_pct, high_pct, total_pct; } bars[MOST];
  size_t count;
  double left_pct;
} it;

static void add_bar(struct bar b)
{
  it.bars[it.count++] = b;
  it.left_pct -= b.self_pct;
}

static void read_bars(void)
{
  table_open("samples", "function self self_pct self_low_pct self_high_pct total_pct");
  while (table_row() && it.count < MOST)
    if (number(1) > 0)
      add_bar((struct bar){ name(0), number(1), number(2), number(3), number(4), number(5) });
}

/* Lower (side -1) or upper (1) end of the 95 % interval of hits in n, in percent. 1.96: the normal distribution's. */
static double wilson(double hits, double n, int side)
{
  const double z = 1.96, p = hits / n;
  return 100 * (p + z * z / (2 * n) + side * z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))) / (1 + z * z / n);
}

/* Counts self and total samples by function; a function counts once for a stack, however often it is on it. */
static void count_bars(void)
{
  struct numbers self = { 0 }, total = { 0 }, seen = { 0 };
  struct list names = { 0 };
  for (size_t i = 0; i < stacks.count; i++) {
    const struct stack *s = stacks.stacks + i;
    for (size_t k = 0; k < s->count; k++)
      if (number_in(&seen, s->frames[k]) != (double)(i + 1)) {
        *number_at(&seen, s->frames[k]) = (double)(i + 1);
        *number_at(&total, s->frames[k]) += s->samples;
      }
    const uint32_t leaf = s->frames[s->count - 1];
    if (!number_in(&self, leaf))
      list_add(&names, leaf);
    *number_at(&self, leaf) += s->samples;
  }
  sort_names(names.at, names.count); /* falling by samples; equal ones by name, as the table */
  sort_falling(names.at, names.count, &self);
  for (size_t i = 0; i < names.count && i < MOST; i++) {
    const double hits = number_in(&self, names.at[i]), all = stacks.samples;
    if (hits > 0)
      add_bar((struct bar){ names.at[i], hits, 100 * hits / all, wilson(hits, all, -1), wilson(hits, all, 1),
                            100 * number_in(&total, names.at[i]) / all });
  }
}

static void say_samples(void)
{
  bool probes = false, others = false;
  for (size_t i = 0; i < it.count; i++)
    if (it.bars[i].name == stacks.probes)
      probes = true;
    else
      others = true;
  if (others) {
    figure_legend("in the function itself", 0x4E79A7, "area");
    figure_legend("with what it called", paler(0x4E79A7, 0.7), "area");
  }
  if (probes)
    figure_legend("(probes)", 0x9A9A9A, "area");
  figure_legend("95 % interval", 0x222222, "range");
  figure_head("Sampled profile",
              say("Dark: share of the samples that met the function itself, with its 95 %% interval; pale: with"
                  " what it called. %s.%s%s",
                  stacks_scope(),
                  it.left_pct >= 0.05 ? say(" Functions not shown had %s.", say_percent(it.left_pct)) : "",
                  stacks_remark()));
}

void make_samples(void)
{
  double most = 0;
  size_t widest = 7;
  memset(&it, 0, sizeof(it));
  it.left_pct = 100;
  scene_open("samples");
  stacks_read();
  if (stacks.left_out || stacks.in_probes)
    count_bars();
  else
    read_bars();
  say_samples();
  figure_series("self", "row self_pct self_low_pct self_high_pct total_pct colour colour_of_the_total",
                "%.0f %.4f %.4f %.4f %.4f %.0f %.0f");
  for (size_t i = 0; i < it.count; i++) {
    const struct bar *b = it.bars + i;
    const uint32_t rgb = b->name == stacks.probes ? 0x9A9A9A : 0x4E79A7;
    figure_row((double)(i + 1), b->self_pct, b->low_pct, b->high_pct, b->total_pct, (double)rgb,
               (double)paler(rgb, 0.7));
    most = fmax(most, fmax(b->total_pct, b->high_pct));
  }
  figure_series("names", "row function", "%.0f %s");
  for (size_t i = 0; i < it.count; i++) {
    const char *text = fit_name(name_text(it.bars[i].name), NAME_COLUMNS);
    widest = columns_of(text) > widest ? columns_of(text) : widest;
    figure_row((double)(i + 1), text);
  }
  figure_series("numbers", "row self(interval),total", "%.0f %s");
  for (size_t i = 0; i < it.count; i++)
    figure_row((double)(i + 1), say("%.1f %%  (%.1f – %.1f), all %.1f %%", it.bars[i].self_pct, it.bars[i].low_pct,
                                    it.bars[i].high_pct, it.bars[i].total_pct));
  figure_set("left_columns", (double)widest);
  figure_set("right_columns", 32);
  figure_set("most", most < 95 ? most * 1.05 : 100);
  figure_set("count", (double)it.count);
  figure_set("plot", it.count < 14 ? 40 + 50 * (double)it.count : 780);
}
