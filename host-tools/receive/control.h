/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * control.h: answers the target, so that nothing is lost, and gives it commands: those of -x, or what is typed. What
 * is said when is talk.h's; here are the clock, the descriptors and the list of commands.
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

struct control {
  struct connection contact;
  struct talk talk;
  char *commands;         /* those that wait, each ended by a newline; its end is a NUL */
  bool typed;             /* they come from standard input */
  bool quit;              /* that was one of them */
  bool failed;            /* one was refused, or not answered */
  uint64_t wait_ms;       /* until then no command is begun */
  bool wait_end;          /* nor before the dump has ended */
  bool ended;             /* it has; the caller says so */
  uint64_t asked_ms;      /* when the one under way was begun */
  char line[1024];        /* being typed */
  size_t line_used;
};

/* Opens the line. `commands` are separated by semicolons; NULL: they are read from standard input. False: the reason
 * has been said. */
bool control_open(struct control *c, const char *name, const char *commands);

/* Says what is due and shows what was replied. Returns for how many milliseconds nothing will be due. */
int control_turn(struct control *c, const struct xfer_receiver *r);

/* Bytes have come from the target; they held a frame of the talk. */
void control_heard(struct control *c);
void control_frame(struct control *c, const struct xfer_frame *frame);

/* Standard input can be read. False when it has ended. */
bool control_read(struct control *c);

/* Takes leave of the target, and closes the line. */
void control_close(struct control *c);

#endif
