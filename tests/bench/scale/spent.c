/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * spent.c: what a command takes: `spent FILE COMMAND...` runs it and writes to FILE its processor time, user and
 * system together, in seconds, and the peak memory of its largest process, MiB. Ends as the command ends.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(const struct timeval *t)
{
  return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
  struct rusage used;
  int status;
  if (argc < 3) {
    fputs("usage: spent FILE COMMAND...\n", stderr);
    return 2;
  }
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  FILE *out = fopen(argv[1], "w");
  if (child < 0 || !out || waitpid(child, &status, 0) != child || getrusage(RUSAGE_CHILDREN, &used) != 0) {
    perror("spent");
    return 2;
  }
  fprintf(out, "%.3f %.1f\n", seconds(&used.ru_utime) + seconds(&used.ru_stime), (double)used.ru_maxrss / 1024);
  if (fclose(out) != 0)
    return 2;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
