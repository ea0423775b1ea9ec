/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * verify_ops.c: what each instruction wants and gives (JVMS 4.10.1.9). What is only kinds comes from the table in
 * bytecode.h.
 */
#include "verify_ops.h"

#include <string.h>

#include "base/mem.h"
#include "world/world.h"

static const struct cf_constant *constant_of(const struct verifier *v, const struct instruction *in)
{
  return &v->m->class->file->constants[in->index];
}

static const char *class_of(const struct verifier *v)
{
  return v->m->class->name;
}

static struct vtype object_type(void)
{
  return frame_class(mem_name_of("java/lang/Object"));
}

/* ---- simple instructions ---- */

static struct vtype kind_type(char kind)
{
  static const enum vtag tags[] = { V_INT, V_LONG, V_FLOAT, V_DOUBLE };
  const char *k = strchr("IJFD", kind);
  return k ? frame_plain(tags[k - "IJFD"]) : object_type();
}

static void apply_effect(struct verifier *v, const char *effect)
{
  const char *middle = strchr(effect, '>');
  for (const char *p = middle; p-- > effect;) {
    if (*p == 'A')
      frame_pop_reference(v);
    else
      frame_pop(v, kind_type(*p));
  }
  for (const char *p = middle + 1; *p; p++)
    frame_push(v, kind_type(*p));
}

static void load_constant(struct verifier *v, const struct instruction *in)
{
  switch (constant_of(v, in)->tag) {
  case CF_INTEGER: frame_push(v, frame_plain(V_INT)); break;
  case CF_FLOAT: frame_push(v, frame_plain(V_FLOAT)); break;
  case CF_LONG: frame_push(v, frame_plain(V_LONG)); break;
  case CF_DOUBLE: frame_push(v, frame_plain(V_DOUBLE)); break;
  case CF_STRING: frame_push(v, frame_class(mem_name_of("java/lang/String"))); break;
  default: frame_push(v, frame_class(mem_name_of("java/lang/Class"))); break;
  }
}

/* Kinds of xload, xstore, xreturn in their order. */
static const enum vtag by_order[] = { V_INT, V_LONG, V_FLOAT, V_DOUBLE, V_REF };

static void store_local(struct verifier *v, const struct instruction *in)
{
  enum vtag tag = by_order[in->op - OP_istore];
  struct vtype t;
  if (tag == V_REF) {
    t = frame_pop_word(v);
    if (!v->failed && t.tag < V_NULL)
      frame_fail(v, "%s is on the stack where a reference is wanted", frame_show(t));
  } else {
    t = frame_pop(v, frame_plain(tag));
  }
  frame_set_local(v, in->local, t);
}

/* ---- dup and its like, on words ---- */

/* A pair of words may be a long; a single word may not be half of one. */
static void check_split(struct verifier *v, uint32_t words)
{
  if (!v->failed && v->now.depth >= words && v->now.stack[v->now.depth - words].tag == V_HIGH)
    frame_fail(v, "half of a long or double is moved");
}

/* Copies the top `copied` words below the `below` words under them. */
static void dup_words(struct verifier *v, uint32_t copied, uint32_t below)
{
  struct vtype word[4];
  uint32_t all = copied + below;
  if (!v->failed && v->now.depth < all)
    frame_fail(v, "the stack underflows");
  check_split(v, copied);
  check_split(v, all);
  for (uint32_t i = 0; i < all; i++)
    word[i] = frame_pop_word(v);
  for (uint32_t i = copied; i--;)
    frame_push_word(v, word[i]);
  for (uint32_t i = all; i--;)
    frame_push_word(v, word[i]);
}

static void pop_words(struct verifier *v, uint32_t words)
{
  check_split(v, words);
  while (words--)
    frame_pop_word(v);
}

static void swap_words(struct verifier *v)
{
  check_split(v, 1);
  check_split(v, 2);
  struct vtype top = frame_pop_word(v), under = frame_pop_word(v);
  frame_push_word(v, top);
  frame_push_word(v, under);
}

