/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * steer.h: the unix socket at which `hostdump tools` adds, removes and lists tools while serve runs.
 *
 * Only the user who runs serve can connect (the socket's mode, and what the kernel says of the caller), for who adds a
 * tool runs a command as that user. A caller sends one line and is answered: `add COMMAND`, `remove NUMBER`, `list`. The
 * answer is `ok` or `error`, a blank, and text up to the end of the connection. A caller that has not sent its line
 * within STEER_MS is cut off.
 */
#ifndef STEER_H
#define STEER_H

#include "tools.h"

#define STEER_MS    10000
#define STEER_REST_MS 1000 /* until a caller is asked for again, where one could not be taken */
#define STEER_BYTES 65536  /* of a line */
#define STEER_CALLERS_MOST 8

struct steer;

/* Listens at a path. NULL: the reason has been said. `tools` must outlive it. */
struct steer *steer_open(const char *path, struct tools *tools);

/* The descriptor that can be read when there is something to do. */
int steer_fd(const struct steer *s);

/* Does what there is to do. */
void steer_turn(struct steer *s);

/* For how many milliseconds there will be nothing to do unless the descriptor can be read; -1: for ever. */
int steer_due(const struct steer *s);

void steer_close(struct steer *s);

#endif
