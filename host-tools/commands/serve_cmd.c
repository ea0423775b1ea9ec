/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * serve_cmd.c: `hostdump serve`: receives from any number of targets at once, a dump each.
 *
 * When a run ends its place waits for the next one. One loop serves all: no target's silence, garbage or end holds up
 * the others. So that no target's greed does, either, what there is of memory and descriptors is divided when serve
 * starts: each place has an equal share, and each caller of a place an equal share of that. A place of which all
 * connections are taken lets callers wait that are its own, no others.
 */
#define _GNU_SOURCE /* accept4, strsignal */
#include "cmd.h"
#include "base/mem.h"
#include "base/say.h"
#include "input.h"
#include "limit.h"
#include "options.h"
#include "receive/incoming.h"
#include "receive/place.h"

#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CALLERS_MOST    256   /* of a place at once */
#define REDRAW_MS       1000
#define REST_MS         1000  /* until a place is asked again where a caller could not be taken, or a device hung up */
#define READ_BYTES      16384 /* of a turn: what they unpack to holds the others up */
#define INHERITED_BELOW 1024 /* descriptors from here on are not looked for among those that are open at the start */
#define TIMEOUT_MOST    1000000 /* seconds; in milliseconds that fits poll()'s int */

#define COMMANDS_MOST   64 /* -x of one call */

/* Descriptors of a run: the caller's, .part, .txt, two files of the index. And what serve itself wants for a moment: an
 * ELF file and those of its debug information, a socket that is looked at. */
#define RUN_DESCRIPTORS 5
#define OWN_DESCRIPTORS 8

/* A place, and what its runs may have. */
struct served {
  struct place place;
  bool over;               /* it has had its run, and there is no other */
  size_t callers, callers_most;
  uint64_t memory;         /* of a run, bytes */
  unsigned run;            /* number of its next dump */
  int64_t rests_until_ms;  /* it is not asked before; 0: it is */
  bool told_full, told_refused;
};

/* A target that speaks, or a caller that has not yet. */
struct run {
  struct served *served;
  int fd;
  struct incoming *in;     /* NULL: nothing has come */
  struct control *control; /* NULL: the target is not answered */
  int64_t heard_ms;        /* when it connected, or spoke last */
  uint64_t number;         /* callers that came before it */
};

struct serve {
  struct served *places;
  size_t place_count, place_room;
  struct run *runs;
  size_t run_count;
  uint64_t caller_count;   /* so far */
  const char *directory;
  const char **elfs;       /* files of images that targets may run */
  size_t elf_count, elf_room;
  struct limit limit;      /* --memory */
  int timeout_ms;          /* 0: none */
  bool once, terminal;
  bool answers;            /* --control, or -x: targets are answered */
  const char *commands[COMMANDS_MOST]; /* [NAME=]COMMAND;COMMAND... */
  size_t command_count;
  struct progress shown;   /* what targets reply */
  size_t lines;            /* of status that stand on the terminal */
  int signals;
  int worst;               /* exit status */
};

static int64_t now_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- places ---- */

static void add_place(struct serve *s, char *text)
{
  mem_grow(&s->places, &s->place_room, s->place_count + 1, sizeof(*s->places));
  s->places[s->place_count++] = (struct served){ .place = place_parse(text), .run = 1 };
}

static bool check_places(const struct serve *s)
{
  for (size_t i = 0; i < s->place_count; i++) {
    const char *name = s->places[i].place.name;
    if (!*name || strchr(name, '/') || name[0] == '.') {
      say_line("`%s` is no name for a dump: write NAME=PLACE", name);
      return false;
    }
    for (size_t k = 0; k < i; k++)
      if (strcmp(name, s->places[k].place.name) == 0) {
        say_line("two places are called `%s`: write NAME=PLACE", name);
        return false;
      }
  }
  return true;
}

static bool is_for_all(const struct serve *s, const char *commands);

/* What is named is a place: of a name that is none the rest of the commands would go to all. */
static bool check_commands(const struct serve *s)
{
  for (size_t i = 0; i < s->command_count; i++) {
    const char *text = s->commands[i];
    const size_t word = strcspn(text, "= \t;\n");
    if (text[word] != '=' || !is_for_all(s, text))
      continue;
    say_line("-x %s: no place is called `%.*s'", text, (int)word, text);
    return false;
  }
  return true;
}

