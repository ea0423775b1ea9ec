/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * loop.c: see loop.h.
 */
#define _GNU_SOURCE /* strsignal */
#include "loop.h"

#include "answers.h"
#include "base/mem.h"
#include "base/say.h"
#include "callers.h"
#include "clock.h"
#include "http.h"
#include "left.h"
#include "places.h"
#include "runs.h"
#include "status.h"
#include "steer.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define REDRAW_MS 1000
#define LAST_MS   2000 /* that pages have at the end to take what they have not got yet */
/* That are polled beside the targets: signals, pages, names, tools, who adds tools, readers of ours. */
#define OTHERS_MOST 7

/* Puts what is polled beside the targets there. Returns how many these are: none that is not open, for poll() takes as
 * many as there may be open files. */
static size_t gather_others(const struct serve *s, struct pollfd *fds)
{
  const int others[] = { s->pages ? http_fd(s->pages) : -1, s->names ? names_fd(s->names) : -1,
                         s->tools ? tools_fd(s->tools) : -1, s->steer ? steer_fd(s->steer) : -1 };
  size_t n = 0;
  fds[n++] = (struct pollfd){ s->signals, POLLIN, 0 };
  for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
    if (others[i] >= 0)
      fds[n++] = (struct pollfd){ others[i], POLLIN, 0 };
  if (outlet_waits(&s->out))
    fds[n++] = (struct pollfd){ s->out.fd, POLLOUT, 0 };
  if (outlet_waits(&s->err))
    fds[n++] = (struct pollfd){ s->err.fd, POLLOUT, 0 };
  return n;
}

/* What is polled of targets, behind `n` others: who speaks, then places where callers wait: what has come is read
 * before a caller is held for silent. */
static size_t gather_descriptors(struct serve *s, struct pollfd *fds, struct served **whose, size_t n)
{
  const int64_t now = clock_ms();
  for (size_t i = 0; i < s->run_count; i++) {
    if (s->runs[i].fd == s->runs[i].served->place.fd)
      continue; /* a place that is read: below */
    whose[n] = s->runs[i].served;
    fds[n++] = (struct pollfd){ s->runs[i].fd, POLLIN, 0 };
  }
  for (size_t i = 0; i < s->place_count; i++) {
    struct served *p = &s->places[i];
    if (p->rests_until_ms <= now)
      p->rests_until_ms = 0;
    if (p->place.fd < 0 || p->over || p->rests_until_ms || (p->place.listens && !callers_have_room(s, p)))
      continue;
    whose[n] = p;
    fds[n++] = (struct pollfd){ p->place.fd, POLLIN, 0 };
  }
  return n;
}

/* For how long pages and tools want nothing, milliseconds; -1: for ever. */
static int others_due(const struct serve *s)
{
  const int due[] = { s->pages ? http_due(s->pages) : -1, s->tools ? tools_due(s->tools) : -1,
                      s->steer ? steer_due(s->steer) : -1 };
  int least = -1;
  for (size_t i = 0; i < sizeof(due) / sizeof(due[0]); i++)
    least = due[i] >= 0 && (least < 0 || due[i] < least) ? due[i] : least;
  return least;
}

#define MESSAGES_DROPPED "%" PRIu64 " bytes of messages were dropped: standard error was not read for too long"

static void serve_others(struct serve *s)
{
  outlet_turn(&s->out);
  outlet_turn(&s->err);
  const uint64_t untold = outlet_untold(&s->err);
  if (untold) {
    status_wipe(s);
    say_line(MESSAGES_DROPPED, untold);
  }
  if (s->pages)
    http_turn(s->pages);
  if (s->steer)
    steer_turn(s->steer);
  if (s->tools)
    tools_turn(s->tools);
}

/* How long to wait for them, milliseconds; -1: for ever. */
static int waiting_ms(struct serve *s)
{
  const int64_t now = clock_ms();
  const int answers = answers_turn(s);
  int64_t wait = s->terminal ? REDRAW_MS : INT32_MAX;
  const int others = others_due(s);
  wait = answers >= 0 && answers < wait ? answers : wait;
  wait = others >= 0 && others < wait ? others : wait;
  for (size_t i = 0; i < s->place_count; i++) {
    if (s->places[i].rests_until_ms && s->places[i].rests_until_ms - now < wait)
      wait = s->places[i].rests_until_ms - now;
    const int room = s->places[i].place.listens ? callers_due(s, &s->places[i]) : 0;
    wait = room && room < wait ? room : wait;
  }
  for (size_t i = 0; s->timeout_ms && i < s->run_count; i++)
    if (s->runs[i].served->place.listens && s->runs[i].heard_ms + s->timeout_ms - now < wait)
      wait = s->runs[i].heard_ms + s->timeout_ms - now;
  return wait == INT32_MAX ? -1 : wait > 0 ? (int)wait : 0;
}

static bool all_over(const struct serve *s)
{
  for (size_t i = 0; i < s->place_count; i++)
    if (!s->places[i].over)
      return false;
  return s->run_count == 0;
}

/* Waits for what has been gathered. Where the system refuses that (fewer files may be open than are), it rests. */
static void wait_for(struct serve *s, struct pollfd *fds, size_t n)
{
  if (poll(fds, n, waiting_ms(s)) >= 0 || errno == EINTR)
    return;
  if (!s->told_unwaited) {
    status_wipe(s);
    say_line("cannot wait for targets: %s; tries again each second", strerror(errno));
  }
  s->told_unwaited = true;
  poll(NULL, 0, SERVE_REST_MS);
}

