/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * layout.c: fields, vtables, names in C; layout.h is the manual.
 *
 * The first small fields take the word of the header in which arrays have their length. The others come after the fields
 * of the superclass: each time the largest that its place is a multiple of, in the order of the source. The struct that
 * emit_program.c writes has this layout by C's rules, which the emitted code asserts.
 */
#include "layout.h"

#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"

#define HEADER_BYTES 16      /* sizeof(struct jx_object) */
#define HEADER_FREE  12      /* offset of its last word, which only arrays use */
#define INSTANCE_MOST 65536  /* bytes: 255 levels of a few fields; a class file could claim 4 GB */

/* ---- names ---- */

static bool is_letter(char b)
{
  return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
}

static bool is_digit(char b)
{
  return b >= '0' && b <= '9';
}

/* `_` and a digit is an escape, `_` and none is the slash: behind a slash a digit is escaped, too. */
static char *mangle_byte(char *out, char b, bool behind_slash)
{
  if (is_letter(b) || (is_digit(b) && !behind_slash))
    *out++ = b;
  else if (b == '/')
    *out++ = '_';
  else if (b == '_')
    out += sprintf(out, "_1");
  else if (b == '$')
    out += sprintf(out, "_2");
  else
    out += sprintf(out, "_0%02x", (unsigned char)b);
  return out;
}

const char *layout_mangle(const char *name)
{
  char *text = mem_new(4 * strlen(name) + 1), *out = text;
  bool array = *name == '[';
  for (; *name == '['; name++)
    out += sprintf(out, "_A");
  size_t length = strlen(name);
  if (array && *name == 'L') {
    out += sprintf(out, "_L");
    name++;
    length -= 2;
  }
  for (size_t i = 0; i < length; i++)
    out = mangle_byte(out, name[i], i > 0 && name[i - 1] == '/');
  return text;
}

/* Methods of a class that share their name are told apart by their place in it. */
static const char *method_c_name(const struct class *c, uint32_t i)
{
  const struct cf_method *m = &c->file->methods[i];
  if (m->access & CF_NATIVE && layout_has_natives(c->name))
    return mem_text("jxn_%s_%s", c->c_name, layout_mangle(m->name));
  const char *name = *m->name == '<' ? (m->name[1] == 'i' ? "_init" : "_clinit") : layout_mangle(m->name);
  uint32_t same = 0;
  for (uint32_t k = 0; k < i; k++)
    same += c->file->methods[k].name == m->name;
  return same ? mem_text("jxm_%s__%s_n%u", c->c_name, name, same + 1) : mem_text("jxm_%s__%s", c->c_name, name);
}

static bool is_hidden(const struct class *c, const char *name)
{
  for (const struct class *s = c->super; s; s = s->super)
    for (uint32_t i = 0; i < s->file->field_count; i++)
      if (s->fields[i].cf->name == name)
        return true;
  return false;
}

static const char *field_c_name(const struct class *c, const struct cf_field *f, uint32_t i)
{
  bool twice = is_hidden(c, f->name);
  for (uint32_t k = 0; k < i; k++)
    twice |= c->file->fields[k].name == f->name;
  const char *name = layout_mangle(f->name);
  if (f->access & CF_STATIC)
    return twice ? mem_text("jxs_%s__%s_n%u", c->c_name, name, i) : mem_text("jxs_%s__%s", c->c_name, name);
  return twice ? mem_text("f_%s_n%u_n%u", name, c->depth, i) : mem_text("f_%s", name);
}

/* ---- fields ---- */

uint32_t layout_bytes(const char *type)
{
  switch (*type) {
  case 'B': case 'Z': return 1;
  case 'C': case 'S': return 2;
  case 'I': case 'F': return 4;
  default: return 8;
  }
}

/* Has the header room for another field of so many bytes? */
static bool fits_header(const struct class *c, uint32_t bytes)
{
  return bytes <= HEADER_BYTES - HEADER_FREE && ((c->header_end + bytes - 1) & ~(bytes - 1)) + bytes <= HEADER_BYTES;
}

static void place_field(struct field *f, uint32_t *at)
{
  uint32_t bytes = layout_bytes(f->cf->type);
  *at = (*at + bytes - 1) & ~(bytes - 1);
  f->offset = *at;
  *at += bytes;
}

/* Goes on from `*cursor` to the next field of this size that has no place. */
static struct field *unplaced_field(struct class *c, uint32_t bytes, uint32_t *cursor)
{
  for (; *cursor < c->file->field_count; ++*cursor) {
    struct field *f = &c->fields[*cursor];
    if (!(f->cf->access & CF_STATIC) && !f->offset && layout_bytes(f->cf->type) == bytes)
      return f;
  }
  return NULL;
}

#define SIZES 4 /* of fields: 1, 2, 4, 8 */

/* The field without a place that is to come at `at`: the largest that needs no gap before it, or else the smallest. */
static struct field *next_field(struct class *c, uint32_t at, uint32_t cursors[SIZES])
{
  struct field *next = NULL;
  for (uint32_t i = 0; i < SIZES && (!next || at % (1u << i) == 0); i++) {
    struct field *f = unplaced_field(c, 1u << i, &cursors[i]);
    next = f ? f : next;
  }
  return next;
}

