/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nfs_load [-b BYTES] [-p US] ROUNDS CALLS SERVER...: asks NFS servers behind ports of 127.0.0.1 for a file's
 * attributes, one call after the other, and prints how long a call takes. Or, with -b, reads its first BYTES. With -p
 * it waits for US microseconds before a call, by when a machine has done all that there was to do.
 *
 * SERVER is PORT[/NAME][@PID]. NAME is a file in what the server's public file handle stands for (RFC 2055); without
 * it the handle is 32 zero bytes, for a server that does not look at it. PID is the server's machine: it is stopped
 * but when it has its turn, so that it takes no time of another's.
 *
 * In each of ROUNDS every server has a turn of CALLS. Per server a line, in the order of the arguments: `CALLS
 * MEDIAN_US TENTH_US RESENT`, of all calls but the WARM first ones of a turn: the median, and what a tenth of them take
 * at most. Each reply must be a success, and say the same as the server's first one, byte by byte, but for
 * the time of the last access. A call that gets no reply for a second is sent again, and counted. Exit status: 0 all
 * is right; 1 a reply is wrong, or a server is silent; 2 usage.
 */
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CALLS_MOST   10000000
#define SERVERS_MOST 16
#define TRIES        30
#define RETRY_MS     1000
#define WARM         10      /* calls at the beginning of a turn, when the caches are another machine's */
#define BYTES_MOST   8192    /* that the server gives at once */
#define WORDS_MOST   2304    /* of a message of ours, or of the server's: BYTES_MOST, and 1 KB for what goes before */
#define PAUSE_MOST_US 10000000
#define HANDLE_MOST  64      /* bytes; RFC 1813, NFS3_FHSIZE */

enum { NFS = 100003, NFS_VERSION = 3, GETATTR = 1, LOOKUP = 3, READ = 6 };

/* A reply's words (RFC 5531): number, REPLY, accepted, verifier, success; then NFS's own status and what it found. In
 * READ's that are the attributes, with the time of the last access; then what was read. */
enum { REPLY_XID, REPLY_KIND, REPLY_STATE, REPLY_VERIFIER, REPLY_LENGTH, REPLY_ACCEPT, REPLY_STATUS, REPLY_BODY,
       REPLY_DATA = REPLY_BODY + 22 };

struct message { uint32_t words[WORDS_MOST]; size_t count; };

struct server {
  int port, socket;
  pid_t machine;            /* 0: nobody stops it */
  const char *name;         /* NULL: none */
  struct message handle, first;
  double *took_us;          /* of the calls that count */
  size_t calls;
  unsigned resent;
};

static struct server servers[SERVERS_MOST];
static size_t server_count;
static uint32_t xid;
static uint32_t read_bytes; /* 0: GETATTR */
static long pause_us;

static _Noreturn void die(const char *why)
{
  fprintf(stderr, "nfs_load: %s\n", why);
  exit(1);
}

static void put(struct message *m, uint32_t word) { m->words[m->count++] = htonl(word); }

static void put_bytes(struct message *m, const void *bytes, size_t length)
{
  put(m, (uint32_t)length);
  m->words[m->count + length / 4] = 0;
  memcpy(&m->words[m->count], bytes, length);
  m->count += (length + 3) / 4;
}

static void begin_call(struct message *m, uint32_t procedure)
{
  const uint32_t head[] = { ++xid, 0, 2, NFS, NFS_VERSION, procedure, 0, 0, 0, 0 };
  m->count = 0;
  for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
    put(m, head[i]);
}

/* The reply to the call that was sent last; false when none came in time. Late ones to others are skipped. */
static bool await(const struct server *s, struct message *reply)
{
  struct pollfd p = { .fd = s->socket, .events = POLLIN };
  while (poll(&p, 1, RETRY_MS) > 0) {
    ssize_t got = recv(s->socket, reply->words, sizeof reply->words, 0);
    reply->count = got > 0 ? (size_t)got / 4 : 0;
    if (reply->count > REPLY_STATUS && ntohl(reply->words[REPLY_XID]) == xid)
      return true;
  }
  return false;
}

static void ask(struct server *s, const struct message *m, struct message *reply)
{
  for (int sent = 0; sent < TRIES; sent++) {
    s->resent += sent > 0;
    if (send(s->socket, m->words, 4 * m->count, 0) < 0)
      die("a call cannot be sent");
    if (!await(s, reply))
      continue;
    static const uint32_t good[] = { [REPLY_KIND] = 1, [REPLY_STATUS] = 0 };
    for (size_t i = REPLY_KIND; i <= REPLY_STATUS; i++)
      if (ntohl(reply->words[i]) != good[i])
        die("a server refuses a call");
    return;
  }
  die("a server does not answer");
}

static void look_up(struct server *s)
{
  struct message m, reply;
  begin_call(&m, LOOKUP);
  put(&m, 0);
  put_bytes(&m, s->name, strlen(s->name));
  ask(s, &m, &reply);
  size_t bytes = reply.count > REPLY_BODY ? ntohl(reply.words[REPLY_BODY]) : 0;
  if (bytes == 0 || bytes > HANDLE_MOST || reply.count < REPLY_BODY + 1 + bytes / 4)
    die("a server gives no file handle");
  put_bytes(&s->handle, &reply.words[REPLY_BODY + 1], bytes);
}

