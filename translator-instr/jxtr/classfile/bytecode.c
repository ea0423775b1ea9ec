/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bytecode.c: decoding of instructions; bytecode.h is the manual.
 */
#include "bytecode.h"

#include <stddef.h>

const struct bytecode bytecodes[OP_LIMIT] = {
#define BC_ROW_(op, name, operands, effect, c) [op] = { #name, operands, effect, c },
  BYTECODES(BC_ROW_)
#undef BC_ROW_
};

/* Bytes behind the opcode; switches and wide say themselves. */
static const uint8_t operand_bytes[] = {
  [BC_NONE] = 0, [BC_S1] = 1, [BC_S2] = 2, [BC_CP1] = 1, [BC_CP2] = 2, [BC_LOCAL] = 1, [BC_IINC] = 2, [BC_JUMP2] = 2,
  [BC_JUMP4] = 4, [BC_TABLE] = 0, [BC_LOOKUP] = 0, [BC_INTERFACE] = 4, [BC_DYNAMIC] = 4, [BC_ARRAY] = 1,
  [BC_MULTI] = 3, [BC_WIDE] = 3, [BC_UNSUPPORTED] = 0,
};

static uint16_t u2(const uint8_t *p)
{
  return (uint16_t)(p[0] << 8 | p[1]);
}

static uint32_t u4(const uint8_t *p)
{
  return (uint32_t)u2(p) << 16 | u2(p + 2);
}

static const char cut[] = "the instruction runs over the end of the code";

/* Operands of a switch begin at the next multiple of 4. */
static const char *decode_switch(const uint8_t *code, uint32_t length, uint32_t pc, struct instruction *in)
{
  uint32_t at = (pc + 4) & ~3u;
  uint32_t fixed = in->op == OP_tableswitch ? 12 : 8, each = in->op == OP_tableswitch ? 4 : 8;
  if (at > length || length - at < fixed)
    return cut;
  const uint8_t *p = code + at;
  in->target = pc + u4(p);
  if (in->op == OP_tableswitch) {
    in->low = (int32_t)u4(p + 4);
    int64_t cases = (int64_t)(int32_t)u4(p + 8) - in->low + 1;
    if (cases < 0 || cases > length)
      return "tableswitch with an impossible range of cases";
    in->count = (uint32_t)cases;
  } else {
    in->count = u4(p + 4);
  }
  if (in->count > (length - at - fixed) / each)
    return cut;
  in->table = p + fixed;
  in->length = at + fixed + in->count * each - pc;
  return NULL;
}

static const char *decode_wide(const uint8_t *p, uint32_t left, struct instruction *in)
{
  in->op = p[1];
  if (in->op >= OP_LIMIT)
    return "wide before something that has no wide form";
  in->local = u2(p + 2);
  in->length = 4;
  if (bytecodes[in->op].operands == BC_LOCAL)
    return NULL;
  if (bytecodes[in->op].operands != BC_IINC)
    return "wide before something that has no wide form";
  if (left < 6)
    return cut;
  in->value = (int16_t)u2(p + 4);
  in->length = 6;
  return NULL;
}

/* Gives the short forms of loads and stores as the long ones. */
static void expand_short_form(struct instruction *in)
{
  if (in->op >= OP_iload_0 && in->op <= OP_aload_3) {
    in->local = (in->op - OP_iload_0) & 3;
    in->op = (uint8_t)(OP_iload + (in->op - OP_iload_0) / 4);
  } else if (in->op >= OP_istore_0 && in->op <= OP_astore_3) {
    in->local = (in->op - OP_istore_0) & 3;
    in->op = (uint8_t)(OP_istore + (in->op - OP_istore_0) / 4);
  }
}

const char *bytecode_decode(const uint8_t *code, uint32_t length, uint32_t pc, struct instruction *in)
{
  const uint8_t *p = code + pc;
  *in = (struct instruction){ .op = p[0] };
  if (in->op >= OP_LIMIT || !bytecodes[in->op].name)
    return "no such instruction";
  enum bytecode_operands operands = bytecodes[in->op].operands;
  in->length = 1u + operand_bytes[operands];
  if (in->length > length - pc)
    return cut;
  switch (operands) {
  case BC_NONE: expand_short_form(in); break;
  case BC_S1: in->value = (int8_t)p[1]; break;
  case BC_S2: in->value = (int16_t)u2(p + 1); break;
  case BC_CP1: in->index = p[1]; break;
  case BC_CP2: in->index = u2(p + 1); break;
  case BC_LOCAL: in->local = p[1]; break;
  case BC_IINC: in->local = p[1]; in->value = (int8_t)p[2]; break;
  case BC_JUMP2: in->target = (uint32_t)((int32_t)pc + (int16_t)u2(p + 1)); break;
  case BC_JUMP4: in->target = pc + u4(p + 1); break;
  case BC_INTERFACE: case BC_DYNAMIC: in->index = u2(p + 1); break;
  case BC_ARRAY: in->index = p[1]; break;
  case BC_MULTI: in->index = u2(p + 1); in->value = p[3]; break;
  case BC_TABLE: case BC_LOOKUP: return decode_switch(code, length, pc, in);
  case BC_WIDE: return decode_wide(p, length - pc, in);
  case BC_UNSUPPORTED: return "jsr and ret are not supported (compile for Java 7 or later)";
  }
  return NULL;
}

void bytecode_case(const struct instruction *in, uint32_t pc, uint32_t i, int32_t *value, uint32_t *target)
{
  if (in->op == OP_tableswitch) {
    *value = (int32_t)((uint32_t)in->low + i);
    *target = pc + u4(in->table + 4 * i);
  } else {
    *value = (int32_t)u4(in->table + 8 * i);
    *target = pc + u4(in->table + 8 * i + 4);
  }
}

bool bytecode_ends(uint8_t op)
{
  return op == OP_goto || op == OP_goto_w || op == OP_athrow || op == OP_tableswitch || op == OP_lookupswitch ||
         (op >= OP_ireturn && op <= OP_return);
}

bool bytecode_jumps(uint8_t op)
{
  enum bytecode_operands o = bytecodes[op].operands;
  return o == BC_JUMP2 || o == BC_JUMP4 || o == BC_TABLE || o == BC_LOOKUP;
}

bool bytecode_jumps_back(const struct instruction *in, uint32_t pc)
{
  bool back = bytecode_jumps(in->op) && in->target <= pc;
  for (uint32_t i = 0; i < in->count && !back; i++) {
    int32_t value;
    uint32_t target;
    bytecode_case(in, pc, i, &value, &target);
    back = target <= pc;
  }
  return back;
}

bool bytecode_calls(uint8_t op)
{
  return op >= OP_invokevirtual && op <= OP_invokeinterface;
}

bool bytecode_divides(uint8_t op)
{
  return op == OP_idiv || op == OP_irem || op == OP_ldiv || op == OP_lrem;
}

char bytecode_element(const struct instruction *in)
{
  return "ZCFDBSIJ"[in->index - 4];
}
