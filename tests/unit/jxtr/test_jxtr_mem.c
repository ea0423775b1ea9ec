/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_jxtr_mem.c: how much memory a translation may take.
 */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"

#define PIECE ((size_t)64 << 20)

/* Takes `pieces` pieces in a process of its own; returns its exit status, and what it said in `said`. */
static int take(unsigned pieces, char *said, size_t room)
{
  int ends[2], status;
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    for (unsigned i = 0; i < pieces; i++)
      mem_new(PIECE);
    _exit(0);
  }
  close(ends[1]);
  ssize_t n = read(ends[0], said, room - 1);
  said[n > 0 ? n : 0] = '\0';
  close(ends[0]);
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_limit(void **state)
{
  (void)state;
  char said[400];
  assert_int_equal(take(31, said, sizeof(said)), 0);
  assert_int_equal(take(40, said, sizeof(said)), 2);
  assert_non_null(strstr(said, "more than 2048 MB of memory"));
}

/* What a translation has taken is not charged to the next one. */
static void test_reset(void **state)
{
  (void)state;
  for (unsigned i = 0; i < 100; i++) {
    mem_new(PIECE);
    mem_reset();
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_limit), cmocka_unit_test(test_reset) };
  return cmocka_run_group_tests_name("jxtr memory", tests, NULL, NULL);
}
