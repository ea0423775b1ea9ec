/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * world.c: loading, hierarchy, resolution, subtyping; world.h is the manual, layout.c lays out objects and vtables.
 */
#include "world.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/mem.h"
#include "classfile/parse.h"
#include "layout.h"

#define BUCKETS 4096
#define PRIMITIVE '.' /* before the letter of a primitive type: no class name has one (constants.c) */

enum state { NEW, BUSY, FAILED, LOADED };

struct entry {
  struct entry *next;
  const char *name;
  struct class *class;    /* when LOADED */
  enum state state;
  const char *missing;    /* when FAILED: world_missing() */
};

struct class **world_classes;
size_t world_class_count;
static size_t room;
static struct entry *table[BUCKETS];
static const char *search;
static bool lenient;

void world_start(const char *path)
{
  memset(table, 0, sizeof(table));
  world_classes = NULL;
  world_class_count = room = 0;
  search = path;
  lenient = false;
}

void world_be_lenient(bool yes)
{
  lenient = yes;
}

bool world_lenient(void)
{
  return lenient;
}

/* ---- messages ---- */

const char *world_java_name(const struct class *c)
{
  char *text = mem_text("%s", c->shown ? c->shown : c->name);
  for (char *p = text; *p; p++)
    if (*p == '/')
      *p = '.';
  return text;
}

/* The source as the package and SourceFile name it, so that it can be found from a source folder. */
const char *world_file(const struct class *c)
{
  if (c->written.method)
    return world_file(c->written.method->class);
  if (!c->file || !c->file->source)
    return c->name;
  const char *slash = strrchr(c->name, '/');
  return slash ? mem_text("%.*s%s", (int)(slash - c->name + 1), c->name, c->file->source) : c->file->source;
}

uint32_t world_line(struct use where)
{
  return where.method && where.method->cf->code ? classfile_line(where.method->cf->code, where.pc) : 0;
}

void world_error(struct use where, const char *format, ...)
{
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  const struct method *m = where.method;
  if (m)
    diag_error(world_file(m->class), world_line(where), "%s (in %s.%s%s, bytecode %u)", text,
               world_java_name(m->class), m->cf->name, m->cf->type, where.pc);
  else
    diag_error(NULL, 0, "%s", text);
}

/* ---- table ---- */

static struct entry *entry_of(const char *name)
{
  struct entry **bucket = &table[((uintptr_t)name >> 4) % BUCKETS];
  for (struct entry *e = *bucket; e; e = e->next)
    if (e->name == name)
      return e;
  struct entry *e = mem_new(sizeof(*e));
  e->name = name;
  e->next = *bucket;
  *bucket = e;
  return e;
}

static void enter_class(struct entry *e, struct class *c)
{
  e->class = c;
  e->state = LOADED;
  world_classes = mem_grow(world_classes, world_class_count, &room, sizeof(*world_classes));
  world_classes[world_class_count++] = c;
}

/* ---- loading ---- */

static char *find_file(const char *name)
{
  for (const char *dir = search; dir; dir = strchr(dir, ':') ? strchr(dir, ':') + 1 : NULL) {
    char *path = mem_text("%.*s/%s.class", (int)strcspn(dir, ":"), dir, name);
    if (access(path, F_OK) == 0)
      return path;
  }
  return NULL;
}

const char *world_path(const char *name)
{
  return find_file(name);
}

const char *world_search(void)
{
  return search;
}

static void add_interface(struct class *c, struct class *i, size_t *size)
{
  for (uint32_t k = 0; k < c->all_count; k++)
    if (c->all[k] == i)
      return;
  c->all = mem_grow(c->all, c->all_count, size, sizeof(*c->all));
  c->all[c->all_count++] = i;
}

static void collect_interfaces(struct class *c)
{
  size_t size = 0;
  if (c->interface)
    add_interface(c, c, &size);
  for (uint32_t i = 0; c->super && i < c->super->all_count; i++)
    add_interface(c, c->super->all[i], &size);
  for (uint32_t i = 0; i < c->interface_count; i++)
    for (uint32_t k = 0; k < c->interfaces[i]->all_count; k++)
      add_interface(c, c->interfaces[i]->all[k], &size);
}