/* How many descriptors more this process may have. */
static size_t descriptors(void)
{
  struct rlimit r;
  size_t most, used = 0;
  if (getrlimit(RLIMIT_NOFILE, &r) != 0)
    return 0;
  r.rlim_cur = r.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &r) != 0 && getrlimit(RLIMIT_NOFILE, &r) != 0)
    return 0;
  most = r.rlim_cur < INHERITED_BELOW ? (size_t)r.rlim_cur : INHERITED_BELOW;
  for (size_t fd = 0; fd < most; fd++)
    used += fcntl((int)fd, F_GETFD) >= 0;
  return r.rlim_cur < INT32_MAX ? (size_t)r.rlim_cur - used : INT32_MAX;
}

/* Divides memory and descriptors among the places, which are open. False: there is too little, which has been said. */
static bool divide(struct serve *s)
{
  const uint64_t memory = limit_bytes(&s->limit, NULL) / s->place_count;
  size_t listening = 0;
  for (size_t i = 0; i < s->place_count; i++)
    listening += s->places[i].place.listens;
  const size_t fixed = OWN_DESCRIPTORS + (s->place_count - listening) * (RUN_DESCRIPTORS - 1);
  const size_t have = descriptors(), left = have > fixed ? have - fixed : 0;
  const size_t by_descriptors = listening ? left / listening / RUN_DESCRIPTORS : 1;
  const size_t by_memory = (size_t)(memory / INCOMING_LEAST);
  size_t most = by_descriptors < by_memory ? by_descriptors : by_memory;
  most = most < CALLERS_MOST ? most : CALLERS_MOST;
  if (!by_memory)
    say_line("the places want %" PRIu64 " MiB each: give --memory a larger number, or name fewer",
             (uint64_t)INCOMING_LEAST >> 20);
  else if (!most || have < fixed)
    say_line("the places want more than the %zu files that this process may still open: raise the limit (ulimit -n), "
             "or name fewer", have);
  for (size_t i = 0; i < s->place_count; i++) {
    s->places[i].callers_most = s->places[i].place.listens ? most : 1;
    s->places[i].memory = memory / (s->places[i].place.listens && most ? most : 1);
  }
  s->runs = mem_alloc(listening * most + s->place_count, sizeof(*s->runs));
  return by_memory && most && have >= fixed;
}

/* ---- status ---- */

static void wipe_status(struct serve *s)
{
  if (s->lines)
    fprintf(stderr, "\033[%zuA\033[J", s->lines); /* ECMA-48: cursor up, erase to the end of the screen */
  s->lines = 0;
}

static void draw_status(struct serve *s)
{
  if (!s->terminal)
    return;
  wipe_status(s);
  for (size_t i = 0; i < s->place_count; i++) {
    size_t runs = 0;
    for (size_t k = 0; k < s->run_count; k++) {
      char text[160];
      if (s->runs[k].served != &s->places[i] || !s->runs[k].in)
        continue;
      incoming_status(s->runs[k].in, text, sizeof(text));
      say_status("%-12s %s", s->places[i].place.name, text);
      runs++;
    }
    if (!runs)
      say_status("%-12s waits at %s", s->places[i].place.name, s->places[i].place.where);
    s->lines += runs ? runs : 1;
  }
}

/* ---- runs ---- */

static int status_of(enum incoming_result result)
{
  switch (result) {
  case INCOMING_WHOLE: return CMD_GOOD;
  case INCOMING_DAMAGED: return CMD_DAMAGED;
  case INCOMING_NOTHING: return CMD_NOTHING;
  default: return CMD_IO;
  }
}

static void note_status(struct serve *s, int status)
{
  s->worst = status == CMD_IO || s->worst == CMD_GOOD ? status : s->worst;
}

/* ---- answers ---- */

