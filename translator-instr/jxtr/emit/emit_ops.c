/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * emit_ops.c: a line of C for each bytecode. What is an expression of its operands comes from the table in
 * bytecode.h.
 */
#include "emitter.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analyse/nulltext.h"
#include "base/mem.h"
#include "base/text.h"
#include "contract/jx.h"
#include "world/reach.h"
#include "world/world.h"

const struct cf_constant *emit_constant(const struct emit *e, const struct instruction *in)
{
  return &e->m->class->file->constants[in->index];
}

static struct class *class_called(const struct emit *e, const char *name)
{
  return world_class(name, (struct use){ e->m, e->pc });
}

const char *emit_guarded(struct emit *e, const char *statement)
{
  if (e->hidden)
    return statement;
  return mem_text(e->framed ? "frame.site = %u; %s" : "JX_LEAF(%u, %s);", emit_site(e), statement);
}

const char *emit_throw(struct emit *e, const char *call)
{
  return mem_text("{ %s; goto %s; }", emit_guarded(e, call), emit_where_to(e));
}

/* C that throws NullPointerException, by the number of the place alone: this text is the most frequent one in a
 * program. */
static const char *throw_null(struct emit *e)
{
  struct instruction in;
  bytecode_decode(e->code->bytes, e->code->length, e->pc, &in);
  uint32_t place = emit_null(e, nulltext_at(e->m, e->pc, &in));
  return mem_text("{ jx_%s_null%s(%u); goto %s; }", e->framed ? "throw" : "leaf", e->framed ? "_at" : "", place,
                  emit_where_to(e));
}

const char *emit_check_null(struct emit *e, const char *object)
{
  if (e->effects->not_null[e->pc])
    return "";
  return mem_text("if (JX_UNLIKELY(!%s)) %s ", object, throw_null(e));
}

/* ---- exact lives ---- */

const char *emit_used(const char *object)
{
  return emit_exact ? mem_text(" jx_used(%s);", object) : "";
}

/* In this order: a thread that is stopped in between has the reference in a register. */
const char *emit_overwrite(const char *to, const char *value)
{
  return emit_exact ? mem_text("{ struct jx_object *const before = %s; %s = %s; jx_lost(before); }", to, to, value)
                    : mem_text("%s = %s;", to, value);
}

/* A constructor that reads and writes its own object's fields does not use the object: one that is only made is "void"
 * (Roejemo and Runciman, "Lag, Drag, Void and Use", ICFP 1996). */
static const char *field_used(const struct emit *e, const struct field *f, const char *object)
{
  return strcmp(e->m->cf->name, "<init>") == 0 && f->class == e->m->class ? "" : emit_used(object);
}

/* ---- */

/* Arrays are made by the runtime, too, of classes that it is given. */
static const struct class *only_class(const struct class *c)
{
  if (c->component || c->interface || c->depth == 0)
    return NULL;
  return reach_only_class(c);
}

const char *emit_test(const struct class *c, const char *object)
{
  const struct class *only = only_class(c);
  if (only)
    return mem_text("jx_is_exactly(%s, &jxc_%s)", object, only->c_name);
  if (c->interface)
    return mem_text("jx_is_interface(%s, %u)", object, c->number);
  if (!c->component && c->depth == 0)
    return mem_text("(%s != NULL)", object);
  if (!c->component && c->depth < JX_DISPLAY)
    return mem_text("jx_is_class(%s, &jxc_%s, %u)", object, c->c_name, c->depth);
  return mem_text("jx_is_any(%s, &jxc_%s)", object, c->c_name);
}

const char *emit_allocation_site(struct emit *e)
{
  return mem_text(e->m->measure & JX_METHOD_OBJECTS ? "%u | JX_SITE_LOGGED" : "%u", emit_birth_site(e));
}

/* ---- what the table describes ---- */

static uint32_t words_of(char kind)
{
  return kind == 'J' || kind == 'D' ? 2 : 1;
}

