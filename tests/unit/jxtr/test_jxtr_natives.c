/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_jxtr_natives.c: the lists of jx_natives.h against the library: what emitted code calls in a particular way is a
 * native method there, with these parameters.
 */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "analyse/effects.h"
#include "base/diag.h"
#include "base/mem.h"
#include "contract/jx_natives.h"
#include "emit/emitter.h"
#include "library.h"
#include "world/world.h"

struct row {
  const char *class, *method, *parameters; /* as in C; parameters NULL: not a fast form */
};

static const struct row fast[] = {
#define ROW_(class, method, parameters) { #class, #method, #parameters },
  JX_FAST_NATIVES(ROW_)
#undef ROW_
};

static const struct row quiet[] = {
#define ROW_(class, method) { #class, #method, NULL },
  JX_QUIET_NATIVES(ROW_)
#undef ROW_
};

static int setup(void **state)
{
  (void)state;
  world_start(library_classes());
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  mem_reset();
  return 0;
}

/* The method of the library, whose class and name hold no character that C does not take. */
static const struct method *method_of(const struct row *r)
{
  char *name = mem_text("%s", r->class);
  for (char *p = name; *p; p++)
    if (*p == '_')
      *p = '/';
  const struct class *c = world_class(mem_name_of(name), (struct use){ 0 });
  for (uint32_t i = 0; c && i < c->file->method_count; i++)
    if (strcmp(c->methods[i].cf->name, r->method) == 0)
      return &c->methods[i];
  fail_msg("the library has no %s.%s", name, r->method);
  return NULL;
}

static void check_native(const struct row *r)
{
  const struct method *m = method_of(r);
  assert_string_equal(m->c_name, mem_text("jxn_%s_%s", r->class, r->method));
  assert_true(m->cf->access & CF_NATIVE);
  assert_true(m->cf->access & CF_STATIC);
}

/* The parameters of a fast form, as C: the native's, and where the result goes. */
static const char *fast_parameters(const struct method *m)
{
  const char *list = "", *comma = "", *t = m->cf->type + 1;
  for (; *t != ')'; t += classfile_type_length(t, false), comma = ", ")
    list = mem_text("%s%s%s", list, comma, emit_c_type(t));
  if (t[1] != 'V')
    list = mem_text("%s%s%s*", list, comma, emit_c_type(t + 1));
  return mem_text("(%s)", list);
}

/* C without its spaces. */
static const char *squeezed(const char *c)
{
  char *text = mem_text("%s", c), *to = text;
  for (const char *from = text; *from; from++)
    if (*from != ' ')
      *to++ = *from;
  *to = '\0';
  return text;
}

static void test_fast_natives(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof(fast) / sizeof(fast[0]); i++) {
    /* jx.hw comes with the programs that have a driver. Where they are compiled, gcc compares the parameters. */
    if (strncmp(fast[i].class, "jx_hw_", 6) == 0)
      continue;
    check_native(&fast[i]);
    const struct method *m = method_of(&fast[i]);
    assert_false(effects_class_needs_init(m->class));
    assert_string_equal(squeezed(fast[i].parameters), squeezed(fast_parameters(m)));
  }
}

static void test_quiet_natives(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof(quiet) / sizeof(quiet[0]); i++)
    check_native(&quiet[i]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_fast_natives, setup, teardown),
    cmocka_unit_test_setup_teardown(test_quiet_natives, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
