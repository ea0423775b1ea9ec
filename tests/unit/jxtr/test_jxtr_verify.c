/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_jxtr_verify.c: methods that must not verify, each with one fault; and that the same method without it does.
 * The class files are assembled here; classes that they name come from our library.
 */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "classfile/assemble.h"
#include "classfile/bytecode.h"
#include "library.h"
#include "verify/verify.h"
#include "world/world.h"

static char *message;
static size_t message_length;
static FILE *stream;

static int setup(void **state)
{
  (void)state;
  stream = open_memstream(&message, &message_length);
  diag_start(stream);
  world_start(library_classes());
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  diag_start(stderr);
  fclose(stream);
  free(message);
  mem_reset();
  return 0;
}

/* A class T with the method `static <type> f` of these bytes; verifies it. */
static struct flow *verify_bytes(const char *type, const uint8_t *code, size_t length)
{
  struct assembly *a = assemble_start("T", "java/lang/Object");
  assemble_method(a, CF_STATIC, "f", type);
  for (size_t i = 0; i < length; i++)
    assemble_byte(a, code[i]);
  assemble_method_end(a);
  struct classfile *cf = assemble_finish(a);
  if (!cf)
    return NULL;
  struct class *c = world_define(mem_name_of("T"), cf, (struct use){ 0 });
  assert_non_null(c);
  return verify_method(&c->methods[0]);
}

static void refuses(const char *type, const uint8_t *code, size_t length, const char *reason)
{
  assert_null(verify_bytes(type, code, length));
  fflush(stream);
  assert_int_equal(diag_errors(), 1);
  if (!strstr(message, reason))
    fail_msg("expected `%s' in `%s'", reason, message);
}

#define REFUSES(type, reason, ...) \
  refuses(type, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }), reason)

static void test_good(void **state)
{
  (void)state;
  static const uint8_t code[] = { OP_iload_0, OP_i2l, OP_lload_1, OP_ladd, OP_lreturn };
  struct flow *flow = verify_bytes("(IJ)J", code, sizeof(code));
  assert_non_null(flow);
  assert_string_equal(flow->stack[0], "");
  assert_string_equal(flow->stack[2], "J-");
  assert_string_equal(flow->stack[3], "J-J-");
  assert_int_equal(diag_errors(), 0);
}

static void test_underflow(void **state)
{
  (void)state;
  REFUSES("()V", "does not verify: the stack underflows (in T.f()V, bytecode 1)", OP_iconst_0, OP_iadd, OP_return);
}

static void test_mixed_types(void **state)
{
  (void)state;
  REFUSES("()V", "float is on the stack where int is wanted", OP_iconst_0, OP_fconst_0, OP_iadd, OP_pop, OP_return);
}

static void test_int_as_reference(void **state)
{
  (void)state;
  REFUSES("(I)V", "local variable 0 holds int where a reference is wanted", OP_aload_0, OP_pop, OP_return);
}

static void test_reference_as_int(void **state)
{
  (void)state;
  REFUSES("(Ljava/lang/String;)I", "local variable 0 holds java/lang/String where int is wanted", OP_iload_0,
          OP_ireturn);
}

static void test_half_of_a_long(void **state)
{
  (void)state;
  REFUSES("(J)V", "half of a long or double is moved", OP_lload_0, OP_pop, OP_return);
}

static void test_overwritten_half(void **state)
{
  (void)state;
  REFUSES("(J)V", "local variable 0 holds nothing usable where long is wanted", OP_iconst_0, OP_istore_1, OP_lload_0,
          OP_pop2, OP_return);
}

static void test_wrong_class(void **state)
{
  (void)state;
  REFUSES("(Ljava/lang/Object;)Ljava/lang/String;",
          "java/lang/Object is on the stack where java/lang/String is wanted", OP_aload_0, OP_areturn);
}

static void test_wrong_return(void **state)
{
  (void)state;
  REFUSES("()J", "ireturn from a method that returns J", OP_iconst_0, OP_ireturn);
}

static void test_wrong_array(void **state)
{
  (void)state;
  REFUSES("([J)I", "[J is on the stack where an array of I is wanted", OP_aload_0, OP_iconst_0, OP_iaload,
          OP_ireturn);
}

static void test_array_of_no_array(void **state)
{
  (void)state;
  REFUSES("(Ljava/lang/String;)I", "arraylength of java/lang/String", OP_aload_0, OP_arraylength, OP_ireturn);
}