/* Whether commands that the user gave begin with the name of a place, and *rest is what is behind that. */
static bool is_for(const char *commands, const char *name, const char **rest)
{
  const size_t bytes = strlen(name);
  const bool named = strncmp(commands, name, bytes) == 0 && commands[bytes] == '=';
  *rest = named ? commands + bytes + 1 : commands;
  return named;
}

/* Whether commands are for all targets: they name no place. */
static bool is_for_all(const struct serve *s, const char *commands)
{
  const char *rest;
  for (size_t i = 0; i < s->place_count; i++)
    if (is_for(commands, s->places[i].place.name, &rest))
      return false;
  return true;
}

/* The commands for a target that has begun to speak: those for all, and those for its place, in their order. */
static char *commands_for(const struct serve *s, const struct served *p)
{
  char *all = mem_format("%s", "");
  for (size_t i = 0; i < s->command_count; i++) {
    const char *rest;
    if (!is_for(s->commands[i], p->place.name, &rest) && !is_for_all(s, s->commands[i]))
      continue;
    char *more = mem_format("%s%s;", all, rest);
    mem_free(all);
    all = more;
  }
  return all;
}

/* Begins to answer a target, where there is a way to it. */
static void begin_answers(struct serve *s, struct run *r)
{
  const struct place *p = &r->served->place;
  const int out = p->listens ? r->fd : p->out;
  if (!s->answers || out < 0)
    return;
  char *commands = commands_for(s, r->served);
  r->control = mem_alloc(1, sizeof(*r->control));
  control_begin(r->control, out, p->name, commands);
  mem_free(commands);
}

static void end_answers(struct serve *s, struct run *r)
{
  if (!r->control)
    return;
  if (r->in) {
    control_turn(r->control, r->in->receiver, &s->shown); /* the last answer */
    r->in->control = NULL; /* the receiver's end may still find a frame of the talk */
  }
  control_end(r->control);
  if (r->control->failed)
    note_status(s, CMD_DAMAGED);
  mem_free(r->control);
}

/* Answers all that are due. Returns for how many milliseconds nothing will be due; -1: until bytes come. */
static int take_turns(struct serve *s)
{
  int wait = -1;
  for (size_t i = 0; i < s->run_count; i++) {
    const struct run *r = &s->runs[i];
    if (!r->control || !r->in)
      continue;
    if (r->control->talk.replied)
      wipe_status(s);
    r->control->ended = incoming_is_whole(r->in);
    const int due = control_turn(r->control, r->in->receiver, &s->shown);
    wait = wait < 0 || due < wait ? due : wait;
  }
  return wait;
}

/* The first bytes have come. */
static bool begin_run(struct serve *s, struct run *r)
{
  struct served *p = r->served;
  begin_answers(s, r);
  r->in = incoming_new(s->directory, p->place.name, &p->run, p->memory, r->control);
  wipe_status(s);
  if (r->in)
    say_line("%s: receives %s", p->place.name, r->in->path);
  else
    note_status(s, CMD_IO);
  return r->in;
}

static struct symbols *find_image(void *ctx, const struct dump *d)
{
  const struct serve *s = ctx;
  return input_image_if_there(d, s->elfs, s->elf_count);
}

/* A run has ended: its place, if it was read, is opened again. A device stays open; where it has said nothing it has
 * hung up, and is asked again later. */
static void end_run(struct serve *s, size_t i)
{
  struct run r = s->runs[i];
  struct served *p = r.served;
  wipe_status(s);
  end_answers(s, &r);
  if (r.in)
    note_status(s, status_of(incoming_end(r.in, p->place.name, find_image, s)));
  s->runs[i] = s->runs[--s->run_count];
  p->callers -= p->place.listens;
  p->over |= p->place.file || (s->once && r.in);
  if (r.fd != p->place.fd)
    close(r.fd);
  else if (p->place.endless && !r.in)
    p->rests_until_ms = now_ms() + REST_MS;
  if (p->over || (r.fd == p->place.fd && !p->place.endless))
    place_close(&p->place);
  if (p->place.fd < 0 && !p->over && !place_open(&p->place)) {
    p->over = true;
    note_status(s, CMD_IO);
  }
}

