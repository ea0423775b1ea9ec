/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * spelled.h: an invokedynamic that is no lambda, but is spelled out as calls of the library's methods where it stands:
 * a string concatenation (java.lang.invoke.StringConcatFactory), or toString(), hashCode() or equals() of a record
 * (java.lang.runtime.ObjectMethods). For reach.c and emit_calls.c, which so agree on what is called.
 */
#ifndef SPELLED_H
#define SPELLED_H

#include "class.h"

enum spelled_kind {
  SPELLED_TEXT,     /* a StringBuilder to which all parts are appended, and its toString() */
  SPELLED_HASH,     /* 31 times the hash of the parts before, plus the part's, from 0 */
  SPELLED_EQUALS    /* are all parts equal to those of the second argument, if that is of the record's class? */
};

/* A part: text that is constant, an argument, or a field of the first argument, which is a record. */
struct spelled_part {
  const char *text;           /* NULL: it is no constant */
  const char *type;           /* descriptor of the argument or field */
  const struct field *field;  /* NULL: it is an argument */
  uint32_t words;             /* words of the arguments before it */
  struct method *method;      /* append(), hashCode() of its type; for SPELLED_EQUALS equals() or compare(), NULL: == */
};

struct spelled {
  enum spelled_kind kind;
  struct class *class;        /* StringBuilder; of the record */
  struct method *start, *end; /* of SPELLED_TEXT: its constructor and toString() */
  struct spelled_part *parts;
  uint32_t count;
};

/* Is the invokedynamic constant `index` of `host` such a one? */
bool spelled_is(const struct class *host, uint16_t index);

/* Returns what it is spelled out as. NULL, reported: it has not the form that javac gives it. */
const struct spelled *spelled_out(struct class *host, uint16_t index, struct use where);

#endif
