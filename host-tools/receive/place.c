/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * place.c: see place.h.
 */
#define _GNU_SOURCE /* SOCK_NONBLOCK */
#include "place.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/say.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#define MEMORY_DEVICES 1 /* major number of /dev/null, /dev/zero and their like (Linux, admin-guide/devices.txt) */

static char *name_of(const char *where)
{
  const char *slash = strrchr(where, '/');
  char *name = mem_format("%s", slash ? slash + 1 : where);
  for (char *p = name; *p; p++)
    if (*p == ':')
      *p = '-';
  return name;
}

struct place place_parse(char *text)
{
  char *equals = strchr(text, '=');
  struct place p = { .where = equals ? equals + 1 : text, .fd = -1, .out = -1 };
  p.name = equals ? mem_format("%.*s", (int)(equals - text), text) : name_of(text);
  return p;
}

/* ---- sockets ---- */

static int listen_at(const struct sockaddr *address, socklen_t bytes)
{
  const int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
  if (fd >= 0 && address->sa_family == AF_INET)
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (fd >= 0 && bind(fd, address, bytes) == 0 && listen(fd, SOMAXCONN) == 0)
    return fd;
  if (fd >= 0)
    close(fd);
  return -1;
}

static int listen_tcp(const char *port)
{
  uint64_t number;
  struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  if (!number_whole(port, UINT16_MAX, &number) || number == 0) {
    errno = EINVAL;
    return -1;
  }
  a.sin_port = htons((uint16_t)number);
  return listen_at((const struct sockaddr *)&a, sizeof(a));
}

static bool is_socket(const char *path, struct stat *st)
{
  return lstat(path, st) == 0 && S_ISSOCK(st->st_mode);
}

/* Removes a socket that a killed hostdump has left: no program listens at it, so connecting to it is refused. */
static void remove_dead(const struct sockaddr_un *a)
{
  struct stat before, now;
  if (!is_socket(a->sun_path, &before))
    return;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd >= 0 && connect(fd, (const struct sockaddr *)a, sizeof(*a)) != 0 && errno == ECONNREFUSED &&
      is_socket(a->sun_path, &now) && now.st_ino == before.st_ino)
    unlink(a->sun_path);
  if (fd >= 0)
    close(fd);
}

static int listen_unix(struct place *p, const char *path)
{
  struct sockaddr_un a = { .sun_family = AF_UNIX };
  struct stat st;
  if (strlen(path) >= sizeof(a.sun_path)) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(a.sun_path, path);
  remove_dead(&a);
  const int fd = listen_at((const struct sockaddr *)&a, sizeof(a));
  p->bound = fd >= 0 && is_socket(path, &st);
  if (p->bound) {
    p->socket_device = st.st_dev;
    p->socket_inode = st.st_ino;
  }
  return fd;
}

/* ---- what is read ---- */

/* Why no target can speak at an open file; NULL: one can. */
static const char *unfit(const struct stat *st)
{
  if (S_ISDIR(st->st_mode))
    return "it is a directory";
  if (S_ISBLK(st->st_mode))
    return "it is a disk";
  if (S_ISCHR(st->st_mode) && major(st->st_rdev) == MEMORY_DEVICES)
    return "no target speaks at this device";
  return NULL;
}

/* Opens the way to the target: the pipe beside the one that is read, or the device itself. The pipe is opened in both
 * directions: so it can be written to before QEMU has opened it. */
static void open_answers(struct place *p)
{
  char *in = mem_format("%s.in", p->where);
  if (p->endless)
    p->out = open(p->where, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  else if (!p->file)
    p->out = open(in, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (p->out < 0)
    say_line("%s: %s is only read: for answers a pipe wants another one beside it, %s (mkfifo)", p->name, p->where, in);
  mem_free(in);
}

/* Opens a path for reading. False: the reason has been said. */
static bool open_path(struct place *p)
{
  struct stat st;
  char *pipe = mem_format("%s.out", p->where);
  const bool pair = p->answers && access(p->where, F_OK) != 0;
  p->fd = open(pair ? pipe : p->where, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  mem_free(pipe);
  const char *why = p->fd < 0 || fstat(p->fd, &st) != 0 ? strerror(errno) : unfit(&st);
  if (why) {
    say_line("%s: %s cannot be opened: %s; name a pipe, a terminal, unix:PATH or tcp:PORT", p->name, p->where, why);
    place_close(p);
    return false;
  }
  p->endless = S_ISCHR(st.st_mode);
  p->file = S_ISREG(st.st_mode);
  if (p->answers)
    open_answers(p);
  return true;
}

bool place_open(struct place *p)
{
  const bool tcp = strncmp(p->where, "tcp:", 4) == 0;
  if (!tcp && strncmp(p->where, "unix:", 5) != 0)
    return open_path(p);
  p->listens = true;
  p->fd = tcp ? listen_tcp(p->where + 4) : listen_unix(p, p->where + 5);
  if (p->fd >= 0)
    return true;
  say_line("%s: %s cannot be opened: %s", p->name, p->where,
           errno == EINVAL ? "a port is a number from 1 to 65535" :
           errno == EADDRINUSE && !tcp ? "there is a file of that name, or another program listens there" :
           strerror(errno));
  return false;
}

void place_close(struct place *p)
{
  struct stat st;
  const char *path = p->where + strlen("unix:");
  if (p->fd >= 0)
    close(p->fd);
  if (p->out >= 0)
    close(p->out);
  if (p->bound && is_socket(path, &st) && st.st_dev == p->socket_device && st.st_ino == p->socket_inode)
    unlink(path);
  p->fd = p->out = -1;
  p->bound = false;
}
