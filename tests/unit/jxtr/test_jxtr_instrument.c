/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_jxtr_instrument.c: which rule decides for a method.
 */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "contract/jx.h"
#include "measure/instrument.h"

static struct cf_code code;
static struct cf_method get = { .name = "get", .type = "(I)V", .code = &code };
static struct cf_method native = { .name = "now", .type = "()J", .access = CF_NATIVE };
static struct class map = { .name = "java/util/Map" };

static unsigned measures_of(struct cf_method *cf)
{
  struct method m = { .class = &map, .cf = cf };
  instrument_method(&m);
  return m.measure;
}

static int setup(void **state)
{
  (void)state;
  instrument_start();
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  mem_reset();
  return 0;
}

static void test_nothing_without_rules(void **state)
{
  (void)state;
  assert_int_equal(measures_of(&get), 0);
}

static void test_last_match_wins(void **state)
{
  (void)state;
  instrument_rule(JX_METHOD_PROFILE, true, "*", "a");
  instrument_rule(JX_METHOD_PROFILE, false, "java.*", "b");
  assert_int_equal(measures_of(&get), 0);
  instrument_rule(JX_METHOD_PROFILE, true, "*.get", "c");
  assert_int_equal(measures_of(&get), JX_METHOD_PROFILE);
  instrument_rule(JX_METHOD_PROFILE, false, "*.put", "d");
  assert_int_equal(measures_of(&get), JX_METHOD_PROFILE);
}

static void test_kinds_are_apart(void **state)
{
  (void)state;
  instrument_rule(JX_METHOD_OBJECTS, true, "*", "a");
  instrument_rule(JX_METHOD_TRACE, true, "java.util.Map.g?t(I)*", "b");
  instrument_rule(JX_METHOD_TRACE, true, "java.util.Map.get(J)*", "c");
  assert_int_equal(measures_of(&get), JX_METHOD_OBJECTS | JX_METHOD_TRACE);
}

static void test_natives_get_nothing(void **state)
{
  (void)state;
  instrument_rule(JX_METHOD_PROFILE | JX_METHOD_TRACE, true, "*", "a");
  assert_int_equal(measures_of(&native), 0);
}

static void test_explain_and_unused(void **state)
{
  (void)state;
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  struct method m = { .class = &map, .cf = &get };
  diag_start(out);
  instrument_rule(JX_METHOD_PROFILE, true, "*", "--profile");
  instrument_rule(JX_METHOD_TRACE, true, "*.gte", "--trace=*.gte");
  instrument_method(&m);
  instrument_explain(out, &m);
  instrument_unused();
  fclose(out);
  diag_start(stderr);
  assert_non_null(strstr(text, "java.util.Map.get\t(I)V\tprofile\tprofile: --profile\n"));
  assert_non_null(strstr(text, "warning: --trace=*.gte matches no method"));
  free(text);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
  const struct CMUnitTest tests[] = { T(test_nothing_without_rules), T(test_last_match_wins), T(test_kinds_are_apart),
                                      T(test_natives_get_nothing), T(test_explain_and_unused) };
  return cmocka_run_group_tests_name("jxtr instrument", tests, NULL, NULL);
}
