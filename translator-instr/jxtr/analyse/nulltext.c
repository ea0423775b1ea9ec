/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nulltext.c: for each instruction, which instructions have pushed the words on the stack before it, found by following
 * the code until nothing changes any more; where several may have pushed a word, none is known. nulltext.h is the
 * manual.
 */
#include "nulltext.h"

#include <string.h>

#include "base/mem.h"
#include "nonnull.h"
#include "verify/verify.h"

#define DETAIL_MOST 5     /* expressions in each other that a message shows, as in the JDK */
#define WRITTEN_MOST 64u  /* local variables for which it is known whether they were assigned */
#define UNKNOWN UINT32_MAX

/* Before an instruction. */
struct place {
  uint32_t *pushed;       /* by stack word: offset of the instruction; UNKNOWN: several, or a handler's exception */
  uint64_t written;       /* a bit for each local variable that has been assigned on some way here */
  bool reached;
};

struct nulltext {
  const struct method *m;
  const struct cf_code *code;
  struct place *places;   /* by bytecode offset */
  uint32_t *now;
  uint64_t written;
  bool changed;
};

static const struct cf_constant *constant_of(const struct method *m, const struct instruction *in)
{
  return &m->class->file->constants[in->index];
}

/* ---- who pushed what ---- */

/* Control goes to `pc` with the first `depth` words of `now`. */
static void flow_to(struct nulltext *n, uint32_t pc, uint32_t depth)
{
  struct place *p = &n->places[pc];
  if (!p->pushed)
    p->pushed = MEM_ARRAY(uint32_t, depth);
  for (uint32_t i = 0; i < depth; i++) {
    uint32_t pushed = !p->reached || p->pushed[i] == n->now[i] ? n->now[i] : UNKNOWN;
    n->changed |= p->reached && pushed != p->pushed[i];
    p->pushed[i] = pushed;
  }
  n->changed |= !p->reached || (p->written | n->written) != p->written;
  p->written |= n->written;
  p->reached = true;
}

/* Words that an instruction pushes which control leaves at its end. */
static uint32_t words_pushed(const struct method *m, const struct instruction *in)
{
  static const char loaded[] = "IJFDAIII"; /* in the order of xaload */
  uint8_t op = in->op;
  const struct cf_constant *k = constant_of(m, in);
  if (bytecodes[op].effect) {
    const char *pushed = strchr(bytecodes[op].effect, '>') + 1;
    return *pushed ? classfile_words(pushed) : 0;
  }
  if (op >= OP_iload && op <= OP_aload)
    return op == OP_lload || op == OP_dload ? 2 : 1;
  if (op >= OP_iaload && op <= OP_saload)
    return classfile_words(&loaded[op - OP_iaload]);
  if (bytecode_calls(op) || op == OP_invokedynamic)
    return classfile_words(strchr(k->type, ')') + 1);
  if (op == OP_getstatic || op == OP_getfield)
    return classfile_words(k->type);
  if (op == OP_ldc || op == OP_ldc_w || op == OP_ldc2_w)
    return k->tag == CF_LONG || k->tag == CF_DOUBLE ? 2 : 1;
  return (op == OP_bipush || op == OP_sipush || op == OP_aconst_null || op == OP_instanceof || op == OP_arraylength ||
          (op >= OP_new && op <= OP_anewarray) || op == OP_multianewarray);
}

/* dup and its like, as the verifier has them: `copied` words are put below the `below` words under them. */
static void dup_words(uint32_t *now, uint32_t depth, uint32_t copied, uint32_t below)
{
  uint32_t all = copied + below, base = depth - all;
  for (uint32_t i = all; i--;)
    now[base + i + copied] = now[base + i];
  for (uint32_t i = 0; i < copied; i++)
    now[base + i] = now[base + all + i];
}

/* Does the instruction to the words on the stack; returns whether it is one that moves words. */
static bool move_words(uint32_t *now, uint32_t depth, uint8_t op)
{
  uint32_t top = depth ? now[depth - 1] : 0;
  switch (op) {
  case OP_dup: dup_words(now, depth, 1, 0); return true;
  case OP_dup_x1: dup_words(now, depth, 1, 1); return true;
  case OP_dup_x2: dup_words(now, depth, 1, 2); return true;
  case OP_dup2: dup_words(now, depth, 2, 0); return true;
  case OP_dup2_x1: dup_words(now, depth, 2, 1); return true;
  case OP_dup2_x2: dup_words(now, depth, 2, 2); return true;
  case OP_swap:
    now[depth - 1] = now[depth - 2];
    now[depth - 2] = top;
    return true;
  default: return op == OP_checkcast;
  }
}

