/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * talk.h: the host's end of the back channel: what to write to the target, and when (FORMAT.md, "The back channel").
 * Host only; no I/O and no clock of its own: lines go and times come through the caller.
 *
 * What always holds:
 *  - an ASK is answered by what is here and what is missing, whether the host has said that before or not;
 *  - the host has the clock: where nothing arrives for a while the host says so, and thus every line that was lost, in
 *    either direction, is made good by a later line;
 *  - there is one command at a time; the host repeats it until its reply has come, and the target does it once.
 */
#ifndef TALK_H
#define TALK_H

#include "both/ack.h"
#include "xfer.h"

#define TALK_REPLY_BYTES 65536            /* longest text of a reply that is kept: a block's rows */
#define TALK_COMMAND     (SEALED_TEXT - 25) /* longest command: "do", two numbers and blanks are before it */

struct talk {
  uint32_t session;             /* of this host program */
  bool open;                    /* the target answers */
  bool asked;                   /* the target waits for an answer to its ASK */
  uint32_t run, token;          /* of the last ASK */
  uint64_t heard_ms;            /* when bytes arrived last */
  uint64_t idle_ms;             /* when an idle line is due while the target does not answer */
  uint32_t silence_ms;          /* time without a byte before the next idle line, while it does */
  uint32_t low, high;           /* what the last line said */
  uint32_t number;              /* of the last command, from 1 */
  bool waiting;                 /* for the reply to that command */
  uint64_t command_ms;          /* when that command is due (again) */
  char command[TALK_COMMAND + 1];
  bool replied;                 /* `reply` and `text` are news; the caller clears it */
  struct wire_reply reply;
  char text[TALK_REPLY_BYTES + 1];
};

/* Begins a talk. Here and below `now_ms` is the time in milliseconds of any clock that only goes forward. `session` is
 * a number that no other program that talks to this target has. */
void talk_init(struct talk *t, uint32_t session, uint64_t now_ms);

/* Notes that bytes have arrived from the target. */
void talk_heard(struct talk *t, uint64_t now_ms);

/* Takes an ASK or REPLY frame, which struct xfer_talk_ops hands out. */
void talk_frame(struct talk *t, const struct xfer_frame *frame);

/* Begins a command. False when it is too long, or when another one still waits for its reply. */
bool talk_command(struct talk *t, const char *text, uint64_t now_ms);

/* Writes the line that is due into `out`. False when none is due; the caller calls again until then. */
bool talk_next(struct talk *t, const struct xfer_receiver *r, uint64_t now_ms, struct checked_line *out);

/* When the next line is due if nothing arrives, in milliseconds of the same clock. */
uint64_t talk_due(const struct talk *t);

/* Writes the line that ends the talk into `out`: the target then waits for no reader any more. */
void talk_bye(struct checked_line *out);

#endif
