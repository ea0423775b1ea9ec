/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_samples.c: the tables of sampling: samples (by function) and stacks (by path, for flame graphs).
 *
 * A function's self share is an estimate from a number of samples, so it comes with its 95 % confidence interval. A
 * function counts once in the total of a sample, however often recursion put it on the stack. What fell into the
 * profiler's probes is their own.
 */
#include "an.h"
#include "base/mem.h"
#include "model/stacks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct span { uint64_t first, last; };

static void widen_span(void *ctx, struct view *v, const struct wire_sample *s, const struct wire_stack *stack)
{
  struct span *span = ctx;
  (void)v;
  (void)stack;
  span->first = s->tsc < span->first ? s->tsc : span->first;
  span->last = s->tsc > span->last ? s->tsc : span->last;
}

/* Of a hundred samples that were asked for, so many may be missing without a word: an alarm cannot ring twice within the
 * 20 us that its handler may take. */
#define MISSED_PCT 1

/* Whether an NMI took the samples, or it is not known what did. */
static bool are_by_nmi(const struct dump *d)
{
  return !dump_has_meta(d, WIRE_META_SAMPLING) || dump_meta(d, WIRE_META_SAMPLING, 0) == WIRE_SAMPLING_NMI;
}

/* Returns what samples that were not taken mean for shares. Of several processors the first one's alarm samples all. */
static const char *shares_without_missed(const struct dump *d)
{
  if (!are_by_nmi(d))
    return "";
  if (dump_meta(d, WIRE_META_PROCESSORS, 1) <= 1)
    return "; shares are right, from fewer samples";
  return "; where processors have turns (counted instructions), what ran while the first one stood still lacks these "
         "samples";
}

/* Says how many samples were not taken, and why, where that is more than chance. */
static void note_missed(struct view *v, struct table *t)
{
  const uint64_t missed = dump_meta(v->dump, WIRE_META_SAMPLES_MISSED, 0);
  const uint64_t asked = missed + dump_tally(v->dump, WIRE_SAMPLE)->made;
  char text[600];
  if (missed <= asked / 100 * MISSED_PCT)
    return;
  snprintf(text, sizeof(text), "%" PRIu64 " of %" PRIu64 " samples that were asked for were not taken: %sa processor "
           "did not come to the one before in time, as where samples follow each other faster than the machine's alarm "
           "can ring, or the host has no time for an emulated processor (boot with a lower hz=, or count instructions, "
           "ICOUNT=on)%s", missed, asked,
           are_by_nmi(v->dump) ? "" : "interrupts were off, whose code is then missing here, or ",
           shares_without_missed(v->dump));
  table_comment(t, "note", text);
}

/* Says what samples by an ordinary interrupt cannot show. */
static void note_late(struct view *v, struct table *t)
{
  if (!are_by_nmi(v->dump) && dump_tally(v->dump, WIRE_SAMPLE)->made)
    table_comment(t, "note", "samples were taken by ordinary interrupts, which come late where interrupts are off: "
                  "that code has no samples, and the place that turns them on again has its samples (an NMI sees it)");
}

/* Writes the time that the samples are from, where samples are missing. */
static void note_span(struct view *v, struct table *t)
{
  struct span span = { UINT64_MAX, 0 };
  if (dump_has_all(v->dump, WIRE_SAMPLE) && !dump_tally(v->dump, WIRE_SAMPLE)->dropped)
    return;
  stacks_each(v, false, widen_span, &span);
  if (span.first > span.last)
    return;
  table_covers(t, view_ns(v, span.first), view_ns(v, span.last));
}

/* ---- by function ---- */

struct hits { uint32_t function; uint64_t self, total, last; };

struct profile { struct hits *rows; size_t count, room; uint64_t samples; };

static struct hits *hits_of(struct profile *p, uint32_t function)
{
  size_t old = p->count;
  mem_grow(&p->rows, &p->room, (size_t)function + 1, sizeof(*p->rows));
  if (function >= p->count)
    p->count = (size_t)function + 1;
  for (; old < p->count; old++)
    p->rows[old] = (struct hits){ .function = (uint32_t)old };
  return &p->rows[function];
}

static void count_hit(struct profile *p, uint32_t function, bool innermost)
{
  struct hits *h = hits_of(p, function);
  h->self += innermost;
  h->total += h->last != p->samples;
  h->last = p->samples;
}

static void count_sample(void *ctx, struct view *v, const struct wire_sample *s, const struct wire_stack *stack)
{
  struct profile *p = ctx;
  const bool met = stacks_met_probes(v, s, stack);
  p->samples++;
  if (met)
    count_hit(p, v->probes, true);
  for (unsigned i = stacks_first(v, s, stack); i < s->depth; i++)
    count_hit(p, view_function(v, stack[i].address, i > 0), !met && i == 0);
}

