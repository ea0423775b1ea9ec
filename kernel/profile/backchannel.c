/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * backchannel.c: see backchannel.h. What goes to and fro is in FORMAT.md, "The back channel".
 *
 * The thread Monitor takes in what comes. The thread that sends the dump waits for the reader by letting other threads
 * run, and in a crash, where there are none, takes in what comes itself.
 */
#include "backchannel.h"

#include "both/ack.h"
#include "lib/format.h"
#include "drivers/line.h"
#include "monitor.h"
#include "core/page.h"
#include "crash/panic.h"
#include "io_timeout.h"
#include "core/print.h"
#include "prof.h"
#include "both/checked_line.h"
#include "lib/string.h"
#include "core/thread_list.h"
#include "tsc.h"
#include "lib/line_editor.h"
#include "drivers/uart.h"
#include "target/window.h"

/* A source of lines: the line, or the console where that is another. */
struct source {
  bool (*await)(uint64_t tsc);
  size_t (*read)(void *to, size_t room);
  struct checked_line_input input;
  struct line_editor typed;
  bool begun;          /* a line has ended: what comes is no rest of a line that began before we listened */
};

static struct window window;
static struct mutex lock = MUTEX("window of frames"); /* of the window */
static struct mutex doing = MUTEX("command of the monitor"); /* a command */
static bool broken;            /* the system goes down */
static bool ready;
static bool heard;             /* something valid came since the sender waits */
static uint64_t heard_tsc;     /* when that was last */

/* A program that talks with us says something every two seconds (talk.c), often twice as much. */
#define TALK_S 6
static struct source line_source = { .await = line_await, .read = line_read };
static struct source console_source = { .await = uart_await, .read = uart_read };

static void lock_window(void)
{
  if (!broken)
    mutex_lock(&lock);
}

static void unlock_window(void)
{
  if (!broken)
    mutex_unlock(&lock);
}

/* ---- commands ---- */

static struct monitor_reply reply;

/* What was done last, so that it is not done again when the reader repeats it because the reply was lost. */
static struct { uint32_t session, number; size_t bytes; } last;

/* A reply frame: one REPLY, and its text, of which a character takes two bytes at most. */
static uint8_t reply_frame[WIRE_FRAME_BYTES + 4 * (WIRE_BLOCK_BYTES + 5 * WIRE_COLUMN_BYTES) +
                           2 * MONITOR_REPLY_BYTES];

static void make_reply(uint32_t session, uint32_t number, const struct monitor_reply *r)
{
  const struct wire_reply row = { session, number, r->refused, (uint32_t)r->used };
  uint8_t *payload = reply_frame + WIRE_FRAME_BYTES;
  size_t bytes = xfer_pack(WIRE_REPLY, &row, 1, NULL, payload);
  if (r->used)
    bytes += xfer_pack(WIRE_CHARACTER, r->text, r->used, NULL, payload + bytes);
  xfer_seal_frame(reply_frame, WIRE_FRAME_REPLY, 0, 0, bytes, bytes);
  last.session = session;
  last.number = number;
  last.bytes = WIRE_FRAME_BYTES + bytes;
}

static void run_checked(const char *at, const char *end)
{
  uint32_t session, number;
  if (!checked_line_take_number(&at, end, &session) || !checked_line_take_number(&at, end, &number))
    return;
  mutex_lock(&doing);
  if (session != last.session || (int32_t)(number - last.number) > 0) {
    monitor_run(at, (size_t)(end - at), &reply);
    make_reply(session, number, &reply);
  }
  if (number == last.number)
    line_write(reply_frame, last.bytes);
  mutex_unlock(&doing);
}

static void run_typed(const char *text, size_t bytes)
{
  mutex_lock(&doing);
  monitor_run(text, bytes, &reply);
  kprintf("%.*s", (int)reply.used, reply.text);
  print_flush();
  mutex_unlock(&doing);
}

/* ---- what comes in ---- */

/* Whether a program is at the other end. What comes without a checksum then is one of its lines that was spoilt. */
static bool program_there(const struct source *s)
{
  return s == &line_source && window.reader && tsc_now() - heard_tsc < TALK_S * tsc_hz();
}

/* Whether a person writes the line at hand. */
static bool is_typed(const struct source *s)
{
  return !program_there(s) && !broken && !checked_line_is(s->input.line, s->input.used);
}

static void take_line(const struct source *s)
{
  struct ack ack;
  const char *text, *end;
  size_t length = checked_line_open(s->input.line, s->input.used, &text);
  if (!length) {
    if (is_typed(s))
      run_typed(s->input.line, s->input.used);
    return;
  }
  end = text + length;
  if (checked_line_take_word(&text, end, "do")) {
    if (!broken)
      run_checked(text, end);
    return;
  }
  lock_window();
  heard = true;
  heard_tsc = tsc_now();
  if (checked_line_take_word(&text, end, "bye"))
    window_reader_gone(&window);
  else if (ack_read(text, (size_t)(end - text), &ack))
    window_ack(&window, &ack);
  unlock_window();
}

