/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_host_printable.c: what of a target's text a terminal gets: every byte, every colour, and all of it in pieces of
 * every size.
 */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

#define ROOM 4096

static uint8_t got[ROOM];

/* Filters `text` in pieces of `piece` bytes into `got`; returns its length. */
static size_t filter(struct printable *p, const char *text, size_t bytes, size_t piece)
{
  size_t n = 0;
  *p = (struct printable){ 0 };
  for (size_t at = 0; at < bytes; at += piece) {
    size_t part = bytes - at < piece ? bytes - at : piece, before = n;
    assert_true(n + PRINTABLE_MOST(part) <= ROOM);
    n += printable_filter(p, (const uint8_t *)text + at, part, got + n);
    assert_true(n - before <= PRINTABLE_MOST(part));
  }
  return n;
}

static void must_become(const char *text, const char *shown)
{
  struct printable p;
  for (size_t piece = 1; piece <= strlen(text); piece++) {
    size_t n = filter(&p, text, strlen(text), piece);
    if (n != strlen(shown) || memcmp(got, shown, n) != 0)
      fail_msg("in pieces of %zu `%s` becomes `%.*s`, not `%s`", piece, text, (int)n, (const char *)got, shown);
  }
}

static void every_byte(void **state)
{
  (void)state;
  for (unsigned byte = 0; byte < 256; byte++) {
    const char text[] = { 'a', (char)byte, 'b', '\n' };
    struct printable p;
    size_t n = filter(&p, text, sizeof(text), sizeof(text));
    bool plain = (byte >= 0x20 && byte < 0x7f) || byte == '\t' || byte == '\n' || byte == '\r';
    if (byte == 0x1b) /* with the byte behind it */
      assert_int_equal(n, 2);
    else
      assert_int_equal(n, plain ? 4 : 3);
    assert_int_equal(p.refused, byte == 0x1b ? 2 : !plain);
  }
}

static void utf8(void **state)
{
  (void)state;
  must_become("\303\274\342\202\254\360\237\230\200.", "\303\274\342\202\254\360\237\230\200.");
  must_become("\302\233[31m", "[31m");                              /* a C1 control character is what ESC [ is */
  must_become("a\342\200\256b\342\201\246c\342\200\250d\330\234e", "abcde"); /* bidirectional, lines */
  must_become("\342\200x", "x");
  must_become("\303\033[31mred\033[0m\n", "\033[31mred\033[0m\n"); /* cut, before a sequence */
  must_become("\342\200\342\202\254", "\342\202\254");
  must_become("\300\200\377\355\240\275", "");
}

/* Numbers of SGR: those that are left change nothing that hides a text. */
static void colours(void **state)
{
  (void)state;
  char text[64], shown[64];
  for (unsigned n = 0; n < 120; n++) {
    bool harmless = n < 2 || n == 22 || (n > 30 && n < 37) || n == 39 || (n > 90 && n < 97);
    snprintf(text, sizeof(text), "\033[%umx\033[0m", n);
    must_become(text, harmless ? text : "x\033[0m");
    snprintf(text, sizeof(text), "\033[1;%um.\n", n);
    snprintf(shown, sizeof(shown), "\033[1;%um.%s\n", n, n ? "\033[0m" : "");
    must_become(text, harmless ? shown : ".\n");
  }
  must_become("\033[m\033[;m\033[0;31;0m", "\033[m\033[;m\033[0;31;0m");
  must_become("\033[38;5;0ma\033[48;5;1mb\033[38:2::1:2:3mc\033[8md\033[7me", "abcde");
  must_become("\033[99999999999999999999mx\033[1", "x");
  must_become("\033[?1049hx\033[2Jy\033[1;1Hz\033[31 mq", "xyzq");
}

static void end_with_their_line(void **state)
{
  (void)state;
  struct printable p;
  uint8_t end[PRINTABLE_HELD];
  must_become("\033[31ma\nb\n", "\033[31ma\033[0m\nb\n");
  must_become("\033[31ma\r\nb", "\033[31ma\033[0m\r\nb");
  filter(&p, "\033[31ma", 6, 6);
  assert_int_equal(printable_end(&p, end), 4);
  assert_memory_equal(end, "\033[0m", 4);
  assert_int_equal(printable_end(&p, end), 0);
}

static void long_sequences(void **state)
{
  (void)state;
  char text[1000];
  struct printable p;
  must_become("\033]0;title\007\033Px\033\\y\033cz", "0;titlexyz");
  memset(text, '1', sizeof(text));
  memcpy(text, "\033[", 2);
  memcpy(text + sizeof(text) - 3, "m.\n", 3);
  size_t n = filter(&p, text, sizeof(text), 7);
  assert_int_equal(n, sizeof(text) - PRINTABLE_HELD);
  assert_true(p.refused == PRINTABLE_HELD && p.count == 0);
  assert_null(memchr(got, 0x1b, n));
}

/* Whatever comes, an escape begins one of the colours, and there is no control character of two bytes. */
static void anything(void **state)
{
  (void)state;
  static const char bytes[] = "\033\033\033[[;;013m\n\302\233\342\200\256xJ\x9b";
  char text[300];
  srand(1);
  for (unsigned round = 0; round < 20000; round++) {
    struct printable p;
    for (size_t i = 0; i < sizeof(text); i++)
      text[i] = bytes[(unsigned)rand() % (sizeof(bytes) - 1)];
    size_t n = filter(&p, text, sizeof(text), 1 + (unsigned)rand() % sizeof(text));
    for (size_t i = 0; i < n; i++) {
      if (got[i] == 0x1b) {
        size_t length = strspn((const char *)got + i + 2, "013;");
        assert_true(got[i + 1] == '[' && got[i + 2 + length] == 'm' && length < PRINTABLE_HELD);
      }
      assert_false(got[i] == 0xc2 && (i + 1 == n || got[i + 1] < 0xa0));
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_byte), cmocka_unit_test(utf8), cmocka_unit_test(colours),
    cmocka_unit_test(end_with_their_line), cmocka_unit_test(long_sequences), cmocka_unit_test(anything),
  };
  return cmocka_run_group_tests_name("printable", tests, NULL, NULL);
}
