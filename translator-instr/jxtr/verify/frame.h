/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * frame.h: the verifier's view of a moment in a method: the types of local variables and stack words. Inside
 * verify*.c, frame.c and stackmap.c only.
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

/* Reports, once per method. */
void frame_fail(struct verifier *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

struct frame *frame_new(const struct cf_code *code);
void frame_copy(const struct cf_code *code, struct frame *to, const struct frame *from);

/* "int", "java/lang/String", ...: for messages. */
const char *frame_show(struct vtype t);

struct vtype frame_type(const char *descriptor);   /* of a field or parameter */
struct vtype frame_class(const char *class_name);
static inline struct vtype frame_plain(enum vtag tag) { return (struct vtype){ .tag = tag }; }
static inline bool frame_wide(struct vtype t) { return t.tag == V_LONG || t.tag == V_DOUBLE; }
static inline bool frame_reference(struct vtype t) { return t.tag == V_NULL || t.tag == V_REF; }

/* May a value of type `from` be used as `to`? Loads classes where it must. */
bool frame_assignable(struct verifier *v, struct vtype from, struct vtype to);

/* The stack: a long or double is two words, pushed and popped as one. Each reports what does not fit. */
void frame_push(struct verifier *v, struct vtype t);
struct vtype frame_pop(struct verifier *v, struct vtype wanted);
struct vtype frame_pop_reference(struct verifier *v);      /* initialised, or null */
struct vtype frame_pop_word(struct verifier *v);           /* one word of whatever, for dup and its like */
void frame_push_word(struct verifier *v, struct vtype t);

struct vtype frame_local(struct verifier *v, unsigned local, enum vtag wanted);
void frame_set_local(struct verifier *v, unsigned local, struct vtype t);

/* Reports unless what is true now suits the map at `target`. */
void frame_flow_to(struct verifier *v, uint32_t target);
void frame_match(struct verifier *v, const struct frame *now, const struct frame *map, uint32_t target);

/* The map at `pc`, or NULL. */
const struct frame *frame_map(const struct verifier *v, uint32_t pc);

#endif
