/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * emit_tables.c: the data of the program: classes with their vtables, static fields, string constants, and what names
 * code to people: methods and sites. translator-instr/contract/jx.h describes each.
 */
#include "emitter.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "contract/jx.h"
#include "world/reach.h"
#include "world/world.h"

/* ---- sites and strings: collected while methods are written ---- */

static struct jx_site *sites;
static size_t site_count, site_room;
static uint32_t *births; /* by site: offset of the instruction that makes objects there; NO_BIRTH: none does */
static size_t birth_room;
#define NO_BIRTH UINT32_MAX
static struct jx_null *nulls;
static size_t null_count, null_room;
static const char **strings;
static size_t string_count, string_room;

#define STRING_BUCKETS 4096
static struct string_entry { struct string_entry *next; uint32_t index; } *string_table[STRING_BUCKETS];

void emit_tables_start(void)
{
  sites = NULL;
  births = NULL;
  nulls = NULL;
  strings = NULL;
  birth_room = null_count = null_room = site_count = site_room = string_count = string_room = 0;
  memset(string_table, 0, sizeof(string_table));
  sites = mem_grow(sites, site_count, &site_room, sizeof(*sites));
  births = mem_grow(births, site_count, &birth_room, sizeof(*births));
  births[site_count] = NO_BIRTH;
  sites[site_count++] = (struct jx_site){ 0, 0 };
}

/* The calls of a line share a site with the first of its instructions that make objects; the others of these have sites
 * of their own. Sites come in the order of the code, so a search looks at those of this method only. */
static uint32_t find_site(struct emit *e, bool birth)
{
  struct jx_site s = { e->m->index, classfile_line(e->code, e->pc) };
  for (size_t i = site_count; i-- > 1 && sites[i].method == s.method;)
    if (birth && births[i] == e->pc)
      return (uint32_t)i;
  for (size_t i = site_count; i-- > 1 && sites[i].method == s.method;)
    if (sites[i].line == s.line && (!birth || births[i] == NO_BIRTH))
      return (uint32_t)i;
  sites = mem_grow(sites, site_count, &site_room, sizeof(*sites));
  births = mem_grow(births, site_count, &birth_room, sizeof(*births));
  births[site_count] = NO_BIRTH;
  sites[site_count] = s;
  return (uint32_t)site_count++;
}

uint32_t emit_site(struct emit *e)
{
  return find_site(e, false);
}

uint32_t emit_birth_site(struct emit *e)
{
  uint32_t site = find_site(e, true);
  births[site] = e->pc;
  return site;
}

uint32_t emit_null(struct emit *e, const char *text)
{
  nulls = mem_grow(nulls, null_count, &null_room, sizeof(*nulls));
  nulls[null_count] = (struct jx_null){ emit_site(e), text };
  return (uint32_t)null_count++;
}

uint32_t emit_string(const char *text)
{
  struct string_entry **bucket = &string_table[((uintptr_t)text >> 4) % STRING_BUCKETS];
  for (struct string_entry *s = *bucket; s; s = s->next)
    if (strings[s->index] == text)
      return s->index;
  struct string_entry *s = mem_new(sizeof(*s));
  *s = (struct string_entry){ *bucket, (uint32_t)string_count };
  *bucket = s;
  strings = mem_grow(strings, string_count, &string_room, sizeof(*strings));
  strings[string_count++] = text;
  return s->index;
}

/* ---- strings ---- */

static void write_string_value(FILE *out, uint32_t index)
{
  uint32_t length = 0;
  for (const uint8_t *p = (const uint8_t *)strings[index]; *p; length++)
    text_next_unit(&p);
  fprintf(out, "static struct { struct jx_object object; uint16_t text[%u]; } value_%u = { { &jxc__AC, 0, %u }, {",
          length + 1, index, length);
  for (const uint8_t *p = (const uint8_t *)strings[index]; *p;)
    fprintf(out, " %u,", text_next_unit(&p));
  fprintf(out, " 0 } };\n");
}

