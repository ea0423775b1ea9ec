/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * shelf.c: see shelf.h.
 */
#include "shelf.h"

#include "base/mem.h"
#include "base/text.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

static int64_t wall_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static const char *name_in(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

void shelf_begin(struct shelf *s)
{
  uint64_t drawn;
  if (getrandom(&drawn, sizeof(drawn), 0) != sizeof(drawn))
    drawn = (uint64_t)wall_ms();
  snprintf(s->id, sizeof(s->id), "%016" PRIx64, drawn);
}

static char *text_of(const struct dump *d, enum wire_space space)
{
  char *text = dump_name(d, space, 0);
  if (!text)
    return mem_format("-");
  const bool cut = strlen(text) > SHELF_ABOUT_MOST; /* of a feed, too, a line has a length that it has at most */
  char *fit = mem_format("%.*s%s", text_cut(text, SHELF_ABOUT_MOST), text, cut ? "..." : "");
  mem_free(text);
  return fit;
}

/* Takes what the target says of itself, once that has come. */
static void take_about(struct shelf_run *r, const struct dump *d)
{
  if (r->about.system || !(dump_has_name(d, WIRE_SPACE_SYSTEM, 0) || dump_has_name(d, WIRE_SPACE_BUILD_ID, 0)))
    return;
  r->about = (struct shelf_about){ text_of(d, WIRE_SPACE_SYSTEM), text_of(d, WIRE_SPACE_PROGRAM),
                                   text_of(d, WIRE_SPACE_BUILD_ID), text_of(d, WIRE_SPACE_COMMAND) };
}

struct shelf_run *shelf_put(struct shelf *s, const struct place *place, const struct incoming *in)
{
  struct shelf_run *r = mem_alloc(1, sizeof(*r));
  mem_grow(&s->runs, &s->room, s->count + 1, sizeof(struct shelf_run *));
  *r = (struct shelf_run){ .number = s->count, .target = mem_format("%s", place->name), .run = in->run,
                           .place = mem_format("%s", place->where), .began_ms = wall_ms(),
                           .file = mem_format("%s", name_in(in->path)), .path = mem_format("%s", in->file.part) };
  r->in = in;
  take_about(r, in->intake.dump);
  s->runs[s->count++] = r;
  shelf_grow(s, r, in);
  return r;
}

void shelf_grow(struct shelf *s, struct shelf_run *r, const struct incoming *in)
{
  if (r->bytes == in->file.kept)
    return;
  r->bytes = in->file.kept;
  r->frames = in->intake.dump->frames;
  take_about(r, in->intake.dump);
  s->changes++;
}

/* The file of a run that has ended: names and index stand behind its frames. */
static void take_whole_file(struct shelf_run *r)
{
  struct stat st;
  char *path = mem_format("%.*s", (int)(strlen(r->path) - strlen(".part")), r->path);
  mem_free(r->path);
  r->path = path;
  if (stat(path, &st) == 0)
    r->bytes = (uint64_t)st.st_size;
}

void shelf_end(struct shelf *s, struct shelf_run *r, enum incoming_result result)
{
  r->state = result == INCOMING_WHOLE ? SHELF_WHOLE : result == INCOMING_UNKEPT ? SHELF_UNKEPT : SHELF_DAMAGED;
  struct stat st;
  r->in = NULL;
  if (stat(r->path, &st) != 0)
    take_whole_file(r);
  s->changes++;
}

int shelf_open(const struct shelf_run *r)
{
  return open(r->path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
}

const char *shelf_state_text(enum shelf_state state)
{
  static const char *const texts[] = {
    [SHELF_LIVE] = "live", [SHELF_WHOLE] = "whole", [SHELF_DAMAGED] = "damaged", [SHELF_UNKEPT] = "unkept" };
  return texts[state];
}

void shelf_free(struct shelf *s)
{
  for (size_t i = 0; i < s->count; i++) {
    mem_free(s->runs[i]->target);
    mem_free(s->runs[i]->place);
    mem_free(s->runs[i]->file);
    mem_free(s->runs[i]->path);
    mem_free(s->runs[i]->about.system);
    mem_free(s->runs[i]->about.program);
    mem_free(s->runs[i]->about.image);
    mem_free(s->runs[i]->about.options);
    mem_free(s->runs[i]);
  }
  mem_free(s->runs);
  *s = (struct shelf){ 0 };
}
