/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nonnull.c: one pass over the code of a method, keeping for each stack word whether it is known not to be null and
 * from which local variable it came, so that looking at it tells of the variable as well.
 */
#include "nonnull.h"

#include <string.h>

#include "base/mem.h"
#include "classfile/bytecode.h"
#include "verify/verify.h"
#include "world/layout.h"

struct word {
  bool known;
  uint32_t origin;    /* local variable + 1; 0: none, or it has changed since */
};

struct state {
  const struct method *m;
  const struct cf_code *code;
  struct word *stack;
  bool *locals;
  uint32_t depth;
  bool this_stays;
};

static const char *type_of(const struct method *m, const struct instruction *in)
{
  return m->class->file->constants[in->index].type;
}

int nonnull_operand(const struct method *m, const struct instruction *in, uint32_t depth)
{
  static const char stored[] = "IJFDAIII"; /* in the order of xastore */
  uint8_t op = in->op;
  if (op == OP_getfield || op == OP_arraylength || op == OP_athrow || op == OP_monitorenter || op == OP_monitorexit)
    return (int)depth - 1;
  if (op == OP_putfield)
    return (int)(depth - classfile_words(type_of(m, in)) - 1);
  if (op >= OP_iaload && op <= OP_saload)
    return (int)depth - 2;
  if (op >= OP_iastore && op <= OP_sastore)
    return (int)(depth - classfile_words(&stored[op - OP_iastore]) - 2);
  if (op == OP_invokevirtual || op == OP_invokespecial || op == OP_invokeinterface)
    return (int)(depth - classfile_parameter_words(type_of(m, in)) - 1);
  return -1;
}

/* ---- the stack ---- */

static void push_words(struct state *s, uint32_t words, bool known, uint32_t origin)
{
  for (uint32_t i = 0; i < words; i++)
    s->stack[s->depth++] = (struct word){ known, origin };
}

static void forget_stack(struct state *s)
{
  for (uint32_t i = 0; i < s->code->max_stack; i++)
    s->stack[i] = (struct word){ false, 0 };
}

static void set_local(struct state *s, uint32_t local, bool known)
{
  s->locals[local] = known;
  for (uint32_t i = 0; i < s->code->max_stack; i++)
    if (s->stack[i].origin == local + 1)
      s->stack[i].origin = 0;
}

/* The instruction has used this word as an object: from here on it is not null, nor is the variable that it came
 * from. */
static void learn_not_null(struct state *s, uint32_t at)
{
  s->stack[at].known = true;
  if (s->stack[at].origin)
    s->locals[s->stack[at].origin - 1] = true;
}

/* ---- instructions ---- */

static void store_local(struct state *s, const struct instruction *in)
{
  bool wide = in->op == OP_lstore || in->op == OP_dstore;
  s->depth -= wide ? 2 : 1;
  set_local(s, in->local, in->op == OP_astore && s->stack[s->depth].known);
  if (wide)
    set_local(s, in->local + 1u, false);
}

static void apply_effect(struct state *s, const struct instruction *in)
{
  const char *effect = bytecodes[in->op].effect, *pushed = strchr(effect, '>') + 1;
  for (; *effect != '>'; effect++)
    s->depth -= classfile_words(effect);
  if (in->op == OP_ifnull && s->stack[s->depth].origin)
    s->locals[s->stack[s->depth].origin - 1] = true;
  push_words(s, *pushed ? classfile_words(pushed) : 0, false, 0);
}

static void load_constant(struct state *s, const struct instruction *in)
{
  uint8_t tag = s->m->class->file->constants[in->index].tag;
  push_words(s, tag == CF_LONG || tag == CF_DOUBLE ? 2 : 1, tag == CF_STRING || tag == CF_CLASS, 0);
}