static struct run *add_run(struct serve *s, struct served *p, int fd)
{
  s->runs[s->run_count] = (struct run){ .served = p, .fd = fd, .heard_ms = now_ms(), .number = s->caller_count++ };
  return &s->runs[s->run_count++];
}

/* The run at a descriptor: the one that there is, or a new one of a place that is read. */
static struct run *run_at(struct serve *s, struct served *p, int fd)
{
  for (size_t i = 0; i < s->run_count; i++)
    if (s->runs[i].fd == fd)
      return &s->runs[i];
  return fd == p->place.fd ? add_run(s, p, fd) : NULL;
}

static void take_bytes(struct serve *s, struct served *p, int fd)
{
  static uint8_t buffer[READ_BYTES];
  struct run *r = run_at(s, p, fd);
  ssize_t n = r ? read(fd, buffer, sizeof(buffer)) : -1;
  if (!r || (n < 0 && (errno == EAGAIN || errno == EINTR)))
    return;
  r->heard_ms = now_ms();
  bool kept = n > 0 && (r->in || begin_run(s, r));
  if (kept && r->control)
    control_heard(r->control);
  if (kept)
    incoming_take(r->in, buffer, (size_t)n);
  if (!kept || (r->control && r->control->quit) || (p->place.endless && incoming_is_whole(r->in)))
    end_run(s, (size_t)(r - s->runs));
}

/* ---- callers ---- */

/* How much speaks for a caller's being a target: nothing, bytes, a frame. */
static int standing(const struct run *r)
{
  return !r->in ? 0 : !incoming_has_frame(r->in) ? 1 : 2;
}

/* The caller of a place that a new one may replace: of those that have not said a byte, or else of those that have not
 * sent a frame, the one that has been connected longest. NULL: all have sent a frame. */
static struct run *caller_to_end(const struct serve *s, const struct served *p)
{
  struct run *found = NULL;
  for (size_t i = 0; i < s->run_count; i++) {
    struct run *r = &s->runs[i];
    if (r->served != p || standing(r) == 2)
      continue;
    if (!found || standing(r) < standing(found) || (standing(r) == standing(found) && r->number < found->number))
      found = r;
  }
  return found;
}

/* Whether one more caller would be taken. */
static bool has_room(const struct serve *s, const struct served *p)
{
  return p->callers < p->callers_most || caller_to_end(s, p);
}

/* A caller cannot be taken: it waits, and is asked for again in a while. */
static void refuse_caller(struct serve *s, struct served *p, int error)
{
  if (error == EAGAIN || error == EINTR || error == ECONNABORTED)
    return;
  p->rests_until_ms = now_ms() + REST_MS;
  if (p->told_refused)
    return;
  p->told_refused = true;
  wipe_status(s);
  say_line("%s: a caller has to wait: %s", p->place.name, strerror(error));
}

/* Takes one more caller. Of callers that take all connections of the place, one that has sent no frame gives way. */
static void take_caller(struct serve *s, struct served *p)
{
  if (!has_room(s, p))
    return;
  if (p->callers == p->callers_most) {
    if (!p->told_full) {
      wipe_status(s);
      say_line("%s: all %zu connections are taken: callers that have sent no frame give way to new ones, others let "
               "them wait", p->place.name, p->callers_most);
    }
    p->told_full = true;
    end_run(s, (size_t)(caller_to_end(s, p) - s->runs));
  }
  const int fd = accept4(p->place.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0) {
    refuse_caller(s, p, errno);
    return;
  }
  add_run(s, p, fd);
  p->callers++;
}

/* Ends what `quit` leaves: the target may say nothing more. */
static void end_left(struct serve *s)
{
  for (size_t i = s->run_count; i-- > 0;)
    if (s->runs[i].control && s->runs[i].control->quit)
      end_run(s, i);
}

/* Ends what callers have said nothing for the time-out. */
static void end_silent(struct serve *s)
{
  const int64_t now = now_ms();
  for (size_t i = s->run_count; s->timeout_ms && i-- > 0;) {
    const struct run *r = &s->runs[i];
    if (!r->served->place.listens || now - r->heard_ms < s->timeout_ms)
      continue;
    wipe_status(s);
    say_line("%s: a caller has said nothing for %d s and is left", r->served->place.name, s->timeout_ms / 1000);
    end_run(s, i);
  }
}

