/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * objects_kernel.c: the heap's watch, and the program's tables as the profiler takes them (profiler/prof.h).
 *
 * Births are told by the code that makes objects (hooks.h), collections and deaths by the heap. What records these lies
 * with the probes, where no SSE register is used.
 */
#pragma GCC target("general-regs-only")
#include "objects_kernel.h"

#include "hooks.h"
#include "lib/format.h"
#include "prof.h"
#include "stamps.h"
#include "truth.h"

_Static_assert(offsetof(struct jx_stamps, lost) == 0 && offsetof(struct jx_stamps, used) == sizeof(uint64_t),
               "prof_lost_at_once() reads them so");

#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), "goes to the wire as it is")
SAME(JX_METHOD_PROFILE, WIRE_METHOD_TIMED);
SAME(JX_METHOD_TRACE, WIRE_METHOD_TRACED);
SAME(JX_METHOD_OBJECTS, WIRE_METHOD_OBJECTS);
SAME(JX_METHOD_NATIVE, WIRE_METHOD_FOREIGN);
SAME(JX_METHOD_SHORT, WIRE_METHOD_SHORT);
SAME(JX_METHOD_BRIDGE, WIRE_METHOD_BRIDGE);
SAME(JX_METHOD_SYNTHETIC, WIRE_METHOD_SYNTHETIC);
SAME(GC_BUDGET + 1, WIRE_REASON_BUDGET);
SAME(GC_FULL + 1, WIRE_REASON_FULL);
SAME(GC_ASKED + 1, WIRE_REASON_ASKED);
SAME(GC_STRESS + 1, WIRE_REASON_STRESS);
SAME(GC_EXTRA + 1, WIRE_REASON_EXTRA);

/* ---- the lives of objects: the profiler's time ---- */

static uint64_t extra;     /* the time at which the extra collection that goes on began; 0: none does */
static uint64_t aside_sum; /* of all collections: `told' and `lent' */
static uint64_t told;      /* of this collection: cycles of telling the deaths */
static uint64_t lent;      /* for which the collector was suspended meanwhile: it waited for room, or was interrupted */
static uint64_t room;      /* deaths that find room without waiting */
static bool is_exact;      /* exact lives are recorded */
static uint64_t stamp_room; /* as `room', for STAMP records */

/* Returns for how many of `count` records there is room, 1 at least, when it has waited for some where there was none:
 * one collection may find more deaths than their buffer holds. Where they leave while the program runs they leave then.
 * */
JX_PROBE static unsigned await_room(uint64_t *there, enum wire_kind kind, unsigned count)
{
  if (!*there)
    *there = prof_stream_room(kind);
  return *there < count ? (unsigned)*there : count;
}

/* With exact lives their stamps are recorded, too. */
JX_PROBE static void record_dead(const uintptr_t *objects, unsigned count)
{
  unsigned now;
  for (unsigned from = 0; from < count; from += now) {
    now = await_room(&room, WIRE_DEATH, count - from);
    if (is_exact) {
      now = await_room(&stamp_room, WIRE_STAMP, now);
      stamp_room -= now;
      prof_lost_at_once(objects + from, JX_STAMPS_OFFSET, now);
    } else {
      prof_deaths_at_once(objects + from, now);
    }
    room -= now;
  }
}

/* ---- exact lives ---- */

static bool ends;          /* the collection is the one at the end */

JX_PROBE static void compare_with_truth(struct jx_object *object)
{
  truth_compare(object);
}

JX_PROBE static void record_living(struct jx_object *object)
{
  await_room(&stamp_room, WIRE_STAMP, 1);
  stamp_room--;
  prof_stamp((uintptr_t)object, 0, jx_stamps_of(object)->used);
}

/* Records the deaths, too. What has been lost since the collection began is lost by the collector's own functions. */
JX_PROBE static void record_stamps(void)
{
  stamp_room = 0;
  stamps_look_all();
  gc_pass_stamps();
  if (truth_is_sought())
    gc_each_dead(compare_with_truth);
  gc_dead_at_once(record_dead);
  if (ends)
    gc_each_living(record_living);
}

