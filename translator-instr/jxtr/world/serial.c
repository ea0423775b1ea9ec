/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * serial.c: which classes object streams may meet, and what they need to know of them; serial.h is the manual.
 *
 * A class of ours is begun by its constructor without parameters, also where JDK's is not: its readObject() finds a
 * collection that is empty, and adds to it. A class that the program has written is made as the specification says: the
 * constructor of the first superclass that is not serializable runs.
 */
#include "serial.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "classfile/parse.h"
#include "layout.h"
#include "reach.h"
#include "scan.h"
#include "uid.h"
#include "world.h"

#define SERIALIZABLE "java/io/Serializable"
#define WRITER       "java/io/ObjectOutputStream"
#define READER       "java/io/ObjectInputStream"

/* The private constant in a class of our library that names fields which its objects have in streams only: pairs of
 * name and descriptor. */
#define FIELDS_IN_STREAMS "SERIAL_FIELDS"

static bool is_subtype_of(const struct class *c, const char *name)
{
  struct class *of = world_class(mem_name_of(name), (struct use){ 0 });
  return of && world_subtype(c, of);
}

static bool is_record(const struct class *c)
{
  return c->super && strcmp(c->super->name, "java/lang/Record") == 0;
}

/* ---- methods that streams call ---- */

static struct method *own_method(const struct class *c, const char *name, const char *type)
{
  struct method *m = world_declared(c, mem_name_of(name), mem_name_of(type));
  return m && m->cf->access & CF_PRIVATE && !(m->cf->access & CF_STATIC) ? m : NULL;
}

static size_t package_length(const char *name)
{
  const char *slash = strrchr(name, '/');
  return slash ? (size_t)(slash - name) : 0;
}

static bool same_package(const struct class *a, const struct class *b)
{
  size_t n = package_length(a->name);
  return n == package_length(b->name) && strncmp(a->name, b->name, n) == 0;
}

/* May code of `c` use a member of `owner`, a superclass, that has this access? */
static bool may_use(const struct class *c, const struct class *owner, uint16_t access)
{
  if (access & (CF_PUBLIC | CF_PROTECTED))
    return true;
  return access & CF_PRIVATE ? c == owner : same_package(c, owner);
}

/* writeReplace() or readResolve(), which may be inherited. */
static struct method *inherited_method(const struct class *c, const char *name)
{
  const char *type = mem_name_of("()Ljava/lang/Object;");
  for (const struct class *s = c; s; s = s->super) {
    struct method *m = world_declared(s, mem_name_of(name), type);
    if (m)
      return m->cf->access & (CF_STATIC | CF_ABSTRACT) || !may_use(c, s, m->cf->access) ? NULL : m;
  }
  return NULL;
}

static struct method *plain_constructor(const struct class *c)
{
  return world_declared(c, mem_name_of("<init>"), mem_name_of("()V"));
}

/* The superclass whose constructor begins a new object, and which is in our library, though serializable. */
static struct class *begun_class(struct class *c)
{
  for (struct class *s = c; s && is_subtype_of(s, SERIALIZABLE); s = s->super)
    if (layout_has_natives(s->name) && plain_constructor(s) && !is_subtype_of(s, "java/lang/Throwable"))
      return s;
  return NULL;
}

static struct method *constructor_of(struct class *c, bool external)
{
  struct class *s = c;
  if (external) {
    struct method *m = plain_constructor(c);
    return m && m->cf->access & CF_PUBLIC ? m : NULL;
  }
  if (begun_class(c))
    return plain_constructor(begun_class(c));
  while (s && is_subtype_of(s, SERIALIZABLE))
    s = s->super;
  struct method *m = s ? plain_constructor(s) : NULL;
  return m && may_use(c, s, m->cf->access) ? m : NULL;
}

/* ---- fields ---- */

static int compare_serial(const void *a, const void *b)
{
  const struct serial_field *x = a, *y = b;
  bool xr = *x->type == 'L' || *x->type == '[', yr = *y->type == 'L' || *y->type == '[';
  return xr != yr ? xr - yr : strcmp(x->name, y->name);
}

static void add_field(struct serial *s, size_t *room, const char *name, const char *type, uint32_t offset)
{
  s->fields = mem_grow(s->fields, s->field_count, room, sizeof(*s->fields));
  s->fields[s->field_count++] = (struct serial_field){ name, type, offset };
}

