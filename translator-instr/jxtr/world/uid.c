/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * uid.c: the stream of bytes of which a serialVersionUID is the hash; uid.h is the manual. The methods, fields and
 * interfaces of a class come in an order of their own, so that a compiler's order does not matter.
 */
#include "uid.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sha1.h"
#include "world.h"

/* What of the flags of a class, a field, a method counts. */
#define CLASS_FLAGS  (CF_PUBLIC | CF_FINAL | CF_INTERFACE | CF_ABSTRACT)
#define FIELD_FLAGS  (CF_PUBLIC | CF_PRIVATE | CF_PROTECTED | CF_STATIC | CF_FINAL | CF_VOLATILE | CF_TRANSIENT)
#define METHOD_FLAGS (CF_PUBLIC | CF_PRIVATE | CF_PROTECTED | CF_STATIC | CF_FINAL | CF_SYNCHRONIZED | CF_NATIVE | \
                      CF_ABSTRACT | CF_STRICT)

struct bytes {
  uint8_t *at;
  size_t used, room;
};

static void put_byte(struct bytes *b, unsigned value)
{
  b->at = mem_grow(b->at, b->used, &b->room, 1);
  b->at[b->used++] = (uint8_t)value;
}

static void put_int(struct bytes *b, uint32_t value)
{
  for (int shift = 24; shift >= 0; shift -= 8)
    put_byte(b, value >> shift);
}

/* As DataOutput.writeUTF() does; class files have text in that form. `dots`: for slashes. */
static void put_text(struct bytes *b, const char *text, bool dots)
{
  size_t n = strlen(text);
  put_byte(b, (unsigned)(n >> 8));
  put_byte(b, (unsigned)n);
  for (size_t i = 0; i < n; i++)
    put_byte(b, dots && text[i] == '/' ? '.' : (uint8_t)text[i]);
}

static int compare_texts(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int compare_fields(const void *a, const void *b)
{
  return strcmp((*(const struct cf_field *const *)a)->name, (*(const struct cf_field *const *)b)->name);
}

static int compare_methods(const void *a, const void *b)
{
  const struct cf_method *x = *(const struct cf_method *const *)a, *y = *(const struct cf_method *const *)b;
  int names = strcmp(x->name, y->name);
  return names ? names : strcmp(x->type, y->type);
}

static void put_fields(struct bytes *b, const struct classfile *cf)
{
  const struct cf_field **sorted = MEM_ARRAY(const struct cf_field *, cf->field_count);
  for (uint32_t i = 0; i < cf->field_count; i++)
    sorted[i] = &cf->fields[i];
  qsort(sorted, cf->field_count, sizeof(*sorted), compare_fields);
  for (uint32_t i = 0; i < cf->field_count; i++)
    if (!(sorted[i]->access & CF_PRIVATE && sorted[i]->access & (CF_STATIC | CF_TRANSIENT))) {
      put_text(b, sorted[i]->name, false);
      put_int(b, sorted[i]->access & FIELD_FLAGS);
      put_text(b, sorted[i]->type, false);
    }
}

/* Class initializer, constructors and methods: `<clinit>` and `<init>` come before other names. */
static void put_methods(struct bytes *b, const struct classfile *cf)
{
  const struct cf_method **sorted = MEM_ARRAY(const struct cf_method *, cf->method_count);
  for (uint32_t i = 0; i < cf->method_count; i++)
    sorted[i] = &cf->methods[i];
  qsort(sorted, cf->method_count, sizeof(*sorted), compare_methods);
  for (int part = 0; part < 3; part++)
    for (uint32_t i = 0; i < cf->method_count; i++) {
      const struct cf_method *m = sorted[i];
      bool initializer = strcmp(m->name, "<clinit>") == 0;
      int own = initializer ? 0 : strcmp(m->name, "<init>") == 0 ? 1 : 2;
      if (own != part || m->access & CF_PRIVATE)
        continue;
      put_text(b, m->name, false);
      put_int(b, initializer ? CF_STATIC : m->access & METHOD_FLAGS);
      put_text(b, m->type, !initializer);
    }
}

static bool has_methods(const struct classfile *cf)
{
  for (uint32_t i = 0; i < cf->method_count; i++)
    if (*cf->methods[i].name != '<')
      return true;
  return false;
}

static uint32_t flags_of(const struct classfile *cf)
{
  uint32_t flags = cf->written & CLASS_FLAGS;
  if (flags & CF_INTERFACE)
    flags = has_methods(cf) ? flags | CF_ABSTRACT : flags & ~(uint32_t)CF_ABSTRACT;
  return flags;
}

static void put_class(struct bytes *b, const struct classfile *cf)
{
  const char **sorted = MEM_ARRAY(const char *, cf->interface_count);
  put_text(b, cf->name, true);
  put_int(b, flags_of(cf));
  for (uint32_t i = 0; i < cf->interface_count; i++)
    sorted[i] = cf->interfaces[i];
  qsort(sorted, cf->interface_count, sizeof(*sorted), compare_texts);
  for (uint32_t i = 0; i < cf->interface_count; i++)
    put_text(b, sorted[i], true);
  put_fields(b, cf);
  put_methods(b, cf);
}

static void put_array(struct bytes *b, const struct class *c)
{
  const struct class *element = c;
  while (element->component)
    element = element->component;
  uint32_t public = element->file ? element->file->written & CF_PUBLIC : CF_PUBLIC;
  put_text(b, c->name, true);
  put_int(b, public | CF_FINAL | CF_ABSTRACT);
}

/* The constant; NULL: there is none. */
static const struct cf_constant *own_number(const struct class *c)
{
  struct classfile *cf = c->file;
  for (uint32_t i = 0; i < cf->field_count; i++) {
    const struct cf_field *f = &cf->fields[i];
    if (strcmp(f->name, "serialVersionUID") == 0 && f->access & CF_STATIC && f->access & CF_FINAL && f->constant &&
        (cf->constants[f->constant].tag == CF_LONG || cf->constants[f->constant].tag == CF_INTEGER))
      return &cf->constants[f->constant];
  }
  return NULL;
}

int64_t uid_of(const struct class *c)
{
  struct bytes b = { NULL, 0, 0 };
  if (c->file) {
    const struct cf_constant *own = own_number(c);
    bool is_enum = c->file->access & CF_ENUM || strcmp(c->name, "java/lang/Enum") == 0;
    bool is_record = c->file->super && strcmp(c->file->super, "java/lang/Record") == 0;
    if (is_enum || (is_record && !own))
      return 0;
    if (own)
      return (int64_t)own->bits;
    put_class(&b, c->file);
  } else {
    put_array(&b, c);
  }
  return sha1_number(b.at, b.used);
}
