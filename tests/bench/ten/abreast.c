/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * abreast.c: runs commands side by side on one processor, each for SLICE_US in turn, so that what slows the processor
 * down for longer than that (other machines on the host, its clock rate) slows all of them alike. Usage:
 *
 *   abreast SCRIPT...      each for /bin/sh, and ends in `exec` of a program that stops itself when it is about to
 *                          begin, and at each SIGUSR2 (watched.c, with TEN_ABREAST in its environment)
 *
 * None begins before all have stopped, and none outlives this program. Where the user may, programs run with real-time
 * priority, and this one with a higher one. Where their memory lies is not drawn anew for each (ADDR_NO_RANDOMIZE). The
 * processor is the last one of those that may be used. Status 1: one of them failed.
 */
#define _GNU_SOURCE /* sched_setaffinity() */
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Of the reader's plain program beside itself, at load 14, the difference had a standard deviation of 0.6 % with 5 ms,
 * 1.2 % with 20, and 6 to 8 % with 100. A signal that came due while the program waited takes less than another one. */
#define SLICE_US 20000
/* Linux gives programs with real-time priority 95 % of each second, and stops them for the rest of it, wherever they
 * are: they have less. */
#define REST_US (SLICE_US / 15)

#define COMMANDS 16

enum state { STARTED, READY, ENDED };

static struct { pid_t pid; enum state state; } commands[COMMANDS];
static int count;
static bool failed;

static void give_priority(int priority)
{
  const struct sched_param p = { .sched_priority = priority };
  sched_setscheduler(0, SCHED_FIFO, &p); /* a user who may not has none */
}

static void keep_to_one_processor(void)
{
  cpu_set_t may, last;
  if (sched_getaffinity(0, sizeof(may), &may))
    return;
  CPU_ZERO(&last);
  for (size_t i = CPU_SETSIZE; i-- > 0;)
    if (CPU_ISSET(i, &may)) {
      CPU_SET(i, &last);
      sched_setaffinity(0, sizeof(last), &last);
      return;
    }
}

static pid_t start(const char *script)
{
  const pid_t pid = fork();
  if (pid)
    return pid;
  give_priority(50);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  personality(ADDR_NO_RANDOMIZE);
  execl("/bin/sh", "sh", script, (char *)NULL);
  _exit(127);
}

/* Waits until a command stops or ends, and notes that. Returns false where there is none. */
static bool note(void)
{
  int status;
  const pid_t pid = waitpid(-1, &status, WUNTRACED);
  if (pid <= 0)
    return false;
  for (int i = 0; i < count; i++)
    if (commands[i].pid == pid && WIFSTOPPED(status)) {
      if (commands[i].state == STARTED)
        commands[i].state = READY;
    } else if (commands[i].pid == pid) {
      failed |= commands[i].state == STARTED || !WIFEXITED(status) || WEXITSTATUS(status);
      commands[i].state = ENDED;
    }
  return true;
}

static int in_state(enum state s)
{
  int n = 0;
  for (int i = 0; i < count; i++)
    n += commands[i].state == s;
  return n;
}

/* Lets a command run for a slice: until it stops, which it does not in the midst of a handler of its own, or ends. */
static void give_slice(pid_t pid)
{
  const struct timespec slice = { 0, SLICE_US * 1000L }, rest = { 0, REST_US * 1000L };
  kill(pid, SIGCONT);
  nanosleep(&slice, NULL);
  kill(pid, SIGUSR2);
  note();
  nanosleep(&rest, NULL);
}

int main(int argc, char **argv)
{
  count = argc - 1;
  if (count < 1 || count > COMMANDS) {
    fprintf(stderr, "usage: %s SCRIPT... (at most %d)\n", argv[0], COMMANDS);
    return 2;
  }
  keep_to_one_processor();
  give_priority(60);
  for (int i = 0; i < count; i++) {
    commands[i].pid = start(argv[1 + i]);
    if (commands[i].pid < 0) {
      perror("abreast");
      exit(1);
    }
  }
  while (in_state(STARTED) && note())
    ;
  for (int i = 0; in_state(READY); i = (i + 1) % count)
    if (commands[i].state == READY)
      give_slice(commands[i].pid);
  return failed;
}
