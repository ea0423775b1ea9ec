/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reach.c: what the program can reach (rapid type analysis); reach.h is the manual.
 *
 * A work list of methods. Scanning one finds the classes that it makes objects of, the methods that it calls, the
 * classes that it initialises. A virtual call and a new class meet in both orders: a call looks at the classes made
 * so far, a new class at the methods called so far.
 */
#include "reach.h"

#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "classfile/bytecode.h"
#include "contract/jx_upcalls.h"
#include "lambda.h"
#include "world.h"

struct class *reach_main;
struct method *reach_main_method;
uint32_t reach_selectors;

static struct method **work;
static size_t work_count, work_room;
static struct class **made;      /* instantiated classes */
static size_t made_count, made_room;
static struct method **called;   /* interface methods with a selector */
static size_t called_room;

static void reach_method(struct method *m)
{
  if (m->reached)
    return;
  m->reached = true;
  work = mem_grow(work, work_count, &work_room, sizeof(*work));
  work[work_count++] = m;
}

/* ---- classes ---- */

static void initialize_class(struct class *c)
{
  static const char clinit[] = "<clinit>", type[] = "()V";
  if (!c || c->initialized)
    return;
  c->initialized = true;
  initialize_class(c->super);
  for (uint32_t i = 0; i < c->all_count; i++)
    initialize_class(c->all[i]);
  struct method *m = world_declared(c, mem_name_of(clinit), mem_name_of(type));
  if (m)
    reach_method(m);
  if (c->file && c->file->access & CF_ENUM) {
    m = world_declared(c, mem_name_of("values"), mem_name_of(mem_text("()[L%s;", c->name)));
    if (m)
      reach_method(m);
  }
}

static void reach_selected(struct class *c, const struct method *m)
{
  struct method *found = world_select(c, m);
  if (found)
    reach_method(found);
}

/* Is the slot called through this class or one above it? */
static bool slot_called(const struct class *c, uint32_t slot)
{
  for (const struct class *s = c; s && slot < s->vtable_size; s = s->super)
    if (s->vtable[slot]->called)
      return true;
  return false;
}

static void instantiate_class(struct class *c)
{
  if (c->instantiated)
    return;
  c->instantiated = true;
  made = mem_grow(made, made_count, &made_room, sizeof(*made));
  made[made_count++] = c;
  initialize_class(c);
  for (uint32_t s = 0; s < c->vtable_size; s++)
    if (slot_called(c, s))
      reach_selected(c, c->vtable[s]);
  for (uint32_t i = 0; i < reach_selectors; i++)
    if (world_subtype(c, called[i]->class))
      reach_selected(c, called[i]);
}

/* ---- calls ---- */

/* Is `m` called through a selector? (Else, if it has a slot, through the vtable; else directly.) */
static bool is_by_selector(const struct method *m)
{
  return m->class->interface && !(m->cf->access & (CF_STATIC | CF_PRIVATE));
}

static void call_virtual(struct method *m)
{
  if (m->called)
    return;
  m->called = true;
  if (is_by_selector(m)) {
    m->selector = (int)reach_selectors;
    called = mem_grow(called, reach_selectors, &called_room, sizeof(*called));
    called[reach_selectors++] = m;
  }
  for (size_t i = 0; i < made_count; i++)
    if (world_subtype(made[i], m->class))
      reach_selected(made[i], m);
}

uint32_t reach_targets(const struct class *receiver, const struct method *m, struct method **found, uint32_t most)
{
  uint32_t count = 0;
  for (size_t i = 0; i < made_count; i++) {
    if (!world_subtype(made[i], receiver) || !world_subtype(made[i], m->class))
      continue;
    struct method *target = world_select(made[i], m);
    uint32_t k = 0;
    while (k < count && found[k] != target)
      k++;
    if (k < count)
      continue;
    if (!target || count == most)
      return most + 1;
    found[count++] = target;
  }
  return count;
}

struct method *reach_only(const struct class *receiver, const struct method *m)
{
  struct method *only;
  return reach_targets(receiver, m, &only, 1) == 1 ? only : NULL;
}

static void report_missing(const struct cf_constant *k, struct use where)
{
  world_error(where, "%s has no method %s%s", k->owner, k->name, k->type);
  diag_advise(DIAG_COMPLETE);
}

/* Is the call as the method wants to be called? */
static bool check_static(const struct method *m, uint8_t op, const struct cf_constant *k, struct use where)
{
  bool is_static = m->cf->access & CF_STATIC;
  if (is_static == (op == OP_invokestatic))
    return true;
  world_error(where, "%s of %s.%s%s, which is %s", bytecodes[op].name, k->owner, k->name, k->type,
              is_static ? "static" : "not static");
  diag_advise(DIAG_COMPILE_ALL);
  return false;
}

static void reach_call(const struct cf_constant *k, uint8_t op, struct use where)
{
  struct class *owner = world_class(k->owner, where);
  if (!owner)
    return;
  struct method *m = world_method(owner, k->name, k->type);
  if (!m) {
    report_missing(k, where);
    return;
  }
  if (!check_static(m, op, k, where))
    return;
  if (op == OP_invokestatic)
    initialize_class(m->class);
  if (op == OP_invokestatic || op == OP_invokespecial || m->cf->access & CF_PRIVATE)
    reach_method(m);
  else
    call_virtual(m);
}

static void call_lambda(struct method *m, uint16_t index, struct use where)
{
  struct class *c = lambda_class(m->class, index, where);
  if (!c)
    return;
  initialize_class(c);
  for (uint32_t i = 0; i < c->file->method_count; i++)
    if (c->methods[i].cf->access & CF_STATIC)
      reach_method(&c->methods[i]);
}

