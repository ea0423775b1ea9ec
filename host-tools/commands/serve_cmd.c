/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * serve_cmd.c: `hostdump serve`: receives from any number of targets at once, a dump each.
 *
 * A place is a pipe, a device or a file, that is read; or a unix socket or a TCP port of this machine, that is
 * listened at: who connects is one run. When a run ends the place waits for the next one. One loop serves all:
 * no target's silence, garbage or end holds up the others.
 */
#define _GNU_SOURCE /* accept4, strsignal */
#include "cmd.h"
#include "base/mem.h"
#include "base/say.h"
#include "base/number.h"
#include "input.h"
#include "receive/incoming.h"

#include <argp.h>
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define RUNS_MOST   256  /* at once; another caller has to wait */
#define REDRAW_MS   1000
#define READ_BYTES  65536

/* Where targets are heard. */
struct place {
  char *name;            /* of its dumps */
  const char *where;     /* as the user wrote it: the path, or tcp:PORT, or unix:PATH */
  const char *socket;    /* path of a socket that is ours to remove; NULL: none */
  bool listens;
  bool endless;          /* a device: no end but the end frame */
  bool file;             /* a regular file: one run */
  bool over;             /* it has had its run, and there is no other */
  int fd;
};

/* A target that speaks; `in` is NULL while nothing has come. */
struct run { struct place *place; int fd; struct incoming *in; };

struct serve {
  struct place *places;
  size_t place_count, place_room;
  struct run runs[RUNS_MOST];
  size_t run_count;
  const char *directory;
  const char **elfs;     /* files of images that targets may run */
  size_t elf_count, elf_room;
  bool once, terminal;
  size_t lines;          /* of status that stand on the terminal */
  int signals;
  int worst;             /* exit status */
};

/* ---- places ---- */

static char *name_of(const char *where)
{
  const char *slash = strrchr(where, '/');
  char *name = mem_format("%s", slash ? slash + 1 : where);
  for (char *p = name; *p; p++)
    if (*p == ':')
      *p = '-';
  return name;
}

static void add_place(struct serve *s, char *text)
{
  char *equals = strchr(text, '=');
  mem_grow(&s->places, &s->place_room, s->place_count + 1, sizeof(*s->places));
  struct place *p = &s->places[s->place_count++];
  *p = (struct place){ .where = equals ? equals + 1 : text, .fd = -1 };
  p->name = equals ? mem_format("%.*s", (int)(equals - text), text) : name_of(text);
}

static bool check_places(const struct serve *s)
{
  for (size_t i = 0; i < s->place_count; i++) {
    const struct place *p = &s->places[i];
    if (!*p->name || strchr(p->name, '/') || p->name[0] == '.') {
      say_line("`%s` is no name for a dump: write NAME=PLACE", p->name);
      return false;
    }
    for (size_t k = 0; k < i; k++)
      if (strcmp(p->name, s->places[k].name) == 0) {
        say_line("two places are called `%s`: write NAME=PLACE", p->name);
        return false;
      }
  }
  return true;
}

static int listen_at(const struct sockaddr *address, socklen_t bytes)
{
  const int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
  if (fd >= 0 && address->sa_family == AF_INET)
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (fd >= 0 && bind(fd, address, bytes) == 0 && listen(fd, SOMAXCONN) == 0)
    return fd;
  if (fd >= 0)
    close(fd);
  return -1;
}

static int listen_tcp(const char *port)
{
  uint64_t number;
  struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  if (!number_whole(port, UINT16_MAX, &number) || number == 0) {
    errno = EINVAL;
    return -1;
  }
  a.sin_port = htons((uint16_t)number);
  return listen_at((const struct sockaddr *)&a, sizeof(a));
}

