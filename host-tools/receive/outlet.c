/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * outlet.c: see outlet.h.
 *
 * The descriptor may be shared, as that of a terminal is with a shell, so it is opened once more (Linux, proc(5))
 * rather than made non-blocking. Where that is refused, a piece for which there is room when poll() says that there is
 * some is written: what any pipe takes whole, or a byte of a terminal.
 */
#define _GNU_SOURCE /* O_NOCTTY beside O_CLOEXEC, MSG_DONTWAIT */
#include "outlet.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int64_t now_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void outlet_open(struct outlet *o, int fd)
{
  struct stat st;
  char path[40];
  *o = (struct outlet){ .fd = fd, .of = fd, .piece = PIPE_BUF };
  if (fstat(fd, &st) != 0)
    return; /* writing says why */
  o->is_socket = S_ISSOCK(st.st_mode);
  o->piece = S_ISCHR(st.st_mode) ? 1 : PIPE_BUF;
  if (!S_ISFIFO(st.st_mode) && !S_ISCHR(st.st_mode))
    return;
  snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
  const int own = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  o->fd = own >= 0 ? own : fd;
}

/* Writes some of what waits, without blocking. Returns as write() does. */
static ssize_t write_some(const struct outlet *o)
{
  const size_t waits = o->used - o->at;
  const char *from = o->queue + o->at;
  struct pollfd room = { o->fd, POLLOUT, 0 };
  if (o->is_socket)
    return send(o->fd, from, waits, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (o->fd != o->of)
    return write(o->fd, from, waits);
  if (poll(&room, 1, 0) == 0) {
    errno = EAGAIN;
    return -1;
  }
  return write(o->fd, from, waits < o->piece ? waits : o->piece);
}

void outlet_turn(struct outlet *o)
{
  while (outlet_waits(o)) {
    const ssize_t n = write_some(o);
    if (n < 0 && errno == EAGAIN)
      break;
    if (n < 0 && errno != EINTR)
      o->error = errno;
    o->at += n > 0 ? (size_t)n : 0;
  }
  if (o->at == o->used || o->error)
    o->at = o->used = 0;
}

bool outlet_waits(const struct outlet *o)
{
  return o->used > o->at && !o->error;
}

void outlet_put(struct outlet *o, const void *text, size_t bytes)
{
  if (o->error)
    return;
  if (o->used - o->at + bytes > OUTLET_BYTES) {
    o->dropped += bytes;
    return;
  }
  if (o->at) {
    memmove(o->queue, o->queue + o->at, o->used - o->at);
    o->used -= o->at;
    o->at = 0;
  }
  mem_grow(&o->queue, &o->room, o->used + bytes, 1);
  memcpy(o->queue + o->used, text, bytes);
  o->used += bytes;
  outlet_turn(o);
}

uint64_t outlet_untold(struct outlet *o)
{
  const uint64_t untold = o->dropped - o->told;
  if (outlet_waits(o) || o->error)
    return 0;
  o->told = o->dropped;
  return untold;
}

uint64_t outlet_close(struct outlet *o, int ms)
{
  const int64_t end = now_ms() + ms;
  for (int64_t left = ms; outlet_waits(o) && left > 0; left = end - now_ms()) {
    struct pollfd room = { o->fd, POLLOUT, 0 };
    poll(&room, 1, (int)left);
    outlet_turn(o);
  }
  o->dropped += o->used - o->at;
  if (o->fd != o->of)
    close(o->fd);
  mem_free(o->queue);
  o->queue = NULL;
  o->at = o->used = o->room = 0;
  o->fd = o->of;
  return o->dropped;
}
