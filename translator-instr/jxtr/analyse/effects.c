/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * effects.c: which methods are quiet, which code is doomed, which class must be initialised; effects.h is the manual.
 */
#include "effects.h"

#include <string.h>

#include "base/mem.h"
#include "contract/jx_natives.h"
#include "nonnull.h"
#include "verify/verify.h"
#include "world/lack.h"
#include "world/reach.h"
#include "world/world.h"

#define QUIET_DEPTH 8u       /* calls of quiet methods in each other: none of them tests how much stack is left */
#define QUIET_WORDS 64u      /* locals and stack words of one: jthread.c keeps 48 KiB free below the limit */
#define CHAIN_MOST  8u       /* calls in each other of methods with frames that do not test it, each of QUIET_WORDS */

/* ---- class initialisation ---- */

static bool has_clinit(const struct class *c)
{
  return world_declared(c, mem_name_of("<clinit>"), mem_name_of("()V")) != NULL;
}

static bool has_defaults(const struct class *c)
{
  for (uint32_t i = 0; i < c->file->method_count; i++)
    if (c->methods[i].cf->code && !(c->methods[i].cf->access & CF_STATIC))
      return true;
  return false;
}

bool effects_class_needs_init(const struct class *c)
{
  for (const struct class *s = c; s && s->file; s = s->super)
    if (has_clinit(s))
      return true;
  for (uint32_t i = 0; c->file && i < c->all_count; i++)
    if (c->all[i] != c && has_defaults(c->all[i]) && has_clinit(c->all[i]))
      return true;
  return false;
}

/* Code of `c` and of its subclasses needs no test: it runs only when the initialisation has ended, or has begun in this
 * thread. */
bool effects_needs_init(const struct method *m, const struct class *c)
{
  return effects_class_needs_init(c) && (c->interface ? m->class != c : !world_subtype(m->class, c));
}

/* ---- natives ---- */

/* By the names of their functions. */
#define ROW_(class, method, ...) "jxn_" #class "_" #method,
static const char *const fast_natives[] = { JX_FAST_NATIVES(ROW_) NULL };
static const char *const quiet_natives[] = { JX_QUIET_NATIVES(ROW_) NULL };
#undef ROW_

static bool is_native_in(const char *const *names, const struct method *m)
{
  if (!(m->cf->access & CF_NATIVE))
    return false;
  while (*names && strcmp(*names, m->c_name) != 0)
    names++;
  return *names;
}

/* ---- calls ---- */

static struct class *owner_of(const struct method *m, uint32_t pc, const struct instruction *in)
{
  return world_class(m->class->file->constants[in->index].owner, (struct use){ m, pc });
}

static struct method *called_method(const struct method *m, uint32_t pc, const struct instruction *in)
{
  const struct cf_constant *k = &m->class->file->constants[in->index];
  return world_method(owner_of(m, pc, in), k->name, k->type);
}

struct method *effects_callee(const struct class *owner, struct method *m, uint8_t op)
{
  bool direct = op == OP_invokestatic || op == OP_invokespecial || m->cf->access & CF_PRIVATE;
  struct method *only = direct ? m : m->slot >= 0 || m->selector >= 0 ? reach_only(owner, m) : NULL;
  return only && (only->cf->code || only->cf->access & CF_NATIVE) ? only : NULL;
}

bool effects_nothing(const struct method *m, uint32_t pc, const struct instruction *in)
{
  const struct cf_constant *k = &m->class->file->constants[in->index];
  if (in->op != OP_invokespecial || strcmp(k->name, "<init>") != 0 || lack_at(m, pc))
    return false;
  const struct method *callee = called_method(m, pc, in);
  return callee->cf->code->length == 1 && !(callee->measure & (JX_METHOD_PROFILE | JX_METHOD_TRACE));
}

bool effects_quiet_call(struct method *m, uint32_t pc, const struct instruction *in)
{
  if (!bytecode_calls(in->op) || lack_at(m, pc))
    return false;
  if (*m->class->file->constants[in->index].owner == '[')
    return false;
  if (effects_nothing(m, pc, in))
    return true;
  struct method *callee = called_method(m, pc, in);
  if (in->op == OP_invokestatic && effects_needs_init(m, callee->class))
    return false;
  callee = effects_callee(owner_of(m, pc, in), callee, in->op);
  return callee && effects_quiet(callee);
}

