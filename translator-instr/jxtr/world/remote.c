/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * remote.c: assembles stubs and invokers; remote.h is the manual.
 */
#include "remote.h"

#include <string.h>

#include "base/mem.h"
#include "base/sha1.h"
#include "classfile/assemble.h"
#include "classfile/bytecode.h"
#include "classfile/parse.h"
#include "layout.h"
#include "reach.h"
#include "scan.h"
#include "world.h"

#define REMOTE  "java/rmi/Remote"
#define STUB    "jx/rmi/Stub"
#define INVOKER "jx/rmi/Invoker"
#define WAY     "jx/rmi/Reference"   /* a program that makes one uses java.rmi */

#define METHODS_MOST 32767           /* a number of sipush */

struct remote_stub *remote_stubs;
size_t remote_stub_count;
struct remote_method *remote_methods;
size_t remote_method_count;
static size_t stub_room, method_room;
static bool scanned;

void remote_start(void)
{
  remote_stubs = NULL;
  remote_methods = NULL;
  remote_stub_count = remote_method_count = stub_room = method_room = 0;
  scanned = false;
}

static bool is_remote(const struct class *c)
{
  struct class *remote = world_class(mem_name_of(REMOTE), (struct use){ 0 });
  return remote && c != remote && world_subtype(c, remote);
}

/* ---- code ---- */

static const struct { char type; const char *box, *unbox; uint8_t load, result; } boxes[] = {
  { 'I', "java/lang/Integer", "intValue", OP_iload, OP_ireturn },
  { 'J', "java/lang/Long", "longValue", OP_lload, OP_lreturn },
  { 'F', "java/lang/Float", "floatValue", OP_fload, OP_freturn },
  { 'D', "java/lang/Double", "doubleValue", OP_dload, OP_dreturn },
  { 'B', "java/lang/Byte", "byteValue", OP_iload, OP_ireturn },
  { 'C', "java/lang/Character", "charValue", OP_iload, OP_ireturn },
  { 'S', "java/lang/Short", "shortValue", OP_iload, OP_ireturn },
  { 'Z', "java/lang/Boolean", "booleanValue", OP_iload, OP_ireturn },
};
#define BOXES (sizeof(boxes) / sizeof(boxes[0]))

/* BOXES: the type is a class or an array. */
static unsigned box_of(char type)
{
  unsigned i = 0;
  while (i < BOXES && boxes[i].type != type)
    i++;
  return i;
}

static void push_number(struct assembly *a, unsigned number)
{
  assemble_op(a, OP_sipush);
  assemble_byte(a, (uint8_t)(number >> 8));
  assemble_byte(a, (uint8_t)number);
}

static void box_value(struct assembly *a, char type)
{
  unsigned b = box_of(type);
  if (b < BOXES)
    assemble_member(a, OP_invokestatic, CF_METHOD, boxes[b].box, "valueOf", mem_text("(%c)L%s;", type, boxes[b].box));
}

/* The object on the stack becomes a value of the type that begins `type`. */
static void unbox_value(struct assembly *a, const char *type)
{
  unsigned b = box_of(*type);
  size_t n = classfile_type_length(type, false);
  if (b == BOXES) {
    assemble_class(a, OP_checkcast, *type == 'L' ? mem_name(type + 1, n - 2) : mem_name(type, n));
    return;
  }
  assemble_class(a, OP_checkcast, boxes[b].box);
  assemble_member(a, OP_invokevirtual, CF_METHOD, boxes[b].box, boxes[b].unbox, mem_text("()%c", *type));
}

static unsigned count_parameters(const char *type)
{
  unsigned count = 0;
  for (type++; *type != ')'; type += classfile_type_length(type, false))
    count++;
  return count;
}

/* Parameters, from local variable 1 on, as an Object[] on the stack. */
static void push_arguments(struct assembly *a, const char *type)
{
  unsigned local = 1, i = 0;
  push_number(a, count_parameters(type));
  assemble_class(a, OP_anewarray, "java/lang/Object");
  for (type++; *type != ')'; type += classfile_type_length(type, false), i++) {
    unsigned b = box_of(*type);
    assemble_op(a, OP_dup);
    push_number(a, i);
    assemble_local(a, b < BOXES ? boxes[b].load : OP_aload, local);
    box_value(a, *type);
    assemble_op(a, OP_aastore);
    local += classfile_words(type);
  }
}

/* A method of a stub, which gives its call to jx.rmi.Stub.call(). */
static void add_stub_method(struct assembly *a, const struct cf_method *m, unsigned number)
{
  const char *result = strchr(m->type, ')') + 1;
  unsigned b = box_of(*result);
  assemble_method(a, CF_PUBLIC, m->name, m->type);
  assemble_local(a, OP_aload, 0);
  push_number(a, number);
  push_arguments(a, m->type);
  assemble_member(a, OP_invokevirtual, CF_METHOD, STUB, "call", "(I[Ljava/lang/Object;)Ljava/lang/Object;");
  if (*result == 'V') {
    assemble_op(a, OP_pop);
    assemble_op(a, OP_return);
  } else {
    unbox_value(a, result);
    assemble_op(a, b < BOXES ? boxes[b].result : OP_areturn);
  }
  assemble_method_end(a);
}

