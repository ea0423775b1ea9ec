/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * connection.c: see connection.h.
 */
#define _GNU_SOURCE /* cfmakeraw, SOCK_NONBLOCK */
#include "connection.h"

#include "base/mem.h"
#include "base/say.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

static bool say_unopened(const char *name)
{
  say_line("%s: cannot be opened: %s", name, strerror(errno));
  return false;
}

/* The pipe to the target is opened in both directions: so it can be written to before QEMU has opened it. */
static bool open_pipes(struct connection *c, const char *in, const char *out)
{
  c->in = open(out, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (c->in < 0)
    return say_unopened(out);
  c->out = open(in, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (c->out >= 0)
    return true;
  say_unopened(in);
  close(c->in);
  return false;
}

static bool open_terminal(struct connection *c, const char *name)
{
  struct termios t;
  c->in = c->out = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (c->in < 0)
    return say_unopened(name);
  if (tcgetattr(c->in, &t) == 0) {
    cfmakeraw(&t);
    cfsetspeed(&t, B115200);
    t.c_cflag |= CLOCAL | CREAD;
    tcsetattr(c->in, TCSANOW, &t);
  }
  return true;
}

/* A connection is made in peace; what is then read and written does not block. */
static bool use_socket(struct connection *c, int fd)
{
  c->in = c->out = fd;
  return fcntl(fd, F_SETFL, O_NONBLOCK) == 0;
}

static bool open_socket(struct connection *c, const char *name)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  if (strlen(name) >= sizeof(address.sun_path)) {
    say_line("%s: the name of a unix socket has at most %zu characters: name it by a shorter path", name,
             sizeof(address.sun_path) - 1);
    return false;
  }
  strcpy(address.sun_path, name);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0)
    return use_socket(c, fd);
  say_unopened(name);
  close(fd);
  return false;
}

static int try_addresses(const struct addrinfo *list)
{
  for (const struct addrinfo *a = list; a; a = a->ai_next) {
    int fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
    if (fd < 0)
      continue;
    if (connect(fd, a->ai_addr, a->ai_addrlen) == 0)
      return fd;
    int error = errno;
    close(fd);
    errno = error;
  }
  return -1;
}

static bool open_tcp(struct connection *c, const char *name, const char *colon)
{
  const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
  struct addrinfo *list = NULL;
  char *host = mem_format("%.*s", (int)(colon - name), name);
  int problem = getaddrinfo(*host ? host : NULL, colon + 1, &hints, &list), fd = -1;
  mem_free(host);
  if (problem) {
    say_line("%s: %s", name, gai_strerror(problem));
    return false;
  }
  fd = try_addresses(list);
  freeaddrinfo(list);
  return fd >= 0 ? use_socket(c, fd) : say_unopened(name);
}

bool connection_open(struct connection *c, const char *name)
{
  struct stat st;
  char *in = mem_format("%s.in", name), *out = mem_format("%s.out", name);
  const char *colon = strrchr(name, ':');
  bool good;
  if (access(in, F_OK) == 0 && access(out, F_OK) == 0)
    good = open_pipes(c, in, out);
  else if (stat(name, &st) == 0 && S_ISSOCK(st.st_mode))
    good = open_socket(c, name);
  else if (stat(name, &st) == 0 && S_ISCHR(st.st_mode))
    good = open_terminal(c, name);
  else if (colon && access(name, F_OK) != 0)
    good = open_tcp(c, name, colon);
  else {
    say_line("%s: there is no line of that name: neither pipes %s and %s (mkfifo makes them), nor a terminal, a unix "
             "socket or HOST:PORT", name, in, out);
    good = false;
  }
  mem_free(in);
  mem_free(out);
  return good;
}

void connection_close(struct connection *c)
{
  if (c->out != c->in)
    close(c->out);
  close(c->in);
}
