/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * incoming.c: see incoming.h.
 */
#include "incoming.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "dump/losses.h"
#include "resume.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void on_frame(void *ctx, const struct xfer_frame *frame)
{
  struct incoming *in = ctx;
  in->run = in->run ? in->run : xfer_frame_run(frame);
  intake_frame(&in->intake, frame);
  if (!in->reading_old && !outfile_write(&in->file, frame->wire, WIRE_FRAME_BYTES + frame->head.wire_bytes))
    say_line("%s: cannot be written: %s; what comes from now on is only counted", in->path, strerror(in->file.error));
  if (in->told)
    in->told(in->told_ctx, frame);
}

/* The path of the text that goes with a dump. */
static char *text_path(const char *dump)
{
  return mem_format("%.*s.txt", (int)(strlen(dump) - strlen(".jxp")), dump);
}

/* Opens the file of the text, which must not be there yet, be it as a symbolic link. */
static void open_text(struct incoming *in)
{
  char *path = text_path(in->path);
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
  if (!before && !in->text)
    open_text(in);
  if (before <= INCOMING_TEXT_MOST && before + bytes > INCOMING_TEXT_MOST)
    say_line("%s: the console has said more than %u MiB: the rest is not kept", in->path, INCOMING_TEXT_MOST >> 20);
  const uint64_t room = in->text_kept < INCOMING_TEXT_MOST ? INCOMING_TEXT_MOST - in->text_kept : 0;
  bytes = bytes < room ? bytes : (size_t)room;
  if (in->text && bytes && fwrite(text, 1, bytes, in->text) == bytes)
    in->text_kept += bytes;
}

/* Whether all of the text is kept that should be; says so where it is not. */
static bool text_is_kept(struct incoming *in, const char *name)
{
  const uint64_t came = in->intake.dump->text_bytes;
  if (in->text_kept == (came < INCOMING_TEXT_MOST ? came : INCOMING_TEXT_MOST) &&
      (!in->text || (fflush(in->text) == 0 && !ferror(in->text))))
    return true;
  char *path = text_path(in->path);
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
  for (; *run <= INCOMING_RUNS_MOST; ++*run) {
    in->path = path_of_run(directory, name, *run);
    if (!in->path)
      continue;
    if (outfile_create(&in->file, in->path)) {
      in->next = run;
      in->number = *run;
      return true;
    }
    if (in->file.error != EEXIST) {
      say_line("%s: %s.part cannot be written: %s; name another directory with -d", name, in->path,
               outfile_problem(&in->file));
      return false;
    }
    mem_free(in->file.part); /* another program was faster */
    mem_free(in->path);
    in->file.part = in->path = NULL;
  }
  say_line("%s: %s has %d runs: move some away", name, directory, INCOMING_RUNS_MOST);
  return false;
}

/* ---- a run of which a part is there ---- */

/* Opens the text of a dump to be written at its end, or makes one, where `make`; *bytes is what it has. Returns -1 with
 * errno. */
static int open_old_text(const char *dump, bool make, uint64_t *bytes)
{
  char *path = text_path(dump);
  const int fd = open(path, O_WRONLY | O_APPEND | (make ? O_CREAT : 0) | O_NOFOLLOW | O_CLOEXEC, 0666);
  mem_free(path);
  if (fd < 0 || file_size(fd, bytes))
    return fd;
  close(fd);
  errno = EINVAL;
  return -1;
}

/* Appends a text of `bytes` bytes to another one. */
static bool append_text(int to, const char *path, uint64_t bytes)
{
  static uint8_t piece[1 << 16];
  const int from = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  bool good = from >= 0;
  for (uint64_t at = 0; good && at < bytes;) {
    const ssize_t n = file_read_at(from, at, piece, bytes - at < sizeof(piece) ? (size_t)(bytes - at) : sizeof(piece));
    good = n > 0 && file_write(to, piece, (size_t)n);
    at += good ? (uint64_t)n : 0;
  }
  if (from >= 0)
    close(from);
  return good;
}

/* Goes on with the text of the dump at `old`, and puts behind it what the console has said meanwhile, which is in the
 * text of the dump at `dump`. Where that cannot be, the text stays where it is. */
static void join_text(struct incoming *in, const char *old, const char *dump)
{
  uint64_t bytes = 0;
  char *path = text_path(dump);
  const int fd = open_old_text(old, in->text, &bytes);
  if (in->text)
    fflush(in->text);
  if (fd >= 0 && (!in->text || append_text(fd, path, in->text_kept))) {
    if (in->text) {
      fclose(in->text);
      unlink(path);
    }
    in->text = fdopen(fd, "a");
    in->text_kept += bytes;
    in->intake.dump->text_bytes += bytes;
  } else if (in->text || errno != ENOENT) {
    say_line("%s: its text cannot be gone on with: %s; what the console says from now on is in %s", old,
             strerror(errno), path);
    if (fd >= 0)
      close(fd);
  }
  mem_free(path);
}

