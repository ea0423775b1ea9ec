/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * compare.c: see compare.h.
 */
#include "compare.h"

#include "base/mem.h"
#include "maxt.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define HZ_APART 0.05  /* clocks of one machine, each measured at boot, differ by less; those of two mostly by more */
#define LEAST_SEEN 10  /* occurrences in each run, on average, below which a mean is not compared */
#define FLOOR_PARTS 10 /* what is below this part of the floor counts as if it were that part: noughts have no logarithm */
#define NORMAL_95 1.96 /* standard errors on each side that hold 95 % of a normal distribution */

const char *compare_verdict_name(enum compare_verdict verdict)
{
  static const char *const names[] = { "same", "worse", "better", "new", "gone" };
  return names[verdict];
}

const char *compare_how_name(enum compare_how how)
{
  static const char *const names[] = { "refused", "nothing", "counted", "tested", "shown" };
  return names[how];
}

/* Adds a sentence, which it takes over. */
static void add_remark(struct compare *c, char *text)
{
  mem_grow(&c->remarks, &c->remark_room, c->remark_count + 1, sizeof(*c->remarks));
  c->remarks[c->remark_count++] = text;
}

#define REMARK(c, ...) add_remark(c, mem_format(__VA_ARGS__))

static size_t runs_of(const struct compare *c)
{
  return c->a.count + c->b.count;
}

/* Run number r, those of B behind those of A; they lie behind each other. */
static const struct figures *run_at(const struct compare *c, size_t r)
{
  return &c->a.runs[r];
}

/* ---- whether they can be compared ---- */

/* The first word of a kernel's options that is not among the others, *length bytes of it; NULL: all are. Of options that
 * say which run it is (`run=`), which differ between runs that are alike, only that they are there counts. */
static const char *missing_word(const char *among, const char *words, size_t *length)
{
  for (const char *w = words + strspn(words, " "); *w; w += strcspn(w, " "), w += strspn(w, " ")) {
    const bool number = strncmp(w, "run=", 4) == 0;
    bool found = false;
    *length = number ? 4 : strcspn(w, " ");
    for (const char *in = among + strspn(among, " "); *in && !found; in += strcspn(in, " "), in += strspn(in, " "))
      found = strncmp(in, w, *length) == 0 && (number || in[*length] == ' ' || !in[*length]);
    if (!found)
      return w;
  }
  return NULL;
}

/* Adds a remark where `x` ran with an option that `y` did not have. Returns whether that is so. */
static bool compare_commands(struct compare *c, const struct figures *x, const struct figures *y)
{
  size_t length;
  const char *word = missing_word(y->command ? y->command : "", x->command ? x->command : "", &length);
  if (word)
    REMARK(c, "options: %s ran with %.*s, %s did not", x->path, (int)length, word, y->path);
  return word;
}

/* Whether the clocks are of one kind and about as fast; adds what differs. */
static void compare_clocks(struct compare *c, const struct figures *x, const struct figures *y)
{
  static const char *const kinds[] = { "measures time", "counts instructions (-icount)" };
  if (c->options.clock == COMPARE_CLOCK_FOUND && x->counted != y->counted)
    REMARK(c, "clock: that of %s %s, that of %s %s", x->path, kinds[x->counted], y->path, kinds[y->counted]);
  else if (fabs((double)x->hz - (double)y->hz) > HZ_APART * (double)x->hz)
    REMARK(c, "clock: %s ran at %" PRIu64 " Hz, %s at %" PRIu64 ": on another machine?", x->path, x->hz, y->path, y->hz);
}