static int by_self(const void *a, const void *b, void *view)
{
  const struct hits *x = a, *y = b;
  if (x->self != y->self)
    return x->self > y->self ? -1 : 1;
  if (x->total != y->total)
    return x->total > y->total ? -1 : 1;
  int order = strcmp(view_function_name(view, x->function), view_function_name(view, y->function));
  return order ? order : (x->function > y->function) - (x->function < y->function);
}

static void profile_row(struct view *v, struct table *t, const struct hits *h, uint64_t samples)
{
  double low, high;
  stats_wilson((double)h->self, (double)samples, &low, &high);
  table_text(t, view_function_name(v, h->function));
  table_text(t, view_where(v, h->function));
  table_count(t, (int64_t)h->self);
  an_share(t, h->self, samples);
  table_pct(t, 100 * low);
  table_pct(t, 100 * high);
  table_count(t, (int64_t)h->total);
  an_share(t, h->total, samples);
}

/* What is the matter with samples. */
struct blemishes { uint64_t astray, cut, masked; };

static void count_blemishes(void *ctx, struct view *v, const struct wire_sample *s, const struct wire_stack *stack)
{
  struct blemishes *b = ctx;
  (void)v, (void)stack;
  b->astray += (s->flags & WIRE_SAMPLE_ASTRAY) != 0;
  b->cut += (s->flags & WIRE_SAMPLE_CUT) != 0;
  b->masked += (s->flags & WIRE_SAMPLE_MASKED) != 0;
}

static void note_blemish(struct table *t, uint64_t count, uint64_t samples, const char *what)
{
  char text[120];
  if (!count)
    return;
  snprintf(text, sizeof(text), "%" PRIu64 " of %" PRIu64 " samples %s", count, samples, what);
  table_comment(t, "note", text);
}

static void note_blemishes(struct view *v, struct table *t, uint64_t samples)
{
  struct blemishes b = { 0 };
  stacks_each(v, false, count_blemishes, &b);
  note_blemish(t, b.astray, samples, "lack callers: the walk met a frame pointer outside the stack");
  note_blemish(t, b.cut, samples, "lack outer callers: their stacks were too deep");
  note_blemish(t, b.masked, samples, "found interrupts off");
}

static void fill_samples(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct profile p = { 0 };
  note_missed(v, t);
  note_late(v, t);
  note_span(v, t);
  stacks_each(v, false, count_sample, &p);
  note_blemishes(v, t, p.samples);
  if (p.count)
    mem_sort_by(p.rows, p.count, sizeof(*p.rows), by_self, v);
  for (size_t i = 0; i < p.count && p.rows[i].total; i++)
    profile_row(v, t, &p.rows[i], p.samples);
  mem_free(p.rows);
}

static const struct table_column sample_columns[] = {
  { "function", TABLE_TEXT }, { "where", TABLE_TEXT }, { "self", TABLE_COUNT }, { "self_pct", TABLE_PCT },
  { "self_low_pct", TABLE_PCT }, { "self_high_pct", TABLE_PCT }, { "total", TABLE_COUNT }, { "total_pct", TABLE_PCT },
};

const struct tables_def an_samples = {
  .name = "samples", .title = "where samples fell; self_low..self_high: 95 % confidence",
  TABLES_COLUMNS(sample_columns), .modes = WIRE_MODE_SAMPLES, .timed = true,
  .fill = fill_samples };

/* ---- by path ---- */

struct stack_row { char *text; const char *thread; uint64_t samples; };

static int by_samples(const void *a, const void *b)
{
  const struct stack_row *x = a, *y = b;
  if (x->samples != y->samples)
    return x->samples > y->samples ? -1 : 1;
  int order = strcmp(x->thread, y->thread);
  return order ? order : strcmp(x->text, y->text);
}

static void fill_stacks(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct stacks_paths p = { 0 };
  size_t count = 0;
  note_missed(v, t);
  note_late(v, t);
  note_span(v, t);
  stacks_each(v, false, stacks_count_each, &p);
  struct stack_row *rows = mem_alloc(p.count, sizeof(*rows));
  for (uint32_t i = 0; i < p.count; i++) {
    uint32_t thread;
    if (!p.rows[i].samples)
      continue;
    rows[count].text = stacks_text(v, &p, i, &thread);
    rows[count].thread = v->threads[thread].name;
    rows[count++].samples = p.rows[i].samples;
  }
  mem_sort(rows, count, sizeof(*rows), by_samples);
  for (size_t i = 0; i < count; i++) {
    table_text(t, rows[i].thread);
    table_text(t, rows[i].text);
    table_count(t, (int64_t)rows[i].samples);
    mem_free(rows[i].text);
  }
  mem_free(rows);
  stacks_free(&p);
}

static const struct table_column stack_columns[] = {
  { "thread", TABLE_TEXT }, { "stack", TABLE_TEXT }, { "samples", TABLE_COUNT },
};

const struct tables_def an_stacks = {
  .name = "stacks", .title = "samples by call stack, outermost function first", TABLES_COLUMNS(stack_columns),
  .modes = WIRE_MODE_SAMPLES, .raw = true, .timed = true, .fill = fill_stacks };