/* Removes a socket that a killed hostdump has left: no program listens at it, so connecting to it is refused. */
static void remove_dead(const struct sockaddr_un *a)
{
  struct stat st;
  if (lstat(a->sun_path, &st) != 0 || !S_ISSOCK(st.st_mode))
    return;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && connect(fd, (const struct sockaddr *)a, sizeof(*a)) != 0 && errno == ECONNREFUSED)
    unlink(a->sun_path);
  if (fd >= 0)
    close(fd);
}

static int listen_unix(const char *path)
{
  struct sockaddr_un a = { .sun_family = AF_UNIX };
  if (strlen(path) >= sizeof(a.sun_path)) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(a.sun_path, path);
  remove_dead(&a);
  return listen_at((const struct sockaddr *)&a, sizeof(a));
}

/* Opens a place, or opens it again. A FIFO without a writer is no error: it is waited for. */
static bool open_place(struct place *p)
{
  struct stat st;
  if (strncmp(p->where, "tcp:", 4) == 0) {
    p->listens = true;
    p->fd = listen_tcp(p->where + 4);
  } else if (strncmp(p->where, "unix:", 5) == 0) {
    p->listens = true;
    p->fd = listen_unix(p->where + 5);
    p->socket = p->fd >= 0 ? p->where + 5 : NULL;
  } else {
    p->fd = open(p->where, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    bool known = p->fd >= 0 && fstat(p->fd, &st) == 0;
    p->endless = known && S_ISCHR(st.st_mode);
    p->file = known && S_ISREG(st.st_mode);
  }
  if (p->fd >= 0)
    return true;
  say_line("%s: %s cannot be opened: %s", p->name, p->where, errno == EINVAL ? "a port is a number from 1 to 65535"
                                                                            : strerror(errno));
  return false;
}

static void close_place(struct place *p)
{
  if (p->fd >= 0)
    close(p->fd);
  if (p->socket)
    unlink(p->socket);
  p->fd = -1;
  p->socket = NULL;
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
      if (s->runs[k].place != &s->places[i] || !s->runs[k].in)
        continue;
      incoming_status(s->runs[k].in, text, sizeof(text));
      fprintf(stderr, "%-12s %s\n", s->places[i].name, text);
      runs++;
    }
    if (!runs)
      fprintf(stderr, "%-12s waits at %s\n", s->places[i].name, s->places[i].where);
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

/* The first bytes have come. */
static bool begin_run(struct serve *s, struct run *r)
{
  r->in = incoming_new(s->directory, r->place->name);
  wipe_status(s);
  if (r->in)
    say_line("%s: receives %s", r->place->name, r->in->path);
  else
    note_status(s, CMD_IO);
  return r->in;
}

static struct symbols *find_image(void *ctx, const struct dump *d)
{
  const struct serve *s = ctx;
  return input_image_if_there(d, s->elfs, s->elf_count);
}

/* A run has ended: its place, if it was read, is opened again. */
static void end_run(struct serve *s, size_t i)
{
  struct run r = s->runs[i];
  wipe_status(s);
  if (r.in)
    note_status(s, status_of(incoming_end(r.in, r.place->name, find_image, s)));
  s->runs[i] = s->runs[--s->run_count];
  r.place->over |= r.place->file || (s->once && r.in);
  if (r.fd != r.place->fd)
    close(r.fd);
  if (r.place->over || (r.fd == r.place->fd && !r.place->endless))
    close_place(r.place);
  if (r.place->fd < 0 && !r.place->over && !open_place(r.place)) {
    r.place->over = true;
    note_status(s, CMD_IO);
  }
}

/* The run at a descriptor: the one that there is, or a new one. NULL: there are too many. */
static struct run *run_at(struct serve *s, struct place *p, int fd)
{
  for (size_t i = 0; i < s->run_count; i++)
    if (s->runs[i].fd == fd)
      return &s->runs[i];
  if (s->run_count == RUNS_MOST)
    return NULL;
  s->runs[s->run_count] = (struct run){ p, fd, NULL };
  return &s->runs[s->run_count++];
}

static void take_bytes(struct serve *s, struct place *p, int fd)
{
  static uint8_t buffer[READ_BYTES];
  struct run *r = run_at(s, p, fd);
  ssize_t n = r ? read(fd, buffer, sizeof(buffer)) : -1;
  if (!r || (n < 0 && (errno == EAGAIN || errno == EINTR)))
    return;
  bool kept = n > 0 && (r->in || begin_run(s, r));
  if (kept)
    incoming_take(r->in, buffer, (size_t)n);
  if (!kept || (p->endless && incoming_is_whole(r->in)))
    end_run(s, (size_t)(r - s->runs));
}

static void take_caller(struct serve *s, struct place *p)
{
  int fd = accept4(p->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd >= 0 && !run_at(s, p, fd))
    close(fd);
}

/* ---- the loop ---- */

/* What is polled: the signals, then places that wait, then callers. */
static size_t gather_descriptors(const struct serve *s, struct pollfd *fds, struct place **whose)
{
  size_t n = 1;
  fds[0] = (struct pollfd){ s->signals, POLLIN, 0 };
  for (size_t i = 0; i < s->place_count; i++) {
    struct place *p = &s->places[i];
    if (p->fd < 0 || p->over || s->run_count == RUNS_MOST)
      continue;
    whose[n] = p;
    fds[n++] = (struct pollfd){ p->fd, POLLIN, 0 };
  }
  for (size_t i = 0; i < s->run_count; i++) {
    if (s->runs[i].fd == s->runs[i].place->fd && s->run_count < RUNS_MOST)
      continue; /* it is above */
    whose[n] = s->runs[i].place;
    fds[n++] = (struct pollfd){ s->runs[i].fd, POLLIN, 0 };
  }
  return n;
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
  const size_t most = 1 + s->place_count + RUNS_MOST;
  struct pollfd *fds = mem_alloc(most, sizeof(*fds));
  struct place **whose = mem_alloc(most, sizeof(*whose));
  while (!all_over(s)) {
    const size_t n = gather_descriptors(s, fds, whose);
    if (poll(fds, n, s->terminal ? REDRAW_MS : -1) < 0 && errno != EINTR)
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
      if (whose[i]->listens && fds[i].fd == whose[i]->fd)
        take_caller(s, whose[i]);
      else
        take_bytes(s, whose[i], fds[i].fd);
    }
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
  bool good = check_places(s);
  s->terminal = isatty(STDERR_FILENO);
  s->signals = catch_signals();
  if (!good)
    return CMD_USAGE;
  good = check_directory(s);
  for (size_t i = 0; good && i < s->place_count; i++)
    good = open_place(&s->places[i]);
  if (good) {
    say_line("ready: %zu place%s, dumps go to %s/", s->place_count, s->place_count == 1 ? "" : "s", s->directory);
    serve_loop(s);
  }
  s->once = true; /* nothing is opened again */
  for (size_t i = 0; i < s->place_count; i++)
    close_place(&s->places[i]);
  return good ? s->worst : CMD_IO;
}

/* ---- the command line ---- */

static const struct argp_option known[] = {
  { "directory", 'd', "DIR", 0, "where the dumps go (default: here)", 0 },
  { "kernel", 'k', "ELF", 0, "an image that targets may run, as often as there are such; a dump of that image gets the "
    "names and lines of its functions", 0 },
  { "once", '1', NULL, 0, "end when each place has had a run", 0 },
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
    "Exit status: 0 every dump is whole; 1 some are damaged or without end; 2 usage; 3 a stream had no frame; 4 a "
    "place cannot be opened, or a dump not be written.", NULL, NULL, NULL };
  struct serve *s = mem_alloc(1, sizeof(*s));
  s->directory = ".";
  argp_parse(&argp, argc, argv, 0, NULL, s);
  int status = serve_places(s);
  for (size_t i = 0; i < s->place_count; i++)
    mem_free(s->places[i].name);
  mem_free(s->places);
  mem_free(s->elfs);
  mem_free(s);
  return status;
}
