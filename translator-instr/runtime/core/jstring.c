/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jstring.c: strings between C and Java, and String.intern().
 *
 * The text of a string is UTF-16 in a char array (struct jx_string; the layout is fixed since the translator emits
 * constants). Interned strings are in a hash table with open addressing. It begins with the program's constants; a
 * string that is interned later is never freed.
 */
#include "rt.h"

#include "natives.h"

extern struct jx_class jxc_java_lang_String, jxc__AC;

static struct jx_string **interned;
static uint32_t interned_size, interned_count;

/* Decodes the character at *at and moves *at behind it; a byte that is not well-formed UTF-8 gives U+FFFD. U+0000 is
 * two bytes, as in class files (JVMS 4.4.7). */
static uint32_t decode_character(const unsigned char **at)
{
  uint32_t first = *(*at)++;
  bool zero = first == 0xc0 && **at == 0x80;
  uint32_t more = first < 0x80 ? 0 : zero || (first >= 0xc2 && first < 0xe0) ? 1 : first >= 0xe0 && first < 0xf0 ? 2
    : first >= 0xf0 && first < 0xf5 ? 3 : 4;
  if (more == 0 || more == 4)
    return more ? 0xfffd : first;
  uint32_t c = first & (0x3f >> more);
  for (uint32_t i = 0; i < more; i++) {
    if (((*at)[i] & 0xc0) != 0x80)
      return 0xfffd;
    c = c << 6 | ((*at)[i] & 0x3f);
  }
  *at += more;
  return c;
}

static uint32_t units_of(const char *utf8)
{
  uint32_t units = 0;
  for (const unsigned char *at = (const unsigned char *)utf8; *at;)
    units += decode_character(&at) >= 0x10000 ? 2 : 1;
  return units;
}

struct jx_string *rt_string(const char *utf8)
{
  struct jx_object *value = jx_new_array(&jxc__AC, (int32_t)units_of(utf8), 0);
  if (!value)
    return NULL;
  uint16_t *units = JX_ELEMENTS(value, uint16_t);
  for (const unsigned char *at = (const unsigned char *)utf8; *at;) {
    uint32_t c = decode_character(&at);
    if (c >= 0x10000) {
      *units++ = (uint16_t)(0xd7c0 + (c >> 10));
      c = 0xdc00 | (c & 0x3ff);
    }
    *units++ = (uint16_t)c;
  }
  struct jx_string *string = (struct jx_string *)jx_new(&jxc_java_lang_String, 0);
  if (string)
    string->value = value;
  return string;
}

/* Returns the character at unit *i and moves *i behind it. */
static uint32_t code_point(const struct jx_object *value, uint32_t *i)
{
  const uint16_t *units = JX_ELEMENTS(value, const uint16_t);
  uint32_t c = units[(*i)++];
  if (c >= 0xd800 && c < 0xdc00 && *i < value->length && units[*i] >= 0xdc00 && units[*i] < 0xe000)
    return 0x10000 + ((c - 0xd800) << 10) + (units[(*i)++] - 0xdc00u);
  return c >= 0xd800 && c < 0xe000 ? '?' : c;
}

static size_t encode_character(uint32_t c, char *to)
{
  size_t more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  static const uint8_t lead[] = {0, 0xc0, 0xe0, 0xf0};
  to[0] = (char)(lead[more] | c >> 6 * more);
  for (size_t i = 1; i <= more; i++)
    to[i] = (char)(0x80 | (c >> 6 * (more - i) & 0x3f));
  return more + 1;
}

size_t rt_utf8(const struct jx_object *string, char *to, size_t size)
{
  const struct jx_object *value = ((const struct jx_string *)string)->value;
  size_t length = 0;
  for (uint32_t i = 0; i < value->length;) {
    char bytes[4];
    size_t count = encode_character(code_point(value, &i), bytes);
    if (length + count >= size)
      break;
    __builtin_memcpy(to + length, bytes, count);
    length += count;
  }
  to[length] = '\0';
  return length;
}

static uint32_t hash_of(const struct jx_string *string)
{
  const uint16_t *units = JX_ELEMENTS(string->value, const uint16_t);
  uint32_t hash = 0;
  for (uint32_t i = 0; i < string->value->length; i++)
    hash = 31 * hash + units[i];
  return hash;
}

static bool same_text(const struct jx_string *a, const struct jx_string *b)
{
  return a->value->length == b->value->length
    && !__builtin_memcmp(JX_ELEMENTS(a->value, uint16_t), JX_ELEMENTS(b->value, uint16_t), a->value->length * 2);
}

/* The place in the table of the string with this text, or the free place where `string` belongs. */
static struct jx_string **place_of(const struct jx_string *string)
{
  uint32_t hash = hash_of(string);
  for (uint32_t i = hash ^ hash >> 15;; i++) {
    struct jx_string **place = &interned[i & (interned_size - 1)];
    if (!*place || same_text(*place, string))
      return place;
  }
}

static void put_all(struct jx_string *const *strings, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    if (!strings[i])
      continue;
    struct jx_string **place = place_of(strings[i]);
    if (!*place) {
      *place = strings[i];
      interned_count++;
    }
  }
}

/* Doubles the table. The old one is lost, since tables are not given back; all old ones together are no larger than the
 * last. */
static bool grow_table(void)
{
  struct jx_string **old = interned;
  uint32_t old_size = interned_size;
  uint32_t size = old_size ? old_size * 2 : 256;
  while (size < jx_string_count * 2)
    size *= 2;
  struct jx_string **larger = port_table(size * sizeof *larger);
  if (!larger)
    return false;
  interned = larger;
  interned_size = size;
  interned_count = 0;
  put_all(old, old_size);
  return true;
}

static void visit_interned(void)
{
  for (uint32_t i = 0; i < interned_size; i++)
    gc_root((struct jx_object *)interned[i]);
}

struct jx_object *rt_intern(struct jx_object *string)
{
  struct jx_object *result = NULL;
  port_lock();
  if (!interned && grow_table()) {
    put_all(jx_strings, jx_string_count);
    gc_add_roots(visit_interned);
  }
  if (interned && (interned_count * 2 < interned_size || grow_table())) {
    struct jx_string **place = place_of((struct jx_string *)string);
    if (!*place) {
      *place = (struct jx_string *)string;
      interned_count++;
    }
    result = (struct jx_object *)*place;
  }
  port_unlock();
  if (!result)
    rt_throw_out_of_memory();
  return result;
}

struct jx_object *jxn_java_lang_String_intern(struct jx_object *self)
{
  return rt_intern(self);
}
