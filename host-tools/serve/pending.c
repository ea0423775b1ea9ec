/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pending.c: see pending.h.
 */
#include "pending.h"

#include "base/mem.h"

#define TIDY_LEAST 1024 /* stances below which those that were taken are not worth moving the others */

/* The stances of a moment; NULL: there are none. */
static struct pending_group *find_group(const struct pending *p, uint32_t moment)
{
  const uint32_t row = map_get(&p->group_of, moment);
  return row == MAP_NONE || row < p->head || !p->groups[row].count ? NULL : &p->groups[row];
}

static void add_stance(struct pending *p, const struct wire_stance *s)
{
  const uint32_t row = (uint32_t)p->count;
  struct pending_group *g = find_group(p, s->moment);
  mem_grow(&p->stances, &p->room, p->count + 1, sizeof(*p->stances));
  if (!g) {
    mem_grow(&p->groups, &p->group_room, p->group_count + 1, sizeof(*p->groups));
    map_put(&p->group_of, s->moment, (uint32_t)p->group_count);
    g = &p->groups[p->group_count++];
    *g = (struct pending_group){ s->moment, row, row, 0 };
  }
  p->stances[p->count++] = (struct pending_stance){ *s, 0 };
  if (g->count)
    p->stances[g->last].next = row;
  g->last = row;
  g->count++;
  p->waiting++;
  p->latest = s->moment > p->latest ? s->moment : p->latest;
  p->work++;
}

void pending_add(struct pending *p, const struct wire_stance *rows, size_t count)
{
  for (size_t i = 0; i < count; i++)
    add_stance(p, &rows[i]);
}

size_t pending_of(const struct pending *p, uint32_t moment, bool *later)
{
  const struct pending_group *g = find_group(p, moment);
  *later = p->waiting && p->latest > moment;
  return g ? g->count : 0;
}

/* Drops the groups at the begin that are empty, or of moments up to this one. */
static void drop_early(struct pending *p, uint32_t moment)
{
  for (; p->head < p->group_count; p->head++, p->work++) {
    const struct pending_group *g = &p->groups[p->head];
    if (g->count && g->moment > moment)
      break;
    p->waiting -= g->count;
  }
}

/* Moves the stances that wait to new memory, once most have been taken: so the memory, too, is that of those that
 * wait. */
static void tidy(struct pending *p)
{
  if (p->count < TIDY_LEAST || p->waiting > p->count / 2)
    return;
  const struct pending old = *p;
  *p = (struct pending){ .work = old.work };
  for (size_t i = old.head; i < old.group_count; i++, p->work++)
    for (uint32_t k = 0, row = old.groups[i].first; k < old.groups[i].count; k++, row = old.stances[row].next)
      add_stance(p, &old.stances[row].stance);
  struct pending left = old;
  pending_free(&left);
}

void pending_take(struct pending *p, uint32_t moment, void (*take)(void *ctx, const struct wire_stance *s), void *ctx)
{
  struct pending_group *g = find_group(p, moment);
  if (g) {
    for (uint32_t row = g->first; g->count; g->count--, row = p->stances[row].next) {
      take(ctx, &p->stances[row].stance);
      p->waiting--;
      p->work++;
    }
  }
  drop_early(p, moment);
  tidy(p);
}

void pending_free(struct pending *p)
{
  mem_free(p->stances);
  mem_free(p->groups);
  map_free(&p->group_of);
  *p = (struct pending){ 0 };
}
