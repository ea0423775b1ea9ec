/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_jxtr_fuzz.c: real class files with bytes changed, cut and inserted: whatever comes, the translator must not
 * crash or read what it should not (this runs under ASan and UBSan), and must say why it refuses. The changes come
 * from a fixed seed, so a failure repeats; it prints the number of the mutation.
 *
 * Each mutation is parsed; what parses is listed, loaded into a world and verified. Some are put into a program instead,
 * which goes through the whole translator.
 */
#include "fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "classfile/assemble.h"
#include "classfile/bytecode.h"
#include "classfile/list.h"
#include "classfile/parse.h"
#include "emit/emitter.h"
#include "library.h"
#include "verify/verify.h"
#include "world/lack.h"
#include "world/reach.h"
#include "world/remote.h"
#include "world/serial.h"
#include "world/world.h"

#define MUTATIONS 20000
#define PROGRAMS 400    /* mutations in a program of some 100 classes */
#define FILES_MOST 64
#define FILE_MOST 9000 /* bytes: small files, in which a change hits something */

static struct { char *name; uint8_t *bytes; size_t length; } files[FILES_MOST];
static size_t file_count;
static const char *folder;
static FILE *nowhere;

/* xorshift64 (Marsaglia, 2003). */
static uint64_t seed = 88172645463325252u;

static uint64_t draw(uint64_t below)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed % below;
}

static void take_file(const char *package, const char *name)
{
  char path[8192];
  uint8_t bytes[FILE_MOST];
  snprintf(path, sizeof(path), "%s/%s/%s", folder, package, name);
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  size_t n = fread(bytes, 1, sizeof(bytes), f);
  fclose(f);
  if (n == sizeof(bytes) || file_count == FILES_MOST)
    return;
  files[file_count].bytes = malloc(n);
  memcpy(files[file_count].bytes, bytes, n);
  files[file_count].length = n;
  snprintf(path, sizeof(path), "%s/%.*s", package, (int)strlen(name) - 6, name);
  files[file_count++].name = strdup(path);
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void take_package(const char *package, size_t every)
{
  char path[8192], *names[1024];
  size_t count = 0;
  snprintf(path, sizeof(path), "%s/%s", folder, package);
  DIR *d = opendir(path);
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d)) && count < 1024;)
    if (strstr(e->d_name, ".class"))
      names[count++] = strdup(e->d_name);
  closedir(d);
  qsort(names, count, sizeof(*names), by_name);
  for (size_t i = 0; i < count; i++) {
    if (i % every == 0)
      take_file(package, names[i]);
    free(names[i]);
  }
}

static int setup(void **state)
{
  (void)state;
  folder = library_classes();
  nowhere = fopen("/dev/null", "w");
  take_file("java/util", "ArrayList.class");
  take_file("java/util", "AbstractCollection.class");
  take_file("java/lang", "Throwable.class");
  take_file("java/lang", "StringBuilder.class");
  take_package("java/util", 4);
  take_package("java/lang", 5);
  assert_true(file_count > 10);
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  for (size_t i = 0; i < file_count; i++) {
    free(files[i].name);
    free(files[i].bytes);
  }
  fclose(nowhere);
  diag_start(stderr);
  return 0;
}

/* Numbers that break things more often than chance would. */
static uint8_t some_byte(void)
{
  static const uint8_t nasty[] = { 0, 1, 2, 7, 8, 0x7f, 0x80, 0xb6, 0xc4, 0xff };
  return draw(2) ? nasty[draw(sizeof(nasty))] : (uint8_t)draw(256);
}

/* Changes a copy, which has room for 8 bytes more; returns its length. */
static size_t mutate(uint8_t *bytes, size_t length)
{
  for (uint64_t changes = 1 + draw(4); changes; changes--) {
    size_t at = 10 + draw(length > 11 ? length - 10 : 1);
    switch (draw(9)) {
    case 0: return at;
    case 1:
      if (at < length) {
        memmove(bytes + at, bytes + at + 1, length - at - 1);
        length--;
      }
      break;
    case 2:
      memmove(bytes + at + 1, bytes + at, length - at);
      bytes[at] = some_byte();
      length++;
      break;
    case 3: /* another entry of the constant pool, by chance of the same kind */
      if (at + 1 < length) {
        uint64_t index = draw((uint64_t)bytes[8] << 8 | bytes[9]);
        bytes[at] = (uint8_t)(index >> 8);
        bytes[at + 1] = (uint8_t)index;
      }
      break;
    default:
      if (at < length)
        bytes[at] = (uint8_t)(draw(3) ? some_byte() : bytes[at] ^ 1 << draw(8));
    }
  }
  return length;
}

/* Through all stages that look at it. True: it was accepted. */
static bool try_one(const char *name, const uint8_t *bytes, size_t length)
{
  struct classfile *cf = classfile_parse(name, bytes, length);
  if (!cf)
    return false;
  list_class(nowhere, cf);
  struct class *c = world_define(cf->name, cf, (struct use){ 0 });
  for (uint16_t i = 0; c && i < cf->method_count; i++)
    if (cf->methods[i].code)
      verify_method(&c->methods[i]);
  return c && !diag_errors();
}

