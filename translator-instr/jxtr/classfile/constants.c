/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * constants.c: the constant pool (JVMS 4.4): read first, then every entry's references are followed and its names and
 * descriptors are checked, so that no later stage has to do it.
 */
#include "constants.h"

#include <string.h>

#include "base/mem.h"

/* Entries that refer to others, by tag: how many indices they have, and the tags of the entries that those must
 * name. */
static const struct { uint8_t count, first, second; } parts[] = {
  [CF_CLASS] = { 1, CF_UTF8, 0 }, [CF_STRING] = { 1, CF_UTF8, 0 }, [CF_METHOD_TYPE] = { 1, CF_UTF8, 0 },
  [CF_MODULE_NAME] = { 1, CF_UTF8, 0 }, [CF_PACKAGE] = { 1, CF_UTF8, 0 },
  [CF_FIELD] = { 2, CF_CLASS, CF_NAME_AND_TYPE }, [CF_METHOD] = { 2, CF_CLASS, CF_NAME_AND_TYPE },
  [CF_INTERFACE_METHOD] = { 2, CF_CLASS, CF_NAME_AND_TYPE }, [CF_NAME_AND_TYPE] = { 2, CF_UTF8, CF_UTF8 },
  [CF_DYNAMIC] = { 2, 0, CF_NAME_AND_TYPE }, [CF_INVOKE_DYNAMIC] = { 2, 0, CF_NAME_AND_TYPE },
};

/* Modified UTF-8 (JVMS 4.4.7): no zero byte, 1 to 3 bytes a character. */
static bool is_well_formed(const uint8_t *s, uint32_t n)
{
  for (uint32_t i = 0; i < n;) {
    uint32_t more = s[i] < 0x80 ? 0 : (s[i] & 0xE0) == 0xC0 ? 1 : (s[i] & 0xF0) == 0xE0 ? 2 : n;
    if (s[i] == 0 || more >= n - i)
      return false;
    for (uint32_t k = 1; k <= more; k++)
      if ((s[i + k] & 0xC0) != 0x80)
        return false;
    i += 1 + more;
  }
  return true;
}

static void parse_text(struct reader *r, struct cf_constant *c, unsigned index)
{
  uint16_t length = reader_u2(r);
  const uint8_t *bytes = reader_bytes(r, length);
  if (!bytes)
    return;
  if (is_well_formed(bytes, length))
    c->text = mem_name((const char *)bytes, length);
  else
    reader_fail(r, "constant %u is not modified UTF-8", index);
}

static void parse_entry(struct reader *r, struct cf_constant *c, unsigned index)
{
  c->tag = reader_u1(r);
  switch (c->tag) {
  case CF_UTF8: parse_text(r, c, index); break;
  case CF_INTEGER: c->bits = (uint64_t)(int32_t)reader_u4(r); break;
  case CF_FLOAT: c->bits = reader_u4(r); break;
  case CF_LONG: case CF_DOUBLE:
    c->bits = (uint64_t)reader_u4(r) << 32;
    c->bits |= reader_u4(r);
    break;
  case CF_METHOD_HANDLE:
    c->handle_kind = reader_u1(r);
    c->index1 = reader_u2(r);
    break;
  case CF_CLASS: case CF_STRING: case CF_FIELD: case CF_METHOD: case CF_INTERFACE_METHOD: case CF_NAME_AND_TYPE:
  case CF_METHOD_TYPE: case CF_DYNAMIC: case CF_INVOKE_DYNAMIC: case CF_MODULE_NAME: case CF_PACKAGE:
    c->index1 = reader_u2(r);
    if (parts[c->tag].count == 2)
      c->index2 = reader_u2(r);
    break;
  default:
    reader_fail(r, "constant %u has the unknown tag %u", index, c->tag);
  }
}

const struct cf_constant *constants_get(struct reader *r, const struct classfile *cf, uint16_t index, enum cf_tag tag,
                                        const char *what)
{
  if (index == 0 || index >= cf->constant_count)
    reader_fail(r, "%s: constant %u is out of range (there are %u)", what, index, cf->constant_count);
  else if (cf->constants[index].tag != tag)
    reader_fail(r, "%s: constant %u is of the wrong kind (tag %u, not %u)", what, index,
                cf->constants[index].tag, tag);
  return r->failed ? NULL : &cf->constants[index];
}

static bool is_field_type(const char *t)
{
  size_t n = classfile_type_length(t, false);
  return n && !t[n];
}

static bool is_class_name(const char *t)
{
  if (*t == '[')
    return is_field_type(t);
  return *t && *t != '/' && !strpbrk(t, ".;[") && !strstr(t, "//") && t[strlen(t) - 1] != '/';
}

