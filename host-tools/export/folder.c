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

/* Removes the files of a folder that an export has. */
static void remove_files(const struct folder_kind *kind, DIR *all)
{
  rewinddir(all);
  for (const struct dirent *entry; (entry = readdir(all));)
    if (kind->has(entry->d_name))
      unlinkat(dirfd(all), entry->d_name, 0);
}

/* Removes a folder with the files that an export has; other files keep it. */
static void remove_folder(const struct folder_kind *kind, const char *folder)
{
  DIR *all = opendir(folder);
  if (!all)
    return;
  remove_files(kind, all);
  closedir(all);
  rmdir(folder);
}

/* Removes what an export that was killed has left in a folder. Returns false, and leaves the folder as it is, where it
 * has files that no export has. */
static bool empty_folder(const struct folder_kind *kind, const char *folder)
{
  DIR *all = opendir(folder);
  bool only = all;
  if (!all)
    return false;
  for (const struct dirent *entry; only && (entry = readdir(all));)
    only = kind->has(entry->d_name) || strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
  if (only)
    remove_files(kind, all);
  closedir(all);
  return only;
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

bool folder_begin(struct folder *f, const struct folder_kind *kind, struct export *e)
{
  struct stat st;
  *f = (struct folder){ .kind = kind, .e = e };
  if (stat(e->output, &st) == 0 && !is_ours(kind, e->output)) {
    say_line("%s: is there already, and is no such export: name another folder with -o", e->output);
    return false;
  }
  f->path = mem_format("%s.part", e->output);
  lock = take_folder(f->path);
  if (lock >= 0 && empty_folder(kind, f->path))
    return true;
  if (lock >= 0)
    say_line("%s: is there already, with files that no such export has: remove it", f->path);
  else if (errno == EBUSY)
    say_line("%s: another hostdump writes it", f->path);
  else
    export_say_unwritten(f->path, errno);
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

/* Puts the folder in the place of the one that was there. */
static void give_name(struct folder *f)
{
  char *old = mem_format("%s.old", f->e->output);
  const bool aside = !f->error && is_ours(f->kind, f->e->output);
  if (aside && rename(f->e->output, old) != 0) {
    f->error = errno;
    if (errno == ENOTEMPTY || errno == EEXIST)
      say_line("%s: is there already, where the export before this one is put aside: rename or remove it", old);
  }
  const bool moved = aside && !f->error;
  if (!f->error && rename(f->path, f->e->output) != 0)
    f->error = errno;
  if (moved && f->error)
    rename(old, f->e->output);
  else if (moved)
    remove_folder(f->kind, old);
  mem_free(old);
}

bool folder_finish(struct folder *f)
{
  give_name(f);
  if (f->error) {
    remove_folder(f->kind, f->path);
    export_say_unwritten(f->e->output, f->error);
  }
  release_folder();
  mem_free(f->path);
  return !f->error;
}
