/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * watched.c: linked with a program, says how long it ran from before its main() to its exit, in microseconds, in the
 * file that the environment's TEN_TIME names.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static struct timespec begun;

__attribute__((constructor)) static void begin(void)
{
  clock_gettime(CLOCK_MONOTONIC, &begun);
}

__attribute__((destructor)) static void end(void)
{
  struct timespec now;
  const char *path = getenv("TEN_TIME");
  clock_gettime(CLOCK_MONOTONIC, &now);
  FILE *f = path ? fopen(path, "w") : NULL;
  if (f)
    fprintf(f, "%.3f\n", (double)(now.tv_sec - begun.tv_sec) * 1e6 + (double)(now.tv_nsec - begun.tv_nsec) / 1e3);
  if (path && (!f || fclose(f))) {
    fprintf(stderr, "watched: %s cannot be written\n", path);
    _exit(1);
  }
}
