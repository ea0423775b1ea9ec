/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * connection.h: opens a line to a target in both directions, by its name.
 */
#ifndef CONNECTION_H
#define CONNECTION_H

#include <stdbool.h>

struct connection { int in, out; };  /* to read and to write; may be one descriptor */

/* Opens the line of a name, which is that of
 *   - a pair of pipes, NAME.in and NAME.out, as QEMU's -serial pipe:NAME has them;
 *   - a terminal or pseudo terminal, which is set to 115200 baud and raw;
 *   - a unix socket at which a program listens;
 *   - HOST:PORT, by TCP.
 * Both descriptors do not block. False: the reason has been said. */
bool connection_open(struct connection *c, const char *name);

/* Closes both descriptors. */
void connection_close(struct connection *c);

#endif
