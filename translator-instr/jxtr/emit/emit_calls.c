/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * emit_calls.c: calls: direct, through the vtable, through an interface; and class initialisation before them.
 *
 * A virtual call that can reach one method only, in the closed world, becomes a direct one; others compare first, where
 * there is something to guess (analyse/guess.h).
 */
#include "emitter.h"

#include <string.h>

#include "analyse/guess.h"
#include "base/mem.h"
#include "world/reach.h"
#include "world/spelled.h"
#include "world/world.h"

const char *emit_prepare(struct emit *e, const struct class *c)
{
  if (!effects_needs_init(e->m, c))
    return "";
  return mem_text("if (JX_UNLIKELY(jxc_%s.state != JX_READY)) { %s; if (JX_EXC) goto %s; } JX_LOADED(); ", c->c_name,
                  emit_guarded(e, mem_text("jx_class_init(&jxc_%s)", c->c_name)), emit_where_to(e));
}

/* ---- calls ---- */

/* The arguments from stack word `at` on; *types gets the C types of a function pointer. */
static const char *argument_list(struct emit *e, uint32_t at, const char *type, bool has_this, const char **types)
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
    at += classfile_words(type);
    comma = ", ";
  }
  if (!**types)
    *types = "void";
  return list;
}

/* In an image for exact lives: C that notes what a call uses, the object whose method is called, but not by its
 * constructor; a native may read what its arguments refer to. */
static const char *call_uses(struct emit *e, uint32_t at, const struct method *m, bool has_this)
{
  const char *text = has_this && strcmp(m->cf->name, "<init>") != 0 ? emit_used(emit_word(e, at, 'A')) : "";
  at += has_this;
  if (!emit_exact || !(m->cf->access & CF_NATIVE))
    return text;
  for (const char *t = m->cf->type + 1; *t != ')'; t += classfile_type_length(t, false)) {
    if (emit_kind(t) == 'A')
      text = mem_text("%s%s", text, emit_used(emit_word(e, at, 'A')));
    at += classfile_words(t);
  }
  return text;
}

/* What is called, with which arguments, and where the result goes. */
struct call {
  const struct class *owner;
  struct method *m;
  uint8_t op;
  const char *this, *types, *list, *to;
};

/* The code for a call that the object decides. */
static const char *lookup_code(const struct call *c)
{
  return c->m->slot >= 0 ? mem_text("JX_VIRTUAL(%s, %d)", c->this, c->m->slot)
                         : mem_text("JX_INTERFACE(%s, %d)", c->this, c->m->selector);
}

static const char *indirect_call(const struct call *c, const char *code)
{
  const char *result = emit_c_type(strchr(c->m->cf->type, ')') + 1);
  return mem_text("%s((%s(*)(%s))%s)(%s);", c->to, result, c->types, code, c->list);
}

/* As C: `to = function(arguments);`, where there is one method only, or nothing is known of several. */
static const char *call_statement(const struct call *c)
{
  struct method *only = effects_callee(c->owner, c->m, c->op);
  return only ? mem_text("%s%s(%s);", c->to, only->c_name, c->list) : indirect_call(c, lookup_code(c));
}

/* The test for a guess, and its call, up to `else`. */
static const char *guessed_call(const struct call *c, const struct guess *g)
{
  const char *test = g->class ? mem_text("%s->class == &jxc_%s", c->this, g->class->c_name)
                              : mem_text("code == (void *)%s", g->target->c_name);
  return mem_text("if (%s) %s%s(%s); else ", test, c->to, g->target->c_name, c->list);
}

/* int[].clone() and its like: Object's is protected and does something else. */
static bool is_array_clone(const struct cf_constant *k)
{
  return *k->owner == '[' && strcmp(k->name, "clone") == 0 && k->type[1] == ')';
}

static const char *result_target(struct emit *e, uint32_t at, const char *type)
{
  const char *result = strchr(type, ')') + 1;
  return *result == 'V' ? "" : mem_text("%s = ", emit_word(e, at, emit_kind(result)));
}

static void write_call(struct emit *e, const char *before, const char *text, bool quiet)
{
  if (quiet)
    emit_line(e, "%s%s", before, text);
  else
    emit_line(e, "%s%s if (JX_EXC) goto %s;", before, emit_guarded(e, text), emit_where_to(e));
}

