/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stacks.c: the call stacks of samples; stacks.h is the manual.
 */
#include "stacks.h"

#include "base/mem.h"
#include "probe_samples.h"

#include <string.h>

void stacks_each(struct view *v, bool crash, stacks_fn *take, void *ctx)
{
  const struct wire_sample *s = dump_sample_rows(v->dump);
  const struct wire_stack *stack = dump_stack_rows(v->dump);
  for (size_t i = 0; i < dump_count(v->dump, WIRE_SAMPLE); i++) {
    uint32_t thread = view_thread(v, s[i].thread);
    bool wanted = crash || view_in_window(v, s[i].tsc);
    if (s[i].depth && v->threads[thread].wanted && wanted && !(s[i].flags & WIRE_SAMPLE_CRASH) == !crash)
      take(ctx, v, &s[i], stack);
    stack += s[i].depth;
  }
}

bool stacks_met_probes(const struct view *v, const struct wire_sample *s, const struct wire_stack *stack)
{
  return !(s->flags & WIRE_SAMPLE_CRASH) && probe_samples_met(v->dump, s, stack);
}

unsigned stacks_first(const struct view *v, const struct wire_sample *s, const struct wire_stack *stack)
{
  return s->flags & WIRE_SAMPLE_CRASH ? 0 : probe_samples_inside(v->dump, s, stack);
}

static uint32_t path_new(struct stacks_paths *p, struct map *index, uint64_t key, struct stacks_path path)
{
  uint32_t row = map_get(index, key);
  if (row != MAP_NONE)
    return row;
  mem_grow(&p->rows, &p->room, p->count + 1, sizeof(*p->rows));
  map_put(index, key, (uint32_t)p->count);
  p->rows[p->count] = path;
  return (uint32_t)p->count++;
}

static uint32_t path_into(struct stacks_paths *p, uint32_t row, uint32_t function)
{
  const struct stacks_path path = { row, function, p->rows[row].depth + 1, 0 };
  return path_new(p, &p->of, (uint64_t)row << 32 | function, path);
}

uint32_t stacks_count(struct stacks_paths *p, struct view *v, const struct wire_sample *s,
                      const struct wire_stack *stack)
{
  const uint32_t thread = view_thread(v, s->thread);
  const unsigned first = stacks_first(v, s, stack);
  uint32_t row = path_new(p, &p->of_thread, thread, (struct stacks_path){ STACKS_NO_PATH, thread, 0, 0 });
  for (unsigned i = s->depth; i-- > first;)
    row = path_into(p, row, view_function(v, stack[i].address, i > 0));
  if (stacks_met_probes(v, s, stack))
    row = path_into(p, row, v->probes);
  p->rows[row].samples++;
  return row;
}

void stacks_count_each(void *paths, struct view *v, const struct wire_sample *s, const struct wire_stack *stack)
{
  stacks_count(paths, v, s, stack);
}

char *stacks_text(const struct view *v, const struct stacks_paths *p, uint32_t row, uint32_t *thread)
{
  size_t bytes = 1;
  uint32_t r;
  for (r = row; p->rows[r].depth; r = p->rows[r].parent)
    bytes += strlen(view_function_name(v, p->rows[r].function)) + 1;
  *thread = p->rows[r].function;
  char *text = mem_alloc(bytes, 1), *end = text + bytes - 1;
  for (r = row; p->rows[r].depth; r = p->rows[r].parent) {
    const char *name = view_function_name(v, p->rows[r].function);
    size_t n = strlen(name);
    end -= n;
    memcpy(end, name, n);
    if (p->rows[r].depth > 1)
      *--end = ';';
  }
  memmove(text, end, strlen(end) + 1);
  return text;
}

void stacks_free(struct stacks_paths *p)
{
  mem_free(p->rows);
  map_free(&p->of);
  map_free(&p->of_thread);
}