/* ---- arrays ---- */

/* Pops an array whose elements `op` may access; NULL in `name`: the null type. Order of op: I J F D A B C S. */
static struct vtype pop_array(struct verifier *v, unsigned order)
{
  struct vtype t = frame_pop_reference(v);
  if (v->failed || t.tag == V_NULL)
    return t;
  char element = t.name[0] == '[' ? t.name[1] : 0;
  bool fits = order == 4 ? element == 'L' || element == '['
                         : element == "IJFDABCS"[order] || (order == 5 && element == 'Z');
  if (!fits)
    frame_fail(v, "%s is on the stack where an array of %s is wanted", frame_show(t),
               order == 4 ? "references" : mem_text("%c", "IJFDABCS"[order]));
  return t;
}

static struct vtype element_type(struct vtype array, unsigned order)
{
  static const enum vtag tags[] = { V_INT, V_LONG, V_FLOAT, V_DOUBLE, V_REF, V_INT, V_INT, V_INT };
  if (order != 4)
    return frame_plain(tags[order]);
  return array.tag == V_REF ? frame_type(array.name + 1) : frame_plain(V_NULL);
}

static void array_load(struct verifier *v, unsigned order)
{
  frame_pop(v, frame_plain(V_INT));
  struct vtype array = pop_array(v, order);
  if (!v->failed)
    frame_push(v, element_type(array, order));
}

static void array_store(struct verifier *v, unsigned order)
{
  if (order == 4)
    frame_pop_reference(v);
  else
    frame_pop(v, element_type(frame_plain(V_NULL), order));
  frame_pop(v, frame_plain(V_INT));
  pop_array(v, order);
}

static void make_array(struct verifier *v, const char *type)
{
  frame_pop(v, frame_plain(V_INT));
  frame_push(v, frame_class(mem_name_of(type)));
}

static void make_multi(struct verifier *v, const struct instruction *in)
{
  for (int32_t i = 0; i < in->value; i++)
    frame_pop(v, frame_plain(V_INT));
  frame_push(v, frame_class(constant_of(v, in)->text));
}

static void array_length(struct verifier *v)
{
  struct vtype t = frame_pop_reference(v);
  if (!v->failed && t.tag == V_REF && *t.name != '[')
    frame_fail(v, "arraylength of %s", t.name);
  frame_push(v, frame_plain(V_INT));
}

/* ---- fields ---- */

static void pop_owner(struct verifier *v, const char *owner, bool store_here)
{
  struct vtype t = v->now.depth ? v->now.stack[v->now.depth - 1] : frame_plain(V_TOP);
  /* A constructor may set its own class's fields before it calls the superclass's (inner classes do). */
  if (store_here && t.tag == V_UNINIT_THIS && owner == class_of(v))
    frame_pop_word(v);
  else
    frame_pop(v, frame_class(owner));
}

static void access_field(struct verifier *v, const struct instruction *in)
{
  const struct cf_constant *k = constant_of(v, in);
  bool stores = in->op == OP_putfield || in->op == OP_putstatic;
  if (stores)
    frame_pop(v, frame_type(k->type));
  if (in->op == OP_getfield || in->op == OP_putfield)
    pop_owner(v, k->owner, stores);
  if (!stores)
    frame_push(v, frame_type(k->type));
}

/* ---- calls ---- */

static void pop_arguments(struct verifier *v, const char *type)
{
  const char *start[256];
  unsigned n = 0;
  for (type++; *type != ')' && n < 256; type += classfile_type_length(type, false))
    start[n++] = type;
  if (*type != ')')
    frame_fail(v, "a method of more than 255 parameters");
  while (n--)
    frame_pop(v, frame_type(start[n]));
}

static void push_result(struct verifier *v, const char *type)
{
  const char *result = strchr(type, ')') + 1;
  if (*result != 'V')
    frame_push(v, frame_type(result));
}

