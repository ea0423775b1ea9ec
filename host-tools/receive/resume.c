/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * resume.c: see resume.h.
 */
#include "resume.h"

#include "base/file.h"

#include <errno.h>

static void on_frame(void *ctx, const struct xfer_frame *frame)
{
  *(uint64_t *)ctx = frame->offset + WIRE_FRAME_BYTES + frame->head.wire_bytes;
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  (void)ctx, (void)info;
}

bool resume_feed(int fd, uint64_t bytes, struct xfer_receiver *receiver)
{
  static uint8_t buffer[1 << 16];
  for (uint64_t at = 0; at < bytes;) {
    size_t want = bytes - at < sizeof(buffer) ? (size_t)(bytes - at) : sizeof(buffer);
    ssize_t n = file_read_at(fd, at, buffer, want);
    if (n < 0)
      return false;
    if (n == 0)
      break;
    xfer_receive(receiver, buffer, (size_t)n);
    at += (uint64_t)n;
  }
  return true;
}

int64_t resume_whole(int fd)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  uint64_t end = 0;
  struct xfer_receiver *r = xfer_receive_new(&ops, &end);
  if (!r) {
    errno = ENOMEM;
    return -1;
  }
  bool read = resume_feed(fd, UINT64_MAX, r);
  xfer_receive_free(r);
  return read ? (int64_t)end : -1;
}
