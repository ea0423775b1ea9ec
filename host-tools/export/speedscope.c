/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * speedscope.c: speedscope's own format (https://www.speedscope.app/file-format-schema.json): for each thread a profile
 * of its samples by time, each of weight 1, and one of its call tree, in which a node is a sample whose weight is its
 * own time in nanoseconds. Own times that the correction has made negative have no width there, and are left out.
 *
 * Frames come behind the profiles that use them: JSON's members have no order. What is missing of the run stands in the
 * name that the app shows.
 */
#include "reader.h"

#include "base/mem.h"
#include "model/stacks.h"

#include <stdlib.h>

struct taken { uint32_t thread, path; int64_t time; };

/* A node with its path: `depth` functions from `first` on, the outermost first. */
struct weighed { uint32_t thread; size_t first, depth; int64_t ns; };

struct speedscope {
  struct export *e;
  struct sink *s;
  struct stacks_paths paths;
  struct taken *samples;
  size_t sample_count, sample_room;
  struct weighed *nodes;
  size_t node_count, node_room;
  uint32_t *functions;       /* of the nodes */
  size_t function_count, function_room;
  bool begun;                /* a profile was written */
};

static void take_sample(void *ctx, const struct reader_sample *s)
{
  struct speedscope *p = ctx;
  const uint32_t path = stacks_count(&p->paths, p->e->view, s->record, s->stack);
  mem_grow(&p->samples, &p->sample_room, p->sample_count + 1, sizeof(*p->samples));
  p->samples[p->sample_count++] = (struct taken){ s->thread, path, s->time };
}

static void take_node(void *ctx, const struct reader_node *n)
{
  struct speedscope *p = ctx;
  if (n->excl <= 0)
    return;
  mem_grow(&p->nodes, &p->node_room, p->node_count + 1, sizeof(*p->nodes));
  p->nodes[p->node_count++] = (struct weighed){ n->node->thread, p->function_count, n->depth, n->excl };
  mem_grow(&p->functions, &p->function_room, p->function_count + n->depth, sizeof(*p->functions));
  for (size_t i = n->depth; i-- > 0;)
    p->functions[p->function_count++] = n->path[i];
}

static int by_thread_and_time(const void *a, const void *b)
{
  const struct taken *x = a, *y = b;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  return (x->time > y->time) - (x->time < y->time);
}

