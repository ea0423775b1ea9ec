/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * places.c: see places.h.
 */
#include "places.h"

#include "base/mem.h"
#include "base/say.h"
#include "http.h"
#include "steer.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define CALLERS_MOST    256   /* of a place at once */
#define INHERITED_BELOW 1024 /* descriptors from here on are not looked for among those that are open at the start */

/* Descriptors of a run: the caller's, .part, .txt, two files of the index. And what serve itself wants for a moment: an
 * ELF file and those of its debug information, a socket that is looked at. */
#define RUN_DESCRIPTORS 5
#define OWN_DESCRIPTORS 8

void places_add(struct serve *s, char *text)
{
  mem_grow(&s->places, &s->place_room, s->place_count + 1, sizeof(*s->places));
  s->places[s->place_count++] = (struct served){ .place = place_parse(text), .run = 1 };
}

bool places_check(const struct serve *s)
{
  for (size_t i = 0; i < s->place_count; i++) {
    const char *name = s->places[i].place.name;
    if (!*name || strchr(name, '/') || name[0] == '.') {
      say_line("`%s` is no name for a dump: write NAME=PLACE", name);
      return false;
    }
    for (size_t k = 0; k < i; k++)
      if (strcmp(name, s->places[k].place.name) == 0) {
        say_line("two places are called `%s`: write NAME=PLACE", name);
        return false;
      }
  }
  return true;
}

bool places_check_directory(const struct serve *s)
{
  if (access(s->directory, W_OK | X_OK) == 0)
    return true;
  say_line("%s: no dump can be written there: %s; make it, or name another directory with -d", s->directory,
           strerror(errno));
  return false;
}

/* How many descriptors more this process may have. */
static size_t descriptors(void)
{
  struct rlimit r;
  size_t most, used = 0;
  if (getrlimit(RLIMIT_NOFILE, &r) != 0)
    return 0;
  r.rlim_cur = r.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &r) != 0 && getrlimit(RLIMIT_NOFILE, &r) != 0)
    return 0;
  most = r.rlim_cur < INHERITED_BELOW ? (size_t)r.rlim_cur : INHERITED_BELOW;
  for (size_t fd = 0; fd < most; fd++)
    used += fcntl((int)fd, F_GETFD) >= 0;
  return r.rlim_cur < INT32_MAX ? (size_t)r.rlim_cur - used : INT32_MAX;
}

/* Descriptors of what looks on: of pages each connection, and the file that it is sent, and the names of functions; of
 * tools the pipes, and who adds some. Each has a few of its own beside. */
static size_t others_descriptors(const struct serve *s)
{
  const size_t pages = s->http ? 2 * HTTP_CALLERS_MOST + NAMES_DESCRIPTORS + OWN_DESCRIPTORS : 0;
  const size_t tools = s->tool_count || s->steer_path ? TOOLS_MOST + OWN_DESCRIPTORS : 0;
  return pages + tools + (s->steer_path ? STEER_CALLERS_MOST + OWN_DESCRIPTORS : 0);
}

bool places_divide(struct serve *s)
{
  const uint64_t memory = s->memory / s->place_count;
  size_t listening = 0;
  for (size_t i = 0; i < s->place_count; i++)
    listening += s->places[i].place.listens;
  const size_t fixed = OWN_DESCRIPTORS + others_descriptors(s) + (s->place_count - listening) * (RUN_DESCRIPTORS - 1);
  const size_t have = descriptors(), left = have > fixed ? have - fixed : 0;
  const size_t by_descriptors = listening ? left / listening / RUN_DESCRIPTORS : 1;
  const size_t by_memory = (size_t)(memory / INCOMING_LEAST);
  size_t most = by_descriptors < by_memory ? by_descriptors : by_memory;
  most = most < CALLERS_MOST ? most : CALLERS_MOST;
  if (!by_memory)
    say_line("the places want %" PRIu64 " MiB each: give --memory a larger number, or name fewer",
             (uint64_t)INCOMING_LEAST >> 20);
  else if (!most || have < fixed)
    say_line("the places want more than the %zu files that this process may still open: raise the limit (ulimit -n), "
             "or name fewer", have);
  for (size_t i = 0; i < s->place_count; i++) {
    s->places[i].callers_most = s->places[i].place.listens ? most : 1;
    s->places[i].memory = memory / (s->places[i].place.listens && most ? most : 1);
  }
  s->runs = mem_alloc(listening * most + s->place_count, sizeof(*s->runs));
  return by_memory && most && have >= fixed;
}

void places_free(struct serve *s)
{
  for (size_t i = 0; i < s->place_count; i++)
    mem_free(s->places[i].place.name);
  mem_free(s->places);
}