/* The text of FIELDS_IN_STREAMS; NULL: it has none. */
static const char *fields_in_streams(const struct class *c)
{
  for (uint32_t i = 0; layout_has_natives(c->name) && i < c->file->field_count; i++) {
    const struct cf_field *f = &c->file->fields[i];
    if (strcmp(f->name, FIELDS_IN_STREAMS) == 0 && f->constant)
      return c->file->constants[f->constant].text;
  }
  return NULL;
}

static void add_listed(struct serial *s, size_t *room, const char *list)
{
  while (*list) {
    size_t name = strcspn(list, " "), type = strcspn(list + name + 1, " ");
    add_field(s, room, mem_name(list, name), mem_name(list + name + 1, type), 0);
    list += name + 1 + type;
    list += *list == ' ';
  }
}

static void find_fields(const struct class *c, struct serial *s)
{
  size_t room = 0;
  const char *list = fields_in_streams(c);
  bool is_enum = c->file->access & CF_ENUM || strcmp(c->name, "java/lang/Enum") == 0;
  if (list)
    add_listed(s, &room, list);
  for (uint32_t i = 0; !list && !is_enum && i < c->file->field_count; i++) {
    const struct field *f = &c->fields[i];
    if (strcmp(f->cf->name, "serialPersistentFields") == 0 && f->cf->access & CF_STATIC && f->cf->access & CF_PRIVATE &&
        strcmp(f->cf->type, "[Ljava/io/ObjectStreamField;") == 0)
      s->persistent = f;
    if (!(f->cf->access & (CF_STATIC | CF_TRANSIENT)))
      add_field(s, &room, f->cf->name, f->cf->type, f->offset);
  }
  if (s->field_count)
    qsort(s->fields, s->field_count, sizeof(*s->fields), compare_serial);
}

/* ---- classes ---- */

/* Does the program make objects of the class, or of a subclass? Loads nothing. */
static bool is_made(const char *name)
{
  const char *wanted = mem_name_of(name);
  for (size_t i = 0; i < world_class_count; i++)
    for (const struct class *c = world_classes[i]->instantiated ? world_classes[i] : NULL; c; c = c->super)
      if (c->name == wanted)
        return true;
  return false;
}

static bool writes, reads;   /* it makes such streams */

/* An inner object of our library's whose outer object might be missing is never read: its code does not test for
 * that. */
static bool is_inner_of_library(const struct class *c)
{
  for (uint32_t i = 0; layout_has_natives(c->name) && i < c->file->field_count; i++)
    if (strncmp(c->file->fields[i].name, "this$", strlen("this$")) == 0)
      return true;
  return false;
}

bool serial_describe(struct class *c, struct serial *s)
{
  memset(s, 0, sizeof(*s));
  if ((!writes && !reads) || c->primitive || c->written.method || !is_subtype_of(c, SERIALIZABLE) ||
      strcmp(c->name, SERIALIZABLE) == 0)
    return false;
  s->uid = uid_of(c);
  if (!c->file || c->interface)
    return true;
  s->external = is_subtype_of(c, "java/io/Externalizable");
  s->record = is_record(c);
  if (!s->external)
    find_fields(c, s);
  s->write = own_method(c, "writeObject", "(Ljava/io/ObjectOutputStream;)V");
  s->read = own_method(c, "readObject", "(Ljava/io/ObjectInputStream;)V");
  s->read_none = own_method(c, "readObjectNoData", "()V");
  s->replace = inherited_method(c, "writeReplace");
  s->resolve = inherited_method(c, "readResolve");
  s->construct = constructor_of(c, s->external);
  s->made = reads && c->instantiated && !(c->file->access & CF_ABSTRACT) && !is_inner_of_library(c);
  return true;
}

/* ---- what is reached ---- */

static bool more, scanned;

void serial_start(void)
{
  scanned = writes = reads = false;
}

static void run_method(struct method *m)
{
  if (m && !m->reached) {
    reach_run(m);
    more = true;
  }
}

static void run_methods(struct class *c)
{
  struct serial s;
  if (!serial_describe(c, &s) || !c->file || c->interface)
    return;
  if (writes) {
    run_method(s.write);
    run_method(s.replace);
  }
  if (reads) {
    run_method(s.read);
    run_method(s.read_none);
    run_method(s.resolve);
    if (c->instantiated)
      run_method(s.construct);
  }
}

