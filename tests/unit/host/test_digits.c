/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_digits.c: numbers as digits, as the C library writes them.
 */
#include "fixture.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/digits.h"

static struct digits_head head;

/* Writes a number in each way, and compares what is written and where it ends. */
static void compare(uint64_t n)
{
  uint8_t room[64];
  char wanted[64];
  const int64_t ns = (int64_t)n;
  const uint64_t size = ns < 0 ? -n : n;
  int bytes = snprintf(wanted, sizeof(wanted), "%" PRIu64, n);
  assert_int_equal(digits_natural(room, n) - room, bytes);
  assert_memory_equal(room, wanted, (size_t)bytes);
  assert_int_equal(digits_alike(room, n, &head) - room, bytes);
  assert_memory_equal(room, wanted, (size_t)bytes);
  snprintf(wanted, sizeof(wanted), "%016" PRIx64, n);
  assert_int_equal(digits_hex(room, n) - room, DIGITS_HEX);
  assert_memory_equal(room, wanted, DIGITS_HEX);
  bytes = snprintf(wanted, sizeof(wanted), "%s%" PRIu64 ".%03u", ns < 0 ? "-" : "", size / 1000,
                   (unsigned)(size % 1000));
  assert_int_equal(digits_us(room, ns) - room, bytes);
  assert_true(bytes <= DIGITS_US);
  assert_memory_equal(room, wanted, (size_t)bytes);
}

static void numbers_around_each_power(void **state)
{
  (void)state;
  for (uint64_t power = 1;; power *= 10) {
    for (uint64_t n = power - 2; n != power + 3; n++)
      compare(n);
    if (power > UINT64_MAX / 10)
      break;
  }
  for (unsigned bit = 0; bit < 64; bit++)
    for (uint64_t n = (UINT64_C(1) << bit) - 1; n != (UINT64_C(1) << bit) + 2; n++)
      compare(n);
  compare(UINT64_MAX);
}

static void any_numbers(void **state)
{
  uint64_t random = 88172645463325252u;
  (void)state;
  for (uint64_t n = 0; n < 20000; n++)
    compare(n);
  for (unsigned i = 0; i < 200000; i++) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    compare(random >> i % 64);
  }
}

/* Times that go on, by way of the places where their heads change, and back. */
static void numbers_that_begin_alike(void **state)
{
  (void)state;
  for (uint64_t n = 1764210000000000000; n < 1764210001000000000; n += 9999999)
    compare(n);
  for (unsigned i = 0; i < 1000; i++)
    compare(i % 2 ? 5 : UINT64_C(3000000000) + i);
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(numbers_around_each_power), cmocka_unit_test(any_numbers),
                                      cmocka_unit_test(numbers_that_begin_alike) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