/* Everything that is the not yet constructed object becomes an object. */
static void mark_constructed(struct verifier *v, struct vtype made, const char *class)
{
  struct vtype object = frame_class(class);
  struct frame *f = &v->now;
  for (uint32_t i = 0; i < v->code->max_locals; i++)
    if (f->locals[i].tag == made.tag && f->locals[i].pc == made.pc)
      f->locals[i] = object;
  for (uint32_t i = 0; i < f->depth; i++)
    if (f->stack[i].tag == made.tag && f->stack[i].pc == made.pc)
      f->stack[i] = object;
  if (made.tag == V_UNINIT_THIS)
    f->this_uninit = false;
}

static void call_constructor(struct verifier *v, const char *owner)
{
  struct vtype t = frame_pop_word(v);
  if (v->failed)
    return;
  const struct class *super = v->m->class->super;
  if (t.tag == V_UNINIT_THIS && (owner == class_of(v) || (super && owner == super->name)))
    mark_constructed(v, t, class_of(v));
  else if (t.tag == V_UNINIT && t.name == owner)
    mark_constructed(v, t, owner);
  else
    frame_fail(v, "the constructor of %s is called on %s", owner, frame_show(t));
}

/* invokespecial of a method is for `this` and its superclasses. */
static void check_special(struct verifier *v, const char *owner)
{
  struct class *c = world_class(owner, (struct use){ v->m, v->pc });
  if (c && !world_subtype(v->m->class, c))
    frame_fail(v, "invokespecial of %s, which is no superclass", owner);
}

static void call_method(struct verifier *v, const struct instruction *in)
{
  const struct cf_constant *k = constant_of(v, in);
  bool constructor = strcmp(k->name, "<init>") == 0;
  pop_arguments(v, k->type);
  if (*k->name == '<' && !(constructor && in->op == OP_invokespecial))
    frame_fail(v, "%s of %s", bytecodes[in->op].name, k->name);
  if (constructor) {
    call_constructor(v, k->owner);
  } else if (in->op == OP_invokespecial) {
    check_special(v, k->owner);
    frame_pop(v, frame_class(class_of(v)));
  } else if (in->op == OP_invokevirtual || in->op == OP_invokeinterface) {
    frame_pop(v, frame_class(k->owner));
  }
  push_result(v, k->type);
}

/* ---- objects ---- */

static void make_object(struct verifier *v, const struct instruction *in)
{
  struct vtype t = { .tag = V_UNINIT, .pc = v->pc, .name = constant_of(v, in)->text };
  for (uint32_t i = 0; i < v->now.depth; i++)
    if (v->now.stack[i].tag == V_UNINIT && v->now.stack[i].pc == v->pc)
      frame_fail(v, "an object that the same `new` made before is still without its constructor");
  for (uint32_t i = 0; i < v->code->max_locals; i++)
    if (v->now.locals[i].tag == V_UNINIT && v->now.locals[i].pc == v->pc)
      v->now.locals[i] = frame_plain(V_TOP);
  frame_push(v, t);
}

static void return_value(struct verifier *v, const struct instruction *in)
{
  if (in->op == OP_return) {
    if (*v->result != 'V')
      frame_fail(v, "return without a value from a method that has one");
    if (v->now.this_uninit)
      frame_fail(v, "the constructor returns without having called another");
    return;
  }
  enum vtag tag = by_order[in->op - OP_ireturn];
  struct vtype wanted = *v->result == 'V' ? frame_plain(V_TOP) : frame_type(v->result);
  if (wanted.tag != tag)
    frame_fail(v, "%s from a method that returns %s", bytecodes[in->op].name, v->result);
  else
    frame_pop(v, wanted);
}

