/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_objects_kernel.c: what the Java runtime tells the profiler, on a program of a few methods and a heap that only
 * passes the time: names as people write them, whose objects are recorded, and what all that costs.
 */
#include "fixture.h"

#include "prof_port.h"

#include <stdio.h>
#include <string.h>

#include "core/thread.h"
#include "runtime/kernel/hooks.h"
#include "runtime/kernel/objects_kernel.h"
#include "runtime/kernel/stamps.h"
#include "runtime/kernel/truth.h"
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
struct jx_class *const jx_main_class = &jxc_java_lang_Object;
__thread struct jx_thread jx_thread_current;

/* ---- the heap ---- */

/* A block begins with the bytes of its slots. */
static struct {
  uint32_t slot_bytes;
  struct jx_object object;
} block __attribute__((aligned(PORT_BLOCK_BYTES)));
static struct jx_object *const object = &block.object;
static uint32_t ignored;

/* This program is none for exact lives. */
bool stamps_begin_measuring(struct jx_thread *jx)
{
  (void)jx;
  return false;
}

void stamps_end_measuring(void) { }

void hooks_born_exactly(struct jx_object *of, uint32_t site)
{
  (void)of;
  (void)site;
}

void hooks_born_saving(struct jx_object *of, uint32_t site)
{
  (void)of;
  (void)site;
}

void stamps_look_all(void) { }
void truth_report(void) { }

uint32_t truth_every;

void truth_look(const struct jx_object *of, uintptr_t sp, const uintptr_t *registers)
{
  (void)of;
  (void)sp;
  (void)registers;
}

void truth_compare(const struct jx_object *of)
{
  (void)of;
}

void gc_pass_stamps(void) { }

void gc_each_living(void (*see)(struct jx_object *of))
{
  (void)see;
}

void gc_collect(enum gc_reason reason)
{
  (void)reason;
}

void gc_ignore_death(struct jx_object *of)
{
  (void)of;
  fake_port.now += 100;
  ignored++;
}

void thread_set_local(void *base)
{
  (void)base;
}

/* Of two objects that a collection found dead. */
void gc_dead_at_once(void (*take)(const uintptr_t *objects, unsigned count))
{
  const uintptr_t objects[] = { (uintptr_t)object, (uintptr_t)object };
  fake_port.now += 1000;
  take(objects, 2);
}