/* `c` with $1, $2 replaced. */
static const char *substitute(const char *c, const char *const *operands)
{
  char *out = mem_new(strlen(c) * 16 + 64), *p = out;
  for (; *c; c++) {
    if (*c == '$')
      p = stpcpy(p, operands[*++c - '1']);
    else
      *p++ = *c;
  }
  return out;
}

static void write_by_table(struct emit *e, const struct instruction *in)
{
  const char *effect = bytecodes[in->op].effect;
  const char *operands[2] = { "", "" };
  uint32_t at = e->depth;
  unsigned count = (unsigned)(strchr(effect, '>') - effect);
  for (unsigned i = 0; i < count; i++)
    at -= words_of(effect[i]);
  uint32_t base = at;
  for (unsigned i = 0; i < count; i++) {
    operands[i] = emit_word(e, at, effect[i]);
    at += words_of(effect[i]);
  }
  const char *c = substitute(bytecodes[in->op].c, operands);
  char pushed = effect[count + 1];
  if (!pushed)
    emit_line(e, "if (%s) goto %s;", c, emit_label(e, in->target));
  else if (bytecode_divides(in->op))
    emit_line(e, "if (JX_UNLIKELY(%s == 0)) %s %s = %s;", operands[1], emit_throw(e, "jx_throw_arithmetic()"),
              emit_word(e, base, pushed), c);
  else
    emit_line(e, "%s = %s;", emit_word(e, base, pushed), c);
}

/* ---- constants and locals ---- */

const char *emit_float(uint64_t bits, bool wide)
{
  uint32_t low = (uint32_t)bits;
  double value;
  float narrow;
  memcpy(&value, &bits, sizeof(value));
  memcpy(&narrow, &low, sizeof(narrow));
  if (!wide)
    value = (double)narrow;
  if (isnan(value))
    return "__builtin_nan(\"\")";
  if (isinf(value))
    return value < 0 ? "-__builtin_inf()" : "__builtin_inf()";
  return mem_text(wide ? "%a" : "%af", value);
}

static void load_constant(struct emit *e, const struct instruction *in)
{
  const struct cf_constant *k = emit_constant(e, in);
  switch (k->tag) {
  case CF_INTEGER: emit_line(e, "%s = (int32_t)0x%xu;", emit_word(e, e->depth, 'I'), (uint32_t)k->bits); break;
  case CF_FLOAT: emit_line(e, "%s = %s;", emit_word(e, e->depth, 'F'), emit_float(k->bits, false)); break;
  case CF_LONG:
    emit_line(e, "%s = (int64_t)0x%" PRIx64 "u;", emit_word(e, e->depth, 'J'), k->bits);
    break;
  case CF_DOUBLE: emit_line(e, "%s = %s;", emit_word(e, e->depth, 'D'), emit_float(k->bits, true)); break;
  case CF_STRING:
    emit_line(e, "%s = &jxg_strings[%u].object;", emit_word(e, e->depth, 'A'), emit_string(k->text));
    break;
  default:
    emit_line(e, "%s = &jxc_%s.object;", emit_word(e, e->depth, 'A'), class_called(e, k->text)->c_name);
  }
}

static const char by_order[] = "IJFDA"; /* of xload, xstore, xreturn */

static void load_local(struct emit *e, const struct instruction *in)
{
  char kind = by_order[in->op - OP_iload];
  const char *from = emit_local(e, in->local, kind);
  emit_line(e, "%s = %s;", emit_word(e, e->depth, kind), from);
}

static void store_local(struct emit *e, const struct instruction *in)
{
  char kind = by_order[in->op - OP_istore];
  const char *to = emit_local(e, in->local, kind);
  emit_line(e, "%s = %s;", to, emit_word(e, e->depth - words_of(kind), kind));
}

/* ---- dup and its like ---- */

/* "s3_i = s1_i; " for word `from` of the stack before; nothing for the second half of a long. */
static const char *move_word(struct emit *e, uint32_t to, uint32_t from, char kind)
{
  if (kind == '-')
    return "";
  const char *target = emit_word(e, to, kind);
  return mem_text("%s = %s; ", target, emit_word(e, from, kind));
}

