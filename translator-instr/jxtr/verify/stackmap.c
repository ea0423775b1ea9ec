/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stackmap.c: the StackMapTable (JVMS 4.7.4): each entry is a change of the one before it, the first a change of the
 * frame at the method's entry.
 */
#include "stackmap.h"

#include <string.h>

#include "classfile/bytecode.h"

struct maps {
  struct verifier *v;
  const uint8_t *at, *end;
  struct frame *last;
  uint32_t used;     /* words of locals that the frame describes */
};

static unsigned take_number(struct maps *s, unsigned bytes)
{
  unsigned value = 0;
  if (!s->v->failed && (size_t)(s->end - s->at) < bytes)
    frame_fail(s->v, "the StackMapTable is truncated");
  if (s->v->failed)
    return 0;
  while (bytes--)
    value = value << 8 | *s->at++;
  return value;
}

/* The class of a type that is an object. */
static struct vtype object_type(struct maps *s)
{
  const struct classfile *cf = s->v->m->class->file;
  unsigned index = take_number(s, 2);
  if (!s->v->failed && (index >= cf->constant_count || cf->constants[index].tag != CF_CLASS))
    frame_fail(s->v, "the StackMapTable names constant %u, which is no class", index);
  return s->v->failed ? frame_plain(V_TOP) : frame_class(cf->constants[index].text);
}

static struct vtype uninit_type(struct maps *s)
{
  struct vtype t = { .tag = V_UNINIT, .pc = take_number(s, 2) };
  const struct cf_code *c = s->v->code;
  if (!s->v->failed && (t.pc >= c->length || !c->starts[t.pc] || c->bytes[t.pc] != OP_new))
    frame_fail(s->v, "the StackMapTable names a `new` at %u, where there is none", t.pc);
  if (!s->v->failed)
    t.name = s->v->m->class->file->constants[c->bytes[t.pc + 1] << 8 | c->bytes[t.pc + 2]].text;
  return t;
}

static struct vtype map_type(struct maps *s)
{
  static const enum vtag plain[] = { V_TOP, V_INT, V_FLOAT, V_DOUBLE, V_LONG, V_NULL, V_UNINIT_THIS };
  unsigned tag = take_number(s, 1);
  if (tag < sizeof(plain) / sizeof(plain[0]))
    return frame_plain(plain[tag]);
  if (tag == 7)
    return object_type(s);
  if (tag == 8)
    return uninit_type(s);
  frame_fail(s->v, "the StackMapTable has a type of the unknown tag %u", tag);
  return frame_plain(V_TOP);
}

/* Appends a type to `words`, which has room for `most`. */
static void append_type(struct maps *s, struct vtype *words, uint32_t *used, uint32_t most, const char *what)
{
  struct vtype t = map_type(s);
  if (s->v->failed)
    return;
  if (*used + 1 + frame_wide(t) > most) {
    frame_fail(s->v, "the StackMapTable describes more %s than the method has", what);
    return;
  }
  words[(*used)++] = t;
  if (frame_wide(t))
    words[(*used)++] = frame_plain(V_HIGH);
}

static void append_locals(struct maps *s, struct frame *f, unsigned count)
{
  while (count-- && !s->v->failed)
    append_type(s, f->locals, &s->used, s->v->code->max_locals, "local variables");
}

static void append_stack(struct maps *s, struct frame *f, unsigned count)
{
  while (count-- && !s->v->failed) {
    append_type(s, f->stack, &f->depth, s->v->code->max_stack, "stack words");
    if (!s->v->failed && f->stack[f->depth - 1].tag == V_TOP)
      frame_fail(s->v, "the StackMapTable has a stack word without a type");
  }
}

static void chop_locals(struct maps *s, struct frame *f, unsigned count)
{
  while (count--) {
    if (s->used && f->locals[s->used - 1].tag == V_HIGH)
      f->locals[--s->used] = frame_plain(V_TOP);
    if (s->used == 0) {
      frame_fail(s->v, "the StackMapTable takes away more local variables than there are");
      return;
    }
    f->locals[--s->used] = frame_plain(V_TOP);
  }
}

static void read_full_frame(struct maps *s, struct frame *f)
{
  memset(f->locals, 0, s->v->code->max_locals * sizeof(struct vtype));
  s->used = 0;
  append_locals(s, f, take_number(s, 2));
  append_stack(s, f, take_number(s, 2));
}

/* Decodes an entry into `f`, a copy of the one before; returns its distance. */
static unsigned decode_entry(struct maps *s, struct frame *f)
{
  unsigned type = take_number(s, 1), delta;
  f->depth = 0;
  if (type < 128) {
    append_stack(s, f, type >= 64);
    return type & 63;
  }
  if (type < 247) {
    frame_fail(s->v, "the StackMapTable has an entry of the unknown type %u", type);
    return 0;
  }
  delta = take_number(s, 2);
  if (type == 247)
    append_stack(s, f, 1);
  else if (type < 251)
    chop_locals(s, f, 251 - type);
  else if (type < 255)
    append_locals(s, f, type - 251);
  else
    read_full_frame(s, f);
  return delta;
}

static bool has_uninit_this(const struct cf_code *code, const struct frame *f)
{
  for (uint32_t i = 0; i < code->max_locals; i++)
    if (f->locals[i].tag == V_UNINIT_THIS)
      return true;
  return false;
}

/* Locals in use at the method's entry. */
static uint32_t used_at_entry(const struct cf_code *code, const struct frame *f)
{
  uint32_t used = code->max_locals;
  while (used && f->locals[used - 1].tag == V_TOP)
    used--;
  return used;
}

void stackmap_decode(struct verifier *v)
{
  const struct cf_code *code = v->code;
  struct maps s = { v, code->frames, code->frames + code->frames_bytes, &v->now, used_at_entry(code, &v->now) };
  uint32_t at = 0;
  if (!code->frames)
    return;
  unsigned count = take_number(&s, 2);
  for (unsigned i = 0; i < count && !v->failed; i++) {
    struct frame *f = frame_new(code);
    frame_copy(code, f, s.last);
    unsigned delta = decode_entry(&s, f);
    at += i ? delta + 1 : delta;
    f->this_uninit = has_uninit_this(code, f);
    if (v->failed)
      return;
    if (at >= code->length || !code->starts[at]) {
      frame_fail(v, "the StackMapTable has an entry for %u, where no instruction starts", at);
      return;
    }
    v->maps[at] = s.last = f;
  }
}
