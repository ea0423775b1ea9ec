/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * feed.c: see feed.h.
 */
#include "feed.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "clock.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TOGETHER_MS 100   /* what comes within this time is sent together */
#define BEAT_MS     5000  /* a page that hears nothing for so long is told that serve is there */
#define SIZES_MS    1000  /* how far runs are whose bytes are not sent */
#define HEAD_MOST   128   /* bytes of a line before bytes of a dump */
#define PIECE_MOST  32768 /* bytes of one run, before others have their turn */

/* How far the page has read a run. */
struct reading {
  uint64_t at;
  uint64_t told_bytes;      /* of a run whose bytes are not sent */
  enum shelf_state told;
  bool announced, wanted;
};

struct feed {
  const struct shelf *shelf;
  struct reading *readings;  /* by the run's number */
  size_t count, room;
  size_t began_with;         /* runs that there were before the feed */
  char *wanted, *from;       /* as the page asked */
  bool greeted;
  size_t next;               /* the run that has its turn */
  uint64_t seen;             /* changes of the shelf that have been sent */
  bool left;                 /* the last call had no room for all */
  int64_t sent_ms, sizes_ms; /* when a call sent something last; when sizes were */
};

/* ---- what the page wants ---- */

/* Finds a run's number in a list NUMBER,NUMBER or NUMBER:OFFSET,NUMBER:OFFSET. Returns what is behind it; NULL: it is
 * not there. */
static const char *find_number(const char *list, size_t number)
{
  char text[24];
  const size_t bytes = (size_t)snprintf(text, sizeof(text), "%zu", number);
  for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
    if (strncmp(at, text, bytes) == 0 && (!at[bytes] || strchr(",:", at[bytes])))
      return at + bytes;
  return NULL;
}

static bool is_wanted(const struct feed *f, const struct shelf_run *r)
{
  if (strcmp(f->wanted, "live") == 0)
    return r->state == SHELF_LIVE || r->number >= f->began_with;
  return strcmp(f->wanted, "all") == 0 || find_number(f->wanted, r->number);
}

static struct reading begin_reading(const struct feed *f, const struct shelf_run *r)
{
  struct reading reading = { .told = SHELF_LIVE, .wanted = is_wanted(f, r) };
  const char *at = find_number(f->from, r->number);
  if (!at || *at != ':')
    return reading;
  char *number = mem_format("%.*s", (int)strcspn(at + 1, ","), at + 1);
  uint64_t offset;
  if (number_whole(number, r->bytes, &offset)) {
    reading.at = offset;
    reading.wanted = true;
  }
  mem_free(number);
  return reading;
}

struct feed *feed_new(const struct shelf *shelf, const char *wanted, const char *from)
{
  struct feed *f = mem_alloc(1, sizeof(*f));
  *f = (struct feed){ .shelf = shelf, .began_with = shelf->count, .wanted = mem_format("%s", wanted ? wanted : "live"),
                      .from = mem_format("%s", from ? from : "") };
  return f;
}

void feed_free(struct feed *f)
{
  mem_free(f->readings);
  mem_free(f->wanted);
  mem_free(f->from);
  mem_free(f);
}

static void take_new_runs(struct feed *f)
{
  mem_grow(&f->readings, &f->room, f->shelf->count, sizeof(*f->readings));
  for (; f->count < f->shelf->count; f->count++)
    f->readings[f->count] = begin_reading(f, f->shelf->runs[f->count]);
}

/* ---- lines ---- */

/* The text of `o`, which it frees; names that are no UTF-8 are cleaned (text.h). */
static char *dump_json(json_t *o)
{
  const size_t bytes = json_dumpb(o, NULL, 0, JSON_COMPACT);
  char *text = mem_alloc(bytes + 1, 1);
  json_dumpb(o, text, bytes, JSON_COMPACT);
  json_decref(o);
  return text;
}

char *feed_describe(const struct shelf_run *r, enum shelf_state state)
{
  char *target = text_clean((const uint8_t *)r->target, strlen(r->target));
  char *place = text_clean((const uint8_t *)r->place, strlen(r->place));
  char *file = text_clean((const uint8_t *)r->file, strlen(r->file));
  char id[16];
  snprintf(id, sizeof(id), "%08" PRIx32, r->run);
  json_t *o = json_pack("{s:s, s:I, s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:I}", "type", "run", "run",
    (json_int_t)r->number, "target", target, "place", place, "file", file, "id", id, "state",
    shelf_state_text(state), "bytes", (json_int_t)r->bytes, "frames", (json_int_t)r->frames, "began",
    (json_int_t)r->began_ms);
  if (r->about.system)
    json_object_update_new(o, json_pack("{s:s, s:s, s:s, s:s}", "system", r->about.system, "program",
      r->about.program, "image", r->about.image, "options", r->about.options));
  char *text = dump_json(o);
  mem_free(target);
  mem_free(place);
  mem_free(file);
  return text;
}

/* A buffer that is being filled. */
struct filling { char *to; size_t used, most; };

static bool put_line(struct filling *b, const char *text)
{
  const size_t bytes = strlen(text);
  if (b->most - b->used <= bytes)
    return false;
  memcpy(b->to + b->used, text, bytes);
  b->to[b->used + bytes] = '\n';
  b->used += bytes + 1;
  return true;
}

