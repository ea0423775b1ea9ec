/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * incoming.c: see incoming.h.
 */
#include "incoming.h"

#include "base/mem.h"
#include "base/say.h"
#include "dump/losses.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RUNS_MOST 100000 /* of one name in a directory */

static void on_frame(void *ctx, const struct xfer_frame *frame)
{
  struct incoming *in = ctx;
  in->run = in->run ? in->run : xfer_frame_run(frame);
  intake_frame(&in->intake, frame);
  if (!outfile_write(&in->file, frame->wire, WIRE_FRAME_BYTES + frame->head.wire_bytes))
    say_line("%s: cannot be written: %s; what comes from now on is only counted", in->path, strerror(in->file.error));
  if (in->told)
    in->told(in->told_ctx, frame);
}

/* The path of what goes with the dump: its name with another end. */
static char *path_beside(const struct incoming *in, const char *suffix)
{
  return mem_format("%.*s%s", (int)(strlen(in->path) - strlen(".jxp")), in->path, suffix);
}

/* Opens the file of the text, which must not be there yet, be it as a symbolic link. */
static void open_text(struct incoming *in)
{
  char *path = path_beside(in, ".txt");
  const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  in->text = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (fd >= 0 && !in->text)
    close(fd);
  mem_free(path);
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  struct incoming *in = ctx;
  const uint64_t before = in->intake.dump->text_bytes;
  in->intake.dump->text_bytes += bytes;
  if (!before)
    open_text(in);
  if (before <= INCOMING_TEXT_MOST && before + bytes > INCOMING_TEXT_MOST)
    say_line("%s: the console has said more than %u MiB: the rest is not kept", in->path, INCOMING_TEXT_MOST >> 20);
  const size_t room = INCOMING_TEXT_MOST - (size_t)in->text_kept;
  bytes = bytes < room ? bytes : room;
  if (in->text && bytes && fwrite(text, 1, bytes, in->text) == bytes)
    in->text_kept += bytes;
}

/* Whether all of the text is kept that should be; says so where it is not. */
static bool text_is_kept(struct incoming *in, const char *name)
{
  const uint64_t came = in->intake.dump->text_bytes;
  if (in->text_kept == (came < INCOMING_TEXT_MOST ? came : INCOMING_TEXT_MOST) &&
      (!in->text || fflush(in->text) == 0))
    return true;
  char *path = path_beside(in, ".txt");
  say_line("%s: %s could not be written, or not all of it: what the target's console said is lost", name, path);
  mem_free(path);
  return false;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  dump_damage(((struct incoming *)ctx)->intake.dump, info);
}

/* The path of the dump of a run by its number, from 1. NULL: it is not free, as a dump, as one that grows, or as text;
 * a symbolic link that leads nowhere is there, too. */
static char *path_of_run(const char *directory, const char *name, unsigned run)
{
  static const char *const ends[] = { ".txt", ".jxp.part", ".jxp" };
  char *base = run == 1 ? mem_format("%s/%s", directory, name) : mem_format("%s/%s-%u", directory, name, run);
  char *path = NULL;
  for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
    struct stat st;
    mem_free(path);
    path = mem_format("%s%s", base, ends[i]);
    if (lstat(path, &st) == 0) {
      mem_free(path);
      path = NULL;
      break;
    }
  }
  mem_free(base);
  return path;
}

/* Opens the dump's file under the first free name. False: the reason has been said. */
static bool open_file(struct incoming *in, const char *directory, const char *name, unsigned *run)
{
  for (; *run <= RUNS_MOST; ++*run) {
    in->path = path_of_run(directory, name, *run);
    if (!in->path)
      continue;
    if (outfile_create(&in->file, in->path))
      return true;
    if (in->file.error != EEXIST) {
      say_line("%s: %s.part cannot be written: %s; name another directory with -d", name, in->path,
               outfile_problem(&in->file));
      return false;
    }
    mem_free(in->file.part); /* another program was faster */
    mem_free(in->path);
    in->file.part = in->path = NULL;
  }
  say_line("%s: %s has %d runs: move some away", name, directory, RUNS_MOST);
  return false;
}