/* A call with guesses: quiet ones need no frame and no test. */
static void write_guesses(struct emit *e, const char *before, const struct call *c, const struct guess *guesses,
                          uint32_t count)
{
  const char *quiet = "", *others = "";
  bool by_code = false;
  for (uint32_t i = 0; i < count; i++) {
    const struct guess *g = &guesses[i];
    const char **list = g->class && effects_quiet(g->target) ? &quiet : &others;
    *list = mem_text("%s%s", *list, guessed_call(c, g));
    by_code |= !g->class;
  }
  const char *code = lookup_code(c);
  others = mem_text("%s%s", others, indirect_call(c, by_code ? "code" : code));
  if (by_code)
    others = mem_text("{ void *const code = %s; %s }", code, others);
  emit_line(e, "%s%s{ %s if (JX_EXC) goto %s; }", before, quiet, emit_guarded(e, others), emit_where_to(e));
}

/* The native's fast form, and where that does nothing the native, which throws, unless it is a quiet one. */
static void write_fast_call(struct emit *e, const struct call *c, uint32_t at)
{
  const char *result = strchr(c->m->cf->type, ')') + 1;
  const char *to = *result == 'V' ? "" : mem_text(", &%s", emit_word(e, at, emit_kind(result)));
  const char *native = mem_text("%s%s(%s)", c->to, c->m->c_name, c->list);
  const char *slow = effects_quiet(c->m) ? native : mem_text("%s; if (JX_EXC) goto %s", emit_guarded(e, native),
                                                             emit_where_to(e));
  emit_line(e, "if (JX_UNLIKELY(!jxf_%s(%s%s))) { %s; }", c->m->c_name + strlen("jxn_"), c->list, to, slow);
}

void emit_call(struct emit *e, const struct instruction *in)
{
  const struct cf_constant *k = emit_constant(e, in);
  if (effects_nothing(e->m, e->pc, in))
    return;
  struct class *owner = world_class(k->owner, (struct use){ e->m, e->pc });
  struct call c = { .owner = owner, .m = world_method(owner, k->name, k->type), .op = in->op, .this = "" };
  bool has_this = in->op != OP_invokestatic;
  uint32_t at = e->depth - classfile_parameter_words(k->type) - has_this;
  c.list = argument_list(e, at, k->type, has_this, &c.types);
  c.to = result_target(e, at, k->type);
  if (effects_fast_call(e->m, e->pc, in)) {
    if (emit_exact)
      emit_line(e, "%s", call_uses(e, at, c.m, has_this));
    write_fast_call(e, &c, at);
    return;
  }
  const char *before = has_this ? "" : emit_prepare(e, c.m->class);
  if (has_this) {
    c.this = emit_word(e, at, 'A');
    before = emit_check_null(e, c.this);
  }
  if (emit_exact)
    before = mem_text("%s%s ", before, call_uses(e, at, c.m, has_this));
  struct guess guesses[GUESS_MOST];
  uint32_t count = !effects_callee(owner, c.m, c.op) && !is_array_clone(k) ?
                   guess_targets(owner, c.m, c.op, guesses) : 0;
  if (count) {
    write_guesses(e, before, &c, guesses, count);
    return;
  }
  const char *text = is_array_clone(k) ? mem_text("%sjx_clone_array(%s, %s);", c.to, c.this, emit_allocation_site(e))
                                       : call_statement(&c);
  write_call(e, before, text, effects_quiet_call(e->m, e->pc, in));
}

/* ---- invokedynamic ---- */

/* The value of a part of the argument that begins at stack word `at`. */
static const char *part_value(struct emit *e, const struct spelled_part *part, uint32_t at)
{
  if (part->text)
    return mem_text("&jxg_strings[%u].object", emit_string(part->text));
  if (!part->field)
    return emit_word(e, at + part->words, emit_kind(part->type));
  return mem_text("((struct jxo_%s *)%s)->%s", part->field->class->c_name, emit_word(e, at, 'A'), part->field->c_name);
}

static void call_spelled(struct emit *e, const struct method *m, const char *to, const char *list)
{
  const char *before = m->cf->access & CF_STATIC ? emit_prepare(e, m->class) : "";
  write_call(e, before, mem_text("%s%s(%s);", to, m->c_name, list), false);
}

