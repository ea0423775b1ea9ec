/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * emit_loops.c: loops that are written twice (analyse/loops.h):
 *
 *   L<head>: v0 = ..., n0 = its length, ...; if (none of the checks can fail) goto F<head>; goto S<head>;
 *   F<head>: the copy without checks; goto L<end>
 *   S<head>: the copy with checks
 *
 * v<n> is a reference, n<n> the length of an array or an int.
 */
#include "emitter.h"

#include <string.h>

#include "base/mem.h"
#include "world/world.h"

static bool is_inside(const struct loop *l, uint32_t pc)
{
  return l && pc >= l->head && pc < l->end;
}

const char *emit_label(struct emit *e, uint32_t target)
{
  const char *edge = emit_edge(e, target);
  if (edge)
    return edge;
  if (!is_inside(e->loop, target))
    return mem_text("L%u", target);
  return mem_text(e->unchecked ? "F%u" : target == e->loop->head ? "S%u" : "L%u", target);
}

static const char *number_text(struct emit *e, const struct loop_number *n)
{
  switch (n->kind) {
  case LOOP_CONSTANT: return mem_text("%d", n->number);
  case LOOP_VARIABLE: return emit_local(e, (unsigned)n->number, 'I');
  default: return mem_text("n%d", n->number);
  }
}

/* C that is true, and finds value `i`; false where that would throw. */
static const char *value_text(struct emit *e, uint32_t i)
{
  const struct loop_value *v = &e->loop->values[i];
  const char *from;
  if (v->kind == LOOP_ELEMENT) {
    const char *index = number_text(e, &v->index);
    return mem_text(" && (uint32_t)%s < v%u->length && (v%u = JX_ELEMENTS(v%u, struct jx_object *)[(uint32_t)%s])",
                    index, v->of, i, v->of, index);
  }
  if (v->kind == LOOP_LOCAL)
    from = emit_local(e, v->local, 'A');
  else if (v->field->cf->access & CF_STATIC)
    from = v->field->c_name;
  else
    from = mem_text("((struct jxo_%s *)v%u)->%s", v->field->class->c_name, v->of, v->field->c_name);
  if (v->kind == LOOP_FIELD && *v->field->cf->type == 'I')
    return mem_text(" && (n%u = %s, true)", i, from);
  return mem_text(" && (v%u = %s)", i, from);
}

/* C that is true where no access of value `i` is out of bounds. */
static const char *bounds_text(struct emit *e, uint32_t i)
{
  const struct loop_value *v = &e->loop->values[i];
  return mem_text(" && (int64_t)%s + %d >= 0 && (int64_t)%s + %d <= n%u", emit_local(e, e->loop->index, 'I'), v->least,
                  number_text(e, &e->loop->limit), v->most, i);
}

void emit_loop_choice(struct emit *e)
{
  const struct loop *l = e->loop;
  const char *text = "true";
  for (uint32_t i = 0; i < l->value_count; i++)
    if (l->values[i].needed)
      text = mem_text(l->values[i].array ? "%s%s && (n%u = (int32_t)v%u->length, true)" : "%s%s", text,
                      value_text(e, i), i, i);
  for (uint32_t i = 0; i < l->value_count; i++)
    if (l->values[i].needed && l->values[i].accessed)
      text = mem_text("%s%s", text, bounds_text(e, i));
  emit_line(e, "if (%s) goto F%u; goto S%u;", text, l->head, l->head);
  if (l->value_count > e->values)
    e->values = l->value_count;
}

bool emit_hoisted(struct emit *e)
{
  uint32_t value = e->unchecked ? e->loops->hoisted[e->pc] : 0, length = e->unchecked ? e->loops->length[e->pc] : 0;
  struct instruction in;
  if (!value && !length)
    return false;
  bytecode_decode(e->code->bytes, e->code->length, e->pc, &in);
  uint32_t at = in.op == OP_getstatic ? e->depth : in.op == OP_aaload ? e->depth - 2 : e->depth - 1;
  const struct loop_value *v = value ? &e->loop->values[value - 1] : NULL;
  if (length || (v->kind == LOOP_FIELD && *v->field->cf->type == 'I'))
    emit_line(e, "%s = n%u;", emit_word(e, at, 'I'), (length ? length : value) - 1);
  else
    emit_line(e, "%s = v%u;", emit_word(e, at, 'A'), value - 1);
  return true;
}