static bool link_supers(struct entry *e, struct class *c, struct use where)
{
  const struct classfile *cf = c->file;
  if (cf->super) {
    c->super = world_class(cf->super, where);
    e->missing = c->super ? NULL : world_missing(cf->super);
    if (!c->super)
      return false;
    if (!c->super->file || c->super->interface || c->super->file->access & CF_FINAL) {
      diag_error(cf->path, 0, "%s extends %s, which is %s", cf->name, cf->super,
                 !c->super->file ? "an array" : c->super->interface ? "an interface" : "final");
      diag_advise(DIAG_COMPILE_ALL);
      return false;
    }
    c->depth = c->super->depth + 1;
  }
  c->interface_count = cf->interface_count;
  c->interfaces = MEM_ARRAY(struct class *, cf->interface_count);
  for (uint32_t i = 0; i < cf->interface_count; i++) {
    c->interfaces[i] = world_class(cf->interfaces[i], where);
    e->missing = c->interfaces[i] ? NULL : world_missing(cf->interfaces[i]);
    if (!c->interfaces[i])
      return false;
    if (!c->interfaces[i]->interface) {
      diag_error(cf->path, 0, "%s implements %s, which is no interface", cf->name, cf->interfaces[i]);
      diag_advise(DIAG_COMPILE_ALL);
      return false;
    }
  }
  collect_interfaces(c);
  return true;
}

static struct class *define_class(struct entry *e, struct classfile *cf, struct use where)
{
  if (cf->name != e->name) {
    diag_error(cf->path, 0, "holds the class %s, not %s: -c names the folder in which the packages begin",
               cf->name, e->name);
    return NULL;
  }
  struct class *c = mem_new(sizeof(*c));
  c->name = cf->name;
  c->file = cf;
  c->interface = cf->access & CF_INTERFACE;
  if (!link_supers(e, c, where) || !layout_class(c))
    return NULL;
  enter_class(e, c);
  return c;
}

/* I J F D B C S Z V. */
static struct class *primitive_class(char type)
{
  return world_class(mem_name((char[]){ PRIMITIVE, type }, 2), (struct use){ 0 });
}

static struct class *make_array(struct entry *e, struct use where)
{
  const char *element = e->name + 1;
  const char *component_name = *element == 'L' ? mem_name(element + 1, strlen(element) - 2) : mem_name_of(element);
  bool primitive = *element != 'L' && *element != '[';
  struct class *component = primitive ? primitive_class(*element) : world_class(component_name, where);
  struct class *object = world_class(mem_name_of("java/lang/Object"), where);
  if (!component || !object) {
    const char *missing = component ? NULL : world_missing(component_name);
    e->missing = missing == component_name ? e->name : missing;
    return NULL;
  }
  struct class *c = mem_new(sizeof(*c));
  c->name = e->name;
  c->super = object;
  c->depth = 1;
  c->component = component;
  component->array = c;
  size_t size = 0;
  struct class *cloneable = world_class(mem_name_of("java/lang/Cloneable"), where);
  struct class *serializable = world_class(mem_name_of("java/io/Serializable"), where);
  if (!cloneable || !serializable)
    return NULL;
  add_interface(c, cloneable, &size);
  add_interface(c, serializable, &size);
  layout_array(c);
  enter_class(e, c);
  return c;
}

static struct class *make_primitive(struct entry *e)
{
  struct class *c = mem_new(sizeof(*c));
  c->name = e->name + 1;
  c->primitive = true;
  layout_primitive(c);
  enter_class(e, c);
  return c;
}

static struct class *load_class(struct entry *e, struct use where)
{
  char *path = find_file(e->name);
  if (!path && world_lenient() && where.method) {
    e->missing = e->name;
    return NULL;
  }
  if (!path) {
    world_error(where, "there is no class %s: neither the program nor our library has it", e->name);
    diag_advise(DIAG_COMPLETE);
    return NULL;
  }
  struct classfile *cf = classfile_read(path);
  return cf ? define_class(e, cf, where) : NULL;
}

static struct class *make_class(struct entry *e, struct use where)
{
  switch (*e->name) {
  case '[': return make_array(e, where);
  case PRIMITIVE: return make_primitive(e);
  default: return load_class(e, where);
  }
}

