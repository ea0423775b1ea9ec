/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * moments.c: see moments.h.
 */
#include "moments.h"

#include "base/mem.h"
#include "waits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- words ---- */

static const char *const states[] = {
#define WORD(number, NAME, text) [number] = text,
  WIRE_STATES(WORD)
};
static const char *const waits[] = {
  WIRE_WAITS(WORD)
};
static const char *const whys[] = {
  WIRE_MOMENT_WHYS(WORD)
#undef WORD
};

static const char *word(const char *const *words, size_t count, uint32_t number)
{
  return !number ? "-" : number < count && words[number] ? words[number] : "?";
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *moments_state(const struct wire_stance *s)
{
  return word(states, COUNT(states), s->state);
}

const char *moments_wait(const struct wire_stance *s)
{
  return word(waits, COUNT(waits), s->wait);
}

const char *moments_why(const struct wire_moment *m)
{
  return word(whys, COUNT(whys), m->why);
}

/* ---- stacks ---- */

static uint32_t stack_in(struct moments *m, uint32_t parent, uint32_t function)
{
  const uint64_t key = (uint64_t)parent << 32 | function;
  uint32_t row = map_get(&m->stack_of, key);
  if (row != MAP_NONE)
    return row;
  row = (uint32_t)m->stack_count;
  mem_grow(&m->stacks, &m->stack_room, m->stack_count + 1, sizeof(*m->stacks));
  map_put(&m->stack_of, key, row);
  m->stacks[m->stack_count++] = (struct moments_stack){ parent, function };
  return row;
}

/* Returns the row of the PATH with that number; MOMENTS_NONE where it is missing. */
static uint32_t path_row(const struct moments *m, uint32_t path)
{
  const uint32_t row = path ? map_get(&m->path_of, path) : MAP_NONE;
  return row == MAP_NONE ? MOMENTS_NONE : row;
}

/* Returns the stack of a path. A path outside of another one has a smaller number: where a dump says otherwise, or has
 * lost it, the stack begins there, and *whole is false. */
static uint32_t stack_of_path(struct moments *m, uint32_t path, bool *whole)
{
  const struct wire_path *paths = dump_path_rows(m->view->dump);
  size_t depth = 0, room = 0;
  bool good = true;
  uint32_t *inner = NULL, stack = 0;
  for (uint32_t row = path_row(m, path); row != MOMENTS_NONE && m->stack_of_path[row] == MOMENTS_NONE;) {
    mem_grow(&inner, &room, depth + 1, sizeof(*inner));
    inner[depth++] = row;
    path = paths[row].outer < path ? paths[row].outer : 0;
    good &= path || !paths[row].outer;
    row = path_row(m, path);
  }
  const uint32_t known = path_row(m, path);
  if (known != MOMENTS_NONE) {
    stack = m->stack_of_path[known];
    good &= !m->path_broken[known];
  } else {
    good &= !path;
  }
  *whole &= good;
  while (depth--) {
    m->path_broken[inner[depth]] = !good;
    stack = stack_in(m, stack, view_function(m->view, paths[inner[depth]].address, true));
    m->stack_of_path[inner[depth]] = stack;
  }
  mem_free(inner);
  return stack;
}

static uint32_t stack_of(struct moments *m, const struct wire_stance *s, bool *lost)
{
  bool arrived = true;
  const uint32_t outer = s->path ? stack_of_path(m, s->path, &arrived) : 0;
  *lost = !arrived;
  return s->ip ? stack_in(m, outer, view_function(m->view, s->ip, false)) : outer;
}

struct moments_walk moments_walk(const struct moments *m, const struct moments_stand *s)
{
  return (struct moments_walk){ m, s->stack, s->stance->path, s->stance->ip };
}

bool moments_frame(struct moments_walk *w, uint32_t *function, char *line, size_t bytes)
{
  const struct moments *m = w->m;
  const struct symbols *symbols = m->view->symbols;
  const bool behind_call = !w->innermost;
  const uint32_t row = behind_call ? path_row(m, w->path) : MOMENTS_NONE;
  const struct wire_path *path = row == MOMENTS_NONE ? NULL : &dump_path_rows(m->view->dump)[row];
  const uint64_t address = path ? path->address : w->innermost;
  if (!w->stack)
    return false;
  if (!symbols || !address || !symbols_line(symbols, address - behind_call, line, bytes))
    *line = '\0';
  *function = m->stacks[w->stack].function;
  w->stack = m->stacks[w->stack].parent;
  w->path = path ? path->outer : w->path;
  w->innermost = 0;
  return true;
}

char *moments_stack_text(const struct moments *m, uint32_t stack)
{
  size_t bytes = 2;
  for (uint32_t i = stack; i; i = m->stacks[i].parent)
    bytes += strlen(view_function_name(m->view, m->stacks[i].function)) + 1;
  char *text = mem_alloc(bytes, 1), *end = text + bytes - 1;
  *end = '\0';
  for (uint32_t i = stack; i; i = m->stacks[i].parent) {
    const char *name = view_function_name(m->view, m->stacks[i].function);
    end -= strlen(name);
    memcpy(end, name, strlen(name));
    if (m->stacks[i].parent)
      *--end = ';';
  }
  if (!stack)
    *--end = '-';
  memmove(text, end, strlen(end) + 1);
  return text;
}

/* ---- stands ---- */

static int by_number(const void *a, const void *b)
{
  const struct wire_moment *x = *(const struct wire_moment *const *)a, *y = *(const struct wire_moment *const *)b;
  return (x->number > y->number) - (x->number < y->number);
}

static int by_moment(const void *a, const void *b)
{
  const struct wire_stance *x = *(const struct wire_stance *const *)a, *y = *(const struct wire_stance *const *)b;
  if (x->moment != y->moment)
    return x->moment < y->moment ? -1 : 1;
  return (x > y) - (x < y); /* the order of the dump */
}

/* Puts the moments into the order of their numbers. Of two with one number, which no target sends, one counts. */
static void sort_moments(struct moments *m)
{
  const struct wire_moment *rows = dump_moment_rows(m->view->dump);
  const size_t count = dump_count(m->view->dump, WIRE_MOMENT);
  m->rows = mem_alloc(count, sizeof(*m->rows));
  for (size_t i = 0; i < count; i++)
    m->rows[i] = &rows[i];
  if (count)
    mem_sort(m->rows, count, sizeof(*m->rows), by_number);
  for (size_t i = 0; i < count; i++)
    if (!m->count || m->rows[m->count - 1]->number != m->rows[i]->number)
      m->rows[m->count++] = m->rows[i];
}

/* What is known while the moments are gone through. */
struct pass {
  struct moments *m;
  const struct wire_stance **stances;  /* by moment */
  size_t count, next;
  struct map open;                     /* thread of the view -> its stand, while it goes on, + 1; 0: none */
  uint32_t open_count;
  size_t ended;                        /* of the stands before this one all have ended */
};

/* Ends all stands with the moment before `row`. */
static void forget_all(struct pass *p, size_t row)
{
  for (size_t i = p->ended; i < p->m->stand_count; i++)
    if (p->m->stands[i].last == MOMENTS_NONE) {
      p->m->stands[i].last = (uint32_t)row - 1;
      map_put(&p->open, p->m->stands[i].thread, 0);
    }
  p->ended = p->m->stand_count;
  p->open_count = 0;
}

static struct moments_stand stand_of(struct moments *m, uint32_t thread, const struct wire_stance *s, size_t row)
{
  bool lost;
  const uint32_t stack = stack_of(m, s, &lost);
  return (struct moments_stand){
    .first = (uint32_t)row, .last = MOMENTS_NONE, .thread = thread, .stance = s, .stack = stack, .lost = lost,
    .owner = s->owner ? view_thread(m->view, s->owner) : MOMENTS_NONE };
}

static void begin_stand(struct pass *p, uint32_t thread, const struct wire_stance *s, size_t row)
{
  struct moments *m = p->m;
  mem_grow(&m->stands, &m->stand_room, m->stand_count + 1, sizeof(*m->stands));
  m->stands[m->stand_count++] = stand_of(m, thread, s, row);
  map_put(&p->open, thread, (uint32_t)m->stand_count);
  p->open_count++;
}

static void take_stance(struct pass *p, const struct wire_stance *s, size_t row)
{
  const uint32_t thread = view_thread(p->m->view, s->thread), known = map_get(&p->open, thread);
  const uint32_t open = known == MAP_NONE ? 0 : known;
  if (open && s->flags & WIRE_STANCE_REPEATED)
    return;
  if (open && p->m->stands[open - 1].first == row) { /* two stances at one moment, which no target sends: the later */
    if (s->state != WIRE_STATE_GONE)
      p->m->stands[open - 1] = stand_of(p->m, thread, s, row);
    return;
  }
  if (open) {
    p->m->stands[open - 1].last = (uint32_t)row - 1;
    map_put(&p->open, thread, 0);
    p->open_count--;
  }
  if (s->state != WIRE_STATE_GONE)
    begin_stand(p, thread, s, row);
}

/* Goes on to the moment at `row`. */
static void take_moment(struct pass *p, size_t row)
{
  const struct wire_moment *at = p->m->rows[row];
  while (p->next < p->count && p->stances[p->next]->moment < at->number)
    p->next++; /* of a moment that is missing */
  size_t end = p->next;
  while (end < p->count && p->stances[end]->moment == at->number)
    end++;
  if ((row && p->m->rows[row - 1]->number + 1 != at->number) || end - p->next != at->stances)
    forget_all(p, row);
  for (; p->next < end; p->next++)
    take_stance(p, p->stances[p->next], row);
  p->m->unknown[row] = at->threads > p->open_count ? at->threads - p->open_count : 0;
}

static void make_stands(struct moments *m)
{
  const struct wire_stance *rows = dump_stance_rows(m->view->dump);
  struct pass p = { .m = m, .count = dump_count(m->view->dump, WIRE_STANCE) };
  p.stances = mem_alloc(p.count, sizeof(*p.stances));
  for (size_t i = 0; i < p.count; i++)
    p.stances[i] = &rows[i];
  if (p.count)
    mem_sort(p.stances, p.count, sizeof(*p.stances), by_moment);
  m->unknown = mem_alloc(m->count, sizeof(*m->unknown));
  for (size_t row = 0; row < m->count; row++)
    take_moment(&p, row);
  forget_all(&p, m->count);
  map_free(&p.open);
  mem_free(p.stances);
}

struct moments *moments_new(struct view *v)
{
  struct moments *m = mem_alloc(1, sizeof(*m));
  const size_t paths = dump_count(v->dump, WIRE_PATH);
  *m = (struct moments){ .view = v, .stack_of_path = mem_alloc(paths, sizeof(*m->stack_of_path)),
                        .path_broken = mem_alloc(paths, sizeof(*m->path_broken)) };
  for (uint32_t i = 0; i < paths; i++) {
    map_put(&m->path_of, dump_path_rows(v->dump)[i].id, i);
    m->stack_of_path[i] = MOMENTS_NONE;
  }
  mem_grow(&m->stacks, &m->stack_room, 1, sizeof(*m->stacks));
  m->stacks[m->stack_count++] = (struct moments_stack){ 0, 0 };
  sort_moments(m);
  make_stands(m);
  return m;
}

void moments_free(struct moments *m)
{
  if (!m)
    return;
  mem_free(m->rows);
  mem_free(m->stands);
  mem_free(m->unknown);
  mem_free(m->stacks);
  mem_free(m->stack_of_path);
  mem_free(m->path_broken);
  map_free(&m->stack_of);
  map_free(&m->path_of);
  mem_free(m);
}

/* ---- what is asked ---- */

char *moments_missed_text(const struct moments *m)
{
  const uint64_t missed = dump_meta(m->view->dump, WIRE_META_MOMENTS_MISSED, 0);
  if (!missed)
    return NULL;
  return mem_format("%" PRIu64 " moments that were asked for were not taken: their time had passed before the target "
                    "came to them, as where the host has no time for an emulated processor, or the one before took as "
                    "long; ask for a longer interval (stacks=)", missed);
}

bool moments_is_whole(const struct moments_stand *s)
{
  return !s->lost && !(s->stance->flags & (WIRE_STANCE_CUT | WIRE_STANCE_ASTRAY));
}

void moments_window(const struct moments *m, size_t *first, size_t *end)
{
  *first = 0;
  while (*first < m->count && !view_in_window(m->view, m->rows[*first]->tsc))
    ++*first;
  *end = *first;
  while (*end < m->count && view_in_window(m->view, m->rows[*end]->tsc))
    ++*end;
}

size_t moments_at(const struct moments *m, uint64_t tsc)
{
  size_t row = m->count;
  while (row && (int64_t)(m->rows[row - 1]->tsc - tsc) > 0)
    row--;
  return row ? row - 1 : m->count;
}

static int by_thread(const void *a, const void *b)
{
  const struct moments_stand *x = *(const struct moments_stand *const *)a, *y = *(const struct moments_stand *const *)b;
  return (x->stance->thread > y->stance->thread) - (x->stance->thread < y->stance->thread);
}

const struct moments_stand **moments_stands_at(const struct moments *m, size_t row, size_t *count)
{
  const struct moments_stand **found = NULL;
  size_t room = 0;
  *count = 0;
  for (size_t i = 0; i < m->stand_count && m->stands[i].first <= row; i++) {
    const struct moments_stand *s = &m->stands[i];
    if (s->last < row)
      continue; /* those that are not wanted, too: a deadlock goes through them */
    mem_grow(&found, &room, *count + 1, sizeof(*found));
    found[(*count)++] = s;
  }
  if (*count)
    mem_sort(found, *count, sizeof(*found), by_thread);
  return found;
}

static char *copy_text(const char *text)
{
  return memcpy(mem_alloc(strlen(text) + 1, 1), text, strlen(text) + 1);
}

char *moments_on_text(const struct moments *m, const struct moments_stand *s)
{
  const struct wire_stance *stance = s->stance;
  char *name = stance->lock ? dump_name(m->view->dump, WIRE_SPACE_LOCK, stance->lock) : NULL;
  char text[32];
  if (name)
    return name;
  if (stance->wait == WIRE_WAIT_JOIN && s->owner != MOMENTS_NONE)
    return copy_text(m->view->threads[s->owner].name);
  snprintf(text, sizeof(text), "0x%" PRIx64, stance->on);
  return copy_text(stance->on && stance->wait != WIRE_WAIT_SLEEP ? text : "-");
}

uint32_t moments_deadlocks(const struct moments_stand *const *stands, size_t count, uint32_t *cycle, uint32_t *behind)
{
  struct map place = { 0 };
  uint32_t *owner = mem_alloc(count, sizeof(*owner));
  for (uint32_t i = 0; i < count; i++)
    map_put(&place, stands[i]->thread, i);
  for (size_t i = 0; i < count; i++) {
    const struct wire_stance *s = stands[i]->stance;
    const bool lasts = s->state == WIRE_STATE_WAITING && !(s->flags & WIRE_STANCE_TIMED);
    owner[i] = lasts && stands[i]->owner != MOMENTS_NONE ? map_get(&place, stands[i]->owner) : WAITS_NONE;
  }
  const uint32_t cycles = waits_find_cycles(owner, count, cycle, behind);
  mem_free(owner);
  map_free(&place);
  return cycles;
}
