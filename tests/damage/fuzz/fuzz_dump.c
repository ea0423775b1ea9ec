/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fuzz_dump.c: the loader and every table, on a dump whose frames are sound (frames.h mends them) and whose records
 * are anything: what a sender of ill will, or with a defect, could send.
 */
#define _GNU_SOURCE
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#include "dump/dump.h"
#include "frames.h"
#include "dump/losses.h"
#include "tables/tables.h"

#define MEMORY (4u << 20) /* for records: enough for some of each kind, little enough for a thousand runs a second */

static void on_frame(void *ctx, const struct xfer_frame *frame)
{
  dump_frame(ctx, frame);
}

static void on_added(void *ctx, const struct xfer_frame *frame)
{
  dump_symbols(ctx, frame);
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)text;
  ((struct dump *)ctx)->text_bytes += bytes;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  char text[300];
  dump_damage(ctx, info);
  losses_describe(info, text, sizeof(text));
}

static struct dump *load(const uint8_t *data, size_t bytes, dump_kinds kinds)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage,
                                                .added = on_added };
  struct dump *d = dump_new("fuzz.jxp", kinds, MEMORY);
  if (kinds == DUMP_ALL)
    dump_index(d, -1);
  struct xfer_receiver *r = xfer_receive_new(&ops, d);
  xfer_receive(r, data, bytes);
  xfer_receive_end(r);
  xfer_receive_free(r);
  dump_done(d);
  return d;
}

/* All tables: of the whole run as TSV, of a part of it as text, at a frequency that divides nothing. */
static void report(const struct dump *d, bool windowed)
{
  static FILE *nowhere;
  const struct view_options options = { .tsc_hz = windowed ? 999999937 : 0, .windowed = windowed, .from_us = -5,
                                        .to_us = 400 };
  struct view *v = view_new(d, symbols_of_dump(d), &options);
  if (!nowhere)
    nowhere = fopen("/dev/null", "w");
  struct analysis *a = v ? analysis_new(v) : NULL;
  for (size_t i = 0; a && i < tables_count; i++)
    tables_write(tables_all[i], a, nowhere, windowed ? TABLE_FORM_TEXT : TABLE_FORM_TSV, windowed ? 3 : 0);
  analysis_free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
  uint8_t *copy = malloc(bytes ? bytes : 1);
  memcpy(copy, data, bytes);
  frames_mend_all(copy, bytes);
  struct dump *d = load(copy, bytes, DUMP_SUMMARY);
  uint64_t records = dump_records(d);
  bool sound = !d->error[0];
  dump_free(d);
  d = load(copy, bytes, DUMP_ALL);
  fuzz_check(d->error[0] || !sound || dump_records(d) == records);
  if (dump_has_meta(d, WIRE_META_TSC_HZ) && dump_meta(d, WIRE_META_TSC_HZ, 0))
    report(d, false);
  report(d, true);
  dump_free(d);
  free(copy);
  return 0;
}
