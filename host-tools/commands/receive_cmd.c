/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * receive_cmd.c: `hostdump < stream`: reads a live stream or a file, verifies its frames, writes them as they are to
 * a .jxp file, and shows the console text between them. It reads to the end of the stream, for text follows the end
 * frame; a character device has no end, so there the end frame is it. With --control it also answers the target.
 */
#include "receive.h"

#include "cmd.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/say.h"
#include "dump/losses.h"
#include "options.h"
#include "receive/ram_image.h"
#include "receive/resume.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define DAMAGE_LINES 20      /* reports of damage that are printed one by one */
#define UNOPENED_MS  100     /* between two looks at a terminal without another side */
#define UNOPENED_MOST_MS 10000
#define SILENCE_MOST 1000000 /* seconds; in milliseconds that fits poll()'s int */

/* ---- what the receiver finds ---- */

static void look_for_complaint(struct receive *r, const uint8_t *text, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++) {
    if (text[i] == '\n') {
      r->line_bytes = 0;
      continue;
    }
    if (r->line_bytes < sizeof(r->line) - 1) {
      r->line[r->line_bytes++] = (char)text[i];
      r->line[r->line_bytes] = '\0';
      r->complained |= strcmp(r->line, "error: ") == 0 || strcmp(r->line, "panic: ") == 0;
    }
  }
}

static void write_frame(struct receive *r, const struct xfer_frame *frame)
{
  if (outfile_write(&r->file, frame->wire, WIRE_FRAME_BYTES + frame->head.wire_bytes))
    return;
  progress_clear(&r->progress);
  say_line("%s: cannot be written: %s; what comes from now on is only counted", r->output, strerror(r->file.error));
}

static void on_frame(void *ctx, const struct xfer_frame *frame)
{
  struct receive *r = ctx;
  intake_frame(&r->intake, frame);
  if (!r->reading_old)
    write_frame(r, frame);
  progress_draw(&r->progress, r->dump);
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  struct receive *r = ctx;
  r->dump->text_bytes += bytes;
  look_for_complaint(r, text, bytes);
  progress_text(&r->progress, text, bytes);
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  struct receive *r = ctx;
  char text[300];
  dump_damage(r->dump, info);
  if (r->dump->damage_total > DAMAGE_LINES)
    return;
  losses_describe(info, text, sizeof(text));
  progress_clear(&r->progress);
  say_line("%s%s", text, r->dump->damage_total == DAMAGE_LINES ? "; more like it are only counted" : "");
}

static void on_talk(void *ctx, const struct xfer_frame *frame)
{
  control_frame(((struct receive *)ctx)->control, frame);
}

static void on_mended(void *ctx, uint64_t stretches, uint64_t bytes)
{
  struct receive *r = ctx;
  r->mended += stretches;
  r->mended_bytes += bytes;
}

/* ---- reading ---- */

/* Takes in what an earlier run has left, and says what that was. What cannot be read stays as it is. */
static void take_old(struct receive *r, struct xfer_receiver *receiver)
{
  int64_t bytes = resume_whole(r->file.fd);
  r->reading_old = true;
  bool good = bytes >= 0 && resume_feed(r->file.fd, (uint64_t)bytes, receiver);
  r->reading_old = false;
  if (!good) {
    say_line("%s: cannot be read: %s", r->file.part, strerror(errno));
    exit(CMD_IO);
  }
  outfile_keep(&r->file, (uint64_t)bytes);
  if (bytes)
    say_line("%s: going on behind %" PRIu64 " frames that are there", r->output, r->dump->frames);
  else
    say_line("%s: there is nothing yet to go on with: this is a new dump", r->output);
}

/* Waits for bytes, and says meanwhile what is due to a target that is answered. */
static enum stream_input_result next_bytes(struct receive *r, struct stream_input *in,
                                           const struct xfer_receiver *receiver, void *buffer, size_t room,
                                           size_t *got)
{
  const int limit_ms = in->timeout_ms;
  enum stream_input_result result;
  if (!r->control)
    return stream_input_read(in, buffer, room, got);
  for (int silent_ms = 0;; silent_ms += in->timeout_ms) {
    if (r->control->talk.replied)
      progress_clear(&r->progress);
    r->control->ended = r->dump->end;
    in->timeout_ms = control_turn(r->control, receiver, &r->progress);
    result = r->control->quit ? STREAM_INPUT_END : stream_input_read(in, buffer, room, got);
    if (result == STREAM_INPUT_OTHER && !control_read(r->control))
      in->other = -1;
    if (result == STREAM_INPUT_END && in->endless && !r->bytes && !r->control->quit &&
        silent_ms < UNOPENED_MOST_MS) {
      in->timeout_ms = UNOPENED_MS; /* no program has opened the terminal's other side yet */
      poll(NULL, 0, UNOPENED_MS);
      result = STREAM_INPUT_SILENCE;
    }
    if (result != STREAM_INPUT_OTHER && (result != STREAM_INPUT_SILENCE || (limit_ms >= 0 && silent_ms > limit_ms)))
      break;
  }
  in->timeout_ms = limit_ms;
  if (result == STREAM_INPUT_BYTES)
    control_heard(r->control);
  return result;
}