static void flow_along_jumps(struct nulltext *n, uint32_t pc, const struct instruction *in, uint32_t depth)
{
  const char *effect = bytecodes[in->op].effect;
  for (; effect && *effect && *effect != '>'; effect++)
    depth -= classfile_words(effect);
  flow_to(n, in->target, depth);
  for (uint32_t i = 0; i < in->count; i++) {
    int32_t value;
    uint32_t target;
    bytecode_case(in, pc, i, &value, &target);
    flow_to(n, target, depth);
  }
}

static void step_over(struct nulltext *n, uint32_t pc, const struct instruction *in)
{
  uint32_t depth = (uint32_t)strlen(n->m->flow->stack[pc]);
  memcpy(n->now, n->places[pc].pushed, depth * sizeof(*n->now));
  n->written = n->places[pc].written;
  if (bytecode_jumps(in->op))
    flow_along_jumps(n, pc, in, depth);
  if (((in->op >= OP_istore && in->op <= OP_astore) || in->op == OP_iinc) && in->local < WRITTEN_MOST)
    n->written |= UINT64_C(1) << in->local;
  if (bytecode_ends(in->op))
    return;
  uint32_t after = (uint32_t)strlen(n->m->flow->stack[pc + in->length]), pushed = words_pushed(n->m, in);
  if (!move_words(n->now, depth, in->op))
    for (uint32_t i = after - pushed; i < after; i++)
      n->now[i] = pc;
  flow_to(n, pc + in->length, after);
}

static void flow_into_handlers(struct nulltext *n, uint32_t pc)
{
  for (uint32_t i = 0; i < n->code->handler_count; i++)
    if (pc >= n->code->handlers[i].start && pc < n->code->handlers[i].end) {
      n->now[0] = UNKNOWN;
      n->written = n->places[pc].written;
      flow_to(n, n->code->handlers[i].target, 1);
    }
}

static struct nulltext *follow(struct method *m)
{
  struct nulltext *n = mem_new(sizeof(*n));
  struct instruction in;
  n->m = m;
  n->code = m->cf->code;
  n->places = MEM_ARRAY(struct place, n->code->length);
  n->now = MEM_ARRAY(uint32_t, n->code->max_stack + 4u);
  flow_to(n, 0, 0);
  while (n->changed) {
    n->changed = false;
    for (uint32_t pc = 0; pc < n->code->length; pc += in.length) {
      bytecode_decode(n->code->bytes, n->code->length, pc, &in);
      if (!n->places[pc].reached)
        continue;
      flow_into_handlers(n, pc);
      step_over(n, pc, &in);
    }
  }
  return n;
}

/* ---- words ---- */

static const char *class_text(const char *class)
{
  if (*class == '[')
    return class;
  const char *text = classfile_java_type(mem_text("L%s;", class));
  return strcmp(text, "java.lang.String") == 0 || strcmp(text, "java.lang.Object") == 0 ? text + strlen("java.lang.")
                                                                                         : text;
}

/* The types of the parameters; where a name begins with java.lang.Object or java.lang.String the JDK leaves out the
 * package, of StringBuilder, too. */
static const char *parameters_text(const char *type)
{
  const char *text = "";
  for (type++; *type != ')'; type += classfile_type_length(type, false)) {
    const char *name = classfile_java_type(type);
    bool cut = strncmp(name, "java.lang.Object", 16) == 0 || strncmp(name, "java.lang.String", 16) == 0;
    text = mem_text("%s%s%s", text, *text ? ", " : "", cut ? name + strlen("java.lang.") : name);
  }
  return text;
}

static const char *call_text(const struct cf_constant *k)
{
  return mem_text("%s.%s(%s)", class_text(k->owner), k->name, parameters_text(k->type));
}

