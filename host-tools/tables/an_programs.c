/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_programs.c: the table `programs`: what the threads of one name took together. In a kernel with processes the name
 * of a thread is that of the program, and a program runs many times.
 */
#include "an.h"
#include "base/mem.h"

#include <string.h>

struct program_sum {
  char *name;
  uint32_t threads;
  uint64_t ran, first, last;
};

static int by_name(const void *a, const void *b)
{
  const struct program_sum *x = a, *y = b;
  return strcmp(x->name, y->name);
}

static int by_ran(const void *a, const void *b)
{
  const struct program_sum *x = a, *y = b;
  return x->ran != y->ran ? x->ran > y->ran ? -1 : 1 : by_name(a, b);
}

/* Returns what a thread adds to its program's row. The name is the dump's: the view's is the thread's alone. */
static struct program_sum sum_of(const struct view *v, uint32_t thread, const struct wire_thread *f)
{
  char *name = dump_name(v->dump, WIRE_SPACE_THREAD, f->id);
  return (struct program_sum){ .name = name ? name : mem_format("%s", v->threads[thread].name), .threads = 1,
                               .ran = f->run, .first = f->start, .last = f->end };
}

/* Makes one row of those of one name. Returns how many are left. */
static size_t merge_programs(struct program_sum *p, size_t count)
{
  size_t kept = 0;
  mem_sort(p, count, sizeof(*p), by_name);
  for (size_t i = 0; i < count; i++) {
    struct program_sum *to = kept ? &p[kept - 1] : NULL;
    if (!to || strcmp(to->name, p[i].name) != 0) {
      p[kept++] = p[i];
      continue;
    }
    to->threads++;
    to->ran += p[i].ran;
    to->first = p[i].first < to->first ? p[i].first : to->first;
    to->last = p[i].last > to->last ? p[i].last : to->last;
    mem_free(p[i].name);
  }
  return kept;
}

static void program_row(const struct view *v, struct table *t, const struct program_sum *p, uint64_t whole)
{
  table_text(t, p->name);
  table_natural(t, p->threads);
  an_cycles(v, t, p->ran);
  an_share(t, p->ran, whole);
  an_cycles(v, t, (__int128)p->first - v->start);
  an_cycles(v, t, (__int128)p->last - v->start);
}

static void fill_programs(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const uint32_t threads = view_thread_count(v);
  struct program_sum *p = mem_alloc(threads, sizeof(*p));
  uint64_t whole = 0;
  size_t count = 0;
  for (uint32_t i = 0; i < threads; i++) {
    const struct wire_thread *f = view_thread_figures(v, i);
    if (!f || !v->threads[i].wanted || v->threads[i].flags & (WIRE_THREAD_PROFILER | WIRE_THREAD_IRQ | WIRE_THREAD_IDLE))
      continue;
    p[count++] = sum_of(v, i, f);
    whole += f->run;
  }
  count = merge_programs(p, count);
  mem_sort(p, count, sizeof(*p), by_ran);
  for (size_t i = 0; i < count; i++) {
    program_row(v, t, &p[i], whole);
    mem_free(p[i].name);
  }
  mem_free(p);
}

/* Where each thread has a name of its own, table `threads` says as much. */
static bool has_namesakes(const struct view *v)
{
  for (uint32_t i = 0; i < view_thread_count(v); i++) {
    char *name = dump_name(v->dump, WIRE_SPACE_THREAD, v->threads[i].id);
    const bool again = name && strcmp(name, v->threads[i].name) != 0;
    mem_free(name);
    if (again)
      return true;
  }
  return false;
}

static const struct table_column program_columns[] = {
  { "program", TABLE_TEXT }, { "threads", TABLE_COUNT }, { "cpu_us", TABLE_US }, { "cpu_pct", TABLE_PCT },
  { "first_us", TABLE_US }, { "last_us", TABLE_US },
};

const struct tables_def an_programs = {
  .name = "programs", .title = "CPU time of the threads of one name together",
  TABLES_COLUMNS(program_columns), .applies = has_namesakes, .fill = fill_programs };
