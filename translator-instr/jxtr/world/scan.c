/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * scan.c: walks through the folders of the class path; scan.h is the manual.
 */
#include "scan.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"

#define DEEPEST 64   /* folders in each other: a link may lead back */

static bool has_ending(const char *text, const char *ending)
{
  size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

/* `inside`: the package, with a slash behind it, or "". */
static void scan_folder(const char *folder, const char *inside, int depth, void (*take)(const char *, const char *))
{
  struct dirent **entries;
  int count = depth < DEEPEST ? scandir(folder, &entries, NULL, alphasort) : 0;
  for (int i = 0; i < count; i++) {
    const char *name = entries[i]->d_name, *path = mem_text("%s/%s", folder, name);
    struct stat about;
    if (*name == '.' || strchr(name, '-') || stat(path, &about) != 0)
      continue;   /* module-info, package-info, META-INF: no classes */
    if (S_ISDIR(about.st_mode))
      scan_folder(path, mem_text("%s%s/", inside, name), depth + 1, take);
    else if (has_ending(name, ".class"))
      take(mem_name_of(mem_text("%s%.*s", inside, (int)(strlen(name) - strlen(".class")), name)), path);
  }
  for (int i = 0; i < count; i++)
    free(entries[i]);
  if (count > 0)
    free(entries);
}

void scan_classes(const char *path, void (*take)(const char *name, const char *file))
{
  for (const char *at = path; at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL)
    scan_folder(mem_text("%.*s", (int)strcspn(at, ":"), at), "", 0, take);
}
