/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sockets.h: the ports of the switch: datagram sockets in a folder, two for each node, as QEMU's
 *
 *   -netdev dgram,id=n,local.type=unix,local.path=NODE.nic,remote.type=unix,remote.path=NODE.switch
 *
 * wants them: the switch listens at NODE.switch and sends to NODE.nic. A datagram is a frame. A node may come, go and
 * come again: its socket is looked for with each frame. Paths are relative to the folder, which the caller makes the
 * current one: names of sockets are short (108 bytes, unix(7)).
 */
#ifndef SOCKETS_H
#define SOCKETS_H

#include <stdbool.h>
#include <sys/un.h>

#include "switch.h"

struct socket_port {
  int fd;
  struct sockaddr_un own, node;
};

/* Opens the port of a node. A socket that a switch has left that was killed is replaced. Returns false with errno set:
 * EADDRINUSE where another switch listens there, or a file has that name. */
bool socket_open(struct socket_port *p, const char *node);

/* Sends a frame, without waiting. */
enum switch_sent socket_send(const struct socket_port *p, const uint8_t *frame, size_t bytes);

/* Reads a datagram of any size, its first `room` bytes. Returns its size; -1: there is none. */
ptrdiff_t socket_take(const struct socket_port *p, uint8_t *frame, size_t room);

/* Closes the port and removes its socket. */
void socket_close(struct socket_port *p);

#endif
