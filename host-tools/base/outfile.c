/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * outfile.c: a file that appears whole; outfile.h is the manual.
 */
#define _GNU_SOURCE /* renameat2, O_DIRECT */
#include "outfile.h"

#include "file.h"
#include "mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static void set_names(struct outfile *f, const char *name)
{
  struct stat st;
  *f = (struct outfile){ .name = name, .fd = -1 };
  f->direct = stat(name, &st) == 0 && !S_ISREG(st.st_mode);
  f->part = mem_format(f->direct ? "%s" : "%s.part", name);
}

/* Whether NAME.part is what is open: another hostdump may have given it its name meanwhile. */
static bool is_part(const struct outfile *f)
{
  struct stat mine, now;
  return fstat(f->fd, &mine) == 0 && lstat(f->part, &now) == 0 && mine.st_ino == now.st_ino &&
         mine.st_dev == now.st_dev;
}

static void close_file(struct outfile *f)
{
  if (f->fd >= 0 && close(f->fd) != 0 && !f->error)
    f->error = errno;
  f->fd = -1;
}

/* Opens NAME.part, for this program alone; on a file system without locks other programs may open it, too. */
static bool open_alone(struct outfile *f, int flags)
{
  do {
    close_file(f);
    f->fd = open(f->part, flags | O_CREAT | O_CLOEXEC | (f->direct ? 0 : O_NOFOLLOW), 0666);
    if (f->fd < 0)
      f->error = errno;
    else if (!f->direct && flock(f->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      f->error = EBUSY;
  } while (!f->error && !f->direct && !is_part(f));
  if (f->error)
    close_file(f);
  return !f->error;
}

bool outfile_open(struct outfile *f, const char *name)
{
  set_names(f, name);
  if (open_alone(f, O_WRONLY) && !f->direct && ftruncate(f->fd, 0) != 0)
    f->error = errno;
  return !f->error;
}

bool outfile_create(struct outfile *f, const char *name)
{
  *f = (struct outfile){ .name = name, .part = mem_format("%s.part", name), .fd = -1, .alone = true };
  return open_alone(f, O_WRONLY | O_EXCL);
}

static bool is_link(const char *path)
{
  struct stat st;
  return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

bool outfile_continue(struct outfile *f, const char *name)
{
  set_names(f, name);
  if (!f->direct && is_link(name))
    f->error = ELOOP;
  else if (!f->direct && access(f->part, F_OK) != 0 && rename(name, f->part) != 0 && errno != ENOENT)
    f->error = errno;
  return !f->error && open_alone(f, O_RDWR);
}

const char *outfile_problem(const struct outfile *f)
{
  return f->error == EBUSY ? "another hostdump writes it" : f->error == ELOOP ? "it is a symbolic link: remove it" :
         strerror(f->error);
}

void outfile_keep(struct outfile *f, uint64_t bytes)
{
  if (f->direct)
    return;
  if (ftruncate(f->fd, (off_t)bytes) != 0 || lseek(f->fd, (off_t)bytes, SEEK_SET) < 0)
    f->error = errno;
  f->kept = f->wanted = bytes;
}

/* Switches the system's cache for what is written on, or off. Returns false where the file system cannot. */
static bool set_uncached(struct outfile *f, bool uncached)
{
  const int flags = fcntl(f->fd, F_GETFL);
  if (flags < 0 || fcntl(f->fd, F_SETFL, uncached ? flags | O_DIRECT : flags & ~O_DIRECT) != 0)
    return false;
  f->uncached = uncached;
  return true;
}

/* A file system without a device of its own (major 0) is in memory, or is another machine's, or decides by itself. */
void outfile_uncached(struct outfile *f)
{
  struct stat st;
  if (!f->error && !f->direct && fstat(f->fd, &st) == 0 && major(st.st_dev))
    set_uncached(f, true);
}

/* Where the disk wants larger blocks, the piece is written again, from its beginning, with the cache. */
static bool write_piece(struct outfile *f, const void *piece, size_t bytes)
{
  if (f->uncached && (bytes % OUTFILE_BLOCK || (uintptr_t)piece % OUTFILE_BLOCK))
    set_uncached(f, false);
  if (file_write(f->fd, piece, bytes))
    return true;
  if (errno != EINVAL || !f->uncached || !set_uncached(f, false))
    return false;
  return lseek(f->fd, (off_t)f->kept, SEEK_SET) >= 0 && file_write(f->fd, piece, bytes);
}

bool outfile_write(struct outfile *f, const void *piece, size_t bytes)
{
  f->wanted += bytes;
  if (f->error)
    return true;
  if (write_piece(f, piece, bytes)) {
    f->kept += bytes;
    return true;
  }
  f->error = errno;
  if (!f->direct && ftruncate(f->fd, (off_t)f->kept) != 0)
    f->kept = 0; /* the piece that was begun could not be taken back: what is there is no sound dump */
  return false;
}

/* Gives the file its name; a file that is `alone` replaces none, where the file system can tell. */
static bool take_name(const struct outfile *f)
{
  if (f->alone && renameat2(AT_FDCWD, f->part, AT_FDCWD, f->name, RENAME_NOREPLACE) == 0)
    return true;
  return (!f->alone || errno == EINVAL || errno == ENOSYS) && rename(f->part, f->name) == 0;
}

bool outfile_finish(struct outfile *f)
{
  if (!f->error && !f->direct && fsync(f->fd) != 0)
    f->error = errno;
  if (!f->error && !f->direct && !take_name(f))
    f->error = errno;
  close_file(f); /* with it the lock goes */
  if (!f->error) {
    mem_free(f->part);
    f->part = NULL;
  }
  return !f->error;
}

void outfile_drop(struct outfile *f)
{
  if (!f->direct && f->part)
    unlink(f->part);
  close_file(f);
  mem_free(f->part);
  f->part = NULL;
}
