/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_outlet.c: a reader that stands still blocks no caller, on a pipe and on a terminal that may not be opened once
 * more; what was dropped for it is told once, when it reads again.
 */
#define _GNU_SOURCE /* posix_openpt */
#include "fixture.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "receive/outlet.h"

#define PIECE 65536

static char piece[PIECE];

/* Reads what is there. Returns how much it was. */
static size_t drain(int fd)
{
  static char got[PIECE];
  size_t bytes = 0;
  fcntl(fd, F_SETFL, O_NONBLOCK);
  for (ssize_t n; (n = read(fd, got, sizeof(got))) > 0;)
    bytes += (size_t)n;
  return bytes;
}

static void what_was_dropped_is_told_once(void **state)
{
  struct outlet o;
  int ends[2];
  size_t put = 0, got = 0;
  (void)state;
  assert_int_equal(pipe(ends), 0);
  outlet_open(&o, ends[1]);
  assert_int_equal(outlet_untold(&o), 0);
  while (!o.dropped) {
    outlet_put(&o, piece, sizeof(piece));
    put += sizeof(piece);
  }
  outlet_put(&o, piece, sizeof(piece));
  put += sizeof(piece);
  assert_int_equal(outlet_untold(&o), 0); /* what comes before the gap has not been read yet */
  while (outlet_waits(&o)) {
    got += drain(ends[0]);
    outlet_turn(&o);
  }
  got += drain(ends[0]);
  assert_int_equal(outlet_untold(&o), 2 * sizeof(piece));
  assert_int_equal(outlet_untold(&o), 0);
  assert_int_equal(got + 2 * sizeof(piece), put);
  assert_int_equal(outlet_close(&o, 0), 2 * sizeof(piece));
  close(ends[0]);
  close(ends[1]);
}

/* Where write() sleeps, the alarm ends the test. */
static void a_terminal_with_little_room_blocks_no_call(void **state)
{
  struct outlet o;
  const int other = posix_openpt(O_RDWR | O_NOCTTY);
  (void)state;
  assert_true(other >= 0 && grantpt(other) == 0 && unlockpt(other) == 0);
  const int terminal = open(ptsname(other), O_RDWR | O_NOCTTY);
  assert_true(terminal >= 0);
  outlet_open(&o, terminal);
  close(o.fd);
  o.fd = o.of; /* as where it may not be opened once more */
  alarm(20);
  while (!o.dropped)
    outlet_put(&o, piece, sizeof(piece) / 2 + 77);
  assert_true(outlet_waits(&o));
  alarm(0);
  outlet_close(&o, 0);
  close(terminal);
  close(other);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_was_dropped_is_told_once),
    cmocka_unit_test(a_terminal_with_little_room_blocks_no_call),
  };
  for (size_t i = 0; i < sizeof(piece); i++)
    piece[i] = i % 80 == 79 ? '\n' : '.'; /* of an end of line a terminal makes two bytes */
  return cmocka_run_group_tests(tests, NULL, NULL);
}