static void compare_settings(struct compare *c, const struct figures *x, const struct figures *y)
{
#define SETTING_(name) \
  if (strcmp(x->name, y->name) != 0) \
    REMARK(c, "%s: %s in %s, %s in %s", #name, x->name, x->path, y->name, y->path);
  FIGURES_SETTINGS(SETTING_)
#undef SETTING_
  if (!compare_commands(c, x, y))
    compare_commands(c, y, x);
  compare_clocks(c, x, y);
}

/* Adds a remark for each thing in which a run differs from the first one that must not differ. */
static void find_unlike(struct compare *c)
{
  for (size_t r = 0; r < runs_of(c) && c->remark_count < 20; r++) {
    const struct figures *f = run_at(c, r);
    if (f->crash)
      REMARK(c, "%s: the target crashed: %s", f->path, f->crash);
    if (r)
      compare_settings(c, run_at(c, 0), f);
  }
}

static const char *build_of(const struct figures *f)
{
  return f->build_id ? f->build_id : "";
}

/* Says which runs of a side are of several builds: of a history they may be. */
static void note_builds(struct compare *c, const struct compare_side *s, const char *name)
{
  for (size_t r = 1; r < s->count; r++)
    if (strcmp(build_of(&s->runs[0]), build_of(&s->runs[r])) != 0) {
      REMARK(c, "side %s is of several builds: what differs between them counts as chance", name);
      return;
    }
}

/* ---- which groups ---- */

static void choose_groups(struct compare *c)
{
  for (unsigned g = 0; g < FIGURES_COUNT; g++) {
    const struct figures *lacking = NULL;
    size_t lack = 0;
    for (size_t r = 0; r < runs_of(c); r++)
      if (run_at(c, r)->lacks[g] && !lack++)
        lacking = run_at(c, r);
    c->group_in[g] = run_at(c, 0)->modes_on & figures_defs[g].mode && !lacking;
    if (lacking)
      REMARK(c, "%s are not compared: %s is not whole%s: %s", figures_defs[g].name, lacking->path,
             lack > 1 ? ", and others are not" : "", lacking->lacks[g]);
  }
}

/* ---- figures side by side ---- */

/* What one figure is in each run; NULL: the run does not have it. */
struct beside { struct compare *c; const struct figure **of; double *logs; size_t log_room; size_t rows; };

/* Returns the least that counts of a figure of sums, and what it must reach to be compared. */
static double floor_of(const struct compare *c, enum figures_group group)
{
  double whole = 0;
  for (size_t r = 0; r < runs_of(c); r++)
    whole += run_at(c, r)->whole[group];
  return whole / (double)runs_of(c) * c->options.floor_pct / 100;
}

/* Whether a figure is large enough to be compared. No label of a run decides this, so the test stays valid. */
static bool is_large(const struct beside *s, enum figures_group group)
{
  const size_t runs = runs_of(s->c);
  double sum = 0, n = 0;
  for (size_t r = 0; r < runs; r++)
    if (s->of[r]) {
      sum += figure_value(s->of[r]);
      n += s->of[r]->n;
    }
  if (figures_defs[group].is_mean)
    return n >= LEAST_SEEN * (double)runs && sum > 0;
  return sum > 0 && sum / (double)runs >= floor_of(s->c, group);
}

/* How many of some runs have a figure. */
static size_t count_in(const struct beside *s, const struct figure *f, size_t first, size_t count)
{
  size_t in = 0;
  for (size_t r = first; r < first + count; r++)
    in += s->of[r] || figures_has(run_at(s->c, r), f->group, f->name);
  return in;
}

/* The geometric mean over some runs, of logarithms. */
static double mean_of(const double *logs, size_t count)
{
  double sum = 0;
  for (size_t r = 0; r < count; r++)
    sum += logs[r];
  return exp(sum / (double)count);
}

/* The standard error of a side's mean, from what varies within its runs; below 0: not known. */
static double error_of(const struct beside *s, size_t first, size_t count)
{
  double squares = 0;
  for (size_t r = first; r < first + count; r++) {
    const double e = s->of[r] ? figure_error(s->of[r]) : -1;
    if (e < 0)
      return -1;
    squares += e * e;
  }
  return sqrt(squares) / (double)count;
}

/* Adds the row of a figure whose values in all runs are in s->of. */
static void add_row(struct beside *s, const struct figure *f)
{
  struct compare *c = s->c;
  const size_t runs = runs_of(c), a = c->a.count, b = c->b.count;
  const size_t in_a = count_in(s, f, 0, a), in_b = count_in(s, f, a, b);
  const bool mean = figures_defs[f->group].is_mean;
  const double least = mean ? 1 : fmax(1, floor_of(c, f->group) / FLOOR_PARTS);
  if (!is_large(s, f->group) || (mean && in_a + in_b < runs && in_a && in_b))
    return;
  mem_grow(&c->rows, &c->room, c->count + 1, sizeof(*c->rows));
  mem_grow(&s->logs, &s->log_room, (c->count + 1) * runs, sizeof(*s->logs));
  double *logs = &s->logs[c->count * runs];
  for (size_t r = 0; r < runs; r++)
    logs[r] = log(fmax(s->of[r] ? figure_value(s->of[r]) : 0, least));
  const double ea = error_of(s, 0, a), eb = error_of(s, a, b);
  struct compare_row row = { .group = f->group, .name = f->name, .a = in_a ? mean_of(logs, a) : 0,
    .b = in_b ? mean_of(logs + a, b) : 0, .p = 1, .error = ea < 0 || eb < 0 ? -1 : NORMAL_95 * sqrt(ea * ea + eb * eb) };
  row.verdict = !in_a ? COMPARE_NEW : !in_b ? COMPARE_GONE : COMPARE_SAME;
  row.change = in_a && in_b ? row.b / row.a - 1 : 0;
  c->rows[c->count++] = row;
}

/* Goes through the figures of all runs, which are sorted, as a merge of all. */
static void put_beside(struct beside *s)
{
  const size_t runs = runs_of(s->c);
  size_t *at = mem_alloc(runs, sizeof(*at));
  for (;;) {
    const struct figure *least = NULL;
    for (size_t r = 0; r < runs; r++)
      if (at[r] < run_at(s->c, r)->count && (!least || figure_order(&run_at(s->c, r)->all[at[r]], least) < 0))
        least = &run_at(s->c, r)->all[at[r]];
    if (!least)
      break;
    for (size_t r = 0; r < runs; r++) {
      const struct figures *f = run_at(s->c, r);
      const bool has = at[r] < f->count && figure_order(&f->all[at[r]], least) == 0;
      s->of[r] = has ? &f->all[at[r]++] : NULL;
    }
    if (s->c->group_in[least->group])
      add_row(s, least);
  }
  mem_free(at);
}

/* ---- verdicts ---- */

/* Whether a difference is one that the user wants to hear of. */
static bool is_wanted(const struct compare *c, const struct compare_row *r)
{
  const bool time = r->group != FIGURES_SITES;
  return fabs(r->change) * 100 >= c->options.least_pct && (!time || fabs(r->b - r->a) / 1000 >= c->options.least_us);
}

static bool has_both(const struct compare_row *r)
{
  return r->verdict != COMPARE_NEW && r->verdict != COMPARE_GONE;
}

static void judge(const struct compare *c, struct compare_row *r, bool differs)
{
  if (has_both(r) && differs && r->change != 0 && is_wanted(c, r))
    r->verdict = r->change > 0 ? COMPARE_WORSE : COMPARE_BETTER;
}

/* Whether each side's runs agree to the last cycle, as runs do whose clock counts instructions. */
static bool repeats(const struct compare *c, const double *logs, const char **which)
{
  const size_t runs = runs_of(c);
  for (size_t k = 0; k < c->count; k++)
    for (size_t r = 1; r < runs; r++)
      if (r != c->a.count && logs[k * runs + r] != logs[k * runs + r - 1]) {
        *which = c->rows[k].name;
        return false;
      }
  return true;
}

static int by_number(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Tests the rows that both sides have. A figure that one side lacks is a function, a path or a site that another commit
 * has renamed, added or taken away: its callers, and the sums, have its cost. */
static void test_rows(struct compare *c, const double *logs)
{
  const size_t runs = runs_of(c);
  double *tested = mem_alloc(c->count * runs, sizeof(*tested));
  struct maxt_key *keys = mem_alloc(c->count, sizeof(*keys));
  double *widths = mem_alloc(c->count, sizeof(*widths));
  size_t count = 0;
  for (size_t k = 0; k < c->count; k++)
    if (has_both(&c->rows[k]))
      memcpy(&tested[runs * count++], &logs[runs * k], runs * sizeof(*tested));
  maxt_test(&(struct maxt){ tested, count, c->a.count, c->b.count }, c->options.level, keys);
  for (size_t k = 0, i = 0; k < c->count; k++)
    if (has_both(&c->rows[k])) {
      c->rows[k].low = expm1(keys[i].low);
      c->rows[k].high = expm1(keys[i].high);
      c->rows[k].p = keys[i].p;
      widths[i] = expm1((keys[i].high - keys[i].low) / 2);
      judge(c, &c->rows[k], keys[i++].p <= c->options.level);
    }
  if (count)
    mem_sort(widths, count, sizeof(*widths), by_number);
  c->resolution = count ? widths[count / 2] : 0;
  mem_free(tested);
  mem_free(keys);
  mem_free(widths);
}

static void decide_how(struct compare *c, const double *logs)
{
  const char *which = NULL;
  if (c->counted && repeats(c, logs, &which)) {
    c->how = COMPARE_COUNTED;
    return;
  }
  if (which)
    REMARK(c, "the clocks count instructions, but runs of one side differ, in %s for one: what differs among them counts as "
           "chance", which);
  c->how = c->least_p <= c->options.level ? COMPARE_TESTED : COMPARE_SHOWN;
}

static int by_clearness(const void *a, const void *b)
{
  static const int order[] = { [COMPARE_WORSE] = 0, [COMPARE_BETTER] = 1, [COMPARE_NEW] = 2, [COMPARE_GONE] = 3,
                               [COMPARE_SAME] = 4 };
  const struct compare_row *x = a, *y = b;
  if (x->verdict != y->verdict)
    return order[x->verdict] - order[y->verdict];
  if (x->group != y->group)
    return x->group > y->group ? 1 : -1;
  if (x->p != y->p)
    return x->p > y->p ? 1 : -1;
  if (fabs(x->b - x->a) != fabs(y->b - y->a))
    return fabs(x->b - x->a) < fabs(y->b - y->a) ? 1 : -1;
  return strcmp(x->name, y->name);
}

static void judge_rows(struct compare *c, const double *logs)
{
  decide_how(c, logs);
  if (c->how == COMPARE_TESTED)
    test_rows(c, logs);
  for (size_t k = 0; k < c->count; k++)
    judge(c, &c->rows[k], c->how == COMPARE_COUNTED);
  mem_sort(c->rows, c->count, sizeof(*c->rows), by_clearness);
  for (size_t k = 0; k < c->count; k++)
    c->counts[c->rows[k].verdict]++;
}

static void compare_figures(struct compare *c)
{
  struct beside s = { .c = c, .of = mem_alloc(runs_of(c), sizeof(*s.of)) };
  bool both = false;
  choose_groups(c);
  put_beside(&s);
  for (size_t k = 0; k < c->count; k++)
    both |= has_both(&c->rows[k]);
  if (both)
    judge_rows(c, s.logs);
  else
    c->how = COMPARE_NOTHING;
  mem_free(s.of);
  mem_free(s.logs);
}

struct compare *compare_new(const struct figures *runs, size_t a, size_t b, const struct compare_options *options)
{
  struct compare *c = mem_alloc(1, sizeof(*c));
  c->options = *options;
  c->a = (struct compare_side){ runs, a };
  c->b = (struct compare_side){ runs + a, b };
  c->least_p = maxt_least_p(a, b);
  c->counted = options->clock != COMPARE_CLOCK_REAL;
  for (size_t r = 0; r < a + b && options->clock == COMPARE_CLOCK_FOUND; r++)
    c->counted &= runs[r].counted;
  find_unlike(c);
  if (c->remark_count) {
    c->how = COMPARE_REFUSED;
    return c;
  }
  note_builds(c, &c->a, "A");
  note_builds(c, &c->b, "B");
  compare_figures(c);
  return c;
}

void compare_free(struct compare *c)
{
  for (size_t i = 0; i < c->remark_count; i++)
    mem_free(c->remarks[i]);
  mem_free(c->remarks);
  mem_free(c->rows);
  mem_free(c);
}