/* The verifier's dup_words(): the words move up by `copied`, from the top down, then the copies go to the bottom. */
static void dup_words(struct emit *e, uint32_t copied, uint32_t below)
{
  uint32_t all = copied + below, base = e->depth - all;
  const char *text = "";
  for (uint32_t i = all; i--;)
    text = mem_text("%s%s", text, move_word(e, base + i + copied, base + i, e->stack[base + i]));
  for (uint32_t i = 0; below && i < copied; i++)
    text = mem_text("%s%s", text, move_word(e, base + i, base + all + i, e->stack[base + below + i]));
  emit_line(e, "%s", text);
}

static void swap_words(struct emit *e)
{
  uint32_t top = e->depth - 1;
  char upper = e->stack[top], lower = e->stack[top - 1];
  const char *up = move_word(e, top + 1, top, upper), *cross = move_word(e, top, top - 1, lower);
  emit_line(e, "%s%s%s", up, cross, move_word(e, top - 1, top + 1, upper));
}

/* ---- arrays ---- */

static const char element_kinds[] = "IJFDAIII";         /* in the order of xaload: I J F D A B C S */
static const char *const element_types[] = { "int32_t", "int64_t", "float", "double", "struct jx_object *", "int8_t",
                                             "uint16_t", "int16_t" };

/* Null and bounds; the index is unsigned, so that one comparison sees both ends. */
static const char *check_access(struct emit *e, const char *array, const char *index)
{
  if (e->unchecked && e->loops->safe[e->pc])
    return "";
  const char *bounds = e->framed ? emit_throw(e, mem_text("jx_throw_bounds(%s, %s->length)", index, array)) :
    mem_text("{ jx_leaf_bounds(%u, %s, %s->length); goto %s; }", emit_site(e), index, array, emit_where_to(e));
  return mem_text("%s if (JX_UNLIKELY((uint32_t)%s >= %s->length)) %s", emit_check_null(e, array), index, array,
                  bounds);
}

static void array_load(struct emit *e, unsigned order)
{
  const char *array = emit_word(e, e->depth - 2, 'A'), *index = emit_word(e, e->depth - 1, 'I');
  const char *check = check_access(e, array, index);
  emit_line(e, "%s%s %s = JX_ELEMENTS(%s, %s)[(uint32_t)%s];", check, emit_used(array),
            emit_word(e, e->depth - 2, element_kinds[order]), array, element_types[order], index);
}

static void array_store(struct emit *e, unsigned order)
{
  char kind = element_kinds[order];
  uint32_t at = e->depth - words_of(kind) - 2;
  const char *array = emit_word(e, at, 'A'), *index = emit_word(e, at + 1, 'I');
  const char *value = emit_word(e, at + 2, kind), *check = check_access(e, array, index);
  if (kind == 'A')
    check = mem_text("%s if (JX_UNLIKELY(!jx_may_store(%s, %s))) %s", check, array, value,
                     emit_throw(e, mem_text("jx_throw_store(%s)", value)));
  const char *to = mem_text("JX_ELEMENTS(%s, %s)[(uint32_t)%s]", array, element_types[order], index);
  value = mem_text("(%s)%s", element_types[order], value);
  emit_line(e, "%s%s %s", check, emit_used(array),
            kind == 'A' ? emit_overwrite(to, value) : mem_text("%s = %s;", to, value));
}

/* `s = fast`, and where that is NULL `s = slow`, which is NULL exactly when it has thrown. */
static void write_allocation(struct emit *e, uint32_t at, const char *before, const char *fast, const char *slow)
{
  const char *to = emit_word(e, at, 'A');
  const char *call = emit_guarded(e, mem_text("%s = %s", to, slow));
  emit_line(e, "%s%s = %s; if (JX_UNLIKELY(!%s)) { %s; if (!%s) goto %s; } else JX_BORN(%s, %s);", before, to, fast, to,
            call, to, emit_where_to(e), to, emit_allocation_site(e));
}

