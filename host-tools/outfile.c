/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * outfile.c: a file that appears whole; outfile.h is the manual.
 */
#include "outfile.h"

#include "cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void set_names(struct outfile *f, const char *name)
{
  struct stat st;
  *f = (struct outfile){ .name = name };
  f->direct = stat(name, &st) == 0 && !S_ISREG(st.st_mode);
  f->part = cmd_text(f->direct ? "%s" : "%s.part", name);
}

bool outfile_open(struct outfile *f, const char *name)
{
  set_names(f, name);
  f->fd = open(f->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  f->error = f->fd < 0 ? errno : 0;
  return f->fd >= 0;
}

bool outfile_continue(struct outfile *f, const char *name)
{
  set_names(f, name);
  if (!f->direct && access(f->part, F_OK) != 0 && rename(name, f->part) != 0 && errno != ENOENT)
    f->error = errno;
  f->fd = f->error ? -1 : open(f->part, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (f->fd < 0 && !f->error)
    f->error = errno;
  return f->fd >= 0;
}

void outfile_keep(struct outfile *f, uint64_t bytes)
{
  if (f->direct)
    return;
  if (ftruncate(f->fd, (off_t)bytes) != 0 || lseek(f->fd, (off_t)bytes, SEEK_SET) < 0)
    f->error = errno;
  f->kept = f->wanted = bytes;
}

static bool write_all(int fd, const char *p, size_t bytes)
{
  while (bytes) {
    ssize_t n = write(fd, p, bytes);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return false;
    p += n;
    bytes -= (size_t)n;
  }
  return true;
}

bool outfile_write(struct outfile *f, const void *piece, size_t bytes)
{
  f->wanted += bytes;
  if (f->error)
    return true;
  if (write_all(f->fd, piece, bytes)) {
    f->kept += bytes;
    return true;
  }
  f->error = errno;
  if (!f->direct && ftruncate(f->fd, (off_t)f->kept) != 0)
    f->kept = 0; /* the piece that was begun could not be taken back: what is there is no sound dump */
  return false;
}

static void closed(struct outfile *f)
{
  if (f->fd >= 0 && close(f->fd) != 0 && !f->error)
    f->error = errno;
  f->fd = -1;
}

bool outfile_finish(struct outfile *f)
{
  if (!f->error && !f->direct && fsync(f->fd) != 0)
    f->error = errno;
  closed(f);
  if (!f->error && !f->direct && rename(f->part, f->name) != 0)
    f->error = errno;
  if (!f->error) {
    free(f->part);
    f->part = NULL;
  }
  return !f->error;
}

void outfile_drop(struct outfile *f)
{
  closed(f);
  if (!f->direct && f->part)
    unlink(f->part);
  free(f->part);
  f->part = NULL;
}
