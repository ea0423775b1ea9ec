/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * talk.h: the host's end of the back channel: what to write to the target, and when (FORMAT.md, "The back channel").
 * Host only; no I/O and no clock of its own: lines go and times come through the caller.
 *
 * What always holds:
 *  - an ask is answered by what is here and what is missing, whether that was said before or not;
 *  - the host is who has a clock: where nothing comes for a while it says so, and so every line that was lost, in
 *    either direction, is made good by a later one;
 *  - there is one command at a time; it is repeated until its reply has come, and the target does it once.
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
  bool asked;                   /* it waits for an answer */
  uint32_t run, token;          /* of the last ask */
  uint64_t heard_ms;            /* when something came last */
  uint64_t idle_ms;             /* when an idle line is due */
  uint32_t silence_ms;          /* that is borne before it */
  uint32_t low, high;           /* what the last line said */
  uint32_t number;              /* of the last command, from 1 */
  bool waiting;                 /* for its reply */
  uint64_t command_ms;          /* when it is due (again) */
  char command[TALK_COMMAND + 1];
  bool replied;                 /* `reply` and `text` are news; the caller clears it */
  struct wire_reply reply;
  char text[TALK_REPLY_BYTES + 1];
};

/* Times are in milliseconds of any clock that only goes forward. `session` is any number that other programs that
 * talk to this target will not have. */
void talk_init(struct talk *t, uint32_t session, uint64_t now_ms);

/* Bytes have come; a frame of the talk was among them (struct xfer_receiver_ops). */
void talk_heard(struct talk *t, uint64_t now_ms);
void talk_frame(struct talk *t, const struct xfer_frame *frame);

/* Begins a command. False when it is too long or one is under way. */
bool talk_command(struct talk *t, const char *text, uint64_t now_ms);

/* Writes the line that is due, if one is; to be called until it returns false. */
bool talk_next(struct talk *t, const struct xfer_receiver *r, uint64_t now_ms, struct checked_line *out);

/* When the next one is due if nothing comes. */
uint64_t talk_due(const struct talk *t);

/* The line that ends the talk: the target waits for nobody any more. */
void talk_bye(struct checked_line *out);

#endif