void objects_end(void)
{
  ends = true;
  if (is_exact)
    gc_collect(GC_ASKED);
  truth_report();
}

/* Cycles of a call of one of the functions below outside of what it measures of itself. */
static int64_t around;

/* A full heap asks for two kinds of collections: of the second one soft references are cleared. */
static enum wire_reason wire_reason(enum gc_reason reason)
{
  return reason == GC_NO_BLOCK ? WIRE_REASON_FULL : (enum wire_reason)(reason + 1);
}

JX_PROBE static void watch_begin(enum gc_reason reason, uint64_t used_bytes, uint64_t left_bytes)
{
  const struct prof_aside aside = prof_aside_begin();
  if (is_exact)
    stamps_look_all();
  extra = reason == GC_EXTRA ? prof_port_tsc() : 0;
  prof_collection_begin(wire_reason(reason), jx_clock, left_bytes, used_bytes);
  prof_deaths_took((uint64_t)prof_aside_end(&aside, around));
}

JX_PROBE static void watch_marked(void)
{
  const struct prof_aside aside = prof_aside_begin();
  const struct prof_thread *t = prof_port_thread();
  const uint64_t before = t->suspended;
  room = 0;
  if (is_exact)
    record_stamps();
  else
    gc_dead_at_once(record_dead);
  lent = t->suspended - before;
  told = (uint64_t)prof_aside_end(&aside, around);
  aside_sum += told + lent;
  prof_deaths_took(told);
}

JX_PROBE static void watch_end(uint64_t live_objects, uint64_t live_bytes, uint64_t freed_objects,
                               uint64_t freed_bytes, uint64_t used_bytes)
{
  const struct prof_aside aside = prof_aside_begin();
  const struct prof_collected c = { live_objects, live_bytes, freed_objects, freed_bytes, used_bytes, told, lent };
  prof_collection_end(&c);
  const uint64_t took = (uint64_t)prof_aside_end(&aside, around);
  prof_deaths_took(extra ? prof_port_tsc() - extra - told - lent : took);
}

/* Without what telling of deaths took: each is told once, however many collections there are. The clock of the processor
 * that collects: those of several differ by less than a collection takes. */
JX_PROBE static uint64_t watch_now(void)
{
  return prof_port_tsc() - aside_sum;
}

JX_PROBE static void watch_nothing(void)
{
  const struct prof_aside aside = prof_aside_begin();
  prof_aside_end(&aside, around);
}

PROF_UNTIMED static void call_watch(uint32_t n)
{
  void (*volatile watch)(void) = watch_nothing;
  for (uint32_t i = 0; i < n; i++)
    watch();
}

PROF_UNTIMED static void call_nothing(uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    asm volatile("");
}

void objects_measure(void)
{
  around = 0;
  around = prof_measure_surplus(call_watch, call_nothing);
}

PROF_UNTIMED const struct gc_watch *objects_watch(void)
{
  static const struct gc_watch watch = { watch_begin, watch_marked, watch_end, watch_now };
  is_exact = PROF_READ(prof_stamps.on);
  return prof_objects_on() ? &watch : NULL;
}

/* ---- names ---- */

/* Text in the making; what does not fit is cut. */
struct text { char *to; size_t used; };

static void add(struct text *t, const char *part, size_t bytes)
{
  if (t->used < PROF_PROGRAM_NAME_BYTES)
    t->used += ksnprintf(t->to + t->used, PROF_PROGRAM_NAME_BYTES - t->used, "%.*s", (int)bytes, part);
}

static void add_all(struct text *t, const char *part)
{
  add(t, part, __builtin_strlen(part));
}

static const char *primitive(char letter)
{
  switch (letter) {
  case 'Z': return "boolean";
  case 'B': return "byte";
  case 'C': return "char";
  case 'S': return "short";
  case 'I': return "int";
  case 'J': return "long";
  case 'F': return "float";
  case 'D': return "double";
  default: return "void";
  }
}