/* Method names: <init> and <clinit> are the only ones with angle brackets. */
static bool is_member_name(const char *t, bool method)
{
  if (!*t || strpbrk(t, ".;[/"))
    return false;
  return !method || !strpbrk(t, "<>") || strcmp(t, "<init>") == 0 || strcmp(t, "<clinit>") == 0;
}

static void link_handle(struct reader *r, struct classfile *cf, struct cf_constant *c)
{
  uint8_t k = c->handle_kind;
  uint8_t tag = c->index1 && c->index1 < cf->constant_count ? cf->constants[c->index1].tag : 0;
  bool good = (k >= 1 && k <= 4 && tag == CF_FIELD) || ((k == 5 || k == 8) && tag == CF_METHOD) ||
              ((k == 6 || k == 7) && (tag == CF_METHOD || tag == CF_INTERFACE_METHOD)) ||
              (k == 9 && tag == CF_INTERFACE_METHOD);
  if (!good) {
    reader_fail(r, "a method handle of kind %u refers to constant %u of tag %u", k, c->index1, tag);
    return;
  }
  const struct cf_constant *to = &cf->constants[c->index1];
  c->owner = to->owner;
  c->name = to->name;
  c->type = to->type;
  c->interface = tag == CF_INTERFACE_METHOD;
}

static void link_member(struct reader *r, struct classfile *cf, struct cf_constant *c, unsigned index)
{
  const struct cf_constant *nt = &cf->constants[c->index2];
  bool field = c->tag == CF_FIELD || c->tag == CF_DYNAMIC;
  c->name = nt->name;
  c->type = nt->type;
  if (c->tag != CF_DYNAMIC && c->tag != CF_INVOKE_DYNAMIC)
    c->owner = cf->constants[c->index1].text;
  if (!is_member_name(c->name, !field) || !(field ? is_field_type(c->type) : classfile_method_type(c->type)))
    reader_fail(r, "constant %u: `%s` of type `%s` is no %s", index, c->name, c->type, field ? "field" : "method");
}

/* Follows the references of an entry. Some entries refer to Utf8 entries only, some to entries that refer to those, and
 * so on: in three rounds each finds complete what it refers to. */
static void link_entry(struct reader *r, struct classfile *cf, struct cf_constant *c, unsigned index, int round)
{
  switch (c->tag) {
  case CF_CLASS: case CF_STRING: case CF_METHOD_TYPE:
    if (round == 0)
      c->text = cf->constants[c->index1].text;
    if (round == 0 && c->tag == CF_CLASS && !is_class_name(c->text))
      reader_fail(r, "constant %u: `%s` is no class name", index, c->text);
    if (round == 0 && c->tag == CF_METHOD_TYPE && !classfile_method_type(c->text))
      reader_fail(r, "constant %u: `%s` is no method type", index, c->text);
    break;
  case CF_NAME_AND_TYPE:
    if (round == 0) {
      c->name = cf->constants[c->index1].text;
      c->type = cf->constants[c->index2].text;
    }
    break;
  case CF_FIELD: case CF_METHOD: case CF_INTERFACE_METHOD: case CF_DYNAMIC: case CF_INVOKE_DYNAMIC:
    if (round == 1)
      link_member(r, cf, c, index);
    break;
  case CF_METHOD_HANDLE:
    if (round == 2)
      link_handle(r, cf, c);
    break;
  }
}

static void check_parts(struct reader *r, struct classfile *cf, unsigned index)
{
  const struct cf_constant *c = &cf->constants[index];
  if (c->tag >= sizeof(parts) / sizeof(parts[0]) || !parts[c->tag].count)
    return;
  if (parts[c->tag].first)
    constants_get(r, cf, c->index1, parts[c->tag].first, mem_text("constant %u", index));
  if (parts[c->tag].count == 2)
    constants_get(r, cf, c->index2, parts[c->tag].second, mem_text("constant %u", index));
}

void constants_parse(struct reader *r, struct classfile *cf)
{
  cf->constant_count = reader_u2(r);
  if (cf->constant_count == 0)
    reader_fail(r, "the constant pool has no entries");
  cf->constants = MEM_ARRAY(struct cf_constant, cf->constant_count);
  for (unsigned i = 1; i < cf->constant_count && !r->failed; i++) {
    struct cf_constant *c = &cf->constants[i];
    parse_entry(r, c, i);
    if (c->tag == CF_LONG || c->tag == CF_DOUBLE)
      i++;
  }
  for (unsigned i = 1; i < cf->constant_count && !r->failed; i++)
    check_parts(r, cf, i);
  for (int round = 0; round < 3; round++)
    for (unsigned i = 1; i < cf->constant_count && !r->failed; i++)
      link_entry(r, cf, &cf->constants[i], i, round);
}
