/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lack.h: places of the program that refer to a class, method or field that is in none of the folders, or is there in
 * another form. With --missing=throw such a place is no error of the translation: the code of it throws what the Java
 * virtual machine throws when it cannot resolve the reference (JVMS 5.4.3). reach.c enters the places; the stages
 * behind it ask for them; main.c shows the list.
 */
#ifndef LACK_H
#define LACK_H

#include <stdio.h>

#include "class.h"

/* What the code of a place throws. */
enum lack_kind { LACK_CLASS, LACK_METHOD, LACK_FIELD, LACK_FORM, LACK_ABSTRACT, LACK_CODE, LACK_NATIVE, LACK_KINDS };

/* What is lacking at a place. */
struct lack {
  struct lack *next;        /* of the same method */
  struct use where;
  enum lack_kind kind;
  const char *message;      /* of the error, as the JDK words it */
  struct class *error;      /* its class */
  struct missing *thing;
};

/* Forgets all places. `lenient`: --missing=throw, lack_add() enters places; else it reports errors. Behind
 * world_start(). */
void lack_start(bool lenient);

/* Enters a place of method `m`, once. Returns the class of the error that it throws; NULL, reported: the library has no
 * such class. `thing`: what is lacking, in words; `message`: of the error. */
struct class *lack_add(struct method *m, uint32_t pc, enum lack_kind kind, const char *thing, const char *message);

/* Returns what is lacking at this place; NULL: nothing. For a native method, `pc` is 0. */
const struct lack *lack_at(const struct method *m, uint32_t pc);

/* Tells the user what is lacking, a line each, the first few of them; nothing when nothing is. `list` is the file that
 * has all of it. */
void lack_show(const char *list);

/* Writes all that is lacking, with each place, to `out`; returns whether there is any. */
bool lack_write(FILE *out);

#endif
