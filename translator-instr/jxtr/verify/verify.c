/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * verify.c: the pass over a method; verify.h is the manual.
 */
#include "verify.h"

#include <string.h>

#include "base/mem.h"
#include "classfile/bytecode.h"
#include "frame.h"
#include "stackmap.h"
#include "verify_ops.h"

/* The frame at the method's entry: its parameters. */
static void enter_method(struct verifier *v)
{
  const struct cf_method *m = v->m->cf;
  uint32_t at = 0, room = v->code->max_locals;
  bool constructor = strcmp(m->name, "<init>") == 0;
  if (!(m->access & CF_STATIC) && room > 0) {
    v->now.this_uninit = constructor && v->m->class->super;
    v->now.locals[at] = v->now.this_uninit ? frame_plain(V_UNINIT_THIS) : frame_class(v->m->class->name);
  }
  at += !(m->access & CF_STATIC);
  const char *t = m->type + 1;
  for (; *t != ')'; t += classfile_type_length(t, false)) {
    struct vtype p = frame_type(t);
    if (at + 1 + frame_wide(p) <= room)
      frame_set_local(v, at, p);
    at += 1 + frame_wide(p);
  }
  v->result = t + 1;
  if (at > room)
    frame_fail(v, "%u words of parameters, but %u local variables", at, room);
}

/* Every handler that covers the instruction must accept what the locals hold before it. */
static void check_handlers(struct verifier *v)
{
  struct frame caught = v->now;
  struct vtype word[1];
  for (uint32_t i = 0; i < v->code->handler_count && !v->failed; i++) {
    const struct cf_handler *h = &v->code->handlers[i];
    if (v->pc < h->start || v->pc >= h->end)
      continue;
    const struct frame *map = frame_map(v, h->target);
    struct vtype throwable = frame_class(mem_name_of("java/lang/Throwable"));
    word[0] = h->type ? frame_class(h->type) : throwable;
    caught.stack = word;
    caught.depth = 1;
    if (v->code->max_stack < 1 || !map)
      frame_fail(v, "the exception handler at %u has no entry in the StackMapTable", h->target);
    else if (!frame_assignable(v, word[0], throwable))
      frame_fail(v, "an exception handler catches %s, which is no Throwable", h->type);
    else
      frame_match(v, &caught, map, h->target);
  }
}

/* The stack as the emitter wants it. */
static const char *stack_kinds(const struct frame *f)
{
  static const char kinds[] = { [V_TOP] = '-', [V_INT] = 'I', [V_FLOAT] = 'F', [V_LONG] = 'J', [V_DOUBLE] = 'D',
    [V_HIGH] = '-', [V_NULL] = 'A', [V_REF] = 'A', [V_UNINIT] = 'A', [V_UNINIT_THIS] = 'A' };
  char *text = mem_new(f->depth + 1);
  for (uint32_t i = 0; i < f->depth; i++)
    text[i] = kinds[f->stack[i].tag];
  return text;
}

/* If the StackMapTable has an entry for this place, takes over what it says, which must fit what is known. */
static void arrive_at_map(struct verifier *v, bool reachable)
{
  const struct frame *map = frame_map(v, v->pc);
  if (!map && !reachable)
    frame_fail(v, "nothing leads here, and the StackMapTable has no entry");
  if (!map || v->failed)
    return;
  if (reachable)
    frame_match(v, &v->now, map, v->pc);
  frame_copy(v->code, &v->now, map);
}

struct flow *verify_method(struct method *m)
{
  const struct cf_code *code = m->cf->code;
  struct flow *flow = mem_new(sizeof(*flow));
  struct verifier v = { .m = m, .code = code, .now = *frame_new(code) };
  struct instruction in;
  bool reachable = true;
  flow->stack = MEM_ARRAY(const char *, code->length);
  v.maps = MEM_ARRAY(struct frame *, code->length);
  enter_method(&v);
  if (!v.failed)
    stackmap_decode(&v);
  for (; v.pc < code->length && !v.failed; v.pc += in.length) {
    bytecode_decode(code->bytes, code->length, v.pc, &in);
    arrive_at_map(&v, reachable);
    if (v.failed)
      break;
    flow->stack[v.pc] = stack_kinds(&v.now);
    check_handlers(&v);
    verify_instruction(&v, &in);
    reachable = !bytecode_ends(in.op);
  }
  return v.failed ? NULL : flow;
}