static void leave_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes; /* a dump has none */
}

/* Reads the first `bytes` bytes of in->file, whole frames, as if they came, and cuts the file behind them. Returns the
 * receiver that has read them; NULL: they cannot be read, and in->file has an error. */
static struct xfer_receiver *read_old(struct incoming *in, uint64_t bytes)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = leave_text, .damage = on_damage };
  struct xfer_receiver *old = xfer_receive_new(&ops, in);
  in->reading_old = true;
  const bool good = old && resume_feed(in->file.fd, bytes, old);
  in->reading_old = false;
  if (good) {
    outfile_keep(&in->file, bytes);
    return old;
  }
  in->file.error = old ? errno : ENOMEM;
  say_line("%s: cannot be read: %s; what comes from now on is only counted", in->path, strerror(in->file.error));
  xfer_receive_free(old);
  return NULL;
}

/* Opens what there is of a dump. Returns the bytes of its whole frames; -1: that cannot be, and *why says why. */
static int64_t open_old(struct outfile *file, const char *path, const char **why)
{
  const bool open = outfile_continue(file, path);
  file->alone = true; /* where NAME and NAME.part are there, they are two dumps */
  const int64_t bytes = open ? resume_whole(file->fd) : -1;
  *why = open ? strerror(errno) : outfile_problem(file);
  if (open && bytes < 0)
    outfile_finish(file); /* it has its name again */
  if (bytes < 0)
    mem_free(file->part);
  return bytes;
}

/* Begins the intake anew for another path, with what was damaged so far, but for frames that were missing: these are
 * there already. */
static void begin_intake_again(struct incoming *in, const char *path)
{
  const struct dump *d = in->intake.dump;
  const size_t count = d->damage_total < DUMP_DAMAGES ? d->damage_total : DUMP_DAMAGES;
  const uint64_t memory = in->intake.budget.most, text_bytes = d->text_bytes;
  struct xfer_damage_info *damages = mem_alloc(count, sizeof(*damages));
  memcpy(damages, d->damages, count * sizeof(*damages));
  intake_free(&in->intake);
  intake_begin(&in->intake, path, memory); /* that memory has done before */
  in->intake.dump->text_bytes = text_bytes;
  for (size_t i = 0; i < count; i++)
    if (damages[i].damage != XFER_DAMAGE_GAP)
      dump_damage(in->intake.dump, &damages[i]);
  mem_free(damages);
}

/* Goes on in the dump at `path`, which this takes over. Where that cannot be, it says so, and the run has a dump of its
 * own. */
static void go_on(struct incoming *in, char *path)
{
  struct outfile file;
  const char *why;
  const int64_t bytes = open_old(&file, path, &why);
  if (bytes < 0) {
    say_line("%s: has a part of the run, but cannot be gone on with: %s; the rest goes to %s", path, why, in->path);
    mem_free(path);
    return;
  }
  outfile_drop(&in->file);
  in->file = file;
  begin_intake_again(in, path);
  join_text(in, path, in->path);
  mem_free(in->path);
  in->path = path;
  *in->next -= *in->next == in->number + 1;
  struct xfer_receiver *old = read_old(in, (uint64_t)bytes);
  if (!old)
    return;
  xfer_receive_go_on(in->receiver, old);
  xfer_receive_free(old);
  say_line("%s: goes on behind %" PRIu64 " frames that are there", in->path, in->intake.dump->frames);
}

static void on_begins(void *ctx, uint32_t run, bool anew)
{
  struct incoming *in = ctx;
  char *path = in->left && !anew && !in->file.kept ? in->left(in->left_ctx, run) : NULL;
  if (path)
    go_on(in, path);
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
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage,
                                                .begins = on_begins };
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
  if (in->text)
    fflush(in->text); /* a failure stays noted in the stream */
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

enum incoming_result incoming_close_left(const char *path, const char *name, uint64_t memory, intake_image_fn *image,
                                         void *ctx)
{
  struct incoming *in = mem_alloc(1, sizeof(*in));
  const char *why;
  in->path = mem_format("%s", path);
  const int64_t bytes = open_old(&in->file, in->path, &why);
  if (bytes >= 0 && begin_receiving(in, memory)) {
    xfer_receive_free(read_old(in, (uint64_t)bytes));
    return incoming_end(in, name, image, ctx);
  }
  say_line("%s: %s has a part of a run, but cannot be given its name: %s", name, path, bytes < 0 ? why :
           strerror(ENOMEM));
  incoming_free(in);
  return INCOMING_UNKEPT;
}