static void write_strings(FILE *out)
{
  fprintf(out, "\n/* Strings. Behind the text of each is a 0 that is not part of it. */\n");
  for (uint32_t i = 0; i < string_count; i++)
    write_string_value(out, i);
  fprintf(out, "struct jx_string jxg_strings[] = {\n");
  for (uint32_t i = 0; i < string_count; i++)
    fprintf(out, "  { { &jxc_java_lang_String, 0, 0 }, &value_%u.object },\n", i);
  fprintf(out, "  { { &jxc_java_lang_String, 0, 0 }, NULL }\n};\nstruct jx_string *const jx_strings[] = {\n");
  for (uint32_t i = 0; i < string_count; i++)
    fprintf(out, "  &jxg_strings[%u],\n", i);
  fprintf(out, "  NULL\n};\nconst uint32_t jx_string_count = %zu;\n", string_count);
}

/* ---- static fields ---- */

static const char *initial_value(const struct class *c, const struct cf_field *f)
{
  const struct cf_constant *k = &c->file->constants[f->constant];
  if (!f->constant)
    return "0";
  switch (k->tag) {
  case CF_STRING: return mem_text("&jxg_strings[%u].object", emit_string(k->text));
  case CF_LONG: return mem_text("(int64_t)0x%" PRIx64 "u", k->bits);
  case CF_INTEGER: return mem_text("(int32_t)0x%xu", (uint32_t)k->bits);
  default: return emit_float(k->bits, k->tag == CF_DOUBLE);
  }
}

/* Calls `f` for each static field of the program. */
static void for_statics(FILE *out, void (*f)(FILE *, const struct field *))
{
  for (size_t i = 0; i < world_class_count; i++) {
    const struct class *c = world_classes[i];
    for (uint32_t k = 0; c->file && k < c->file->field_count; k++)
      if (c->fields[k].cf->access & CF_STATIC)
        f(out, &c->fields[k]);
  }
}

static void define_static(FILE *out, const struct field *f)
{
  fprintf(out, "%s%s%s = %s;\n", emit_field_type(f->cf->type), f->cf->access & CF_VOLATILE ? "volatile " : "",
          f->c_name, initial_value(f->class, f->cf));
}

static uint32_t roots;

static void write_root(FILE *out, const struct field *f)
{
  if (emit_kind(f->cf->type) != 'A')
    return;
  fprintf(out, "  (struct jx_object **)&%s,\n", f->c_name);
  roots++;
}

static void write_statics(FILE *out)
{
  fprintf(out, "\n/* Static fields. */\n");
  for_statics(out, define_static);
  fprintf(out, "struct jx_object **const jx_roots[] = {\n");
  roots = 0;
  for_statics(out, write_root);
  fprintf(out, "  NULL\n};\nconst uint32_t jx_root_count = %u;\n", roots);
}

/* ---- classes ---- */

static uint32_t interface_count;

void emit_number_classes(void)
{
  uint32_t number = 0;
  for (int interfaces = 1; interfaces >= 0; interfaces--) {
    for (size_t i = 0; i < world_class_count; i++)
      if (world_classes[i]->interface == interfaces)
        world_classes[i]->number = ++number;
    if (interfaces)
      interface_count = number;
  }
}

/* Descriptor letter, or L or [. */
static char descriptor_letter(const struct class *c)
{
  return c->primitive ? *c->name : c->component ? '[' : 'L';
}

static const char *java_name(const struct class *c)
{
  static const char letters[] = "IJFDBCSZV";
  static const char *const names[] = { "int", "long", "float", "double", "byte", "char", "short", "boolean", "void" };
  return c->primitive ? names[strchr(letters, *c->name) - letters] : world_java_name(c);
}

static bool is_concrete(const struct class *c)
{
  return c->instantiated || c->component;
}

/* ---- what stands in tables for methods without code: functions that know which ---- */

static const char *refusal_of(const struct method *m)
{
  return mem_text("jxa_%s", m->c_name);
}

static const char *refusal_for(const struct class *interface)
{
  return mem_text("jxi_%s", interface->c_name);
}

