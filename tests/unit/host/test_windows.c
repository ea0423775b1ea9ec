/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_windows.c: what a walk through a window of a long run tells is what a walk through the whole run tells of that
 * window; and an analysis for which window after window is chosen fills the tables that a new one fills.
 */
#define _GNU_SOURCE /* open_memstream */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump/dump.h"
#include "fed_rows.h"
#include "model/busy.h"
#include "model/lives.h"
#include "model/timeline_marks.h"
#include "pick.h"
#include "play.h"
#include "tables/tables.h"

#define TIMES     400                   /* what is played is played so often */
#define SPAN      (PLAY_US * 1000u)     /* cycles of each */
#define BIRTHS    12000
#define EACH      ((uint64_t)TIMES * SPAN / BIRTHS)
#define WINDOWS   10

/* ---- the run ---- */

/* The schedule, again and again; in between the threads stand somewhere else than they were left. One of the processors
 * has nothing to do for half of the run. */
static void add_schedule(struct dump *d)
{
  size_t count;
  const struct wire_sched *all = play_schedule(&count);
  struct wire_sched *rows = calloc(count, sizeof(*rows));
  for (uint64_t i = 0; i < TIMES; i++) {
    size_t n = 0;
    for (size_t k = 0; k < count; k++) {
      rows[n] = all[k];
      rows[n].tsc += i * SPAN;
      n += i % 8 < 5 || all[k].cpu != 3 || all[k].why == WIRE_WHY_UNBLOCK;
    }
    add(d, WIRE_SCHED, rows, n);
  }
  free(rows);
}

static void add_objects(struct dump *d)
{
  static struct wire_birth births[300];
  static struct wire_death deaths[100];
  uint64_t clock = 0, tsc = PLAY_START;
  for (uint32_t i = 0; i < BIRTHS / 300; i++) {
    for (size_t k = 0; k < 300; k++, tsc += EACH) {
      clock += 16;
      births[k] = (struct wire_birth){ .site = 1 + pick(5), .class = 1 + pick(3), .bytes = 16, .thread = 1 + pick(3),
                                       .clock = clock, .object = 16 * (300 * i + k), .tsc = tsc };
    }
    for (size_t k = 0; k < 100; k++)
      deaths[k] = (struct wire_death){ i + 1, births[3 * k].object };
    const struct wire_collection c = { .id = i + 1, .start = tsc - EACH / 2, .end = tsc - EACH / 4, .clock = clock,
                                       .marked_bytes = 5000, .freed_bytes = 16000, .deaths = 100 };
    add(d, WIRE_BIRTH, births, 300);
    add(d, WIRE_COLLECTION, &c, 1);
    add(d, WIRE_DEATH, deaths, 100);
  }
}

static struct dump *make_run(bool ended)
{
  static const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, 1000000000 }, { WIRE_META_START_TSC, PLAY_START }, { WIRE_META_PROCESSORS, PLAY_CPUS },
    { WIRE_META_STOP_TSC, PLAY_START + TIMES * (uint64_t)SPAN } };
  struct dump *d = dump_new("memory", DUMP_ALL, 256 << 20);
  dump_index(d, -1);
  seq = 0;
  add(d, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  feed(d, WIRE_FRAME_HELLO);
  for (uint32_t id = 1; id <= PLAY_THREADS; id++) {
    const uint32_t flags = id < PLAY_IRQ ? id == 2 ? WIRE_THREAD_PROFILER : 0 : id < PLAY_IDLE ? WIRE_THREAD_IRQ
                                                                                                : WIRE_THREAD_IDLE;
    add(d, WIRE_THREAD, &(struct wire_thread){ .id = id, .flags = flags, .start = PLAY_START }, 1);
  }
  add_schedule(d);
  add_objects(d);
  feed(d, WIRE_FRAME_DATA);
  if (ended)
    feed(d, WIRE_FRAME_END);
  dump_done(d);
  return d;
}

static struct view_options window_of(double from_us, double to_us)
{
  return (struct view_options){ .windowed = true, .from_us = from_us, .to_us = to_us };
}

static struct view_options draw_window(void)
{
  static const double widths[] = { 0.5, 10, 1000, 9000 };
  const double from = (double)pick(TIMES * PLAY_US * 10) / 10;
  return window_of(from, from + widths[pick(4)]);
}

/* ---- what is told ---- */

struct told { struct view *view; uint64_t count, sum; };

/* FNV-1a, 64 bits wide: Fowler, Noll, Vo, draft-eastlake-fnv. */
static void tell(struct told *t, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
  const uint64_t all[] = { a, b, c, d };
  t->count++;
  for (size_t i = 0; i < 4; i++)
    t->sum = (t->sum ^ all[i]) * UINT64_C(1099511628211);
}

static void on_stretch(void *ctx, const struct timeline_stretch *s)
{
  struct told *t = ctx;
  int64_t start, end;
  if (timeline_shows(t->view, s, &start, &end))
    tell(t, s->start, s->end, (uint64_t)s->thread << 32 | s->cpu, s->why + 10u * s->goes_on);
}

static void on_wake(void *ctx, const struct timeline_wake *w)
{
  tell(ctx, w->tsc, w->by, w->woken, w->cpu);
}

static void on_wait(void *ctx, const struct timeline_wait *w)
{
  tell(ctx, w->thread, (uint64_t)w->cpu << 32 | w->from, w->woken, w->cycles);
}

static void on_move(void *ctx, const struct timeline_move *m)
{
  tell(ctx, (uint64_t)m->thread << 32 | m->from, m->to, m->left, m->tsc + m->woken);
}

static void on_start(void *ctx, uint32_t thread, uint32_t cpu)
{
  tell(ctx, thread, cpu, 1, 0);
}

