/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * objects_kernel.c: the heap's watch, and the program's tables as the profiler takes them (profiler/prof.h).
 *
 * An object belongs to the place in Java code that asked for it: what a native method makes, to the call of that method
 * in the innermost frame. It is recorded when the method of that place has JX_METHOD_OBJECTS.
 */
#include "objects_kernel.h"

#include "lib/format.h"
#include "runtime/core/port.h"
#include "prof.h"

#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), "goes to the wire as it is")
SAME(JX_METHOD_PROFILE, WIRE_METHOD_TIMED);
SAME(JX_METHOD_TRACE, WIRE_METHOD_TRACED);
SAME(JX_METHOD_OBJECTS, WIRE_METHOD_OBJECTS);
SAME(JX_METHOD_NATIVE, WIRE_METHOD_FOREIGN);
SAME(JX_METHOD_SHORT, WIRE_METHOD_SHORT);
SAME(GC_BUDGET + 1, WIRE_REASON_BUDGET);
SAME(GC_FULL + 1, WIRE_REASON_FULL);
SAME(GC_ASKED + 1, WIRE_REASON_ASKED);
SAME(GC_STRESS + 1, WIRE_REASON_STRESS);

/* ---- the lives of objects; not timed: it is the profiler's time ---- */

/* Ways that an object is made: small ones and small arrays, from a cache where births are not watched; large ones. */
enum way { WAY_OBJECT, WAY_ARRAY, WAY_LARGE, WAYS };

/* What is done because births and deaths are watched, besides recording them: cycles. */
static int64_t birth_surplus[WAYS], death_surplus;

PROF_UNTIMED static enum way way_of(const struct jx_object *object, uint64_t slot_bytes)
{
  if (slot_bytes > JX_CACHED_BYTES)
    return WAY_LARGE;
  return object->class->kind == JX_KIND_ARRAY ? WAY_ARRAY : WAY_OBJECT;
}

/* Returns the site of an object that no Java code allocates by itself; 0: the object is not to be recorded. */
PROF_UNTIMED static uint32_t calling_site(void)
{
  const struct jx_frame *frame = JX_THREAD->frame;
  uint32_t site = frame ? frame->site : 0;
  return jx_methods[jx_sites[site].method].flags & JX_METHOD_OBJECTS ? site : 0;
}

PROF_UNTIMED static bool birth(struct jx_object *object, uint32_t site, uint64_t slot_bytes, uint64_t clock_bytes)
{
  prof_drift(birth_surplus[way_of(object, slot_bytes)]);
  if (site & JX_SITE_LOGGED)
    site &= ~JX_SITE_LOGGED;
  else if (site || !(site = calling_site()))
    return false;
  return prof_birth((uintptr_t)object, site, object->class->number - 1, (uint32_t)slot_bytes, clock_bytes);
}

PROF_UNTIMED static void death(struct jx_object *object, uint64_t slot_bytes)
{
  (void)slot_bytes;
  prof_drift(death_surplus);
  prof_death((uintptr_t)object);
}

PROF_UNTIMED static void begin(enum gc_reason reason, uint64_t used_bytes, uint64_t clock_bytes)
{
  prof_collection_begin((enum wire_reason)(reason + 1), clock_bytes, used_bytes);
}

PROF_UNTIMED static void end(uint64_t live_objects, uint64_t live_bytes, uint64_t freed_objects, uint64_t freed_bytes,
                             uint64_t used_bytes)
{
  const struct prof_collected c = { live_objects, live_bytes, freed_objects, freed_bytes, used_bytes };
  prof_collection_end(&c);
}

static const struct gc_watch watch = { birth, death, begin, end };

/* ---- what they cost ----
 *
 * Where births are watched, objects do not come out of a thread's cache, but one by one out of the heap, inside its
 * lock: that, too, is the profiler's doing. So it is measured what an object costs more in a heap that is watched than
 * in one that is not; both are scratch heaps, of which nothing is left. */

#define SCRATCH_BYTES (UINT64_C(16) << 20)
#define SITE          (1 | JX_SITE_LOGGED)
#define LENGTH        4   /* of the array: with its header it takes the smallest slot */
#define SLOT_BYTES    32
#define LARGE_BYTES   (2 * JX_CACHED_BYTES)

extern struct jx_class jxc_java_lang_Object, jxc__AC;

static struct jx_object subject = { .class = &jxc_java_lang_Object };

/* Makes `n` objects as emitted code does. */
PROF_UNTIMED static void make_objects(uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (!jx_take_cached(&jxc_java_lang_Object, SLOT_BYTES, 0))
      jx_new(&jxc_java_lang_Object, SITE);
}

PROF_UNTIMED static void make_arrays(uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (!jx_take_cached(&jxc__AC, SLOT_BYTES, LENGTH))
      jx_new_array(&jxc__AC, LENGTH, SITE);
}

PROF_UNTIMED static void make_large(uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    gc_alloc(&jxc_java_lang_Object, LARGE_BYTES, 0, SITE);
}

PROF_UNTIMED static void record_births(uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    prof_birth((uintptr_t)&subject, 1, 1, SLOT_BYTES, i);
}

PROF_UNTIMED static void tell_deaths(uint32_t n)
{
  const struct gc_watch *volatile heap_watch = &watch;
  for (uint32_t i = 0; i < n; i++)
    heap_watch->death(&subject, SLOT_BYTES);
}

PROF_UNTIMED static void record_deaths(uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    prof_death((uintptr_t)&subject);
}

PROF_UNTIMED static void do_nothing(uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    asm volatile("");
}

/* Adds `sign` times the cycles that an object costs in a heap with the watch `with`. Returns false when there is no
 * memory for a heap. */
PROF_UNTIMED static bool add_costs(const struct gc_watch *with, int64_t sign, int64_t costs[WAYS])
{
  static void (*const make[WAYS])(uint32_t n) = { make_objects, make_arrays, make_large };
  if (!gc_init(&(struct gc_options){ .limit_bytes = SCRATCH_BYTES, .watch = with }))
    return false;
  for (int way = 0; way < WAYS; way++)
    costs[way] += sign * prof_measure(make[way]);
  gc_clear();
  return true;
}

static void measure(void)
{
  int64_t costs[WAYS] = { 0 };
  int64_t record = prof_measure(record_births) - prof_measure(do_nothing);
  if (!add_costs(&watch, 1, costs) || !add_costs(NULL, -1, costs))
    return;
  for (int way = 0; way < WAYS; way++)
    birth_surplus[way] = costs[way] - record;
  death_surplus = prof_measure(tell_deaths) - prof_measure(record_deaths);
}

const struct gc_watch *objects_watch(void)
{
  if (!prof_objects_on())
    return NULL;
  if (port_thread_adopt())
    measure();
  return &watch;
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
static uint32_t describe_class(uint32_t number, char *name)
{
  const struct jx_class *c = jx_classes[number];
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
  program.class_count = jx_class_count;
  prof_program(&program);
}