bool effects_native_call(struct method *m, uint32_t pc, const struct instruction *in)
{
  if (!bytecode_calls(in->op) || lack_at(m, pc))
    return false;
  if (*m->class->file->constants[in->index].owner == '[')
    return true;
  struct method *callee = effects_callee(owner_of(m, pc, in), called_method(m, pc, in), in->op);
  return callee && callee->cf->access & CF_NATIVE && !effects_quiet(callee);
}

bool effects_fast_call(struct method *m, uint32_t pc, const struct instruction *in)
{
  return in->op == OP_invokestatic && !lack_at(m, pc) && is_native_in(fast_natives, called_method(m, pc, in));
}

/* ---- quiet methods ---- */

static bool quiet_field(struct method *m, uint32_t pc, const struct instruction *in)
{
  const struct cf_constant *k = &m->class->file->constants[in->index];
  if (in->op == OP_getfield || in->op == OP_putfield)
    return effects_of(m)->not_null[pc];
  return !effects_needs_init(m, world_field(owner_of(m, pc, in), k->name, k->type)->class);
}

static bool quiet_instruction(struct method *m, uint32_t pc, const struct instruction *in)
{
  uint8_t op = in->op;
  if (lack_at(m, pc))
    return false;
  if (op >= OP_getstatic && op <= OP_putfield)
    return quiet_field(m, pc, in);
  if (bytecode_calls(op))
    return (op == OP_invokestatic || effects_of(m)->not_null[pc]) && effects_quiet_call(m, pc, in);
  if (op == OP_arraylength)
    return effects_of(m)->not_null[pc];
  if ((op >= OP_iaload && op <= OP_saload) || (op >= OP_iastore && op <= OP_sastore) || bytecode_divides(op))
    return false;
  return op < OP_invokedynamic || op == OP_instanceof || (op >= OP_wide && op != OP_multianewarray);
}

static bool is_quiet(struct method *m)
{
  const struct cf_code *code = m->cf->code;
  struct instruction in;
  if (is_native_in(quiet_natives, m))
    return true;
  if (!code || !m->flow || m->cf->access & CF_SYNCHRONIZED || code->max_locals + code->max_stack > QUIET_WORDS)
    return false;
  for (uint32_t pc = 0; pc < code->length; pc += in.length) {
    bytecode_decode(code->bytes, code->length, pc, &in);
    if (m->flow->stack[pc] && !quiet_instruction(m, pc, &in))
      return false;
  }
  return true;
}

/* A method that is asked about while it is being examined calls itself: it is not quiet. */
bool effects_quiet(struct method *m)
{
  static unsigned depth;
  if (m->quiet != QUIET_UNKNOWN)
    return m->quiet == QUIET_YES;
  if (depth == QUIET_DEPTH)
    return false;
  m->quiet = QUIET_NO;
  depth++;
  bool quiet = is_quiet(m);
  depth--;
  m->quiet = quiet ? QUIET_YES : QUIET_NO;
  return quiet;
}

/* ---- stack ---- */

/* Returns the length of the longest chain of calls, from `m` on, of methods that do not test the stack, `m` included;
 * 0: `m` must test it. A call that only the object decides, or that initialises a class, may lead anywhere. Natives
 * have their own reserve (jthread.c). A method that calls one whose chain is being measured closes a circle, and must
 * test. */
static uint32_t chain_of(struct method *m);

/* Returns the length of the chain that begins with this call; above CHAIN_MOST when it is not known. */
static uint32_t chain_behind(struct method *m, uint32_t pc, const struct instruction *in)
{
  if (lack_at(m, pc) || *m->class->file->constants[in->index].owner == '[' || effects_nothing(m, pc, in))
    return 0;
  struct method *callee = called_method(m, pc, in);
  if (in->op == OP_invokestatic && effects_needs_init(m, callee->class))
    return CHAIN_MOST + 1;
  callee = effects_callee(owner_of(m, pc, in), callee, in->op);
  if (!callee || callee->chain_state == CHAIN_OPEN)
    return CHAIN_MOST + 1;
  return callee->cf->code ? chain_of(callee) : 0;
}

