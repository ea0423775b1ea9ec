/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_jxtr_text.c: text of class files in C and in messages, byte by byte. What gcc makes of the C is tested with a
 * whole program (tests/java/hosted/names).
 */
#include "fixture.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

static int teardown(void **state)
{
  (void)state;
  mem_reset();
  return 0;
}

/* The bytes between the quotes, as C reads them. False: that is not plain characters and octal escapes. */
static bool read_literal(const char *literal, uint8_t *bytes, size_t *count)
{
  const char *p = literal;
  *count = 0;
  if (*p++ != '"')
    return false;
  for (; *p && *p != '"'; p++) {
    unsigned value = (uint8_t)*p;
    if (*p == '\\' && sscanf(p + 1, "%3o", &value) == 1 && strspn(p + 1, "01234567") >= 3)
      p += 3;
    else if (*p == '\\' || *p == '?' || *p < 0x20 || *p > 0x7e)
      return false;
    bytes[(*count)++] = (uint8_t)value;
  }
  return p[0] == '"' && p[1] == '\0';
}

/* Every byte, before and behind every other: an escape must not take in what stands beside it. */
static void test_literal(void **state)
{
  (void)state;
  for (unsigned a = 1; a < 256; a++) {
    for (unsigned b = 1; b < 256; b++) {
      const char text[] = { (char)a, (char)b, '\0' };
      uint8_t bytes[8];
      size_t count;
      assert_true(read_literal(text_literal(text), bytes, &count));
      assert_int_equal(count, 2);
      assert_memory_equal(bytes, text, 2);
    }
    mem_reset();
  }
}

static void test_comment(void **state)
{
  (void)state;
  for (unsigned a = 1; a < 256; a++) {
    for (unsigned b = 1; b < 256; b++) {
      const char text[] = { (char)a, (char)b, '\0' };
      const char *comment = text_comment(text);
      size_t length = strlen(comment);
      assert_memory_equal(comment, "/* ", 3);
      assert_ptr_equal(strstr(comment, "*/"), comment + length - 2);
      assert_ptr_equal(strrchr(comment, '*'), comment + length - 2);
      for (const char *p = comment; *p; p++)
        assert_true(*p >= 0x20 && *p < 0x7f && *p != '"' && *p != '?');
    }
    mem_reset();
  }
  assert_string_equal(text_comment("a.B.c(I[J)V"), "/* a.B.c(I[J)V */");
}

static void test_shown(void **state)
{
  (void)state;
  static const struct { const char *text, *shown; } cases[] = {
    { "java/lang/String$1.valueOf", "java/lang/String$1.valueOf" }, { "", "" },
    { "a\nb\tc\rd", "a\\u000ab\\u0009c\\u000dd" }, { "\033[31m\007", "\\u001b[31m\\u0007" }, { "\177", "\\u007f" },
    { "\303\244\342\202\254", "\303\244\342\202\254" },        /* ä € */
    { "\302\233", "\\u009b" }, { "\302\205", "\\u0085" },       /* C1 control characters */
    { "\342\200\256x", "\\u202ex" }, { "\342\201\246", "\\u2066" }, { "\342\200\250", "\\u2028" },
    { "\355\240\275\355\270\200", "\\ud83d\\ude00" },           /* a character outside of the first plane */
    { "\300\200", "\\u0000" }, { "\301\201", "\\u0041" }, { "\340\202\233", "\\u009b" }, /* longer than they must be */
    { "\200", "\\x80" }, { "\302", "\\xc2" }, { "\302A", "\\xc2A" }, { "\342\200", "\\xe2\\x80" },
    { "\360\237\230\200", "\\xf0\\x9f\\x98\\x80" }, { "\377\376", "\\xff\\xfe" },
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
    assert_string_equal(text_shown(cases[i].text), cases[i].shown);
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_literal), cmocka_unit_test(test_comment),
                                      cmocka_unit_test(test_shown) };
  return cmocka_run_group_tests_name("jxtr text", tests, NULL, teardown);
}
