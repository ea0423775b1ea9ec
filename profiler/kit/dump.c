/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dump.c: see dump.h. The hello frame, what the profiler hands out, and the end frame with what was sent of it: FORMAT.md.
 */
#include "dump.h"

#include "both/base64.h"
#include "handout/handout.h"
#include "xfer.h"

#define BUILD_ID_BYTES_MAX 32 /* SHA-1, the linker's default, has 20 */

/* The image's build-id note; a linker script sets the symbols (PORTING.md). */
extern const uint8_t __build_id_start[] __attribute__((weak)), __build_id_end[] __attribute__((weak));

static struct xfer_sender sender;
static struct base64 armor;
static void *sender_memory;

size_t prof_dump_memory(void)
{
  return XFER_SENDER_BYTES;
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

static void end_frame(void *ctx)
{
  xfer_send_flush(ctx, WIRE_FRAME_DATA);
}

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
  size_t bytes = 0;
  if (__build_id_end - __build_id_start < 16)
    return;
  const uint8_t *id = __build_id_start + 12 + wire_get(__build_id_start, 4);
  for (; bytes < BUILD_ID_BYTES_MAX && id + bytes < __build_id_end; bytes++) {
    text[2 * bytes] = "0123456789abcdef"[id[bytes] >> 4];
    text[2 * bytes + 1] = "0123456789abcdef"[id[bytes] & 15];
  }
  send_name(WIRE_SPACE_BUILD_ID, text, 2 * bytes);
}

static void send_system(const char *system)
{
  size_t bytes = 0;
  while (system && system[bytes])
    bytes++;
  if (bytes)
    send_name(WIRE_SPACE_SYSTEM, system, bytes);
}

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
  const struct wire_meta meta[] = { { WIRE_META_FRAMES, sender.seq + 1 },
                                    { WIRE_META_PLAIN_BYTES, sender.plain_bytes },
                                    { WIRE_META_WIRE_BYTES, sender.wire_bytes } };
  xfer_send(&sender, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  xfer_send_flush(&sender, WIRE_FRAME_END);
}

/* The clock and what it has measured so far differ from boot to boot on a machine; in a simulator they may not. */
static uint32_t draw_run(void)
{
  uint64_t sum = prof_port_tsc() ^ (uint64_t)prof_costs.inner << 40;
  sum *= 0x9e3779b97f4a7c15; /* 2^64 divided by the golden ratio: Knuth, The Art of Computer Programming, 6.4 */
  return (uint32_t)(sum >> 32);
}

static bool prepare_sender(const struct prof_dump_to *to)
{
  if (!sender_memory && !(sender_memory = prof_port_memory(XFER_SENDER_BYTES)))
    return false;
  xfer_send_init(&sender, sender_memory, xfer_run(to->run ? to->run : draw_run()),
                 to->text ? base64_write : to->write, to->text ? (void *)&armor : to->ctx);
  sender.logged = prof_hands_logged();
  if (to->text)
    base64_begin(&armor, to->write, to->ctx);
  return true;
}

bool prof_dump(const struct prof_dump_to *to)
{
  const struct prof_sink sink = { .records = send_records, .pair = send_pair, .ctx = &sender, .flush = end_frame };
  if (!prepare_sender(to))
    return false;
  prof_collect_again();
  prof_collect_hello(&sink);
  send_build_id();
  send_system(to->system);
  xfer_send_flush(&sender, WIRE_FRAME_HELLO);
  prof_collect(&sink);
  xfer_send_flush(&sender, WIRE_FRAME_DATA);
  send_end();
  if (to->text)
    base64_end(&armor);
  return !sender.dead;
}
