/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * watched.c: linked with a program, says how long it ran from before its main() to its exit, in microseconds, in the
 * file that the environment's TEN_TIME names: by the clock, and of that with the processor. With TEN_ABREAST in the
 * environment the program first stops, until abreast.c lets it go on, and again at each SIGUSR2. A program that is
 * profiled calls watched_begin() where profiling begins.
 */
#include "watched.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static struct timespec begun, begun_running;
static bool later;

static double us_since(const struct timespec *then, clockid_t clock)
{
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)(now.tv_sec - then->tv_sec) * 1e6 + (double)(now.tv_nsec - then->tv_nsec) / 1e3;
}

static void stop(int number)
{
  (void)number;
  raise(SIGSTOP);
}

void watched_begin(void)
{
  if (getenv("TEN_ABREAST")) {
    struct sigaction action = { .sa_handler = stop, .sa_flags = SA_RESTART };
    sigaddset(&action.sa_mask, SIGALRM); /* a sample that came due meanwhile is of the program, not of stop() */
    sigaction(SIGUSR2, &action, NULL);
    raise(SIGSTOP);
  }
  clock_gettime(CLOCK_MONOTONIC, &begun);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun_running);
}

void watched_later(void)
{
  later = true;
}

__attribute__((constructor)) static void begin(void)
{
  if (!later && !begun.tv_sec && !begun.tv_nsec)
    watched_begin();
}

__attribute__((destructor)) static void end(void)
{
  signal(SIGUSR2, SIG_IGN); /* it runs to its end */
  const double running = us_since(&begun_running, CLOCK_PROCESS_CPUTIME_ID); /* within the other one */
  const double us = us_since(&begun, CLOCK_MONOTONIC);
  const char *path = getenv("TEN_TIME");
  FILE *f = path ? fopen(path, "w") : NULL;
  if (f)
    fprintf(f, "%.3f\t%.3f\n", us, running);
  if (path && (!f || fclose(f))) {
    fprintf(stderr, "watched: %s cannot be written\n", path);
    _exit(1);
  }
}