/* Of exact lives. */
void gc_each_dead(void (*death)(struct jx_object *of))
{
  (void)death;
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
  for (uint32_t class = 1; class <= 4; class++)
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

/* Tells of an object of `bytes`, and returns whether it was recorded: else its death is of no interest. */
static bool tell(uint32_t site, uint32_t bytes)
{
  const uint32_t before = ignored;
  block.slot_bytes = bytes;
  hooks_born(object, site);
  return ignored == before;
}

static void births_belong_to_java_code(void **state)
{
  struct jx_frame frame = { NULL, 3 };
  (void)state;
  boot(WIRE_MODE_OBJECTS);
  assert_non_null(objects_watch());
  object->class = &longs;
  jx_clock = ignored = 0;
  assert_true(tell(1 | JX_SITE_LOGGED, 48)); /* emitted code, to be logged */
  assert_false(tell(2, 48));                 /* emitted code, not to be */
  assert_false(tell(0, 16));                 /* the runtime, before any Java code runs */
  jx_thread_current.frame = &frame;
  assert_true(tell(0, 32));                  /* the runtime, called at a site of a logged method */
  frame.site = 2;
  assert_false(tell(0, 48));
  assert_int_equal(jx_clock, 192);
  assert_int_equal(prof_number_count(prof_log_end(&prof_births, 0)), 2);
  assert_int_equal(prof_birth_records[0][0].site, 1);
  assert_int_equal(prof_birth_records[0][0].class, 3);
  assert_int_equal(prof_birth_records[0][1].site, 3);
  assert_int_equal(prof_birth_records[0][1].clock, 144);
}

/* Fills 64 words below its part of the stack, tells of a birth, and returns how many words are filled still. Sets *kept
 * to what is then in the register that had it before. */
unsigned count_filled_behind(struct jx_object *of, uint32_t site, double *kept);
__asm__(".text\ncount_filled_behind:\n\t"
        "push %rbx\n\tmov %rdx, %rbx\n\tmovsd (%rbx), %xmm0\n\t"
        "mov $-64, %rax\n1:\tmovq $-1, (%rsp, %rax, 8)\n\tinc %rax\n\tjne 1b\n\t"
        "call hooks_born\n\t"
        "movsd %xmm0, (%rbx)\n\tmov $-64, %rcx\n"
        "2:\tcmpq $-1, (%rsp, %rcx, 8)\n\tjne 3f\n\tinc %eax\n3:\tinc %rcx\n\tjne 2b\n\t"
        "pop %rbx\n\tret\n");

/* What the hook has on the stack itself has room for some words that it does not write. */
static bool clears_the_stack(uint32_t site)
{
  double kept = 1.5;
  const unsigned filled = count_filled_behind(object, site, &kept);
  assert_true(kept == 1.5); /* the hook leaves all registers alone */
  assert_true(filled < 24 || filled > 32 || site != (1 | JX_SITE_LOGGED));
  return filled < 24;
}

static __attribute__((noinline)) bool clears_the_stack_in_a_call(void)
{
  volatile char room[256] = { 0 };
  return clears_the_stack(1 | JX_SITE_LOGGED) && !room[0];
}

static void births_clear_the_stack_once_and_where_it_is_shallower(void **state)
{
  const uint32_t sites[] = { 1 | JX_SITE_LOGGED, 2, 0 };
  (void)state;
  boot(WIRE_MODE_OBJECTS);
  object->class = &longs;
  block.slot_bytes = 48;
  for (unsigned i = 0; i < sizeof(sites) / sizeof(*sites); i++) {
    JX_THREAD->clear_from = 0; /* a cache was filled */
    assert_true(clears_the_stack(sites[i]));
  }
  JX_THREAD->clear_from = 0;
  assert_true(clears_the_stack_in_a_call());
  assert_false(clears_the_stack_in_a_call());
  assert_true(clears_the_stack(1 | JX_SITE_LOGGED)); /* nearer to the beginning of the stack */
  assert_false(clears_the_stack(1 | JX_SITE_LOGGED));
  assert_false(clears_the_stack_in_a_call());
}

/* Whatever is recorded takes 7 cycles in each record, and 100 here; all of it is in the drift of the call. */
static void watching_costs_the_running_call_nothing(void **state)
{
  struct prof_node node = { .drift = 0 };
  (void)state;
  boot(WIRE_MODE_OBJECTS);
  thread.current = &node;
  const uint64_t before = fake_port.now;
  const struct gc_watch *w = objects_watch();
  assert_int_equal(node.drift, fake_port.now - before);
  assert_int_equal(prof_number_count(prof_log_end(&prof_births, 0)), 0);
  object->class = &jxc_java_lang_Object;
  assert_true(tell(1 | JX_SITE_LOGGED, 32)); /* is taken out by a constant: make accuracy-java proves that it is right */
  node.drift = 5;
  prof_costs.birth = prof_costs.death = prof_costs.drop = 7;
  const uint64_t begun = fake_port.now;
  assert_false(tell(2, 32));
  prof_log_force(&prof_births, PROF_NO_ROOM);
  assert_false(tell(1 | JX_SITE_LOGGED, 32));
  assert_int_equal(prof_log_dropped(&prof_births), 1);
  w->begin(GC_BUDGET, 4096, 0);
  w->marked();
  w->end(1, 32, 2, 64, 4096);
  assert_int_equal(prof_number_count(prof_log_end(&prof_deaths, 0)), 2);
  assert_int_equal(node.drift, 5 + fake_port.now - begun);
  thread.current = NULL;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_are_as_people_write_them),
    cmocka_unit_test(nobody_watches_unless_asked_to),
    cmocka_unit_test(births_belong_to_java_code),
    cmocka_unit_test(births_clear_the_stack_once_and_where_it_is_shallower),
    cmocka_unit_test(watching_costs_the_running_call_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