/* ---- scanning ---- */

static void use_field(const struct cf_constant *k, bool is_static, struct use where)
{
  struct class *owner = world_class(k->owner, where);
  struct field *f = owner ? world_field(owner, k->name, k->type) : NULL;
  if (!owner)
    return;
  if (!f) {
    world_error(where, "%s has no field %s of type %s", k->owner, k->name, k->type);
    diag_advise(DIAG_COMPLETE);
  } else if (is_static != !!(f->cf->access & CF_STATIC)) {
    world_error(where, "field %s.%s is %sstatic", k->owner, k->name, is_static ? "not " : "");
    diag_advise(DIAG_COMPILE_ALL);
  } else if (is_static) {
    initialize_class(f->class);
  }
}

static void make_object(const char *name, struct use where)
{
  struct class *c = world_class(name, where);
  if (!c)
    return;
  if (c->interface || c->file->access & CF_ABSTRACT) {
    world_error(where, "new of %s, which is abstract", name);
    diag_advise(DIAG_COMPILE_ALL);
  } else {
    instantiate_class(c);
  }
}

static void make_array(const char *name, struct use where)
{
  struct class *c = world_class(name, where);
  for (; c && c->component; c = c->component)
    instantiate_class(c);
}

static void scan_instruction(struct method *m, const struct instruction *in, struct use where)
{
  const struct cf_constant *k = &m->class->file->constants[in->index];
  switch (in->op) {
  case OP_getstatic: case OP_putstatic: use_field(k, true, where); break;
  case OP_getfield: case OP_putfield: use_field(k, false, where); break;
  case OP_invokevirtual: case OP_invokespecial: case OP_invokestatic: case OP_invokeinterface:
    reach_call(k, in->op, where);
    break;
  case OP_invokedynamic: call_lambda(m, in->index, where); break;
  case OP_new: make_object(k->text, where); break;
  case OP_newarray: make_array(mem_name((char[]){ '[', bytecode_element(in) }, 2), where); break;
  case OP_anewarray: make_array(classfile_array_of(k->text), where); break;
  case OP_multianewarray: make_array(k->text, where); break;
  case OP_checkcast: case OP_instanceof: world_class(k->text, where); break;
  case OP_ldc: case OP_ldc_w:
    if (k->tag == CF_CLASS)
      world_class(k->text, where);
    break;
  default: break;
  }
}

static void scan_method(struct method *m)
{
  const struct cf_code *code = m->cf->code;
  struct instruction in;
  if (!code)
    return;
  for (uint32_t pc = 0; pc < code->length; pc += in.length) {
    bytecode_decode(code->bytes, code->length, pc, &in);
    scan_instruction(m, &in, (struct use){ m, pc });
  }
  for (uint32_t i = 0; i < code->handler_count; i++)
    if (code->handlers[i].type)
      world_class(code->handlers[i].type, (struct use){ m, code->handlers[i].target });
}

/* ---- roots ---- */

static const char *const needed_classes[] = {
#define ROW_(class) class,
  JX_UPCALL_CLASSES(ROW_)
#undef ROW_
};

static const struct { const char *class, *name, *type; } needed_methods[] = {
#define ROW_(result, name, parameters, class, method, descriptor) { class, method, descriptor },
  JX_UPCALLS(ROW_)
#undef ROW_
};

static void reach_runtime(void)
{
  struct use runtime = { 0 };
  for (size_t i = 0; i < sizeof(needed_classes) / sizeof(needed_classes[0]); i++) {
    struct class *c = world_class(mem_name_of(needed_classes[i]), runtime);
    if (c && !c->interface && (!c->file || !(c->file->access & CF_ABSTRACT)))
      instantiate_class(c);
  }
  for (size_t i = 0; i < sizeof(needed_methods) / sizeof(needed_methods[0]); i++) {
    struct class *c = world_class(mem_name_of(needed_methods[i].class), runtime);
    struct method *m = c ? world_method(c, mem_name_of(needed_methods[i].name), mem_name_of(needed_methods[i].type))
                         : NULL;
    if (c && !m)
      world_error(runtime, "the runtime needs the method %s.%s%s: -c must name the library of this jxtr",
                  needed_methods[i].class, needed_methods[i].name, needed_methods[i].type);
    if (!m)
      continue;
    reach_method(m);
    if (m->slot >= 0)
      call_virtual(m);
  }
}

static void reach_entry(const char *main_class)
{
  char *name = mem_text("%s", main_class);
  for (char *p = name; *p; p++)
    if (*p == '.')
      *p = '/';
  reach_main = world_class(mem_name_of(name), (struct use){ 0 });
  if (!reach_main)
    return;
  reach_main_method = world_method(reach_main, mem_name_of("main"), mem_name_of("([Ljava/lang/String;)V"));
  if (reach_main_method && reach_main_method->cf->access & CF_STATIC) {
    initialize_class(reach_main);
    reach_method(reach_main_method);
  } else {
    diag_error(NULL, 0, "class %s has no `static void main(String[])`: name the class that has it", main_class);
  }
}

void reach_program(const char *main_class)
{
  work_count = work_room = made_count = made_room = called_room = reach_selectors = 0;
  reach_main_method = NULL;
  reach_entry(main_class);
  if (!diag_errors())
    reach_runtime();
  for (size_t i = 0; i < work_count; i++)
    scan_method(work[i]);
}
