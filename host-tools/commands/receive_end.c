/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * receive_end.c: what hostdump says when a stream has ended; see receive.h.
 */
#define _GNU_SOURCE /* strsignal */
#include "receive.h"

#include "cmd.h"
#include "base/say.h"
#include "dump/losses.h"
#include "input.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Opens the ELF file of the image that ran: the one that the user named, which must be it, else one that may lie at a
 * usual place. */
static struct symbols *open_image(void *receive, const struct dump *d)
{
  struct receive *r = receive;
  struct symbols *image = r->elf ? input_image(d, r->elf) : input_image_if_there(d, NULL, 0);
  r->elf_wrong = r->elf && !image;
  return image;
}

static void say_loss(void *ctx, const struct missing *m)
{
  (void)ctx;
  say_line("%s", m->text);
}

static void say_summary(const struct receive *r)
{
  const struct dump *d = r->dump;
  uint64_t records = dump_records(d);
  say_line("%s: %" PRIu64 " frames, %" PRIu64 " records, %" PRIu64 " bytes on the line, %" PRIu64 " unpacked (ratio "
           "%.2f), %.2f bytes a record", r->file.name, d->frames, records, d->wire_bytes, d->plain_bytes,
           d->wire_bytes ? (double)d->plain_bytes / (double)d->wire_bytes : 0,
           records ? (double)d->wire_bytes / (double)records : 0);
  losses_explain_buffers(d, DUMP_ALL, say_loss, NULL);
}

/* What to do about each kind of damage that was met. */
static void say_advice(const struct receive *r, bool stopped)
{
  const struct dump *d = r->dump;
  if (d->lost_frames)
    say_line("frames lost in transit: %" PRIu64, d->lost_frames);
  losses_explain_line(d, DUMP_ALL, say_loss, NULL);
  for (unsigned k = 0; k < XFER_DAMAGE_LIMIT; k++)
    if (d->damage_count[k] && !(stopped && k == XFER_DAMAGE_CUT))
      say_line("%s: %s", xfer_damage_text(k), losses_advice(k));
  if (d->memory_full)
    say_line("%s; all frames are kept", d->error);
  else if (d->error[0])
    say_line("%s: its checksum is right and yet it makes no sense: build kernel and hostdump from one tree", d->error);
  if (d->unknown_frames)
    say_line("frames of a type that this hostdump does not know: %" PRIu64 "; they are kept, but not read. Use the "
             "hostdump that was built from the same tree as that kernel", d->unknown_frames);
  if (!d->hello && d->frames)
    say_line("%s", losses_no_hello);
  if (!d->end && !stopped && d->frames)
    say_line("%s", losses_no_end);
}

/* A quarter is far more than a console writes, and less than frames have that lost their eighth bits. */
static bool mostly_not_text(const struct receive *r)
{
  return r->progress.printable.refused > r->dump->text_bytes / 4;
}

/* Nothing of ours was in the stream: says which nothing it was. */
static void explain_nothing(const struct receive *r, enum stream_input_result result)
{
  if (r->bytes == 0 && result == STREAM_INPUT_SILENCE)
    say_line("no byte arrived in %d s: no target boots at the other end of the line. Is the target switched on, is "
             "QEMU running, is its -serial this very pipe, does the kernel use COM1?", r->timeout_s);
  else if (r->image)
    say_line("%s: %" PRIu64 " bytes, and no frame among them: is it the memory in which the kernel's buffer lies, and was "
             "it written after prof_dump() had returned, and returned true? Where its memory is short, or its buffer "
             "full, it returns false", r->input, r->bytes);
  else if (r->bytes == 0)
    say_line("the stream ended and no byte had arrived: is the target running, and its serial line connected to this "
             "pipe? Start QEMU first, with -serial pipe:ttyS0 and ttyS0 a link to ttyS0.out");
  else if (r->complained && !r->dump->damage_count[XFER_DAMAGE_GARBAGE])
    say_line("%" PRIu64 " bytes of text but no frame: the kernel failed before its dump, and its text above says why",
             r->dump->text_bytes);
  else if (r->dump->text_bytes && !r->dump->damage_count[XFER_DAMAGE_GARBAGE] && !mostly_not_text(r))
    say_line("%" PRIu64 " bytes of text but no frame: did the kernel get as far as its dump (see its last lines "
             "above)? Was it built without the profiler, booted with prof=none, or does its dump go to another UART? "
             "Did prof_dump() return false, because prof_dump_memory() bytes were not there?",
             r->dump->text_bytes);
  else
    say_line("%" PRIu64 " bytes, and no frame among them: this is not a stream of the profiler. Is it the right file "
             "or line, and the line's speed 115200?", r->bytes);
}

