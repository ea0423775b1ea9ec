/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * spelled.c: the recipes of StringConcatFactory, and the fields of ObjectMethods; spelled.h is the manual. The results
 * are those that the documentation of the two classes promises.
 */
#include "spelled.h"

#include <string.h>

#include "base/mem.h"
#include "world.h"

#define BUILDER "java/lang/StringBuilder"
#define ARGUMENT '\1'  /* in a recipe: the next argument; */
#define CONSTANT '\2'  /* the next constant */

static const char concat_owner[] = "java/lang/invoke/StringConcatFactory";
static const char record_owner[] = "java/lang/runtime/ObjectMethods";

/* One that is being spelled out. */
struct spelling {
  struct spelled *out;
  size_t room;
  struct class *host;
  const struct cf_bootstrap *bootstrap;
  const char *type;           /* what is left of the arguments' types */
  uint32_t words;
  struct use where;
  const char *why;            /* it is refused */
};

static const struct cf_bootstrap *bootstrap_of(const struct class *host, uint16_t index)
{
  return &host->file->bootstraps[host->file->constants[index].index1];
}

static const struct cf_constant *bootstrap_argument(const struct spelling *s, uint32_t i)
{
  return i < s->bootstrap->arg_count ? &s->host->file->constants[s->bootstrap->args[i]] : NULL;
}

bool spelled_is(const struct class *host, uint16_t index)
{
  const char *owner = host->file->constants[bootstrap_of(host, index)->handle].owner;
  return strcmp(owner, concat_owner) == 0 || strcmp(owner, record_owner) == 0;
}

/* ---- methods of the library ---- */

static struct method *library_method(struct spelling *s, const char *class, const char *name, const char *type)
{
  struct class *c = world_class(mem_name_of(class), s->where);
  struct method *m = c ? world_method(c, mem_name_of(name), mem_name_of(type)) : NULL;
  if (!m)
    s->why = mem_text("our library has no %s.%s%s", class, name, type);
  return m;
}

static const char *box_of(char type)
{
  switch (type) {
  case 'Z': return "java/lang/Boolean";
  case 'B': return "java/lang/Byte";
  case 'C': return "java/lang/Character";
  case 'S': return "java/lang/Short";
  case 'I': return "java/lang/Integer";
  case 'J': return "java/lang/Long";
  case 'F': return "java/lang/Float";
  case 'D': return "java/lang/Double";
  default: return NULL;
  }
}

/* A char[] is text for append(), and an object for a concatenation. */
static struct method *append_method(struct spelling *s, const char *type)
{
  const char *as = *type == 'B' || *type == 'S' ? "I" : box_of(*type) ? type : "Ljava/lang/Object;";
  if (strcmp(type, "Ljava/lang/String;") == 0)
    as = type;
  return library_method(s, BUILDER, "append", mem_text("(%.*s)L" BUILDER ";", (int)classfile_type_length(as, false), as));
}