static void new_array(struct emit *e, const char *type)
{
  const char *length = emit_word(e, e->depth - 1, 'I');
  const struct class *c = class_called(e, mem_name_of(type));
  write_allocation(e, e->depth - 1, "", mem_text("jx_take_array(&jxc_%s, %u, (uint32_t)%s)", c->c_name,
                                                 (unsigned)__builtin_ctz(c->size), length),
                   mem_text("jx_new_array(&jxc_%s, %s, %s)", c->c_name, length, emit_allocation_site(e)));
}

static void new_multi(struct emit *e, const struct instruction *in)
{
  const char *lengths = "";
  uint32_t at = e->depth - (uint32_t)in->value;
  for (int32_t i = 0; i < in->value; i++)
    lengths = mem_text("%s%s%s", lengths, i ? ", " : "", emit_word(e, at + (uint32_t)i, 'I'));
  const char *call = mem_text("%s = jx_new_multi(&jxc_%s, (const int32_t[]){ %s }, %d, %s)", emit_word(e, at, 'A'),
                              class_called(e, emit_constant(e, in)->text)->c_name, lengths, in->value,
                              emit_allocation_site(e));
  emit_line(e, "%s; if (JX_EXC) goto %s;", emit_guarded(e, call), emit_where_to(e));
}

void emit_new(struct emit *e, const struct class *c, uint32_t at)
{
  uint32_t slot_bytes = (c->size + JX_SLOT_UNIT - 1) / JX_SLOT_UNIT * JX_SLOT_UNIT;
  const char *fast = slot_bytes <= JX_CACHED_BYTES ? mem_text("jx_take_cached(&jxc_%s, %u, 0)", c->c_name, slot_bytes)
                                                   : "NULL";
  write_allocation(e, at, emit_prepare(e, c), fast,
                   mem_text("jx_new(&jxc_%s, %s)", c->c_name, emit_allocation_site(e)));
}

/* ---- fields ---- */

static const char *field_lvalue(struct emit *e, const struct field *f, uint32_t object_at)
{
  if (f->cf->access & CF_STATIC)
    return f->c_name;
  return mem_text("((struct jxo_%s *)%s)->%s", f->class->c_name, emit_word(e, object_at, 'A'), f->c_name);
}

static void get_field(struct emit *e, const struct field *f)
{
  bool is_static = f->cf->access & CF_STATIC;
  uint32_t at = is_static ? e->depth : e->depth - 1;
  const char *before = is_static ? emit_prepare(e, f->class) : emit_check_null(e, emit_word(e, at, 'A'));
  const char *used = is_static ? "" : field_used(e, f, emit_word(e, at, 'A')), *from = field_lvalue(e, f, at);
  emit_line(e, "%s%s %s = %s;%s", before, used, emit_word(e, at, emit_kind(f->cf->type)), from,
            f->cf->access & CF_VOLATILE ? " JX_LOADED();" : "");
}

static void put_field(struct emit *e, const struct field *f)
{
  bool is_static = f->cf->access & CF_STATIC;
  char kind = emit_kind(f->cf->type);
  uint32_t value_at = e->depth - words_of(kind), at = value_at - !is_static;
  const char *before = is_static ? emit_prepare(e, f->class) : emit_check_null(e, emit_word(e, at, 'A'));
  const char *used = is_static ? "" : field_used(e, f, emit_word(e, at, 'A')), *to = field_lvalue(e, f, at);
  const char *value = mem_text("(%s)%s", emit_field_type(f->cf->type), emit_word(e, value_at, kind));
  const bool is_volatile = f->cf->access & CF_VOLATILE;
  emit_line(e, "%s%s%s %s%s", before, used, is_volatile ? " JX_STORES();" : "",
            kind == 'A' ? emit_overwrite(to, value) : mem_text("%s = %s;", to, value),
            is_volatile ? " JX_FENCE();" : "");
}

static void access_field(struct emit *e, const struct instruction *in)
{
  const struct cf_constant *k = emit_constant(e, in);
  const struct field *f = world_field(class_called(e, k->owner), k->name, k->type);
  if (in->op == OP_getstatic || in->op == OP_getfield)
    get_field(e, f);
  else
    put_field(e, f);
}

/* ---- the rest ---- */