static bool put_greeting(const struct feed *f, struct filling *b)
{
  char text[HEAD_MOST];
  snprintf(text, sizeof(text), "{\"type\":\"hello\",\"version\":1,\"serve\":\"%s\"}", f->shelf->id);
  return put_line(b, text);
}

static bool put_description(struct filling *b, const struct shelf_run *r, enum shelf_state state)
{
  char *text = feed_describe(r, state);
  const bool good = put_line(b, text);
  mem_free(text);
  return good;
}

/* ---- what is sent ---- */

/* Puts bytes of a run with a line before them, as many as there is room for. Returns false where there is no room, or
 * the file cannot be read: then *failed. */
static bool put_bytes(struct filling *b, const struct shelf_run *r, struct reading *reading, bool *failed)
{
  uint64_t bytes = r->bytes - reading->at;
  char head[HEAD_MOST];
  if (b->most - b->used <= HEAD_MOST)
    return false;
  bytes = bytes < PIECE_MOST ? bytes : PIECE_MOST;
  bytes = bytes < b->most - b->used - HEAD_MOST ? bytes : b->most - b->used - HEAD_MOST;
  const int n = snprintf(head, sizeof(head), "{\"type\":\"bytes\",\"run\":%zu,\"at\":%" PRIu64 ",\"bytes\":%" PRIu64
                         "}\n", r->number, reading->at, bytes);
  const int fd = shelf_open(r);
  *failed = fd < 0 || file_read_at(fd, reading->at, (uint8_t *)b->to + b->used + n, bytes) != (ssize_t)bytes;
  if (fd >= 0)
    close(fd);
  if (*failed)
    return false;
  memcpy(b->to + b->used, head, (size_t)n);
  b->used += (size_t)n + bytes;
  reading->at += bytes;
  return true;
}

/* The file of a run is gone, or shorter than it was. */
static bool put_gone(struct filling *b, const struct shelf_run *r, struct reading *reading)
{
  char text[HEAD_MOST];
  snprintf(text, sizeof(text), "{\"type\":\"gone\",\"run\":%zu,\"at\":%" PRIu64 "}", r->number, reading->at);
  if (!put_line(b, text))
    return false;
  reading->wanted = false;
  return true;
}

static bool needs_size(const struct feed *f, const struct shelf_run *r, const struct reading *reading)
{
  return !reading->wanted && r->state == SHELF_LIVE && reading->told_bytes != r->bytes && f->sizes_ms == f->sent_ms;
}

/* Puts what there is of one run. Returns false where there is no room for all. */
static bool put_run(struct feed *f, struct filling *b, size_t i)
{
  const struct shelf_run *r = f->shelf->runs[i];
  struct reading *reading = &f->readings[i];
  bool failed = false;
  if (!reading->announced || needs_size(f, r, reading)) {
    const enum shelf_state state = reading->wanted ? SHELF_LIVE : r->state; /* its end is told behind its bytes */
    if (!put_description(b, r, state))
      return false;
    reading->announced = true;
    reading->told_bytes = r->bytes;
    reading->told = state;
  }
  if (reading->wanted && reading->at < r->bytes && !put_bytes(b, r, reading, &failed))
    return failed ? put_gone(b, r, reading) : false;
  if (reading->wanted && reading->at < r->bytes)
    return true; /* it has its next turn when all others have had theirs */
  if (reading->told == r->state)
    return true;
  if (!put_description(b, r, r->state))
    return false;
  reading->told = r->state;
  return true;
}

/* Whether a run has something to be sent. */
static bool has_something(const struct feed *f, size_t i)
{
  const struct shelf_run *r = f->shelf->runs[i];
  const struct reading *reading = &f->readings[i];
  return !reading->announced || (reading->wanted && reading->at < r->bytes) || reading->told != r->state ||
         needs_size(f, r, reading);
}

bool feed_is_level(const struct feed *f)
{
  bool level = f->count == f->shelf->count;
  for (size_t i = 0; i < f->count; i++)
    level = level && !has_something(f, i);
  return level;
}

ssize_t feed_read(struct feed *f, char *to, size_t most)
{
  struct filling b = { to, 0, most };
  const int64_t now = clock_ms();
  const uint64_t changes = f->shelf->changes;
  bool fits = true, some = true;
  f->sizes_ms = now - f->sizes_ms >= SIZES_MS ? now : f->sizes_ms;
  if (!f->greeted)
    f->greeted = put_greeting(f, &b);
  else if (now - f->sent_ms >= BEAT_MS)
    put_line(&b, "{\"type\":\"beat\"}");
  f->sent_ms = now;
  take_new_runs(f);
  while (fits && some) {
    some = false;
    for (size_t k = 0; k < f->count && fits; k++) {
      const size_t i = f->next % f->count;
      if (has_something(f, i)) {
        fits = put_run(f, &b, i);
        some = true;
      }
      f->next = i + fits;
    }
  }
  f->left = !fits;
  f->seen = changes;
  return (ssize_t)b.used;
}

int feed_due(const struct feed *f, int64_t now_ms)
{
  if (!f->greeted || f->left)
    return 0;
  const int64_t at = f->sent_ms + (f->seen != f->shelf->changes ? TOGETHER_MS : BEAT_MS);
  return at > now_ms ? (int)(at - now_ms) : 0;
}