static bool may_initialise(struct method *m, uint32_t pc, const struct instruction *in)
{
  if (lack_at(m, pc))
    return false;
  if (in->op == OP_getstatic || in->op == OP_putstatic)
    return !quiet_field(m, pc, in);
  return in->op == OP_new &&
         effects_needs_init(m, world_class(m->class->file->constants[in->index].text, (struct use){ m, pc }));
}

static uint32_t measure_chain(struct method *m)
{
  const struct cf_code *code = m->cf->code;
  struct instruction in;
  uint32_t longest = 0;
  if (!m->flow || code->max_locals + code->max_stack > QUIET_WORDS || strcmp(m->cf->name, "<clinit>") == 0)
    return 0;
  for (uint32_t pc = 0; pc < code->length && longest < CHAIN_MOST; pc += in.length) {
    bytecode_decode(code->bytes, code->length, pc, &in);
    if (!m->flow->stack[pc])
      continue;
    uint32_t chain = bytecode_calls(in.op) ? chain_behind(m, pc, &in) : 0;
    if (in.op == OP_invokedynamic || may_initialise(m, pc, &in))
      return 0;
    longest = chain > longest ? chain : longest;
  }
  return longest < CHAIN_MOST ? longest + 1 : 0;
}

static uint32_t chain_of(struct method *m)
{
  if (m->chain_state == CHAIN_UNKNOWN) {
    m->chain_state = CHAIN_OPEN;
    m->chain = measure_chain(m);
    m->chain_state = CHAIN_KNOWN;
  }
  return m->chain;
}

bool effects_trusts_stack(struct method *m)
{
  return chain_of(m) > 0;
}

/* ---- doomed code ---- */

static bool is_covered(const struct cf_code *code, uint32_t pc)
{
  for (uint32_t i = 0; i < code->handler_count; i++)
    if (pc >= code->handlers[i].start && pc < code->handlers[i].end)
      return true;
  return false;
}

static bool is_return(uint8_t op)
{
  return op >= OP_ireturn && op <= OP_return;
}

/* Does the instruction only lead to an exception? Later instructions are known already; a jump back may be a loop, and
 * counts as not doomed. */
static bool leads_to_doom(const struct method *m, const uint8_t *doomed, uint32_t pc, const struct instruction *in)
{
  enum bytecode_operands o = bytecodes[in->op].operands;
  if (in->op == OP_athrow || (lack_at(m, pc) && in->op != OP_checkcast && in->op != OP_instanceof))
    return true;
  if (is_return(in->op) || o == BC_TABLE || o == BC_LOOKUP)
    return false;
  if ((o == BC_JUMP2 || o == BC_JUMP4) && (in->target <= pc || !doomed[in->target]))
    return false;
  return bytecode_ends(in->op) || doomed[pc + in->length];
}

static uint8_t *find_doomed(const struct method *m)
{
  const struct cf_code *code = m->cf->code;
  uint8_t *doomed = MEM_ARRAY(uint8_t, code->length + 1);
  struct instruction in;
  for (uint32_t pc = code->length; pc-- > 0;) {
    if (!code->starts[pc])
      continue;
    bytecode_decode(code->bytes, code->length, pc, &in);
    doomed[pc] = !is_covered(code, pc) && leads_to_doom(m, doomed, pc, &in);
  }
  return doomed;
}

static uint8_t *find_targets(const struct cf_code *code)
{
  uint8_t *target = MEM_ARRAY(uint8_t, code->length);
  struct instruction in;
  for (uint32_t pc = 0; pc < code->length; pc += in.length) {
    bytecode_decode(code->bytes, code->length, pc, &in);
    if (bytecode_jumps(in.op))
      target[in.target] = 1;
    for (uint32_t i = 0; i < in.count; i++) {
      int32_t value;
      uint32_t to;
      bytecode_case(&in, pc, i, &value, &to);
      target[to] = 1;
    }
  }
  for (uint32_t i = 0; i < code->handler_count; i++)
    target[code->handlers[i].target] = 1;
  return target;
}

const struct effects *effects_of(struct method *m)
{
  if (!m->effects) {
    m->effects = mem_new(sizeof(*m->effects));
    m->effects->target = find_targets(m->cf->code);
    m->effects->doomed = find_doomed(m);
    m->effects->not_null = nonnull_find(m, m->effects->target);
  }
  return m->effects;
}
