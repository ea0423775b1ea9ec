/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx_serial.h: what the translator tells the runtime of classes whose objects can go through object streams
 * (java.io.ObjectOutputStream): the program has no reflection, so their fields and the methods that streams call are in
 * a table. A program without object streams has an empty one.
 */
#ifndef JX_SERIAL_H
#define JX_SERIAL_H

#include "jx.h"

enum jx_serial_flag {
  JX_SERIAL_EXTERNAL = 1,   /* writes itself: java.io.Externalizable */
  JX_SERIAL_MADE     = 2,   /* a stream may make objects of it */
  JX_SERIAL_RECORD   = 4,
};

/* A field of a class in a stream. */
struct jx_serial_field {
  const char *name;
  const char *type;         /* descriptor */
  uint32_t offset;          /* in the object; 0: it is in streams only, and the class's own methods give it its value */
};

/* A class that implements java.io.Serializable, or (without fields) an interface or an array class. NULL where it has not such a
 * method. */
struct jx_serial {
  struct jx_class *class;
  int64_t uid;                                       /* serialVersionUID */
  const struct jx_serial_field *fields;              /* in the order of streams: primitives first, each by name */
  uint32_t field_count, flags;                       /* enum jx_serial_flag */
  struct jx_object **persistent;                     /* the static field serialPersistentFields, or NULL */
  void (*construct)(struct jx_object *self);         /* the constructor that a stream calls for a new object */
  void (*write)(struct jx_object *self, struct jx_object *stream);  /* writeObject(ObjectOutputStream) */
  void (*read)(struct jx_object *self, struct jx_object *stream);   /* readObject(ObjectInputStream) */
  void (*read_none)(struct jx_object *self);         /* readObjectNoData() */
  struct jx_object *(*replace)(struct jx_object *self);             /* writeReplace() */
  struct jx_object *(*resolve)(struct jx_object *self);             /* readResolve() */
};

extern const struct jx_serial jx_serials[];          /* by jx_class.number */
extern const uint32_t jx_serial_count;

#endif
