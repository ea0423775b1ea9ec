/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * classinit.c: class initialisation (JVM specification, 5.5): once, by one thread, before the class is used.
 */
#include "rt.h"

extern struct jx_class jxc_java_lang_ExceptionInInitializerError;

/* A thread that waits until another has initialised a class tests it this often: such waits are rare. */
#define POLL_NS 1000000

/* NoClassDefFoundError, whose cause is what keep_failure() has kept. */
static void throw_erroneous(const struct jx_class *class)
{
  struct jx_string *name = rt_string(class->name);
  struct jx_object *error = name ? jxu_initializer_error_again((struct jx_object *)name) : NULL;
  if (!JX_EXC)
    JX_THREAD->exc = error;
}

/* Keeps what the pending exception says, for those who use the class later; nothing where there is no memory or no
 * stack for that. The exception stays pending. */
static void keep_failure(const struct jx_class *class)
{
  struct jx_object *thrown = JX_THREAD->exc;
  JX_THREAD->exc = NULL;
  struct jx_string *name = rt_string(class->name);
  if (name)
    jxu_initializer_error_keep((struct jx_object *)name, thrown);
  JX_THREAD->exc = thrown;
}

/* Waits while another thread initialises the class; returns whether the calling thread is to do it. Throws when the
 * initialisation has failed. */
static bool claim_class(struct jx_class *class)
{
  struct jx_thread *self = rt_self()->jx;
  port_lock();
  while (class->state == JX_INITIALIZING && class->initializer != self)
    port_wait(port_nanos() + POLL_NS);
  bool mine = class->state == JX_UNINITIALIZED;
  if (mine) {
    class->state = JX_INITIALIZING;
    class->initializer = self;
  }
  bool failed = class->state == JX_ERRONEOUS;
  port_unlock();
  if (failed)
    throw_erroneous(class);
  return mine;
}

static void init_interfaces(struct jx_class *class)
{
  for (uint32_t i = 0; i < class->interface_count && !JX_EXC; i++) {
    init_interfaces(class->interfaces[i]);
    if (!JX_EXC && class->interfaces[i]->flags & JX_CLASS_DEFAULTS)
      jx_init(class->interfaces[i]);
  }
}

static bool is_error(const struct jx_object *thrown)
{
  for (const struct jx_class *c = thrown->class; c; c = c->super)
    if (!__builtin_strcmp(c->name, "java.lang.Error"))
      return true;
  return false;
}

/* Leaves a pending Error as it is, and makes any other exception the cause of an ExceptionInInitializerError. */
static void wrap_pending(void)
{
  struct jx_object *cause = JX_THREAD->exc;
  if (is_error(cause))
    return;
  JX_THREAD->exc = NULL;
  struct jx_object *error = jx_new(&jxc_java_lang_ExceptionInInitializerError, 0);
  if (!error)
    return;
  jxu_initializer_error_init(error, cause);
  if (!JX_EXC)
    JX_THREAD->exc = error;
}

void jx_class_init(struct jx_class *class)
{
  if (!claim_class(class))
    return;
  if (class->super && class->kind == JX_KIND_CLASS)
    jx_init(class->super);
  if (!JX_EXC && class->kind == JX_KIND_CLASS)
    init_interfaces(class);
  if (!JX_EXC && class->clinit) {
    class->clinit();
    if (JX_EXC) {
      keep_failure(class);
      wrap_pending();
    }
  }
  __atomic_store_n(&class->state, JX_EXC ? JX_ERRONEOUS : JX_READY, __ATOMIC_RELEASE);
}
