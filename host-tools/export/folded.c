/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * folded.c: folded stacks, a line each: thread;outermost;...;innermost COUNT, for flamegraph.pl, speedscope, inferno
 * and others. Samples; in a run without samples the call trees, their own time in nanoseconds. Names have no `;`
 * (base/text.h). The format has no room for a remark.
 */
#include "reader.h"

#include "base/mem.h"
#include "model/stacks.h"

struct folded { struct export *e; struct stacks_paths paths; };

static void take_sample(void *ctx, const struct reader_sample *s)
{
  struct folded *f = ctx;
  stacks_count(&f->paths, f->e->view, s->record, s->stack);
}

static void put_paths(struct folded *f)
{
  const struct view *v = f->e->view;
  for (uint32_t i = 0; i < f->paths.count; i++) {
    uint32_t thread;
    if (!f->paths.rows[i].samples)
      continue;
    char *text = stacks_text(v, &f->paths, i, &thread);
    sink_text(&f->e->sink, v->threads[thread].name);
    sink_byte(&f->e->sink, ';');
    sink_text(&f->e->sink, text);
    sink_byte(&f->e->sink, ' ');
    sink_natural(&f->e->sink, f->paths.rows[i].samples);
    sink_byte(&f->e->sink, '\n');
    mem_free(text);
  }
}

/* A line of a node; the root of a thread stands for its thread. What a correction has made negative has no width. */
static void take_node(void *ctx, const struct reader_node *n)
{
  const struct folded *f = ctx;
  const struct view *v = f->e->view;
  if (n->excl <= 0)
    return;
  sink_text(&f->e->sink, v->threads[n->node->thread].name);
  for (size_t i = n->depth; i-- > 0;) {
    if (n->path[i] == v->threads[n->node->thread].root)
      continue;
    sink_byte(&f->e->sink, ';');
    sink_text(&f->e->sink, view_function_name(v, n->path[i]));
  }
  sink_byte(&f->e->sink, ' ');
  sink_whole(&f->e->sink, n->excl);
  sink_byte(&f->e->sink, '\n');
}

static bool write_samples(struct export *e)
{
  static const struct reader_ops ops = { .sample = take_sample };
  struct folded f = { .e = e };
  reader_walk(e, &ops, &f);
  put_paths(&f);
  stacks_free(&f.paths);
  return true;
}

static bool write_calls(struct export *e)
{
  static const struct reader_ops ops = { .node = take_node };
  reader_walk(e, &ops, &(struct folded){ .e = e });
  return true;
}

const struct export_ops export_folded = {
  .name = "folded", .what = "folded stacks of samples: flamegraph.pl, speedscope, inferno", .write = write_samples };

const struct export_ops export_foldedcalls = {
  .name = "foldedcalls", .what = "folded stacks of call trees, ns of each function itself: the same", .whole = true,
  .write = write_calls };
