/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * contact.h: opens a line to a target in both directions, by its name.
 */
#ifndef CONTACT_H
#define CONTACT_H

#include <stdbool.h>

struct contact { int in, out; };  /* to read and to write; may be the same descriptor */

/* The name is that of
 *   - a pair of pipes, NAME.in and NAME.out, as QEMU's -serial pipe:NAME has them;
 *   - a terminal or pseudo terminal, which is set to 115200 baud and raw;
 *   - a unix socket that somebody listens at;
 *   - HOST:PORT, by TCP.
 * Both descriptors do not block. False: the reason has been said. */
bool contact_open(struct contact *c, const char *name);

void contact_close(struct contact *c);

#endif
