/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * exception.c: making exceptions pending, with the messages of the JDK, and taking stack traces.
 *
 * A trace is an array of sites (struct jx_site), innermost first, taken from the frames that emitted code keeps; it
 * becomes StackTraceElements when the program asks. An OutOfMemoryError is made of what is free, as after a request for
 * a large object; where nothing is, it is the one that was made at the start. Where there is no memory for its trace, that
 * lies outside of the heap: it is the trace of the last such one.
 */
#include "rt.h"

#include "natives.h"

extern struct jx_class jxc_java_lang_NullPointerException, jxc_java_lang_ArithmeticException,
  jxc_java_lang_ArrayIndexOutOfBoundsException, jxc_java_lang_ArrayStoreException, jxc_java_lang_ClassCastException,
  jxc_java_lang_StackOverflowError, jxc_java_lang_OutOfMemoryError, jxc_java_lang_AbstractMethodError,
  jxc_java_lang_IncompatibleClassChangeError, jxc_java_lang_String, jxc__AI;

/* As many frames as the JDK keeps by default (MaxJavaStackTraceDepth). */
#define TRACE_LIMIT 1024u

static struct jx_object *out_of_memory, *out_of_memory_text;
static struct { struct jx_object array; int32_t sites[TRACE_LIMIT]; } reserve; /* an int[] */

static void visit_reserve(void)
{
  gc_root(out_of_memory);
  gc_root(out_of_memory_text);
}

bool rt_exceptions_init(void)
{
  gc_add_roots(visit_reserve);
  out_of_memory = jx_new(&jxc_java_lang_OutOfMemoryError, 0);
  out_of_memory_text = out_of_memory ? (struct jx_object *)rt_string("Java heap space") : NULL;
  if (!out_of_memory_text)
    return false;
  jxu_throwable_init_message(out_of_memory, out_of_memory_text);
  return !JX_EXC;
}

/* Its constructor allocates nothing but the trace (walkStack() below), and has the room below the limit of the stack. */
void rt_throw_out_of_memory(void)
{
  struct jx_object *thrown = gc_alloc_free(&jxc_java_lang_OutOfMemoryError, jxc_java_lang_OutOfMemoryError.size, 0);
  uintptr_t limit = JX_THREAD->stack_limit;
  if (!thrown)
    thrown = out_of_memory;
  if (out_of_memory_text) {
    JX_THREAD->stack_limit = 0;
    JX_THREAD->exc = NULL;
    jxu_throwable_init_message(thrown, out_of_memory_text);
    JX_THREAD->stack_limit = limit;
  }
  JX_THREAD->exc = thrown;
}

/* When the exception cannot be made, the OutOfMemoryError of the attempt is pending instead. */
void rt_throw(struct jx_class *class, const char *message)
{
  struct jx_string *text = message ? rt_string(message) : NULL;
  struct jx_object *thrown = !message || text ? jx_new(class, 0) : NULL;
  if (!thrown)
    return;
  if (message)
    jxu_throwable_init_message(thrown, (struct jx_object *)text);
  else
    jxu_throwable_init(thrown);
  if (!JX_EXC)
    JX_THREAD->exc = thrown;
}

void jx_throw(struct jx_object *throwable)
{
  if (throwable)
    JX_THREAD->exc = throwable;
  else
    jx_throw_null();
}

void jx_throw_null(void)
{
  rt_throw(&jxc_java_lang_NullPointerException, NULL);
}

void jx_throw_bounds(int32_t index, uint32_t length)
{
  struct rt_text text = {0};
  rt_add(&text, "Index ");
  rt_add_number(&text, index);
  rt_add(&text, " out of bounds for length ");
  rt_add_number(&text, length);
  rt_throw(&jxc_java_lang_ArrayIndexOutOfBoundsException, text.bytes);
}

void jx_throw_null_at(uint32_t place)
{
  JX_THREAD->frame->site = jx_nulls[place].site;
  rt_throw(&jxc_java_lang_NullPointerException, jx_nulls[place].text);
}

/* These two open and close a frame for emitted code. */
void jx_leaf_null(uint32_t place)
{
  JX_LEAF(jx_nulls[place].site, jx_throw_null_at(place));
  jx_look_above(JX_THREAD->frame);
}

void jx_leaf_bounds(uint32_t site, int32_t index, uint32_t length)
{
  JX_LEAF(site, jx_throw_bounds(index, length));
  jx_look_above(JX_THREAD->frame);
}

void jx_throw_arithmetic(void)
{
  rt_throw(&jxc_java_lang_ArithmeticException, "/ by zero");
}

static bool is_of_library(const struct jx_class *class)
{
  while (class->component)
    class = class->component;
  return class->kind == JX_KIND_PRIMITIVE || !__builtin_strncmp(class->name, "java.", 5);
}

static const char *home_of(const struct jx_class *class)
{
  return is_of_library(class) ? "module java.base of loader 'bootstrap'" : "unnamed module of loader 'app'";
}

/* The message is the JDK's, which names the module of each class: here there are two. */
void jx_throw_cast(struct jx_object *object, struct jx_class *target)
{
  const struct jx_class *class = object->class;
  struct rt_text text = {0};
  rt_add(&text, "class ");
  rt_add(&text, class->name);
  rt_add(&text, " cannot be cast to class ");
  rt_add(&text, target->name);
  rt_add(&text, " (");
  rt_add(&text, class->name);
  bool together = is_of_library(class) == is_of_library(target);
  rt_add(&text, together ? " and " : " is in ");
  rt_add(&text, together ? target->name : home_of(class));
  rt_add(&text, together ? " are in " : "; ");
  if (!together) {
    rt_add(&text, target->name);
    rt_add(&text, " is in ");
  }
  rt_add(&text, home_of(target));
  rt_add(&text, ")");
  rt_throw(&jxc_java_lang_ClassCastException, text.bytes);
}

