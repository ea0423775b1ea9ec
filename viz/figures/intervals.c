/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * intervals.c: times between successive events, the JX paper's figure 7, in two panels: over time, a dot for each pair
 * of successive events, as high as the time between them; and below, for the pairs that account for most of the time,
 * how those times are distributed. Both are logarithmic; a pair has one colour in both.
 *
 * With --events or --thread, successive are those of the choice: what lies between two of them is left out. A run has
 * millions of intervals: they are not kept but read twice, first for their range and for what each pair has of them,
 * then for where they are to be drawn.
 */
#include "scene.h"

#define MOST_PAIRS 8     /* colours and rows that can be told apart */
#define MOST_DOTS 20000  /* above that, dots are counted by CELL x CELL pixels */
#define CELL 3
#define FEW_DOTS 3000    /* up to that, dots are drawn twice as large */
#define LEAST_US 0.001   /* what the tables resolve; shorter intervals are drawn there */
#define BINS 65536       /* log() of the interval that is one year is 31, of the shortest -7, each in a thousand bins */
#define UPPER 440        /* pixels of the upper panel, and of the plot's width */
#define WIDTH 1410
#define LINES 4096

static const uint32_t hues[MOST_PAIRS] = { 0x4E79A7, 0xF28E2B, 0x59A14F, 0xC0392B,
                                           0xB07AA1, 0x76B7B2, 0x9C755F, 0xC9A227 };

struct dot { double x, us; };

static struct {
  bool chosen_only, survey;
  uint32_t last_name;
  double now, us, here;             /* the interval at hand, or how many that are alike */
  uint32_t from, to;                /* its events */
  struct pairs pairs;
  struct numbers sum, count, rank;  /* by pair; rank from 1 on */
  uint32_t order[MOST_PAIRS];
  size_t top;
  double first_us, last_us, dots, sum_us, min_us, max_us, max_at_us, events;
  uint32_t max_pair;
  double y_scale, low, high;
  struct map cells;                 /* column * LINES + line to a cell */
  struct cell { uint32_t key; double sum, hits[MOST_PAIRS + 1]; } *cell;
  size_t cell_count, cell_room;
  struct { struct dot *dots; size_t count, room; uint32_t rgb; size_t rank; } shade[8 * (MOST_PAIRS + 1)];
  size_t shades;
  double *bin_count[MOST_PAIRS], *bin_sum[MOST_PAIRS];
  double median[MOST_PAIRS];
} it;

/* Begins with the first interval, of the table or, with a choice, of the events chosen. */
static void open_intervals(void)
{
  it.chosen_only = choice_any();
  it.last_name = 0;
  if (it.chosen_only)
    table_open("events", "time_us thread event");
  else
    table_open("intervals", "time_us interval_us from to thread");
}

static bool next_chosen(void)
{
  while (table_row()) {
    const double now = number(0);
    const uint32_t event = name(2), thread = name(1);
    if (it.survey) {
      if (!it.events++)
        it.first_us = now;
      it.last_us = now;
      choice_see(event, thread);
    }
    if (!choice_wants(event, thread))
      continue;
    it.from = it.last_name;
    it.to = it.last_name = event;
    it.us = now - it.now;
    it.now = now;
    it.here = 1;
    if (it.from)
      return true;
  }
  return false;
}

static bool next_interval(void)
{
  if (it.chosen_only)
    return next_chosen();
  if (!table_row())
    return false;
  it.now = number(0);
  it.us = number(1);
  it.from = name(2);
  it.to = name(3);
  it.here = row_stands_for();
  return true;
}

/* Adds the interval at hand to what is known of its pair, and to the range of all. */
static void add_interval(void)
{
  const uint32_t pair = pair_of(&it.pairs, it.from, it.to);
  *number_at(&it.sum, pair) += it.us * it.here;
  *number_at(&it.count, pair) += it.here;
  it.sum_us += it.us * it.here;
  if (it.us > it.max_us) {
    it.max_us = it.us;
    it.max_at_us = it.now;
    it.max_pair = pair;
  }
  if (!it.dots || it.us < it.min_us)
    it.min_us = it.us;
  it.dots += it.here;
}

/* First pass: range and pairs, and from when to when there are records. */
static void survey(void)
{
  it.survey = true;
  open_intervals();
  while (next_interval()) {
    if (!it.events++)
      it.first_us = it.now - it.us;
    if (time_shown(it.now))
      add_interval();
  }
  it.survey = false;
  if (it.chosen_only)
    choice_check();
  else
    it.last_us = it.now;
  if (!it.dots)
    end_figure(FIGURE_NOTHING, say("no two successive events in %s", time_words()));
}

static void pick_pairs(void)
{
  uint32_t *met = mem_alloc(it.pairs.count, sizeof(*met));
  for (uint32_t i = 0; i < it.pairs.count; i++)
    met[i] = i + 1;
  sort_falling(met, it.pairs.count, &it.sum);
  for (; it.top < it.pairs.count && it.top < MOST_PAIRS; it.top++) {
    it.order[it.top] = met[it.top];
    it.bin_count[it.top] = mem_alloc(BINS, sizeof(double));
    it.bin_sum[it.top] = mem_alloc(BINS, sizeof(double));
    *number_at(&it.rank, met[it.top]) = (double)it.top + 1;
  }
}

