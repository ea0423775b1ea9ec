/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * names.c: see names.h.
 */
#define _GNU_SOURCE /* memfd_create, pipe2, closefrom */
#include "names.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "clock.h"
#include "dump/carried.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of an image at a place: one that is position independent may run at several. */
struct kept {
  char *key;
  int fd;       /* of a file in memory, with the frames; -1: there are none */
  size_t runs;  /* that had come when this was found out */
};

/* What the process that reads says at its end. */
enum verdict { VERDICT_FOUND = 'f', VERDICT_NONE = 'n' };

struct names {
  intake_image_fn *image;
  void *ctx;
  int most_ms;
  struct kept kept[NAMES_IMAGES]; /* the one that was asked for last comes first */
  size_t count;
  struct kept read;     /* what is being read, where there is a process for it */
  pid_t pid;            /* 0: none is */
  int done;             /* its pipe */
  int64_t until_ms;
  bool given_up;        /* it was killed, and has not ended */
  pid_t ending[NAMES_IMAGES]; /* that have said what they found, and may not have ended */
  size_t ending_count;
};

struct names *names_new(intake_image_fn *image, void *ctx, int most_ms)
{
  struct names *n = mem_alloc(1, sizeof(*n));
  n->image = image;
  n->ctx = ctx;
  n->most_ms = most_ms;
  return n;
}

static void free_kept(struct kept *k)
{
  mem_free(k->key);
  if (k->fd >= 0)
    close(k->fd);
}

/* Which image a dump is of, and where it ran; NULL: it does not say. */
static char *key_of(const struct dump *d)
{
  char *id = dump_name(d, WIRE_SPACE_BUILD_ID, 0);
  char *key = id ? mem_format("%s at %" PRIx64, id, dump_meta(d, WIRE_META_PROBES_LOW, 0)) : NULL;
  mem_free(id);
  return key;
}

/* ---- what is kept ---- */

/* Puts what is kept at `i` first; with `i` the count, a place for a new one, for which the last one makes room. */
static struct kept *put_first(struct names *n, size_t i)
{
  if (i == NAMES_IMAGES)
    free_kept(&n->kept[--i]);
  const struct kept found = n->kept[i];
  memmove(n->kept + 1, n->kept, i * sizeof(*n->kept));
  n->kept[0] = found;
  return n->kept;
}

static size_t find(const struct names *n, const char *key)
{
  size_t i = 0;
  while (i < n->count && strcmp(n->kept[i].key, key) != 0)
    i++;
  return i;
}

/* Keeps what has come of the reading, in place of what was known of that image. */
static void keep_read(struct names *n, enum verdict verdict)
{
  const size_t i = find(n, n->read.key);
  struct kept *k = put_first(n, i);
  if (i < n->count)
    free_kept(k);
  else
    n->count += n->count < NAMES_IMAGES;
  if (verdict == VERDICT_NONE) {
    close(n->read.fd);
    n->read.fd = -1;
  }
  *k = n->read;
}

/* ---- the process that reads ---- */

enum { FRAMES_FD = STDERR_FILENO + 1, DONE_FD, OTHERS_FD }; /* of the process that reads */

/* Closes all but three standard files and these two, which get those numbers: a socket or a lock that serve closes is
 * not kept open here. glibc closes one by one where Linux is older than close_range(), which is of 5.9. Returns false
 * where they cannot be kept. */
static bool keep_only(int frames, int done)
{
  const int a = fcntl(frames, F_DUPFD, OTHERS_FD), b = fcntl(done, F_DUPFD, OTHERS_FD);
  if (a < 0 || b < 0 || dup2(a, FRAMES_FD) < 0 || dup2(b, DONE_FD) < 0)
    return false;
  closefrom(OTHERS_FD);
  return true;
}

/* Reads the image, and writes its frames. It ends with serve. */
static _Noreturn void be_reader(const struct names *n, const struct dump *d, int done, pid_t serve)
{
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != serve)
    _exit(1);
  if (!keep_only(n->read.fd, done))
    _exit(1);
  say_through(NULL, NULL); /* what waits for the reader of messages is serve's to say */
  size_t bytes = 0;
  struct symbols *image = n->image(n->ctx, d);
  uint8_t *frames = image ? carried_pack(image, &bytes) : NULL;
  const bool good = !frames || file_write(FRAMES_FD, frames, bytes);
  const char verdict = frames ? VERDICT_FOUND : VERDICT_NONE;
  _exit(good && file_write(DONE_FD, &verdict, 1) ? 0 : 1);
}

