/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * first_run.c: see first_run.h.
 */
#include "first_run.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#include "xfer.h"

#define FIRST_MOST (4u << 20) /* bytes of a file in which its first whole frame is looked for: two of the longest */

struct first { uint32_t run; bool found; };

static void take_frame(void *ctx, const struct xfer_frame *frame)
{
  struct first *f = ctx;
  if (!f->found)
    f->run = xfer_frame_run(frame);
  f->found = true;
}

static void leave_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
}

static void leave_damage(void *ctx, const struct xfer_damage_info *info)
{
  (void)ctx, (void)info;
}

uint32_t first_run(const char *path)
{
  static uint8_t piece[1 << 16];
  static const struct xfer_receiver_ops ops = { .frame = take_frame, .text = leave_text, .damage = leave_damage };
  struct first first = { 0 };
  struct stat st;
  size_t n = 1;
  FILE *in = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "re") : NULL;
  struct xfer_receiver *r = in ? xfer_receive_new(&ops, &first) : NULL;
  for (size_t bytes = 0; r && n && !first.found && bytes < FIRST_MOST; bytes += n) {
    n = fread(piece, 1, sizeof(piece), in);
    xfer_receive(r, piece, n);
  }
  if (r)
    xfer_receive_free(r);
  if (in)
    fclose(in);
  return first.run;
}