static const char *local_text(const struct nulltext *n, uint32_t pc, uint16_t local)
{
  const struct method *m = n->m;
  bool is_static = m->cf->access & CF_STATIC;
  uint32_t parameters = classfile_parameter_words(m->cf->type) + !is_static;
  bool written = local < WRITTEN_MOST && n->places[pc].written >> local & 1;
  for (uint32_t i = 0; i < n->code->variable_count; i++) {
    const struct cf_variable *v = &n->code->variables[i];
    if (v->local == local && pc >= v->start && pc < v->end)
      return v->name;
  }
  if (written || local >= parameters)
    return mem_text("<local%u>", local);
  if (local == 0 && !is_static)
    return "this";
  uint32_t number = 1, at = !is_static;
  for (const char *t = m->cf->type + 1; at < local; t += classfile_type_length(t, false), number++)
    at += classfile_words(t);
  return mem_text("<parameter%u>", number);
}

/* Returns the expression that the instruction at `pc` has pushed; NULL: it cannot be said. */
static const char *expression(const struct nulltext *n, uint32_t pc, unsigned detail)
{
  struct instruction in;
  if (pc == UNKNOWN || detail == 0)
    return NULL;
  bytecode_decode(n->code->bytes, n->code->length, pc, &in);
  const struct cf_constant *k = constant_of(n->m, &in);
  const uint32_t *pushed = n->places[pc].pushed;
  uint32_t depth = (uint32_t)strlen(n->m->flow->stack[pc]);
  if (in.op >= OP_iconst_m1 && in.op <= OP_iconst_5)
    return mem_text("%d", in.op - OP_iconst_0);
  if (in.op >= OP_iaload && in.op <= OP_saload) {
    const char *array = expression(n, pushed[depth - 2], detail - 1);
    const char *index = expression(n, pushed[depth - 1], detail - 1);
    return mem_text("%s[%s]", array ? array : "<array>", index ? index : "...");
  }
  if (bytecode_calls(in.op))
    return call_text(k);
  switch (in.op) {
  case OP_aconst_null: return "null";
  case OP_bipush: case OP_sipush: return mem_text("%d", in.value);
  case OP_iload: case OP_aload: return local_text(n, pc, in.local);
  case OP_getstatic: return mem_text("%s.%s", class_text(k->owner), k->name);
  case OP_getfield: {
    const char *object = expression(n, pushed[depth - 1], detail - 1);
    return mem_text("%s%s%s", object ? object : "", object ? "." : "", k->name);
  }
  default: return NULL;
  }
}

static const char *action_text(const struct method *m, const struct instruction *in)
{
  static const char *const elements[] = { "int", "long", "float", "double", "object", "byte/boolean", "char", "short" };
  uint8_t op = in->op;
  if (op >= OP_iaload && op <= OP_saload)
    return mem_text("Cannot load from %s array", elements[op - OP_iaload]);
  if (op >= OP_iastore && op <= OP_sastore)
    return mem_text("Cannot store to %s array", elements[op - OP_iastore]);
  if (bytecode_calls(op))
    return mem_text("Cannot invoke \"%s\"", call_text(constant_of(m, in)));
  switch (op) {
  case OP_arraylength: return "Cannot read the array length";
  case OP_athrow: return "Cannot throw exception";
  case OP_monitorenter: return "Cannot enter synchronized block";
  case OP_monitorexit: return "Cannot exit synchronized block";
  case OP_getfield: return mem_text("Cannot read field \"%s\"", constant_of(m, in)->name);
  default: return mem_text("Cannot assign field \"%s\"", constant_of(m, in)->name);
  }
}

const char *nulltext_at(struct method *m, uint32_t pc, const struct instruction *in)
{
  int word = nonnull_operand(m, in, (uint32_t)strlen(m->flow->stack[pc]));
  struct instruction from;
  if (word < 0)
    return NULL;
  if (!m->nulltext)
    m->nulltext = follow(m);
  const struct place *p = &m->nulltext->places[pc];
  const char *action = action_text(m, in);
  uint32_t source = p->reached ? p->pushed[word] : UNKNOWN;
  const char *what = expression(m->nulltext, source, DETAIL_MOST);
  if (!what)
    return action;
  bytecode_decode(m->cf->code->bytes, m->cf->code->length, source, &from);
  return mem_text("%s because %s\"%s\" is null", action, bytecode_calls(from.op) ? "the return value of " : "", what);
}
