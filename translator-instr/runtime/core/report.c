/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * report.c: exceptions, stacks and threads as text, for when nothing can be allocated and no Java code can run: memory is
 * out, or the threads wait for each other.
 */
#include "rt.h"

#include "natives.h"

extern struct jx_class jxc_java_lang_String, jxc__AI;

static void print_site(void (*print)(const char *text), uint32_t site)
{
  const struct jx_method *method = &jx_methods[jx_sites[site].method];
  struct rt_text line = {0};
  rt_add(&line, "(");
  rt_add(&line, site && method->file ? method->file : "Unknown Source");
  if (jx_sites[site].line) {
    rt_add(&line, ":");
    rt_add_number(&line, jx_sites[site].line);
  }
  rt_add(&line, ")\n");
  print("\tat ");
  print(site ? method->class : "?");
  print(".");
  print(site ? method->name : "?");
  print(line.bytes);
}

static void print_string(void (*print)(const char *text), const struct jx_object *string)
{
  char text[512];
  rt_utf8(string, text, sizeof text);
  print(text);
}

/* Returns the value of the field of `object` that holds an object of this class; NULL: none does. */
static struct jx_object *field_of(const struct jx_object *object, const struct jx_class *class)
{
  for (uint32_t i = 0; i < object->class->ref_count; i++) {
    struct jx_object *value = *(struct jx_object **)((char *)object + object->class->refs[i]);
    if (value && value->class == class)
      return value;
  }
  return NULL;
}

/* ---- uncaught exceptions ---- */

static void print_error(const char *text)
{
  port_write(2, text, __builtin_strlen(text));
}

/* Of all fields that a Throwable has, one is a String, its message, and one an int[], the sites of its trace. */
void jxn_java_lang_Thread_printUncaught(struct jx_object *name, struct jx_object *thrown)
{
  const struct jx_object *message = field_of(thrown, &jxc_java_lang_String), *trace = field_of(thrown, &jxc__AI);
  print_error("Exception in thread \"");
  print_string(print_error, name);
  print_error("\" ");
  print_error(thrown->class->name);
  print_error(message ? ": " : "");
  if (message)
    print_string(print_error, message);
  print_error("\n");
  for (uint32_t i = 0; trace && i < trace->length; i++)
    print_site(print_error, JX_ELEMENTS(trace, const uint32_t)[i]);
}

/* ---- threads that wait ---- */

/* One of a Thread's fields is a String, its name. */
static void print_name(void (*print)(const char *text), const struct rt_thread *t)
{
  const struct jx_object *name = t->java ? field_of(t->java, &jxc_java_lang_String) : NULL;
  print("\"");
  if (name)
    print_string(print, name);
  print("\"");
}

static void print_wait(void (*print)(const char *text), const struct rt_thread *t)
{
  static const char *const waits[] = {
    [RT_ENTERING] = " waits to enter the monitor of ", [RT_WAITING] = " waits to be notified by ",
    [RT_SLEEPING] = " sleeps", [RT_PARKED] = " is parked",
  };
  const struct rt_thread *owner = t->blocker ? rt_monitor_owner(t->blocker) : NULL;
  struct rt_text line = {0};
  print("  Java thread ");
  print_name(print, t);
  rt_add(&line, waits[t->waiting]);
  if (t->blocker) {
    rt_add(&line, "a ");
    rt_add(&line, t->blocker->class->name);
  }
  print(line.bytes);
  if (owner && owner != t) {
    print(", in which is ");
    print_name(print, owner);
  }
  print("\n");
}

void rt_report_waits(void (*print)(const char *text))
{
  for (uint32_t i = 1; i < RT_THREADS; i++) {
    const struct rt_thread *t = rt_thread_at(i);
    if (!t->number || t->waiting == RT_RUNNING)
      continue;
    print_wait(print, t);
    for (const struct jx_frame *f = t->jx->frame; f; f = f->prev)
      print_site(print, f->site);
  }
}
