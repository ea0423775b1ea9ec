/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tools.c: see tools.h.
 */
#define _GNU_SOURCE /* pipe2 */
#include "tools.h"

#include "base/mem.h"
#include "base/say.h"
#include "clock.h"
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

_Static_assert(WATCH_LINES_MOST <= TOOLS_QUEUE_BYTES, "of one frame no more is told than a tool's queue takes");

#define REAP_MS 20 /* between two looks at whether a tool has ended */

/* What a tool has been told of a run. */
enum told { TOLD_NOTHING, TOLD_CONNECT, TOLD_GONE };

struct tool {
  struct tool *next;
  unsigned number;
  char *command;
  pid_t pid;
  int fd;
  char *queue;              /* bytes from `at` to `used` wait */
  size_t at, used, room;
  size_t unread;            /* bytes in the pipe, when it was looked at last */
  int64_t read_ms;          /* when it had read something last, or nothing waited */
  uint64_t missed, missed_all;
  enum told *told;          /* by the run's number */
  size_t told_count, told_room;
  size_t settled;           /* runs before this one have ended, and the tool knows all that it is told of them */
};

struct tools {
  const struct shelf *shelf;
  int silent_ms;
  struct tool *list;
  unsigned count, last;     /* number of the last one that was added */
  int epoll;
  pid_t *left;              /* processes of tools that were dropped or removed, and have not ended */
  size_t left_count, left_room;
};

struct tools *tools_new(const struct shelf *shelf, int silent_ms)
{
  struct tools *t = mem_alloc(1, sizeof(*t));
  t->shelf = shelf;
  t->silent_ms = silent_ms;
  t->epoll = epoll_create1(EPOLL_CLOEXEC);
  return t;
}

bool tools_are_there(const struct tools *t)
{
  return t->list;
}

/* ---- the queue ---- */

static size_t waiting(const struct tool *tool)
{
  return tool->used - tool->at;
}

static void put(struct tool *tool, const char *bytes, size_t count)
{
  if (!waiting(tool))
    tool->read_ms = clock_ms();
  mem_grow(&tool->queue, &tool->room, tool->used + count, 1);
  memcpy(tool->queue + tool->used, bytes, count);
  tool->used += count;
}

static void put_line(struct tool *tool, const char *word, const char *const *fields, size_t count)
{
  char *line = mem_format("%s", word);
  size_t used = strlen(line), room = used;
  for (size_t i = 0; i < count; i++)
    watch_put_field(&line, &used, &room, fields[i]);
  put(tool, line, used);
  put(tool, "\n", 1);
  mem_free(line);
}

static enum told *told_of(struct tool *tool, const struct shelf_run *run)
{
  mem_grow(&tool->told, &tool->told_room, run->number + 1, sizeof(*tool->told));
  while (tool->told_count <= run->number)
    tool->told[tool->told_count++] = TOLD_NOTHING;
  return &tool->told[run->number];
}

/* Tells the tool of the run, once; and that it has ended, once. */
static void put_run(struct tool *tool, const struct shelf_run *run)
{
  enum told *told = told_of(tool, run);
  char number[24];
  snprintf(number, sizeof(number), "%zu", run->number);
  if (*told == TOLD_NOTHING) {
    char id[16];
    snprintf(id, sizeof(id), "%08" PRIx32, run->run);
    put_line(tool, "connect", (const char *const[]){ number, run->target, run->file, run->place, id }, 5);
    if (run->about.system)
      put_line(tool, "about", (const char *const[]){ number, run->about.system, run->about.program, run->about.image,
                                                     run->about.options }, 5);
    *told = TOLD_CONNECT;
  }
  if (*told == TOLD_CONNECT && run->state != SHELF_LIVE) {
    put_line(tool, "gone", (const char *const[]){ number, shelf_state_text(run->state) }, 2);
    *told = TOLD_GONE;
  }
}

static void put_missed(struct tool *tool)
{
  char number[24];
  snprintf(number, sizeof(number), "%" PRIu64, tool->missed);
  if (tool->missed)
    put_line(tool, "missed", (const char *const[]){ number }, 1);
  tool->missed = 0;
}

/* Tells a tool that has room of runs that have come and gone. */
static void put_news(struct tools *t, struct tool *tool)
{
  if (waiting(tool) > TOOLS_QUEUE_BYTES)
    return;
  put_missed(tool);
  for (size_t i = tool->settled; i < t->shelf->count; i++) {
    const struct shelf_run *run = t->shelf->runs[i];
    if (run->state == SHELF_LIVE || *told_of(tool, run) == TOLD_CONNECT)
      put_run(tool, run);
    tool->settled += i == tool->settled && run->state != SHELF_LIVE;
  }
}

