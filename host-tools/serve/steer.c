/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * steer.c: see steer.h.
 */
#define _GNU_SOURCE /* accept4, struct ucred */
#include "steer.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/say.h"
#include "clock.h"
#include "receive/place.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

struct caller { int fd; char *line; size_t used; int64_t since_ms; };

struct steer {
  struct tools *tools;
  char *where;           /* unix:PATH */
  struct place place;
  int epoll;
  struct caller callers[STEER_CALLERS_MOST];
  size_t count;
  int64_t rests_until_ms; /* no caller is taken before; 0: they are */
  bool told_refused;
};

struct steer *steer_open(const char *path, struct tools *tools)
{
  struct steer *s = mem_alloc(1, sizeof(*s));
  s->tools = tools;
  s->where = mem_format("tools=unix:%s", path);
  s->place = place_parse(s->where);
  const mode_t before = umask(0077);
  const bool good = place_open(&s->place);
  umask(before);
  s->epoll = good ? epoll_create1(EPOLL_CLOEXEC) : -1;
  struct epoll_event event = { .events = EPOLLIN };
  if (good && s->epoll >= 0 && epoll_ctl(s->epoll, EPOLL_CTL_ADD, s->place.fd, &event) == 0)
    return s;
  steer_close(s);
  return NULL;
}

void steer_close(struct steer *s)
{
  for (size_t i = 0; i < s->count; i++) {
    close(s->callers[i].fd);
    mem_free(s->callers[i].line);
  }
  place_close(&s->place);
  if (s->epoll >= 0)
    close(s->epoll);
  mem_free(s->place.name);
  mem_free(s->where);
  mem_free(s);
}

int steer_fd(const struct steer *s)
{
  return s->epoll;
}

/* ---- what callers ask for ---- */

/* Does what a line asks for. Returns the answer, for mem_free(). */
static char *answer_to(struct steer *s, const char *line)
{
  uint64_t number;
  char *why;
  if (strncmp(line, "add ", 4) == 0 && line[4]) {
    const unsigned added = tools_add(s->tools, line + 4, &why);
    char *answer = added ? mem_format("ok %u\n", added) : mem_format("error %s\n", why);
    mem_free(why);
    return answer;
  }
  if (strncmp(line, "remove ", 7) == 0 && number_whole(line + 7, UINT32_MAX, &number))
    return tools_remove(s->tools, (unsigned)number) ? mem_format("ok \n") :
           mem_format("error there is no tool %u: `hostdump tools list' shows them\n", (unsigned)number);
  if (strcmp(line, "list") == 0) {
    char *list = tools_list(s->tools), *answer = mem_format("ok %s", list);
    mem_free(list);
    return answer;
  }
  return mem_format("error what is asked for is not `add COMMAND', `remove NUMBER' or `list'\n");
}

static void end_caller(struct steer *s, size_t i)
{
  close(s->callers[i].fd);
  mem_free(s->callers[i].line);
  s->callers[i] = s->callers[--s->count];
}

/* Reads of a caller's line what has come. Returns false when the caller is done with. */
static bool hear(struct steer *s, struct caller *c)
{
  const ssize_t n = recv(c->fd, c->line + c->used, STEER_BYTES - c->used, 0);
  if (n <= 0)
    return n < 0 && (errno == EAGAIN || errno == EINTR);
  c->used += (size_t)n;
  char *end = memchr(c->line, '\n', c->used);
  if (!end)
    return c->used < STEER_BYTES;
  *end = '\0';
  char *answer = answer_to(s, c->line);
  send(c->fd, answer, strlen(answer), MSG_NOSIGNAL); /* a caller that does not take it has asked for nothing */
  mem_free(answer);
  return false;
}

static bool is_ours(int fd)
{
  struct ucred who;
  socklen_t bytes = sizeof(who);
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &bytes) == 0 && (who.uid == geteuid() || who.uid == 0);
}

/* A caller that cannot be taken waits: without a rest the descriptor could be read all the time. */
static void refuse_caller(struct steer *s, int error)
{
  if (error == EAGAIN || error == EINTR || error == ECONNABORTED)
    return;
  s->rests_until_ms = clock_ms() + STEER_REST_MS;
  if (!s->told_refused)
    say_line("--tools %s: a caller has to wait: %s", s->place.where + strlen("unix:"), strerror(error));
  s->told_refused = true;
}

static void take_caller(struct steer *s)
{
  if (s->rests_until_ms > clock_ms())
    return;
  s->rests_until_ms = 0;
  if (s->count == STEER_CALLERS_MOST)
    return;
  const int fd = accept4(s->place.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  struct epoll_event event = { .events = EPOLLIN };
  if (fd < 0) {
    refuse_caller(s, errno);
    return;
  }
  if (!is_ours(fd) || epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &event) != 0) {
    close(fd);
    return;
  }
  s->callers[s->count++] = (struct caller){ fd, mem_alloc(STEER_BYTES + 1, 1), 0, clock_ms() };
}

/* Listens while there is room for one more: else the descriptor could be read all the time. */
static void listen_again(struct steer *s)
{
  struct epoll_event event = { .events = s->count < STEER_CALLERS_MOST && !s->rests_until_ms ? EPOLLIN : 0 };
  epoll_ctl(s->epoll, EPOLL_CTL_MOD, s->place.fd, &event);
}

void steer_turn(struct steer *s)
{
  const int64_t now = clock_ms();
  take_caller(s);
  for (size_t i = s->count; i-- > 0;)
    if (!hear(s, &s->callers[i]) || now - s->callers[i].since_ms >= STEER_MS)
      end_caller(s, i);
  listen_again(s);
}

int steer_due(const struct steer *s)
{
  const int64_t now = clock_ms();
  int due = !s->rests_until_ms ? -1 : s->rests_until_ms > now ? (int)(s->rests_until_ms - now) : 0;
  for (size_t i = 0; i < s->count; i++) {
    const int64_t left = s->callers[i].since_ms + STEER_MS - now;
    due = due < 0 || left < due ? (left > 0 ? (int)left : 0) : due;
  }
  return due;
}