static void refuse_method(FILE *out, struct class *c, struct method *m)
{
  if (m->refused || world_select(c, m))
    return;
  m->refused = true;
  const char *kind = m->class->interface ? "interface" :
                     m->class->file->access & CF_ABSTRACT ? "abstract class" : "class";
  const char *text = mem_text("'%s%s %s(%s)' of %s %s", m->cf->access & CF_ABSTRACT ? "abstract " : "",
                              classfile_java_type(strchr(m->cf->type, ')') + 1), m->cf->name,
                              classfile_java_parameters(m->cf->type), kind, world_java_name(m->class));
  fprintf(out, "static JX_UNPROFILED void %s(struct jx_object *self) { jx_no_code(self, %s); }\n", refusal_of(m),
          text_literal(text));
}

static void refuse_interface(FILE *out, struct class *interface)
{
  if (!interface->refused)
    fprintf(out, "static JX_UNPROFILED void %s(struct jx_object *self) { jx_no_interface(self, %s); }\n",
            refusal_for(interface), text_literal(world_java_name(interface)));
  interface->refused = true;
}

static const char *code_for(struct class *c, const struct method *m)
{
  const struct method *found = world_select(c, m);
  return !found ? refusal_of(m) : found->reached ? found->c_name : "jx_unreached";
}

static void write_itable(FILE *out, struct class *c, struct method *const *by_selector)
{
  for (uint32_t s = 0; s < reach_selectors; s++)
    if (world_subtype(c, by_selector[s]->class))
      refuse_method(out, c, by_selector[s]);
  fprintf(out, "static void *const itable_%u[] = {", c->number);
  for (uint32_t s = 0; s < reach_selectors; s++)
    fprintf(out, " (void *)%s,", world_subtype(c, by_selector[s]->class) ? code_for(c, by_selector[s])
                                                                        : refusal_for(by_selector[s]->class));
  fprintf(out, " NULL };\n");
}

/* Is any method of its interfaces called? */
static bool has_itable(const struct class *c, struct method *const *by_selector)
{
  for (uint32_t s = 0; is_concrete(c) && s < reach_selectors; s++)
    if (world_subtype(c, by_selector[s]->class))
      return true;
  return false;
}

static void write_implements(FILE *out, const struct class *c)
{
  uint32_t bytes = (interface_count + 7) / 8 + 1;
  uint8_t *bits = MEM_ARRAY(uint8_t, bytes);
  for (uint32_t i = 0; i < c->all_count; i++) {
    uint32_t n = c->all[i]->number - 1;
    bits[n >> 3] |= (uint8_t)(1 << (n & 7));
  }
  fprintf(out, "static const uint8_t implements_%u[] = {", c->number);
  for (uint32_t i = 0; i < bytes; i++)
    fprintf(out, " %u,", bits[i]);
  fprintf(out, " };\n");
}

static uint32_t write_refs(FILE *out, const struct class *c)
{
  uint32_t count = 0;
  fprintf(out, "static const uint32_t refs_%u[] = {", c->number);
  for (const struct class *s = c; s; s = s->super)
    for (uint32_t i = 0; s->file && i < s->file->field_count; i++)
      if (!(s->fields[i].cf->access & CF_STATIC) && emit_kind(s->fields[i].cf->type) == 'A') {
        fprintf(out, " %u,", s->fields[i].offset);
        count++;
      }
  fprintf(out, " 0 };\n");
  return count;
}

static void write_interfaces(FILE *out, const struct class *c)
{
  fprintf(out, "static struct jx_class *const interfaces_%u[] = {", c->number);
  for (uint32_t i = 0; i < c->interface_count; i++)
    fprintf(out, " &jxc_%s,", c->interfaces[i]->c_name);
  fprintf(out, " NULL };\n");
}

/* &jxc_<name>, or NULL. */
static const char *class_or_null(const struct class *c)
{
  return c ? mem_text("&jxc_%s", c->c_name) : "NULL";
}

static const char *function_or_null(const struct class *c, const char *name, const char *type)
{
  const struct method *m = world_declared(c, mem_name_of(name), mem_name_of(type));
  return m && m->reached ? m->c_name : "NULL";
}

