/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_outlet.c: what was dropped for a reader that stands still is told once, when it reads again.
 */
#include "fixture.h"

#include <fcntl.h>
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

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_was_dropped_is_told_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