static void emit_text(struct emit *e, const struct spelled *s, uint32_t at)
{
  const char *builder = emit_word(e, e->depth, 'A');
  emit_new(e, s->class, e->depth);
  call_spelled(e, s->start, "", builder);
  for (uint32_t i = 0; i < s->count; i++)
    call_spelled(e, s->parts[i].method, "", mem_text("%s, %s", builder, part_value(e, &s->parts[i], at)));
  call_spelled(e, s->end, mem_text("%s = ", emit_word(e, at, 'A')), builder);
}

static void emit_hash(struct emit *e, const struct spelled *s, uint32_t at)
{
  const char *hash = emit_word(e, e->depth, 'I'), *more = emit_word(e, e->depth + 1, 'I');
  emit_line(e, "%s = 0;", hash);
  for (uint32_t i = 0; i < s->count; i++) {
    call_spelled(e, s->parts[i].method, mem_text("%s = ", more), part_value(e, &s->parts[i], at));
    emit_line(e, "%s = %s * 31 + %s;", hash, hash, more);
  }
  emit_line(e, "%s = %s;", emit_word(e, at, 'I'), hash);
}

static void emit_equals(struct emit *e, const struct spelled *s, uint32_t at)
{
  const char *same = emit_word(e, e->depth, 'I'), *other = emit_word(e, at + 1, 'A');
  emit_line(e, "%s = %s;", same, emit_test(s->class, other));
  for (uint32_t i = 0; i < s->count; i++) {
    const struct spelled_part *part = &s->parts[i];
    const char *mine = part_value(e, part, at), *its = part_value(e, part, at + 1);
    emit_line(e, "if (%s) {", same);
    if (!part->method)
      emit_line(e, "%s = %s == %s;", same, mine, its);
    else
      call_spelled(e, part->method, mem_text("%s = ", same), mem_text("%s, %s", mine, its));
    emit_line(e, part->method && *part->type != 'L' && *part->type != '[' ? "%s = !%s; }" : "}", same, same);
  }
  emit_line(e, "%s = %s;", emit_word(e, at, 'I'), same);
}

static void emit_spelled(struct emit *e, const struct instruction *in)
{
  const struct spelled *s = spelled_out(e->m->class, in->index, (struct use){ e->m, e->pc });
  uint32_t at = e->depth - classfile_parameter_words(emit_constant(e, in)->type);
  if (s->count && s->parts[s->count - 1].field)
    emit_line(e, "%s", emit_check_null(e, emit_word(e, at, 'A')));
  if (s->kind == SPELLED_TEXT)
    emit_text(e, s, at);
  else if (s->kind == SPELLED_HASH)
    emit_hash(e, s, at);
  else
    emit_equals(e, s, at);
}

/* The one object of a lambda without captured values. A thread may be stopped between the test and the end, and another
 * one make the object meanwhile: the first one stays. */
static void make_once(struct emit *e, const struct class *c, uint32_t at)
{
  const char *to = emit_word(e, at, 'A'), *only = c->fields[0].c_name;
  emit_line(e, "%s = %s; if (JX_UNLIKELY(!%s)) {", to, only, to);
  emit_new(e, c, at);
  emit_line(e, "if (!__sync_bool_compare_and_swap(&%s, NULL, %s)) %s = %s; }", only, to, to, only);
}

/* The object is made above the captured values, and moved to where these begin. */
static void make_with_captured(struct emit *e, const struct class *c, uint32_t at, const char *type)
{
  const char *to = emit_word(e, e->depth, 'A');
  uint32_t from = at, field = 0;
  emit_new(e, c, e->depth);
  for (type++; *type != ')'; type += classfile_type_length(type, false)) {
    emit_line(e, "((struct jxo_%s *)%s)->%s = (%s)%s;", c->c_name, to, c->fields[field++].c_name,
              emit_field_type(type), emit_word(e, from, emit_kind(type)));
    from += classfile_words(type);
  }
  emit_line(e, "%s = %s;", emit_word(e, at, 'A'), to);
}

void emit_dynamic(struct emit *e, const struct instruction *in)
{
  if (spelled_is(e->m->class, in->index)) {
    emit_spelled(e, in);
    return;
  }
  const char *type = emit_constant(e, in)->type;
  const struct class *c = e->m->lambdas[e->pc];
  uint32_t at = e->depth - classfile_parameter_words(type);
  if (type[1] == ')')
    make_once(e, c, at);
  else
    make_with_captured(e, c, at, type);
}
