/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * page_template.c: see page_template.h.
 */
#include "page_template.h"

#include "base/mem.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

char *page_template(const char *named)
{
  char path[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
  if (named)
    return mem_format("%s", named);
  path[n > 0 ? n : 0] = '\0';
  char *slash = strrchr(path, '/');
  if (slash)
    *slash = '\0';
  char *beside = mem_format("%s/page.html", path);
  if (access(beside, F_OK) == 0)
    return beside;
  mem_free(beside);
  return mem_format("%s/../share/jxprof/page.html", path);
}