static void check_cast(struct emit *e, const struct instruction *in)
{
  const struct class *c = class_called(e, emit_constant(e, in)->text);
  const char *object = emit_word(e, e->depth - 1, 'A');
  if (!c->component && !c->interface && c->depth == 0)
    return;
  emit_line(e, "if (%s && JX_UNLIKELY(!%s)) %s", object, emit_test(c, object),
            emit_throw(e, mem_text("jx_throw_cast(%s, &jxc_%s)", object, c->c_name)));
}

static void instance_of(struct emit *e, const struct instruction *in)
{
  const char *object = emit_word(e, e->depth - 1, 'A');
  const char *to = emit_word(e, e->depth - 1, 'I');
  emit_line(e, "%s = %s;", to, emit_test(class_called(e, emit_constant(e, in)->text), object));
}

/* Is it a constructor of a class with final fields, which other threads must see set whenever they see the object? */
static bool freezes_fields(const struct method *m)
{
  const struct classfile *file = m->class->file;
  if (strcmp(m->cf->name, "<init>") != 0)
    return false;
  for (uint32_t i = 0; i < file->field_count; i++)
    if ((file->fields[i].access & (CF_FINAL | CF_STATIC)) == CF_FINAL)
      return true;
  return false;
}

/* The result is cut to the size of its type, as a caller may rely on it. */
static void return_value(struct emit *e, const struct instruction *in)
{
  static const char types[] = "ZBCS";
  static const char *const cuts[] = { "%s & 1", "(int8_t)%s", "(uint16_t)%s", "(int16_t)%s" };
  const char *type = strchr(e->m->cf->type, ')') + 1;
  if (in->op == OP_return) {
    emit_line(e, "%sgoto %s;", freezes_fields(e->m) ? "JX_STORES(); " : "", emit_end(e));
    return;
  }
  char kind = by_order[in->op - OP_ireturn];
  const char *value = emit_word(e, e->depth - words_of(kind), kind), *cut = strchr(types, *type);
  if (cut) {
    const char *c = cuts[cut - types];
    value = mem_text("%.*s%s%s", (int)(strchr(c, '%') - c), c, value, strchr(c, '%') + 2);
  }
  emit_line(e, "result = %s; goto %s;", value, emit_end(e));
}

static void write_cases(struct emit *e, const struct instruction *in)
{
  int32_t value;
  uint32_t target;
  emit_line(e, "switch (%s) {", emit_word(e, e->depth - 1, 'I'));
  for (uint32_t i = 0; i < in->count; i++) {
    bytecode_case(in, e->pc, i, &value, &target);
    emit_line(e, "case (int32_t)0x%xu: goto %s;", (uint32_t)value, emit_label(e, target));
  }
  emit_line(e, "default: goto %s; }", emit_label(e, in->target));
}

const char *emit_monitor(struct emit *e, const char *object, bool enter)
{
  const char *slow = mem_text(enter ? "jx_monitor_enter_slow(%s)" : "jx_monitor_exit_slow(%s)", object);
  return mem_text("if (JX_UNLIKELY(!jx_monitor_%s(%s))) { %s; if (JX_EXC) goto", enter ? "take" : "drop", object,
                  mem_text(e->framed ? "frame.site = %u; %s" : "JX_LEAF_UNTESTED(%u, %s)", emit_site(e), slow));
}

static void use_monitor(struct emit *e, const struct instruction *in)
{
  const char *object = emit_word(e, e->depth - 1, 'A');
  bool enter = in->op == OP_monitorenter;
  const char *check = enter ? emit_check_null(e, object) : "";
  emit_line(e, "%s%s%s %s; }", check, emit_used(object), emit_monitor(e, object, enter), emit_where_to(e));
}

static void throw_object(struct emit *e)
{
  const char *thrown = emit_word(e, e->depth - 1, 'A'), *check = emit_check_null(e, thrown);
  emit_line(e, "%s%s; goto %s;", check, emit_guarded(e, mem_text("jx_throw(%s)", thrown)), emit_where_to(e));
}

