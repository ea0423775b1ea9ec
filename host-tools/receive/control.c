/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * control.c: see control.h.
 */
#include "control.h"

#include "base/mem.h"
#include "base/say.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* A target that is busy sending answers within a frame; one that does not answer for that long has no monitor. */
#define ANSWER_MS 15000
#define BYES      3     /* one of them gets through almost any line */

static uint64_t now_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* A line that does not fit into the pipe is lost, as on any bad line: another will follow. */
static void write_line(struct control *c, const struct checked_line *line)
{
  ssize_t n = write(c->connection.out, line->line, line->used);
  (void)n;
}

static void add_command(struct control *c, const char *text, size_t bytes)
{
  char *all = mem_format("%s%.*s\n", c->commands, (int)bytes, text);
  mem_free(c->commands);
  c->commands = all;
}

bool control_open(struct control *c, const char *name, const char *commands)
{
  uint32_t session;
  memset(c, 0, sizeof(*c));
  c->typed = !commands;
  if (!connection_open(&c->connection, name))
    return false;
  if (getrandom(&session, sizeof(session), 0) != sizeof(session))
    session = (uint32_t)getpid();
  c->commands = mem_format("%s", "");
  while (commands && *commands) {
    size_t bytes = strcspn(commands, ";\n");
    add_command(c, commands, bytes);
    commands += bytes + (commands[bytes] != '\0');
  }
  talk_init(&c->talk, session, now_ms());
  return true;
}

/* ---- commands ---- */

/* Behind the target's list, in its form: what is not the target's. */
static const char own_help[] =
  "wait    SECONDS         begin the next command so much later (hostdump's own)\n"
  "wait    end             begin it when the dump has come (hostdump's own)\n"
  "quit                    end hostdump, with what has come; the target goes on (hostdump's own)\n";

static void show_reply(struct control *c, struct progress *shown)
{
  c->talk.replied = false;
  c->failed |= c->talk.reply.status != 0;
  progress_reply(shown, c->talk.text);
  if (strcmp(c->talk.command, "help") == 0)
    progress_reply(shown, own_help);
}

static void give_up(struct control *c)
{
  say_line("`%s`: no answer. Does the target's line have an input (is the pipe's other half connected), does its "
           "kernel run, and with a profiler (prof=)?", c->talk.command);
  c->talk.waiting = false;
  c->failed = true;
}

static void begin_command(struct control *c, const char *command, uint64_t now)
{
  double seconds;
  char more;
  if (strcmp(command, "quit") == 0) {
    c->quit = true;
  } else if (strcmp(command, "wait end") == 0) {
    c->wait_end = true;
  } else if (sscanf(command, "wait %lf %c", &seconds, &more) == 1 && seconds >= 0 && seconds < 1e6) {
    c->wait_ms = now + (uint64_t)(seconds * 1000);
  } else if (!talk_command(&c->talk, command, now)) {
    say_line("`%s` is too long: %d characters are possible", command, TALK_COMMAND);
    c->failed = true;
  }
  c->asked_ms = now;
}

/* Begins the next command once the target is there. */
static void next_command(struct control *c, uint64_t now)
{
  while (*c->commands && c->talk.open && !c->talk.waiting && !c->quit && now >= c->wait_ms &&
         (c->ended || !c->wait_end)) {
    char *end = strchr(c->commands, '\n'), *first = c->commands + strspn(c->commands, " \t");
    *end = '\0';
    if (first < end)
      begin_command(c, first, now);
    memmove(c->commands, end + 1, strlen(end + 1) + 1);
  }
}

bool control_read(struct control *c)
{
  ssize_t n = read(STDIN_FILENO, c->line + c->line_used, sizeof(c->line) - c->line_used);
  if (n == 0 && c->line_used) { /* a last line that nothing ends */
    add_command(c, c->line, c->line_used);
    c->line_used = 0;
  }
  if (n <= 0)
    return n < 0 && (errno == EINTR || errno == EAGAIN);
  c->line_used += (size_t)n;
  char *at = c->line, *end;
  while ((end = memchr(at, '\n', c->line_used - (size_t)(at - c->line)))) {
    add_command(c, at, (size_t)(end - at));
    at = end + 1;
  }
  c->line_used -= (size_t)(at - c->line);
  memmove(c->line, at, c->line_used);
  if (c->line_used == sizeof(c->line))
    c->line_used = 0; /* no command is that long */
  return true;
}

/* ---- the target ---- */

static uint64_t earlier_of(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

int control_turn(struct control *c, const struct xfer_receiver *r, struct progress *shown)
{
  struct checked_line line;
  uint64_t now = now_ms(), due;
  if (c->talk.replied)
    show_reply(c, shown);
  if (c->talk.waiting && now - c->asked_ms > ANSWER_MS)
    give_up(c);
  next_command(c, now);
  while (talk_next(&c->talk, r, now, &line))
    write_line(c, &line);
  due = talk_due(&c->talk);
  if (*c->commands && c->wait_ms > now)
    due = earlier_of(due, c->wait_ms);
  return due > now ? (int)earlier_of(due - now, 60000) : 0;
}

void control_heard(struct control *c)
{
  talk_heard(&c->talk, now_ms());
}

void control_frame(struct control *c, const struct xfer_frame *frame)
{
  talk_frame(&c->talk, frame);
}

void control_close(struct control *c)
{
  struct checked_line line;
  talk_bye(&line);
  for (int i = 0; i < BYES; i++)
    write_line(c, &line);
  if (c->talk.waiting)
    give_up(c);
  if (*c->commands && !c->quit) {
    say_line("the target was gone before these commands: %s", c->commands);
    c->failed = true;
  }
  mem_free(c->commands);
  connection_close(&c->connection);
}
