/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * code.c: the Code attribute (JVMS 4.7.3): every instruction is decoded once, and every offset into the code and
 * index out of it is checked, so that later stages may walk it without looking.
 */
#include "code.h"

#include <string.h>

#include "base/mem.h"
#include "bytecode.h"
#include "constants.h"

/* The code that is being checked, and where. */
struct check {
  struct reader *r;
  const struct classfile *cf;
  const struct cf_method *m;
  struct cf_code *code;
  uint32_t pc;
};

static void fail_at(struct check *k, const char *why)
{
  reader_fail(k->r, "%s.%s%s, bytecode %u: %s", k->cf->name, k->m->name, k->m->type, k->pc, why);
}

/* ---- operands ---- */

static uint8_t tag_at(const struct check *k, uint16_t index)
{
  return index && index < k->cf->constant_count ? k->cf->constants[index].tag : 0;
}

static bool is_loadable(const struct check *k, const struct instruction *in)
{
  uint8_t tag = tag_at(k, in->index);
  if (in->op == OP_ldc2_w)
    return tag == CF_LONG || tag == CF_DOUBLE;
  return tag == CF_INTEGER || tag == CF_FLOAT || tag == CF_STRING || tag == CF_CLASS;
}

/* Does the constant fit the instruction? */
static bool constant_fits(const struct check *k, const struct instruction *in)
{
  uint8_t tag = tag_at(k, in->index);
  switch (in->op) {
  case OP_ldc: case OP_ldc_w: case OP_ldc2_w: return is_loadable(k, in);
  case OP_getstatic: case OP_putstatic: case OP_getfield: case OP_putfield: return tag == CF_FIELD;
  case OP_invokevirtual: return tag == CF_METHOD;
  case OP_invokespecial: case OP_invokestatic: return tag == CF_METHOD || tag == CF_INTERFACE_METHOD;
  case OP_invokeinterface: return tag == CF_INTERFACE_METHOD;
  case OP_invokedynamic: return tag == CF_INVOKE_DYNAMIC;
  case OP_new: return tag == CF_CLASS && k->cf->constants[in->index].text[0] != '[';
  case OP_anewarray: case OP_checkcast: case OP_instanceof: case OP_multianewarray: return tag == CF_CLASS;
  default: return true;
  }
}

/* Returns how many local variables the method must have for the instruction. */
static unsigned locals_needed(const struct instruction *in)
{
  enum bytecode_operands o = bytecodes[in->op].operands;
  if (o != BC_LOCAL && o != BC_IINC)
    return 0;
  bool wide = in->op == OP_lload || in->op == OP_dload || in->op == OP_lstore || in->op == OP_dstore;
  return in->local + (wide ? 2u : 1u);
}

static size_t count_brackets(const char *type)
{
  return strspn(type, "[");
}

static void check_operands(struct check *k, const struct instruction *in)
{
  if (!constant_fits(k, in))
    fail_at(k, mem_text("%s with constant %u, which is of the wrong kind or out of range", bytecodes[in->op].name,
                        in->index));
  else if (locals_needed(in) > k->code->max_locals)
    fail_at(k, mem_text("local variable %u, but the method has %u", in->local, k->code->max_locals));
  else if (in->op == OP_newarray && (in->index < 4 || in->index > 11))
    fail_at(k, "newarray of an unknown type");
  else if (in->op == OP_multianewarray &&
           (in->value < 1 || (size_t)in->value > count_brackets(k->cf->constants[in->index].text)))
    fail_at(k, "multianewarray with more dimensions than the class has");
}

/* ---- structure ---- */

static bool is_start(const struct cf_code *code, uint32_t pc)
{
  return pc < code->length && code->starts[pc];
}

static void decode_all(struct check *k)
{
  struct instruction in;
  for (k->pc = 0; k->pc < k->code->length && !k->r->failed; k->pc += in.length) {
    const char *wrong = bytecode_decode(k->code->bytes, k->code->length, k->pc, &in);
    if (wrong)
      fail_at(k, wrong);
    else
      check_operands(k, &in);
    k->code->starts[k->pc] = 1;
  }
}

static void check_target(struct check *k, uint32_t target)
{
  if (!is_start(k->code, target))
    fail_at(k, mem_text("jump to %d, where no instruction starts", (int)target));
}

