/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * measure.c: `measure FILE COMMAND...` runs a command and writes into FILE what it took: the most memory that it had at
 * once, KiB, and the processor's time, ms. Exits with the command's status, 128 and more where a signal ended it.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static long ms(struct timeval t)
{
  return t.tv_sec * 1000 + t.tv_usec / 1000;
}

int main(int argc, char **argv)
{
  if (argc < 3)
    return 2;
  const pid_t child = fork();
  if (child == 0) {
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status;
  struct rusage took;
  if (child < 0 || waitpid(child, &status, 0) != child || getrusage(RUSAGE_CHILDREN, &took) != 0)
    return 126;
  FILE *out = fopen(argv[1], "w");
  if (!out || fprintf(out, "%ld %ld\n", took.ru_maxrss, ms(took.ru_utime) + ms(took.ru_stime)) < 0 || fclose(out) != 0)
    return 126;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
