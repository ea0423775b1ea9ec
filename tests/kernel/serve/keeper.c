/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * keeper.c: a target that keeps what it has sent until a reader has it, as our kernel does, and that outlives its
 * reader: `keeper unix:PATH STREAM'. It does what it is told, line by line, on standard input, and prints `done' behind
 * each line, or why that cannot be done:
 *
 *   connect      connects, again where it was connected
 *   text TEXT    says a line of console text
 *   send N       sends N more frames of the stream; `send all': the rest
 *   torn         sends the first half of the next frame: the line breaks next
 *   asked        waits until it has been given a command, and has replied to that
 *   finish       waits until the reader has all that was sent
 *   lose         the next frame is lost on the way, as often as it is sent, until the next `connect'
 *   held N       waits until the reader has said of N frames that it has them, but not one before them
 *
 * Bytes that go to no reader are lost, as those are that QEMU writes to a socket to which no program is connected.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "both/checked_line.h"
#include "target/window.h"
#include "xfer.h"

#define SILENT_MOST_MS 60000 /* without a word of the reader: on a busy machine it takes a while to start again */
#define WINDOW_BYTES   (4u << 20)

static struct window window;
static struct checked_line_input input;
static int line = -1;
static bool replied; /* to a command */
static const uint8_t *lost; /* the frame that does not get through; NULL: all do */

/* The stream's frames. */
static struct frame { uint8_t *bytes; size_t count; } *frames;
static size_t frame_count, next;
static uint32_t run;

static void take_frame(void *ctx, const struct xfer_frame *f)
{
  const size_t bytes = WIRE_FRAME_BYTES + f->head.wire_bytes;
  (void)ctx;
  frames = realloc(frames, (frame_count + 1) * sizeof(*frames));
  frames[frame_count] = (struct frame){ malloc(bytes), bytes };
  memcpy(frames[frame_count++].bytes, f->wire, bytes);
  run = xfer_frame_run(f);
}

static void leave_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
}

static void leave_damage(void *ctx, const struct xfer_damage_info *info)
{
  (void)ctx, (void)info;
}

static bool read_frames(const char *path)
{
  static const struct xfer_receiver_ops ops = { .frame = take_frame, .text = leave_text, .damage = leave_damage };
  static char piece[1 << 16];
  struct xfer_receiver *r = xfer_receive_new(&ops, NULL);
  FILE *in = fopen(path, "r");
  size_t n;
  while (r && in && (n = fread(piece, 1, sizeof(piece), in)) > 0)
    xfer_receive(r, piece, n);
  if (in)
    fclose(in);
  if (r)
    xfer_receive_free(r);
  return frame_count;
}

static void connect_to(const char *place)
{
  struct sockaddr_un a = { .sun_family = AF_UNIX };
  snprintf(a.sun_path, sizeof(a.sun_path), "%s", place + strlen("unix:"));
  lost = NULL;
  if (line >= 0)
    close(line);
  line = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(line, (const struct sockaddr *)&a, sizeof(a)) != 0)
    perror(place);
}

static bool put(void *ctx, const void *data, size_t bytes)
{
  struct wire_frame f, no;
  (void)ctx;
  if (lost && bytes >= WIRE_FRAME_BYTES) {
    wire_frame_get(&f, data);
    wire_frame_get(&no, lost);
    if (f.seq == no.seq && !WIRE_FRAME_IS_TALK(f.type))
      return true;
  }
  if (send(line, data, bytes, MSG_NOSIGNAL) < 0)
    return true; /* no program is there */
  return true;
}

/* Replies to a command with its own words. */
static void reply(const char *command, size_t bytes, uint32_t session, uint32_t number)
{
  static uint8_t frame[4096];
  const struct wire_reply row = { session, number, 0, (uint32_t)bytes };
  size_t used = xfer_pack(WIRE_REPLY, &row, 1, NULL, frame + WIRE_FRAME_BYTES);
  used += xfer_pack(WIRE_CHARACTER, command, bytes, NULL, frame + WIRE_FRAME_BYTES + used);
  xfer_seal_frame(frame, WIRE_FRAME_REPLY, 0, 0, used, used);
  put(NULL, frame, WIRE_FRAME_BYTES + used);
  replied = true;
}

static void hear(const char *text, size_t bytes)
{
  const char *said, *end;
  struct ack ack;
  uint32_t session, number;
  const size_t length = checked_line_open(text, bytes, &said);
  if (!length)
    return;
  end = said + length;
  if (ack_read(said, length, &ack))
    window_ack(&window, &ack);
  else if (checked_line_take_word(&said, end, "do") && checked_line_take_number(&said, end, &session) &&
           checked_line_take_number(&said, end, &number))
    reply(said, (size_t)(end - said), session, number);
}

/* Takes what the reader says. Returns false where it says nothing for `ms`. */
static bool listen_for(int ms)
{
  struct pollfd p = { line, POLLIN, 0 };
  char said[4096];
  ssize_t n = poll(&p, 1, ms) == 1 ? recv(line, said, sizeof(said), MSG_DONTWAIT) : 0;
  for (ssize_t i = 0; i < n; i++)
    if (checked_line_take(&input, said[i]))
      hear(input.line, input.used);
  return n > 0;
}

static bool wait_for_reader(void *ctx)
{
  (void)ctx;
  return listen_for(SILENT_MOST_MS);
}

/* Frames that the reader has, and that are kept for one before them. */
static size_t count_held(void)
{
  size_t count = 0;
  for (uint32_t seq = window.low; seq != window.next; seq++)
    count += window.frames[seq % WINDOW_FRAMES].arrived;
  return count;
}

static bool do_line(const char *place, const char *what)
{
  size_t count = 0;
  if (strcmp(what, "connect") == 0) {
    connect_to(place);
  } else if (strncmp(what, "text ", 5) == 0) {
    put(NULL, what + 5, strlen(what + 5));
    put(NULL, "\n", 1);
  } else if (strcmp(what, "send all") == 0 || sscanf(what, "send %zu", &count) == 1) {
    for (size_t end = count ? next + count : frame_count; next < end && next < frame_count; next++)
      window_write(&window, frames[next].bytes, frames[next].count);
  } else if (strcmp(what, "torn") == 0) {
    put(NULL, frames[next].bytes, frames[next].count / 2);
  } else if (strcmp(what, "lose") == 0) {
    lost = frames[next].bytes;
  } else if (sscanf(what, "held %zu", &count) == 1) {
    while (count_held() < count)
      if (!listen_for(SILENT_MOST_MS))
        return false;
  } else if (strcmp(what, "asked") == 0) {
    while (!replied)
      if (!listen_for(SILENT_MOST_MS))
        return false;
  } else if (strcmp(what, "finish") == 0) {
    while (!window.reader && listen_for(SILENT_MOST_MS))
      ;
    return window.reader && window_finish(&window);
  } else {
    return false;
  }
  return true;
}

int main(int argc, char **argv)
{
  static const struct window_ops ops = { put, wait_for_reader };
  char what[1000];
  if (argc != 3 || !read_frames(argv[2]))
    return 2;
  window_init(&window, malloc(WINDOW_BYTES), WINDOW_BYTES, run, &ops, NULL);
  while (fgets(what, sizeof(what), stdin)) {
    what[strcspn(what, "\n")] = '\0';
    puts(do_line(argv[1], what) ? "done" : "cannot be done");
    fflush(stdout);
  }
  return 0;
}
