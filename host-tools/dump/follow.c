/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * follow.c: see follow.h. A file does not tell its readers that it has grown, so it is asked ten times a second.
 */
#define _GNU_SOURCE
#include "follow.h"

#include "base/mem.h"
#include "base/say.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define ASK_MS 100 /* a tenth of a second: at once, for a person */

struct follow {
  struct dump *dump;
  struct xfer_receiver *receiver;
  char *part;              /* name of the file, as long as it has no other; NULL: it has its own */
  int fd;
  uint64_t shown;          /* frames and reports of damage that the caller knows of */
  bool begun;
};

static bool open_file(struct follow *f, const char *path)
{
  f->part = mem_format("%s.part", path);
  f->fd = open(f->part, O_RDONLY | O_CLOEXEC);
  if (f->fd >= 0)
    return true;
  mem_free(f->part);
  f->part = NULL;
  f->fd = open(path, O_RDONLY | O_CLOEXEC);
  if (f->fd < 0)
    say_line("%s: cannot be opened, nor is there %s.part: %s; is a hostdump receiving it?", path, path,
             strerror(errno));
  return f->fd >= 0;
}

struct follow *follow_open(const char *path, dump_kinds kinds, uint64_t memory)
{
  struct follow *f = mem_alloc(1, sizeof(*f));
  f->dump = dump_new(path, kinds, memory);
  f->dump->growing = true;
  f->receiver = xfer_receive_new(&dump_feed, f->dump);
  if (f->receiver && open_file(f, path)) {
    dump_index(f->dump, fcntl(f->fd, F_DUPFD_CLOEXEC, 0));
    return f;
  }
  if (!f->receiver)
    say_line("out of memory for the receiver");
  f->fd = -1;
  follow_close(f);
  return NULL;
}

/* Reads up to what is now the end of the file. */
static bool read_on(struct follow *f)
{
  static uint8_t buffer[1 << 16];
  ssize_t n;
  while ((n = read(f->fd, buffer, sizeof(buffer))) > 0)
    xfer_receive(f->receiver, buffer, (size_t)n);
  if (n < 0)
    say_line("%s: cannot be read: %s", f->dump->path, strerror(errno));
  return n == 0;
}

/* Whether the file is no longer at its temporary name, or another is. */
static bool has_other_name(const struct follow *f)
{
  struct stat now, mine;
  return f->part && (stat(f->part, &now) != 0 || fstat(f->fd, &mine) != 0 || now.st_ino != mine.st_ino);
}

static void sleep_ms(int ms)
{
  struct timespec t = { ms / 1000, ms % 1000 * 1000000L };
  while (nanosleep(&t, &t) != 0 && errno == EINTR)
    ;
}

static enum follow_result finish_dump(struct follow *f)
{
  f->dump->growing = false;
  xfer_receive_end(f->receiver);
  return FOLLOW_END;
}

static enum follow_result wait_for_more(struct follow *f)
{
  for (;;) {
    bool last = has_other_name(f); /* asked first: what was written before is read behind it */
    if (!read_on(f))
      return FOLLOW_ERROR;
    if (f->dump->end || f->dump->error[0] || last)
      return finish_dump(f);
    if (f->dump->frames + f->dump->damage_total != f->shown)
      return FOLLOW_MORE;
    sleep_ms(ASK_MS);
  }
}

enum follow_result follow_next(struct follow *f, int interval_ms)
{
  if (f->begun)
    sleep_ms(interval_ms);
  f->begun = true;
  enum follow_result result = wait_for_more(f);
  f->shown = f->dump->frames + f->dump->damage_total;
  dump_done(f->dump);
  return result;
}

struct dump *follow_dump(const struct follow *f)
{
  return f->dump;
}

void follow_close(struct follow *f)
{
  if (!f)
    return;
  xfer_receive_free(f->receiver);
  dump_free(f->dump);
  if (f->fd >= 0)
    close(f->fd);
  mem_free(f->part);
  mem_free(f);
}
