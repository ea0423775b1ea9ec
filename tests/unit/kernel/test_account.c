/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_account.c: whose a non-maskable interrupt is, in the books of the observer (tests/kernel/accuracy/account.h):
 * the profiler's if it takes a sample, else the interrupted code's, for it has ended a wait of that code's
 * (kernel/core/spin.c).
 */
#include "fixture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/kernel/accuracy/account.h"

enum { WAITS = 0x1000, EXIT_HOOK = 0x2000, NMI = 0x3000, TAKES_NMI = 0x4000, SAMPLED = 0x5000, TIMER = 0x6000,
       HANDLES = 0x7000, START = 0x8000 };
#define FUNCTIONS "1000 T waits\n2000 H __return__\n3000 M exception_2\n4000 U trap_nmi\n5000 U prof_nmi_end\n" \
  "6000 I interrupt_0\n7000 T handles\n8000 B prof_start\n"

#define IN_NMI (1 + 20 + 7 + 1) /* instructions of nmi() that takes no sample */

static int open_books(void **state)
{
  char path[] = "/tmp/test_account.XXXXXX";
  const int fd = mkstemp(path);
  (void)state;
  assert_true(fd >= 0 && write(fd, FUNCTIONS, sizeof FUNCTIONS - 1) == sizeof FUNCTIONS - 1);
  const bool good = account_open(path);
  close(fd);
  unlink(path);
  return !good;
}

static void enter(uint64_t address)
{
  account_enter(account_find(address));
}

static int start(void **state)
{
  (void)state;
  enter(START);
  account_leave();
  return 0;
}

/* One that takes a sample or does not. */
static void nmi(bool samples)
{
  enter(NMI);
  account_run(1);
  account_read_clock(NMI + 1);
  enter(TAKES_NMI);
  account_run(20);
  if (samples) {
    enter(SAMPLED);
    account_run(50);
    account_leave();
  }
  account_run(7);
  account_leave();
  account_run(1);
  account_end_interrupt();
}

/* What the books say of a function: its own instructions, the interrupts in it, and what passed on its clock. */
struct line { uint64_t own, interrupts, passed; };

static struct line line_of(const char *function)
{
  struct line is = { 0 };
  char *text = NULL, name[64];
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  assert_non_null(out);
  account_write(out);
  fclose(out);
  for (const char *at = text; *at; at = strchr(at, '\n') + 1)
    if (sscanf(at, "%*s %63s", name) == 1 && !strcmp(name, function))
      assert_int_equal(3, sscanf(at, "%*s %*s %*u %*u %" SCNu64 " %*u %*u %" SCNu64 " %*u %" SCNu64, &is.own,
                                 &is.interrupts, &is.passed));
  free(text);
  return is;
}

static void takes_no_sample(void **state)
{
  (void)state;
  enter(WAITS);
  account_run(10);
  nmi(false);
  account_run(4);
  account_leave();
  const struct line is = line_of("waits");
  assert_int_equal(is.own, 10 + IN_NMI + 4);
  assert_int_equal(is.interrupts, 0);
}

static void takes_a_sample(void **state)
{
  (void)state;
  enter(WAITS);
  account_run(10);
  nmi(true);
  account_run(4);
  account_leave();
  const struct line is = line_of("waits");
  assert_int_equal(is.own, 10 + 4);
  assert_int_equal(is.interrupts, 1);
}

/* The first one's sample says nothing of the second. */
static void come_after_each_other(void **state)
{
  (void)state;
  enter(WAITS);
  nmi(true);
  nmi(false);
  account_leave();
  const struct line is = line_of("waits");
  assert_int_equal(is.own, IN_NMI);
  assert_int_equal(is.interrupts, 1);
}

static void comes_in_an_interrupt(void **state)
{
  (void)state;
  enter(WAITS);
  account_run(10);
  enter(TIMER);
  enter(HANDLES);
  account_run(5);
  nmi(false);
  account_leave();
  account_end_interrupt();
  account_leave();
  assert_int_equal(line_of("waits").own, 10);
  assert_int_equal(line_of("handles").own, 5 + IN_NMI);
}

/* Its reading of the clock is not the hook's, and a hook's instructions are not the call's. */
static void comes_in_a_hook(void **state)
{
  (void)state;
  account_processor(0, 0);
  enter(WAITS);
  account_run(11);
  enter(EXIT_HOOK);
  account_processor(1, 0);
  account_processor(0, 100);
  nmi(false);
  account_processor(1, 100);
  account_processor(0, 150);
  account_read_clock(EXIT_HOOK + 1);
  account_leave();
  account_leave();
  const struct line is = line_of("waits");
  assert_int_equal(is.own, 10); /* without the `call` of the hook */
  assert_int_equal(is.passed, 150);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup(takes_no_sample, start),       cmocka_unit_test_setup(takes_a_sample, start),
    cmocka_unit_test_setup(come_after_each_other, start), cmocka_unit_test_setup(comes_in_an_interrupt, start),
    cmocka_unit_test_setup(comes_in_a_hook, start),
  };
  return cmocka_run_group_tests_name("account", tests, open_books, NULL);
}
