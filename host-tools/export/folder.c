/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * folder.c: the folder that an export goes into; folder.h is the manual.
 */
#include "folder.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether a folder is an export of the kind. */
static bool is_ours(const struct folder_kind *kind, const char *folder)
{
  const size_t bytes = strlen(kind->mark);
  char *first = mem_alloc(bytes, 1), *path = mem_format("%s/%s", folder, kind->file);
  FILE *file = fopen(path, "r");
  const bool ours = file && fread(first, 1, bytes, file) == bytes && memcmp(first, kind->mark, bytes) == 0;
  if (file)
    fclose(file);
  mem_free(path);
  mem_free(first);
  return ours;
}

/* A folder that hostdump makes or removes has this file from the first moment to the last. Readers of both formats pass
 * over files that begin so. */
#define GROWING ".hostdump"

/* Returns 0, or an errno. */
static int mark_folder(int folder)
{
  const int fd = openat(folder, GROWING, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  return fd >= 0 && close(fd) == 0 ? 0 : errno;
}

static bool is_marked(int folder)
{
  return faccessat(folder, GROWING, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Returns the next name in a folder; NULL: there is none, and errno is 0, or it cannot be read, and errno says why. */
static const char *next_name(DIR *all)
{
  const struct dirent *entry;
  do {
    errno = 0;
    entry = readdir(all);
  } while (entry && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
  return entry ? entry->d_name : NULL;
}

/* Removes the files of a folder that an export has, and then the mark. */
static void remove_files(const struct folder_kind *kind, DIR *all)
{
  rewinddir(all);
  for (const char *name; (name = next_name(all));)
    if (kind->has(name))
      unlinkat(dirfd(all), name, 0);
  unlinkat(dirfd(all), GROWING, 0);
}

/* Removes a folder that is marked with the files that an export has; other files keep it. */
static void remove_folder(const struct folder_kind *kind, const char *folder)
{
  DIR *all = opendir(folder);
  if (!all)
    return;
  const bool ours = is_marked(dirfd(all));
  if (ours)
    remove_files(kind, all);
  closedir(all);
  if (ours)
    rmdir(folder);
}

/* Removes what an export that was killed has left in a folder. Returns 0; ENOTEMPTY, and leaves the folder as it is,
 * where it has files and no mark, or files that no export has; another errno where it cannot be read. */
static int empty_folder(const struct folder_kind *kind, int folder)
{
  const int fd = fcntl(folder, F_DUPFD_CLOEXEC, 0);
  DIR *all = fd >= 0 ? fdopendir(fd) : NULL;
  int error = all ? 0 : errno;
  if (!all) {
    if (fd >= 0)
      close(fd);
    return error;
  }
  const bool marked = is_marked(folder);
  for (const char *name; !error && (name = next_name(all));)
    if (!marked || (!kind->has(name) && strcmp(name, GROWING) != 0))
      error = ENOTEMPTY;
  error = error ? error : errno;
  if (!error)
    remove_files(kind, all);
  closedir(all);
  return error;
}

/* The folder that grows is locked for as long as it does, by this descriptor; -1: none grows. A folder that is there
 * and not locked is what a hostdump has left that was killed. */
static int lock = -1;

/* Whether the folder that is open is the one of that name: another hostdump may have given it its name meanwhile. */
static bool is_open(int fd, const char *path)
{
  struct stat mine, now;
  return fstat(fd, &mine) == 0 && lstat(path, &now) == 0 && mine.st_ino == now.st_ino && mine.st_dev == now.st_dev;
}

/* Makes the folder, or takes what is left of one, for this hostdump alone. Returns its descriptor; -1: errno says why
 * not, EBUSY that another one writes it. On a file system without locks that is not known. */
static int take_folder(const char *path)
{
  for (;;) {
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
      return -1;
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 && errno != ENOENT)
      return -1;
    const bool locked = fd >= 0 && (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK);
    if (locked && is_open(fd, path))
      return fd;
    if (fd >= 0)
      close(fd);
    if (fd >= 0 && !locked) {
      errno = EBUSY;
      return -1;
    }
  }
}

static void release_folder(void)
{
  if (lock >= 0)
    close(lock);
  lock = -1;
}

void folder_drop(const struct folder_kind *kind, const char *part)
{
  if (lock >= 0)
    remove_folder(kind, part);
  release_folder();
}

/* Makes room for the export that is there, which is put aside in the end. Returns false where there is none, which has
 * been said. */
static bool clear_aside(const struct folder *f)
{
  char *old = mem_format("%s.old", f->e->output);
  const int fd = open(old, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  const int error = fd >= 0 ? empty_folder(f->kind, fd) : errno;
  if (fd >= 0)
    close(fd);
  if (error == ENOTEMPTY || error == ENOTDIR || error == ELOOP)
    say_line("%s: is there already, where the export before this one is put aside: rename or remove it", old);
  else if (error && error != ENOENT)
    export_say_unwritten(old, error);
  mem_free(old);
  return !error || error == ENOENT;
}

/* Takes the folder that grows, and marks it. Returns false where that cannot be, which has been said. */
static bool begin_part(struct folder *f)
{
  lock = take_folder(f->path);
  const bool taken = lock >= 0;
  int error = taken ? empty_folder(f->kind, lock) : errno;
  if (!error)
    error = mark_folder(lock);
  if (taken && error == ENOTEMPTY)
    say_line("%s: is there already, with files that no such export has: remove it", f->path);
  else if (!taken && error == EBUSY)
    say_line("%s: another hostdump writes it", f->path);
  else if (error)
    export_say_unwritten(f->path, error);
  return !error;
}

bool folder_begin(struct folder *f, const struct folder_kind *kind, struct export *e)
{
  struct stat st;
  *f = (struct folder){ .kind = kind, .e = e };
  const bool there = stat(e->output, &st) == 0;
  if (there && !is_ours(kind, e->output)) {
    say_line("%s: is there already, and is no such export: name another folder with -o", e->output);
    return false;
  }
  f->path = mem_format("%s.part", e->output);
  if (begin_part(f)) {
    if (!there || clear_aside(f))
      return true;
    remove_folder(kind, f->path);
  }
  release_folder();
  mem_free(f->path);
  return false;
}

void folder_append(struct folder *f, const char *name, bool exists, const void *bytes, size_t count)
{
  f->written += count;
  if (!f->error && f->written > f->e->most)
    f->error = EFBIG;
  if (f->error)
    return;
  char *path = mem_format("%s/%s", f->path, name);
  const int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | (exists ? 0 : O_CREAT | O_EXCL), 0666);
  if (fd < 0 || !file_write(fd, bytes, count))
    f->error = errno;
  if (fd >= 0 && close(fd) != 0 && !f->error)
    f->error = errno;
  mem_free(path);
}

/* Puts the export that was there aside, marked as one to be removed. Returns 0, or an errno. */
static int put_aside(const struct folder *f, const char *old)
{
  const int fd = open(f->e->output, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int error = fd >= 0 ? mark_folder(fd) : errno;
  if (!error && rename(f->e->output, old) != 0) {
    error = errno;
    unlinkat(fd, GROWING, 0);
  }
  if (fd >= 0)
    close(fd);
  return error;
}

/* Gives the export that was put aside its name again. */
static void put_back(const struct folder *f, const char *old)
{
  if (rename(old, f->e->output) != 0)
    return;
  char *mark = mem_format("%s/" GROWING, f->e->output);
  unlink(mark);
  mem_free(mark);
}

/* Puts the folder in the place of the one that was there. */
static void give_name(struct folder *f)
{
  char *old = mem_format("%s.old", f->e->output);
  const bool aside = !f->error && is_ours(f->kind, f->e->output);
  if (aside)
    f->error = put_aside(f, old);
  const bool moved = aside && !f->error;
  if (!f->error && rename(f->path, f->e->output) != 0)
    f->error = errno;
  if (moved && f->error)
    put_back(f, old);
  if (!f->error) {
    unlinkat(lock, GROWING, 0);
    remove_folder(f->kind, old);
  }
  mem_free(old);
}

bool folder_finish(struct folder *f)
{
  give_name(f);
  if (f->error) {
    remove_folder(f->kind, f->path);
    if (f->error == ENOTEMPTY || f->error == EEXIST)
      say_line("%s: cannot be written: meanwhile a folder has come there, or as %s.old: rename or remove it",
               f->e->output, f->e->output);
    else
      export_say_unwritten(f->e->output, f->error);
  }
  release_folder();
  mem_free(f->path);
  return !f->error;
}