/* Starts to read the image of a dump. Returns false where that cannot be: the reason has been said. */
static bool begin(struct names *n, const struct dump *d, char *key, size_t runs)
{
  int done[2] = { -1, -1 };
  n->read = (struct kept){ key, memfd_create("names", MFD_CLOEXEC), runs };
  bool good = n->read.fd >= 0 && pipe2(done, O_CLOEXEC | O_NONBLOCK) == 0;
  const pid_t serve = getpid();
  fflush(NULL); /* what waits in a buffer leaves once */
  n->pid = good ? fork() : -1;
  if (n->pid == 0)
    be_reader(n, d, done[1], serve);
  good = n->pid > 0;
  if (!good)
    say_line("the names of functions cannot be read for a page: %s", strerror(errno));
  if (done[1] >= 0)
    close(done[1]);
  if (!good) {
    if (done[0] >= 0)
      close(done[0]);
    free_kept(&n->read);
    n->pid = 0;
    return false;
  }
  n->done = done[0];
  n->until_ms = clock_ms() + n->most_ms;
  n->given_up = false;
  return true;
}

/* waitpid() of a process of ours, which a signal to serve does not cut short: 0: it has not ended. */
static pid_t wait_for(pid_t pid, int hang)
{
  pid_t ended;
  do
    ended = waitpid(pid, NULL, hang);
  while (ended < 0 && errno == EINTR);
  return ended;
}

/* Takes note of processes that have ended; `hang`: 0 waits for those that have not, WNOHANG does not. */
static void reap(struct names *n, int hang)
{
  size_t left = 0;
  for (size_t i = 0; i < n->ending_count; i++)
    if (wait_for(n->ending[i], hang) == 0)
      n->ending[left++] = n->ending[i];
  n->ending_count = left;
}

/* The process has said what it found, or has closed its pipe. It may take long to give back its memory, which is not
 * waited for unless as many others do. */
static void end(struct names *n)
{
  close(n->done);
  reap(n, n->ending_count == NAMES_IMAGES ? 0 : WNOHANG);
  n->ending[n->ending_count++] = n->pid;
  n->pid = 0;
}

void names_free(struct names *n)
{
  if (!n)
    return;
  if (n->pid) {
    kill(n->pid, SIGKILL);
    close(n->done);
    waitpid(n->pid, NULL, WNOHANG); /* where a disk holds it, serve ends before it */
  }
  reap(n, WNOHANG);
  if (n->pid && !n->given_up)
    free_kept(&n->read);
  for (size_t i = 0; i < n->count; i++)
    free_kept(&n->kept[i]);
  mem_free(n);
}

/* ---- what is asked ---- */

/* Whether what is kept is known still. */
static bool holds(const struct kept *k, size_t runs)
{
  return k->fd >= 0 || k->runs == runs;
}

enum names_answer names_ask(struct names *n, const struct dump *d, size_t runs, int *fd, uint64_t *bytes)
{
  char *key = key_of(d);
  if (!key)
    return NAMES_NONE;
  const size_t i = find(n, key);
  const bool known = i < n->count && holds(&n->kept[i], runs);
  if (!known && n->pid) {
    mem_free(key);
    return n->given_up ? NAMES_NONE : NAMES_READ; /* a disk that does not answer holds up who asks no more than once */
  }
  if (!known)
    return begin(n, d, key, runs) ? NAMES_READ : NAMES_NONE;
  mem_free(key);
  const struct kept *k = put_first(n, i);
  *fd = k->fd >= 0 ? fcntl(k->fd, F_DUPFD_CLOEXEC, 0) : -1;
  if (*fd >= 0 && file_size(*fd, bytes))
    return NAMES_THERE;
  if (*fd >= 0)
    close(*fd);
  return NAMES_NONE;
}

int names_fd(const struct names *n)
{
  return n->pid ? n->done : -1;
}

/* Gives up a reading that has had its time. Returns whether it has now. */
static bool give_up(struct names *n)
{
  if (n->given_up || clock_ms() < n->until_ms)
    return false;
  say_line("the names of functions of the image %s have not been read for %d s: pages show addresses; see whether the "
           "disk with the files of -k answers", n->read.key, n->most_ms / 1000);
  kill(n->pid, SIGKILL);
  keep_read(n, VERDICT_NONE);
  n->given_up = true;
  return true;
}

bool names_turn(struct names *n)
{
  char verdict = VERDICT_NONE;
  reap(n, WNOHANG);
  if (!n->pid)
    return false;
  const ssize_t got = read(n->done, &verdict, 1);
  if (got < 0)
    return give_up(n);
  end(n);
  if (n->given_up)
    return false;
  if (!got)
    say_line("the names of functions of the image %s cannot be read: the process that read it has ended before; pages "
             "show addresses", n->read.key);
  keep_read(n, verdict);
  return true;
}

int names_due(const struct names *n)
{
  if (!n->pid || n->given_up)
    return -1;
  const int64_t left = n->until_ms - clock_ms();
  return left > 0 ? (int)left : 0;
}