static const char *pair_words(uint32_t pair)
{
  const char *from = name_text(it.pairs.first[pair]), *to = name_text(it.pairs.second[pair]);
  return it.pairs.first[pair] == it.pairs.second[pair] ? say("%s again", from) : say("%s → %s", from, to);
}

/* Among millions of dots one does not stand out: the longest has a ring around it. */
static bool has_longest(void)
{
  return it.dots >= 2 && it.max_us;
}

static void say_intervals(void)
{
  const bool rest = it.pairs.count > it.top;
  time_known(it.first_us, it.last_us, "event");
  figure_head("Times between events",
              say("Above: a dot for each two successive events%s; %s in %s; height: the time between them,"
                  " logarithmic. Below: the"
                  " %spairs%s; bars: 5 %% to 95 %%, thick 25 %% to 75 %%, black line the median; beside them count,"
                  " median and the"
                  " pair's part of all that time.%s%s%s",
                  it.dots > MOST_DOTS ? ", the stronger the more of them coincide" : "", say_count(it.dots),
                  time_words(), rest ? say("%zu of %u ", it.top, it.pairs.count) : "",
                  rest ? " that account for most of that time (others grey)" : "",
                  has_longest()
                    ? say(" Ringed: the longest, %s, %s.", say_time(it.max_us), fit(pair_words(it.max_pair), 66))
                    : "",
                  choice_words(), time_remark()));
  if (has_longest())
    figure_legend("the longest", 0x222222, "ring");
  figure_legend("median", 0, "bar");
  if (rest)
    figure_legend("other pairs", paler(0x999999, 0.4), "area");
  figure_set("plot", UPPER + 110 + 36 * (double)it.top);
  figure_set("upper", UPPER);
  figure_set("pairs", (double)it.top);
}

static const char *decade_words(int decade)
{
  const int each = decade >= 6 ? 6 : decade >= 3 ? 3 : decade >= 0 ? 0 : -3;
  const char *unit = each == 6 ? "s" : each == 3 ? "ms" : each == 0 ? "µs" : "ns";
  return say("%s %s", say_number(pow(10, decade - each)), unit);
}

static double drawn_us(double us)
{
  return us > LEAST_US ? us : LEAST_US;
}

/* Whole decades around the data. */
static void add_axis(void)
{
  it.low = floor(log10(drawn_us(it.min_us)) + 1e-7);
  it.high = ceil(log10(drawn_us(it.max_us)) - 1e-7);
  if (it.high <= it.low)
    it.high = it.low + 1;
  for (int decade = (int)it.low; decade <= (int)it.high; decade++)
    figure_tick(decade_words(decade), pow(10, decade));
  figure_set("y_from", pow(10, it.low) * 0.8);
  figure_set("y_to", pow(10, it.high) * 1.25);
  it.y_scale = UPPER / (it.high - it.low + 2 * log10(1.25));
}

/* The intervals of a pair are counted in bins of a thousandth of their length, each with their sum: the mean of a bin
 * stands for what is in it. */
static void add_to_spread(size_t rank, double us)
{
  const double at = log(us) * 1000 + BINS / 2;
  const size_t bin = at < 0 ? 0 : at >= BINS ? BINS - 1 : (size_t)at;
  it.bin_count[rank][bin] += it.here;
  it.bin_sum[rank][bin] += us * it.here;
}

static void add_to_cell(size_t rank, double us)
{
  const double line = log10(us) * it.y_scale / CELL + 1000;
  const uint32_t key = (uint32_t)((it.now - scene.from_us) / (scene.to_us - scene.from_us) * WIDTH / CELL) * LINES +
                       (uint32_t)(line < 0 ? 0 : line >= LINES ? LINES - 1 : line);
  uint32_t at = map_get(&it.cells, key);
  if (at == MAP_NONE) {
    at = (uint32_t)it.cell_count;
    mem_grow(&it.cell, &it.cell_room, it.cell_count + 1, sizeof(*it.cell));
    it.cell[it.cell_count++] = (struct cell){ .key = key };
    map_put(&it.cells, key, at);
  }
  it.cell[at].sum += it.here;
  it.cell[at].hits[rank] += it.here;
}

/* Keeps a dot among those of its pair and colour: these are drawn together. */
static void keep_dot(size_t rank, uint32_t rgb, double x, double us)
{
  size_t i = 0;
  while (i < it.shades && (it.shade[i].rgb != rgb || it.shade[i].rank != rank))
    i++;
  if (i == it.shades) {
    it.shade[i].rgb = rgb;
    it.shade[i].rank = rank;
    it.shades++;
  }
  mem_grow(&it.shade[i].dots, &it.shade[i].room, it.shade[i].count + 1, sizeof(struct dot));
  it.shade[i].dots[it.shade[i].count++] = (struct dot){ x, us };
}

static uint32_t rank_colour(size_t rank)
{
  return rank < it.top ? hues[rank] : paler(0x999999, 0.4);
}