/* ---- the loop ---- */

/* What is polled: the signals, then who speaks, then places where callers wait: what has come is read before a caller
 * is held for silent. */
static size_t gather_descriptors(struct serve *s, struct pollfd *fds, struct served **whose)
{
  const int64_t now = now_ms();
  size_t n = 1;
  fds[0] = (struct pollfd){ s->signals, POLLIN, 0 };
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
    if (p->place.fd < 0 || p->over || p->rests_until_ms || (p->place.listens && !has_room(s, p)))
      continue;
    whose[n] = p;
    fds[n++] = (struct pollfd){ p->place.fd, POLLIN, 0 };
  }
  return n;
}

/* How long to wait for them, milliseconds; -1: for ever. */
static int waiting_ms(struct serve *s)
{
  const int64_t now = now_ms();
  const int answers = take_turns(s);
  int64_t wait = s->terminal ? REDRAW_MS : INT32_MAX;
  wait = answers >= 0 && answers < wait ? answers : wait;
  for (size_t i = 0; i < s->place_count; i++)
    if (s->places[i].rests_until_ms && s->places[i].rests_until_ms - now < wait)
      wait = s->places[i].rests_until_ms - now;
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

static void serve_loop(struct serve *s)
{
  size_t most = 1;
  for (size_t i = 0; i < s->place_count; i++)
    most += 1 + s->places[i].callers_most;
  struct pollfd *fds = mem_alloc(most, sizeof(*fds));
  struct served **whose = mem_alloc(most, sizeof(*whose));
  while (!all_over(s)) {
    const size_t n = gather_descriptors(s, fds, whose);
    if (poll(fds, n, waiting_ms(s)) < 0 && errno != EINTR)
      break;
    struct signalfd_siginfo info;
    if (fds[0].revents && read(s->signals, &info, sizeof(info)) == sizeof(info)) {
      wipe_status(s);
      say_line("stopped by %s", strsignal((int)info.ssi_signo));
      break;
    }
    for (size_t i = 1; i < n; i++) {
      if (!fds[i].revents)
        continue;
      if (whose[i]->place.listens && fds[i].fd == whose[i]->place.fd)
        take_caller(s, whose[i]);
      else
        take_bytes(s, whose[i], fds[i].fd);
    }
    end_left(s);
    end_silent(s);
    draw_status(s);
  }
  while (s->run_count)
    end_run(s, 0);
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

/* Looks at once whether dumps can be written: what a target says before that is found out would be lost. */
static bool check_directory(const struct serve *s)
{
  if (access(s->directory, W_OK | X_OK) == 0)
    return true;
  say_line("%s: no dump can be written there: %s; make it, or name another directory with -d", s->directory,
           strerror(errno));
  return false;
}

static int serve_places(struct serve *s)
{
  bool good = check_places(s) && check_commands(s);
  s->terminal = isatty(STDERR_FILENO);
  s->signals = catch_signals();
  if (!good)
    return CMD_USAGE;
  good = check_directory(s);
  progress_start(&s->shown);
  for (size_t i = 0; good && i < s->place_count; i++) {
    s->places[i].place.answers = s->answers;
    good = place_open(&s->places[i].place);
  }
  good = good && divide(s);
  if (good) {
    say_line("ready: %zu place%s, dumps go to %s/", s->place_count, s->place_count == 1 ? "" : "s", s->directory);
    serve_loop(s);
  }
  for (size_t i = 0; i < s->place_count; i++)
    place_close(&s->places[i].place);
  return good ? s->worst : CMD_IO;
}

/* ---- the command line ---- */

enum { KEY_TIMEOUT = 0x200, KEY_CONTROL };

static const struct argp_option known[] = {
  { "directory", 'd', "DIR", 0, "where the dumps go (default: here)", 0 },
  { "kernel", 'k', "ELF", 0, "an image that targets may run, as often as there are such; a dump of that image gets the "
    "names and lines of its functions", 0 },
  { "control", KEY_CONTROL, NULL, 0, "answer the targets: what their lines lose is sent again, and they do commands",
    0 },
  { "execute", 'x', "[NAME=]COMMANDS", 0, "do these, separated by semicolons, in each target that begins to speak, or "
    "in those of one place; `wait SECONDS`, `wait end` and `quit`, which leaves the target, are hostdump's own. May be "
    "given more than once; with --control, which it implies", 0 },
  { "once", '1', NULL, 0, "end when each place has had a run", 0 },
  LIMIT_OPTION("memory for all runs together, in equal shares for the places (default: half of the machine's, 4096 at "
               "most)"),
  { "timeout", KEY_TIMEOUT, "S", 0, "end a caller that has said nothing for S seconds (default 0: never)", 0 },
  { NULL, 0, NULL, 0, NULL, 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct serve *s = state->input;
  switch (key) {
  case 'd': s->directory = arg; break;
  case 'k':
    mem_grow(&s->elfs, &s->elf_room, s->elf_count + 1, sizeof(*s->elfs));
    s->elfs[s->elf_count++] = arg;
    break;
  case '1': s->once = true; break;
  case KEY_CONTROL: s->answers = true; break;
  case 'x':
    if (s->command_count == COMMANDS_MOST)
      argp_error(state, "-x is given at most %d times", COMMANDS_MOST);
    s->commands[s->command_count++] = arg;
    s->answers = true;
    break;
  case LIMIT_KEY: limit_parse(&s->limit, state, arg); break;
  case KEY_TIMEOUT: s->timeout_ms = (int)options_whole(state, "timeout", arg, TIMEOUT_MOST) * 1000; break;
  case ARGP_KEY_ARG: add_place(s, arg); break;
  case ARGP_KEY_END:
    if (!s->place_count)
      argp_error(state, "where do targets speak? Name pipes, unix:PATH or tcp:PORT");
    break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

int serve_cmd(int argc, char **argv)
{
  static const struct argp argp = { known, parse, "[NAME=]PLACE...",
    "Receives from several targets at once, a dump each.\v"
    "A PLACE is a pipe or a device that is read, or unix:PATH or tcp:PORT, where targets may connect, this machine's "
    "only (QEMU: -serial unix:PATH, -serial tcp:127.0.0.1:PORT). Dumps are NAME.jxp, NAME-2.jxp and so on, what the "
    "console said NAME.txt; without NAME the last part of PLACE is it. After a run a place waits for the next, until "
    "SIGINT, SIGTERM or SIGHUP; what came until then is kept. On a terminal there is a line of status for each.\n"
    "With --control a target is answered as soon as it has said a byte: a caller of a socket at the socket, a pipe "
    "PLACE by a second one beside it, PLACE.in (PLACE may be the name of the pair PLACE.in and PLACE.out, as "
    "QEMU's -serial "
    "pipe: has them), a device by itself. What a command replies comes to standard output, each line behind its "
    "target's name.\n"
    "Each place has its share of memory and of files that may be open, and each caller of a place its share of that, "
    "at least 32 MiB: there are 256 callers of a place at once at most, fewer where memory or `ulimit -n` want it. "
    "When they are all connected, one that has not sent a whole frame gives way to a new one, first of all one that "
    "has not said a byte; --timeout ends any that are silent. Of a run that has used up its memory the frames are still checked and kept, but its file may lack names "
    "and index. Of what a console said 64 MiB are kept.\n"
    "Exit status: 0 every dump is whole; 1 some are damaged or without end, or a command was refused or not "
    "answered; 2 usage; 3 a stream had no frame; 4 a "
    "place cannot be opened, or a dump not be written.", NULL, NULL, NULL };
  struct serve *s = mem_alloc(1, sizeof(*s));
  s->directory = ".";
  argp_parse(&argp, argc, argv, 0, NULL, s);
  int status = serve_places(s);
  for (size_t i = 0; i < s->place_count; i++)
    mem_free(s->places[i].place.name);
  mem_free(s->places);
  mem_free(s->runs);
  mem_free(s->elfs);
  mem_free(s);
  return status;
}