/* Reads a machine's memory, which has no text between the frames, and much that only looks like a frame. */
static enum stream_input_result read_image(struct receive *r, int fd, struct xfer_receiver *receiver)
{
  struct ram_image found;
  if (!ram_image_feed(fd, receiver, &found))
    return STREAM_INPUT_ERROR;
  r->bytes = found.bytes;
  if (found.others)
    say_line("%s: %" PRIu64 " frames of other runs are left out; the run that has the most is taken", r->input,
             found.others);
  return STREAM_INPUT_END;
}

static enum stream_input_result take_stream(struct receive *r, struct stream_input *in, struct xfer_receiver *receiver)
{
  static uint8_t buffer[1 << 16];
  enum stream_input_result result;
  size_t got;
  while ((result = next_bytes(r, in, receiver, buffer, sizeof(buffer), &got)) == STREAM_INPUT_BYTES) {
    r->bytes += got;
    xfer_receive(receiver, buffer, got);
    if (in->endless && r->dump->end)
      return STREAM_INPUT_END;
  }
  return result;
}

static enum stream_input_result read_stream(struct receive *r, struct stream_input *in)
{
  static const struct xfer_talk_ops talk = { on_talk, on_mended };
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  struct xfer_receiver *receiver = xfer_receive_new(&ops, r);
  enum stream_input_result result;
  if (!receiver) {
    errno = ENOMEM;
    return STREAM_INPUT_ERROR;
  }
  if (r->resume)
    take_old(r, receiver);
  if (r->control) {
    xfer_receive_answered(receiver, &talk);
    in->other = r->control->typed ? STDIN_FILENO : -1;
  }
  result = r->image ? read_image(r, in->fd, receiver) : take_stream(r, in, receiver);
  if (r->control)
    control_turn(r->control, receiver, &r->progress); /* the last answer */
  int error = errno;
  xfer_receive_end(receiver);
  xfer_receive_free(receiver);
  errno = error;
  return result;
}

/* A user who types `hostdump` alone should not wait for ever, and a terminal that edits lines ruins frames. */
static bool input_fits(int fd)
{
  struct termios t;
  if (!isatty(fd))
    return true;
  if (tcgetpgrp(fd) >= 0) {
    say_line("standard input is this terminal: give it the stream, as in `hostdump -o run.jxp < ttyS0`; "
             "hostdump --help says more");
    return false;
  }
  if (tcgetattr(fd, &t) == 0 && (t.c_lflag & ICANON || t.c_iflag & (ICRNL | INLCR | IGNCR | ISTRIP)))
    say_line("warning: the terminal on standard input is not raw and will change bytes: "
             "stty -F %s 115200 raw -echo", ttyname(fd) ? ttyname(fd) : "DEVICE");
  return true;
}

/* ---- the command ---- */

static int receive_from(struct receive *r, int fd)
{
  struct stream_input in;
  if (!input_fits(fd))
    return CMD_USAGE;
  if (!stream_input_open(&in, fd, r->timeout_s ? r->timeout_s * 1000 : -1)) {
    say_line("standard input cannot be read: %s; give it the stream: hostdump -o FILE < STREAM", strerror(errno));
    return CMD_IO;
  }
  const uint64_t memory = r->limit.given ? limit_bytes(&r->limit, NULL) : (uint64_t)INTAKE_MEMORY_MIB << 20;
  if (!intake_begin(&r->intake, r->output, memory)) {
    say_line("%" PRIu64 " MiB of memory do not do: give --memory a larger number", memory >> 20);
    intake_free(&r->intake);
    stream_input_close(&in);
    return CMD_USAGE;
  }
  if (!(r->resume ? outfile_continue : outfile_open)(&r->file, r->output)) {
    say_line("%s: cannot be written: %s; name another file with -o", r->file.part, outfile_problem(&r->file));
    stream_input_close(&in);
    intake_free(&r->intake);
    mem_free(r->file.part);
    return CMD_IO;
  }
  r->dump = r->intake.dump;
  progress_start(&r->progress);
  enum stream_input_result result = read_stream(r, &in);
  int error = errno;
  if (r->control)
    control_close(r->control);
  int status = receive_finish(r, &in, result, error);
  stream_input_close(&in);
  mem_free(r->file.part);
  intake_free(&r->intake);
  return status;
}

/* ---- the command line ---- */