static unsigned log2_of(uint32_t size)
{
  return size == 8 ? 3 : size == 4 ? 2 : size == 2 ? 1 : 0;
}

static unsigned flags_of(const struct class *c)
{
  unsigned flags = 0;
  if (c->component)
    return c->component->primitive ? 0 : JX_CLASS_REFS;
  if (c->primitive)
    return 0;
  flags |= c->file->access & CF_ABSTRACT ? JX_CLASS_ABSTRACT : 0;
  flags |= c->file->access & CF_ENUM ? JX_CLASS_ENUM : 0;
  for (uint32_t i = 0; c->interface && i < c->file->method_count; i++)
    if (c->methods[i].cf->code && !(c->methods[i].cf->access & CF_STATIC))
      flags |= JX_CLASS_DEFAULTS;
  return flags;
}

static enum jx_class_kind kind_of(const struct class *c)
{
  return c->primitive ? JX_KIND_PRIMITIVE : c->component ? JX_KIND_ARRAY :
         c->interface ? JX_KIND_INTERFACE : JX_KIND_CLASS;
}

static void write_display(FILE *out, const struct class *c)
{
  const struct class *chain[JX_DISPLAY] = { NULL };
  for (const struct class *s = c; s && !c->interface && !c->primitive; s = s->super)
    if (s->depth < JX_DISPLAY)
      chain[s->depth] = s;
  fprintf(out, "  .display = {");
  for (unsigned i = 0; i < JX_DISPLAY; i++)
    fprintf(out, " %s,", class_or_null(chain[i]));
  fprintf(out, " },\n  .vtable = {");
  for (uint32_t s = 0; is_concrete(c) && s < c->vtable_size; s++)
    fprintf(out, " (void *)%s,", code_for((struct class *)c, c->vtable[s]));
  fprintf(out, " },\n");
}

static void write_class(FILE *out, struct class *c, struct method *const *by_selector)
{
  bool own_itable = has_itable(c, by_selector);
  fprintf(out, "\n");
  for (uint32_t s = 0; is_concrete(c) && s < c->vtable_size; s++)
    refuse_method(out, c, c->vtable[s]);
  if (own_itable)
    write_itable(out, c, by_selector);
  write_implements(out, c);
  write_interfaces(out, c);
  uint32_t refs = write_refs(out, c);
  const char *values = c->file && c->file->access & CF_ENUM
                     ? function_or_null(c, "values", mem_text("()[L%s;", c->name)) : "NULL";
  fprintf(out, "struct jx_class jxc_%s = {\n  .object = { &jxc_java_lang_Class, 0, 0 }, .name = %s,\n", c->c_name,
          text_literal(java_name(c)));
  fprintf(out, "  .super = %s, .component = %s, .array = %s,\n", class_or_null(c->interface ? NULL : c->super),
          class_or_null(c->component), class_or_null(c->array));
  fprintf(out, "  .interfaces = interfaces_%u, .implements = implements_%u, .itable = %s, .refs = refs_%u,\n",
          c->number, c->number, own_itable ? mem_text("itable_%u", c->number) : "itable_none", c->number);
  fprintf(out, "  .clinit = %s, .values = %s, .state = %s, .number = %u, .size = %u,\n",
          c->file ? function_or_null(c, "<clinit>", "()V") : "NULL", values,
          effects_class_needs_init(c) ? "JX_UNINITIALIZED" : "JX_READY", c->number, c->size);
  fprintf(out, "  .interface_count = %u, .ref_count = %u, .depth = %u, .kind = %u, .flags = %u, .shift = %u,\n",
          c->interface_count, refs, c->depth > 255 ? 255 : c->depth, kind_of(c), flags_of(c), log2_of(c->size));
  fprintf(out, "  .dimensions = %zu, .vtable_size = %u, .descriptor = '%c',\n", strspn(c->name, "["),
          is_concrete(c) ? c->vtable_size : 0, descriptor_letter(c));
  write_display(out, c);
  fprintf(out, "};\n");
}

