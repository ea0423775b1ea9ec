/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * parse.c: the frame of a class file: header, fields, methods, attributes; parse.h is the manual, constants.c and
 * code.c are the two large parts.
 */
#include "parse.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "code.h"
#include "constants.h"
#include "reader.h"

#define MAGIC 0xCAFEBABEu  /* JVMS 4.1 */
#define OLDEST 50          /* Java 6: StackMapTable begins there (JVMS 4.10) */
#define NEWEST 61          /* Java 17 */

/* ---- members ---- */

static const char *read_utf8(struct reader *r, const struct classfile *cf, const char *what)
{
  const struct cf_constant *c = constants_get(r, cf, reader_u2(r), CF_UTF8, what);
  return c ? c->text : "";
}

/* Opens the next attribute; its body is `body`. */
static const char *open_attribute(struct reader *r, const struct classfile *cf, struct reader *body)
{
  const char *name = read_utf8(r, cf, "attribute name");
  *body = reader_part(r, reader_u4(r));
  return name;
}

static void parse_field(struct reader *r, const struct classfile *cf, struct cf_field *f)
{
  f->access = reader_u2(r);
  f->name = read_utf8(r, cf, "field name");
  f->type = read_utf8(r, cf, "field type");
  size_t n = r->failed ? 1 : classfile_type_length(f->type, false);
  if (!r->failed && (!n || f->type[n] || !*f->name || strpbrk(f->name, ".;[/")))
    reader_fail(r, "field `%s` of type `%s` is not well-formed", f->name, f->type);
  for (uint16_t count = reader_u2(r); count && !r->failed; count--) {
    struct reader body;
    if (strcmp(open_attribute(r, cf, &body), "ConstantValue") == 0)
      f->constant = reader_u2(&body);
    r->failed |= body.failed;
  }
}

/* Does the ConstantValue fit the field? */
static void check_constant(struct reader *r, const struct classfile *cf, const struct cf_field *f)
{
  if (!f->constant || r->failed)
    return;
  enum cf_tag tag = f->type[0] == 'J' ? CF_LONG : f->type[0] == 'F' ? CF_FLOAT : f->type[0] == 'D' ? CF_DOUBLE :
                    f->type[0] == 'L' ? CF_STRING : f->type[0] == '[' ? 0 : CF_INTEGER;
  constants_get(r, cf, f->constant, tag, mem_text("value of field %s", f->name));
}

static void check_method(struct reader *r, const struct cf_method *m)
{
  bool bare = m->access & (CF_ABSTRACT | CF_NATIVE);
  bool special = strcmp(m->name, "<init>") == 0 || strcmp(m->name, "<clinit>") == 0;
  if (r->failed)
    return;
  if (!*m->name || strpbrk(m->name, ".;[/") || (!special && strpbrk(m->name, "<>")) ||
      !classfile_method_type(m->type))
    reader_fail(r, "method `%s` of type `%s` is not well-formed", m->name, m->type);
  else if (special && m->type[strlen(m->type) - 1] != 'V')
    reader_fail(r, "%s of type %s returns something", m->name, m->type);
  else if (strcmp(m->name, "<clinit>") == 0 && (!(m->access & CF_STATIC) || m->type[1] != ')'))
    reader_fail(r, "<clinit> has parameters or is not static");
  else if (special && bare)
    reader_fail(r, "%s is abstract or native", m->name);
  else if (strcmp(m->name, "<init>") == 0 && m->access & CF_STATIC)
    reader_fail(r, "<init> is static");
  else if (bare == (m->code != NULL))
    reader_fail(r, "method %s%s %s", m->name, m->type, bare ? "is abstract or native, but has code" : "has no code");
}

static void parse_throws(struct reader *a, const struct classfile *cf, struct cf_method *m)
{
  m->throw_count = reader_u2(a);
  m->throws = MEM_ARRAY(const char *, m->throw_count);
  for (uint16_t i = 0; i < m->throw_count && !a->failed; i++) {
    const struct cf_constant *c = constants_get(a, cf, reader_u2(a), CF_CLASS, "declared exception");
    m->throws[i] = c ? c->text : "";
  }
}

static void parse_method(struct reader *r, const struct classfile *cf, struct cf_method *m)
{
  m->access = reader_u2(r);
  m->name = read_utf8(r, cf, "method name");
  m->type = read_utf8(r, cf, "method type");
  for (uint16_t count = reader_u2(r); count && !r->failed; count--) {
    struct reader body;
    const char *name = open_attribute(r, cf, &body);
    if (r->failed)
      return;
    if (strcmp(name, "Code") == 0 && m->code)
      reader_fail(r, "method %s has two Code attributes", m->name);
    else if (strcmp(name, "Code") == 0)
      m->code = code_parse(&body, cf, m);
    else if (strcmp(name, "Exceptions") == 0)
      parse_throws(&body, cf, m);
    r->failed |= body.failed;
  }
  check_method(r, m);
}

/* ---- attributes of the class ---- */

static void parse_bootstraps(struct reader *a, struct classfile *cf)
{
  cf->bootstrap_count = reader_u2(a);
  cf->bootstraps = MEM_ARRAY(struct cf_bootstrap, cf->bootstrap_count);
  for (uint16_t i = 0; i < cf->bootstrap_count && !a->failed; i++) {
    struct cf_bootstrap *b = &cf->bootstraps[i];
    b->handle = reader_u2(a);
    constants_get(a, cf, b->handle, CF_METHOD_HANDLE, "bootstrap method");
    b->arg_count = reader_u2(a);
    b->args = MEM_ARRAY(uint16_t, b->arg_count);
    for (uint16_t k = 0; k < b->arg_count && !a->failed; k++) {
      b->args[k] = reader_u2(a);
      if (!b->args[k] || b->args[k] >= cf->constant_count)
        reader_fail(a, "bootstrap method %u: constant %u is out of range", i, b->args[k]);
    }
  }
}

