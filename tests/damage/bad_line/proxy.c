/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * proxy.c: see proxy.h.
 */
#include "proxy.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PIECE 4096

struct way {
  int from, to;
  struct line *line;
  uint64_t ready_ns;      /* with a speed: when the next piece may pass */
};

static uint64_t now_ns(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static int open_pipe(const char *name, const char *half, int flags)
{
  char path[4096];
  snprintf(path, sizeof(path), "%s.%s", name, half);
  int fd = open(path, flags | O_CLOEXEC);
  if (fd < 0)
    fprintf(stderr, "damage: %s cannot be opened: %s\n", path, strerror(errno));
  return fd;
}

static bool write_all(int fd, const uint8_t *p, size_t bytes)
{
  while (bytes) {
    ssize_t n = write(fd, p, bytes);
    if (n < 0 && errno != EINTR)
      return false;
    if (n > 0) {
      p += n;
      bytes -= (size_t)n;
    }
  }
  return true;
}

/* Passes a piece on. False when the way has ended. */
static bool pass(struct way *w, uint64_t speed)
{
  uint8_t in[PIECE], out[2 * PIECE];
  const size_t most = speed && speed / 20 < PIECE ? (size_t)speed / 20 + 1 : PIECE; /* 50 ms */
  ssize_t n = read(w->from, in, most);
  if (n <= 0)
    return n < 0 && (errno == EINTR || errno == EAGAIN);
  if (speed)
    w->ready_ns = now_ns() + (uint64_t)n * 1000000000 / speed;
  return write_all(w->to, out, line_pass(w->line, in, (size_t)n, out));
}

/* Waits for one of the ways; a way whose time has not come is left aside. */
static void wait_for(const struct way *ways, struct pollfd *fds)
{
  uint64_t now = now_ns(), wait = 1000000000;
  for (int i = 0; i < 2; i++) {
    bool ready = ways[i].ready_ns <= now;
    fds[i] = (struct pollfd){ ready ? ways[i].from : -1, POLLIN, 0 };
    if (!ready && ways[i].ready_ns - now < wait)
      wait = ways[i].ready_ns - now;
  }
  poll(fds, 2, (int)(wait / 1000000) + 1);
}

int proxy_run(const char *far, const char *near, struct line *down, struct line *up, uint64_t speed)
{
  struct way ways[2] = { { .line = down }, { .line = up } };
  struct pollfd fds[2];
  ways[0].from = open_pipe(far, "out", O_RDONLY | O_NONBLOCK);
  ways[0].to = open_pipe(near, "out", O_WRONLY);
  ways[1].from = open_pipe(near, "in", O_RDWR);
  ways[1].to = open_pipe(far, "in", O_RDWR | O_NONBLOCK); /* what nobody takes any more is dropped */
  if (ways[0].from < 0 || ways[0].to < 0 || ways[1].from < 0 || ways[1].to < 0)
    return 4;
  for (;;) {
    wait_for(ways, fds);
    if (fds[0].revents && !pass(&ways[0], speed))
      break;
    if (fds[1].revents)
      pass(&ways[1], speed);
  }
  fprintf(stderr, "damage: %" PRIu64 " bytes down, %" PRIu64 " edits; %" PRIu64 " bytes up, %" PRIu64 " edits\n",
          down->position, down->edits, up->position, up->edits);
  return 0;
}