struct class *world_class(const char *name, struct use where)
{
  struct entry *e = entry_of(name);
  if (e->state == BUSY) {
    world_error(where, "%s is its own superclass or superinterface", name);
    diag_advise(DIAG_COMPILE_ALL);
  }
  if (e->state != NEW)
    return e->class;
  e->state = BUSY;
  if (!make_class(e, where))
    e->state = FAILED;
  return e->class;
}

const char *world_missing(const char *name)
{
  return entry_of(name)->missing;
}

struct class *world_define(const char *name, struct classfile *cf, struct use where)
{
  struct entry *e = entry_of(name);
  if (e->state != NEW) {
    world_error(where, "there is a class %s already: give that one another name", name);
    return NULL;
  }
  return define_class(e, cf, where);
}

/* ---- resolution ---- */

struct method *world_declared(const struct class *c, const char *name, const char *type)
{
  for (uint32_t i = 0; c->file && i < c->file->method_count; i++)
    if (c->methods[i].cf->name == name && c->methods[i].cf->type == type)
      return &c->methods[i];
  return NULL;
}

static struct field *declared_field(struct class *c, const char *name, const char *type)
{
  for (uint32_t i = 0; c->file && i < c->file->field_count; i++)
    if (c->fields[i].cf->name == name && c->fields[i].cf->type == type)
      return &c->fields[i];
  return NULL;
}

struct field *world_field(struct class *owner, const char *name, const char *type)
{
  for (struct class *c = owner; c; c = c->super) {
    struct field *f = declared_field(c, name, type);
    for (uint32_t i = 0; !f && i < c->all_count; i++)
      f = declared_field(c->all[i], name, type);
    if (f)
      return f;
  }
  return NULL;
}

/* A method of the superinterfaces; the most specific one that has code, else any. */
static struct method *find_in_interfaces(const struct class *c, const char *name, const char *type)
{
  struct method *best = NULL;
  for (uint32_t i = 0; i < c->all_count; i++) {
    struct method *m = world_declared(c->all[i], name, type);
    if (!m || m->cf->access & (CF_STATIC | CF_PRIVATE))
      continue;
    if (!best || (!best->cf->code && m->cf->code) ||
        (m->cf->code && world_subtype(m->class, best->class)))
      best = m;
  }
  return best;
}

struct method *world_method(struct class *owner, const char *name, const char *type)
{
  for (struct class *c = owner; c; c = c->super) {
    struct method *m = world_declared(c, name, type);
    if (m)
      return m;
  }
  struct method *m = find_in_interfaces(owner, name, type);
  if (m || !owner->interface)
    return m;
  struct class *object = world_class(mem_name_of("java/lang/Object"), (struct use){ 0 });
  return object ? world_declared(object, name, type) : NULL;
}

static bool has_body(const struct method *m)
{
  return m->cf->code || m->cf->access & CF_NATIVE;
}

struct method *world_select(struct class *c, const struct method *m)
{
  if (m->slot >= 0) {
    struct method *found = (uint32_t)m->slot < c->vtable_size ? c->vtable[m->slot] : NULL;
    return found && has_body(found) ? found : NULL;
  }
  for (struct class *s = c; s; s = s->super) {
    struct method *found = world_declared(s, m->cf->name, m->cf->type);
    if (found && !(found->cf->access & (CF_STATIC | CF_PRIVATE)))
      return has_body(found) ? found : NULL;
  }
  struct method *found = find_in_interfaces(c, m->cf->name, m->cf->type);
  return found && has_body(found) ? found : NULL;
}

bool world_subtype(const struct class *c, const struct class *of)
{
  if (c == of)
    return true;
  if (of->interface) {
    for (uint32_t i = 0; i < c->all_count; i++)
      if (c->all[i] == of)
        return true;
    return false;
  }
  if (c->component && of->component)
    return !c->component->primitive && !of->component->primitive && world_subtype(c->component, of->component);
  if (c->interface)
    return of->file && !of->file->super;
  for (const struct class *s = c->super; s; s = s->super)
    if (s == of)
      return true;
  return false;
}
