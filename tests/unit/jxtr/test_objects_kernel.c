/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_objects_kernel.c: what the Java runtime tells the profiler, on a program of a few methods and a heap that only
 * passes the time: names as people write them, whose objects are recorded, and what all that costs.
 */
#include "fixture.h"

#include "prof_port.h"

#include <stdio.h>
#include <string.h>

#include "runtime/kernel/objects_kernel.h"
#include "runtime/core/port.h"
#include "profiler.h"

/* ---- the program ---- */

static char code[16];

const struct jx_method jx_methods[] = {
  { &code[0], "Main", "main", "([Ljava/lang/String;)V", "Main.java", 3, JX_METHOD_PROFILE | JX_METHOD_OBJECTS },
  { &code[1], "a.b.Map$Entry", "get", "()Ljava/lang/Object;", "Map.java", 10, JX_METHOD_OBJECTS },
  { &code[2], "a.b.Map$Entry", "get", "()La/b/Key;", "Map.java", 12, 0 },
  { &code[3], "a.b.Map$Entry", "put", "(JD[[I[La/b/Key;)V", "Map.java", 14, 0 },
  { &code[4], "a.b.Map$Entry", "put", "(Z)V", "Map.java", 16, 0 },
  { &code[5], "a.b.Map$Entry", "<init>", "()V", NULL, 0, JX_METHOD_NATIVE },
  { NULL, "a.b.Map$Entry", "unreached", "()V", "Map.java", 20, 0 },
  { &code[6], "a.c.Map$Entry", "put", "()V", "Map.java", 16, 0 },
};
const uint32_t jx_method_count = 8;
const struct jx_site jx_sites[] = { { 0, 0 }, { 0, 5 }, { 2, 13 }, { 1, 11 } };
const uint32_t jx_site_count = 4;

static struct jx_class string_array = { .name = "[Ljava.lang.String;", .kind = JX_KIND_ARRAY, .number = 2 };
static struct jx_class longs = { .name = "[[J", .kind = JX_KIND_ARRAY, .number = 3 };
struct jx_class jxc_java_lang_Object = { .name = "java.lang.Object", .number = 1 };
struct jx_class jxc__AC = { .name = "[C", .kind = JX_KIND_ARRAY, .number = 4 };
struct jx_class *const jx_classes[] = { &jxc_java_lang_Object, &string_array, &longs, &jxc__AC };
const uint32_t jx_class_count = 4;
__thread struct jx_thread jx_thread_current;

/* ---- the heap: out of the cache an object takes no time, otherwise 10 cycles, an array 20, a large one 30; and 100 more
 * where births are watched ---- */

static const struct gc_watch *watch;
static struct jx_object object;
static bool memory = true;
static _Alignas(16) char cache[2 * 64 * 128 * 32]; /* for two times the rounds and calls of a measurement */

/* A thread's cache holds objects only where nobody watches. */
bool gc_init(const struct gc_options *options)
{
  watch = options->watch;
  jx_thread_current.caches[0] = watch ? (struct jx_cache){ NULL, NULL } : (struct jx_cache){ cache, cache + sizeof cache };
  return memory;
}

void gc_clear(void)
{
  watch = NULL;
}

static struct jx_object *make(struct jx_class *class, uint64_t bytes, uint32_t site, uint64_t cycles)
{
  object.class = class;
  fake_port.now += cycles + (watch ? 100 : 0);
  if (watch)
    watch->birth(&object, site, bytes, 4096);
  return &object;
}

struct jx_object *gc_alloc(struct jx_class *class, uint64_t bytes, uint32_t length, uint32_t site)
{
  (void)length;
  return make(class, bytes, site, 30);
}

struct jx_object *jx_new(struct jx_class *class, uint32_t site)
{
  return make(class, 32, site, 10);
}

struct jx_object *jx_new_array(struct jx_class *class, int32_t length, uint32_t site)
{
  (void)length;
  return make(class, 32, site, 20);
}

struct port_thread *port_thread_adopt(void)
{
  return (struct port_thread *)&object;
}

/* ---- the profiler ---- */

static struct prof_thread thread;
static char names[1024];
static uint32_t methods;

static void boot(uint32_t modes)
{
  static const struct prof_config config = { .nodes = 64, .threads = 4, .births = 4096, .deaths = 4096, .collections = 2 };
  struct prof_config c = config;
  c.modes = modes;
  jx_thread_current = (struct jx_thread){ 0 };
  prof_costs = (struct prof_costs){ 0 };
  BOOT_PROFILER(&c, 0, { &thread, "main", 0 });
  prof_start();
}