void jx_throw_store(struct jx_object *value)
{
  rt_throw(&jxc_java_lang_ArrayStoreException, value->class->name);
}

void jx_throw_link(struct jx_class *error, const char *message)
{
  rt_throw(error, message);
}

/* Lifts the limit until the exception is made: the room below is reserved for this. */
void jx_throw_stack_overflow(void)
{
  uintptr_t limit = JX_THREAD->stack_limit;
  JX_THREAD->stack_limit = 0;
  rt_throw(&jxc_java_lang_StackOverflowError, NULL);
  JX_THREAD->stack_limit = limit;
}

void jx_no_code(struct jx_object *receiver, const char *method)
{
  struct rt_text text = {0};
  rt_add(&text, "Receiver class ");
  rt_add(&text, receiver->class->name);
  rt_add(&text, " does not define or inherit an implementation of the resolved method ");
  rt_add(&text, method);
  rt_add(&text, ".");
  rt_throw(&jxc_java_lang_AbstractMethodError, text.bytes);
}

void jx_no_interface(struct jx_object *receiver, const char *interface)
{
  struct rt_text text = {0};
  rt_add(&text, "Class ");
  rt_add(&text, receiver->class->name);
  rt_add(&text, " does not implement the requested interface ");
  rt_add(&text, interface);
  rt_throw(&jxc_java_lang_IncompatibleClassChangeError, text.bytes);
}

void jx_unreached(void)
{
  rt_throw(&jxc_java_lang_AbstractMethodError, "jxtr found no call of this method");
}

static const struct jx_method *method_at(const struct jx_frame *frame)
{
  return &jx_methods[jx_sites[frame->site].method];
}

static bool is_constructor_of(const struct jx_frame *frame, const struct jx_class *class)
{
  const struct jx_method *method = method_at(frame);
  if (frame->site == 0 || __builtin_strcmp(method->name, "<init>"))
    return false;
  for (; class; class = class->super)
    if (!__builtin_strcmp(method->class, class->name))
      return true;
  return false;
}

static bool is_fill(const struct jx_frame *frame)
{
  return frame->site && !__builtin_strcmp(method_at(frame)->name, "fillInStackTrace");
}

/* Is it the frame of a method that the program does not have: of a lambda's class, or Thread.live(), which calls
 * Thread.run()? The JDK hides such frames as well. */
static bool is_hidden(const struct jx_frame *frame)
{
  const struct jx_method *method = method_at(frame);
  if (!__builtin_strcmp(method->name, "live"))
    return !__builtin_strcmp(method->class, "java.lang.Thread");
  for (const char *at = method->class; *at; at++)
    if (!__builtin_strncmp(at, "$$Lambda", 8))
      return true;
  return false;
}

static const struct jx_frame *skip_constructors(const struct jx_frame *top, const struct jx_class *class)
{
  while (top && is_fill(top))
    top = top->prev;
  while (top && is_constructor_of(top, class))
    top = top->prev;
  return top;
}

/* Returns an int[] of `depth` elements for the trace of `thrown`; NULL: there is no memory. */
static struct jx_object *make_trace(const struct jx_object *thrown, uint32_t depth)
{
  uint64_t bytes = sizeof(struct jx_object) + depth * sizeof(int32_t);
  if (thrown->class != &jxc_java_lang_OutOfMemoryError)
    return gc_alloc(&jxc__AI, bytes, depth, 0);
  struct jx_object *trace = thrown == out_of_memory ? NULL : gc_alloc_free(&jxc__AI, bytes, depth);
  if (trace)
    return trace;
  reserve.array = (struct jx_object){ .class = &jxc__AI, .length = depth };
  return &reserve.array;
}

struct jx_object *jxn_java_lang_Throwable_walkStack(struct jx_object *self)
{
  const struct jx_frame *top = skip_constructors(JX_THREAD->frame, self->class);
  uint32_t depth = 0;
  for (const struct jx_frame *f = top; f && depth < TRACE_LIMIT; f = f->prev)
    depth += !is_hidden(f);
  struct jx_object *array = make_trace(self, depth);
  if (!array)
    return NULL;
  for (uint32_t i = 0; i < depth; top = top->prev)
    if (!is_hidden(top))
      JX_ELEMENTS(array, int32_t)[i++] = (int32_t)top->site;
  return array;
}

static struct jx_object *text_or_null(const char *text)
{
  return text ? (struct jx_object *)rt_string(text) : NULL;
}

static const struct jx_method *method_of(int32_t site)
{
  return &jx_methods[jx_sites[site].method];
}

struct jx_object *jxn_java_lang_Throwable_siteClass(int32_t site)
{
  return text_or_null(site ? method_of(site)->class : "?");
}

struct jx_object *jxn_java_lang_Throwable_siteMethod(int32_t site)
{
  return text_or_null(site ? method_of(site)->name : "?");
}

struct jx_object *jxn_java_lang_Throwable_siteFile(int32_t site)
{
  return text_or_null(site ? method_of(site)->file : NULL);
}

/* Returns -1 where the line is not known, as StackTraceElement has it. */
int32_t jxn_java_lang_Throwable_siteLine(int32_t site)
{
  return jx_sites[site].line ? (int32_t)jx_sites[site].line : -1;
}
