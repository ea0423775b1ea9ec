/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * remote.c: natives of jx.rmi.RemoteTable, out of the tables that the translator emits (contract/jx_remote.h). Numbers of
 * methods come from stubs, or are less than methods().
 */
#include "natives.h"

#include "contract/jx_remote.h"
#include "rt.h"

static struct jx_object *as_object(struct jx_class *class)
{
  return class ? &class->object : NULL;
}

struct jx_object *jxn_jx_rmi_RemoteTable_stubOf(struct jx_object *class)
{
  for (uint32_t i = 0; i < jx_stub_count; i++)
    if (&jx_stubs[i].of->object == class)
      return as_object(jx_stubs[i].stub);
  return NULL;
}

int32_t jxn_jx_rmi_RemoteTable_stubs(void)
{
  return (int32_t)jx_stub_count;
}

struct jx_object *jxn_jx_rmi_RemoteTable_stubbed(int32_t number)
{
  return as_object(jx_stubs[number].of);
}

int32_t jxn_jx_rmi_RemoteTable_methods(void)
{
  return (int32_t)jx_remote_count;
}

struct jx_object *jxn_jx_rmi_RemoteTable_owner(int32_t method)
{
  return as_object(jx_remotes[method].owner);
}

int64_t jxn_jx_rmi_RemoteTable_hash(int32_t method)
{
  return jx_remotes[method].hash;
}

static struct jx_object *as_text(const char *text)
{
  struct jx_string *string = rt_string(text);
  return string ? &string->object : NULL;
}

struct jx_object *jxn_jx_rmi_RemoteTable_descriptor(int32_t method)
{
  return as_text(jx_remotes[method].descriptor);
}

int32_t jxn_jx_rmi_RemoteTable_declares(int32_t method, struct jx_object *exception)
{
  for (struct jx_class *const *c = jx_remotes[method].throws; *c; c++)
    if (jx_is_any(exception, *c))
      return true;
  return false;
}

/* These two classes have nothing to initialise but what their superclasses have. */
static struct jx_object *make_object(struct jx_class *class)
{
  jx_init(class);
  return JX_EXC ? NULL : jx_new(class, 0);
}

struct jx_object *jxn_jx_rmi_RemoteTable_invoker(int32_t method)
{
  return make_object(jx_remotes[method].invoker);
}

/* A stub that refers to nothing yet. */
struct jx_object *jxn_jx_rmi_RemoteTable_makeStub(struct jx_object *stub)
{
  return make_object((struct jx_class *)stub);
}
