/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * incoming.c: see incoming.h.
 */
#include "incoming.h"

#include "base/mem.h"
#include "base/say.h"
#include "dump/losses.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#define RUNS_MOST 100000 /* of one name in a directory */

static void on_frame(void *ctx, const struct xfer_frame *frame)
{
  struct incoming *in = ctx;
  dump_frame(in->dump, frame);
  index_frame(in->index, frame);
  carried_frame(in->carried, frame);
  if (!outfile_write(&in->file, frame->wire, WIRE_FRAME_BYTES + frame->head.wire_bytes))
    say_line("%s: cannot be written: %s; what comes from now on is only counted", in->path, strerror(in->file.error));
}

/* The path of what goes with the dump: its name with another end. */
static char *path_beside(const struct incoming *in, const char *suffix)
{
  return mem_format("%.*s%s", (int)(strlen(in->path) - strlen(".jxp")), in->path, suffix);
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  struct incoming *in = ctx;
  in->dump->text_bytes += bytes;
  if (!in->text && !in->text_kept) {
    char *path = path_beside(in, ".txt");
    in->text = fopen(path, "we");
    mem_free(path);
  }
  const size_t room = INCOMING_TEXT_MOST - (size_t)in->text_kept;
  bytes = bytes < room ? bytes : room;
  if (in->text && bytes && fwrite(text, 1, bytes, in->text) == bytes)
    in->text_kept += bytes;
}

/* Whether all of the text is kept that should be; says so where it is not. */
static bool text_is_kept(struct incoming *in, const char *name)
{
  const uint64_t wanted = in->dump->text_bytes < INCOMING_TEXT_MOST ? in->dump->text_bytes : INCOMING_TEXT_MOST;
  if (in->text_kept == wanted && (!in->text || fflush(in->text) == 0))
    return true;
  char *path = path_beside(in, ".txt");
  say_line("%s: %s could not be written, or not all of it: what the target's console said is lost", name, path);
  mem_free(path);
  return false;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  dump_damage(((struct incoming *)ctx)->dump, info);
}

/* The first of NAME.jxp, NAME-2.jxp ... that is free, as a dump, as one that grows, and as text. */
static char *free_path(const char *directory, const char *name)
{
  static const char *const ends[] = { ".jxp", ".jxp.part", ".txt" };
  for (unsigned run = 1; run <= RUNS_MOST; run++) {
    char *base = run == 1 ? mem_format("%s/%s", directory, name) : mem_format("%s/%s-%u", directory, name, run);
    bool is_free = true;
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
      char *path = mem_format("%s%s", base, ends[i]);
      is_free &= access(path, F_OK) != 0;
      mem_free(path);
    }
    char *path = is_free ? mem_format("%s.jxp", base) : NULL;
    mem_free(base);
    if (path)
      return path;
  }
  say_line("%s: %s has %d runs: move some away", name, directory, RUNS_MOST);
  return NULL;
}

static void incoming_free(struct incoming *in)
{
  if (in->text)
    fclose(in->text);
  xfer_receive_free(in->receiver);
  dump_free(in->dump);
  index_free(in->index);
  carried_free(in->carried);
  mem_free(in->path);
  mem_free(in);
}

struct incoming *incoming_new(const char *directory, const char *name)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  char *path = free_path(directory, name);
  if (!path)
    return NULL;
  struct incoming *in = mem_alloc(1, sizeof(*in));
  in->path = path;
  in->dump = dump_new(in->path, DUMP_SUMMARY, dump_memory_default());
  in->index = index_new(in->path);
  in->carried = carried_new();
  in->receiver = xfer_receive_new(&ops, in);
  if (in->receiver && outfile_open(&in->file, in->path))
    return in;
  say_line("%s: %s.part cannot be written: %s; name another directory with -d", name, in->path,
           in->receiver ? outfile_problem(&in->file) : strerror(ENOMEM));
  mem_free(in->file.part);
  incoming_free(in);
  return NULL;
}

void incoming_take(struct incoming *in, const void *data, size_t bytes)
{
  in->bytes += bytes;
  xfer_receive(in->receiver, data, bytes);
}

bool incoming_is_whole(const struct incoming *in)
{
  return in->dump->end;
}

void incoming_status(const struct incoming *in, char *out, size_t bytes)
{
  const struct dump *d = in->dump;
  int n = snprintf(out, bytes, "%" PRIu64 " bytes, %" PRIu64 " frames, %" PRIu64 " records", in->bytes, d->frames,
                   dump_records(d));
  if (d->damage_total && n > 0 && (size_t)n < bytes)
    n += snprintf(out + n, bytes - (size_t)n, ", damaged %zu times", d->damage_total);
  if (d->end && n > 0 && (size_t)n < bytes)
    snprintf(out + n, bytes - (size_t)n, ", complete");
}

static enum incoming_result say_unwritten(const struct incoming *in, const char *name)
{
  say_line("%s: %s cannot be written: %s; its first %" PRIu64 " bytes, all of whole frames, are in %s", name, in->path,
           strerror(in->file.error), in->file.kept, in->file.part);
  mem_free(in->file.part);
  return INCOMING_UNKEPT;
}

static enum incoming_result keep_dump(struct incoming *in, const char *name, incoming_image_fn *image, void *ctx)
{
  const struct dump *d = in->dump;
  char status[160];
  incoming_status(in, status, sizeof(status));
  if (!d->frames && !in->file.error) {
    outfile_drop(&in->file);
    say_line("%s: ended without a frame (%s): nothing is kept but its text", name, status);
    return INCOMING_NOTHING;
  }
  struct symbols *symbols = image(ctx, d);
  const uint64_t added = symbols ? carried_write(in->carried, symbols, &in->file) : 0;
  symbols_close(symbols);
  index_write(in->index, &in->file, d, added);
  if (in->file.error || !outfile_finish(&in->file))
    return say_unwritten(in, name);
  say_line("%s: ended: %s: %s%s%s", name, in->path, status, d->end ? "" : ", the end is missing",
           d->error[0] ? ", and something in it makes no sense" : "");
  for (unsigned k = 0; k < XFER_DAMAGE_LIMIT; k++)
    if (d->damage_count[k])
      say_line("%s: %s: %s", name, xfer_damage_text(k), losses_advice(k));
  return dump_incomplete(d) ? INCOMING_DAMAGED : INCOMING_WHOLE;
}

enum incoming_result incoming_end(struct incoming *in, const char *name, incoming_image_fn *image, void *ctx)
{
  xfer_receive_end(in->receiver);
  dump_done(in->dump);
  enum incoming_result result = keep_dump(in, name, image, ctx);
  result = text_is_kept(in, name) ? result : INCOMING_UNKEPT;
  incoming_free(in);
  return result;
}