static bool may_be_serializable(const char *name);

/* Does a class file's class, or a class above it, implement it? */
static bool is_serializable_file(const struct classfile *cf)
{
  for (uint32_t i = 0; i < cf->interface_count; i++)
    if (may_be_serializable(cf->interfaces[i]))
      return true;
  return cf->super && may_be_serializable(cf->super);
}

static const char **known_names;
static bool *known_answers;
static size_t known_count, name_room, answer_room;

/* Looks at files, without loading classes: most that a class path has are of no concern. */
static bool may_be_serializable(const char *name)
{
  if (strcmp(name, SERIALIZABLE) == 0)
    return true;
  for (size_t i = 0; i < known_count; i++)
    if (known_names[i] == name)
      return known_answers[i];
  size_t at = known_count;
  known_names = mem_grow(known_names, known_count, &name_room, sizeof(*known_names));
  known_answers = mem_grow(known_answers, known_count, &answer_room, sizeof(*known_answers));
  known_names[at] = name;
  known_answers[at] = false;
  known_count++;
  const char *path = world_path(name);
  const struct classfile *cf = path ? classfile_read(path) : NULL;
  bool answer = cf && is_serializable_file(cf);
  known_answers[at] = answer;
  return answer;
}

static struct use reading;  /* the method that a missing superclass is reported in */
static const char **named;  /* classes that the program's class files name */
static size_t named_count, named_room;

/* Notes what a class file of the program names: of the library, what is sent to it is among that. */
static void note_names(const char *name, const char *file)
{
  const struct classfile *cf = layout_has_natives(name) ? NULL : classfile_read(file);
  for (uint32_t i = 1; cf && i < cf->constant_count; i++)
    if (cf->constants[i].tag == CF_CLASS && layout_has_natives(cf->constants[i].text)) {
      named = mem_grow(named, named_count, &named_room, sizeof(*named));
      named[named_count++] = cf->constants[i].text;
    }
}

static bool is_named(const char *name)
{
  for (size_t i = 0; i < named_count; i++)
    if (named[i] == name)
      return true;
  return false;
}

static bool is_throwable(const char *name)
{
  while (name && strcmp(name, "java/lang/Throwable") != 0) {
    const char *path = world_path(name);
    const struct classfile *cf = path ? classfile_read(path) : NULL;
    name = cf ? cf->super : NULL;
  }
  return name != NULL;
}

/* Of the library, what the program names, and exceptions, which any code may throw. */
static void make_serializable(const char *name, const char *file)
{
  bool library = layout_has_natives(name);
  if (!may_be_serializable(name) || (library && !is_named(name) && !is_throwable(name)))
    return;
  const struct classfile *cf = classfile_read(file);
  if (!cf || cf->access & (CF_ABSTRACT | CF_INTERFACE) || (library && !(cf->written & CF_PUBLIC)))
    return;
  struct class *c = world_class(name, reading);
  if (c && c->file && !is_inner_of_library(c) && !c->instantiated) {
    reach_make(c);
    more = true;
  }
}

/* Arrays that a program can be sent without naming them. */
static void make_arrays(void)
{
  static const char *const names[] = { "[Z", "[B", "[C", "[S", "[I", "[J", "[F", "[D", "[Ljava/lang/Object;",
                                       "[Ljava/lang/String;" };
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
    reach_make(world_class(mem_name_of(names[i]), reading));
}

static void make_all(void)
{
  struct class *reader = world_class(mem_name_of(READER), (struct use){ 0 });
  struct method *m = world_declared(reader, mem_name_of("readObject"), mem_name_of("()Ljava/lang/Object;"));
  known_names = NULL;
  known_answers = NULL;
  named = NULL;
  known_count = name_room = answer_room = named_count = named_room = 0;
  reading = (struct use){ m, 0 };
  make_arrays();
  scan_classes(world_search(), note_names);
  scan_classes(world_search(), make_serializable);
}

bool serial_reach(void)
{
  more = false;
  writes = writes || is_made(WRITER);
  reads = reads || is_made(READER);
  if (!writes && !reads)
    return false;
  if (reads && !scanned) {
    scanned = true;
    make_all();
  }
  for (size_t i = 0; i < world_class_count; i++)
    run_methods(world_classes[i]);
  return more;
}
