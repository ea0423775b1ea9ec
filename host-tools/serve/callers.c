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

/* How much speaks for a caller's being a target: nothing, bytes, a frame. */
static int standing(const struct run *r)
{
  return !r->in ? 0 : !incoming_has_frame(r->in) ? 1 : 2;
}

/* The caller of a place that a new one may replace: of those that have not said a byte, or else of those that have not
 * sent a frame, the one that has been connected longest. NULL: all have sent a frame. */
static struct run *caller_to_end(const struct serve *s, const struct served *p)
{
  struct run *found = NULL;
  for (size_t i = 0; i < s->run_count; i++) {
    struct run *r = &s->runs[i];
    if (r->served != p || standing(r) == 2)
      continue;
    if (!found || standing(r) < standing(found) || (standing(r) == standing(found) && r->number < found->number))
      found = r;
  }
  return found;
}

bool callers_have_room(const struct serve *s, const struct served *p)
{
  return p->callers < p->callers_most || caller_to_end(s, p);
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

void callers_take(struct serve *s, struct served *p)
{
  if (!callers_have_room(s, p))
    return;
  if (p->callers == p->callers_most) {
    if (!p->told_full) {
      status_wipe(s);
      say_line("%s: all %zu connections are taken: callers that have sent no frame give way to new ones, others let "
               "them wait", p->place.name, p->callers_most);
    }
    p->told_full = true;
    runs_end(s, (size_t)(caller_to_end(s, p) - s->runs));
  }
  const int fd = accept4(p->place.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0) {
    refuse_caller(s, p, errno);
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