static struct method **methods_by_selector(void)
{
  struct method **by = MEM_ARRAY(struct method *, reach_selectors);
  for (size_t i = 0; i < world_class_count; i++)
    for (uint32_t k = 0; world_classes[i]->file && k < world_classes[i]->file->method_count; k++)
      if (world_classes[i]->methods[k].selector >= 0)
        by[world_classes[i]->methods[k].selector] = &world_classes[i]->methods[k];
  return by;
}

static void write_classes(FILE *out)
{
  struct method **by_selector = methods_by_selector();
  fprintf(out, "\n/* Classes. */\n");
  for (uint32_t s = 0; s < reach_selectors; s++)
    refuse_interface(out, by_selector[s]->class);
  fprintf(out, "static void *const itable_none[] = {");
  for (uint32_t s = 0; s < reach_selectors; s++)
    fprintf(out, " (void *)%s,", refusal_for(by_selector[s]->class));
  fprintf(out, " NULL };\n");
  for (size_t i = 0; i < world_class_count; i++)
    write_class(out, world_classes[i], by_selector);
  fprintf(out, "\nstruct jx_class *const jx_classes[] = {\n");
  for (int interfaces = 1; interfaces >= 0; interfaces--)
    for (size_t i = 0; i < world_class_count; i++)
      if (world_classes[i]->interface == interfaces)
        fprintf(out, "  &jxc_%s,\n", world_classes[i]->c_name);
  fprintf(out, "  NULL\n};\nconst uint32_t jx_class_count = %zu;\nconst uint32_t jx_selector_count = %u;\n",
          world_class_count, reach_selectors);
}

/* ---- methods and sites ---- */

/* javac marks the body of a lambda, which a programmer has written, as synthetic, too. */
static unsigned made_by_compiler(const struct method *m)
{
  if (m->cf->access & CF_BRIDGE)
    return JX_METHOD_BRIDGE;
  return m->cf->access & CF_SYNTHETIC && strncmp(m->cf->name, "lambda$", strlen("lambda$")) != 0 ? JX_METHOD_SYNTHETIC
                                                                                                : 0;
}

static void write_method_row(FILE *out, const struct method *m)
{
  const struct classfile *cf = m->class->file;
  unsigned flags = m->measure | (m->cf->access & CF_NATIVE ? JX_METHOD_NATIVE : 0) | made_by_compiler(m);
  bool runs = m->cf->code || m->cf->access & CF_NATIVE;
  fprintf(out, "  { %s, %s, %s, %s, %s, %u, %u },\n", runs ? mem_text("(void *)%s", m->c_name) : "NULL",
          text_literal(world_java_name(m->class)), text_literal(m->cf->name), text_literal(m->cf->type),
          cf->source ? text_literal(cf->source) : "NULL", m->cf->code ? classfile_line(m->cf->code, 0) : 0, flags);
}

static void write_methods(FILE *out, struct method **methods, uint32_t count)
{
  fprintf(out, "\n/* Methods and sites. */\nconst struct jx_method jx_methods[] = {\n");
  for (uint32_t i = 0; i < count; i++)
    write_method_row(out, methods[i]);
  fprintf(out, "  { NULL, NULL, NULL, NULL, NULL, 0, 0 }\n};\nconst uint32_t jx_method_count = %u;\n", count);
  fprintf(out, "const struct jx_site jx_sites[] = {\n");
  for (size_t i = 0; i < site_count; i++)
    fprintf(out, "  { %u, %u },\n", sites[i].method, sites[i].line);
  fprintf(out, "};\nconst uint32_t jx_site_count = %zu;\n", site_count);
}

static void write_nulls(FILE *out)
{
  fprintf(out, "const struct jx_null jx_nulls[] = {\n");
  for (size_t i = 0; i < null_count; i++)
    fprintf(out, "  { %u, %s },\n", nulls[i].site, nulls[i].text ? text_literal(nulls[i].text) : "NULL");
  fprintf(out, "  { 0, NULL }\n};\n");
}

void emit_tables(FILE *out, struct method **methods, uint32_t count)
{
  write_statics(out);
  write_strings(out);
  write_classes(out);
  write_methods(out, methods, count);
  write_nulls(out);
}
