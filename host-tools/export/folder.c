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

/* Removes a folder with the files that an export has; other files keep it. */
static void remove_folder(const struct folder_kind *kind, const char *folder)
{
  DIR *all = opendir(folder);
  if (!all)
    return;
  for (const struct dirent *entry; (entry = readdir(all));)
    if (kind->has(entry->d_name))
      unlinkat(dirfd(all), entry->d_name, 0);
  closedir(all);
  rmdir(folder);
}

/* A folder is another hostdump's where this one has not made it. */
static bool made_folder;

void folder_drop(const struct folder_kind *kind, const char *part)
{
  if (made_folder)
    remove_folder(kind, part);
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
  made_folder = mkdir(f->path, 0777) == 0;
  if (made_folder)
    return true;
  if (errno == EEXIST)
    say_line("%s: is there already: another hostdump writes it, or has left it behind: remove it", f->path);
  else
    export_say_unwritten(f->path, errno);
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
  if (aside && rename(f->e->output, old) != 0)
    f->error = errno;
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
  mem_free(f->path);
  return !f->error;
}
