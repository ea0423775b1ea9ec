/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * players.c: many targets at once, for `hostdump serve`: each connects, says who it is, and then sends a moment (where all
 * its threads stand) as often as it is told, in frames as a target's sender makes them.
 * Usage: players PLACE TARGETS MOMENTS_A_SECOND MOMENTS [THREADS [PADDING [LOG]]]. PLACE is unix:PATH, tcp:PORT, or has a %
 * in it, in whose place each target puts its number, from 0. 0 moments a second: as fast as they are taken. PADDING: events
 * that each moment brings along. LOG: a file in which each moment has a line, `TARGET BYTES NANOSECONDS': how many
 * bytes that target had sent with it, and when (CLOCK_MONOTONIC). It prints the microseconds of processor time that it took, and how late it was at most.
 *
 * What it plays: of THREADS threads (10) one runs, three stand otherwise at each moment, and the others wait for a mutex
 * that the thread before them has. Moment number n has thread n % THREADS running.
 */
#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "xfer.h"

#define TARGETS_MOST 1000
#define HZ           1000000000u
#define TEXT         0x100000u  /* where the code of the played kernel is: golden.elf has functions there */
#define PATHS        4
#define CHANGED      3
#define PADDING_MOST 100000

static int connect_to(const char *place, unsigned number)
{
  char where[100]; /* less than a socket address has */
  const char *mark = strchr(place, '%');
  const int head = mark ? (int)(mark - place) : (int)strlen(place);
  snprintf(where, sizeof(where), mark ? "%.*s%u%s" : "%.*s", head, place, number, mark ? mark + 1 : "");
  if (strncmp(where, "tcp:", 4) == 0) {
    const struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(where + 4)),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    return connect(fd, (const struct sockaddr *)&a, sizeof(a)) == 0 ? fd : -1;
  }
  struct sockaddr_un a = { .sun_family = AF_UNIX };
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(a.sun_path, sizeof(a.sun_path), "%s", where + strlen("unix:"));
  return connect(fd, (const struct sockaddr *)&a, sizeof(a)) == 0 ? fd : -1;
}

struct target { int fd; struct xfer_sender sender; uint64_t tsc, sent; };

/* The sender's way out. */
static bool write_out(void *ctx, const void *data, size_t bytes)
{
  struct target *t = ctx;
  for (size_t sent = 0; sent < bytes;) {
    const ssize_t n = send(t->fd, (const char *)data + sent, bytes - sent, MSG_NOSIGNAL);
    if (n < 0) {
      perror("players");
      exit(1);
    }
    sent += (size_t)n;
  }
  t->sent += bytes;
  return true;
}

static void send_name(struct xfer_sender *s, uint32_t space, uint32_t id, const char *text)
{
  const struct wire_name name = { space, id, (uint32_t)strlen(text) };
  xfer_send_pair(s, WIRE_NAME, &name, 1, WIRE_CHARACTER, text, strlen(text));
}

static void begin(struct target *t, unsigned threads)
{
  const struct wire_meta meta[] = { { WIRE_META_TSC_HZ, HZ }, { WIRE_META_MODES, WIRE_MODE_MOMENTS | WIRE_MODE_EVENTS },
                                    { WIRE_META_START_TSC, 1 } };
  const struct wire_path paths[PATHS] = { { 1, 0, TEXT + 4 }, { 2, 1, TEXT + 8 }, { 3, 2, TEXT + 12 }, { 4, 2, TEXT + 16 } };
  xfer_send(&t->sender, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  xfer_send_flush(&t->sender, WIRE_FRAME_HELLO);
  for (unsigned i = 1; i <= threads; i++) {
    char name[32];
    snprintf(name, sizeof(name), "worker %u", i);
    send_name(&t->sender, WIRE_SPACE_THREAD, i, name);
  }
  xfer_send(&t->sender, WIRE_PATH, paths, PATHS);
  xfer_send_flush(&t->sender, WIRE_FRAME_DATA);
}

static struct wire_stance stands(const struct target *t, uint32_t moment, uint32_t thread, uint32_t threads)
{
  const bool runs = thread == moment % threads + 1;
  struct wire_stance s = { .tsc = t->tsc, .since = t->tsc - 1000, .ip = TEXT + 2, .moment = moment, .thread = thread,
                           .path = (moment + thread) % PATHS + 1 };
  s.state = runs ? WIRE_STATE_RUNNING : WIRE_STATE_WAITING;
  if (!runs) {
    s.wait = WIRE_WAIT_MUTEX;
    s.on = 0x200000 + 64 * thread;
    s.owner = thread > 1 ? thread - 1 : 0;
  }
  return s;
}

static void send_moment(struct target *t, uint32_t number, unsigned threads, unsigned padding)
{
  static struct wire_event events[PADDING_MOST];
  const bool all = number % WIRE_STANCE_AGAIN == 1;
  const unsigned count = all || threads < CHANGED ? threads : CHANGED;
  struct wire_stance *stances = calloc(count, sizeof(*stances));
  t->tsc += HZ / 10;
  for (unsigned i = 0; i < count; i++)
    stances[i] = stands(t, number, (all ? i : (number + i) % threads) + 1, threads);
  const struct wire_moment moment = { .tsc = t->tsc, .took = 20000, .number = number, .why = WIRE_MOMENT_WHY_INTERVAL,
                                      .threads = threads, .stances = count };
  for (unsigned i = 0; i < padding; i++)
    events[i] = (struct wire_event){ .tsc = t->tsc + i, .arg = (uint64_t)i * i * 2654435761u, .thread = 1, .event = 1 };
  xfer_send(&t->sender, WIRE_MOMENT, &moment, 1);
  xfer_send(&t->sender, WIRE_STANCE, stances, count);
  if (padding)
    xfer_send(&t->sender, WIRE_EVENT, events, padding);
  xfer_send_flush(&t->sender, WIRE_FRAME_DATA);
  free(stances);
}

static int64_t now_ns(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Waits until a time. Returns how late it is, nanoseconds. */
static int64_t wait_until(int64_t ns)
{
  const struct timespec t = { ns / 1000000000, ns % 1000000000 };
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
  return now_ns() - ns;
}

int main(int argc, char **argv)
{
  static struct target targets[TARGETS_MOST];
  if (argc < 5 || argc > 8 || atoi(argv[2]) < 1 || atoi(argv[2]) > TARGETS_MOST)
    return 2;
  const unsigned count = (unsigned)atoi(argv[2]), moments = (unsigned)atoi(argv[4]);
  const unsigned threads = argc > 5 ? (unsigned)atoi(argv[5]) : 10, padding = argc > 6 ? (unsigned)atoi(argv[6]) : 0;
  const double rate = atof(argv[3]);
  FILE *log = argc > 7 ? fopen(argv[7], "w") : NULL;
  int64_t late = 0;
  if (!threads || padding > PADDING_MOST)
    return 2;
  for (unsigned i = 0; i < count; i++) {
    targets[i].fd = connect_to(argv[1], i);
    if (targets[i].fd < 0) {
      perror(argv[1]);
      return 1;
    }
    targets[i].tsc = 1000;
    xfer_send_init(&targets[i].sender, calloc(1, XFER_SENDER_BYTES), 1000 + i, write_out, &targets[i]);
    begin(&targets[i], threads);
  }
  /* Targets do not tick together: each has its own part of the interval. */
  const int64_t began = now_ns(), step = rate > 0 ? (int64_t)(1e9 / rate / count) : 0;
  for (unsigned n = 0; n < moments * count; n++) {
    const int64_t behind = step ? wait_until(began + n * step) : 0;
    late = behind > late ? behind : late;
    struct target *t = &targets[n % count];
    send_moment(t, n / count + 1, threads, padding);
    if (log)
      fprintf(log, "%u %" PRIu64 " %" PRId64 "\n", n % count, t->sent, now_ns());
  }
  for (unsigned i = 0; i < count; i++) {
    const struct wire_meta stop = { WIRE_META_STOP_TSC, targets[i].tsc };
    xfer_send(&targets[i].sender, WIRE_META, &stop, 1);
    xfer_send_flush(&targets[i].sender, WIRE_FRAME_END);
    close(targets[i].fd);
  }
  if (log)
    fclose(log);
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  printf("%ld us of processor time, at most %" PRId64 " us late\n",
         (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000L + use.ru_utime.tv_usec + use.ru_stime.tv_usec, late / 1000);
  return 0;
}
