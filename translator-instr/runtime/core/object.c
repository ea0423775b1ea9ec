/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * object.c: making objects and arrays, and the questions about types that emitted code does not answer itself.
 */
#include "rt.h"

#include "natives.h"

extern struct jx_class jxc_java_lang_Object, jxc_java_lang_NegativeArraySizeException,
  jxc_java_lang_CloneNotSupportedException, jxc_java_lang_OutOfMemoryError;

/* HotSpot's longest array. Hardly a program can have one, but programs that find the limit out read this message. */
#define LENGTH_LIMIT (INT32_MAX - 2)

/* Is not timed, and neither are the functions that it calls for every object: see gc_alloc(). */
JX_UNPROFILED struct jx_object *jx_new(struct jx_class *class, uint32_t site)
{
  struct jx_object *object = gc_alloc(class, class->size, 0, site);
  if (JX_UNLIKELY(!object))
    rt_throw_out_of_memory();
  return object;
}

static JX_UNPROFILED bool check_length(int32_t length)
{
  if (JX_LIKELY((uint32_t)length <= LENGTH_LIMIT))
    return true;
  if (length >= 0) {
    rt_throw(&jxc_java_lang_OutOfMemoryError, "Requested array size exceeds VM limit");
    return false;
  }
  struct rt_text text = {0};
  rt_add_number(&text, length);
  rt_throw(&jxc_java_lang_NegativeArraySizeException, text.bytes);
  return false;
}

JX_UNPROFILED struct jx_object *jx_new_array(struct jx_class *array_class, int32_t length, uint32_t site)
{
  if (!check_length(length))
    return NULL;
  uint64_t bytes = sizeof(struct jx_object) + ((uint64_t)(uint32_t)length << array_class->shift);
  struct jx_object *array = gc_alloc(array_class, bytes, (uint32_t)length, site);
  if (JX_UNLIKELY(!array))
    rt_throw_out_of_memory();
  return array;
}

/* The outer array stays on this stack while the inner ones are made. */
static struct jx_object *fill_multi(struct jx_class *class, const int32_t *lengths, uint32_t count, uint32_t site)
{
  struct jx_object *array = jx_new_array(class, lengths[0], site);
  if (!array || count == 1)
    return array;
  for (int32_t i = 0; i < lengths[0]; i++) {
    struct jx_object *inner = fill_multi(class->component, lengths + 1, count - 1, site);
    if (!inner)
      return NULL;
    JX_ELEMENTS(array, struct jx_object *)[i] = inner;
  }
  return array;
}

struct jx_object *jx_new_multi(struct jx_class *array_class, const int32_t *lengths, uint32_t count, uint32_t site)
{
  for (uint32_t i = 0; i < count; i++)
    if (!check_length(lengths[i]))
      return NULL;
  return fill_multi(array_class, lengths, count, site);
}

static struct jx_object *copy_of(struct jx_object *object, uint64_t bytes, uint32_t length, uint32_t site)
{
  struct jx_object *copy = gc_alloc(object->class, bytes, length, site);
  if (!copy) {
    rt_throw_out_of_memory();
    return NULL;
  }
  copy->length = object->length;
  __builtin_memcpy(copy + 1, object + 1, bytes - sizeof *copy);
  return copy;
}

struct jx_object *jx_clone_array(struct jx_object *array, uint32_t site)
{
  uint64_t bytes = sizeof *array + ((uint64_t)array->length << array->class->shift);
  return copy_of(array, bytes, array->length, site);
}

static bool is_cloneable(const struct jx_class *class)
{
  for (uint32_t i = 0; i < jx_class_count && jx_classes[i]->kind == JX_KIND_INTERFACE; i++)
    if (!__builtin_strcmp(jx_classes[i]->name, "java.lang.Cloneable"))
      return jx_subclass(class, jx_classes[i]);
  return false;
}

struct jx_object *jxn_java_lang_Object_clone(struct jx_object *self)
{
  if (self->class->kind == JX_KIND_ARRAY)
    return jx_clone_array(self, 0);
  if (!is_cloneable(self->class)) {
    rt_throw(&jxc_java_lang_CloneNotSupportedException, self->class->name);
    return NULL;
  }
  return copy_of(self, self->class->size, 0, 0);
}

/* Arrays of references are covariant; those of primitive types are only themselves. */
static bool array_subclass(const struct jx_class *class, const struct jx_class *target)
{
  const struct jx_class *from = class->component, *to = target->component;
  if (from == to)
    return true;
  if (from->kind == JX_KIND_PRIMITIVE || to->kind == JX_KIND_PRIMITIVE)
    return false;
  return jx_subclass(from, to);
}

bool jx_subclass(const struct jx_class *class, const struct jx_class *target)
{
  if (class == target)
    return true;
  if (target->kind == JX_KIND_INTERFACE) {
    uint32_t bit = target->number - 1;
    return class->implements && class->implements[bit >> 3] >> (bit & 7) & 1;
  }
  if (target->kind == JX_KIND_ARRAY)
    return class->kind == JX_KIND_ARRAY && array_subclass(class, target);
  if (target == &jxc_java_lang_Object)
    return class->kind != JX_KIND_PRIMITIVE;
  for (const struct jx_class *c = class; c; c = c->super)
    if (c == target)
      return true;
  return false;
}
