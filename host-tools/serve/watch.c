/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * watch.c: see watch.h.
 */
#include "watch.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/say.h"
#include "base/stats.h"
#include "model/moments.h"
#include "model/view.h"
#include "pending.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DEPTH_MOST 16384 /* frames of a stack that are told: paths that lead in a circle end, too */

/* How a thread stood last, and what it is. Both are known, or its row is in `listed`, where the number is `known_since`
 * of the watch: so all can be forgotten at once. */
struct stand { struct wire_stance stance; uint64_t known, listed; };

/* The file and line that an address comes from, or the call before it. */
#define LINES 2048
struct line { uint64_t address; bool is_return; char *text; };

struct watch {
  struct mem_budget budget;       /* of all below, but the image's symbols */
  bool full;                      /* it did not do */
  const struct intake *intake;    /* with the dump, which is another one when the run goes on in another file */
  intake_image_fn *image;
  void *image_ctx;
  struct watch_reader reader;
  struct view *view;              /* names of functions; NULL: the run has not said its frequency */
  size_t methods;                 /* that the view knows */
  struct line lines[LINES];       /* of addresses that came last, by their low bits */
  struct wire_path *paths;
  size_t path_count, path_room;
  struct map path_of;             /* number of a PATH -> its row */
  struct stand *stands;
  size_t stand_count, stand_room, known;
  struct map stand_of;            /* thread number -> its row */
  uint64_t known_since;           /* counts how often all threads were forgotten, from 1 */
  uint32_t *listed;               /* rows of threads that are known, and of some that are no more */
  size_t listed_count, listed_room;
  uint64_t work;                  /* rows of it that were looked at, and stances that were taken */
  struct wire_role *roles;        /* what threads are */
  size_t role_count, role_room;
  struct map role_of;             /* thread number -> its row */
  struct wire_moment *moments;    /* from `moment_head` on those that wait for the rest of them */
  size_t moment_head, moment_count, moment_room;
  struct pending stances;         /* of moments that have not been told */
  struct wire_stance *came;       /* in the block at hand */
  size_t came_count, came_room;
  uint32_t last;                  /* number of the moment that was told last; 0: none */
  char *text;                     /* of a frame's moments */
  size_t used, room, told;        /* of `text`, bytes; moments in it */
  size_t missed;                  /* moments of the frame that are not in it, though tools want them */
  bool said_clock;                /* that there is no clock */
};

struct watch *watch_new(const struct intake *intake, intake_image_fn *image, void *image_ctx,
                        struct watch_reader reader)
{
  struct watch *w = mem_alloc(1, sizeof(*w));
  *w = (struct watch){ .intake = intake, .image = image, .image_ctx = image_ctx, .reader = reader,
                       .known_since = 1, .budget.most = WATCH_MEMORY };
  return w;
}

static void forget_lines(struct watch *w)
{
  for (size_t i = 0; i < LINES; i++) {
    mem_free(w->lines[i].text);
    w->lines[i] = (struct line){ 0 };
  }
}

static void free_parts(struct watch *w)
{
  view_free(w->view);
  forget_lines(w);
  mem_free(w->paths);
  mem_free(w->stands);
  mem_free(w->listed);
  mem_free(w->roles);
  mem_free(w->moments);
  pending_free(&w->stances);
  mem_free(w->came);
  mem_free(w->text);
  map_free(&w->path_of);
  map_free(&w->stand_of);
  map_free(&w->role_of);
}

void watch_free(struct watch *w)
{
  if (!w)
    return;
  if (!w->full)
    free_parts(w);
  else if (w->view)
    symbols_close(w->view->symbols); /* it has a file open */
  mem_drop(&w->budget); /* what was being made when it was full */
  mem_free(w);
}

/* ---- lines ---- */

static void put(char **text, size_t *used, size_t *room, const char *bytes, size_t count)
{
  mem_grow(text, room, *used + count, 1);
  memcpy(*text + *used, bytes, count);
  *used += count;
}

void watch_put_field(char **text, size_t *used, size_t *room, const char *field)
{
  put(text, used, room, "\t", 1);
  while (*field) {
    const size_t plain = strcspn(field, "\t\n\\");
    put(text, used, room, field, plain);
    field += plain;
    if (*field)
      put(text, used, room, *field == '\t' ? "\\t" : *field == '\n' ? "\\n" : "\\\\", 2);
    field += *field != '\0';
  }
}

