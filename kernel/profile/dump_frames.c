/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dump_frames.c: see dump_frames.h.
 */
#include "dump_frames.h"

#include "both/base64.h"
#include "backchannel.h"
#include "core/image.h"
#include "drivers/line.h"
#include "options.h"
#include "core/page.h"
#include "prof.h"
#include "lib/string.h"
#include "xfer.h"

#define BUILD_ID_BYTES_MAX 32 /* SHA-1, the linker's default, has 20 */

static void *memory;
static struct xfer_sender sender;
static struct base64 armor;
static bool as_text, crash_told;
static enum { NOTHING, OPEN, STREAMING, CLOSING } stage;

size_t dump_frames_memory(void)
{
  memory = page_alloc(page_count(XFER_SENDER_BYTES));
  return memory ? 0 : XFER_SENDER_BYTES;
}

/* ---- what the profiler hands out ---- */

static bool write_line(void *ctx, const void *data, size_t bytes)
{
  (void)ctx;
  return line_write(data, bytes);
}

/* Writes a frame. The next frames are as large as the line bears. */
static bool write_frame(void *ctx, const void *data, size_t bytes)
{
  struct xfer_sender *s = ctx;
  bool alive = backchannel_write(NULL, data, bytes);
  s->frame_bytes = backchannel_frame_bytes();
  return alive;
}

static void send_records(void *ctx, enum wire_kind kind, const void *records, size_t rows)
{
  xfer_send(ctx, kind, records, rows);
}

static void send_pair(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
                      const void *child_records, size_t child_rows)
{
  xfer_send_pair(ctx, kind, records, rows, child, child_records, child_rows);
}

static void flush(void *ctx)
{
  xfer_send_flush(ctx, WIRE_FRAME_DATA);
}

static const struct prof_sink sink = { .records = send_records, .pair = send_pair, .ctx = &sender, .flush = flush };

/* ---- hello ---- */

/* Sends one name; `text` is any length that fits a frame. */
static void send_name(enum wire_space space, const char *text, size_t bytes)
{
  struct wire_name row = { .space = space, .bytes = (uint32_t)bytes };
  xfer_send_pair(&sender, WIRE_NAME, &row, 1, WIRE_CHARACTER, text, bytes);
}

/* The build-id is the descriptor of the image's one GNU note: sizes of name and descriptor, type, name, descriptor,
 * each a multiple of four bytes (System V ABI, chapter 5, "Note Section"). */
static void send_build_id(void)
{
  static char text[2 * BUILD_ID_BYTES_MAX];
  const uint8_t *id = __build_id_start + 12 + wire_get(__build_id_start, 4);
  size_t bytes = 0;
  for (; bytes < BUILD_ID_BYTES_MAX && id + bytes < __build_id_end; bytes++) {
    text[2 * bytes] = "0123456789abcdef"[id[bytes] >> 4];
    text[2 * bytes + 1] = "0123456789abcdef"[id[bytes] & 15];
  }
  send_name(WIRE_SPACE_BUILD_ID, text, 2 * bytes);
}

static void send_crash(const char *crash)
{
  if (!crash || crash_told)
    return;
  send_name(WIRE_SPACE_CRASH, crash, strlen(crash));
  crash_told = true;
}

static void send_hello(const struct options *o)
{
  static char options[OPTIONS_TEXT_BYTES];
  options_text(o, options, sizeof options);
  const struct wire_meta window = { WIRE_META_WINDOW_BYTES, backchannel_figures().window_bytes };
  prof_collect_hello(&sink);
  xfer_send(&sender, WIRE_META, &window, 1);
  send_build_id();
  send_name(WIRE_SPACE_COMMAND, options, strlen(options));
  send_name(WIRE_SPACE_SYSTEM, KERNEL_SYSTEM, sizeof(KERNEL_SYSTEM) - 1);
  if (workload_set.program)
    send_name(WIRE_SPACE_PROGRAM, workload_set.program(), strlen(workload_set.program()));
}

void dump_frames_open(const struct options *options, uint32_t run, const char *crash)
{
  as_text = options->dump == OPTIONS_DUMP_TEXT;
  xfer_send_init(&sender, memory, run, as_text ? base64_write : write_frame, as_text ? (void *)&armor : &sender);
  sender.logged = prof_hands_logged();
  if (as_text)
    base64_begin(&armor, write_line, NULL);
  stage = OPEN;
  send_hello(options);
  send_crash(crash);
  xfer_send_flush(&sender, WIRE_FRAME_HELLO);
  stage = STREAMING;
}

/* ---- records ---- */

bool dump_frames_stream(void)
{
  sender.hasty = true;
  bool any = prof_stream(&sink);
  xfer_send_flush(&sender, WIRE_FRAME_DATA);
  return any;
}

bool dump_frames_snapshot(void)
{
  xfer_send_aside(&sender, true);
  bool more = prof_snapshot_hand(&sink);
  xfer_send_aside(&sender, false);
  return more;
}

/* What the frames hold of each kind, and what the buffers had no room for. */
static void send_end(void)
{
  static struct wire_tally rows[WIRE_KIND_LIMIT];
  size_t count = 0;
  for (uint16_t kind = 0; kind < WIRE_KIND_LIMIT; kind++) {
    const struct prof_tally t = prof_tally(kind);
    if (t.made)
      rows[count++] = (struct wire_tally){ .kind = kind, .made = t.made, .sent = sender.sent[kind],
                                           .dropped = t.dropped };
  }
  xfer_send(&sender, WIRE_TALLY, rows, count);
  const struct backchannel_figures back = backchannel_figures();
  const struct wire_meta meta[] = {
    { WIRE_META_FRAMES, sender.seq + 1 },
    { WIRE_META_PLAIN_BYTES, sender.plain_bytes },
    { WIRE_META_WIRE_BYTES, sender.wire_bytes },
    { WIRE_META_RESENT, back.resent },
    { WIRE_META_ABANDONED, back.abandoned },
  };
  xfer_send(&sender, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  xfer_send_flush(&sender, WIRE_FRAME_END);
}

static bool end(void)
{
  xfer_send_flush(&sender, WIRE_FRAME_DATA);
  send_end();
  if (as_text && !base64_end(&armor))
    sender.dead = true;
  backchannel_finish();
  return line_drain() && !sender.dead;
}

bool dump_frames_close(const char *crash)
{
  stage = CLOSING;
  send_crash(crash);
  prof_collect(&sink);
  return end();
}

static void recover(void)
{
  if (as_text && !base64_recover(&armor))
    sender.dead = true;
  xfer_send_recover(&sender);
}

void dump_frames_end(void)
{
  recover();
  end();
}

bool dump_frames_recover(void)
{
  const bool begun = sender.seq || sender.leaving;
  if (!begun || (stage != OPEN && stage != STREAMING))
    return false;
  recover();
  prof_stream_abandon(sender.sent);
  return true;
}
