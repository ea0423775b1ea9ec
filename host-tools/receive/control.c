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

static void begin_talk(struct control *c, const char *commands)
{
  uint32_t session;
  if (getrandom(&session, sizeof(session), 0) != sizeof(session))
    session = (uint32_t)getpid();
  c->commands = mem_format("%s", "");
  while (commands && *commands) {
    size_t bytes = strcspn(commands, ";\n");
    add_command(c, commands, bytes);
    commands += bytes + (commands[bytes] != '\0');
  }
  talk_init(&c->talk, session, now_ms());
}

bool control_open(struct control *c, const char *name, const char *commands)
{
  memset(c, 0, sizeof(*c));
  c->typed = !commands;
  if (!connection_open(&c->connection, name))
    return false;
  begin_talk(c, commands);
  return true;
}

void control_begin(struct control *c, int out, const char *who, const char *commands)
{
  memset(c, 0, sizeof(*c));
  c->connection = (struct connection){ -1, out };
  c->who = who;
  begin_talk(c, commands);
}

/* ---- commands ---- */

/* Behind the target's list, in its form: what is not the target's. */
static const char own_help[] =
  "wait    SECONDS         begin the next command so much later (hostdump's own)\n"
  "wait    end             begin it when the dump has come (hostdump's own)\n"
  "quit                    end hostdump, with what has come; the target goes on (hostdump's own)\n";

/* Shows text, each line behind the name of its target where there are several. */
static void show_lines(const struct control *c, struct progress *shown, const char *text)
{
  while (c->who && *text) {
    const int bytes = (int)strcspn(text, "\n");
    char *line = mem_format("%s: %.*s\n", c->who, bytes, text);
    progress_reply(shown, line);
    mem_free(line);
    text += bytes + (text[bytes] == '\n');
  }
  progress_reply(shown, text);
}

static void show_reply(struct control *c, struct progress *shown)
{
  c->talk.replied = false;
  c->failed |= c->talk.reply.status != 0;
  show_lines(c, shown, c->talk.text);
  if (strcmp(c->talk.command, "help") == 0)
    show_lines(c, shown, own_help);
}

/* What stands before a message about the target. */
static const char *name_before(const struct control *c)
{
  return c->who ? c->who : "";
}

static const char *colon_behind(const struct control *c)
{
  return c->who ? ": " : "";
}

static void give_up(struct control *c)
{
  say_line("%s%s`%s`: no answer. Does the target's line have an input (is the pipe's other half connected), does its "
           "kernel run, and with a profiler (prof=)?", name_before(c), colon_behind(c), c->talk.command);
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
    say_line("%s%s`%s` is too long: %d characters are possible", name_before(c), colon_behind(c), command,
             TALK_COMMAND);
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

void control_end(struct control *c)
{
  struct checked_line line;
  talk_bye(&line);
  for (int i = 0; i < BYES; i++)
    write_line(c, &line);
  if (c->talk.waiting)
    give_up(c);
  if (*c->commands && !c->quit) {
    say_line("%s%sthe target was gone before these commands: %s", name_before(c), colon_behind(c), c->commands);
    c->failed = true;
  }
  mem_free(c->commands);
}

void control_close(struct control *c)
{
  control_end(c);
  connection_close(&c->connection);
}
