/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * rpc PORTMAPPORT MOUNTPORT NFSPORT CASES: sends the datagrams of a file of cases (which says how they are written),
 * and compares what comes back. */
#include <arpa/inet.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST_BYTES 2048
#define PATIENCE_MS 20000

struct message {
  unsigned char bytes[MOST_BYTES];
  size_t length;
  bool open; /* it may go on */
  bool none;
};

static int sockets[3];
static int failures;

static int connect_to(int port)
{
  struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to)) {
    perror("rpc");
    exit(1);
  }
  return fd;
}

static void add_word(struct message *m, uint32_t word)
{
  word = htonl(word);
  if (m->length + 4 <= sizeof m->bytes)
    memcpy(m->bytes + m->length, &word, 4);
  m->length += 4;
}

static void add_string(struct message *m, const char *text, size_t length)
{
  add_word(m, (uint32_t)length);
  for (size_t i = 0; i < length; i += 4) {
    unsigned char part[4] = { 0 };
    memcpy(part, text + i, length - i < 4 ? length - i : 4);
    add_word(m, (uint32_t)part[0] << 24 | (uint32_t)part[1] << 16 | (uint32_t)part[2] << 8 | part[3]);
  }
}

static struct message parse(char *text)
{
  struct message m = { .length = 0 };
  for (char *word = strtok(text, " \n"); word; word = strtok(NULL, " \n")) {
    if (!strcmp(word, "..."))
      m.open = true;
    else if (!strcmp(word, "none"))
      m.none = true;
    else if (*word == '"')
      add_string(&m, word + 1, strlen(word) - 2);
    else
      add_word(&m, (uint32_t)strtol(word, NULL, 10));
  }
  return m;
}

/* False when nothing came. */
static bool receive(int fd, struct message *m)
{
  struct pollfd p = { .fd = fd, .events = POLLIN };
  ssize_t got = poll(&p, 1, PATIENCE_MS) == 1 ? recv(fd, m->bytes, sizeof m->bytes, 0) : -1;
  m->length = got < 0 ? 0 : (size_t)got;
  return got >= 0;
}

/* A call that is answered by all, sent behind one that must not be: only its answer may come. */
static const char *no_answer(int fd)
{
  static const uint32_t marker = 0x4d41524b;
  struct message probe = { .length = 0 }, got;
  uint32_t first;
  add_word(&probe, marker);
  for (int i = 0; i < 9; i++)
    add_word(&probe, i == 1 ? 2 : 0);
  if (send(fd, probe.bytes, probe.length, 0) < 0 || !receive(fd, &got))
    return "the server is silent";
  memcpy(&first, got.bytes, 4);
  return ntohl(first) == marker ? NULL : "is answered";
}

static const char *check(int fd, const struct message *call, const struct message *wanted, bool twice)
{
  struct message got, again;
  if (send(fd, call->bytes, call->length, 0) < 0)
    return "cannot be sent";
  if (wanted->none)
    return no_answer(fd);
  if (!receive(fd, &got))
    return "gets no answer";
  if (got.length < wanted->length || (got.length > wanted->length && !wanted->open))
    return "gets an answer of another length";
  if (memcmp(got.bytes, wanted->bytes, wanted->length) != 0)
    return "gets another answer";
  if (!twice)
    return NULL;
  if (send(fd, call->bytes, call->length, 0) < 0 || !receive(fd, &again))
    return "gets no second answer";
  bool same = again.length == got.length && !memcmp(again.bytes, got.bytes, got.length);
  return same ? NULL : "gets another second answer";
}

static void run(char *line)
{
  char name[64], port[16];
  int at = 0;
  char *arrow = strstr(line, "=>");
  if (*line == '#' || !arrow || sscanf(line, "%63s %15s %n", name, port, &at) != 2)
    return;
  *arrow = 0;
  bool twice = !strncmp(line + at, "twice ", 6);
  struct message call = parse(line + at + (twice ? 6 : 0)), wanted = parse(arrow + 2);
  int fd = sockets[!strcmp(port, "portmap") ? 0 : !strcmp(port, "mount") ? 1 : 2];
  const char *why = check(fd, &call, &wanted, twice);
  printf(why ? "not ok rpc_%s %s\n" : "ok rpc_%s\n", name, why);
  failures += why != NULL;
}

int main(int argc, char **argv)
{
  char line[1024];
  FILE *cases = argc == 5 ? fopen(argv[4], "r") : NULL;
  if (!cases) {
    fprintf(stderr, "Usage: rpc PORTMAPPORT MOUNTPORT NFSPORT CASES\n");
    return 2;
  }
  for (int i = 0; i < 3; i++)
    sockets[i] = connect_to(atoi(argv[i + 1]));
  while (fgets(line, sizeof line, cases))
    run(line);
  fclose(cases);
  return failures > 0;
}
