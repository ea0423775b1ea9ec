/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_host_demangle.c: names of C++ and Rust. The symbols are examples of the Itanium C++ ABI, section 5.1, and of Rust's
 * RFC 2603, or were made by these compilers.
 */
#include "dump/demangle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void expect_name(const char *symbol, const char *name, const char *full)
{
  char out[256];
  assert_true(demangle(symbol, false, out, sizeof(out)));
  assert_string_equal(out, name);
  assert_true(demangle(symbol, true, out, sizeof(out)));
  assert_string_equal(out, full);
}

static void cplusplus_has_its_arguments_when_asked(void **state)
{
  (void)state;
  expect_name("_Z1fv", "f", "f()");
  expect_name("_ZN6kernel9Scheduler4pickEi", "kernel::Scheduler::pick", "kernel::Scheduler::pick(int)");
  expect_name("_ZNSt6vectorIiSaIiEE9push_backERKi", "std::vector<int, std::allocator<int> >::push_back",
              "std::vector<int, std::allocator<int> >::push_back(int const&)");
}

static void rust_is_known_in_both_ways(void **state)
{
  (void)state;
  expect_name("_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE", "core::fmt::Write::write_fmt",
              "core::fmt::Write::write_fmt");
  expect_name("_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar", "mycrate::foo::bar");
}

static void hard_names_of_compilers(void **state)
{
  (void)state;
  expect_name("_ZZ4mainENKUlvE_clEv", "main::{lambda()#1}::operator()", "main::{lambda()#1}::operator()() const");
  expect_name("_ZN12_GLOBAL__N_16hiddenEv", "(anonymous namespace)::hidden", "(anonymous namespace)::hidden()");
  expect_name("_Z1fIJidEEvDpT_", "f<int, double>", "void f<int, double>(int, double)");
  expect_name("_RNvMINvC1a1bFG_EuEl1m", "<i32>::m", "<i32>::m");
  expect_name("_RNvC5abcde5G0001", "abcde::G0001", "abcde::G0001");
  expect_name("_RNvCs1xDGV85I1S7_12rustc_traits1f", "rustc_traits::f", "rustc_traits::f"); /* `DG' of a hash */
}

/* Each part of these refers to the one before it twice: they stand for names of 2^40 parts and more, or have nothing to
 * write for as long. They come back at once, with what has room, or with nothing. */
static void names_without_end_are_left(void **state)
{
  static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  char pairs[1024] = "_Z1fSt4pairIiiE", packs[1024] = "_Z1fIXsZtlSt4pairI", out[64];
  (void)state;
  for (int i = 1; i < 36; i++)
    strcat(packs, "S_I");
  strcat(packs, "iiE");
  for (int i = 1; i < 36; i++) {
    const char before[] = { 'S', digits[i - 1], '_', 0 };
    strcat(strcat(strcat(strcat(pairs, "S_I"), before), before), "E");
    strcat(strcat(packs, before), "E");
  }
  strcat(packs, "EEvv");
  demangle(pairs, true, out, sizeof(out)); /* as libiberty's version has it */
  assert_false(demangle(packs, true, out, sizeof(out)));
  demangle("_RNvMINvC1a1bFGzzzzzzzz_EuEl1m", true, out, sizeof(out));
}

static void other_names_are_left_alone(void **state)
{
  char out[16] = "as it was";
  (void)state;
  assert_false(demangle("main", true, out, sizeof(out)));
  assert_false(demangle("_start", true, out, sizeof(out)));
  assert_false(demangle("_Z", true, out, sizeof(out)));
  assert_false(demangle("", true, out, sizeof(out)));
}

static void a_long_name_is_cut(void **state)
{
  char out[8];
  (void)state;
  assert_true(demangle("_ZN6kernel9Scheduler4pickEi", true, out, sizeof(out)));
  assert_string_equal(out, "kernel:");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(cplusplus_has_its_arguments_when_asked),
    cmocka_unit_test(rust_is_known_in_both_ways),
    cmocka_unit_test(hard_names_of_compilers),
    cmocka_unit_test(names_without_end_are_left),
    cmocka_unit_test(other_names_are_left_alone),
    cmocka_unit_test(a_long_name_is_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