/* Shows a person who types what was typed. */
static void echo_text(const struct source *s, const char *text, size_t bytes)
{
  if (s->begun && is_typed(s))
    uart_write(text, bytes);
}

/* Takes back the last character, of UTF-8 all bytes. */
static void erase_character(struct source *s)
{
  struct checked_line_input *in = &s->input;
  if (!in->used || in->taken)
    return;
  while (--in->used && (in->line[in->used] & 0xC0) == 0x80)
    ;
  echo_text(s, "\b \b", 3);
}

static void kill_line(struct source *s)
{
  echo_text(s, "\n", 1);
  s->input = (struct checked_line_input){ .taken = true };
}

/* A line has ended that did not find room. */
static void refuse_long_line(const struct source *s)
{
  char text[80];
  echo_text(s, text, ksnprintf(text, sizeof text, "a line of more than %d characters is no command\n", SEALED_BYTES));
}

/* A program's line opens at any time, within a key's bytes as well. */
static enum line_editor_key key_of(struct source *s, char byte)
{
  if (byte != SEALED_OPEN)
    return line_editor_take(&s->typed, byte);
  s->typed = (struct line_editor){ 0 };
  return TYPED_CHARACTER;
}

static void take_byte(struct source *s, char byte)
{
  switch (key_of(s, byte)) {
  case TYPED_ERASE: erase_character(s); return;
  case TYPED_KILL: kill_line(s); return;
  case TYPED_NOTHING: return;
  case TYPED_CHARACTER: break;
  }
  const bool cut = s->input.too_long, end = byte == '\n' || byte == '\r';
  const bool complete = checked_line_take(&s->input, byte);
  if (end || !s->input.too_long)
    echo_text(s, end ? "\n" : &byte, 1);
  if (complete)
    take_line(s);
  else if (cut && end)
    refuse_long_line(s);
  s->begun |= end;
}

static void take_all(struct source *s)
{
  char bytes[64];
  size_t n;
  while ((n = s->read(bytes, sizeof bytes)))
    for (size_t i = 0; i < n; i++)
      take_byte(s, bytes[i]);
}

static void listen(void *source)
{
  struct source *s = source;
  for (;;) {
    s->await(0); /* for ever */
    take_all(s);
  }
}

/* ---- the window ---- */

static bool write_line(void *ctx, const void *data, size_t bytes)
{
  (void)ctx;
  return line_write(data, bytes);
}

static bool wait_for_reader(void *ctx)
{
  static struct io_timeout timeout;
  (void)ctx;
  heard = false;
  unlock_window();
  if (broken) {
    take_all(&line_source);
  } else {
    line_poll();
    thread_yield();
  }
  lock_window();
  if (heard)
    timeout = (struct io_timeout){ 0 };
  else if (io_timeout_ends(&timeout)) {
    timeout = (struct io_timeout){ 0 };
    return false;
  }
  return true;
}

static const struct window_ops ops = { write_line, wait_for_reader };

/* The kernel goes down: from now on the line is polled, and no lock is taken. */
static void break_locks(void)
{
  broken = true;
}

bool backchannel_begin(uint32_t window_bytes, uint32_t run)
{
  if (window_bytes && window_bytes < WINDOW_LEAST)
    window_bytes = WINDOW_LEAST;
  void *memory = window_bytes ? page_alloc(page_count(window_bytes)) : NULL;
  window_init(&window, memory, memory ? window_bytes : 0, run, &ops, NULL);
  panic_on_begin(break_locks);
  ready = true;
  return memory || !window_bytes;
}

bool backchannel_listen(void)
{
  if (!ready)
    return true;
  line_listen();
  if (!line_is_console())
    uart_listen();
  return thread_create_service("Monitor", THREAD_HIGH, WIRE_THREAD_PROFILER, listen, &line_source) &&
         (line_is_console() ||
          thread_create_service("Console", THREAD_HIGH, WIRE_THREAD_PROFILER, listen, &console_source));
}

bool backchannel_write(void *ctx, const void *frame, size_t bytes)
{
  (void)ctx;
  lock_window();
  bool alive = window_write(&window, frame, bytes);
  unlock_window();
  return alive;
}

size_t backchannel_frame_bytes(void)
{
  return window.frame_bytes;
}

void backchannel_finish(void)
{
  lock_window();
  window_finish(&window);
  unlock_window();
}

struct backchannel_figures backchannel_figures(void)
{
  return (struct backchannel_figures){ .window_bytes = window.bytes, .reader = window.reader,
                                       .kept = window.next - window.low, .resent = window.resent,
                                       .abandoned = window.abandoned };
}