static void serve_loop(struct serve *s)
{
  size_t most = OTHERS_MOST;
  for (size_t i = 0; i < s->place_count; i++)
    most += 1 + s->places[i].callers_most;
  struct pollfd *fds = mem_alloc(most, sizeof(*fds));
  struct served **whose = mem_alloc(most, sizeof(*whose));
  while (!all_over(s)) {
    const size_t others = gather_others(s, fds), n = gather_descriptors(s, fds, whose, others);
    wait_for(s, fds, n);
    struct signalfd_siginfo info;
    if (read(s->signals, &info, sizeof(info)) == sizeof(info)) {
      status_wipe(s);
      say_line("stopped by %s", strsignal((int)info.ssi_signo));
      break;
    }
    for (size_t i = others; i < n; i++) {
      if (!fds[i].revents)
        continue;
      if (whose[i]->place.listens && fds[i].fd == whose[i]->place.fd)
        callers_take(s, whose[i]);
      else
        runs_take(s, whose[i], fds[i].fd);
    }
    callers_end_left(s);
    callers_end_silent(s);
    serve_others(s);
    status_draw(s);
  }
  while (s->run_count)
    runs_end(s, 0);
  mem_free(fds);
  mem_free(whose);
}

static int catch_signals(void)
{
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* A line for standard error. */
static void say_out(void *ctx, const char *line, size_t bytes)
{
  outlet_put(ctx, line, bytes);
}

static void begin_outlets(struct serve *s)
{
  outlet_open(&s->out, STDOUT_FILENO);
  outlet_open(&s->err, STDERR_FILENO);
  progress_start(&s->shown);
  s->shown.outlet = &s->out;
  say_through(say_out, &s->err);
}

/* Gives the reader of standard error some time, then says what was dropped: where it reads no more, by one attempt that
 * does not wait. */
static void end_messages(struct serve *s)
{
  const uint64_t before = s->err.dropped, unsaid = outlet_close(&s->err, LAST_MS);
  if (unsaid > s->err.told && !s->err.error) {
    struct outlet last;
    outlet_open(&last, STDERR_FILENO);
    say_through(say_out, &last);
    say_line(MESSAGES_DROPPED, unsaid - s->err.told);
    outlet_close(&last, unsaid == before ? LAST_MS : 0);
  }
  say_through(NULL, NULL);
  if (unsaid || s->err.error)
    status_note(s, SERVE_IO);
}

/* Gives the readers of standard output and error some time to read what they have not read, and says how much they have
 * not. */
static void end_outlets(struct serve *s)
{
  const uint64_t dropped = outlet_close(&s->out, LAST_MS);
  if (s->out.error)
    say_line("what targets have replied could not all be written to standard output: %s", strerror(s->out.error));
  else if (dropped)
    say_line("what targets have replied could not all be written to standard output: its reader has not read for too "
             "long, and %" PRIu64 " bytes are dropped", dropped);
  if (s->out.error || dropped)
    status_note(s, SERVE_IO);
  end_messages(s);
}

/* Starts what looks on: pages and tools. False: the reason has been said. */
static bool begin_others(struct serve *s)
{
  char *why = NULL;
  if (s->http) {
    s->names = names_new(s->image, s->image_ctx, NAMES_MOST_MS);
    s->pages = http_open(s->http, s->page, &s->shelf, s->names);
  }
  if (s->http && !s->pages)
    return false;
  if (s->tool_count || s->steer_path)
    s->tools = tools_new(&s->shelf, s->tool_silent_ms);
  if (s->steer_path && !(s->steer = steer_open(s->steer_path, s->tools)))
    return false;
  for (size_t i = 0; i < s->tool_count && !why; i++)
    if (!tools_add(s->tools, s->tool_commands[i], &why))
      say_line("--tool '%s': %s", s->tool_commands[i], why);
  const bool good = !why;
  mem_free(why);
  return good;
}

/* Ends what looks on, once it has all. */
static void end_others(struct serve *s)
{
  if (s->pages)
    http_close(s->pages, LAST_MS);
  names_free(s->names);
  if (s->steer)
    steer_close(s->steer);
  if (s->tools)
    tools_close(s->tools, LAST_MS);
  shelf_free(&s->shelf);
}

enum serve_status loop_run(struct serve *s)
{
  bool good = places_check(s) && answers_check(s);
  s->terminal = isatty(STDERR_FILENO);
  s->signals = catch_signals();
  if (!good)
    return SERVE_USAGE;
  begin_outlets(s);
  good = places_check_directory(s);
  for (size_t i = 0; good && i < s->place_count; i++) {
    s->places[i].place.answers = s->answers;
    good = place_open(&s->places[i].place);
  }
  good = good && places_divide(s);
  shelf_begin(&s->shelf);
  if (good)
    left_look(s);
  good = good && begin_others(s);
  if (good) {
    answers_greet_places(s);
    say_line("ready: %zu place%s, dumps go to %s/", s->place_count, s->place_count == 1 ? "" : "s", s->directory);
    serve_loop(s);
    answers_say_left(s);
  }
  left_close(s);
  end_others(s);
  for (size_t i = 0; i < s->place_count; i++)
    place_close(&s->places[i].place);
  end_outlets(s);
  mem_free(s->runs);
  return good ? s->worst : SERVE_IO;
}