static void begin_line(struct watch *w, const char *word, const struct shelf_run *run)
{
  char number[24];
  snprintf(number, sizeof(number), "%zu", run->number);
  put(&w->text, &w->used, &w->room, word, strlen(word));
  watch_put_field(&w->text, &w->used, &w->room, number);
}

static void put_text(struct watch *w, const char *text)
{
  watch_put_field(&w->text, &w->used, &w->room, text);
}

static void put_number(struct watch *w, uint64_t number)
{
  char text[24];
  snprintf(text, sizeof(text), "%" PRIu64, number);
  put_text(w, text);
}

static void put_us(struct watch *w, int64_t ns)
{
  char text[40];
  snprintf(text, sizeof(text), "%.3f", (double)ns / 1000);
  put_text(w, text);
}

static void end_line(struct watch *w)
{
  put(&w->text, &w->used, &w->room, "\n", 1);
}

/* ---- a moment as lines ---- */

/* Makes a view of what is known of the program, anew where more methods have come. */
static bool look(struct watch *w)
{
  static const struct view_options all = { 0 };
  const size_t methods = dump_count(w->intake->dump, WIRE_METHOD);
  if (w->view && w->methods == methods)
    return true;
  if (!dump_meta(w->intake->dump, WIRE_META_TSC_HZ, 0))
    return false;
  view_free(w->view);
  w->view = NULL; /* the budget may end what follows */
  forget_lines(w);
  w->view = view_new(w->intake->dump, w->image(w->image_ctx, w->intake->dump), &all);
  w->methods = methods;
  return w->view;
}

/* Finds where an instruction comes from, or the call from which one returns to the address; `-`: it is not known. */
static const char *line_of(struct watch *w, uint64_t address, bool is_return)
{
  struct line *line = &w->lines[(address ^ address >> 11) % LINES];
  char text[SYMBOLS_WHERE_BYTES];
  if (line->text && line->address == address && line->is_return == is_return)
    return line->text;
  const bool found = w->view->symbols && symbols_line(w->view->symbols, address - is_return, text, sizeof(text));
  mem_free(line->text);
  line->text = NULL; /* the budget may end what follows */
  line->text = mem_format("%s", found ? text : "-");
  line->address = address;
  line->is_return = is_return;
  return line->text;
}

static void put_frame(struct watch *w, const struct shelf_run *run, uint32_t thread, uint64_t address, bool is_return)
{
  const uint32_t function = view_function(w->view, address, is_return);
  char text[24];
  begin_line(w, "frame", run);
  put_number(w, thread);
  put_text(w, view_function_name(w->view, function));
  put_text(w, view_where(w->view, function));
  snprintf(text, sizeof(text), "0x%" PRIx64, address);
  put_text(w, text);
  put_text(w, line_of(w, address, is_return));
  end_line(w);
}

/* A line that says that the stack goes on, and why it is not known how. */
static void put_cut(struct watch *w, const struct shelf_run *run, uint32_t thread, const char *why)
{
  begin_line(w, "cut", run);
  put_number(w, thread);
  put_text(w, why);
  end_line(w);
}

static void put_stack(struct watch *w, const struct shelf_run *run, const struct wire_stance *s)
{
  size_t depth = 0;
  bool whole = true;
  uint32_t path = s->path;
  if (s->ip)
    put_frame(w, run, s->thread, s->ip, false);
  while (path && depth++ < DEPTH_MOST) {
    const uint32_t row = map_get(&w->path_of, path);
    if (row == MAP_NONE)
      break;
    put_frame(w, run, s->thread, w->paths[row].address, true);
    whole = w->paths[row].outer < path; /* one that is outside has a smaller number */
    path = whole ? w->paths[row].outer : 0;
  }
  if (path)
    put_cut(w, run, s->thread, depth > DEPTH_MOST ? "too deep" : "did not arrive");
  else if (!whole)
    put_cut(w, run, s->thread, "did not arrive");
  else if (s->flags & WIRE_STANCE_CUT)
    put_cut(w, run, s->thread, "too deep");
  else if (s->flags & WIRE_STANCE_ASTRAY)
    put_cut(w, run, s->thread, "astray");
}