static int by_thread(const void *a, const void *b)
{
  const struct weighed *x = a, *y = b;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

/* ---- profiles ---- */

static void begin_profile(struct speedscope *p, uint32_t thread, const char *what, const char *unit, int64_t whole)
{
  char *name = mem_format("%s: %s", p->e->view->threads[thread].name, what);
  sink_text(p->s, p->begun ? ",\n{\"type\":\"sampled\",\"name\":" : "\n{\"type\":\"sampled\",\"name\":");
  p->begun = true;
  sink_json(p->s, name);
  sink_text(p->s, ",\"unit\":\"");
  sink_text(p->s, unit);
  sink_text(p->s, "\",\"startValue\":0,\"endValue\":");
  sink_whole(p->s, whole);
  sink_text(p->s, ",\"samples\":[");
  mem_free(name);
}

static void put_path(struct speedscope *p, uint32_t row)
{
  const struct stacks_path *path = &p->paths.rows[row];
  uint32_t *functions = mem_alloc(path->depth, sizeof(*functions)), at = path->depth;
  for (uint32_t r = row; p->paths.rows[r].depth; r = p->paths.rows[r].parent)
    functions[--at] = p->paths.rows[r].function;
  sink_byte(p->s, '[');
  for (uint32_t i = 0; i < path->depth; i++) {
    if (i)
      sink_byte(p->s, ',');
    sink_natural(p->s, functions[i]);
  }
  sink_byte(p->s, ']');
  mem_free(functions);
}

/* The samples of a thread; returns the number of the first one of another thread. */
static size_t put_samples(struct speedscope *p, size_t from)
{
  size_t to = from;
  while (to < p->sample_count && p->samples[to].thread == p->samples[from].thread)
    to++;
  begin_profile(p, p->samples[from].thread, "samples", "none", (int64_t)(to - from));
  for (size_t i = from; i < to; i++) {
    if (i > from)
      sink_byte(p->s, ',');
    put_path(p, p->samples[i].path);
  }
  sink_text(p->s, "],\"weights\":[");
  for (size_t i = from; i < to; i++)
    sink_text(p->s, i > from ? ",1" : "1");
  sink_text(p->s, "]}");
  return to;
}

static size_t put_nodes(struct speedscope *p, size_t from)
{
  size_t to = from;
  int64_t whole = 0;
  for (; to < p->node_count && p->nodes[to].thread == p->nodes[from].thread; to++)
    whole = (int64_t)((uint64_t)whole + (uint64_t)p->nodes[to].ns);
  begin_profile(p, p->nodes[from].thread, "call tree", "nanoseconds", whole);
  for (size_t i = from; i < to; i++) {
    sink_text(p->s, i > from ? ",[" : "[");
    for (size_t f = 0; f < p->nodes[i].depth; f++) {
      if (f)
        sink_byte(p->s, ',');
      sink_natural(p->s, p->functions[p->nodes[i].first + f]);
    }
    sink_byte(p->s, ']');
  }
  sink_text(p->s, "],\"weights\":[");
  for (size_t i = from; i < to; i++) {
    if (i > from)
      sink_byte(p->s, ',');
    sink_whole(p->s, p->nodes[i].ns);
  }
  sink_text(p->s, "]}");
  return to;
}

/* ---- the rest ---- */

/* All functions of the view, so that a frame's number is its function's. */
static void put_frames(struct speedscope *p)
{
  struct view *v = p->e->view;
  sink_text(p->s, "\n],\n\"shared\":{\"frames\":[");
  for (uint32_t f = 0; f < v->function_count; f++) {
    const char *where = view_where(v, f), *colon = strrchr(where, ':');
    const long line = colon ? strtol(colon + 1, NULL, 10) : 0;
    char *file = line > 0 ? mem_format("%.*s", (int)(colon - where), where) : mem_format("%s", where);
    sink_text(p->s, f ? ",\n{\"name\":" : "\n{\"name\":");
    sink_json(p->s, view_function_name(v, f));
    if (strcmp(where, "-") != 0) {
      sink_text(p->s, ",\"file\":");
      sink_json(p->s, file);
    }
    if (line > 0) {
      sink_text(p->s, ",\"line\":");
      sink_whole(p->s, line);
    }
    sink_byte(p->s, '}');
    mem_free(file);
  }
  sink_text(p->s, "]},\n");
}

static void add_remark(void *ctx, const struct missing *m)
{
  char **name = ctx, *remark = export_remark(m), *longer = mem_format("%s; %s", *name, remark);
  mem_free(remark);
  mem_free(*name);
  *name = longer;
}

static bool write_speedscope(struct export *e)
{
  static const struct reader_ops ops = { .sample = take_sample, .node = take_node };
  struct speedscope p = { .e = e, .s = &e->sink };
  char *name = export_title(e);
  sink_text(p.s, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"hostdump\",\n"
                 "\"profiles\":[");
  reader_walk(e, &ops, &p);
  if (p.sample_count)
    mem_sort(p.samples, p.sample_count, sizeof(*p.samples), by_thread_and_time);
  if (p.node_count)
    mem_sort(p.nodes, p.node_count, sizeof(*p.nodes), by_thread);
  for (size_t i = 0; i < p.sample_count;)
    i = put_samples(&p, i);
  for (size_t i = 0; i < p.node_count;)
    i = put_nodes(&p, i);
  put_frames(&p);
  export_missing(e, add_remark, &name);
  sink_text(p.s, "\"name\":");
  sink_json(p.s, name);
  sink_text(p.s, "}\n");
  mem_free(name);
  stacks_free(&p.paths);
  mem_free(p.samples);
  mem_free(p.nodes);
  mem_free(p.functions);
  return true;
}

const struct export_ops export_speedscope = {
  .name = "speedscope", .what = "speedscope's JSON, of samples and call trees: speedscope.app",
  .write = write_speedscope };