/* Of the nested classes that the attribute tells of, the class itself is looked for. */
static void parse_inner(struct reader *a, struct classfile *cf)
{
  for (uint16_t count = reader_u2(a); count && !a->failed; count--) {
    const struct cf_constant *inner = constants_get(a, cf, reader_u2(a), CF_CLASS, "nested class");
    reader_u2(a);
    reader_u2(a);
    uint16_t access = reader_u2(a);
    if (inner && inner->text == cf->name)
      cf->written = access;
  }
}

static void parse_class_attributes(struct reader *r, struct classfile *cf)
{
  for (uint16_t count = reader_u2(r); count && !r->failed; count--) {
    struct reader body;
    const char *name = open_attribute(r, cf, &body);
    if (r->failed)
      return;
    if (strcmp(name, "SourceFile") == 0)
      cf->source = read_utf8(&body, cf, "source file");
    else if (strcmp(name, "BootstrapMethods") == 0)
      parse_bootstraps(&body, cf);
    else if (strcmp(name, "InnerClasses") == 0)
      parse_inner(&body, cf);
    r->failed |= body.failed;
  }
  for (uint16_t i = 1; i < cf->constant_count && !r->failed; i++)
    if (cf->constants[i].tag == CF_INVOKE_DYNAMIC && cf->constants[i].index1 >= cf->bootstrap_count)
      reader_fail(r, "constant %u: bootstrap method %u is out of range", i, cf->constants[i].index1);
}

/* ---- the whole ---- */

static void parse_header(struct reader *r, struct classfile *cf)
{
  uint32_t magic = reader_u4(r);
  if (!r->failed && magic != MAGIC)
    reader_fail(r, "this is no class file: it begins with %08X, not CAFEBABE", magic);
  uint16_t minor = reader_u2(r);
  cf->major = reader_u2(r);
  if (!r->failed && (cf->major < OLDEST || cf->major > NEWEST || (cf->major >= 56 && minor != 0))) {
    diag_error(r->path, 0, "class file version %u.%u; versions %u.0 to %u.0 (Java 6 to 17) can be translated: compile "
               "with --release 17 or less, without preview features", cf->major, minor, OLDEST, NEWEST);
    r->failed = true;
  }
}

static void parse_names(struct reader *r, struct classfile *cf)
{
  cf->access = cf->written = reader_u2(r);
  const struct cf_constant *self = constants_get(r, cf, reader_u2(r), CF_CLASS, "this class");
  cf->name = self ? self->text : "";
  if (cf->name[0] == '[')
    reader_fail(r, "the class is called %s, which names an array", cf->name);
  uint16_t super = reader_u2(r);
  if (super) {
    const struct cf_constant *s = constants_get(r, cf, super, CF_CLASS, "superclass");
    cf->super = s ? s->text : NULL;
  } else if (!r->failed && strcmp(cf->name, "java/lang/Object") != 0 && !(cf->access & CF_MODULE)) {
    reader_fail(r, "class %s has no superclass", cf->name);
  }
  cf->interface_count = reader_u2(r);
  cf->interfaces = MEM_ARRAY(const char *, cf->interface_count);
  for (uint16_t i = 0; i < cf->interface_count && !r->failed; i++) {
    const struct cf_constant *c = constants_get(r, cf, reader_u2(r), CF_CLASS, "superinterface");
    cf->interfaces[i] = c ? c->text : "";
  }
}

static void parse_members(struct reader *r, struct classfile *cf)
{
  cf->field_count = reader_u2(r);
  cf->fields = MEM_ARRAY(struct cf_field, cf->field_count);
  for (uint16_t i = 0; i < cf->field_count && !r->failed; i++) {
    parse_field(r, cf, &cf->fields[i]);
    check_constant(r, cf, &cf->fields[i]);
  }
  cf->method_count = reader_u2(r);
  cf->methods = MEM_ARRAY(struct cf_method, cf->method_count);
  for (uint16_t i = 0; i < cf->method_count && !r->failed; i++)
    parse_method(r, cf, &cf->methods[i]);
}

struct classfile *classfile_parse(const char *path, const uint8_t *bytes, size_t length)
{
  struct classfile *cf = mem_new(sizeof(*cf));
  struct reader r = { path, bytes, bytes, bytes + length, false };
  cf->path = path;
  parse_header(&r, cf);
  if (!r.failed)
    constants_parse(&r, cf);
  if (!r.failed)
    parse_names(&r, cf);
  if (!r.failed)
    parse_members(&r, cf);
  if (!r.failed)
    parse_class_attributes(&r, cf);
  if (!r.failed && r.at != r.end)
    reader_fail(&r, "%td bytes follow the end of the class", r.end - r.at);
  return r.failed ? NULL : cf;
}

struct classfile *classfile_read(const char *path)
{
  FILE *f = fopen(path, "rb");
  if (!f) {
    diag_error(path, 0, "cannot be opened: %s", strerror(errno));
    return NULL;
  }
  uint8_t *bytes = NULL;
  size_t used = 0, room = 0, got;
  do {
    if (used == room) {
      uint8_t *more = mem_new(room ? room * 2 : 16384);
      memcpy(more, bytes ? bytes : more, used);
      bytes = more;
      room = room ? room * 2 : 16384;
    }
    got = fread(bytes + used, 1, room - used, f);
    used += got;
  } while (got);
  int bad = ferror(f);
  fclose(f);
  if (bad) {
    diag_error(path, 0, "cannot be read: %s", strerror(errno));
    return NULL;
  }
  return classfile_parse(path, bytes, used);
}
