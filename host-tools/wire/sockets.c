/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sockets.c: see sockets.h.
 */
#include "sockets.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static struct sockaddr_un address_of(const char *node, const char *end)
{
  struct sockaddr_un a = { .sun_family = AF_UNIX };
  snprintf(a.sun_path, sizeof(a.sun_path), "./%.*s.%s", FAULTS_NODE_BYTES - 1, node, end);
  return a;
}

/* Removes a socket at which no process listens: connecting to it is refused. */
static void remove_dead(const struct sockaddr_un *a)
{
  struct stat st;
  const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && lstat(a->sun_path, &st) == 0 && S_ISSOCK(st.st_mode) &&
      connect(fd, (const struct sockaddr *)a, sizeof(*a)) != 0 && errno == ECONNREFUSED)
    unlink(a->sun_path);
  if (fd >= 0)
    close(fd);
}

bool socket_open(struct socket_port *p, const char *node)
{
  p->own = address_of(node, "switch");
  p->node = address_of(node, "nic");
  remove_dead(&p->own);
  p->fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (p->fd >= 0 && bind(p->fd, (const struct sockaddr *)&p->own, sizeof(p->own)) == 0)
    return true;
  const int error = errno;
  if (p->fd >= 0)
    close(p->fd);
  p->fd = -1;
  errno = error;
  return false;
}

enum switch_sent socket_send(const struct socket_port *p, const uint8_t *frame, size_t bytes)
{
  if (sendto(p->fd, frame, bytes, MSG_DONTWAIT | MSG_NOSIGNAL, (const struct sockaddr *)&p->node,
             sizeof(p->node)) >= 0)
    return SWITCH_SENT;
  return errno == EAGAIN || errno == ENOBUFS || errno == ENOMEM || errno == EINTR ? SWITCH_BUSY : SWITCH_ABSENT;
}

ptrdiff_t socket_take(const struct socket_port *p, uint8_t *frame, size_t room)
{
  return recv(p->fd, frame, room, MSG_DONTWAIT | MSG_TRUNC);
}

void socket_close(struct socket_port *p)
{
  if (p->fd < 0)
    return;
  close(p->fd);
  unlink(p->own.sun_path);
  p->fd = -1;
}
