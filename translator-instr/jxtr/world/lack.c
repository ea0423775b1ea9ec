/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lack.c: the places, by method and by what they lack; lack.h is the manual.
 */
#include "lack.h"

#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "base/text.h"
#include "world.h"

#define SHOWN 12u /* things that are named on the terminal: half of a screen, with what stands around them */

/* A class or member that is lacking, and the places that refer to it. */
struct missing {
  const char *text;
  enum lack_kind kind;
  struct lack **places;   /* a line of a method once */
  size_t count, room;
};

static const char *const errors[LACK_KINDS] = {
  [LACK_CLASS] = "java/lang/NoClassDefFoundError", [LACK_METHOD] = "java/lang/NoSuchMethodError",
  [LACK_FIELD] = "java/lang/NoSuchFieldError", [LACK_FORM] = "java/lang/IncompatibleClassChangeError",
  [LACK_ABSTRACT] = "java/lang/InstantiationError", [LACK_CODE] = "java/lang/AbstractMethodError",
  [LACK_NATIVE] = "java/lang/UnsatisfiedLinkError",
};

static struct missing **things;
static size_t thing_count, thing_room;

void lack_start(bool lenient)
{
  world_be_lenient(lenient);
  things = NULL;
  thing_count = thing_room = 0;
}

static struct missing *thing_called(const char *text, enum lack_kind kind)
{
  for (size_t i = 0; i < thing_count; i++)
    if (strcmp(things[i]->text, text) == 0)
      return things[i];
  struct missing *t = mem_new(sizeof(*t));
  t->text = text;
  t->kind = kind;
  things = mem_grow(things, thing_count, &thing_room, sizeof(*things));
  things[thing_count++] = t;
  return t;
}

static void add_place(struct missing *t, struct lack *l)
{
  for (size_t i = t->count; i-- > 0 && t->places[i]->where.method == l->where.method;)
    if (world_line(t->places[i]->where) == world_line(l->where))
      return;
  t->places = mem_grow(t->places, t->count, &t->room, sizeof(*t->places));
  t->places[t->count++] = l;
}

struct class *lack_add(struct method *m, uint32_t pc, enum lack_kind kind, const char *thing, const char *message)
{
  struct class *error = world_class(mem_name_of(errors[kind]), (struct use){ 0 });
  struct lack *l = mem_new(sizeof(*l));
  if (lack_at(m, pc))
    return error;
  *l = (struct lack){ .next = m->lacks, .where = { m, pc }, .kind = kind, .message = message, .error = error,
                      .thing = thing_called(thing, kind) };
  m->lacks = l;
  add_place(l->thing, l);
  return error;
}

const struct lack *lack_at(const struct method *m, uint32_t pc)
{
  const struct lack *l = m->lacks;
  while (l && l->where.pc != pc)
    l = l->next;
  return l;
}

/* ---- the list ---- */

static const char *place_text(struct use where)
{
  uint32_t line = world_line(where);
  const char *file = world_file(where.method->class);
  return line ? mem_text("%s:%u", file, line) : file;
}

void lack_show(const char *list)
{
  if (!thing_count)
    return;
  diag_note("jxtr: the program refers to %zu thing%s that our library lacks; where it comes to use one, it throws an "
            "error:", thing_count, thing_count == 1 ? "" : "s");
  for (size_t i = 0; i < thing_count && i < SHOWN; i++) {
    const struct missing *t = things[i];
    const char *first = place_text(t->places[0]->where);
    if (t->count > 1)
      diag_note("  %s  (%s and %zu more)", t->text, first, t->count - 1);
    else
      diag_note("  %s  (%s)", t->text, first);
  }
  if (thing_count > SHOWN)
    diag_note("  and %zu more", thing_count - SHOWN);
  diag_note("jxtr: %s has all places; --missing=refuse refuses such a program", list);
}

bool lack_write(FILE *out)
{
  for (size_t i = 0; i < thing_count; i++) {
    const struct missing *t = things[i];
    fprintf(out, "%s: %s\n", text_shown(t->text), strrchr(errors[t->kind], '/') + 1);
    for (size_t k = 0; k < t->count; k++) {
      const struct method *m = t->places[k]->where.method;
      fprintf(out, "\t%s", text_shown(place_text(t->places[k]->where)));
      fprintf(out, "\t%s\n", text_shown(mem_text("%s.%s%s", world_java_name(m->class), m->cf->name, m->cf->type)));
    }
  }
  return thing_count > 0;
}
