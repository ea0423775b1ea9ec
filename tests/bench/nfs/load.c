/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nfs_load PORT CALLS [NAME]: asks the NFS server behind 127.0.0.1:PORT for the attributes of a file CALLS times, one
 * call after the other, and prints how long that took: `CALLS SECONDS MEDIAN_US RESENT`. NAME is a file in what the
 * server's public file handle stands for (RFC 2055); without it the handle is 32 zero bytes, for a server that does
 * not look at it.
 *
 * Each reply must be a success, and say the same as the first one, byte by byte. A call that gets no reply for a
 * second is sent again, and counted. Exit status: 0 all is right; 1 a reply is wrong, or the server is silent; 2
 * usage.
 */
#include <arpa/inet.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#define CALLS_MOST  10000000
#define TRIES       10
#define RETRY_MS    1000
#define WORDS_MOST  64      /* of a message of ours, or of the server's */
#define HANDLE_MOST 64      /* bytes; RFC 1813, NFS3_FHSIZE */

enum { NFS = 100003, NFS_VERSION = 3, GETATTR = 1, LOOKUP = 3 };

/* A reply's words (RFC 5531): number, REPLY, accepted, verifier, success; then NFS's own status and what it found. */
enum { REPLY_XID, REPLY_KIND, REPLY_STATE, REPLY_VERIFIER, REPLY_LENGTH, REPLY_ACCEPT, REPLY_STATUS, REPLY_BODY };

struct message { uint32_t words[WORDS_MOST]; size_t count; };

static int server;
static uint32_t xid;
static unsigned resent;

static void die(const char *why)
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

static struct message call(uint32_t procedure)
{
  struct message m = { .count = 0 };
  const uint32_t head[] = { ++xid, 0, 2, NFS, NFS_VERSION, procedure, 0, 0, 0, 0 };
  for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
    put(&m, head[i]);
  return m;
}

/* The reply to the call that was sent last; false when none came in time. Late ones to others are skipped. */
static int await(struct message *reply)
{
  struct pollfd p = { .fd = server, .events = POLLIN };
  while (poll(&p, 1, RETRY_MS) > 0) {
    ssize_t got = recv(server, reply->words, sizeof reply->words, 0);
    reply->count = got > 0 ? (size_t)got / 4 : 0;
    if (reply->count > REPLY_STATUS && ntohl(reply->words[REPLY_XID]) == xid)
      return 1;
  }
  return 0;
}

static void ask(const struct message *m, struct message *reply)
{
  for (int sent = 0; sent < TRIES; sent++) {
    resent += sent > 0;
    if (send(server, m->words, 4 * m->count, 0) < 0)
      die("a call cannot be sent");
    if (!await(reply))
      continue;
    static const uint32_t good[] = { [REPLY_KIND] = 1, [REPLY_STATUS] = 0 };
    for (size_t i = REPLY_KIND; i <= REPLY_STATUS; i++)
      if (ntohl(reply->words[i]) != good[i])
        die("the server refuses a call");
    return;
  }
  die("the server does not answer");
}

static void look_up(const char *name, struct message *handle)
{
  struct message m = call(LOOKUP), reply;
  put(&m, 0);
  put_bytes(&m, name, strlen(name));
  ask(&m, &reply);
  size_t bytes = reply.count > REPLY_BODY ? ntohl(reply.words[REPLY_BODY]) : 0;
  if (bytes == 0 || bytes > HANDLE_MOST || reply.count < REPLY_BODY + 1 + bytes / 4)
    die("the server gives no file handle");
  put_bytes(handle, &reply.words[REPLY_BODY + 1], bytes);
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

static void connect_to(int port)
{
  struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  server = socket(AF_INET, SOCK_DGRAM, 0);
  if (server < 0 || connect(server, (struct sockaddr *)&to, sizeof to) < 0)
    die("there is no socket to be had");
  xid = (uint32_t)time(NULL) << 8;
}

/* Times each call into `took`. */
static void load(const struct message *handle, int calls, double *took)
{
  struct message first = { .count = 0 }, reply;
  for (int i = 0; i < calls; i++) {
    struct message m = call(GETATTR);
    memcpy(&m.words[m.count], handle->words, 4 * handle->count);
    m.count += handle->count;
    double begun = now_us();
    ask(&m, &reply);
    took[i] = now_us() - begun;
    if (i == 0)
      first = reply;
    if (reply.count != first.count || memcmp(reply.words + 1, first.words + 1, 4 * (reply.count - 1)) != 0)
      die("two replies differ");
  }
}

int main(int argc, char **argv)
{
  const int port = argc > 2 ? atoi(argv[1]) : 0, calls = argc > 2 ? atoi(argv[2]) : 0;
  if (argc < 3 || argc > 4 || port < 1 || port > 65535 || calls < 1 || calls > CALLS_MOST ||
      (argc == 4 && strlen(argv[3]) > HANDLE_MOST)) {
    fprintf(stderr, "usage: nfs_load PORT CALLS [NAME]\n");
    return 2;
  }
  struct message handle = { .count = 0 };
  double *took = calloc((size_t)calls, sizeof *took);
  if (!took)
    die("out of memory");
  connect_to(port);
  if (argc == 4)
    look_up(argv[3], &handle);
  else
    put_bytes(&handle, (const char[32]){ 0 }, 32);
  double begun = now_us();
  load(&handle, calls, took);
  double seconds = (now_us() - begun) / 1e6;
  qsort(took, (size_t)calls, sizeof *took, rising);
  printf("%d %.6f %.3f %u\n", calls, seconds, took[calls / 2], resent);
  return 0;
}