static void check_targets(struct check *k)
{
  struct instruction in;
  for (k->pc = 0; k->pc < k->code->length && !k->r->failed; k->pc += in.length) {
    bytecode_decode(k->code->bytes, k->code->length, k->pc, &in);
    if (bytecode_jumps(in.op))
      check_target(k, in.target);
    for (uint32_t i = 0; i < in.count; i++) {
      int32_t value;
      uint32_t target;
      bytecode_case(&in, k->pc, i, &value, &target);
      check_target(k, target);
    }
    if (k->pc + in.length == k->code->length && !bytecode_ends(in.op))
      fail_at(k, "control runs over the end of the code");
  }
}

static void parse_handlers(struct check *k)
{
  struct cf_code *c = k->code;
  c->handler_count = reader_u2(k->r);
  c->handlers = MEM_ARRAY(struct cf_handler, c->handler_count);
  for (uint32_t i = 0; i < c->handler_count && !k->r->failed; i++) {
    struct cf_handler *h = &c->handlers[i];
    h->start = reader_u2(k->r);
    h->end = reader_u2(k->r);
    h->target = reader_u2(k->r);
    uint16_t type = reader_u2(k->r);
    k->pc = h->start;
    if (type) {
      const struct cf_constant *t = constants_get(k->r, k->cf, type, CF_CLASS, "exception table");
      h->type = t ? t->text : NULL;
    }
    bool ends = h->end == c->length || is_start(c, h->end);
    if (!k->r->failed && (!is_start(c, h->start) || !ends || h->start >= h->end || !is_start(c, h->target)))
      fail_at(k, "exception table entry that does not fit the instructions");
  }
}

/* ---- attributes of the code ---- */

static void parse_lines(struct check *k, struct reader *a)
{
  struct cf_code *c = k->code;
  uint16_t n = reader_u2(a);
  struct cf_line *lines = MEM_ARRAY(struct cf_line, c->line_count + n);
  memcpy(lines, c->lines, c->line_count * sizeof(*lines));
  for (uint16_t i = 0; i < n; i++) {
    struct cf_line *l = &lines[c->line_count + i];
    l->pc = reader_u2(a);
    l->line = reader_u2(a);
  }
  c->lines = lines;
  c->line_count += n;
}

static void parse_variables(struct check *k, struct reader *a)
{
  struct cf_code *c = k->code;
  uint16_t n = reader_u2(a);
  struct cf_variable *variables = MEM_ARRAY(struct cf_variable, c->variable_count + n);
  memcpy(variables, c->variables, c->variable_count * sizeof(*variables));
  for (uint16_t i = 0; i < n && !a->failed; i++) {
    struct cf_variable *v = &variables[c->variable_count + i];
    v->start = reader_u2(a);
    v->end = v->start + reader_u2(a);
    const struct cf_constant *name = constants_get(a, k->cf, reader_u2(a), CF_UTF8, "local variable");
    v->name = name ? name->text : "";
    reader_u2(a); /* its type */
    v->local = reader_u2(a);
  }
  c->variables = variables;
  c->variable_count += n;
}

static void parse_attributes(struct check *k)
{
  uint16_t n = reader_u2(k->r);
  while (n-- && !k->r->failed) {
    const struct cf_constant *name = constants_get(k->r, k->cf, reader_u2(k->r), CF_UTF8, "attribute name");
    struct reader a = reader_part(k->r, reader_u4(k->r));
    if (!name || k->r->failed)
      return;
    if (strcmp(name->text, "LineNumberTable") == 0) {
      parse_lines(k, &a);
    } else if (strcmp(name->text, "LocalVariableTable") == 0) {
      parse_variables(k, &a);
    } else if (strcmp(name->text, "StackMapTable") == 0) {
      k->code->frames = a.at;
      k->code->frames_bytes = (uint32_t)(a.end - a.at);
    }
    k->r->failed |= a.failed;
  }
}

struct cf_code *code_parse(struct reader *r, const struct classfile *cf, const struct cf_method *m)
{
  struct cf_code *c = mem_new(sizeof(*c));
  struct check k = { r, cf, m, c, 0 };
  c->max_stack = reader_u2(r);
  c->max_locals = reader_u2(r);
  c->length = reader_u4(r);
  if (!r->failed && (c->length == 0 || c->length > 65535))
    fail_at(&k, mem_text("code of %u bytes; 1 to 65535 are possible", c->length));
  c->bytes = reader_bytes(r, c->length);
  if (r->failed)
    return c;
  c->lines = MEM_ARRAY(struct cf_line, 0);
  c->variables = MEM_ARRAY(struct cf_variable, 0);
  c->starts = MEM_ARRAY(uint8_t, c->length);
  decode_all(&k);
  if (!r->failed)
    check_targets(&k);
  if (!r->failed)
    parse_handlers(&k);
  if (!r->failed)
    parse_attributes(&k);
  return c;
}
