/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * short.c: a bound of what a call runs; short.h is the manual. All branches are added up, so it is a bound, not what a
 * call takes.
 */
#include "short.h"

#include "classfile/bytecode.h"
#include "effects.h"
#include "verify/verify.h"
#include "world/lack.h"
#include "world/reach.h"
#include "world/world.h"

#define TARGETS 3 /* methods that a call may reach: of more it is not known which run */

/* Can the instruction take any time by itself? Arrays are cleared, monitors are waited for, and the code that makes a
 * lambda is not counted here. */
static bool is_long(uint8_t op)
{
  return op == OP_newarray || op == OP_anewarray || op == OP_multianewarray || op == OP_monitorenter ||
         op == OP_invokedynamic;
}

/* Returns the bytes of the longest method that the call may reach; above `most` when there is no bound. */
static uint32_t called_bytes(const struct method *m, uint32_t pc, const struct instruction *in, uint32_t most)
{
  const struct cf_constant *k = &m->class->file->constants[in->index];
  if (*k->owner == '[')
    return most + 1;
  struct class *owner = world_class(k->owner, (struct use){ m, pc });
  struct method *called = world_method(owner, k->name, k->type), *targets[TARGETS];
  const bool decided = in->op == OP_invokevirtual || in->op == OP_invokeinterface;
  uint32_t count = 1, longest = 0;
  targets[0] = effects_callee(owner, called, in->op);
  if (!targets[0])
    count = decided ? reach_targets(owner, called, targets, TARGETS) : 0;
  if (count == 0 || count > TARGETS)
    return most + 1;
  for (uint32_t i = 0; i < count && longest <= most; i++) {
    uint32_t bytes = short_bytes(targets[i], most);
    longest = bytes > longest ? bytes : longest;
  }
  return longest;
}

uint32_t short_bytes(struct method *m, uint32_t most)
{
  const struct cf_code *code = m->cf->code;
  struct instruction in;
  uint32_t bytes = 0;
  if (m->cf->access & CF_NATIVE)
    return 0;
  if (!code || m->cf->access & CF_SYNCHRONIZED)
    return most + 1;
  for (uint32_t pc = 0; pc < code->length && bytes <= most; pc += in.length) {
    bytecode_decode(code->bytes, code->length, pc, &in);
    if (!m->flow->stack[pc] || effects_of(m)->doomed[pc])
      continue;
    if (bytecode_jumps_back(&in, pc) || is_long(in.op))
      return most + 1;
    bytes += in.length;
    if (bytecode_calls(in.op) && bytes <= most && !lack_at(m, pc))
      bytes += called_bytes(m, pc, &in, most - bytes);
  }
  return bytes;
}
