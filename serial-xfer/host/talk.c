/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * talk.c: see talk.h.
 */
#include "talk.h"

#include <string.h>

/* Until the target has answered, the host writes a line this often, also while the target sends: bytes that are on
 * their way would hide that the target does not answer. */
#define GREET_MS       100
/* How long nothing arrives before the host writes an idle line: at first short, for the target may be waiting; then
 * each time twice as long, so that an idle target is not kept busy (2 s: half an interrupt a second). */
#define SILENCE_MS     100
#define SILENCE_MOST_MS 2000
#define COMMAND_MS     500 /* a command that was not replied to is sent again */

void talk_init(struct talk *t, uint32_t session, uint64_t now_ms)
{
  memset(t, 0, sizeof(*t));
  t->session = session;
  t->silence_ms = SILENCE_MS;
  t->heard_ms = t->idle_ms = now_ms;
}

static uint64_t idle_due(const struct talk *t)
{
  return t->open ? t->heard_ms + t->silence_ms : t->idle_ms;
}

void talk_heard(struct talk *t, uint64_t now_ms)
{
  t->heard_ms = now_ms;
}

/* ---- frames of the talk ---- */

/* Reads the record that opens a frame into `record`: one record of `kind`, and *pos is then behind it. False when the
 * frame begins otherwise. */
static bool read_record(const struct xfer_frame *frame, enum wire_kind kind, void *record, size_t *pos)
{
  struct xfer_block block;
  *pos = 0;
  return xfer_block_next(frame->plain, frame->head.plain_bytes, pos, &block) == 1 && block.head.kind == kind &&
         block.head.rows == 1 && xfer_unpack(&block, record);
}

bool xfer_read_ask(const struct xfer_frame *frame, struct wire_ask *ask)
{
  size_t pos;
  return read_record(frame, WIRE_ASK, ask, &pos);
}

bool xfer_read_reply(const struct xfer_frame *frame, struct wire_reply *reply, char *text, size_t room)
{
  struct xfer_block block;
  size_t pos;
  if (!read_record(frame, WIRE_REPLY, reply, &pos) || reply->bytes > room)
    return false;
  if (!reply->bytes)
    return true;
  return xfer_block_next(frame->plain, frame->head.plain_bytes, &pos, &block) == 1 &&
         block.head.kind == WIRE_CHARACTER && block.head.rows == reply->bytes && xfer_unpack(&block, text);
}
_Static_assert(sizeof(struct wire_character) == 1, "CHARACTER records are read as a string");

static void take_ask(struct talk *t, const struct wire_ask *ask)
{
  if (ask->run != t->run || (int32_t)(ask->token - t->token) > 0)
    t->token = ask->token;
  t->run = ask->run;
  t->open = t->asked = true;
}

static void take_reply(struct talk *t, const struct xfer_frame *frame)
{
  struct wire_reply reply;
  if (!xfer_read_reply(frame, &reply, t->text, TALK_REPLY_BYTES) || !t->waiting || reply.session != t->session ||
      reply.number != t->number)
    return;
  t->text[reply.bytes] = '\0';
  t->reply = reply;
  t->waiting = false;
  t->replied = true;
}

void talk_frame(struct talk *t, const struct xfer_frame *frame)
{
  struct wire_ask ask;
  if (frame->head.type == WIRE_FRAME_ASK && xfer_read_ask(frame, &ask))
    take_ask(t, &ask);
  else if (frame->head.type == WIRE_FRAME_REPLY)
    take_reply(t, frame);
}

/* ---- lines ---- */

bool talk_command(struct talk *t, const char *text, uint64_t now_ms)
{
  if (t->waiting || strlen(text) > TALK_COMMAND)
    return false;
  strcpy(t->command, text);
  t->number++;
  t->waiting = true;
  t->replied = false;
  t->command_ms = now_ms;
  return true;
}

/* Writes what is here and what is missing. After a line that says something new, or that frames are missing, the next
 * idle line is due soon; after others it is due later each time. */
static void write_ack(struct talk *t, const struct xfer_receiver *r, bool idle, uint64_t now_ms,
                      struct checked_line *out)
{
  struct ack ack = { .idle = idle, .run = t->run, .token = t->token };
  xfer_receive_state(r, &ack);
  if (ack.ranges || ack.low != t->low || ack.high != t->high)
    t->silence_ms = SILENCE_MS;
  else if (idle && t->open && t->silence_ms < SILENCE_MOST_MS)
    t->silence_ms *= 2;
  t->low = ack.low;
  t->high = ack.high;
  t->asked = false;
  t->heard_ms = now_ms;
  t->idle_ms = now_ms + GREET_MS;
  ack_write(&ack, out);
}

static void write_command(struct talk *t, uint64_t now_ms, struct checked_line *out)
{
  t->command_ms = now_ms + COMMAND_MS;
  checked_line_begin(out, "do");
  checked_line_number(out, t->session);
  checked_line_number(out, t->number);
  checked_line_word(out, t->command);
  checked_line_end(out);
}
_Static_assert(2 + 11 + 11 + 1 + TALK_COMMAND <= SEALED_TEXT, "the longest command must fit a sealed line");

bool talk_next(struct talk *t, const struct xfer_receiver *r, uint64_t now_ms, struct checked_line *out)
{
  if (t->asked) {
    write_ack(t, r, false, now_ms, out);
    return true;
  }
  if (t->waiting && now_ms >= t->command_ms) {
    write_command(t, now_ms, out);
    return true;
  }
  if (now_ms >= idle_due(t)) {
    write_ack(t, r, true, now_ms, out);
    return true;
  }
  return false;
}

uint64_t talk_due(const struct talk *t)
{
  uint64_t due = idle_due(t);
  return t->waiting && t->command_ms < due ? t->command_ms : due;
}

void talk_bye(struct checked_line *out)
{
  checked_line_begin(out, "bye");
  checked_line_end(out);
}