static void test_throws_no_throwable(void **state)
{
  (void)state;
  REFUSES("(Ljava/lang/String;)V", "java/lang/String is on the stack where java/lang/Throwable is wanted", OP_aload_0,
          OP_athrow);
}

static void test_unset_local(void **state)
{
  (void)state;
  REFUSES("()I", "local variable 2 holds nothing usable", OP_iload_2, OP_ireturn);
}

static void test_jump_without_map(void **state)
{
  (void)state;
  REFUSES("(I)V", "a jump to 4, for which the StackMapTable has no entry", OP_iload_0, OP_ifeq, 0, 3, OP_return);
}

static void test_jump_into_instruction(void **state)
{
  (void)state;
  REFUSES("(I)V", "jump to 2, where no instruction starts", OP_iload_0, OP_ifeq, 0, 1, OP_return);
}

static void test_runs_over_the_end(void **state)
{
  (void)state;
  REFUSES("()V", "control runs over the end of the code", OP_iconst_0, OP_pop);
}

static void test_cut_instruction(void **state)
{
  (void)state;
  REFUSES("()V", "the instruction runs over the end of the code", OP_sipush, 1);
}

static void test_constant_out_of_range(void **state)
{
  (void)state;
  REFUSES("()V", "getstatic with constant 65535, which is of the wrong kind or out of range", OP_getstatic, 255, 255,
          OP_pop, OP_return);
}

static void test_local_out_of_range(void **state)
{
  (void)state;
  REFUSES("()V", "local variable 200, but the method has", OP_iload, 200, OP_pop, OP_return);
}

static void test_no_such_instruction(void **state)
{
  (void)state;
  REFUSES("()V", "no such instruction", 0xfe, OP_return);
}

static void test_jsr(void **state)
{
  (void)state;
  REFUSES("()V", "jsr and ret are not supported", OP_jsr, 0, 3, OP_return);
}

static void test_huge_tableswitch(void **state)
{
  (void)state;
  REFUSES("(I)V", "tableswitch with an impossible range of cases", OP_iload_0, OP_tableswitch, 0, 0, 0, 0, 0, 15,
          0x80, 0, 0, 0, 0x7f, 255, 255, 255, OP_return);
}

/* An object is used before its constructor. */
static void test_no_constructor(void **state)
{
  (void)state;
  struct assembly *a = assemble_start("T", "java/lang/Object");
  assemble_method(a, CF_STATIC, "f", "()Ljava/lang/Object;");
  assemble_class(a, OP_new, "java/lang/Object");
  assemble_op(a, OP_areturn);
  assemble_method_end(a);
  struct class *c = world_define(mem_name_of("T"), assemble_finish(a), (struct use){ 0 });
  assert_null(verify_method(&c->methods[0]));
  fflush(stream);
  assert_non_null(strstr(message, "an object before its constructor is on the stack where java/lang/Object is"));
}

/* A constructor that calls no other. */
static void test_constructor_without_super(void **state)
{
  (void)state;
  struct assembly *a = assemble_start("T", "java/lang/Object");
  assemble_method(a, CF_PUBLIC, "<init>", "()V");
  assemble_op(a, OP_return);
  assemble_method_end(a);
  struct class *c = world_define(mem_name_of("T"), assemble_finish(a), (struct use){ 0 });
  assert_null(verify_method(&c->methods[0]));
  fflush(stream);
  assert_non_null(strstr(message, "the constructor returns without having called another"));
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
  const struct CMUnitTest tests[] = {
    T(test_good), T(test_underflow), T(test_mixed_types), T(test_int_as_reference), T(test_reference_as_int),
    T(test_half_of_a_long), T(test_overwritten_half), T(test_wrong_class), T(test_wrong_return), T(test_wrong_array),
    T(test_array_of_no_array), T(test_throws_no_throwable), T(test_unset_local), T(test_jump_without_map),
    T(test_jump_into_instruction), T(test_runs_over_the_end), T(test_cut_instruction), T(test_constant_out_of_range),
    T(test_local_out_of_range), T(test_no_such_instruction), T(test_jsr), T(test_huge_tableswitch),
    T(test_no_constructor), T(test_constructor_without_super),
  };
  return cmocka_run_group_tests_name("jxtr verify", tests, NULL, NULL);
}