static double now_us(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int rising(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void connect_to(struct server *s)
{
  struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)s->port) };
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  s->socket = socket(AF_INET, SOCK_DGRAM, 0);
  if (s->socket < 0 || connect(s->socket, (struct sockaddr *)&to, sizeof to) < 0)
    die("there is no socket to be had");
  if (s->name)
    look_up(s);
  else
    put_bytes(&s->handle, (const char[32]){ 0 }, 32);
}

static void tell_machine(const struct server *s, int signal)
{
  if (s->machine && kill(s->machine, signal) != 0)
    die("there is no process with the number of a server's machine");
}

/* Returns how long the reply took, in us. */
static double call(struct server *s)
{
  struct message m, reply;
  begin_call(&m, read_bytes ? READ : GETATTR);
  memcpy(&m.words[m.count], s->handle.words, 4 * s->handle.count);
  m.count += s->handle.count;
  if (read_bytes) {
    put(&m, 0); /* from offset 0, of two words */
    put(&m, 0);
    put(&m, read_bytes);
  }
  if (pause_us)
    nanosleep(&(struct timespec){ .tv_sec = pause_us / 1000000, .tv_nsec = pause_us % 1000000 * 1000 }, NULL);
  double begun = now_us();
  ask(s, &m, &reply);
  double took = now_us() - begun;
  if (reply.count <= (read_bytes ? REPLY_DATA : REPLY_BODY))
    die("a reply is cut short");
  if (!s->first.count)
    s->first = reply;
  const size_t from = read_bytes ? REPLY_DATA : REPLY_KIND;
  if (reply.count != s->first.count ||
      memcmp(reply.words + from, s->first.words + from, 4 * (reply.count - from)) != 0)
    die("two replies differ");
  return took;
}

static void turn(struct server *s, int calls)
{
  tell_machine(s, SIGCONT);
  for (int i = 0; i < WARM; i++)
    call(s);
  for (int i = 0; i < calls; i++)
    s->took_us[s->calls++] = call(s);
  tell_machine(s, SIGSTOP);
}

static void report(struct server *s)
{
  qsort(s->took_us, s->calls, sizeof *s->took_us, rising);
  printf("%zu %.3f %.3f %u\n", s->calls, s->took_us[s->calls / 2], s->took_us[s->calls / 10], s->resent);
}

static _Noreturn void usage(void)
{
  fprintf(stderr, "usage: nfs_load [-b BYTES] [-p US] ROUNDS CALLS PORT[/NAME][@PID]...\n"
                  "  at most %d calls a server, %d servers, names of %d bytes, %d BYTES\n", CALLS_MOST, SERVERS_MOST,
          HANDLE_MOST, BYTES_MOST);
  exit(2);
}

static void take_server(char *text, size_t calls)
{
  struct server *s = &servers[server_count++];
  char *machine = strchr(text, '@'), *name = strchr(text, '/');
  s->machine = machine ? (pid_t)atoi(machine + 1) : 0;
  if (machine)
    *machine = '\0';
  s->name = name ? name + 1 : NULL;
  s->port = atoi(text);
  if (s->port < 1 || s->port > 65535 || (s->name && strlen(s->name) > HANDLE_MOST))
    usage();
  s->took_us = calloc(calls, sizeof *s->took_us);
  if (!s->took_us)
    die("out of memory");
}

static void take_options(int argc, char **argv)
{
  for (int option; (option = getopt(argc, argv, "b:p:")) != -1; ) {
    const long value = option == '?' ? 0 : atol(optarg);
    if (value < 1 || value > (option == 'b' ? BYTES_MOST : PAUSE_MOST_US))
      usage();
    if (option == 'b')
      read_bytes = (uint32_t)value;
    else
      pause_us = value;
  }
}

/* Returns ROUNDS and sets CALLS. */
static int take_arguments(int argc, char **argv, int *calls)
{
  const int rounds = argc > 2 ? atoi(argv[0]) : 0;
  *calls = rounds > 0 ? atoi(argv[1]) : 0;
  if (*calls < 1 || rounds > CALLS_MOST / *calls || argc - 2 > SERVERS_MOST)
    usage();
  for (int i = 2; i < argc; i++)
    take_server(argv[i], (size_t)rounds * (size_t)*calls);
  return rounds;
}

int main(int argc, char **argv)
{
  int calls;
  take_options(argc, argv);
  const int rounds = take_arguments(argc - optind, argv + optind, &calls);
  xid = (uint32_t)time(NULL) << 8;
  for (struct server *s = servers; s < servers + server_count; s++) {
    tell_machine(s, SIGCONT);
    connect_to(s);
    tell_machine(s, SIGSTOP);
  }
  for (int r = 0; r < rounds; r++)
    for (struct server *s = servers; s < servers + server_count; s++)
      turn(s, calls);
  for (struct server *s = servers; s < servers + server_count; s++)
    report(s);
  return 0;
}
