/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * short.c: which methods are short; short.h is the manual.
 */
#include "short.h"

#include <string.h>

#include "classfile/bytecode.h"
#include "effects.h"
#include "verify/verify.h"
#include "world/lack.h"
#include "world/reach.h"
#include "world/world.h"

#define TARGETS 4 /* methods that a call may reach, looked at one by one */

/* May the call run `m`, which it is in? */
static bool calls_itself(struct method *m, uint32_t pc, const struct instruction *in)
{
  const struct cf_constant *k = &m->class->file->constants[in->index];
  if (*k->owner == '[' || lack_at(m, pc) || strcmp(k->name, m->cf->name) != 0 || strcmp(k->type, m->cf->type) != 0)
    return false;
  struct class *owner = world_class(k->owner, (struct use){ m, pc });
  struct method *called = world_method(owner, k->name, k->type), *targets[TARGETS];
  struct method *only = effects_callee(owner, called, in->op);
  if (only || (in->op != OP_invokevirtual && in->op != OP_invokeinterface))
    return only == m;
  uint32_t count = reach_targets(owner, called, targets, TARGETS);
  bool found = count > TARGETS;
  for (uint32_t i = 0; i < count && !found; i++)
    found = targets[i] == m;
  return found;
}

uint32_t short_bytes(struct method *m)
{
  const struct cf_code *code = m->cf->code;
  struct instruction in;
  uint32_t bytes = 0;
  for (uint32_t pc = 0; pc < code->length; pc += in.length) {
    bytecode_decode(code->bytes, code->length, pc, &in);
    bytes += m->flow->stack[pc] && !effects_of(m)->doomed[pc] ? in.length : 0;
  }
  return bytes;
}

/* Has the method a loop, or may it call itself? */
static bool repeats(struct method *m)
{
  const struct cf_code *code = m->cf->code;
  struct instruction in;
  bool found = false;
  for (uint32_t pc = 0; pc < code->length && !found; pc += in.length) {
    bytecode_decode(code->bytes, code->length, pc, &in);
    if (m->flow->stack[pc] && !effects_of(m)->doomed[pc])
      found = bytecode_jumps_back(&in, pc) || (bytecode_calls(in.op) && calls_itself(m, pc, &in));
  }
  return found;
}

bool short_method(struct method *m, uint32_t most)
{
  return m != reach_main_method && short_bytes(m) <= most && !repeats(m);
}