static void put_on(struct watch *w, const struct wire_stance *s)
{
  char *name = s->lock ? dump_name(w->intake->dump, WIRE_SPACE_LOCK, s->lock) : NULL;
  char text[24];
  snprintf(text, sizeof(text), "0x%" PRIx64, s->on);
  put_text(w, name ? name : s->on && s->wait != WIRE_WAIT_SLEEP ? text : "-");
  mem_free(name);
}

static void put_thread(struct watch *w, const struct shelf_run *run, const struct wire_stance *s, uint64_t now)
{
  char *name = dump_name(w->intake->dump, WIRE_SPACE_THREAD, s->thread);
  begin_line(w, "thread", run);
  put_number(w, s->thread);
  put_text(w, name ? name : "-");
  put_text(w, moments_state(s));
  put_text(w, moments_wait(s));
  put_on(w, s);
  put_number(w, s->owner);
  put_us(w, s->state == WIRE_STATE_RUNNING ? 0 : stats_ns((__int128)now - s->since, w->view->hz));
  const uint32_t row = map_get(&w->role_of, s->thread);
  put_number(w, row == MAP_NONE ? 0 : w->roles[row].by);
  put_text(w, row == MAP_NONE ? "-" : view_thread_group(w->roles[row].flags));
  end_line(w);
  mem_free(name);
  put_stack(w, run, s);
}

static bool is_known(const struct watch *w, const struct stand *stand)
{
  return stand->known == w->known_since;
}

static void put_moment(struct watch *w, const struct shelf_run *run, const struct wire_moment *m)
{
  begin_line(w, "trace", run);
  put_number(w, m->number);
  put_us(w, view_ns(w->view, m->tsc));
  put_text(w, moments_why(m));
  put_number(w, w->known);
  put_number(w, m->threads > w->known ? m->threads - w->known : 0);
  put_us(w, stats_ns(m->took, w->view->hz));
  end_line(w);
  size_t kept = 0; /* of the list those that are known */
  for (size_t i = 0; i < w->listed_count; i++, w->work++) {
    struct stand *stand = &w->stands[w->listed[i]];
    if (!is_known(w, stand)) {
      stand->listed = 0;
      continue;
    }
    w->listed[kept++] = w->listed[i];
    put_thread(w, run, &stand->stance, m->tsc);
  }
  w->listed_count = kept;
  begin_line(w, "end", run);
  put_number(w, m->number);
  end_line(w);
  w->told++;
}

/* ---- what comes ---- */

static struct stand *stand_of(struct watch *w, uint32_t thread)
{
  uint32_t row = map_get(&w->stand_of, thread);
  if (row == MAP_NONE) {
    mem_grow(&w->stands, &w->stand_room, w->stand_count + 1, sizeof(*w->stands));
    row = (uint32_t)w->stand_count++;
    w->stands[row] = (struct stand){ .known = 0 };
    map_put(&w->stand_of, thread, row);
  }
  return &w->stands[row];
}

static void take_stance(struct watch *w, const struct wire_stance *s)
{
  struct stand *stand = stand_of(w, s->thread);
  const bool was = is_known(w, stand), is = s->state != WIRE_STATE_GONE;
  w->work++;
  if (was && s->flags & WIRE_STANCE_REPEATED)
    return;
  stand->known = is ? w->known_since : 0;
  stand->stance = *s;
  w->known += (size_t)is - (size_t)was;
  if (!is || stand->listed == w->known_since)
    return;
  stand->listed = w->known_since;
  mem_grow(&w->listed, &w->listed_room, w->listed_count + 1, sizeof(*w->listed));
  w->listed[w->listed_count++] = (uint32_t)(stand - w->stands);
}

/* However many threads there are, this takes no time: a frame may have as many moments that lack something. */
static void forget_all(struct watch *w)
{
  w->known_since++;
  w->known = w->listed_count = 0;
}

static void take_pending(void *watch, const struct wire_stance *s)
{
  take_stance(watch, s);
}

/* Tells tools of a moment, where they want it. A frame may be short, and have moments whose lines are long: of one
 * frame no more is told than a tool's queue takes. */
static void tell_moment(struct watch *w, const struct shelf_run *run, const struct wire_moment *m)
{
  if (!w->reader.wanted(w->reader.ctx))
    return;
  const bool seen = look(w);
  if (!seen && !w->said_clock)
    say_line("%s: has moments, but has not said how fast its clock is (the frame with META TSC_HZ is missing): tools "
             "are told of none of them", run->file);
  w->said_clock |= !seen;
  if (seen && w->used < WATCH_LINES_MOST)
    put_moment(w, run, m);
  else
    w->missed++;
}

