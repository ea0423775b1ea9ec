/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * listen.h: a TCP socket at [ADDRESS:]PORT.
 */
#ifndef LISTEN_H
#define LISTEN_H

#include <stdbool.h>

struct listen_at {
  bool loopback;     /* only programs of this machine can connect */
  unsigned port;     /* port 0 was asked for: the one that the system has chosen */
  char shown[64];    /* an address at which it is reached, as it stands in a URL */
};

/* Listens, without blocking. Without an address at 127.0.0.1. Returns -1: the reason has been said. */
int listen_at(const char *where, struct listen_at *at);

#endif