static void incoming_free(struct incoming *in)
{
  if (in->text)
    fclose(in->text);
  xfer_receive_free(in->receiver);
  intake_free(&in->intake);
  mem_free(in->path);
  mem_free(in);
}

static void on_talk(void *ctx, const struct xfer_frame *frame)
{
  struct control *control = ((struct incoming *)ctx)->control;
  if (control)
    control_frame(control, frame);
}

static void on_mended(void *ctx, uint64_t stretches, uint64_t bytes)
{
  (void)ctx, (void)stretches, (void)bytes; /* all has come: there is nothing to be told */
}

/* The memory that is left for the intake, and of that an eighth for frames that wait. */
static bool begin_receiving(struct incoming *in, uint64_t memory)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  static const struct xfer_talk_ops talk = { .talk = on_talk, .mended = on_mended };
  const uint64_t left = memory - XFER_RECEIVER_BYTES, early = left / 8;
  in->receiver = xfer_receive_new(&ops, in);
  if (!in->receiver || !intake_begin(&in->intake, in->path, left - early))
    return false;
  xfer_receive_limit(in->receiver, (size_t)early);
  if (in->control)
    xfer_receive_answered(in->receiver, &talk);
  return true;
}

struct incoming *incoming_new(const char *directory, const char *name, unsigned *run, uint64_t memory,
                              struct control *control)
{
  struct incoming *in = mem_alloc(1, sizeof(*in));
  in->control = control;
  if (!open_file(in, directory, name, run)) {
    mem_free(in->file.part);
    incoming_free(in);
    return NULL;
  }
  ++*run;
  if (begin_receiving(in, memory))
    return in;
  say_line("%s: there is no memory for one more run", name);
  outfile_drop(&in->file);
  incoming_free(in);
  return NULL;
}

void incoming_take(struct incoming *in, const void *data, size_t bytes)
{
  in->bytes += bytes;
  xfer_receive(in->receiver, data, bytes);
}

bool incoming_has_frame(const struct incoming *in)
{
  return in->intake.dump->frames;
}

bool incoming_is_whole(const struct incoming *in)
{
  return in->intake.dump->end;
}

void incoming_status(const struct incoming *in, char *out, size_t bytes)
{
  const struct dump *d = in->intake.dump;
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

static enum incoming_result keep_dump(struct incoming *in, const char *name, intake_image_fn *image, void *ctx)
{
  const struct dump *d = in->intake.dump;
  char status[160];
  incoming_status(in, status, sizeof(status));
  if (!d->frames && !in->file.error) {
    outfile_drop(&in->file);
    say_line("%s: ended without a frame (%s): nothing is kept but its text", name, status);
    return INCOMING_NOTHING;
  }
  intake_add(&in->intake, &in->file, image, ctx);
  if (in->file.error || !outfile_finish(&in->file))
    return say_unwritten(in, name);
  say_line("%s: ended: %s: %s%s%s", name, in->path, status, d->end ? "" : ", the end is missing",
           d->error[0] ? ", and something in it makes no sense" : "");
  for (unsigned k = 0; k < XFER_DAMAGE_LIMIT; k++)
    if (d->damage_count[k])
      say_line("%s: %s: %s", name, xfer_damage_text(k), losses_advice(k));
  return dump_incomplete(d) ? INCOMING_DAMAGED : INCOMING_WHOLE;
}

enum incoming_result incoming_end(struct incoming *in, const char *name, intake_image_fn *image, void *ctx)
{
  xfer_receive_end(in->receiver);
  if (in->told)
    in->told(in->told_ctx, NULL);
  dump_done(in->intake.dump);
  enum incoming_result result = keep_dump(in, name, image, ctx);
  result = text_is_kept(in, name) ? result : INCOMING_UNKEPT;
  incoming_free(in);
  return result;
}