/* The one method of an invoker: invoke(target, arguments). */
static void add_invoke(struct assembly *a, const struct method *m)
{
  const char *type = m->cf->type;
  unsigned i = 0;
  assemble_method(a, CF_PUBLIC, "invoke", "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;");
  assemble_local(a, OP_aload, 1);
  assemble_class(a, OP_checkcast, m->class->name);
  for (type++; *type != ')'; type += classfile_type_length(type, false), i++) {
    assemble_local(a, OP_aload, 2);
    push_number(a, i);
    assemble_op(a, OP_aaload);
    unbox_value(a, type);
  }
  assemble_member(a, OP_invokeinterface, CF_INTERFACE_METHOD, m->class->name, m->cf->name, m->cf->type);
  if (type[1] == 'V')
    assemble_op(a, OP_aconst_null);
  else
    box_value(a, type[1]);
  assemble_op(a, OP_areturn);
  assemble_method_end(a);
}

/* ---- classes ---- */

static int64_t hash_of(const struct cf_method *m)
{
  const char *text = mem_text("%s%s", m->name, m->type);
  size_t n = strlen(text);
  uint8_t *bytes = mem_new(n + 2);
  bytes[0] = (uint8_t)(n >> 8);
  bytes[1] = (uint8_t)n;
  memcpy(bytes + 2, text, n);
  return sha1_number(bytes, n + 2);
}

static struct class *make_invoker(const struct method *m)
{
  const char *name = mem_name_of(mem_text("%s$$Remote$%u", m->class->name, (unsigned)(m - m->class->methods)));
  struct assembly *a = assemble_start(name, INVOKER);
  add_invoke(a, m);
  struct classfile *made = assemble_finish(a);
  return made ? world_define(name, made, (struct use){ 0 }) : NULL;
}

/* The number of a method of a remote interface; -1: it has none. */
static int number_of(const struct method *m)
{
  for (size_t i = 0; i < remote_method_count; i++)
    if (remote_methods[i].method == m)
      return (int)i;
  return -1;
}

static void add_methods(struct class *interface)
{
  for (uint32_t i = 0; i < interface->file->method_count; i++) {
    struct method *m = &interface->methods[i];
    if (m->cf->access & (CF_STATIC | CF_PRIVATE) || *m->cf->name == '<' || number_of(m) >= 0)
      continue;
    struct class *invoker = remote_method_count < METHODS_MOST ? make_invoker(m) : NULL;
    if (!invoker)
      continue;
    remote_methods = mem_grow(remote_methods, remote_method_count, &method_room, sizeof(*remote_methods));
    remote_methods[remote_method_count++] = (struct remote_method){ m, invoker, hash_of(m->cf) };
    reach_make(invoker);
  }
}

/* Has an interface before number `i` of the list a method of this name and type? */
static bool came_before(const struct class *c, uint32_t i, const struct cf_method *m)
{
  for (uint32_t k = 0; k < i; k++)
    if (is_remote(c->all[k]) && world_declared(c->all[k], m->name, m->type))
      return true;
  return false;
}

static struct class *make_stub(const struct class *c, const char *name)
{
  struct assembly *a = assemble_start(name, STUB);
  for (uint32_t i = 0; i < c->all_count; i++)
    if (is_remote(c->all[i]))
      assemble_interface(a, c->all[i]->name);
  for (uint32_t i = 0; i < c->all_count; i++)
    for (uint32_t k = 0; is_remote(c->all[i]) && k < c->all[i]->file->method_count; k++) {
      struct method *m = &c->all[i]->methods[k];
      int number = number_of(m);
      if (number >= 0 && !came_before(c, i, m->cf))
        add_stub_method(a, m->cf, (unsigned)number);
    }
  struct classfile *made = assemble_finish(a);
  return made ? world_define(name, made, (struct use){ 0 }) : NULL;
}

static bool has_stub(const struct class *c)
{
  for (size_t i = 0; i < remote_stub_count; i++)
    if (remote_stubs[i].of == c || remote_stubs[i].stub == c)
      return true;
  return false;
}

/* Of a class that is remote, and is no stub. */
static bool add_stub(struct class *c)
{
  const char *name = mem_name_of(mem_text("%s_Stub", c->name));
  if (!c->file || !is_remote(c) || has_stub(c) || world_path(name))
    return false;
  for (uint32_t i = 0; i < c->all_count; i++)
    if (is_remote(c->all[i]))
      add_methods(c->all[i]);
  struct class *stub = make_stub(c, name);
  if (!stub)
    return false;
  remote_stubs = mem_grow(remote_stubs, remote_stub_count, &stub_room, sizeof(*remote_stubs));
  remote_stubs[remote_stub_count++] = (struct remote_stub){ c, stub };
  reach_make(stub);
  return true;
}

/* ---- what there is ---- */

static bool is_remote_file(const char *name)
{
  if (name == mem_name_of(REMOTE))
    return true;
  const char *path = world_path(name);
  const struct classfile *cf = path ? classfile_read(path) : NULL;
  for (uint32_t i = 0; cf && i < cf->interface_count; i++)
    if (is_remote_file(cf->interfaces[i]))
      return true;
  return cf && cf->super && is_remote_file(cf->super);
}

/* A stub of a class that only another machine makes may arrive. */
static void load_remote(const char *name, const char *file)
{
  (void)file;
  struct use where = { reach_main_method, 0 };
  if (!layout_has_natives(name) && is_remote_file(name))
    world_class(name, where);
}

bool remote_reach(void)
{
  bool more = false;
  if (!reach_made(WAY))
    return false;
  if (!scanned)
    scan_classes(world_search(), load_remote);
  scanned = true;
  for (size_t i = 0; i < world_class_count; i++)
    more |= add_stub(world_classes[i]);
  return more;
}
