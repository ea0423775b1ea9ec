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
#include "lack.h"
#include "lambda.h"
#include "layout.h"
#include "spelled.h"
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

void reach_run(struct method *m)
{
  initialize_class(m->class);
  reach_method(m);
}

void reach_make(struct class *c)
{
  instantiate_class(c);
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

struct class *reach_only_class(const struct class *c)
{
  struct class *only = NULL;
  for (size_t i = 0; i < made_count; i++)
    if (world_subtype(made[i], c)) {
      if (only)
        return NULL;
      only = made[i];
    }
  return only;
}

struct class *reach_only_maker(const struct class *receiver, const struct method *m, const struct method *target)
{
  struct class *only = NULL;
  for (size_t i = 0; i < made_count; i++)
    if (world_subtype(made[i], receiver) && world_subtype(made[i], m->class) && world_select(made[i], m) == target) {
      if (only)
        return NULL;
      only = made[i];
    }
  return only;
}

struct class *reach_made(const char *name)
{
  for (size_t i = 0; i < made_count; i++)
    if (strcmp(made[i]->name, name) == 0)
      return made[i];
  return NULL;
}

struct method *reach_only(const struct class *receiver, const struct method *m)
{
  struct method *only;
  return reach_targets(receiver, m, &only, 1) == 1 ? only : NULL;
}

/* ---- what is lacking ---- */

static struct method *writable(struct use where)
{
  return (struct method *)where.method;
}

/* `thing`: what is lacking, in words. */
static void enter_lack(struct use where, enum lack_kind kind, const char *thing, const char *message)
{
  struct class *error = lack_add(writable(where), where.pc, kind, thing, message);
  if (error)
    instantiate_class(error);
}

static const char *dotted(const char *class)
{
  return classfile_java_type(*class == '[' ? class : mem_text("L%s;", class));
}

/* world_class() for a reference in code: enters that the class is not there. */
static struct class *class_used(const char *name, struct use where)
{
  struct class *c = world_class(name, where);
  const char *missing = c ? NULL : world_missing(name);
  if (missing && world_lenient())
    enter_lack(where, LACK_CLASS, mem_text("class %.*s", (int)strcspn(dotted(missing), "["), dotted(missing)), missing);
  return c;
}

/* As the JDK names a method in its errors: 'int pkg.Class.name(long, java.lang.String)'. */
static const char *method_text(const char *owner, const char *name, const char *type)
{
  return mem_text("'%s %s.%s(%s)'", classfile_java_type(strchr(type, ')') + 1), dotted(owner), name,
                  classfile_java_parameters(type));
}

static const char *method_thing(const char *owner, const char *name, const char *type)
{
  bool constructor = strcmp(name, "<init>") == 0;
  return constructor ? mem_text("constructor %s(%s)", dotted(owner), classfile_java_parameters(type))
                     : mem_text("method %s.%s(%s)", dotted(owner), name, classfile_java_parameters(type));
}

static void lack_method(const struct cf_constant *k, struct use where)
{
  if (world_lenient()) {
    enter_lack(where, LACK_METHOD, method_thing(k->owner, k->name, k->type), method_text(k->owner, k->name, k->type));
    return;
  }
  world_error(where, "%s has no method %s%s", k->owner, k->name, k->type);
  diag_advise(DIAG_COMPLETE);
}

static void check_native(struct method *m)
{
  const char *class = m->class->name;
  struct use where = { m, 0 };
  if (!(m->cf->access & CF_NATIVE) || layout_has_natives(class))
    return;
  if (world_lenient())
    enter_lack(where, LACK_NATIVE, mem_text("native %s", method_thing(class, m->cf->name, m->cf->type)),
               method_text(class, m->cf->name, m->cf->type));
  else
    world_error(where, "the method is native: our runtime has no code for it");
}

/* Is the call as the method wants to be called? */
static bool check_static(const struct method *m, uint8_t op, const struct cf_constant *k, struct use where)
{
  bool is_static = m->cf->access & CF_STATIC;
  if (is_static == (op == OP_invokestatic))
    return true;
  const char *text = method_text(m->class->name, k->name, k->type);
  if (world_lenient()) {
    enter_lack(where, LACK_FORM, mem_text("%s%s", is_static ? "" : "static ", method_thing(k->owner, k->name, k->type)),
               mem_text(is_static ? "Expecting non-static method %s" : "Expected static method %s", text));
    return false;
  }
  world_error(where, "%s of %s.%s%s, which is %s", bytecodes[op].name, k->owner, k->name, k->type,
              is_static ? "static" : "not static");
  diag_advise(DIAG_COMPILE_ALL);
  return false;
}

/* Is there code where no object decides which? javac refuses to call an abstract method so. */
static bool check_code(const struct method *m, const struct cf_constant *k, struct use where)
{
  if (!(m->cf->access & CF_ABSTRACT))
    return true;
  if (world_lenient()) {
    enter_lack(where, LACK_CODE, mem_text("code of %s", method_thing(m->class->name, k->name, k->type)),
               method_text(m->class->name, k->name, k->type));
    return false;
  }
  world_error(where, "the call is of %s.%s%s itself, which is abstract", k->owner, k->name, k->type);
  diag_advise(DIAG_COMPILE_ALL);
  return false;
}

static void reach_call(const struct cf_constant *k, uint8_t op, struct use where)
{
  struct class *owner = class_used(k->owner, where);
  if (!owner)
    return;
  struct method *m = world_method(owner, k->name, k->type);
  if (!m) {
    lack_method(k, where);
    return;
  }
  if (!check_static(m, op, k, where))
    return;
  if (op == OP_invokestatic)
    initialize_class(m->class);
  bool direct = op == OP_invokestatic || op == OP_invokespecial || m->cf->access & CF_PRIVATE;
  if (!direct)
    call_virtual(m);
  else if (check_code(m, k, where))
    reach_method(m);
}

/* Is there all that a lambda or method reference refers to? What is not is thrown where it is made. */
static bool check_lambda(const struct classfile *cf, const struct cf_constant *k, struct use where)
{
  const struct cf_bootstrap *b = &cf->bootstraps[k->index1];
  const char *type = strchr(k->type, ')') + 1;
  if (!world_lenient())
    return true;
  if (!class_used(cf->constants[b->handle].owner, where))
    return false;
  if (*type == 'L' && !class_used(mem_name(type + 1, strlen(type) - 2), where))
    return false;
  for (uint16_t i = 0; i < b->arg_count; i++) {
    const struct cf_constant *h = &cf->constants[b->args[i]];
    if (h->tag != CF_METHOD_HANDLE || h->handle_kind < 5)
      continue;
    struct class *owner = class_used(h->owner, where);
    if (owner && !world_method(owner, h->name, h->type))
      lack_method(h, where);
    if (lack_at(where.method, where.pc))
      return false;
  }
  return true;
}

static void reach_spelled(const struct spelled *s)
{
  if (!s)
    return;
  if (s->kind == SPELLED_TEXT) {
    instantiate_class(s->class);
    reach_method(s->start);
    reach_method(s->end);
  }
  for (uint32_t i = 0; i < s->count; i++)
    if (s->parts[i].method) {
      initialize_class(s->parts[i].method->class);
      reach_method(s->parts[i].method);
    }
}

static void call_dynamic(struct method *m, uint16_t index, struct use where)
{
  if (spelled_is(m->class, index)) {
    reach_spelled(spelled_out(m->class, index, where));
    return;
  }
  if (!check_lambda(m->class->file, &m->class->file->constants[index], where))
    return;
  struct class *c = lambda_class(m, where.pc, index);
  if (c)
    instantiate_class(c);
}

/* ---- scanning ---- */

static void use_field(const struct cf_constant *k, bool is_static, struct use where)
{
  struct class *owner = class_used(k->owner, where);
  struct field *f = owner ? world_field(owner, k->name, k->type) : NULL;
  if (!owner)
    return;
  const char *text = mem_text("%s.%s", dotted(f ? f->class->name : k->owner), k->name);
  if (!f && world_lenient()) {
    enter_lack(where, LACK_FIELD, mem_text("field %s", text), k->name);
  } else if (f && is_static != !!(f->cf->access & CF_STATIC) && world_lenient()) {
    enter_lack(where, LACK_FORM, mem_text("%sfield %s", is_static ? "static " : "", text),
               mem_text(is_static ? "Expected static field %s" : "Expected non-static field %s", text));
  } else if (!f) {
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
  struct class *c = class_used(name, where);
  if (!c)
    return;
  if ((c->interface || c->file->access & CF_ABSTRACT) && world_lenient()) {
    enter_lack(where, LACK_ABSTRACT, mem_text("class %s that is not abstract", dotted(name)), dotted(name));
  } else if (c->interface || c->file->access & CF_ABSTRACT) {
    world_error(where, "new of %s, which is abstract", name);
    diag_advise(DIAG_COMPILE_ALL);
  } else {
    instantiate_class(c);
  }
}

static void make_array(const char *name, struct use where)
{
  struct class *c = class_used(name, where);
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
  case OP_invokedynamic: call_dynamic(m, in->index, where); break;
  case OP_new: make_object(k->text, where); break;
  case OP_newarray: make_array(mem_name((char[]){ '[', bytecode_element(in) }, 2), where); break;
  case OP_anewarray:
    if (class_used(k->text, where))
      make_array(classfile_array_of(k->text), where);
    break;
  case OP_multianewarray: make_array(k->text, where); break;
  case OP_checkcast: case OP_instanceof: class_used(k->text, where); break;
  case OP_ldc: case OP_ldc_w:
    if (k->tag == CF_CLASS)
      class_used(k->text, where);
    break;
  default: break;
  }
}

static void scan_method(struct method *m)
{
  const struct cf_code *code = m->cf->code;
  struct instruction in;
  check_native(m);
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

static bool reach_others(const struct reach_more *others)
{
  bool more = false;
  for (; others->more; others++)
    more |= others->more();
  return more;
}

void reach_program(const char *main_class, const struct reach_more *others)
{
  work_count = work_room = made_count = made_room = called_room = reach_selectors = 0;
  reach_main_method = NULL;
  for (const struct reach_more *o = others; o->start; o++)
    o->start();
  reach_entry(main_class);
  if (!diag_errors())
    reach_runtime();
  size_t scanned = 0;
  do
    for (; scanned < work_count; scanned++)
      scan_method(work[scanned]);
  while (reach_others(others));
}