static void test_mutations(void **state)
{
  (void)state;
  unsigned accepted = 0, silent = 0;
  for (unsigned i = 0; i < MUTATIONS; i++) {
    size_t f = draw(file_count), length = files[f].length;
    uint8_t *work = malloc(length + 8);
    memcpy(work, files[f].bytes, length);
    length = mutate(work, length);
    uint8_t *exact = malloc(length ? length : 1);
    memcpy(exact, work, length);
    free(work);
    fprintf(nowhere, "mutation %u of %s\n", i, files[f].name);
    diag_start(nowhere);
    world_start(folder);
    bool good = try_one(files[f].name, exact, length);
    accepted += good;
    silent += !good && !diag_errors();
    free(exact);
    mem_reset();
  }
  print_message("# %u of %u mutations were accepted\n", accepted, MUTATIONS);
  assert_int_equal(silent, 0);
  assert_true(accepted > 0 && accepted < MUTATIONS / 2);
}

/* A main class that uses some of the library. */
static struct classfile *main_class(void)
{
  struct assembly *a = assemble_start("T", "java/lang/Object");
  assemble_method(a, CF_PUBLIC | CF_STATIC, "main", "([Ljava/lang/String;)V");
  assemble_class(a, OP_new, "java/util/ArrayList");
  assemble_op(a, OP_dup);
  assemble_member(a, OP_invokespecial, CF_METHOD, "java/util/ArrayList", "<init>", "()V");
  assemble_op(a, OP_aload_0);
  assemble_member(a, OP_invokevirtual, CF_METHOD, "java/util/ArrayList", "add", "(Ljava/lang/Object;)Z");
  assemble_op(a, OP_pop);
  assemble_op(a, OP_return);
  assemble_method_end(a);
  return assemble_finish(a);
}

static void verify_one(struct method *m)
{
  if (m->reached && m->cf->code)
    m->flow = verify_method(m);
}

static struct method **numbered;
static size_t numbered_count, numbered_room;

static void number_one(struct method *m)
{
  if (!m->reached || !(m->cf->code || m->cf->access & CF_NATIVE))
    return;
  numbered = mem_grow(numbered, numbered_count, &numbered_room, sizeof(*numbered));
  m->index = (uint32_t)numbered_count;
  numbered[numbered_count++] = m;
}

static void emit_one(struct method *m)
{
  if (m->flow)
    emit_method(nowhere, m);
}

static void each_method(void (*visit)(struct method *m))
{
  for (size_t i = 0; i < world_class_count; i++)
    for (uint16_t k = 0; world_classes[i]->file && k < world_classes[i]->file->method_count; k++)
      visit(&world_classes[i]->methods[k]);
}

static bool try_program(const char *name, const uint8_t *bytes, size_t length)
{
  static const struct reach_more others[] = { { remote_start, remote_reach }, { serial_start, serial_reach }, { 0 } };
  struct classfile *cf = classfile_parse(name, bytes, length);
  if (!cf || !world_define(cf->name, cf, (struct use){ 0 }) ||
      !world_define(mem_name_of("T"), main_class(), (struct use){ 0 }))
    return false;
  reach_program("T", others);
  if (diag_errors())
    return false;
  each_method(verify_one);
  if (diag_errors())
    return false;
  emit_tables_start();
  emit_number_classes();
  numbered_count = numbered_room = 0;
  each_method(number_one);
  each_method(emit_one);
  emit_tables(nowhere, numbered, (uint32_t)numbered_count);
  return !diag_errors();
}

/* The mutation is of a class that the program above reaches. */
static bool is_reached(const char *name)
{
  static const char *const reached[] = { "java/util/ArrayList", "java/util/AbstractCollection", "java/lang/Throwable",
    "java/lang/StringBuilder" };
  for (size_t i = 0; i < sizeof(reached) / sizeof(reached[0]); i++)
    if (strcmp(name, reached[i]) == 0)
      return true;
  return false;
}

static void test_programs(void **state)
{
  (void)state;
  unsigned tried = 0, accepted = 0;
  while (tried < PROGRAMS) {
    size_t f = draw(file_count), length = files[f].length;
    if (!is_reached(files[f].name))
      continue;
    uint8_t *work = malloc(length + 8);
    memcpy(work, files[f].bytes, length);
    if (tried)
      length = mutate(work, length);
    diag_start(nowhere);
    world_start(folder);
    lack_start(tried % 2 == 1);
    bool good = try_program(files[f].name, work, length);
    assert_true(good || diag_errors());
    assert_true(good || tried);
    accepted += good;
    tried++;
    free(work);
    mem_reset();
  }
  print_message("# %u of %u programs were translated\n", accepted, PROGRAMS);
}

/* The unchanged files must pass, or the mutations test nothing. */
static void test_unchanged(void **state)
{
  (void)state;
  for (size_t i = 0; i < file_count; i++) {
    diag_start(stderr);
    world_start(folder);
    assert_true(try_one(files[i].name, files[i].bytes, files[i].length));
    mem_reset();
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_unchanged), cmocka_unit_test(test_mutations),
                                      cmocka_unit_test(test_programs) };
  return cmocka_run_group_tests_name("jxtr fuzz", tests, setup, teardown);
}