static bool lay_out_fields(struct class *c)
{
  uint32_t at = c->super ? c->super->size : HEADER_BYTES, cursors[SIZES] = {0};
  c->fields = MEM_ARRAY(struct field, c->file->field_count);
  c->header_end = c->super ? c->super->header_end : HEADER_FREE;
  for (uint32_t i = 0; i < c->file->field_count; i++) {
    struct field *f = &c->fields[i];
    f->class = c;
    f->cf = &c->file->fields[i];
    f->c_name = field_c_name(c, f->cf, i);
    if (!(f->cf->access & CF_STATIC) && fits_header(c, layout_bytes(f->cf->type)))
      place_field(f, &c->header_end);
  }
  for (struct field *f; (f = next_field(c, at, cursors));)
    place_field(f, &at);
  c->size = at;
  if (at > INSTANCE_MOST)
    diag_error(c->file->path, 0, "objects of %s would have more than %u bytes: put fields into an object of their own",
               c->name, INSTANCE_MOST);
  return at <= INSTANCE_MOST;
}

/* ---- vtables ---- */

static bool is_same_package(const char *a, const char *b)
{
  const char *sa = strrchr(a, '/'), *sb = strrchr(b, '/');
  size_t na = sa ? (size_t)(sa - a) : 0, nb = sb ? (size_t)(sb - b) : 0;
  return na == nb && memcmp(a, b, na) == 0;
}

/* JVMS 5.4.5, without the transitive case of overriding across packages, which programs do not have. */
static bool is_override(const struct method *m, const struct method *inherited)
{
  if (m->cf->name != inherited->cf->name || m->cf->type != inherited->cf->type)
    return false;
  return inherited->cf->access & (CF_PUBLIC | CF_PROTECTED) || is_same_package(m->class->name, inherited->class->name);
}

static bool place_method(struct class *c, struct method *m)
{
  m->slot = -1;
  if (c->interface || m->cf->access & (CF_STATIC | CF_PRIVATE) || *m->cf->name == '<')
    return true;
  uint32_t inherited = c->super ? c->super->vtable_size : 0;
  for (uint32_t s = 0; s < inherited; s++) {
    if (!is_override(m, c->super->vtable[s]))
      continue;
    if (c->super->vtable[s]->cf->access & CF_FINAL) {
      diag_error(c->file->path, 0, "%s.%s%s overrides a final method of %s", c->name, m->cf->name, m->cf->type,
                 c->super->vtable[s]->class->name);
      diag_advise(DIAG_COMPILE_ALL);
      return false;
    }
    m->slot = (int)s;
    c->vtable[s] = m;
  }
  if (m->slot < 0) {
    m->slot = (int)c->vtable_size;
    c->vtable[c->vtable_size++] = m;
  }
  return true;
}

static bool lay_out_methods(struct class *c)
{
  uint32_t inherited = c->super ? c->super->vtable_size : 0;
  c->methods = MEM_ARRAY(struct method, c->file->method_count);
  c->vtable = MEM_ARRAY(struct method *, inherited + c->file->method_count);
  if (inherited)
    memcpy(c->vtable, c->super->vtable, inherited * sizeof(*c->vtable));
  c->vtable_size = inherited;
  for (uint32_t i = 0; i < c->file->method_count; i++) {
    struct method *m = &c->methods[i];
    m->class = c;
    m->cf = &c->file->methods[i];
    m->c_name = method_c_name(c, i);
    m->selector = -1;
    if (!place_method(c, m))
      return false;
  }
  return true;
}

bool layout_has_natives(const char *class)
{
  return strncmp(class, "java/", 5) == 0 || strncmp(class, "jx/", 3) == 0;
}

/* Refuses natives of the runtime that are overloaded, since their C name does not contain their type, and synchronized
 * ones. */
static bool check_natives(const struct class *c)
{
  for (uint32_t i = 0; layout_has_natives(c->name) && i < c->file->method_count; i++) {
    if (c->file->methods[i].access & CF_NATIVE && c->file->methods[i].access & CF_SYNCHRONIZED) {
      diag_error(c->file->path, 0, "%s.%s is native and synchronized: let a Java method lock and call it", c->name,
                 c->file->methods[i].name);
      return false;
    }
    for (uint32_t k = 0; k < i; k++)
      if (c->file->methods[i].access & c->file->methods[k].access & CF_NATIVE &&
          c->file->methods[i].name == c->file->methods[k].name) {
        diag_error(c->file->path, 0, "%s has two native methods %s: give one of them another name", c->name,
                   c->file->methods[i].name);
        return false;
      }
  }
  return true;
}

bool layout_class(struct class *c)
{
  c->c_name = layout_mangle(c->name);
  return lay_out_fields(c) && lay_out_methods(c) && check_natives(c);
}

void layout_array(struct class *c)
{
  c->c_name = layout_mangle(c->name);
  c->size = layout_bytes(c->name + 1);
  c->vtable = c->super->vtable;
  c->vtable_size = c->super->vtable_size;
}

void layout_primitive(struct class *c)
{
  c->c_name = mem_text("_P%s", c->name);
  c->size = layout_bytes(c->name);
}