static bool only_garbage(const struct dump *d)
{
  return d->frames == 0 && d->damage_total == d->damage_count[XFER_DAMAGE_GARBAGE];
}

static int file_failed(const struct receive *r)
{
  const struct outfile *f = &r->file;
  if (f->kept && !f->direct)
    say_line("%s: cannot be written: %s; its first %" PRIu64 " of %" PRIu64 " bytes, all of whole frames, are kept in "
             "%s", f->name, strerror(f->error), f->kept, f->wanted, f->part);
  else
    say_line("%s: cannot be written: %s; nothing of %" PRIu64 " bytes is kept", f->name, strerror(f->error),
             f->wanted);
  say_line("make room for %" PRIu64 " bytes, or name a file on another disk with -o, and run it again", f->wanted);
  return CMD_IO;
}

/* Whether the user wished that the dump has no end. */
static bool was_stopped(const struct receive *r, enum stream_input_result result)
{
  return result == STREAM_INPUT_SIGNAL || (r->control && r->control->quit);
}

/* Gives the file its name and says what is in it. Returns the exit status as far as the dump decides it. */
static int keep_dump(struct receive *r, enum stream_input_result result)
{
  const struct dump *d = r->dump;
  if (r->file.error)
    return file_failed(r);
  if (!d->frames) {
    outfile_drop(&r->file);
    if (was_stopped(r, result)) {
      say_line("no frame had come: nothing is kept");
      return CMD_NOTHING;
    }
    if (only_garbage(d)) {
      explain_nothing(r, result);
      return CMD_NOTHING;
    }
    say_advice(r, false);
    say_line("no frame was good: nothing is kept");
    return CMD_DAMAGED;
  }
  intake_add(&r->intake, &r->file, open_image, r);
  if (!outfile_finish(&r->file))
    return file_failed(r);
  say_advice(r, was_stopped(r, result));
  say_summary(r);
  return dump_incomplete(d) || r->elf_wrong ? CMD_DAMAGED : CMD_GOOD;
}

/* What became of the commands, and of what the line did. */
static int control_status(const struct receive *r, int status)
{
  const struct dump *d = r->dump;
  if (r->mended)
    say_line("the line has damaged %" PRIu64 " stretches, %" PRIu64 " bytes; what was in them was sent again and is "
             "here", r->mended, r->mended_bytes);
  if (r->control->quit && (status == CMD_NOTHING || (status == CMD_DAMAGED && !d->damage_total && !d->error[0])))
    status = CMD_GOOD; /* that there is no end was wanted */
  return r->control->failed && status == CMD_GOOD ? CMD_DAMAGED : status;
}

int receive_finish(struct receive *r, const struct stream_input *in, enum stream_input_result result, int error)
{
  progress_clear(&r->progress);
  progress_end(&r->progress);
  if (r->progress.line_open && r->progress.terminal)
    fputc('\n', stderr);
  if (result == STREAM_INPUT_ERROR)
    say_line("the stream cannot be read: %s", strerror(error));
  if (result == STREAM_INPUT_SILENCE && r->bytes)
    say_line("nothing came for %d s; the target seems to hang, see its last lines above", r->timeout_s);
  if (result == STREAM_INPUT_SIGNAL)
    say_line("stopped by %s", strsignal(in->signal));
  if (r->progress.printable.refused)
    say_line("%" PRIu64 " of %" PRIu64 " bytes of the text were not printable%s", r->progress.printable.refused,
             r->dump->text_bytes, r->progress.screen ? " and are not shown" : "");
  dump_done(r->dump);
  int status = keep_dump(r, result);
  if (r->control)
    status = control_status(r, status);
  if (r->progress.error && r->progress.error != EPIPE) {
    say_line("the target's console text could not be written to standard output: %s", strerror(r->progress.error));
    status = CMD_IO;
  }
  if (result == STREAM_INPUT_ERROR)
    return CMD_IO;
  return result == STREAM_INPUT_SIGNAL && status != CMD_IO ? 128 + in->signal : status;
}