/* A cell has the colour of the pair it holds most of, of equals the first, the stronger the more dots it stands for, in
 * four steps. */
static void keep_cells(void)
{
  double most = 0;
  for (size_t i = 0; i < it.cell_count; i++)
    most = it.cell[i].sum > most ? it.cell[i].sum : most;
  for (size_t i = 0; i < it.cell_count; i++) {
    const struct cell *c = it.cell + i;
    size_t rank = 0;
    for (size_t k = 1; k <= it.top && k <= MOST_PAIRS; k++)
      if (c->hits[k] > c->hits[rank])
        rank = k;
    const double white = 0.45 - 0.15 * trunc(3 * log(c->sum) / log(most + 0.01) + 0.5);
    keep_dot(rank, rank < it.top ? paler(hues[rank], white) : paler(0x999999, 0.4 + white / 2),
             time_x(scene.from_us + (c->key / LINES + 0.5) * CELL / WIDTH * (scene.to_us - scene.from_us)),
             pow(10, ((double)(c->key % LINES) - 1000 + 0.5) * CELL / it.y_scale));
  }
}

static void write_dots(size_t rank)
{
  for (size_t i = 0; i < it.shades; i++)
    for (size_t k = 0; it.shade[i].rank == rank && k < it.shade[i].count; k++)
      figure_row(it.shade[i].dots[k].x, it.shade[i].dots[k].us, (double)it.shade[i].rgb);
}

/* Second pass: dots or cells, and the spread of each pair. The commonest pairs come first, so that rare ones lie on
 * top of them; grey lies below all. */
static void draw_dots(void)
{
  const double size = it.dots <= FEW_DOTS ? 2 * CELL : CELL;
  figure_set("dot_size", size);
  figure_set("dot_width", size * (scene.to_us - scene.from_us) / scene.unit_us / WIDTH);
  open_intervals();
  while (next_interval()) {
    if (!time_shown(it.now))
      continue;
    const size_t known = (size_t)number_in(&it.rank, pair_of(&it.pairs, it.from, it.to));
    const size_t rank = known ? known - 1 : it.top;
    const double us = drawn_us(it.us);
    if (rank < it.top)
      add_to_spread(rank, us);
    if (it.dots > MOST_DOTS)
      add_to_cell(rank, us);
    else
      keep_dot(rank, rank_colour(rank), time_x(it.now), us);
  }
  keep_cells();
  figure_series("dots", "time interval_us colour", "%.10g %.5g %.0f");
  write_dots(it.top);
  for (size_t i = 0; i < it.top; i++)
    write_dots(i);
  figure_series("longest", "time interval_us", "%.10g %.5g");
  if (has_longest())
    figure_row(time_x(it.max_at_us), drawn_us(it.max_us));
  time_lost();
}

/* The intervals of a pair at some shares of them, rising, by the nearest rank. */
static void find_quantiles(size_t rank, const double *shares, size_t wanted, double *found)
{
  const double count = number_in(&it.count, it.order[rank]);
  double sum = 0;
  size_t k = 0;
  for (size_t bin = 0; bin < BINS && k < wanted; bin++) {
    if (!it.bin_count[rank][bin])
      continue;
    sum += it.bin_count[rank][bin];
    for (; k < wanted && sum >= shares[k] * count - 1e-6; k++)
      found[k] = it.bin_sum[rank][bin] / it.bin_count[rank][bin];
  }
}

static void write_pairs(void)
{
  static const double shares[5] = { 0.05, 0.25, 0.5, 0.75, 0.95 };
  size_t widest = 5;
  figure_series("spread", "row colour p5_us p25_us median_us p75_us p95_us", "%.0f %.0f %.6g %.6g %.6g %.6g %.6g");
  for (size_t i = 0; i < it.top; i++) {
    double q[5] = { 0 };
    find_quantiles(i, shares, 5, q);
    it.median[i] = q[2];
    figure_row((double)(i + 1), (double)hues[i], q[0], q[1], q[2], q[3], q[4]);
  }
  figure_series("names", "row pair colour", "%.0f %s %.0f");
  for (size_t i = 0; i < it.top; i++) {
    const char *text = fit(pair_words(it.order[i]), 52);
    widest = columns_of(text) > widest ? columns_of(text) : widest;
    figure_row((double)(i + 1), text, (double)hues[i]);
  }
  figure_set("rows_columns", (double)widest);
  figure_series("numbers", "row count,median_and_share_of_the_time", "%.0f %s");
  for (size_t i = 0; i < it.top; i++)
    figure_row((double)(i + 1),
               say("%s ×, median %s, %s of the time", say_short(number_in(&it.count, it.order[i])),
                   say_time(it.median[i]),
                   say_percent(it.sum_us > 0 ? 100 * number_in(&it.sum, it.order[i]) / it.sum_us : 0)));
}

void make_intervals(void)
{
  memset(&it, 0, sizeof(it));
  scene_open("events");
  time_init();
  choice_init();
  survey();
  pick_pairs();
  say_intervals();
  add_axis();
  draw_dots();
  write_pairs();
}