/* True when what it does to the stack is described here; else the stack is forgotten. */
static bool step_over(struct state *s, const struct instruction *in)
{
  uint8_t op = in->op;
  const struct word *top = &s->stack[s->depth ? s->depth - 1 : 0];
  if (bytecodes[op].effect)
    apply_effect(s, in);
  else if (op == OP_aload)
    push_words(s, 1, s->locals[in->local], in->local + 1u);
  else if (op >= OP_iload && op < OP_aload)
    push_words(s, op == OP_lload || op == OP_dload ? 2 : 1, false, 0);
  else if (op >= OP_istore && op <= OP_astore)
    store_local(s, in);
  else if (op == OP_bipush || op == OP_sipush || op == OP_aconst_null)
    push_words(s, 1, false, 0);
  else if (op == OP_ldc || op == OP_ldc_w || op == OP_ldc2_w)
    load_constant(s, in);
  else if (op == OP_new)
    push_words(s, 1, true, 0);
  else if (op == OP_newarray || op == OP_anewarray)
    s->stack[s->depth - 1] = (struct word){ true, 0 };
  else if (op == OP_dup)
    push_words(s, 1, top->known, top->origin);
  else if (op == OP_getstatic)
    push_words(s, classfile_words(type_of(s->m, in)), false, 0);
  else
    return op == OP_checkcast || op == OP_iinc;
  return true;
}

/* Is it a field of our library that is set before any code can read it, and never to null: the characters of a string, or
 * the outer object of an inner class, which the Java compiler has made sure of? */
static bool always_set(const struct cf_constant *field)
{
  if (strcmp(field->owner, "java/lang/String") == 0)
    return strcmp(field->name, "value") == 0;
  return strncmp(field->name, "this$", strlen("this$")) == 0 && layout_has_natives(field->owner);
}

/* Fields, arrays and calls: they take the object that they work on, and what lies above it, and push a result. */
static void use_object(struct state *s, const struct instruction *in, uint32_t at)
{
  static const char loaded[] = "IJFDAIII"; /* in the order of xaload */
  learn_not_null(s, at);
  s->depth = at;
  if (in->op == OP_getfield)
    push_words(s, classfile_words(type_of(s->m, in)), always_set(&s->m->class->file->constants[in->index]), 0);
  else if (in->op == OP_arraylength)
    push_words(s, 1, false, 0);
  else if (in->op >= OP_iaload && in->op <= OP_saload)
    push_words(s, classfile_words(&loaded[in->op - OP_iaload]), false, 0);
  else if (bytecode_calls(in->op))
    push_words(s, classfile_words(strchr(type_of(s->m, in), ')') + 1), false, 0);
}

static void forget_all(struct state *s)
{
  forget_stack(s);
  for (uint32_t i = 0; i < s->code->max_locals; i++)
    s->locals[i] = i == 0 && s->this_stays;
}

static bool assigns_this(const struct cf_code *code)
{
  struct instruction in;
  for (uint32_t pc = 0; pc < code->length; pc += in.length) {
    bytecode_decode(code->bytes, code->length, pc, &in);
    if (in.op >= OP_istore && in.op <= OP_astore && in.local == 0)
      return true;
  }
  return false;
}

uint8_t *nonnull_find(const struct method *m, const uint8_t *target)
{
  const struct cf_code *code = m->cf->code;
  struct state s = { .m = m, .code = code, .stack = MEM_ARRAY(struct word, code->max_stack + 2u),
                     .locals = MEM_ARRAY(bool, code->max_locals + 2u) };
  uint8_t *found = MEM_ARRAY(uint8_t, code->length);
  struct instruction in;
  s.this_stays = !(m->cf->access & CF_STATIC) && !assigns_this(code);
  forget_all(&s);
  for (uint32_t pc = 0; pc < code->length; pc += in.length) {
    bytecode_decode(code->bytes, code->length, pc, &in);
    if (!m->flow->stack[pc])
      continue;
    if (target[pc])
      forget_all(&s);
    s.depth = (uint32_t)strlen(m->flow->stack[pc]);
    int at = nonnull_operand(m, &in, s.depth);
    if (at >= 0) {
      found[pc] = s.stack[at].known;
      use_object(&s, &in, (uint32_t)at);
    } else if (!step_over(&s, &in)) {
      forget_stack(&s);
    }
  }
  return found;
}