static void check_cases(struct verifier *v, const struct instruction *in)
{
  int32_t value, before = 0;
  uint32_t target;
  frame_flow_to(v, in->target);
  for (uint32_t i = 0; i < in->count && !v->failed; i++) {
    bytecode_case(in, v->pc, i, &value, &target);
    if (i && in->op == OP_lookupswitch && value <= before)
      frame_fail(v, "the cases of lookupswitch are not in order");
    before = value;
    frame_flow_to(v, target);
  }
}

/* ---- all ---- */

static void array_instruction(struct verifier *v, const struct instruction *in)
{
  const struct cf_constant *k = constant_of(v, in);
  switch (in->op) {
  case OP_newarray: make_array(v, (char[]){ '[', bytecode_element(in), 0 }); break;
  case OP_anewarray: make_array(v, classfile_array_of(k->text)); break;
  case OP_multianewarray: make_multi(v, in); break;
  default: array_length(v);
  }
}

static void other_instruction(struct verifier *v, const struct instruction *in)
{
  const struct cf_constant *k = constant_of(v, in);
  switch (in->op) {
  case OP_aconst_null: frame_push(v, frame_plain(V_NULL)); break;
  case OP_ldc: case OP_ldc_w: case OP_ldc2_w: load_constant(v, in); break;
  case OP_pop: pop_words(v, 1); break;
  case OP_pop2: pop_words(v, 2); break;
  case OP_dup: dup_words(v, 1, 0); break;
  case OP_dup_x1: dup_words(v, 1, 1); break;
  case OP_dup_x2: dup_words(v, 1, 2); break;
  case OP_dup2: dup_words(v, 2, 0); break;
  case OP_dup2_x1: dup_words(v, 2, 1); break;
  case OP_dup2_x2: dup_words(v, 2, 2); break;
  case OP_swap: swap_words(v); break;
  case OP_iinc: frame_local(v, in->local, V_INT); break;
  case OP_getstatic: case OP_putstatic: case OP_getfield: case OP_putfield: access_field(v, in); break;
  case OP_invokevirtual: case OP_invokespecial: case OP_invokestatic: case OP_invokeinterface:
    call_method(v, in);
    break;
  case OP_invokedynamic:
    pop_arguments(v, k->type);
    push_result(v, k->type);
    break;
  case OP_new: make_object(v, in); break;
  case OP_newarray: case OP_anewarray: case OP_multianewarray: case OP_arraylength: array_instruction(v, in); break;
  case OP_athrow: frame_pop(v, frame_class(mem_name_of("java/lang/Throwable"))); break;
  case OP_checkcast:
    frame_pop_reference(v);
    frame_push(v, frame_class(k->text));
    break;
  case OP_instanceof:
    frame_pop_reference(v);
    frame_push(v, frame_plain(V_INT));
    break;
  default: frame_fail(v, "the verifier does not know %s", bytecodes[in->op].name);
  }
}

void verify_instruction(struct verifier *v, const struct instruction *in)
{
  uint8_t op = in->op;
  if (bytecodes[op].effect)
    apply_effect(v, bytecodes[op].effect);
  else if (op == OP_bipush || op == OP_sipush)
    frame_push(v, frame_plain(V_INT));
  else if (op >= OP_iload && op <= OP_aload)
    frame_push(v, frame_local(v, in->local, by_order[op - OP_iload]));
  else if (op >= OP_istore && op <= OP_astore)
    store_local(v, in);
  else if (op >= OP_iaload && op <= OP_saload)
    array_load(v, op - OP_iaload);
  else if (op >= OP_iastore && op <= OP_sastore)
    array_store(v, op - OP_iastore);
  else if (op >= OP_ireturn && op <= OP_return)
    return_value(v, in);
  else
    other_instruction(v, in);
  if (op == OP_tableswitch || op == OP_lookupswitch)
    check_cases(v, in);
  else if (bytecodes[op].operands == BC_JUMP2 || bytecodes[op].operands == BC_JUMP4)
    frame_flow_to(v, in->target);
}
