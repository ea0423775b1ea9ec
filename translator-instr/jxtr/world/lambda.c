/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lambda.c: lambdas and method references as ordinary classes. For each invokedynamic of LambdaMetafactory a class
 * file is assembled in memory, with a field for each captured value and the method of the functional interface, which
 * converts its arguments, calls what the lambda stands for and converts the result (the rules are those of
 * java.lang.invoke.LambdaMetafactory's documentation). Then it is translated like any other class. Its objects are made
 * where the invokedynamic stands (emit_lambda()); one without captured values is made once for each such place.
 */
#include "lambda.h"

#include <string.h>

#include "base/mem.h"
#include "classfile/assemble.h"
#include "classfile/bytecode.h"
#include "world.h"

enum { KIND_VIRTUAL = 5, KIND_STATIC, KIND_SPECIAL, KIND_NEW, KIND_INTERFACE }; /* of a method handle: JVMS 5.4.3.5 */

#define TYPES_MOST 512 /* parameters: 255 by JVMS 4.3.3, and the captured ones */

/* Types of a descriptor, each with its own text. */
struct types {
  const char *of[TYPES_MOST];
  unsigned count;
};

struct lambda {
  struct assembly *a;
  const char *self;                    /* the new class */
  const struct cf_constant *target;    /* method handle */
  struct types captured, wanted;       /* of the fields; of the target's arguments, receiver included */
  const char *result;                  /* of the target */
  struct types generic;                /* the interface method's parameters after erasure of its own class, ... */
  struct types exact;                  /* ... and as they are used here */
  const char *exact_result;
};

static const char *parse_types(const char *type, struct types *t)
{
  for (type++; *type != ')';) {
    size_t n = classfile_type_length(type, false);
    if (t->count < TYPES_MOST)
      t->of[t->count++] = mem_name(type, n);
    type += n;
  }
  return mem_name_of(type + 1);
}

static bool is_reference(const char *type)
{
  return *type == 'L' || *type == '[';
}

/* The class that checkcast and the like name for a reference type. */
static const char *class_of(const char *type)
{
  return *type == 'L' ? mem_name(type + 1, strlen(type) - 2) : type;
}

/* ---- conversions ---- */

static const struct { char type; const char *box, *unbox; } boxes[] = {
  { 'I', "java/lang/Integer", "intValue" }, { 'J', "java/lang/Long", "longValue" },
  { 'F', "java/lang/Float", "floatValue" }, { 'D', "java/lang/Double", "doubleValue" },
  { 'B', "java/lang/Byte", "byteValue" }, { 'C', "java/lang/Character", "charValue" },
  { 'S', "java/lang/Short", "shortValue" }, { 'Z', "java/lang/Boolean", "booleanValue" },
};
#define BOXES (sizeof(boxes) / sizeof(boxes[0]))

static unsigned box_of(char type)
{
  unsigned i = 0;
  while (i < BOXES - 1 && boxes[i].type != type)
    i++;
  return i;
}

/* The box that a reference type is; BOXES: none. */
static unsigned box_called(const char *type)
{
  unsigned i = 0;
  while (i < BOXES && strcmp(class_of(type), boxes[i].box) != 0)
    i++;
  return i;
}

/* Widening of primitive types (JLS 5.1.2); the smaller than int are int on the stack. */
static void widen_value(struct lambda *l, char from, char to)
{
  static const char kinds[] = "IJFD";
  static const uint8_t ops[4][4] = {
    { 0, OP_i2l, OP_i2f, OP_i2d }, { 0, 0, OP_l2f, OP_l2d }, { 0, 0, 0, OP_f2d }, { 0, 0, 0, 0 },
  };
  const char *f = strchr(kinds, from), *t = strchr(kinds, to);
  uint8_t op = ops[f ? f - kinds : 0][t ? t - kinds : 0];
  if (op)
    assemble_op(l->a, op);
}

static void unbox_value(struct lambda *l, const char *known, char to)
{
  unsigned b = box_called(known);
  if (b == BOXES)
    b = box_of(to);
  assemble_class(l->a, OP_checkcast, boxes[b].box);
  assemble_member(l->a, OP_invokevirtual, CF_METHOD, boxes[b].box, boxes[b].unbox,
                  mem_text("()%c", boxes[b].type));
  widen_value(l, boxes[b].type, to);
}

/* The value on the stack, of type `from`, which is known to be a `known`, becomes a `to`. */
static void convert_value(struct lambda *l, const char *from, const char *known, const char *to)
{
  if (!is_reference(from) && !is_reference(to)) {
    widen_value(l, *from, *to);
  } else if (!is_reference(from)) {
    const char *box = boxes[box_of(*from)].box;
    assemble_member(l->a, OP_invokestatic, CF_METHOD, box, "valueOf", mem_text("(%c)L%s;", *from, box));
  } else if (!is_reference(to)) {
    unbox_value(l, known, *to);
  } else if (from != to && strcmp(to, "Ljava/lang/Object;") != 0) {
    assemble_class(l->a, OP_checkcast, class_of(to));
  }
}

/* ---- code ---- */

static void load_local(struct lambda *l, const char *type, unsigned local)
{
  static const char kinds[] = "IJFD";
  const char *k = strchr(kinds, *type);
  uint8_t op = is_reference(type) ? OP_aload : k ? (uint8_t)(OP_iload + (k - kinds)) : OP_iload;
  assemble_local(l->a, op, local);
}

static void return_value(struct lambda *l, const char *type)
{
  static const char kinds[] = "IJFD";
  const char *k = strchr(kinds, *type);
  assemble_op(l->a, *type == 'V' ? OP_return : is_reference(type) ? OP_areturn :
                    k ? (uint8_t)(OP_ireturn + (k - kinds)) : OP_ireturn);
}

static const char *field_name(unsigned i)
{
  return mem_text("arg%u", i + 1);
}

static void call_target(struct lambda *l)
{
  static const uint8_t ops[] = { [KIND_VIRTUAL] = OP_invokevirtual, [KIND_STATIC] = OP_invokestatic,
    [KIND_SPECIAL] = OP_invokespecial, [KIND_NEW] = OP_invokespecial, [KIND_INTERFACE] = OP_invokeinterface };
  const struct cf_constant *t = l->target;
  uint8_t op = ops[t->handle_kind];
  /* A private method of the host: the new class is its nest mate, and invokespecial is for superclasses only. */
  if (t->handle_kind == KIND_SPECIAL)
    op = t->interface ? OP_invokeinterface : OP_invokevirtual;
  assemble_member(l->a, op, t->interface ? CF_INTERFACE_METHOD : CF_METHOD, t->owner, t->name, t->type);
}

/* Pushes the target's argument `i`: a captured value, or a parameter, which moves *local on. */
static void push_argument(struct lambda *l, unsigned i, const struct types *given, unsigned *local)
{
  if (i < l->captured.count) {
    assemble_local(l->a, OP_aload, 0);
    assemble_member(l->a, OP_getfield, CF_FIELD, l->self, field_name(i), l->captured.of[i]);
    convert_value(l, l->captured.of[i], l->captured.of[i], l->wanted.of[i]);
    return;
  }
  unsigned p = i - l->captured.count;
  load_local(l, given->of[p], *local);
  *local += classfile_words(given->of[p]);
  convert_value(l, given->of[p], l->exact.of[p], l->wanted.of[i]);
}

/* The interface's method, or a bridge to it (`access` CF_BRIDGE), of type `type`. */
static void emit_method(struct lambda *l, uint16_t access, const char *name, const char *type)
{
  struct types given = { .count = 0 };
  const char *result = parse_types(type, &given);
  unsigned local = 1;
  assemble_method(l->a, CF_PUBLIC | access, name, type);
  if (l->target->handle_kind == KIND_NEW) {
    assemble_class(l->a, OP_new, l->target->owner);
    assemble_op(l->a, OP_dup);
  }
  for (unsigned i = 0; i < l->wanted.count; i++)
    push_argument(l, i, &given, &local);
  call_target(l);
  if (*result == 'V' && *l->result != 'V')
    assemble_op(l->a, classfile_words(l->result) == 2 ? OP_pop2 : OP_pop);
  else if (*result != 'V')
    convert_value(l, l->result, l->result, result);
  return_value(l, result);
  assemble_method_end(l->a);
}

/* ---- the class ---- */

static void target_types(struct lambda *l)
{
  const struct cf_constant *t = l->target;
  if (t->handle_kind != KIND_STATIC && t->handle_kind != KIND_NEW)
    l->wanted.of[l->wanted.count++] = *t->owner == '[' ? t->owner : mem_name_of(mem_text("L%s;", t->owner));
  l->result = parse_types(t->type, &l->wanted);
  if (t->handle_kind == KIND_NEW)
    l->result = mem_name_of(mem_text("L%s;", t->owner));
}

/* Bridges that altMetafactory asks for: behind the flags, the marker interfaces. */
static void emit_bridges(struct lambda *l, const struct classfile *cf, const struct cf_bootstrap *b, const char *name)
{
  enum { MARKERS = 2, BRIDGES = 4 };
  if (b->arg_count < 4 || cf->constants[b->args[3]].tag != CF_INTEGER)
    return;
  uint64_t flags = cf->constants[b->args[3]].bits;
  uint32_t at = 4;
  if (flags & MARKERS && at < b->arg_count) {
    uint64_t n = cf->constants[b->args[at]].bits;
    for (at++; n && at < b->arg_count; n--, at++)
      assemble_interface(l->a, cf->constants[b->args[at]].text);
  }
  if (flags & BRIDGES)
    for (at++; at < b->arg_count; at++)
      if (cf->constants[b->args[at]].tag == CF_METHOD_TYPE)
        emit_method(l, CF_BRIDGE | CF_SYNTHETIC, name, cf->constants[b->args[at]].text);
}

/* Returns why the bootstrap has not the form that javac gives lambdas; NULL: it has. */
static const char *why_unusable(const struct classfile *cf, const struct cf_bootstrap *b)
{
  const struct cf_constant *h = &cf->constants[b->handle];
  if (strcmp(h->owner, "java/lang/invoke/LambdaMetafactory") != 0)
    return mem_text("its bootstrap method is %s.%s; only lambdas and method references can be", h->owner, h->name);
  if (b->arg_count < 3 || cf->constants[b->args[0]].tag != CF_METHOD_TYPE ||
      cf->constants[b->args[1]].tag != CF_METHOD_HANDLE || cf->constants[b->args[2]].tag != CF_METHOD_TYPE)
    return "its bootstrap arguments are not those of a lambda";
  if (cf->constants[b->args[1]].handle_kind < KIND_VIRTUAL)
    return "it refers to a field";
  return NULL;
}

/* Do the numbers of arguments agree? */
static bool counts_agree(const struct lambda *l)
{
  return l->captured.count + l->generic.count == l->wanted.count && l->exact.count == l->generic.count &&
         l->wanted.count < TYPES_MOST / 2;
}

static struct classfile *build_class(struct lambda *l, const struct classfile *cf, const struct cf_constant *k)
{
  const struct cf_bootstrap *b = &cf->bootstraps[k->index1];
  const char *generic = cf->constants[b->args[0]].text;
  const char *interface = parse_types(k->type, &l->captured);
  l->target = &cf->constants[b->args[1]];
  target_types(l);
  parse_types(generic, &l->generic);
  parse_types(cf->constants[b->args[2]].text, &l->exact);
  if (!counts_agree(l) || *interface != 'L')
    return NULL;
  l->a = assemble_start(l->self, "java/lang/Object");
  assemble_interface(l->a, class_of(interface));
  for (unsigned i = 0; i < l->captured.count; i++)
    assemble_field(l->a, CF_PRIVATE | CF_FINAL, field_name(i), l->captured.of[i]);
  if (l->captured.count == 0)
    assemble_field(l->a, CF_STATIC, "only", mem_text("L%s;", l->self));
  emit_method(l, 0, k->name, generic);
  emit_bridges(l, cf, b, k->name);
  return assemble_finish(l->a);
}

struct class *lambda_class(struct method *host, uint32_t pc, uint16_t index)
{
  const struct classfile *cf = host->class->file;
  const struct cf_constant *k = &cf->constants[index];
  struct use where = { host, pc };
  const char *why = why_unusable(cf, &cf->bootstraps[k->index1]);
  const char *self = mem_text("%s$$Lambda$%u_%u", host->class->name, (unsigned)(host - host->class->methods), pc);
  struct lambda l = { .self = mem_name_of(self) };
  struct classfile *made = why ? NULL : build_class(&l, cf, k);
  if (!made) {
    world_error(where, "invokedynamic cannot be translated: %s", why ? why : "the types of the lambda do not agree");
    return NULL;
  }
  made->source = cf->source;
  struct class *c = world_define(l.self, made, where);
  if (!c)
    return NULL;
  c->written = where;
  if (!host->lambdas)
    host->lambdas = MEM_ARRAY(struct class *, host->cf->code->length);
  return host->lambdas[pc] = c;
}