/* Adds the type that a descriptor begins with, `[I` as int[], and returns what follows it. Of a class's name what is
 * behind the last `separator`. */
static const char *add_type(struct text *t, const char *descriptor, char separator)
{
  size_t dimensions = 0, length = 1;
  while (descriptor[dimensions] == '[')
    dimensions++;
  const char *type = descriptor + dimensions;
  if (*type == 'L') {
    const char *name = type + 1;
    for (length = 1; type[length] != ';' && type[length]; length++)
      if (type[length] == separator)
        name = type + length + 1;
    add(t, name, (size_t)(type + length - name));
    length += type[length] == ';';
  } else {
    add_all(t, primitive(*type));
  }
  while (dimensions--)
    add_all(t, "[]");
  return type + length;
}

static void add_parameters(struct text *t, const char *descriptor)
{
  const char *p = descriptor + 1;
  add_all(t, "(");
  while (*p && *p != ')') {
    p = add_type(t, p, '/');
    if (*p && *p != ')')
      add_all(t, ",");
  }
  add_all(t, ")");
}

static bool same(const char *a, const char *b)
{
  return a == b || __builtin_strcmp(a, b) == 0;
}

static bool same_parameters(const char *a, const char *b)
{
  size_t n = (size_t)(__builtin_strchr(a, ')') - a);
  return __builtin_strncmp(a, b, n + 1) == 0;
}

/* Whether other methods of a method's class have its name: none, some, some with its parameters, too. The methods of a
 * class stand together in jx_methods[]. */
enum namesakes { ALONE, OVERLOADED, OVERLOADED_BY_RESULT };

static enum namesakes namesakes(uint32_t number)
{
  const struct jx_method *m = &jx_methods[number];
  enum namesakes found = ALONE;
  uint32_t first = number;
  while (first && same(jx_methods[first - 1].class, m->class))
    first--;
  const struct jx_method *end = jx_methods + jx_method_count;
  for (const struct jx_method *o = &jx_methods[first]; o < end && same(o->class, m->class); o++)
    if (o != m && same(o->name, m->name)) {
      if (same_parameters(o->descriptor, m->descriptor))
        return OVERLOADED_BY_RESULT;
      found = OVERLOADED;
    }
  return found;
}

/* java.util.HashMap.get, java.util.HashMap.remove(Object,Object), java.util.Iterator.next()Integer. */
static struct prof_method describe_method(uint32_t number, char *name)
{
  const struct jx_method *m = &jx_methods[number];
  struct text t = { name, 0 };
  enum namesakes others = namesakes(number);
  add_all(&t, m->class);
  add_all(&t, ".");
  add_all(&t, m->name);
  if (others != ALONE)
    add_parameters(&t, m->descriptor);
  if (others == OVERLOADED_BY_RESULT)
    add_type(&t, __builtin_strchr(m->descriptor, ')') + 1, '/');
  return (struct prof_method){ .address = (uintptr_t)m->address, .line = m->line, .flags = m->flags, .file = m->file };
}

static struct prof_site site(uint32_t number)
{
  return (struct prof_site){ .method = jx_sites[number].method, .line = jx_sites[number].line };
}

/* Class.getName() gives arrays as descriptors with dots: [Ljava.lang.String;. They keep their package. */
/* Classes are numbered from 1, and births have these numbers: there is no class 0. */
static uint32_t describe_class(uint32_t number, char *name)
{
  const struct jx_class *c = jx_classes[number ? number - 1 : 0];
  struct text t = { name, 0 };
  if (c->kind == JX_KIND_ARRAY)
    add_type(&t, c->name, '\0');
  else
    add_all(&t, c->name);
  return c->kind == JX_KIND_ARRAY ? WIRE_CLASS_ARRAY : 0;
}

void objects_name_program(void)
{
  static struct prof_program program = { .method = describe_method, .site = site, .class = describe_class };
  program.method_count = jx_method_count;
  program.site_count = jx_site_count;
  program.class_count = jx_class_count + 1;
  prof_program(&program);
}
