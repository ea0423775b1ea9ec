/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * emit_entry.c: where a method gets its frame. It needs one from its first call on. What comes before, and cannot come
 * after a call again, has none: the end of a recursion, a test that finds nothing to do. An exception there brings a
 * frame of its own, as in a method that calls nothing (JX_LEAF).
 *
 * Where control goes from a place without to one with a frame, C in between makes it: in front of the label; for a jump,
 * behind the method's code, where N<pc> is what a jump to <pc> goes to. A jump to a return that other code
 * shares goes to R<pc>, a copy of it.
 */
#include "emitter.h"

#include <string.h>

#include "analyse/guess.h"
#include "base/mem.h"
#include "world/lack.h"

enum edge { EDGE_ENTERS = 1, EDGE_RETURNS = 2 };

static bool is_return(const struct emit *e, uint32_t pc)
{
  uint8_t op = e->code->bytes[pc];
  return op >= OP_ireturn && op <= OP_return;
}

/* Does the instruction call, on the way to a return? */
static bool makes_call(const struct emit *e, uint32_t pc, const struct instruction *in)
{
  if (!e->flow->stack[pc] || e->effects->doomed[pc])
    return false;
  if (in->op == OP_multianewarray || in->op == OP_invokedynamic)
    return true;
  return bytecode_calls(in->op) && !effects_quiet_call(e->m, pc, in) && !effects_fast_call(e->m, pc, in) &&
         !guess_quiet_call(e->m, pc, in);
}

static bool is_covered(const struct cf_code *code, uint32_t pc)
{
  for (uint32_t i = 0; i < code->handler_count; i++)
    if ((pc >= code->handlers[i].start && pc < code->handlers[i].end) || pc == code->handlers[i].target)
      return true;
  return false;
}

/* Notes that the frame is there behind the instruction at `pc`; returns whether that was news for a place. */
static bool pass_on(struct emit *e, uint32_t pc, const struct instruction *in)
{
  bool news = false;
  for (uint32_t i = 0; bytecode_jumps(in->op) && i <= in->count; i++) {
    int32_t value;
    uint32_t target = in->target;
    if (i < in->count)
      bytecode_case(in, pc, i, &value, &target);
    news |= !e->entered[target];
    e->entered[target] = 1;
  }
  uint32_t next = pc + in->length;
  if (!bytecode_ends(in->op) && next < e->code->length) {
    news |= !e->entered[next];
    e->entered[next] = 1;
  }
  return news;
}

static bool pass_all_on(struct emit *e)
{
  struct instruction in;
  bool news = false;
  for (uint32_t pc = 0; pc < e->code->length; pc += in.length) {
    bytecode_decode(e->code->bytes, e->code->length, pc, &in);
    if (e->entered[pc] && pass_on(e, pc, &in))
      news = true;
  }
  return news;
}

/* Can the method return from a place without a frame, itself or by a jump to a return? */
static bool returns_early(const struct emit *e)
{
  struct instruction in;
  for (uint32_t pc = 0; pc < e->code->length; pc += in.length) {
    bytecode_decode(e->code->bytes, e->code->length, pc, &in);
    if (e->entered[pc] || !e->flow->stack[pc] || e->effects->doomed[pc])
      continue;
    if (is_return(e, pc) || (bytecode_jumps(in.op) && is_return(e, in.target)))
      return true;
  }
  return false;
}

/* Is it a method that traces leave out, of a lambda's class (runtime/core/exception.c)? One that calls a native has a frame
 * all the same: where a native makes objects, its caller's frame says where. So has one that makes an object: the trace
 * of an exception begins behind the constructors that made it, and its frame is what ends these. */
static bool is_hidden(const struct emit *e)
{
  struct instruction in;
  for (uint32_t pc = 0; pc < e->code->length; pc += in.length) {
    bytecode_decode(e->code->bytes, e->code->length, pc, &in);
    if (in.op == OP_new || effects_native_call(e->m, pc, &in))
      return false;
  }
  return e->m->class->written.method;
}

void emit_find_entry(struct emit *e)
{
  struct instruction in;
  uint8_t *entered = MEM_ARRAY(uint8_t, e->code->length);
  for (uint32_t pc = 0; pc < e->code->length; pc += in.length) {
    bytecode_decode(e->code->bytes, e->code->length, pc, &in);
    bool calls = makes_call(e, pc, &in);
    e->framed |= calls;
    entered[pc] = calls || is_covered(e->code, pc);
  }
  e->entered = entered;
  while (pass_all_on(e))
    ;
  e->hidden = e->framed && is_hidden(e);
  e->framed &= !e->hidden;
  if (!e->framed || e->m->cf->access & CF_SYNCHRONIZED || entered[0] || !returns_early(e))
    e->entered = NULL;
  e->edges = MEM_ARRAY(uint8_t, e->code->length);
}

void emit_enter(struct emit *e)
{
  emit_line(e, effects_trusts_stack(e->m) ? "JX_ENTER_UNTESTED(%u);" : "JX_ENTER(%u, unentered);", emit_site(e));
}

const char *emit_edge(struct emit *e, uint32_t target)
{
  if (!e->entered || e->framed || !e->entered[target])
    return NULL;
  bool returns = is_return(e, target);
  e->edges[target] |= returns ? EDGE_RETURNS : EDGE_ENTERS;
  return mem_text(returns ? "R%u" : "N%u", target);
}

void emit_edges(struct emit *e)
{
  struct instruction in;
  for (e->pc = 0; e->entered && e->pc < e->code->length; e->pc += in.length) {
    bytecode_decode(e->code->bytes, e->code->length, e->pc, &in);
    e->stack = e->flow->stack[e->pc];
    e->depth = e->stack ? (uint32_t)strlen(e->stack) : 0;
    if (e->edges[e->pc] & EDGE_ENTERS) {
      fprintf(e->out, "N%u:;\n", e->pc);
      emit_enter(e);
      emit_line(e, "goto L%u;", e->pc);
    }
    if (e->edges[e->pc] & EDGE_RETURNS) {
      e->framed = false;
      fprintf(e->out, "R%u:;\n", e->pc);
      emit_instruction(e, &in);
      e->framed = true;
    }
  }
}
