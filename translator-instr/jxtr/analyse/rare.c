/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * rare.c: which methods run rarely; rare.h is the manual. A work list of usual methods: scanning one finds those that it
 * calls. A call that the object decides reaches the methods of all classes of which there are objects.
 */
#include "rare.h"

#include <string.h>

#include "base/mem.h"
#include "classfile/bytecode.h"
#include "effects.h"
#include "verify/verify.h"
#include "world/lack.h"
#include "world/layout.h"
#include "world/spelled.h"
#include "world/world.h"

static struct method **work;
static size_t work_count, work_room;

/* Is the method one of an exception, or its report? */
static bool is_of_exception(const struct method *m)
{
  for (const struct class *c = m->class; c; c = c->super)
    if (strcmp(c->name, "java/lang/Throwable") == 0)
      return true;
  return strcmp(m->class->name, "java/lang/StackTraceElement") == 0;
}

static void find_usual(struct method *m)
{
  if (!m || m->usual || (layout_has_natives(m->class->name) && is_of_exception(m)))
    return;
  m->usual = true;
  work = mem_grow(work, work_count, &work_room, sizeof(*work));
  work[work_count++] = m;
}

static void find_selected(struct method *m)
{
  if (m->usually_called)
    return;
  m->usually_called = true;
  for (size_t i = 0; i < world_class_count; i++)
    if (world_classes[i]->instantiated && world_subtype(world_classes[i], m->class))
      find_usual(world_select(world_classes[i], m));
}

static void scan_call(const struct method *m, uint32_t pc, const struct instruction *in)
{
  const struct cf_constant *k = &m->class->file->constants[in->index];
  struct class *owner = world_class(k->owner, (struct use){ m, pc });
  struct method *called = world_method(owner, k->name, k->type);
  struct method *only = effects_callee(owner, called, in->op);
  if (only)
    find_usual(only);
  else if (in->op == OP_invokevirtual || in->op == OP_invokeinterface)
    find_selected(called);
}

/* What an invokedynamic is spelled out as calls; the class of a lambda is found by its objects. */
static void scan_dynamic(const struct method *m, uint32_t pc, const struct instruction *in)
{
  if (!spelled_is(m->class, in->index))
    return;
  const struct spelled *s = spelled_out(m->class, in->index, (struct use){ m, pc });
  find_usual(s->start);
  find_usual(s->end);
  for (uint32_t i = 0; i < s->count; i++)
    find_usual(s->parts[i].method);
}

/* A method that only leads to an exception runs its code before it, all the same. */
static void scan_method(struct method *m)
{
  const struct cf_code *code = m->cf->code;
  struct instruction in;
  if (!code || !m->flow)
    return;
  const uint8_t *doomed = effects_of(m)->doomed;
  for (uint32_t pc = 0; pc < code->length; pc += in.length) {
    bytecode_decode(code->bytes, code->length, pc, &in);
    if (!m->flow->stack[pc] || lack_at(m, pc) || (doomed[pc] && !doomed[0]))
      continue;
    if (in.op == OP_invokedynamic)
      scan_dynamic(m, pc, &in);
    else if (bytecode_calls(in.op) && *m->class->file->constants[in.index].owner != '[')
      scan_call(m, pc, &in);
  }
}

/* Where a thread begins. */
static bool is_entry(const struct method *m)
{
  return strcmp(m->class->name, "java/lang/Thread") == 0 && strcmp(m->cf->name, "run") == 0;
}

void rare_find(struct method *const *methods, uint32_t count)
{
  work_count = work_room = 0;
  for (uint32_t i = 0; i < count; i++)
    if (!layout_has_natives(methods[i]->class->name) || is_entry(methods[i]))
      find_usual(methods[i]);
  for (size_t i = 0; i < work_count; i++)
    scan_method(work[i]);
}
