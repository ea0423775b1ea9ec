/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * frame.c: types and frames of the verifier; frame.h is the manual.
 */
#include "frame.h"

#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "world/lack.h"
#include "world/world.h"

void frame_fail(struct verifier *v, const char *format, ...)
{
  if (v->failed)
    return;
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  world_error((struct use){ v->m, v->pc }, "does not verify: %s", text);
  diag_advise(DIAG_COMPILE_AGAIN);
  v->failed = true;
}

struct frame *frame_new(const struct cf_code *code)
{
  struct frame *f = mem_new(sizeof(*f));
  f->locals = MEM_ARRAY(struct vtype, code->max_locals);
  f->stack = MEM_ARRAY(struct vtype, code->max_stack);
  return f;
}

void frame_copy(const struct cf_code *code, struct frame *to, const struct frame *from)
{
  memcpy(to->locals, from->locals, code->max_locals * sizeof(struct vtype));
  memcpy(to->stack, from->stack, code->max_stack * sizeof(struct vtype));
  to->depth = from->depth;
  to->this_uninit = from->this_uninit;
}

const struct frame *frame_map(const struct verifier *v, uint32_t pc)
{
  return v->maps[pc];
}

/* ---- types ---- */

const char *frame_show(struct vtype t)
{
  static const char *const names[] = { [V_TOP] = "nothing usable", [V_INT] = "int", [V_FLOAT] = "float",
    [V_LONG] = "long", [V_DOUBLE] = "double", [V_HIGH] = "half of a long or double", [V_NULL] = "null",
    [V_UNINIT] = "an object before its constructor", [V_UNINIT_THIS] = "`this` before the superclass's constructor" };
  return t.tag == V_REF ? t.name : names[t.tag];
}

struct vtype frame_class(const char *name)
{
  return (struct vtype){ .tag = V_REF, .name = name };
}

struct vtype frame_type(const char *d)
{
  switch (*d) {
  case 'J': return frame_plain(V_LONG);
  case 'F': return frame_plain(V_FLOAT);
  case 'D': return frame_plain(V_DOUBLE);
  case 'L': return frame_class(mem_name(d + 1, strcspn(d, ";") - 1));
  case '[': return frame_class(mem_name(d, classfile_type_length(d, false)));
  default: return frame_plain(V_INT);
  }
}

static bool is_missing(const char *class)
{
  return world_lenient() && world_missing(class);
}

/* Reference types by name. */
static bool class_assignable(struct verifier *v, const char *from, const char *to)
{
  struct use here = { v->m, v->pc };
  if (from == to || strcmp(to, "java/lang/Object") == 0)
    return true;
  if (*from == '[' && *to == '[') {
    struct vtype f = frame_type(from + 1), t = frame_type(to + 1);
    return f.tag == V_REF && t.tag == V_REF && class_assignable(v, f.name, t.name);
  }
  if (*to == '[')
    return false;
  struct class *target = world_class(to, here);
  struct class *source = target && target->interface ? NULL : world_class(from, here);
  /* A class that is not there has no objects: null may be used as anything. */
  if (is_missing(from))
    return true;
  if (!target && is_missing(to))
    return false;
  if (!target)
    v->failed = true;
  if (!target || target->interface)
    return target != NULL;
  if (!source)
    v->failed = true;
  return source && world_subtype(source, target);
}

bool frame_assignable(struct verifier *v, struct vtype from, struct vtype to)
{
  if (to.tag == V_TOP)
    return true;
  if (to.tag == V_REF)
    return from.tag == V_NULL || (from.tag == V_REF && class_assignable(v, from.name, to.name));
  return from.tag == to.tag && (from.tag != V_UNINIT || from.pc == to.pc);
}

/* ---- the stack ---- */

void frame_push_word(struct verifier *v, struct vtype t)
{
  if (v->failed)
    return;
  if (v->now.depth >= v->code->max_stack)
    frame_fail(v, "the stack overflows its %u words", v->code->max_stack);
  else
    v->now.stack[v->now.depth++] = t;
}

void frame_push(struct verifier *v, struct vtype t)
{
  frame_push_word(v, t);
  if (frame_wide(t))
    frame_push_word(v, frame_plain(V_HIGH));
}

struct vtype frame_pop_word(struct verifier *v)
{
  if (!v->failed && v->now.depth == 0)
    frame_fail(v, "the stack underflows");
  return v->failed ? frame_plain(V_TOP) : v->now.stack[--v->now.depth];
}

/* A whole value. */
static struct vtype pop_value(struct verifier *v)
{
  struct vtype t = frame_pop_word(v);
  return t.tag == V_HIGH ? frame_pop_word(v) : t;
}

struct vtype frame_pop(struct verifier *v, struct vtype wanted)
{
  struct vtype t = pop_value(v);
  if (!v->failed && !frame_assignable(v, t, wanted))
    frame_fail(v, "%s is on the stack where %s is wanted", frame_show(t), frame_show(wanted));
  return t;
}

struct vtype frame_pop_reference(struct verifier *v)
{
  struct vtype t = pop_value(v);
  if (!v->failed && !frame_reference(t))
    frame_fail(v, "%s is on the stack where a reference is wanted", frame_show(t));
  return t;
}

/* ---- local variables ---- */

struct vtype frame_local(struct verifier *v, unsigned local, enum vtag wanted)
{
  struct vtype t = v->now.locals[local];
  bool fits = t.tag == wanted || (wanted == V_REF && t.tag >= V_NULL);
  if (!fits)
    frame_fail(v, "local variable %u holds %s where %s is wanted", local, frame_show(t),
               wanted == V_REF ? "a reference" : frame_show(frame_plain(wanted)));
  return t;
}

void frame_set_local(struct verifier *v, unsigned local, struct vtype t)
{
  struct vtype *l = v->now.locals;
  if (v->failed)
    return;
  if (l[local].tag == V_HIGH && local)
    l[local - 1] = frame_plain(V_TOP);
  unsigned last = local + frame_wide(t);
  if (frame_wide(l[last]) && last + 1 < v->code->max_locals)
    l[last + 1] = frame_plain(V_TOP);
  l[local] = t;
  if (frame_wide(t))
    l[local + 1] = frame_plain(V_HIGH);
}

/* ---- flow ---- */

void frame_match(struct verifier *v, const struct frame *now, const struct frame *map, uint32_t target)
{
  if (now->depth != map->depth)
    frame_fail(v, "%u words are on the stack, the StackMapTable says %u at %u", now->depth, map->depth, target);
  if (now->this_uninit && !map->this_uninit)
    frame_fail(v, "the superclass's constructor is not called on the way to %u", target);
  for (uint32_t i = 0; i < v->code->max_locals && !v->failed; i++)
    if (!frame_assignable(v, now->locals[i], map->locals[i]))
      frame_fail(v, "local variable %u holds %s, the StackMapTable says %s at %u", i, frame_show(now->locals[i]),
                 frame_show(map->locals[i]), target);
  for (uint32_t i = 0; i < map->depth && !v->failed; i++)
    if (!frame_assignable(v, now->stack[i], map->stack[i]))
      frame_fail(v, "stack word %u holds %s, the StackMapTable says %s at %u", i, frame_show(now->stack[i]),
                 frame_show(map->stack[i]), target);
}

void frame_flow_to(struct verifier *v, uint32_t target)
{
  if (v->failed)
    return;
  if (frame_map(v, target))
    frame_match(v, &v->now, frame_map(v, target), target);
  else
    frame_fail(v, "a jump to %u, for which the StackMapTable has no entry", target);
}
