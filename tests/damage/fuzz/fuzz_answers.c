/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fuzz_answers.c: what the target hears. Any bytes, and, because no fuzzer finds a checksum, any text with the right
 * one: the window drops no frame that was not acknowledged, and what it sends again is what it was given.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "target/window.h"

#define FRAMES 24
#define LARGEST 512   /* bytes of a payload; some do not fit the window, most do */
#define ROUNDS 8      /* of waiting, before the reader is gone */

static struct window window;
static uint8_t memory[4 * LARGEST];
static uint32_t sent_crc[FRAMES];   /* payload checksum of each frame that was given */
static const uint8_t *input;        /* what the reader will say */
static size_t left;
static unsigned waited;

static bool take_frame(void *ctx, const void *data, size_t bytes)
{
  const uint8_t *frame = data;
  struct wire_frame f;
  (void)ctx;
  wire_frame_get(&f, frame);
  fuzz_check(bytes == WIRE_FRAME_BYTES + (size_t)f.wire_bytes);
  fuzz_check(xfer_crc32(0, frame, offsetof(struct wire_frame, header_crc)) == f.header_crc);
  fuzz_check(xfer_crc32(0, frame + WIRE_FRAME_BYTES, f.wire_bytes) == f.payload_crc);
  if (!WIRE_FRAME_IS_TALK(f.type))
    fuzz_check(f.seq < FRAMES && f.payload_crc == sent_crc[f.seq]);
  return true;
}

static void hear(const char *line, size_t bytes)
{
  struct ack ack;
  const char *text;
  const uint32_t low = window.low;
  size_t n = checked_line_open(line, bytes, &text);
  if (!n || !ack_read(text, n, &ack))
    return;
  window_ack(&window, &ack);
  fuzz_check(window.low >= low && window.low <= window.next);
  for (uint32_t seq = low; seq < window.low; seq++)
    fuzz_check(seq < ack.high || window.frames[seq % WINDOW_FRAMES].arrived);
}

/* The next line of the input: as it is, and as a sealed line. */
static void say_next(void)
{
  static struct checked_line_input raw;
  struct checked_line sealed;
  char text[SEALED_BYTES] = { 0 };
  size_t n = 0;
  for (; left && *input != '\n'; input++, left--) {
    if (checked_line_take(&raw, (char)*input))
      hear(raw.line, raw.used);
    if (n < sizeof(text) - 1 && *input)
      text[n++] = (char)*input;
  }
  if (left)
    input++, left--;
  if (checked_line_take(&raw, '\n'))
    hear(raw.line, raw.used);
  checked_line_begin(&sealed, text);
  if (checked_line_end(&sealed))
    hear(sealed.line, sealed.used - 1);
}

static bool wait_for_reader(void *ctx)
{
  (void)ctx;
  say_next();
  return left && ++waited % ROUNDS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
  static const struct window_ops ops = { take_frame, wait_for_reader };
  static uint8_t frame[WIRE_FRAME_BYTES + 5 * LARGEST];
  input = data;
  left = bytes;
  waited = 0;
  window_init(&window, memory, sizeof(memory), 7, &ops, NULL);
  for (uint32_t seq = 0; seq < FRAMES; seq++) {
    size_t payload = 1 + (seq * 7919u + (bytes ? data[0] * 97u : 0)) % LARGEST; /* sizes that vary with the input */
    payload = payload == 1 ? sizeof(frame) - WIRE_FRAME_BYTES : payload;
    memset(frame, (int)seq + 1, sizeof(frame));
    xfer_seal_frame(frame, WIRE_FRAME_DATA, 0, seq, payload, payload);
    sent_crc[seq] = xfer_crc32(0, frame + WIRE_FRAME_BYTES, payload);
    window_write(&window, frame, WIRE_FRAME_BYTES + payload);
    say_next();
  }
  window_finish(&window);
  return 0;
}