void tools_miss(struct tools *t, size_t moments)
{
  for (struct tool *tool = t->list; tool; tool = tool->next) {
    tool->missed += moments;
    tool->missed_all += moments;
  }
}

void tools_give(struct tools *t, const struct shelf_run *run, const char *lines, size_t bytes, size_t moments)
{
  for (struct tool *tool = t->list; tool; tool = tool->next) {
    if (waiting(tool) > TOOLS_QUEUE_BYTES) {
      tool->missed += moments;
      tool->missed_all += moments;
      continue;
    }
    put_missed(tool);
    put_run(tool, run);
    put(tool, lines, bytes);
  }
}

/* ---- processes ---- */

static _Noreturn void be_tool(const char *command, int in)
{
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  setpgid(0, 0);
  if (dup2(in, STDIN_FILENO) >= 0)
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

static void free_tool(struct tool *tool)
{
  if (tool->fd >= 0)
    close(tool->fd);
  mem_free(tool->command);
  mem_free(tool->queue);
  mem_free(tool->told);
  mem_free(tool);
}

unsigned tools_add(struct tools *t, const char *command, char **why)
{
  int fds[2];
  *why = NULL;
  if (t->count == TOOLS_MOST) {
    *why = mem_format("there are %d tools, and no more can be: remove some", TOOLS_MOST);
    return 0;
  }
  if (pipe2(fds, O_CLOEXEC) != 0) {
    *why = mem_format("it cannot be started: %s", strerror(errno));
    return 0;
  }
  fflush(NULL);
  const pid_t pid = fork();
  if (pid == 0)
    be_tool(command, fds[0]);
  close(fds[0]);
  struct epoll_event event = { .events = EPOLLERR };
  fcntl(fds[1], F_SETFL, O_NONBLOCK);
  if (pid < 0 || epoll_ctl(t->epoll, EPOLL_CTL_ADD, fds[1], &event) != 0) {
    *why = mem_format("it cannot be started: %s", strerror(errno));
    close(fds[1]);
    return 0;
  }
  setpgid(pid, pid);
  struct tool *tool = mem_alloc(1, sizeof(*tool)), **end = &t->list;
  *tool = (struct tool){ .number = ++t->last, .command = mem_format("%s", command), .pid = pid, .fd = fds[1],
                         .read_ms = clock_ms() };
  while (*end)
    end = &(*end)->next;
  *end = tool;
  t->count++;
  put_line(tool, "hello", (const char *const[]){ "1" }, 1);
  put_news(t, tool);
  return tool->number;
}

/* Asks those that were dropped or removed whether they have ended: else they stay as zombies. */
static void reap(struct tools *t)
{
  size_t kept = 0;
  for (size_t i = 0; i < t->left_count; i++)
    if (waitpid(t->left[i], NULL, WNOHANG) == 0)
      t->left[kept++] = t->left[i];
  t->left_count = kept;
}

static void leave_process(struct tools *t, pid_t pid)
{
  mem_grow(&t->left, &t->left_room, t->left_count + 1, sizeof(*t->left));
  t->left[t->left_count++] = pid;
}

/* Takes a tool out of the list. */
static struct tool *take_out(struct tools *t, struct tool *tool)
{
  struct tool **at = &t->list;
  while (*at != tool)
    at = &(*at)->next;
  *at = tool->next;
  t->count--;
  return tool;
}

bool tools_remove(struct tools *t, unsigned number)
{
  for (struct tool *tool = t->list; tool; tool = tool->next)
    if (tool->number == number) {
      leave_process(t, tool->pid);
      free_tool(take_out(t, tool)); /* its input ends, and so should it; serve's end waits for no process */
      return true;
    }
  return false;
}

char *tools_list(const struct tools *t)
{
  char *all = mem_format("%s", "");
  for (const struct tool *tool = t->list; tool; tool = tool->next) {
    char *more = mem_format("%s%u\tprocess %d\t%zu bytes wait\t%" PRIu64 " moments missed\t%s\n", all, tool->number,
                            (int)tool->pid, waiting(tool), tool->missed_all, tool->command);
    mem_free(all);
    all = more;
  }
  return all;
}

/* ---- turns ---- */

/* Writes what the tool takes. Returns false where it has closed its input. Lines wait only while the pipe is full: that
 * it takes bytes says that the tool has read some, even where as many lie in it as before. */
static bool flush(struct tool *tool)
{
  while (waiting(tool)) {
    const ssize_t n = write(tool->fd, tool->queue + tool->at, waiting(tool));
    if (n < 0)
      return errno == EAGAIN || errno == EINTR;
    tool->at += (size_t)n;
    tool->read_ms = clock_ms();
  }
  tool->at = tool->used = 0;
  return true;
}

/* Moves what waits to the queue's begin, when half of it has been read. */
static void tidy(struct tool *tool)
{
  if (tool->at < tool->used / 2 || !tool->at)
    return;
  memmove(tool->queue, tool->queue + tool->at, waiting(tool));
  tool->used -= tool->at;
  tool->at = 0;
}

/* Whether it has read nothing for long although lines wait. */
static bool hangs(const struct tools *t, struct tool *tool, int64_t now)
{
  int unread = 0;
  ioctl(tool->fd, FIONREAD, &unread);
  if (!waiting(tool) || (size_t)unread != tool->unread)
    tool->read_ms = now;
  tool->unread = (size_t)unread;
  return now - tool->read_ms >= t->silent_ms;
}

/* Returns false where its process has not ended yet. */
static bool say_dropped(const struct tools *t, const struct tool *tool, bool hung)
{
  int state = 0;
  if (hung) {
    say_line("tool %u (%s) has read nothing for %d s: it is dropped", tool->number, tool->command,
             t->silent_ms / 1000);
    kill(-tool->pid, SIGKILL);
  } else if (waitpid(tool->pid, &state, WNOHANG) != tool->pid) {
    say_line("tool %u (%s) has closed its input: it is dropped", tool->number, tool->command);
    kill(-tool->pid, SIGTERM);
  } else if (WIFSIGNALED(state)) {
    say_line("tool %u (%s) was ended by %s: it is dropped", tool->number, tool->command, strsignal(WTERMSIG(state)));
  } else {
    say_line("tool %u (%s) has ended with status %d: it is dropped", tool->number, tool->command, WEXITSTATUS(state));
    return true;
  }
  return state;
}

void tools_turn(struct tools *t)
{
  const int64_t now = clock_ms();
  reap(t);
  for (struct tool *tool = t->list, *next; tool; tool = next) {
    next = tool->next;
    put_news(t, tool);
    struct pollfd p = { tool->fd, 0, 0 };
    const bool open = flush(tool) && !(poll(&p, 1, 0) == 1 && p.revents & POLLERR), hung = open && hangs(t, tool, now);
    tidy(tool);
    if (!open || hung) {
      if (!say_dropped(t, tool, hung))
        leave_process(t, tool->pid);
      free_tool(take_out(t, tool));
      continue;
    }
    struct epoll_event event = { .events = EPOLLERR | (waiting(tool) ? EPOLLOUT : 0) };
    epoll_ctl(t->epoll, EPOLL_CTL_MOD, tool->fd, &event);
  }
}

int tools_fd(const struct tools *t)
{
  return t->epoll;
}

int tools_due(const struct tools *t)
{
  const int64_t now = clock_ms();
  int due = -1;
  for (const struct tool *tool = t->list; tool; tool = tool->next) {
    const int64_t left = tool->read_ms + t->silent_ms - now;
    if (waiting(tool) && (due < 0 || left < due))
      due = left > 0 ? (int)left : 0;
  }
  return due;
}

/* Waits for a tool's end. */
static void wait_for(const struct tool *tool, int64_t end_ms)
{
  while (waitpid(tool->pid, NULL, WNOHANG) == 0) {
    if (clock_ms() >= end_ms) {
      say_line("tool %u (%s) does not end: it is killed", tool->number, tool->command);
      kill(-tool->pid, SIGKILL);
      waitpid(tool->pid, NULL, 0);
      return;
    }
    poll(NULL, 0, REAP_MS);
  }
}

void tools_close(struct tools *t, int ms)
{
  const int64_t end = clock_ms() + ms;
  size_t left = 1;
  while (left && clock_ms() < end) {
    tools_turn(t);
    left = 0;
    for (const struct tool *tool = t->list; tool; tool = tool->next)
      left += waiting(tool);
    struct pollfd p = { t->epoll, POLLIN, 0 };
    if (left)
      poll(&p, 1, REAP_MS);
  }
  for (struct tool *tool = t->list, *next; tool; tool = next) {
    next = tool->next;
    if (waiting(tool))
      say_line("tool %u (%s) has not read all", tool->number, tool->command);
    close(tool->fd);
    tool->fd = -1;
  }
  const int64_t last = clock_ms() + ms;
  while (t->list) {
    wait_for(t->list, last);
    free_tool(take_out(t, t->list));
  }
  close(t->epoll);
  mem_free(t->left);
  mem_free(t);
}
