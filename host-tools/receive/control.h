/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * control.h: answers the target, so that nothing is lost, and gives it commands, which come from -x or are typed.
 * talk.h decides what is said when; here are the clock, the descriptors and the list of commands.
 *
 * A command is a line to the target's monitor (`help` lists what it knows), except three: `wait SECONDS`, `wait end`,
 * for the dump's end frame, and `quit`, which ends hostdump.
 */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "connection.h"
#include "host/talk.h"
#include "progress.h"

struct control {
  struct connection connection;
  const char *who;        /* stands before each line of a reply, and in messages; NULL: there is one target only */
  struct talk talk;
  char *commands;         /* that wait, each ended by a newline; the end is a NUL */
  bool typed;             /* they come from standard input */
  bool quit;              /* `quit` was one of them */
  bool failed;            /* one was refused, or not answered */
  uint64_t wait_ms;       /* until then no command is begun */
  bool wait_end;          /* nor before the dump has ended */
  bool ended;             /* the dump has; the caller says so */
  uint64_t asked_ms;      /* when the one under way was begun */
  char line[1024];        /* being typed */
  size_t line_used;
};

/* Opens the line. `commands` are separated by semicolons; NULL: they are read from standard input. False: the reason
 * has been said. */
bool control_open(struct control *c, const char *name, const char *commands);

/* The same for a line that is open, and that stays the caller's: `who`, also the caller's, is the target's name, and
 * `commands` is not NULL. Its lines are written to `out`. control_end() ends it. */
void control_begin(struct control *c, int out, const char *who, const char *commands);

/* Says what is due and shows by `shown` what was replied. Returns for how many milliseconds nothing will be due. */
int control_turn(struct control *c, const struct xfer_receiver *r, struct progress *shown);

/* The caller says that bytes have come from the target. */
void control_heard(struct control *c);

/* The caller says that a frame of the talk has come. */
void control_frame(struct control *c, const struct xfer_frame *frame);

/* Reads what is typed; the caller knows that standard input can be read. False when it has ended. */
bool control_read(struct control *c);

/* Takes leave of the target, and says which commands it was not given. */
void control_end(struct control *c);

/* The same, and closes the line. */
void control_close(struct control *c);

#endif
