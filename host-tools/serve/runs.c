/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * runs.c: see runs.h.
 */
#include "runs.h"

#include "answers.h"
#include "base/mem.h"
#include "base/say.h"
#include "clock.h"
#include "left.h"
#include "status.h"
#include "watch.h"

#include <errno.h>
#include <unistd.h>

#define READ_BYTES 16384 /* of a turn: what they unpack to holds the others up */

/* What tools are told of a run: at a place of its own, for runs move when others end. */
struct watching { struct watch *watch; struct tools *tools; struct shelf *shelf; const struct served *served;
                  struct incoming *in; struct shelf_run *run; };

static void give_lines(void *ctx, const struct shelf_run *run, const char *lines, size_t bytes, size_t moments)
{
  tools_give(((struct watching *)ctx)->tools, run, lines, bytes, moments);
}

static void miss_moments(void *ctx, size_t moments)
{
  tools_miss(((struct watching *)ctx)->tools, moments);
}

/* Moments that were there already are past: tools that an earlier hostdump had were told of them. */
static bool are_wanted(void *ctx)
{
  const struct watching *w = ctx;
  return tools_are_there(w->tools) && !w->in->reading_old;
}

/* A frame has come: what tools are told of it names the run by its number, so it is put on the shelf now. */
static void watch_it(void *ctx, const struct xfer_frame *frame)
{
  struct watching *w = ctx;
  if (!frame) {
    watch_free(w->watch);
    return;
  }
  if (!w->run)
    w->run = shelf_put(w->shelf, &w->served->place, w->in);
  watch_frame(w->watch, w->run, frame);
}

static void begin_watching(struct serve *s, struct run *r)
{
  if (!s->tools)
    return;
  struct watching *w = mem_alloc(1, sizeof(*w));
  const struct watch_reader reader = { give_lines, miss_moments, are_wanted, w };
  *w = (struct watching){ .tools = s->tools, .shelf = &s->shelf, .served = r->served, .in = r->in,
                          .watch = watch_new(&r->in->intake, s->image, s->image_ctx, reader) };
  r->watching = w;
  r->in->told = watch_it;
  r->in->told_ctx = w;
}

/* Behind the end of the dump, of which the last frames have been told. */
static void end_watching(struct run *r)
{
  if (!r->watching)
    return;
  r->shown = r->watching->run ? r->watching->run : r->shown;
  mem_free(r->watching);
}

/* Says where a run goes; and of one that speaks while another one of its place does that the two are told apart. */
static void say_received(const struct serve *s, const struct run *r)
{
  const struct run *other = NULL;
  for (size_t i = 0; i < s->run_count && !other; i++)
    if (&s->runs[i] != r && s->runs[i].served == r->served && s->runs[i].in && incoming_has_frame(s->runs[i].in))
      other = &s->runs[i];
  if (other)
    say_line("%s: receives %s: another target of this name speaks at the same time, in %s", r->served->place.name,
             r->in->path, other->in->path);
  else
    say_line("%s: receives %s", r->served->place.name, r->in->path);
}

/* The first bytes have come. */
static bool begin_run(struct serve *s, struct run *r)
{
  struct served *p = r->served;
  answers_begin(s, r);
  r->in = incoming_new(s->directory, p->place.name, &p->run, p->memory, r->control);
  status_wipe(s);
  if (!r->in) {
    status_note(s, SERVE_IO);
    return false;
  }
  r->in->left = left_take;
  r->in->left_ctx = p;
  begin_watching(s, r);
  say_received(s, r);
  return true;
}

static void end_dump(struct serve *s, struct run *r)
{
  const uint32_t number = incoming_is_whole(r->in) ? 0 : r->in->run;
  char *path = mem_format("%s", r->in->path);
  const enum incoming_result result = incoming_end(r->in, r->served->place.name, s->image, s->image_ctx);
  if (number && result == INCOMING_DAMAGED)
    left_add(r->served, path, number);
  mem_free(path);
  status_note(s, status_of(result));
  end_watching(r);
  if (r->shown)
    shelf_end(&s->shelf, r->shown, result);
}

void runs_end(struct serve *s, size_t i)
{
  struct run r = s->runs[i];
  struct served *p = r.served;
  status_wipe(s);
  answers_end(s, &r);
  if (r.in)
    end_dump(s, &r);
  s->runs[i] = s->runs[--s->run_count];
  p->callers -= p->place.listens;
  p->over |= p->place.file || (s->once && r.in);
  if (r.fd != p->place.fd)
    close(r.fd);
  else if (p->place.endless && !r.in)
    p->rests_until_ms = clock_ms() + SERVE_REST_MS;
  if (p->over || (r.fd == p->place.fd && !p->place.endless))
    place_close(&p->place);
  if (p->place.fd < 0 && !p->over && !place_open(&p->place)) {
    p->over = true;
    status_note(s, SERVE_IO);
  }
}

struct run *runs_add(struct serve *s, struct served *p, int fd)
{
  s->runs[s->run_count] = (struct run){ .served = p, .fd = fd, .heard_ms = clock_ms(), .number = s->caller_count++ };
  return &s->runs[s->run_count++];
}

/* The run at a descriptor: the one that there is, or a new one of a place that is read. */
static struct run *run_at(struct serve *s, struct served *p, int fd)
{
  for (size_t i = 0; i < s->run_count; i++)
    if (s->runs[i].fd == fd)
      return &s->runs[i];
  return fd == p->place.fd ? runs_add(s, p, fd) : NULL;
}

static void take_dump(struct serve *s, struct run *r, const void *data, size_t bytes)
{
  incoming_take(r->in, data, bytes);
  if (r->watching && !r->shown)
    r->shown = r->watching->run;
  if (r->shown)
    shelf_grow(&s->shelf, r->shown, r->in);
  else if (incoming_has_frame(r->in))
    r->shown = shelf_put(&s->shelf, &r->served->place, r->in);
}

void runs_take(struct serve *s, struct served *p, int fd)
{
  static uint8_t buffer[READ_BYTES];
  struct run *r = run_at(s, p, fd);
  ssize_t n = r ? read(fd, buffer, sizeof(buffer)) : -1;
  if (!r || (n < 0 && (errno == EAGAIN || errno == EINTR)))
    return;
  r->heard_ms = clock_ms();
  bool kept = n > 0 && (r->in || begin_run(s, r));
  if (kept && r->control)
    control_heard(r->control);
  if (kept)
    take_dump(s, r, buffer, (size_t)n);
  if (!kept || (r->control && r->control->quit) || (p->place.endless && incoming_is_whole(r->in)))
    runs_end(s, (size_t)(r - s->runs));
}