static void take(void *ctx, enum wire_kind kind, const void *records, size_t rows)
{
  (void)ctx, (void)records;
  methods += kind == WIRE_METHOD ? (uint32_t)rows : 0;
}

static void take_names(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
                       const void *child_records, size_t child_rows)
{
  const struct wire_name *name = records;
  const char *text = child_records;
  (void)ctx, (void)kind, (void)child, (void)child_rows;
  for (size_t i = 0; i < rows; text += name[i++].bytes)
    if (name[i].space == WIRE_SPACE_METHOD || name[i].space == WIRE_SPACE_CLASS)
      snprintf(names + strlen(names), sizeof(names) - strlen(names), "%.*s\n", (int)name[i].bytes, text);
}

static void names_are_as_people_write_them(void **state)
{
  const struct prof_sink sink = { .records = take, .pair = take_names };
  (void)state;
  boot(WIRE_MODE_OBJECTS);
  objects_name_program();
  for (uint32_t class = 0; class < 4; class++)
    prof_birth(4096, 1, class, 32, 32);
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(methods, 7);
  assert_string_equal(names,
                      "Main.main\n"
                      "a.b.Map$Entry.get()Object\n"
                      "a.b.Map$Entry.get()Key\n"
                      "a.b.Map$Entry.put(long,double,int[][],Key[])\n"
                      "a.b.Map$Entry.put(boolean)\n"
                      "a.b.Map$Entry.<init>\n"
                      "a.c.Map$Entry.put\n"
                      "java.lang.Object\n"
                      "java.lang.String[]\n"
                      "long[][]\n"
                      "char[]\n");
}

static void nobody_watches_unless_asked_to(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS);
  assert_null(objects_watch());
}

static void births_belong_to_java_code(void **state)
{
  struct jx_frame frame = { NULL, 3 };
  (void)state;
  boot(WIRE_MODE_OBJECTS);
  const struct gc_watch *w = objects_watch();
  object.class = &longs;
  assert_true(w->birth(&object, 1 | JX_SITE_LOGGED, 48, 48)); /* emitted code, to be logged */
  assert_false(w->birth(&object, 2, 48, 96));                 /* emitted code, not to be */
  assert_false(w->birth(&object, 0, 48, 96));                 /* the runtime, before any Java code runs */
  jx_thread_current.frame = &frame;
  assert_true(w->birth(&object, 0, 48, 144));                 /* the runtime, called at a site of a logged method */
  frame.site = 2;
  assert_false(w->birth(&object, 0, 48, 192));
  assert_int_equal(prof_births.next, 2);
  assert_int_equal(prof_birth_records[0].site, 1);
  assert_int_equal(prof_birth_records[0].class, 2);
  assert_int_equal(prof_birth_records[1].site, 3);
  assert_int_equal(prof_birth_records[1].clock, 144);
}

static void watching_costs_the_running_call_nothing(void **state)
{
  struct prof_node node = { .drift = 0 };
  (void)state;
  boot(WIRE_MODE_OBJECTS);
  thread.current = &node;
  const struct gc_watch *w = objects_watch();
  assert_int_equal(prof_births.next, 0);
  node.drift = 0;
  object.class = &jxc_java_lang_Object;
  w->birth(&object, 1 | JX_SITE_LOGGED, 32, 32);
  assert_int_equal(node.drift, 110); /* out of the cache it would have taken no time at all */
  node.drift = 0;
  object.class = &jxc__AC;
  w->birth(&object, 1 | JX_SITE_LOGGED, 32, 64);
  assert_int_equal(node.drift, 120);
  node.drift = 0;
  w->birth(&object, 1 | JX_SITE_LOGGED, 4096, 4160);
  assert_int_equal(node.drift, 100); /* there is no cache for large ones */
  thread.current = NULL;
}

static void without_memory_it_watches_all_the_same(void **state)
{
  (void)state;
  boot(WIRE_MODE_OBJECTS);
  memory = false;
  assert_non_null(objects_watch());
  memory = true;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_are_as_people_write_them),
    cmocka_unit_test(nobody_watches_unless_asked_to),
    cmocka_unit_test(births_belong_to_java_code),
    cmocka_unit_test(watching_costs_the_running_call_nothing),
    cmocka_unit_test(without_memory_it_watches_all_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
