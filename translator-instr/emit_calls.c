/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * emit_calls.c: calls: direct, through the vtable, through an interface; and class initialisation before them.
 *
 * A virtual call that can reach one method only, in the closed world, becomes a direct one.
 */
#include "emit.h"

#include <string.h>

#include "bytecode.h"
#include "mem.h"

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

bool emit_class_needs_init(const struct class *c)
{
  for (const struct class *s = c; s && s->file; s = s->super)
    if (has_clinit(s))
      return true;
  for (uint32_t i = 0; c->file && i < c->all_count; i++)
    if (c->all[i] != c && has_defaults(c->all[i]) && has_clinit(c->all[i]))
      return true;
  return false;
}

/* Code of the class and of its subclasses runs only after the initialisation has begun in this thread or ended. */
bool emit_needs_init(const struct emit *e, const struct class *c)
{
  return emit_class_needs_init(c) && (c->interface ? e->m->class != c : !world_subtype(e->m->class, c));
}

const char *emit_prepare(struct emit *e, const struct class *c)
{
  if (!emit_needs_init(e, c))
    return "";
  return mem_text("frame.site = %u; jx_init(&jxc_%s); if (JX_EXC) goto %s; ", emit_site(e), c->c_name,
                  emit_where_to(e));
}

/* ---- calls ---- */

/* Words of the parameters in a descriptor. */
static uint32_t parameter_words(const char *type)
{
  uint32_t words = 0;
  for (type++; *type != ')'; type += classfile_type_length(type, false))
    words += *type == 'J' || *type == 'D' ? 2 : 1;
  return words;
}

/* The arguments from stack word `at` on; *types gets the C types of a function pointer. */
static const char *arguments(struct emit *e, uint32_t at, const char *type, bool has_this, const char **types)
{
  const char *list = "", *comma = "";
  *types = "";
  if (has_this) {
    list = emit_word(e, at++, 'A');
    *types = "struct jx_object *";
    comma = ", ";
  }
  for (type++; *type != ')'; type += classfile_type_length(type, false)) {
    list = mem_text("%s%s%s", list, comma, emit_word(e, at, emit_kind(type)));
    *types = mem_text("%s%s%s", *types, comma, emit_c_type(type));
    at += *type == 'J' || *type == 'D' ? 2 : 1;
    comma = ", ";
  }
  if (!**types)
    *types = "void";
  return list;
}

static bool runs(const struct method *m)
{
  return m->cf->code || m->cf->access & CF_NATIVE;
}

/* The function to call, as C; `this` is its first argument. */
static const char *function(const struct method *m, const struct class *owner, uint8_t op, const char *this,
                            const char *types)
{
  const char *result = emit_c_type(strchr(m->cf->type, ')') + 1);
  bool direct = op == OP_invokestatic || op == OP_invokespecial || m->cf->access & CF_PRIVATE;
  const struct method *only = direct ? m : m->slot >= 0 ? reach_only(owner, m) : NULL;
  if (only && runs(only))
    return only->c_name;
  const char *code = direct ? "jx_no_code" :
                     m->slot >= 0 ? mem_text("JX_VIRTUAL(%s, %d)", this, m->slot)
                                  : mem_text("JX_INTERFACE(%s, %d)", this, m->selector);
  return mem_text("((%s(*)(%s))%s)", result, types, code);
}

/* The line: checks, call, exception. */
static void write_call(struct emit *e, uint32_t at, const char *type, const char *before, const char *call)
{
  const char *result = strchr(type, ')') + 1;
  const char *to = *result == 'V' ? "" : mem_text("%s = ", emit_word(e, at, emit_kind(result)));
  emit_line(e, "%sframe.site = %u; %s%s; if (JX_EXC) goto %s;", before, emit_site(e), to, call, emit_where_to(e));
}

/* int[].clone() and its like: Object's is protected and does something else. */
static bool is_array_clone(const struct cf_constant *k)
{
  return *k->owner == '[' && strcmp(k->name, "clone") == 0 && k->type[1] == ')';
}

bool emit_is_nothing(const struct emit *e, const struct instruction *in)
{
  const struct cf_constant *k = emit_constant(e, in);
  if (in->op != OP_invokespecial || strcmp(k->name, "<init>") != 0)
    return false;
  const struct method *m = world_method(world_class(k->owner, (struct use){ e->m, e->pc }), k->name, k->type);
  return m->cf->code->length == 1 && !m->measure;
}

void emit_call(struct emit *e, const struct instruction *in)
{
  const struct cf_constant *k = emit_constant(e, in);
  if (emit_is_nothing(e, in))
    return;
  struct class *owner = world_class(k->owner, (struct use){ e->m, e->pc });
  const struct method *m = world_method(owner, k->name, k->type);
  bool has_this = in->op != OP_invokestatic;
  uint32_t at = e->depth - parameter_words(k->type) - has_this;
  const char *types, *list = arguments(e, at, k->type, has_this, &types);
  const char *before = has_this ? "" : emit_prepare(e, m->class), *call;
  const char *this = has_this ? emit_word(e, at, 'A') : "";
  if (has_this)
    before = mem_text("if (JX_UNLIKELY(!%s)) %s ", this, emit_throw(e, "jx_throw_null()"));
  if (is_array_clone(k))
    call = mem_text("jx_clone_array(%s, %u)", this, emit_site(e));
  else
    call = mem_text("%s(%s)", function(m, owner, in->op, this, types), list);
  write_call(e, at, k->type, before, call);
}

void emit_lambda(struct emit *e, const struct instruction *in)
{
  const struct cf_constant *k = emit_constant(e, in);
  const struct class *c = e->m->class->lambdas[in->index];
  const struct method *make = world_declared(c, mem_name_of("make"), k->type);
  uint32_t at = e->depth - parameter_words(k->type);
  const char *types, *list = arguments(e, at, k->type, false, &types);
  write_call(e, at, k->type, emit_prepare(e, c), mem_text("%s(%s)", make->c_name, list));
}
