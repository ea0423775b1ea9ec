/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * library.h: where tests of the translator find the class files of our Java library.
 */
#ifndef LIBRARY_H
#define LIBRARY_H

#include <string.h>
#include <unistd.h>

/* Returns the folder with the library's class files, which lies beside the folder of this program. */
static inline const char *library_classes(void)
{
  static char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 64);
  assert_true(n > 0);
  path[n] = '\0';
  *strrchr(path, '/') = '\0';
  strcpy(strrchr(path, '/'), "/java/classes/java.base");
  return path;
}

#endif
