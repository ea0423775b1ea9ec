/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * frame.h: the verifier's view of a place in a method: the types of local variables and stack words. Only for the files
 * of verify/. Once the verifier has failed, the functions here do nothing more, and what they return means nothing.
 */
#ifndef FRAME_H
#define FRAME_H

#include <stdarg.h>

#include "world/class.h"

enum vtag {
  V_TOP,          /* nothing known: not usable */
  V_INT, V_FLOAT, V_LONG, V_DOUBLE,
  V_HIGH,         /* second word of a long or double */
  V_NULL,
  V_REF,          /* `name` is the class or array type */
  V_UNINIT,       /* made by the `new` at `pc`, constructor not yet called */
  V_UNINIT_THIS   /* `this` in a constructor that has not yet called another */
};

struct vtype {
  enum vtag tag;
  uint32_t pc;
  const char *name;
};

struct frame {
  struct vtype *locals, *stack;
  uint32_t depth;       /* words on the stack */
  bool this_uninit;     /* a constructor that may not yet return */
};

struct verifier {
  struct method *m;
  const struct cf_code *code;
  struct frame now;
  struct frame **maps;  /* by bytecode offset: what the StackMapTable says */
  uint32_t pc;
  const char *result;   /* result type of the method */
  bool failed;
};

/* Reports that the method does not verify, at v->pc; the first time only. */
void frame_fail(struct verifier *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Makes a frame for `code`, with unusable locals and an empty stack. */
struct frame *frame_new(const struct cf_code *code);

/* Copies a frame of `code`. */
void frame_copy(const struct cf_code *code, struct frame *to, const struct frame *from);

/* Returns "int", "java/lang/String" and the like, for messages. */
const char *frame_show(struct vtype t);

/* Returns the type that the descriptor of a field or parameter names. */
struct vtype frame_type(const char *descriptor);

/* Returns the type of objects of a class or array type. */
struct vtype frame_class(const char *class_name);

/* Returns a type that is its tag alone. */
static inline struct vtype frame_plain(enum vtag tag) { return (struct vtype){ .tag = tag }; }

/* Does a value of this type take two words? */
static inline bool frame_wide(struct vtype t) { return t.tag == V_LONG || t.tag == V_DOUBLE; }

/* Is it null or an object whose constructor has been called? */
static inline bool frame_reference(struct vtype t) { return t.tag == V_NULL || t.tag == V_REF; }

/* May a value of type `from` be used as `to`? Loads classes where it must. */
bool frame_assignable(struct verifier *v, struct vtype from, struct vtype to);

/* The stack of v->now. A long or double is two words, pushed and popped as one. Each function reports overflow,
 * underflow and a value of another type than is wanted. */

/* Pushes a value. */
void frame_push(struct verifier *v, struct vtype t);

/* Pops a value that can be used as `wanted`; returns its own type. */
struct vtype frame_pop(struct verifier *v, struct vtype wanted);

/* Pops null or an object whose constructor has been called. */
struct vtype frame_pop_reference(struct verifier *v);

/* Pops one word of any type: for dup and its like, which split values. */
struct vtype frame_pop_word(struct verifier *v);

/* Pushes one word. */
void frame_push_word(struct verifier *v, struct vtype t);

/* Returns the type of a local variable, which must have the tag `wanted`; V_REF admits every reference. */
struct vtype frame_local(struct verifier *v, unsigned local, enum vtag wanted);

/* Assigns to a local variable; a long or double that it shared a word with becomes unusable. */
void frame_set_local(struct verifier *v, unsigned local, struct vtype t);

/* Control goes from v->now to `target`: reports unless v->now fits the map there. */
void frame_flow_to(struct verifier *v, uint32_t target);

/* Reports unless the frame `now` fits `map`, the map at `target`. */
void frame_match(struct verifier *v, const struct frame *now, const struct frame *map, uint32_t target);

/* Returns what the StackMapTable says of the place `pc`; NULL: nothing. */
const struct frame *frame_map(const struct verifier *v, uint32_t pc);

#endif