static void on_stop(void *ctx, uint32_t thread, uint32_t why)
{
  tell(ctx, thread, why, 2, 0);
}

/* Four cuts in the window. */
static uint64_t on_cut(void *ctx, uint64_t tsc)
{
  const struct view *v = ((struct told *)ctx)->view;
  const uint64_t step = (v->to_tsc - v->from_tsc) / 5 + 1;
  for (uint64_t at = v->from_tsc + step; at < v->to_tsc; at += step)
    if (at > tsc)
      return at;
  return UINT64_MAX;
}

static void on_busy(void *ctx, const struct busy_step *s)
{
  struct told *t = ctx;
  const struct view *v = t->view;
  const uint64_t from = s->start > v->from_tsc ? s->start : v->from_tsc, to = s->end < v->to_tsc ? s->end : v->to_tsc;
  if (to > from)
    tell(t, from, to, s->busy, s->known);
}

typedef void walk_fn(struct view *v, const struct timeline_ops *ops, void *ctx);

static struct told walk_by(walk_fn *walk, struct view *v, const struct timeline_ops *ops)
{
  struct told t = { .view = v };
  walk(v, ops, &t);
  return t;
}

static void compare_walks(struct view *v)
{
  static const struct timeline_ops ops[] = {
    { .stretch = on_stretch }, { .stretch = on_stretch, .cut = on_cut },
    { .wake = on_wake, .waited = on_wait, .moved = on_move, .started = on_start, .stopped = on_stop } };
  for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
    const struct told whole = walk_by(timeline_walk, v, &ops[i]), part = walk_by(timeline_walk_window, v, &ops[i]);
    assert_int_equal(part.count, whole.count);
    assert_int_equal(part.sum, whole.sum);
  }
}

static void compare_busy(struct analysis *a)
{
  struct told whole = { .view = a->view }, part = whole;
  busy_walk(a->view, analysis_timeline(a), on_busy, &whole);
  busy_walk_window(a->view, analysis_timeline(a), on_busy, &part);
  assert_int_equal(part.count, whole.count);
  assert_int_equal(part.sum, whole.sum);
}

static struct told walk_lives(struct analysis *a, struct lives_walk w, size_t most)
{
  struct told t = { .view = a->view };
  size_t met = 0;
  for (struct life life; lives_next(&w, &life); met++)
    if (lives_wanted(a->view, life.birth))
      tell(&t, life.birth->tsc, life.birth->object, (uint64_t)life.death << 32 | life.first, life.age);
  lives_end(&w);
  assert_true(met <= most);
  return t;
}

static void compare_lives(struct analysis *a)
{
  const struct lives *l = analysis_lives(a);
  size_t most;
  const struct told whole = walk_lives(a, lives_begin(l), l->count);
  struct lives_walk w = lives_begin_window(l, a->view, &most);
  const struct told part = walk_lives(a, w, most);
  assert_int_equal(part.count, whole.count);
  assert_int_equal(part.sum, whole.sum);
}

static void compare_windows(bool ended)
{
  static const struct view_options all = { 0 };
  struct dump *d = make_run(ended);
  struct analysis *a = analysis_new(view_new(d, NULL, &all));
  assert_true(dump_count(d, WIRE_SCHED) > 20 * timeline_marks_records);
  for (int i = 0; i < WINDOWS; i++) {
    const struct view_options o = i == 0 ? window_of(-5, 3) : i == 1 ? window_of(TIMES * PLAY_US - 3, 1e9) : draw_window();
    assert_true(analysis_choose(a, &o));
    compare_walks(a->view);
    compare_busy(a);
    compare_lives(a);
  }
  analysis_free(a);
  dump_free(d);
}

static void a_window_is_as_in_the_whole_run(void **state)
{
  (void)state;
  compare_windows(true);
}

static void also_where_the_end_is_missing(void **state)
{
  (void)state;
  compare_windows(false);
}

/* ---- tables ---- */

static char *table_of(struct analysis *a, const struct tables_def *def)
{
  char *text;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  assert_true(tables_write(def, a, out, TABLE_FORM_TSV, 200));
  fclose(out);
  return text;
}

static void a_choice_leaves_nothing_behind(void **state)
{
  static const struct view_options all = { 0 };
  struct dump *d = make_run(true);
  struct analysis *kept = analysis_new(view_new(d, NULL, &all));
  (void)state;
  for (int i = 0; i < 2; i++) {
    struct view_options o = draw_window();
    o.thread = i == 1 ? "3" : NULL;
    struct analysis *fresh = analysis_new(view_new(d, NULL, &o));
    assert_true(analysis_choose(kept, &o));
    for (size_t k = 0; k < tables_count; k++) {
      char *x = table_of(kept, tables_all[k]), *y = table_of(fresh, tables_all[k]);
      assert_string_equal(x, y);
      free(x);
      free(y);
    }
    analysis_free(fresh);
    const struct timeline *made = analysis_timeline(kept);
    assert_true(analysis_choose(kept, &o));
    assert_ptr_equal(analysis_timeline(kept), made); /* the same choice makes nothing anew */
  }
  const struct view_options nobody = { .thread = "nobody" };
  assert_false(analysis_choose(kept, &nobody));
  assert_true(kept->view->windowed);
  assert_string_equal(kept->view->thread_filter, "3");
  analysis_free(kept);
  dump_free(d);
}

int main(void)
{
  timeline_marks_records = 300;
  lives_mark_births = 100;
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_window_is_as_in_the_whole_run),
    cmocka_unit_test(also_where_the_end_is_missing),
    cmocka_unit_test(a_choice_leaves_nothing_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
