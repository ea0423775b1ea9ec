/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lane_words.c: see lane_words.h.
 */
#include "lane_words.h"
#include "page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lanes/lanes.h"
#include "model/lock_waits.h"
#include "model/moments.h"

#define FOR_PAGE(name) __attribute__((export_name(#name))) name

static char *told; /* what the last call returned */

static const char *tell(char *text)
{
  mem_free(told);
  return told = text;
}

/* What entry `i` of a lane is of, by its `who`; LANES_NONE: the lane is of another kind, or nothing is there. */
static uint32_t row_of(unsigned lane, double i, enum lanes_kind kind)
{
  const struct lanes_lane *l = page_lane(lane);
  return l->kind == kind && i >= 0 && i < (double)l->lane.count ? lane_entry(&l->lane, (size_t)i).who : LANES_NONE;
}

static const char *thread_name(const struct view *v, uint32_t thread)
{
  return thread < view_thread_count(v) ? v->threads[thread].name : "-";
}

const char *FOR_PAGE(page_wait)(unsigned lane, double i)
{
  const struct lanes *l = page_lanes_made();
  const uint32_t row = row_of(lane, i, LANES_WAIT);
  if (!l || row >= l->waits.count)
    return "";
  const struct view *v = l->analysis->view;
  const struct lanes_wait *w = &l->waits.all[row];
  char *name = lock_waits_name(v, w->lock, w->object);
  char *text = mem_format("%s\n%s\n%s\n%s\n%" PRId64 "\n%" PRId64 "\n%" PRIu32 "\n%d", lock_waits_kind(w->flags), name,
                          lock_waits_way(w->flags), thread_name(v, w->holder), w->begun, w->got, w->holds, w->last);
  mem_free(name);
  return tell(text);
}

double FOR_PAGE(page_wait_holder)(unsigned who)
{
  const struct lanes *l = page_lanes_made();
  const struct lanes_wait *w = l && who < l->waits.count ? &l->waits.all[who] : NULL;
  return w && w->holder != LANES_NONE && !w->last ? (double)w->holder : -1;
}

/* ---- moments ---- */

/* The stand of an entry, and in *moments all of them; NULL: it is none. */
static const struct moments_stand *stand_of(unsigned lane, double i, const struct moments **moments)
{
  const struct lanes *l = page_lanes_made();
  const uint32_t row = row_of(lane, i, LANES_STAND);
  *moments = l ? analysis_moments(l->analysis) : NULL;
  return *moments && row < (*moments)->stand_count ? &(*moments)->stands[row] : NULL;
}

#define STACK_LINES 64 /* functions of a stack that are named */

/* How many functions a stack has, and a line for each, the innermost first, behind a text, which is freed. Behind
 * STACK_LINES of them the number alone tells that there are more. */
static char *with_stack(char *text, const struct moments *m, uint32_t stack)
{
  uint32_t depth = 0;
  for (uint32_t i = stack; i; i = m->stacks[i].parent)
    depth++;
  char *head = mem_format("%s\n%" PRIu32, text, depth);
  size_t used = strlen(head), room = used + 1;
  mem_free(text);
  for (unsigned line = 0; stack && line < STACK_LINES; line++, stack = m->stacks[stack].parent) {
    const char *name = view_function_name(m->view, m->stacks[stack].function);
    const size_t bytes = strlen(name);
    mem_grow(&head, &room, used + bytes + 2, 1);
    head[used++] = '\n';
    memcpy(head + used, name, bytes + 1);
    used += bytes;
  }
  return head;
}

const char *FOR_PAGE(page_stand)(unsigned lane, double i)
{
  const struct moments *m;
  const struct moments_stand *s = stand_of(lane, i, &m);
  if (!s)
    return "";
  char *on = moments_on_text(m, s);
  char *text = mem_format("%s\n%s\n%s\n%s\n%" PRIu32 "\n%s", moments_state(s->stance), moments_wait(s->stance), on,
                          thread_name(m->view, s->owner), s->last - s->first + 1, moments_is_whole(s) ? "yes" : "no");
  mem_free(on);
  return tell(with_stack(text, m, s->stack));
}

const char *FOR_PAGE(page_stand_top)(unsigned lane, double i)
{
  const struct moments *m;
  const struct moments_stand *s = stand_of(lane, i, &m);
  return !s ? "" : s->stack ? view_function_name(m->view, m->stacks[s->stack].function) : "-";
}

double FOR_PAGE(page_moments_missed)(void)
{
  const struct lanes *l = page_lanes_made();
  return l ? (double)dump_meta(l->analysis->view->dump, WIRE_META_MOMENTS_MISSED, 0) : 0;
}