static struct method *hash_method(struct spelling *s, const char *type)
{
  if (box_of(*type))
    return library_method(s, box_of(*type), "hashCode", mem_text("(%c)I", *type));
  return library_method(s, "java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
}

static struct method *equals_method(struct spelling *s, const char *type)
{
  if (*type == 'F' || *type == 'D')
    return library_method(s, box_of(*type), "compare", mem_text("(%c%c)I", *type, *type));
  if (box_of(*type))
    return NULL;
  return library_method(s, "java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
}

/* ---- parts ---- */

static void add_part(struct spelling *s, struct spelled_part part)
{
  struct spelled *out = s->out;
  if (out->kind == SPELLED_TEXT)
    part.method = append_method(s, part.type);
  else
    part.method = out->kind == SPELLED_HASH ? hash_method(s, part.type) : equals_method(s, part.type);
  out->parts = mem_grow(out->parts, out->count, &s->room, sizeof(*out->parts));
  out->parts[out->count++] = part;
}

static void add_text(struct spelling *s, const char *text, size_t length)
{
  if (length)
    add_part(s, (struct spelled_part){ .text = mem_name(text, length), .type = "Ljava/lang/String;" });
}

static void add_argument(struct spelling *s)
{
  if (*s->type == ')') {
    s->why = "its recipe has more arguments than it";
    return;
  }
  size_t n = classfile_type_length(s->type, false);
  add_part(s, (struct spelled_part){ .type = mem_name(s->type, n), .words = s->words });
  s->words += classfile_words(s->type);
  s->type += n;
}

static void add_constant(struct spelling *s, uint32_t i)
{
  const struct cf_constant *k = bootstrap_argument(s, i);
  if (k && k->tag == CF_STRING)
    add_text(s, k->text, strlen(k->text));
  else
    s->why = "its recipe has a constant that is no text";
}

static void spell_concatenation(struct spelling *s, const char *name)
{
  const struct cf_constant *recipe = bootstrap_argument(s, 0);
  uint32_t constants = 0;
  if (strcmp(name, "makeConcat") == 0) {
    while (*s->type != ')')
      add_argument(s);
  } else if (!recipe || recipe->tag != CF_STRING) {
    s->why = "it has no recipe";
  } else {
    for (const char *p = recipe->text; *p && !s->why;) {
      size_t n = strcspn(p, (char[]){ ARGUMENT, CONSTANT, 0 });
      add_text(s, p, n);
      p += n;
      if (*p == ARGUMENT)
        add_argument(s);
      else if (*p == CONSTANT)
        add_constant(s, ++constants);
      p += *p != 0;
    }
  }
  if (*s->type != ')' || strcmp(s->type, ")Ljava/lang/String;") != 0)
    s->why = "its recipe does not fit its type";
}

/* ---- records ---- */

/* Class.getSimpleName(): javac puts `Outer$', or `Outer$1' for a local class, before the name. */
static const char *simple_name(const char *class)
{
  const char *name = strrchr(class, '/') ? strrchr(class, '/') + 1 : class;
  const char *inner = strrchr(name, '$');
  return inner && inner[1] ? inner + 1 + strspn(inner + 1, "0123456789") : name;
}

static const struct field *component(struct spelling *s, const struct class *record, uint32_t i)
{
  const struct cf_constant *h = bootstrap_argument(s, 2 + i);
  struct field *f = h && h->tag == CF_METHOD_HANDLE && h->handle_kind == 1 && h->owner == record->name
                  ? world_field((struct class *)record, h->name, h->type) : NULL;
  if (!f || f->class != record || f->cf->access & CF_STATIC)
    s->why = "it refers to what is no field of the record";
  return f;
}

static void spell_record(struct spelling *s, const struct class *record)
{
  const struct cf_constant *names = bootstrap_argument(s, 1);
  const char *name = names && names->tag == CF_STRING ? names->text : "";
  bool text = s->out->kind == SPELLED_TEXT;
  if (text)
    add_text(s, mem_text("%s[", simple_name(record->name)), strlen(simple_name(record->name)) + 1);
  for (uint32_t i = 0; i + 2 < s->bootstrap->arg_count && !s->why; i++) {
    size_t n = strcspn(name, ";");
    const char *label = mem_text("%s%.*s=", i ? ", " : "", (int)n, name);
    name += n + (name[n] != 0);
    const struct field *f = component(s, record, i);
    if (text)
      add_text(s, label, strlen(label));
    if (!s->why)
      add_part(s, (struct spelled_part){ .type = f->cf->type, .field = f });
  }
  if (text)
    add_text(s, "]", 1);
}

/* The type of the invokedynamic must name the record: with that the verifier has compared the argument. */
static void spell_object_method(struct spelling *s, const char *name)
{
  static const struct { const char *name, *rest; } forms[] = {
    [SPELLED_TEXT] = { "toString", ")Ljava/lang/String;" }, [SPELLED_HASH] = { "hashCode", ")I" },
    [SPELLED_EQUALS] = { "equals", "Ljava/lang/Object;)Z" },
  };
  const struct cf_constant *k = bootstrap_argument(s, 0);
  struct class *record = k && k->tag == CF_CLASS ? world_class(k->text, s->where) : NULL;
  unsigned kind = 0;
  while (kind < 3 && strcmp(forms[kind].name, name) != 0)
    kind++;
  if (!record || !record->file || record->interface || kind == 3 ||
      strcmp(s->type, mem_text("L%s;%s", record->name, forms[kind].rest)) != 0) {
    s->why = "it is no toString(), hashCode() or equals() of a record";
    return;
  }
  s->out->kind = (enum spelled_kind)kind;
  spell_record(s, record);
  if (kind != SPELLED_TEXT)
    s->out->class = record;
}

const struct spelled *spelled_out(struct class *host, uint16_t index, struct use where)
{
  const struct cf_constant *k = &host->file->constants[index];
  const struct cf_bootstrap *b = bootstrap_of(host, index);
  const struct cf_constant *handle = &host->file->constants[b->handle];
  struct spelling s = { .out = mem_new(sizeof(*s.out)), .host = host, .bootstrap = b, .type = k->type + 1,
                        .where = where };
  if (strcmp(handle->owner, concat_owner) == 0)
    spell_concatenation(&s, handle->name);
  else
    spell_object_method(&s, k->name);
  if (!s.why && s.out->kind == SPELLED_TEXT) {
    s.out->class = world_class(mem_name_of(BUILDER), where);
    s.out->start = library_method(&s, BUILDER, "<init>", "()V");
    s.out->end = library_method(&s, BUILDER, "toString", "()Ljava/lang/String;");
  }
  if (s.why)
    world_error(where, "invokedynamic cannot be translated: %s", s.why);
  return s.why ? NULL : s.out;
}