/* Takes the first moment that waits. Returns false where the rest of it may still come. */
static bool take_moment(struct watch *w, const struct shelf_run *run)
{
  const struct wire_moment m = w->moments[w->moment_head];
  bool later;
  const size_t count = pending_of(&w->stances, m.number, &later);
  if (count < m.stances && !later && w->moment_count - w->moment_head == 1)
    return false;
  if ((w->last && m.number != w->last + 1) || count != m.stances)
    forget_all(w);
  pending_take(&w->stances, m.number, take_pending, w);
  w->last = m.number;
  w->moment_head++;
  tell_moment(w, run, &m);
  return true;
}

/* Takes the moments that wait but for those whose rest may still come, and moves these to the begin. */
static void take_moments(struct watch *w, const struct shelf_run *run)
{
  while (w->moment_head < w->moment_count && take_moment(w, run))
    ;
  w->moment_count -= w->moment_head;
  memmove(w->moments, w->moments + w->moment_head, w->moment_count * sizeof(*w->moments));
  w->moment_head = 0;
}

/* Appends the rows of a block to an array. */
static void append(void *data, size_t *count, size_t *room, const struct xfer_block *block)
{
  const size_t bytes = wire_kinds[block->head.kind].bytes;
  if (!block->head.rows || !xfer_unpack(block, blocks_scratch))
    return;
  mem_grow(data, room, *count + block->head.rows, bytes);
  memcpy(*(char **)data + *count * bytes, blocks_scratch, block->head.rows * bytes);
  *count += block->head.rows;
}

static void take_stances(struct watch *w, const struct xfer_block *block)
{
  w->came_count = 0;
  append(&w->came, &w->came_count, &w->came_room, block);
  pending_add(&w->stances, w->came, w->came_count);
}

static void take_paths(struct watch *w, const struct xfer_block *block)
{
  size_t i = w->path_count;
  append(&w->paths, &w->path_count, &w->path_room, block);
  for (; i < w->path_count; i++)
    map_put(&w->path_of, w->paths[i].id, (uint32_t)i);
}

static void take_roles(struct watch *w, const struct xfer_block *block)
{
  size_t i = w->role_count;
  append(&w->roles, &w->role_count, &w->role_room, block);
  for (; i < w->role_count; i++)
    map_put(&w->role_of, w->roles[i].thread, (uint32_t)i);
}

/* A frame on its way in. */
struct taking { struct watch *watch; const struct shelf_run *run; const struct xfer_frame *frame; };

static void take_frame(void *taking)
{
  const struct taking *t = taking;
  struct watch *w = t->watch;
  struct xfer_block block;
  size_t pos = 0;
  w->used = w->told = w->missed = 0;
  while (xfer_block_next(t->frame->plain, t->frame->head.plain_bytes, &pos, &block) > 0) {
    if (block.head.kind == WIRE_MOMENT)
      append(&w->moments, &w->moment_count, &w->moment_room, &block);
    else if (block.head.kind == WIRE_STANCE)
      take_stances(w, &block);
    else if (block.head.kind == WIRE_PATH)
      take_paths(w, &block);
    else if (block.head.kind == WIRE_ROLE)
      take_roles(w, &block);
  }
  if (w->moment_count)
    take_moments(w, t->run);
}

uint64_t watch_work(const struct watch *w)
{
  return w->work;
}

void watch_frame(struct watch *w, const struct shelf_run *run, const struct xfer_frame *frame)
{
  struct taking taking = { w, run, frame };
  if (w->full)
    return;
  if (!w->view || w->methods != dump_count(w->intake->dump, WIRE_METHOD))
    dump_done(w->intake->dump); /* for look(); what it allocates is the dump's */
  const uint64_t mark = symbols_mark();
  w->full = !mem_try(&w->budget, take_frame, &taking);
  if (w->full)
    symbols_leave(mark);
  if (w->full)
    say_line("%s: its threads and stacks take more than %u MiB: tools are told no more of it", run->file,
             WATCH_MEMORY >> 20);
  else if (w->told)
    w->reader.lines(w->reader.ctx, run, w->text, w->used, w->told);
  if (!w->full && w->missed)
    w->reader.missed(w->reader.ctx, w->missed);
}
