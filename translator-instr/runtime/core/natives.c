/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * natives.c: the native methods of java.lang and java.io that are neither about threads nor about exceptions.
 */
#include "natives.h"

#include "contract/jx_bits.h"
#include "contract/jx_chars.h"
#include "contract/jx_bytes.h"
#include "contract/jx_natives.h"
#include "contract/jx_ports.h"
#include "rt.h"

extern struct jx_class jxc_java_lang_ArrayStoreException, jxc_java_lang_ArrayIndexOutOfBoundsException;

/* Emitted code finds each fast form that jx_natives.h promises it. */
#define CHECK_(class, method, parameters)                                                                             \
  _Static_assert(__builtin_types_compatible_p(__typeof__(jxf_##class##_##method), bool parameters),                   \
                 "the fast form of " #class "." #method " has not the parameters that jx_natives.h says");
JX_FAST_NATIVES(CHECK_)
#undef CHECK_

/* ---- Object, Class ---- */

struct jx_object *jxn_java_lang_Object_getClass(struct jx_object *self)
{
  return (struct jx_object *)self->class;
}

/* The hash is the address, which is constant since objects do not move, without the three bits that are always 0. */
int32_t jxn_java_lang_System_identityHashCode(struct jx_object *object)
{
  uint64_t number = (uintptr_t)object / JX_SLOT_UNIT;
  return (int32_t)((number ^ number >> 28) & 0x7fffffff);
}

int32_t jxn_java_lang_Object_hashCode(struct jx_object *self)
{
  return jxn_java_lang_System_identityHashCode(self);
}

struct jx_object *jxn_java_lang_Class_getName(struct jx_object *self)
{
  struct jx_string *name = rt_string(((struct jx_class *)self)->name);
  return name ? rt_intern(&name->object) : NULL;
}

int32_t jxn_java_lang_Class_isInterface(struct jx_object *self)
{
  return ((struct jx_class *)self)->kind == JX_KIND_INTERFACE;
}

int32_t jxn_java_lang_Class_isArray(struct jx_object *self)
{
  return ((struct jx_class *)self)->kind == JX_KIND_ARRAY;
}

int32_t jxn_java_lang_Class_isPrimitive(struct jx_object *self)
{
  return ((struct jx_class *)self)->kind == JX_KIND_PRIMITIVE;
}

int32_t jxn_java_lang_Class_isInstance(struct jx_object *self, struct jx_object *object)
{
  return jx_is_any(object, (struct jx_class *)self);
}

int32_t jxn_java_lang_Class_isAssignableFrom(struct jx_object *self, struct jx_object *other)
{
  if (other)
    return jx_subclass((struct jx_class *)other, (struct jx_class *)self);
  jx_throw_null();
  return 0;
}

struct jx_object *jxn_java_lang_Class_getSuperclass(struct jx_object *self)
{
  return (struct jx_object *)((struct jx_class *)self)->super;
}

struct jx_object *jxn_java_lang_Class_getComponentType(struct jx_object *self)
{
  return (struct jx_object *)((struct jx_class *)self)->component;
}

struct jx_object *jxn_java_lang_Class_getEnumConstants(struct jx_object *self)
{
  struct jx_class *class = (struct jx_class *)self;
  if (!(class->flags & JX_CLASS_ENUM) || !class->values)
    return NULL;
  jx_init(class);
  return JX_EXC ? NULL : class->values();
}

int32_t jxn_java_lang_Class_desiredAssertionStatus(struct jx_object *self)
{
  (void)self;
  return jx_assertions;
}

/* ---- arrays ---- */

static const char *shown_name(const struct jx_class *class)
{
  return class->kind == JX_KIND_ARRAY && class->component->kind == JX_KIND_PRIMITIVE ? class->component->name
    : class->name;
}

static void throw_store(const char *what, const char *name, const char *rest)
{
  struct rt_text text = {0};
  rt_add(&text, what);
  rt_add(&text, name);
  rt_add(&text, rest);
  rt_throw(&jxc_java_lang_ArrayStoreException, text.bytes);
}

/* Are both arrays whose elements may be copied, perhaps after a check of each? If not, throws. */
static bool check_arrays(const struct jx_object *from, const struct jx_object *to)
{
  if (from->class->kind != JX_KIND_ARRAY)
    throw_store("arraycopy: source type ", from->class->name, " is not an array");
  else if (to->class->kind != JX_KIND_ARRAY)
    throw_store("arraycopy: destination type ", to->class->name, " is not an array");
  else if (from->class != to->class && !(from->class->flags & to->class->flags & JX_CLASS_REFS)) {
    struct rt_text text = {0};
    bool both = !((from->class->flags | to->class->flags) & JX_CLASS_REFS);
    rt_add(&text, both ? shown_name(from->class) : from->class->flags & JX_CLASS_REFS ? "object array" :
           shown_name(from->class));
    rt_add(&text, "[] into ");
    rt_add(&text, to->class->flags & JX_CLASS_REFS ? "object array" : shown_name(to->class));
    throw_store("arraycopy: type mismatch: can not copy ", text.bytes, "[]");
  } else {
    return true;
  }
  return false;
}

static void throw_range(const char *what, int64_t index, const struct jx_object *array)
{
  struct rt_text text = {0};
  rt_add(&text, "arraycopy: ");
  rt_add(&text, what);
  rt_add_number(&text, index);
  if (array) {
    rt_add(&text, " out of bounds for ");
    rt_add(&text, array->class->flags & JX_CLASS_REFS ? "object array" : shown_name(array->class));
    rt_add(&text, "[");
    rt_add_number(&text, array->length);
    rt_add(&text, "]");
  } else {
    rt_add(&text, " is negative");
  }
  rt_throw(&jxc_java_lang_ArrayIndexOutOfBoundsException, text.bytes);
}

static bool check_ranges(const struct jx_object *from, int64_t from_at, const struct jx_object *to, int64_t to_at,
                         int64_t count)
{
  if (from_at < 0)
    throw_range("source index ", from_at, from);
  else if (to_at < 0)
    throw_range("destination index ", to_at, to);
  else if (count < 0)
    throw_range("length ", count, NULL);
  else if (from_at + count > from->length)
    throw_range("last source index ", from_at + count, from);
  else if (to_at + count > to->length)
    throw_range("last destination index ", to_at + count, to);
  else
    return true;
  return false;
}

/* Copies up to the first element that does not fit. */
static void copy_checked(struct jx_object *from, int32_t from_at, struct jx_object *to, int32_t to_at, int32_t count)
{
  for (int32_t i = 0; i < count; i++) {
    struct jx_object *element = JX_ELEMENTS(from, struct jx_object *)[from_at + i];
    if (!jx_may_store(to, element)) {
      struct rt_text text = {0};
      rt_add(&text, from->class->component->name);
      rt_add(&text, "[] to the type of the destination array, ");
      rt_add(&text, to->class->component->name);
      throw_store("arraycopy: element type mismatch: can not cast one of the elements of ", text.bytes, "");
      return;
    }
    JX_ELEMENTS(to, struct jx_object *)[to_at + i] = element;
  }
}

/* Copies ranges that may overlap, of `count` bytes in all; each element whole, for other processors may use both ranges
 * meanwhile (JLS 17.6, 17.7). Most copies are of a few characters: up to 32 bytes, it loads the whole range, in pieces
 * that overlap, before it stores. A piece begins and ends between elements. */
static inline void copy_bytes(char *to, const char *from, size_t count)
{
  typedef uint64_t piece __attribute__((aligned(1), may_alias));
  typedef uint32_t half __attribute__((aligned(1), may_alias));
  typedef uint16_t small __attribute__((aligned(1), may_alias));
  if (count > 32) {
    __builtin_memmove(to, from, count);
  } else if (count >= 16) {
    piece a = *(const piece *)from, b = *(const piece *)(from + 8);
    piece c = *(const piece *)(from + count - 16), d = *(const piece *)(from + count - 8);
    *(piece *)to = a;
    *(piece *)(to + 8) = b;
    *(piece *)(to + count - 16) = c;
    *(piece *)(to + count - 8) = d;
  } else if (count >= 8) {
    piece a = *(const piece *)from, b = *(const piece *)(from + count - 8);
    *(piece *)to = a;
    *(piece *)(to + count - 8) = b;
  } else if (count & 1) {
    __builtin_memmove(to, from, count);
  } else if (count >= 4) {
    half a = *(const half *)from, b = *(const half *)(from + count - 4);
    *(half *)to = a;
    *(half *)(to + count - 4) = b;
  } else if (count) {
    *(small *)to = *(const small *)from;
  }
}

void jxn_java_lang_System_arraycopy(struct jx_object *from, int32_t from_at, struct jx_object *to, int32_t to_at,
                                    int32_t count)
{
  if (!from || !to) {
    jx_throw_null();
    return;
  }
  const struct jx_class *class = from->class;
  if (JX_LIKELY(class == to->class && class->kind == JX_KIND_ARRAY && (from_at | to_at | count) >= 0 &&
                (uint32_t)from_at + (uint32_t)count <= from->length &&
                (uint32_t)to_at + (uint32_t)count <= to->length)) {
    copy_bytes(JX_ELEMENTS(to, char) + ((size_t)to_at << class->shift),
               JX_ELEMENTS(from, char) + ((size_t)from_at << class->shift), (size_t)count << class->shift);
    return;
  }
  if (!check_arrays(from, to) || !check_ranges(from, from_at, to, to_at, count))
    return;
  if (jx_subclass(class, to->class))
    copy_bytes(JX_ELEMENTS(to, char) + ((size_t)to_at << class->shift),
               JX_ELEMENTS(from, char) + ((size_t)from_at << class->shift), (size_t)count << class->shift);
  else
    copy_checked(from, from_at, to, to_at, count);
}

struct jx_object *jxn_java_util_Arrays_sameType(struct jx_object *array, int32_t length)
{
  return jx_new_array(array->class, length, 0);
}

/* ---- numbers ---- */

bool jx_counts_bits;

void rt_look_at_processor(void)
{
#ifdef __x86_64__
  uint32_t a = 1, b, c = 0, d;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  jx_counts_bits = c >> 23 & 1; /* Intel SDM, CPUID: leaf 1, POPCNT */
#endif
}

/* Emitted code has the fast forms, which do all of the work. */
#define COUNT_(method)                                                                                                \
  int32_t jxn_java_lang_Bits_##method(int64_t value)                                                                  \
  {                                                                                                                   \
    int32_t count = 0;                                                                                                \
    jxf_java_lang_Bits_##method(value, &count);                                                                       \
    return count;                                                                                                     \
  }
COUNT_(count)
COUNT_(leadingZeros)
COUNT_(trailingZeros)
#undef COUNT_

/* ---- characters: no array is null, so the fast forms do all of the work ---- */

int32_t jxn_java_lang_Chars_same(struct jx_object *a, struct jx_object *b)
{
  int32_t same = false;
  jxf_java_lang_Chars_same(a, b, &same);
  return same;
}

int32_t jxn_java_lang_Chars_sameAt(struct jx_object *a, int32_t at, struct jx_object *b)
{
  int32_t same = false;
  jxf_java_lang_Chars_sameAt(a, at, b, &same);
  return same;
}

int32_t jxn_java_lang_Chars_hash(struct jx_object *a)
{
  int32_t hash = 0;
  jxf_java_lang_Chars_hash(a, &hash);
  return hash;
}

int64_t jxn_java_lang_Double_doubleToRawLongBits(double value)
{
  int64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

double jxn_java_lang_Double_longBitsToDouble(int64_t bits)
{
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

int32_t jxn_java_lang_Float_floatToRawIntBits(float value)
{
  int32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

float jxn_java_lang_Float_intBitsToFloat(int32_t bits)
{
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

double jxn_java_lang_Math_sqrt(double a)
{
  double root;
  __asm__("sqrtsd %1, %0" : "=x"(root) : "x"(a));
  return root;
}

/* ---- System, Runtime ---- */

int64_t jxn_java_lang_System_currentTimeMillis(void)
{
  return port_millis();
}

int64_t jxn_java_lang_System_nanoTime(void)
{
  return port_nanos();
}

void jxn_java_lang_System_exit(int32_t status)
{
  rt_run_last_act();
  port_exit(status);
}

void jxn_java_lang_Runtime_halt(struct jx_object *self, int32_t status)
{
  (void)self;
  port_exit(status);
}

void jxn_java_lang_System_gc(void)
{
  gc_collect(GC_ASKED);
}

int32_t jxn_java_lang_Runtime_availableProcessors(struct jx_object *self)
{
  (void)self;
  return (int32_t)port_processors();
}

int64_t jxn_java_lang_Runtime_totalMemory(struct jx_object *self)
{
  (void)self;
  return (int64_t)gc_stats().used_bytes;
}

/* Returns what the last collection has left free of totalMemory(); allocation since then is not counted. */
int64_t jxn_java_lang_Runtime_freeMemory(struct jx_object *self)
{
  (void)self;
  struct gc_stats stats = gc_stats();
  return stats.used_bytes > stats.live_bytes ? (int64_t)(stats.used_bytes - stats.live_bytes) : 0;
}

int64_t jxn_java_lang_Runtime_maxMemory(struct jx_object *self)
{
  (void)self;
  return (int64_t)gc_stats().limit_bytes;
}

/* ---- console, events ---- */

int32_t jxn_java_io_ConsoleInput_readBytes(struct jx_object *bytes, int32_t offset, int32_t count)
{
  size_t got = port_read(JX_ELEMENTS(bytes, char) + offset, (size_t)count);
  return got ? (int32_t)got : -1;
}

int64_t jxn_jx_files_Input_size(void)
{
  return (int64_t)port_input_bytes();
}

int32_t jxn_jx_files_Input_read(int64_t at, struct jx_object *bytes, int32_t offset, int32_t count)
{
  return (int32_t)port_read_at((uint64_t)at, JX_ELEMENTS(bytes, char) + offset, (size_t)count);
}

void jxn_java_io_ConsoleOutput_writeBytes(int32_t channel, struct jx_object *bytes, int32_t offset, int32_t count)
{
  port_write(channel, JX_ELEMENTS(bytes, char) + offset, (size_t)count);
}

int32_t jxn_jx_prof_EventLog_register(struct jx_object *name)
{
  char text[64];
  if (!name) {
    jx_throw_null();
    return 0;
  }
  rt_utf8(name, text, sizeof text);
  return (int32_t)port_event_register(text);
}

/* Emitted code logs by jxf_jx_prof_EventLog_log() alone; this is called where a method is reached by its address. */
JX_UNPROFILED void jxn_jx_prof_EventLog_log(int32_t number, int64_t argument)
{
  jxf_jx_prof_EventLog_log(number, argument);
}

JX_UNPROFILED int32_t jxn_jx_prof_MessageLog_isOn(void)
{
  return port_messages_on();
}

JX_UNPROFILED void jxn_jx_prof_MessageLog_log(int32_t layer, int32_t flags, int32_t local, int32_t local_port,
                                              int32_t peer, int32_t peer_port, int32_t program, int32_t procedure,
                                              int64_t key, int32_t bytes)
{
  port_message_log(&(struct port_message){ (uint64_t)key, (uint32_t)local, (uint32_t)peer, (uint32_t)program,
                                           (uint32_t)procedure, (uint32_t)bytes, (uint16_t)local_port,
                                           (uint16_t)peer_port, (uint16_t)layer, (uint16_t)flags });
}

static int32_t switch_timing(const struct jx_object *pattern, bool on)
{
  char text[256];
  if (!pattern) {
    jx_throw_null();
    return 0;
  }
  rt_utf8(pattern, text, sizeof text);
  return (int32_t)port_timed(text, on);
}

int32_t jxn_jx_prof_Timing_on(struct jx_object *pattern)
{
  return switch_timing(pattern, true);
}

int32_t jxn_jx_prof_Timing_off(struct jx_object *pattern)
{
  return switch_timing(pattern, false);
}
