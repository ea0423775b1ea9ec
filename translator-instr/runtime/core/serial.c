/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * serial.c: natives of java.io.SerialTable: fields of objects by their places, and the methods that only object streams
 * call, out of the table that the translator emits (contract/jx_serial.h). The Java code has checked places and types.
 */
#include "natives.h"

#include "contract/jx_serial.h"
#include "rt.h"

static bool same_text(const char *a, const char *b)
{
  for (; *a && *a == *b; a++, b++)
    ;
  return *a == *b;
}

/* By halves: the table is in the order of the numbers. */
int32_t jxn_java_io_SerialTable_row(struct jx_object *class)
{
  uint32_t low = 0, high = jx_serial_count, number = ((struct jx_class *)class)->number;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (jx_serials[middle].class->number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low < jx_serial_count && jx_serials[low].class->number == number ? (int32_t)low : -1;
}

struct jx_object *jxn_java_io_SerialTable_find(struct jx_object *name)
{
  char text[512];
  if (rt_utf8(name, text, sizeof(text)) >= sizeof(text) - 1)
    return NULL;
  for (uint32_t i = 0; i < jx_class_count; i++)
    if (jx_classes[i]->kind != JX_KIND_PRIMITIVE && same_text(jx_classes[i]->name, text))
      return &jx_classes[i]->object;
  return NULL;
}

int64_t jxn_java_io_SerialTable_uid(int32_t row)
{
  return jx_serials[row].uid;
}

int32_t jxn_java_io_SerialTable_flags(int32_t row)
{
  const struct jx_serial *s = &jx_serials[row];
  return (int32_t)(s->flags | (s->construct ? 8u : 0) | (s->write ? 16u : 0) | (s->read ? 32u : 0) |
                   (s->read_none ? 64u : 0) | (s->replace ? 128u : 0) | (s->resolve ? 256u : 0));
}

int32_t jxn_java_io_SerialTable_fieldCount(int32_t row)
{
  return (int32_t)jx_serials[row].field_count;
}

static struct jx_object *shared_text(const char *text)
{
  struct jx_string *string = rt_string(text);
  return string ? rt_intern(&string->object) : NULL;
}

struct jx_object *jxn_java_io_SerialTable_fieldName(int32_t row, int32_t field)
{
  return shared_text(jx_serials[row].fields[field].name);
}

struct jx_object *jxn_java_io_SerialTable_fieldType(int32_t row, int32_t field)
{
  return shared_text(jx_serials[row].fields[field].type);
}

int32_t jxn_java_io_SerialTable_fieldPlace(int32_t row, int32_t field)
{
  return (int32_t)jx_serials[row].fields[field].offset;
}

/* The value of serialPersistentFields, or null. */
struct jx_object *jxn_java_io_SerialTable_persistent(int32_t row)
{
  const struct jx_serial *s = &jx_serials[row];
  jx_init(s->class);
  return JX_EXC || !s->persistent ? NULL : *s->persistent;
}

/* ---- objects ---- */

struct jx_object *jxn_java_io_SerialTable_make(int32_t row)
{
  struct jx_class *class = jx_serials[row].class;
  jx_init(class);
  if (JX_EXC)
    return NULL;
  struct jx_object *made = jx_new(class, 0);
  if (made)
    jx_serials[row].construct(made);
  return JX_EXC ? NULL : made;
}

struct jx_object *jxn_java_io_SerialTable_makeArray(struct jx_object *class, int32_t length)
{
  return jx_new_array((struct jx_class *)class, length, 0);
}

/* The bits of a field of 1, 2, 4 or 8 bytes. */
int64_t jxn_java_io_SerialTable_bits(struct jx_object *object, int32_t place, int32_t bytes)
{
  const char *at = (const char *)object + place;
  switch (bytes) {
  case 1: return *(const int8_t *)at;
  case 2: return *(const int16_t *)at;
  case 4: return *(const int32_t *)at;
  default: return *(const int64_t *)at;
  }
}

void jxn_java_io_SerialTable_setBits(struct jx_object *object, int32_t place, int32_t bytes, int64_t value)
{
  char *at = (char *)object + place;
  switch (bytes) {
  case 1: *(int8_t *)at = (int8_t)value; break;
  case 2: *(int16_t *)at = (int16_t)value; break;
  case 4: *(int32_t *)at = (int32_t)value; break;
  default: *(int64_t *)at = value;
  }
}

struct jx_object *jxn_java_io_SerialTable_reference(struct jx_object *object, int32_t place)
{
  return *(struct jx_object *volatile *)((char *)object + place);
}

/* A constructor or readObject() may have set the field before: "exact lives" hears of what is lost. */
void jxn_java_io_SerialTable_setReference(struct jx_object *object, int32_t place, struct jx_object *value)
{
  struct jx_object *volatile *field = (struct jx_object *volatile *)((char *)object + place);
  if (jx_has_stamps())
    jx_lost(*field);
  *field = value;
}

/* ---- the methods that only streams call; they may throw ---- */

void jxn_java_io_SerialTable_callWrite(int32_t row, struct jx_object *object, struct jx_object *stream)
{
  jx_serials[row].write(object, stream);
}

void jxn_java_io_SerialTable_callRead(int32_t row, struct jx_object *object, struct jx_object *stream)
{
  jx_serials[row].read(object, stream);
}

void jxn_java_io_SerialTable_callReadNone(int32_t row, struct jx_object *object)
{
  jx_serials[row].read_none(object);
}

struct jx_object *jxn_java_io_SerialTable_callReplace(int32_t row, struct jx_object *object)
{
  return jx_serials[row].replace(object);
}

struct jx_object *jxn_java_io_SerialTable_callResolve(int32_t row, struct jx_object *object)
{
  return jx_serials[row].resolve(object);
}
