/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * kdump.c: see kdump.h. The order on the line is FORMAT.md's: hello, data, end.
 */
#include "kdump.h"

#include "armor.h"
#include "backchannel.h"
#include "image.h"
#include "line.h"
#include "options.h"
#include "page.h"
#include "print.h"
#include "prof.h"
#include "sched.h"
#include "string.h"
#include "thread_list.h"
#include "timer.h"
#include "xfer.h"

#define BUILD_ID_BYTES_MAX 32 /* SHA-1, the linker's default, has 20 */

static const struct options *started; /* what was asked for; NULL while nothing is profiled */
static bool sending;                    /* the dump is on its way, or has left */
static void *sender_memory;

static int no_memory(const char *what, size_t bytes)
{
  kprintf("error: %s needs %zu KiB of memory in one piece, and that is not there.\n"
          "       Give the machine more (-m under QEMU), or make the buffers smaller: events= samples= stacks= sched= "
          "nodes= births= deaths=\n", what, bytes / 1024);
  return 1;
}

int kdump_begin(const struct options *options)
{
  if (!options->prof.modes)
    return 0;
  const char *problem = line_open(options->line);
  if (problem) {
    kprintf("error: %s\n", problem);
    return 1;
  }
  sender_memory = page_alloc(page_count(XFER_SENDER_BYTES));
  if (!sender_memory)
    return no_memory("the serial transfer", XFER_SENDER_BYTES);
  if (!prof_init(&options->prof))
    return no_memory("the profiler", prof_memory(&options->prof));
  if (!backchannel_begin(options->window_bytes))
    return no_memory("the window of frames (window=)", options->window_bytes);
  thread_profile_all();
  if (options->prof.modes & WIRE_MODE_TIMING)
    prof_probes_on();
  prof_calibrate();
  prof_start();
  started = options;
  return 0;
}

static bool write_line(void *ctx, const void *data, size_t bytes)
{
  (void)ctx;
  return line_write(data, bytes);
}

/* A frame. Those to come are as large as the line bears. */
static bool write_frame(void *ctx, const void *data, size_t bytes)
{
  struct xfer_sender *s = ctx;
  bool alive = backchannel_write(NULL, data, bytes);
  s->frame_bytes = backchannel_frame_bytes();
  return alive;
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

static void flush(void *ctx)
{
  xfer_send_flush(ctx, WIRE_FRAME_DATA);
}

/* Sends one name; `text` is any length that fits a frame. */
static void send_name(struct xfer_sender *s, enum wire_space space, const char *text, size_t bytes)
{
  struct wire_name row = { .space = space, .bytes = (uint32_t)bytes };
  xfer_send_pair(s, WIRE_NAME, &row, 1, WIRE_CHARACTER, text, bytes);
}

/* The build-id is the descriptor of the image's one GNU note: sizes of name and descriptor, type, name, descriptor, each
 * a multiple of four bytes (System V ABI, chapter 5, "Note Section"). */
static void send_build_id(struct xfer_sender *s)
{
  static char text[2 * BUILD_ID_BYTES_MAX];
  const uint8_t *id = __build_id_start + 12 + wire_get(__build_id_start, 4);
  size_t bytes = 0;
  for (; bytes < BUILD_ID_BYTES_MAX && id + bytes < __build_id_end; bytes++) {
    text[2 * bytes] = "0123456789abcdef"[id[bytes] >> 4];
    text[2 * bytes + 1] = "0123456789abcdef"[id[bytes] & 15];
  }
  send_name(s, WIRE_SPACE_BUILD_ID, text, 2 * bytes);
}

/* `crash` is why the kernel goes down, or NULL. */
static void send_hello(struct xfer_sender *s, const struct prof_sink *sink, const char *crash)
{
  static char options[OPTIONS_TEXT_BYTES];
  options_text(started, options, sizeof options);
  const struct wire_meta window = { WIRE_META_WINDOW_BYTES, backchannel_figures().window_bytes };
  prof_collect_hello(sink);
  xfer_send(s, WIRE_META, &window, 1);
  send_build_id(s);
  send_name(s, WIRE_SPACE_COMMAND, options, strlen(options));
  send_name(s, WIRE_SPACE_SYSTEM, KERNEL_SYSTEM, sizeof(KERNEL_SYSTEM) - 1);
  if (workload_program())
    send_name(s, WIRE_SPACE_PROGRAM, workload_program(), strlen(workload_program()));
  if (crash)
    send_name(s, WIRE_SPACE_CRASH, crash, strlen(crash));
  xfer_send_flush(s, WIRE_FRAME_HELLO);
}

/* What the frames hold of each kind, and what the buffers had no room for. */
static void send_end(struct xfer_sender *s)
{
  for (uint16_t kind = 0; kind < WIRE_KIND_LIMIT; kind++) {
    struct prof_tally t = prof_tally(kind);
    struct wire_tally row = { .kind = kind, .made = t.made, .sent = s->sent[kind], .dropped = t.dropped };
    if (t.made)
      xfer_send(s, WIRE_TALLY, &row, 1);
  }
  const struct backchannel_figures back = backchannel_figures();
  const struct wire_meta meta[] = {
    { WIRE_META_FRAMES, s->seq + 1 },
    { WIRE_META_PLAIN_BYTES, s->plain_bytes },
    { WIRE_META_WIRE_BYTES, s->wire_bytes },
    { WIRE_META_RESENT, back.resent },
    { WIRE_META_ABANDONED, back.abandoned },
  };
  xfer_send(s, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  xfer_send_flush(s, WIRE_FRAME_END);
}

/* Sends everything. Returns whether it all left. */
static bool send_dump(const char *crash)
{
  static struct xfer_sender sender;
  static struct armor armor;
  const bool as_text = started->as_text;
  timer_watchdog(0); /* it is the line that takes long now */
  const struct prof_sink sink = { .records = send_records, .pair = send_pair, .ctx = &sender, .flush = flush };
  sending = true;
  prof_stop();
  if (as_text)
    armor_begin(&armor, write_line, NULL);
  xfer_send_init(&sender, sender_memory, as_text ? armor_write : write_frame, as_text ? (void *)&armor : &sender);
  send_hello(&sender, &sink, crash);
  prof_collect(&sink);
  xfer_send_flush(&sender, WIRE_FRAME_DATA);
  send_end(&sender);
  if (as_text && !armor_end(&armor))
    sender.dead = true;
  backchannel_finish();
  return line_drain() && !sender.dead;
}

int kdump_finish(void)
{
  if (!started || send_dump(NULL))
    return 0;
  kprintf("error: the line took no more bytes; the dump is not complete. Is somebody reading the other end? "
          "patience= sets how long to wait.\n");
  return 1;
}

static void keep_stacks(void)
{
  const struct thread *t = thread_list_next(NULL);
  uintptr_t ip, fp;
  for (int i = 0; t && i < PROF_CRASH_THREADS; i++, t = thread_list_next(t))
    if (t != thread_self() && t->state != THREAD_EXITED && sched_resume_point(t, &ip, &fp))
      prof_crash_stack(&t->prof, ip, fp);
}

void kdump_crash(const char *reason)
{
  if (!started)
    return;
  if (sending) {
    kprintf("The profile was being sent when this happened; what has arrived of it is good.\n");
    return;
  }
  keep_stacks();
  send_dump(reason);
}