static void array_length(struct emit *e)
{
  const char *array = emit_word(e, e->depth - 1, 'A'), *check = emit_check_null(e, array);
  emit_line(e, "%s%s %s = (int32_t)%s->length;", check, emit_used(array), emit_word(e, e->depth - 1, 'I'), array);
}

static void object_instruction(struct emit *e, const struct instruction *in)
{
  const struct cf_constant *k = emit_constant(e, in);
  switch (in->op) {
  case OP_getstatic: case OP_putstatic: case OP_getfield: case OP_putfield: access_field(e, in); break;
  case OP_invokevirtual: case OP_invokespecial: case OP_invokestatic: case OP_invokeinterface:
    emit_call(e, in);
    break;
  case OP_invokedynamic: emit_dynamic(e, in); break;
  case OP_new: emit_new(e, class_called(e, k->text), e->depth); break;
  case OP_newarray: new_array(e, (char[]){ '[', bytecode_element(in), 0 }); break;
  case OP_anewarray: new_array(e, classfile_array_of(k->text)); break;
  case OP_multianewarray: new_multi(e, in); break;
  case OP_arraylength: array_length(e); break;
  case OP_athrow: throw_object(e); break;
  case OP_checkcast: check_cast(e, in); break;
  case OP_instanceof: instance_of(e, in); break;
  default: use_monitor(e, in); break;
  }
}

static void other_instruction(struct emit *e, const struct instruction *in)
{
  switch (in->op) {
  case OP_nop: case OP_pop: case OP_pop2: break;
  case OP_aconst_null: emit_line(e, "%s = NULL;", emit_word(e, e->depth, 'A')); break;
  case OP_bipush: case OP_sipush: emit_line(e, "%s = %d;", emit_word(e, e->depth, 'I'), in->value); break;
  case OP_ldc: case OP_ldc_w: case OP_ldc2_w: load_constant(e, in); break;
  case OP_dup: dup_words(e, 1, 0); break;
  case OP_dup_x1: dup_words(e, 1, 1); break;
  case OP_dup_x2: dup_words(e, 1, 2); break;
  case OP_dup2: dup_words(e, 2, 0); break;
  case OP_dup2_x1: dup_words(e, 2, 1); break;
  case OP_dup2_x2: dup_words(e, 2, 2); break;
  case OP_swap: swap_words(e); break;
  case OP_iinc: emit_line(e, "%s += %d;", emit_local(e, in->local, 'I'), in->value); break;
  case OP_goto: case OP_goto_w: emit_line(e, "goto %s;", emit_label(e, in->target)); break;
  case OP_tableswitch: case OP_lookupswitch: write_cases(e, in); break;
  default: object_instruction(e, in); break;
  }
}

/* Code that throws, where the instruction refers to what is lacking. null is of any class. */
static void throw_lack(struct emit *e, const struct instruction *in, const struct lack *lack)
{
  const char *call = mem_text("jx_throw_link(&jxc_%s, %s)", lack->error->c_name, text_literal(lack->message));
  bool tests = in->op == OP_checkcast || in->op == OP_instanceof;
  const char *object = tests ? emit_word(e, e->depth - 1, 'A') : "";
  emit_line(e, tests ? "if (%s) %s" : "%s%s", object, emit_throw(e, call));
  if (in->op == OP_instanceof)
    emit_line(e, "%s = 0;", emit_word(e, e->depth - 1, 'I'));
}

void emit_instruction(struct emit *e, const struct instruction *in)
{
  uint8_t op = in->op;
  const struct lack *lack = lack_at(e->m, e->pc);
  if (lack) {
    throw_lack(e, in, lack);
    return;
  }
  if (bytecodes[op].c)
    write_by_table(e, in);
  else if (op >= OP_iload && op <= OP_aload)
    load_local(e, in);
  else if (op >= OP_istore && op <= OP_astore)
    store_local(e, in);
  else if (op >= OP_iaload && op <= OP_saload)
    array_load(e, op - OP_iaload);
  else if (op >= OP_iastore && op <= OP_sastore)
    array_store(e, op - OP_iastore);
  else if (op >= OP_ireturn && op <= OP_return)
    return_value(e, in);
  else
    other_instruction(e, in);
}
