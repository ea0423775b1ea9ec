/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * callers.c: see callers.h.
 */
#define _GNU_SOURCE /* accept4 */
#include "callers.h"

#include "answers.h"
#include "base/say.h"
#include "clock.h"
#include "runs.h"
#include "status.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* How much speaks for a caller's being a target: nothing, bytes, a frame. */
static int standing(const struct run *r)
{
  return !r->in ? 0 : !incoming_has_frame(r->in) ? 1 : 2;
}

/* Whether `a` gives way before `b`: the caller that has said less; of two that have sent frames the one that has been
 * silent longer, else the one that has been connected longer. */
static bool gives_way_before(const struct run *a, const struct run *b)
{
  if (standing(a) != standing(b))
    return standing(a) < standing(b);
  if (standing(a) == 2 && a->heard_ms != b->heard_ms)
    return a->heard_ms < b->heard_ms;
  return a->number < b->number;
}

/* The caller of a place that a new one replaces first of all; NULL: there is none. */
static struct run *first_to_end(const struct serve *s, const struct served *p)
{
  struct run *found = NULL;
  for (size_t i = 0; i < s->run_count; i++)
    if (s->runs[i].served == p && (!found || gives_way_before(&s->runs[i], found)))
      found = &s->runs[i];
  return found;
}

int callers_due(const struct serve *s, const struct served *p)
{
  const struct run *first = p->callers < p->callers_most ? NULL : first_to_end(s, p);
  if (first && standing(first) == 2 && s->once)
    return CALLERS_HANG_MS; /* its end would be that of the place */
  const int64_t left = first && standing(first) == 2 ? first->heard_ms + CALLERS_HANG_MS - clock_ms() : 0;
  return left > 0 ? (int)left : 0;
}

bool callers_have_room(const struct serve *s, const struct served *p)
{
  return !callers_due(s, p);
}

/* A caller cannot be taken: it waits, and is asked for again in a while. */
static void refuse_caller(struct serve *s, struct served *p, int error)
{
  if (error == EAGAIN || error == EINTR || error == ECONNABORTED)
    return;
  p->rests_until_ms = clock_ms() + SERVE_REST_MS;
  if (p->told_refused)
    return;
  p->told_refused = true;
  status_wipe(s);
  say_line("%s: a caller has to wait: %s", p->place.name, strerror(error));
}

/* Ends the first caller of a place that gives way. */
static void make_room(struct serve *s, struct served *p)
{
  if (!p->told_full) {
    status_wipe(s);
    say_line("%s: all %zu connections are taken: callers that have sent no frame, or nothing for %d s, give way to "
             "new ones, others let them wait", p->place.name, p->callers_most, CALLERS_HANG_MS / 1000);
  }
  p->told_full = true;
  const struct run *first = first_to_end(s, p);
  if (standing(first) == 2) {
    status_wipe(s);
    say_line("%s: a target has said nothing for %d s, and gives way to a new caller", p->place.name,
             CALLERS_HANG_MS / 1000);
  }
  runs_end(s, (size_t)(first - s->runs));
}

void callers_take(struct serve *s, struct served *p)
{
  if (!callers_have_room(s, p))
    return;
  /* None gives way to a caller that has gone meanwhile. */
  const int fd = accept4(p->place.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0) {
    refuse_caller(s, p, errno);
    return;
  }
  if (p->callers == p->callers_most)
    make_room(s, p);
  if (p->place.fd < 0) {
    close(fd); /* with --once that was the end of the place */
    return;
  }
  runs_add(s, p, fd);
  p->callers++;
  answers_greet(s, p, fd);
}

void callers_end_left(struct serve *s)
{
  for (size_t i = s->run_count; i-- > 0;)
    if (s->runs[i].control && s->runs[i].control->quit)
      runs_end(s, i);
}

void callers_end_silent(struct serve *s)
{
  const int64_t now = clock_ms();
  for (size_t i = s->run_count; s->timeout_ms && i-- > 0;) {
    const struct run *r = &s->runs[i];
    if (!r->served->place.listens || now - r->heard_ms < s->timeout_ms)
      continue;
    status_wipe(s);
    say_line("%s: a caller has said nothing for %d s and is left", r->served->place.name, s->timeout_ms / 1000);
    runs_end(s, i);
  }
}
