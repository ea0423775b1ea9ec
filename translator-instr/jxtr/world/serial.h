/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * serial.h: what object streams need of a program without reflection: which classes are serializable, their fields, the
 * number of their version, and the methods that a stream calls (Java Object Serialization Specification).
 *
 * Where the program can read objects it may meet objects that none of its code makes: another machine has made them. So
 * these classes are made then: all serializable ones of the program's folders, and of the library those that their class
 * files name, and exceptions.
 */
#ifndef SERIAL_H
#define SERIAL_H

#include "class.h"

/* A field in streams. */
struct serial_field {
  const char *name, *type;
  uint32_t offset;              /* 0: in streams only */
};

struct serial {
  int64_t uid;
  struct serial_field *fields;  /* primitives first, each by name */
  uint32_t field_count;
  const struct field *persistent;  /* serialPersistentFields, or NULL */
  bool external, record, made;
  struct method *construct, *write, *read, *read_none, *replace, *resolve;   /* NULL: the class has none */
};

/* Begins a program. */
void serial_start(void);

/* Adds what object streams may call and make, to what the program reaches. Returns whether that is more than before;
 * the caller scans that, and asks again. Nothing, where the program makes no object stream. */
bool serial_reach(void);

/* Describes a loaded class or interface. False: it is not serializable, or is a lambda's, or the program has no object streams. */
bool serial_describe(struct class *c, struct serial *s);

#endif
