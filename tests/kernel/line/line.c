/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * line.c: a line of a given speed, for use between QEMU and hostdump: copies standard input to standard output, so
 * many bytes a second and no more. What it does not take stays where it is, so the target feels the speed.
 *
 * Usage: line [OPTION...]
 *   --rate N      bytes a second; 11520 is 115200 baud with 8N1 (0: as fast as it goes)
 *   --chunk N     bytes of a read, at most (4096)
 *   --hold N      the bytes that standard input, a pipe, holds: 4096 is the least Linux has (what it holds now)
 *   --limit N     goes away after N bytes (0: at the end of the input)
 *   --connect P   reads from the unix socket P, not from standard input
 *   --say         says at the end, on standard error: bytes, seconds from the first to the last, and share of the
 *                 line used; from the first byte on that no text has, as frames begin with one
 *
 * The share is that of byte times in which there was a byte: a target that sends with pauses leaves byte times
 * unused. Exit status: 0 all was copied, 1 not, 2 usage.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define CHUNK_MOST 65536
#define TEXT_MOST  0xF7       /* bytes above this are not in UTF-8 (RFC 3629) */
#define TURN_NS    10000000   /* the line's bytes are passed every 10 ms */

static struct {
  double rate;
  size_t chunk, limit;
  int hold, say;
  const char *socket;
} want = { .chunk = 4096 };

/* What went over the line, in bytes, and what of it since the first frame; `idle` are those that could have gone
 * since then, before the last one, and did not. */
static struct {
  size_t passed, framed;
  double idle, idle_since;
  struct timespec first, last;
} line;

static void fail(const char *what)
{
  fprintf(stderr, "line: %s: %s\n", what, strerror(errno));
  exit(1);
}

static double seconds(struct timespec from, struct timespec to)
{
  return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

static struct timespec now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t;
}

static int source(void)
{
  if (want.hold && fcntl(0, F_SETPIPE_SZ, want.hold) < 0)
    fail("standard input is no pipe");
  if (!want.socket)
    return 0;
  struct sockaddr_un to = { .sun_family = AF_UNIX };
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(to.sun_path, sizeof to.sun_path, "%s", want.socket);
  if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to))
    fail(want.socket);
  return fd;
}

static void account(const uint8_t *data, size_t bytes)
{
  size_t text = 0;
  while (!line.framed && text < bytes && data[text] <= TEXT_MOST)
    text++;
  if (text == bytes)
    return;
  line.last = now();
  if (!line.framed)
    line.first = line.last;
  line.framed += bytes - text;
  line.idle += line.idle_since;
  line.idle_since = 0;
}

/* Copies `most` bytes, or what there is, and says how many; -1 at the end. Does not wait when `fd` does not. */
static ssize_t pass(int fd, size_t most)
{
  static uint8_t data[CHUNK_MOST];
  ssize_t n = read(fd, data, most);
  if (n < 0 && (errno == EAGAIN || errno == EINTR))
    return 0;
  if (n < 0)
    fail("read");
  if (n == 0)
    return -1;
  for (ssize_t at = 0, written; at < n; at += written)
    if ((written = write(1, data + at, (size_t)(n - at))) < 0)
      fail("write");
  line.passed += (size_t)n;
  account(data, (size_t)n);
  return n;
}

static size_t allowed(double tokens)
{
  size_t most = want.limit && want.limit - line.passed < want.chunk ? want.limit - line.passed : want.chunk;
  return want.rate > 0 && tokens < (double)most ? (size_t)tokens : most;
}

/* A turn: what the line can carry in its time. False at the end. */
static bool take_turn(int fd, double *tokens)
{
  while (*tokens >= 1 && !(want.limit && line.passed >= want.limit)) {
    ssize_t n = pass(fd, allowed(*tokens));
    if (n < 0)
      return false;
    if (n == 0) {
      /* A byte time that has passed without a byte is gone. */
      if (line.framed)
        line.idle_since += (double)(size_t)*tokens;
      *tokens -= (double)(size_t)*tokens;
      return true;
    }
    *tokens -= (double)n;
  }
  return !want.limit || line.passed < want.limit;
}

static void copy_slowly(int fd)
{
  double tokens = 0;
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  struct timespec turn = now(), before = turn;
  for (;;) {
    turn.tv_nsec += TURN_NS;
    if (turn.tv_nsec >= 1000000000) {
      turn.tv_nsec -= 1000000000;
      turn.tv_sec++;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &turn, NULL);
    struct timespec t = now();
    tokens += seconds(before, t) * want.rate;
    before = t;
    if (!take_turn(fd, &tokens))
      return;
  }
}

static void copy(int fd)
{
  while (!(want.limit && line.passed >= want.limit) && pass(fd, allowed(0)) >= 0)
    ;
}

static void parse(int count, char **arguments)
{
  static const struct option options[] = {
    { "rate", 1, NULL, 'r' }, { "chunk", 1, NULL, 'c' }, { "hold", 1, NULL, 'h' }, { "limit", 1, NULL, 'l' },
    { "connect", 1, NULL, 's' }, { "say", 0, &want.say, 1 }, { 0 },
  };
  int option;
  while ((option = getopt_long(count, arguments, "", options, NULL)) != -1)
    switch (option) {
    case 'r': want.rate = atof(optarg); break;
    case 'c': want.chunk = strtoul(optarg, NULL, 10); break;
    case 'h': want.hold = atoi(optarg); break;
    case 'l': want.limit = strtoul(optarg, NULL, 10); break;
    case 's': want.socket = optarg; break;
    case 0: break;
    default: exit(2);
    }
  if (!want.chunk || want.chunk > CHUNK_MOST || optind < count) {
    fprintf(stderr, "line: --chunk is 1 to %d, and there are no further arguments\n", CHUNK_MOST);
    exit(2);
  }
}

int main(int count, char **arguments)
{
  parse(count, arguments);
  int fd = source();
  if (want.rate > 0)
    copy_slowly(fd);
  else
    copy(fd);
  if (want.say && line.framed)
    fprintf(stderr, "%zu %.3f %.4f\n", line.framed, seconds(line.first, line.last),
            (double)line.framed / ((double)line.framed + line.idle));
  return 0;
}
