/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * left.c: see left.h.
 */
#include "left.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/say.h"
#include "dump/first_run.h"
#include "receive/resume.h"
#include "status.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PART ".part"

/* The number of a dump that is called `name`, NAME or NAME-N, without its end; 0: it is not one of the place. */
static unsigned number_of(const struct served *p, const char *name, size_t bytes)
{
  const size_t own = strlen(p->place.name);
  uint64_t number = 0;
  if (bytes < own || strncmp(name, p->place.name, own) != 0)
    return 0;
  if (bytes == own)
    return 1;
  char *rest = mem_format("%.*s", (int)(bytes - own), name + own);
  if (rest[0] != '-' || rest[1] == '0' || !number_whole(rest + 1, INCOMING_RUNS_MOST, &number) || number < 2)
    number = 0;
  mem_free(rest);
  return (unsigned)number;
}

/* Whether a file is regular, and no other hostdump writes it. */
static bool is_ours(const char *path)
{
  struct stat st;
  const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  const bool good = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && flock(fd, LOCK_SH | LOCK_NB) == 0;
  if (fd >= 0)
    close(fd);
  return good;
}

/* Says what is wrong with a part that is no run's: of one that was begun and got no frame nothing is lost, and it is
 * taken away. Returns whether it was. */
static bool say_useless(const struct served *p, const char *part)
{
  uint64_t bytes = 0;
  const int fd = open(part, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  const bool sized = fd >= 0 && file_size(fd, &bytes);
  const bool frames = sized && resume_whole(fd) > 0;
  const bool removed = sized && !bytes && unlink(part) == 0;
  if (fd >= 0)
    close(fd);
  if (removed)
    say_line("%s: %s was empty, for a hostdump was killed before a frame of that run came: it is removed",
             p->place.name, part);
  else if (frames)
    say_line("%s: %s is of a run that was cut, and whose target draws no number for its runs: it cannot be gone on "
             "with, and stays as it is; hostdump report takes it", p->place.name, part);
  else
    say_line("%s: %s has no whole frame: no run goes on in it, and it stays as it is; remove it, or move it away",
             p->place.name, part);
  return removed;
}

static void add(struct served *p, char *path, uint32_t run, bool cut)
{
  mem_grow(&p->left, &p->left_room, p->left_count + 1, sizeof(*p->left));
  p->left[p->left_count++] = (struct left){ path, run, cut };
}

void left_add(struct served *p, const char *path, uint32_t run)
{
  add(p, mem_format("%s", path), run, false);
}

/* Takes note of a file of the directory that is called as the place's files are. */
static void look_at(const struct serve *s, struct served *p, const char *file)
{
  static const char *const ends[] = { ".txt", ".jxp", ".jxp" PART };
  for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
    const size_t bytes = strlen(file), end = strlen(ends[i]);
    const bool ends_so = bytes > end && strcmp(file + bytes - end, ends[i]) == 0;
    const unsigned number = ends_so ? number_of(p, file, bytes - end) : 0;
    if (!number)
      continue;
    char *path = mem_format("%s/%s", s->directory, file);
    const bool part = i == 2, ours = i && is_ours(path);
    const uint32_t run = ours ? first_run(path) : 0;
    if (part && ours && !run && say_useless(p, path)) {
      mem_free(path);
      continue;
    }
    p->run = number >= p->run ? number + 1 : p->run;
    if (run && part)
      say_line("%s: %s is of a run that was cut, for a hostdump was killed: it goes on when its target speaks again",
               p->place.name, path);
    if (part)
      path[strlen(path) - strlen(PART)] = '\0';
    if (run)
      add(p, path, run, part);
    else
      mem_free(path);
  }
}

void left_look(struct serve *s)
{
  DIR *d = opendir(s->directory);
  const struct dirent *e;
  while (d && (e = readdir(d)))
    for (size_t i = 0; i < s->place_count; i++)
      look_at(s, &s->places[i], e->d_name);
  if (d)
    closedir(d);
  for (size_t i = 0; i < s->place_count; i++)
    if (s->places[i].run > INCOMING_RUNS_MOST)
      s->places[i].run = 1; /* a number that is free is looked for */
}

bool left_is_cut(const struct served *p)
{
  bool cut = false;
  for (size_t i = 0; i < p->left_count; i++)
    cut = cut || p->left[i].cut;
  return cut;
}

char *left_take(void *served, uint32_t run)
{
  struct served *p = served;
  for (size_t i = p->left_count; i-- > 0;) {
    if (p->left[i].run != run)
      continue;
    char *path = p->left[i].path;
    p->left[i] = p->left[--p->left_count];
    return path;
  }
  return NULL;
}

void left_close(struct serve *s)
{
  for (size_t i = 0; i < s->place_count; i++) {
    struct served *p = &s->places[i];
    for (size_t k = 0; k < p->left_count; k++) {
      if (p->left[k].cut)
        status_note(s, status_of(incoming_close_left(p->left[k].path, p->place.name, p->memory, s->image,
                                                     s->image_ctx)));
      mem_free(p->left[k].path);
    }
    mem_free(p->left);
    p->left = NULL;
    p->left_count = p->left_room = 0;
  }
}