enum { KEY_TIMEOUT = 0x200, KEY_CONTROL, KEY_IMAGE };

static const struct argp_option known[] = {
  { "output", 'o', "FILE", 0, "where the frames go (default run.jxp); FILE.part while they come", 0 },
  { "input", 'i', "STREAM", 0, "read this file, pipe or device instead of standard input; a FIFO that no program has "
    "opened for writing yet is waited for", 0 },
  { "image", KEY_IMAGE, "FILE", 0, "find the frames in this file, which holds the target's memory: a debugger, QEMU's "
    "pmemsave or JTAG wrote it (prof_write_memory() in the kit)", 0 },
  { "kernel", 'k', "ELF", 0, "check that the stream is of this image, and keep the names and lines of its functions in "
    "FILE (default: of $JX_KERNEL, kernel.elf beside hostdump, or build/kernel.elf, where it is that image)", 0 },
  { "continue", 'c', NULL, 0, "go on with FILE or FILE.part where an earlier hostdump was stopped; what the line "
    "said meanwhile is reported as missing", 0 },
  { "control", KEY_CONTROL, "LINE", 0, "talk with the target: what the line loses is sent again, and the target does "
    "what is typed (help lists it). LINE is NAME of the pipes NAME.in and NAME.out, a terminal, a unix socket, or "
    "HOST:PORT", 0 },
  { "execute", 'x', "COMMANDS", 0, "with --control: do these, separated by semicolons, instead of what is typed; "
    "`wait SECONDS`, `wait end` (of the dump) and `quit` are hostdump's own", 0 },
  { "timeout", KEY_TIMEOUT, "S", 0, "give up when no byte came for S seconds (default 0: wait for ever)", 0 },
  LIMIT_OPTION("memory for what is looked at of the dump while it is received (default 256); frames that come when it "
               "is full are kept all the same. A FILE that is there in place of MIB is what --image takes"),
  { NULL, 0, NULL, 0, NULL, 0 },
};

/* --memory: a number of MiB, or the file that holds a machine's memory. */
static void take_memory(struct receive *r, const struct argp_state *state, char *arg)
{
  uint64_t mib;
  if (number_whole(arg, UINT32_MAX, &mib)) {
    limit_parse(&r->limit, state, arg);
    return;
  }
  if (access(arg, F_OK) != 0)
    argp_error(state, "--memory=%s: there is no such file, and a limit is a whole number of MiB", arg);
  r->input = arg;
  r->image = true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct receive *r = state->input;
  switch (key) {
  case 'o': r->output = arg; break;
  case 'i': r->input = arg; break;
  case 'k': r->elf = arg; break;
  case 'c': r->resume = true; break;
  case 'x': r->commands = arg; break;
  case LIMIT_KEY: take_memory(r, state, arg); break;
  case KEY_CONTROL: r->target = arg; break;
  case KEY_IMAGE: r->input = arg; r->image = true; break;
  case KEY_TIMEOUT: r->timeout_s = (int)options_whole(state, "timeout", arg, SILENCE_MOST); break;
  case ARGP_KEY_ARG:
    argp_error(state, "`%s`? The stream comes on standard input (< %s) or with -i; commands stand first", arg, arg);
    break;
  case ARGP_KEY_END:
    if (r->target && r->input)
      argp_error(state, "--control reads the line that it names: leave -i and --image away");
    if (r->image && r->resume)
      argp_error(state, "--image finds all frames at once: leave -c away");
    if (r->commands && !r->target)
      argp_error(state, "-x gives commands to a target: to which? --control LINE");
    break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

int receive_cmd(int argc, char **argv)
{
  static const struct argp argp = { known, parse, "< STREAM\n--control LINE",
    "Reads the target's serial line, shows its console text, and keeps the verified frames.\v"
    "Records that full buffers dropped on the target are reported and are no damage. Exit status: 0 good; 1 damaged, "
    "lost in transit or without end; 2 usage; 3 no frame in the stream; 4 a file could not be read or written; "
    "128 + N stopped by signal N, with what came until then kept.", NULL, NULL, NULL };
  static struct control control;
  struct receive r = { .output = "run.jxp" };
  int fd = STDIN_FILENO;
  argp_parse(&argp, argc, argv, 0, NULL, &r);
  /* Without O_NONBLOCK, opening a FIFO would wait for its writer, deaf to --timeout. */
  if (r.input && (fd = open(r.input, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) < 0) {
    say_line("%s: cannot be opened: %s", r.input, strerror(errno));
    return CMD_IO;
  }
  if (r.target) {
    if (!control_open(&control, r.target, r.commands))
      return CMD_IO;
    r.control = &control;
    fd = control.connection.in;
  }
  int status = receive_from(&r, fd);
  if (r.input)
    close(fd);
  return status;
}
