/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * emit_program.c: the files of a program; emit.h says which. A file whose text would be the same is left alone, so
 * that make does not compile it again; files of classes that are no longer reached are removed.
 */
#include "emit.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyse/effects.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/text.h"
#include "contract/jx_upcalls.h"
#include "emitter.h"
#include "world/reach.h"
#include "world/world.h"

#define NAME_MOST 200 /* bytes of a file name made from a class name: the file system's limit is 255 */
#define OURS "jxg"    /* what the names of files begin with that are of no class */

bool emit_exact;

static const char *folder;
static const char **written;
static size_t written_count, written_room;

/* ---- files ---- */

static bool has_text(const char *path, const char *text, size_t length)
{
  FILE *f = fopen(path, "r");
  if (!f)
    return false;
  size_t at = 0;
  int c;
  while ((c = getc(f)) != EOF && at < length && (char)c == text[at])
    at++;
  fclose(f);
  return c == EOF && at == length;
}

static bool save_file(const char *name, const char *text, size_t length)
{
  const char *path = mem_text("%s/%s", folder, name);
  written = mem_grow(written, written_count, &written_room, sizeof(*written));
  written[written_count++] = name;
  if (has_text(path, text, length))
    return true;
  FILE *f = fopen(path, "w");
  bool good = f && fwrite(text, 1, length, f) == length;
  if (f && fclose(f) != 0)
    good = false;
  if (!good)
    diag_error(path, 0, "cannot be written: %s", strerror(errno));
  return good;
}

static bool was_written(const char *name)
{
  for (size_t i = 0; i < written_count; i++)
    if (strcmp(written[i], name) == 0)
      return true;
  return false;
}

/* Removes the .c files of an earlier run; they begin with the line that all of ours have. */
static void remove_stale(void)
{
  DIR *d = opendir(folder);
  struct dirent *entry;
  while (d && (entry = readdir(d))) {
    size_t n = strlen(entry->d_name);
    const char *path = mem_text("%s/%s", folder, entry->d_name);
    static const char ours[] = "/* Emitted by jxtr";
    char head[sizeof(ours)] = "";
    if (n < 3 || strcmp(entry->d_name + n - 2, ".c") != 0 || was_written(entry->d_name))
      continue;
    FILE *f = fopen(path, "r");
    if (f && fread(head, 1, sizeof(ours) - 1, f) == sizeof(ours) - 1 && strcmp(head, ours) == 0)
      unlink(path);
    if (f)
      fclose(f);
  }
  if (d)
    closedir(d);
}

static const char banner[] = "/* Emitted by jxtr; changes are lost when it runs again. */\n";

/* ---- the header ---- */

static int compare_places(const void *a, const void *b)
{
  const struct field *const *f = a, *const *g = b;
  return ((*f)->offset > (*g)->offset) - ((*f)->offset < (*g)->offset);
}

/* The fields of a class and its superclasses in the order of their places, then NULL. */
static const struct field **sort_fields(const struct class *c)
{
  const struct field **fields = NULL;
  size_t count = 0, room = 0;
  for (; c; c = c->super)
    for (uint32_t i = 0; i < c->file->field_count; i++)
      if (!(c->fields[i].cf->access & CF_STATIC)) {
        fields = mem_grow(fields, count, &room, sizeof(*fields));
        fields[count++] = &c->fields[i];
      }
  if (count)
    qsort(fields, count, sizeof(*fields), compare_places);
  fields = mem_grow(fields, count, &room, sizeof(*fields));
  fields[count] = NULL;
  return fields;
}

/* Writes fields up to the first at `end` or behind, and returns that. */
static const struct field **write_fields(FILE *out, const struct field **fields, uint32_t end)
{
  for (; *fields && (*fields)->offset < end; fields++)
    fprintf(out, "  %s%s%s;\n", emit_field_type((*fields)->cf->type),
            (*fields)->cf->access & CF_VOLATILE ? "volatile " : "", (*fields)->c_name);
  return fields;
}

static void write_struct(FILE *out, const struct class *c)
{
  if (!c->file)
    return;
  const struct field **fields = sort_fields(c);
  fprintf(out, "struct jxo_%s {\n", c->c_name);
  if (*fields && (*fields)->offset < sizeof(struct jx_object)) {
    fprintf(out, "  union { struct jx_object object; struct { uint32_t header_[%zu];\n",
            offsetof(struct jx_object, length) / 4);
    fields = write_fields(out, fields, sizeof(struct jx_object));
    fprintf(out, "  }; };\n");
  } else {
    fprintf(out, "  struct jx_object object;\n");
  }
  write_fields(out, fields, UINT32_MAX);
  fprintf(out, "};\n");
  for (uint32_t i = 0; i < c->file->field_count; i++)
    if (!(c->fields[i].cf->access & CF_STATIC))
      fprintf(out, "_Static_assert(offsetof(struct jxo_%s, %s) == %u, \"layout\");\n", c->c_name, c->fields[i].c_name,
              c->fields[i].offset);
}

static void write_declarations(FILE *out, const struct class *c)
{
  fprintf(out, "extern struct jx_class jxc_%s;\n", c->c_name);
  for (uint32_t i = 0; c->file && i < c->file->field_count; i++)
    if (c->fields[i].cf->access & CF_STATIC)
      fprintf(out, "extern %s%s%s;\n", emit_field_type(c->fields[i].cf->type),
              c->fields[i].cf->access & CF_VOLATILE ? "volatile " : "", c->fields[i].c_name);
}

static void write_header(FILE *out, struct method **methods, uint32_t count)
{
  fprintf(out, "%s#ifndef JXG_H\n#define JXG_H\n\n%s#include \"jx_upcalls.h\"\n#include \"jx_bytes.h\"\n", banner,
          emit_exact ? "#define JX_EXACT\n" : "");
  fprintf(out, "#include \"jx_bits.h\"\n#include \"jx_chars.h\"\n#include \"jx_ports.h\"\n#include \"jx_math.h\"\n\n");
  fprintf(out, "extern struct jx_string jxg_strings[];\n");
  for (size_t i = 0; i < world_class_count; i++) {
    write_struct(out, world_classes[i]);
    write_declarations(out, world_classes[i]);
  }
  for (uint32_t i = 0; i < count; i++)
    fprintf(out, "%s%s;\n", methods[i]->cf->code ? "JX_METHOD " : "", emit_prototype(methods[i], false));
  fprintf(out, "\n#endif\n");
}

/* ---- upcalls ---- */

static const struct { const char *name, *class, *method, *type; } upcalls[] = {
#define ROW_(result, name, parameters, class, method, descriptor) { #name, class, method, descriptor },
  JX_UPCALLS(ROW_)
#undef ROW_
};

static const char *names_of_parameters(const struct method *m)
{
  const char *list = m->cf->access & CF_STATIC ? "" : "l0_a";
  unsigned local = !(m->cf->access & CF_STATIC);
  for (const char *t = m->cf->type + 1; *t != ')'; t += classfile_type_length(t, false)) {
    list = mem_text("%s%sl%u_%c", list, *list ? ", " : "", local, emit_kind(t) | 0x20);
    local += classfile_words(t);
  }
  return list;
}

static void write_upcall(FILE *out, const char *name, struct method *m)
{
  struct method renamed = *m;
  const char *result = strchr(m->cf->type, ')') + 1, *code = m->c_name;
  renamed.c_name = mem_text("jxu_%s", name);
  fprintf(out, "JX_UNPROFILED %s {\n", emit_prototype(&renamed, true));
  renamed.c_name = "(*)";
  if (m->cf->access & CF_STATIC && effects_class_needs_init(m->class))
    fprintf(out, "  jx_init(&jxc_%s);\n  if (JX_EXC) return%s;\n", m->class->c_name, *result == 'V' ? "" : " 0");
  if (m->slot >= 0)
    code = mem_text("((%s)JX_VIRTUAL(l0_a, %d))", emit_prototype(&renamed, false), m->slot);
  fprintf(out, "  %s%s(%s);\n}\n", *result == 'V' ? "" : "return ", code, names_of_parameters(m));
}

static void write_upcalls(FILE *out)
{
  fprintf(out, "\n/* What the runtime calls. */\n");
  for (size_t i = 0; i < sizeof(upcalls) / sizeof(upcalls[0]); i++) {
    struct class *c = world_class(mem_name_of(upcalls[i].class), (struct use){ 0 });
    struct method *m = world_method(c, mem_name_of(upcalls[i].method), mem_name_of(upcalls[i].type));
    write_upcall(out, upcalls[i].name, m);
  }
  fprintf(out, "struct jx_class *const jx_main_class = &jxc_%s;\n", reach_main_method->class->c_name);
  fprintf(out, "JX_UNPROFILED void jx_main(struct jx_object *args) { %s(args); }\n", reach_main_method->c_name);
}

/* ---- the whole ---- */

/* Writes a file through `f`. */
static bool write_file(const char *name, void (*f)(FILE *, struct method **, uint32_t), struct method **methods,
                       uint32_t count)
{
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  f(out, methods, count);
  fclose(out);
  bool good = save_file(name, text, length);
  free(text);
  return good;
}

static void write_tables(FILE *out, struct method **methods, uint32_t count)
{
  fprintf(out, "%s#include \"jxg.h\"\n#include \"jx_serial.h\"\n#include \"jx_remote.h\"\n", banner);
  if (emit_exact)
    fprintf(out, "\nconst bool jx_exact = true;\n");
  emit_tables(out, methods, count);
  emit_serial(out);
  emit_remote(out);
  write_upcalls(out);
}

static void write_all(FILE *out, struct method **methods, uint32_t count)
{
  (void)methods;
  (void)count;
  fprintf(out, "%s#define JX_METHOD static\n#define JX_SMALL inline\n", banner);
  for (size_t i = 0; i < written_count; i++)
    if (strcmp(written[i], "jxg.h") != 0)
      fprintf(out, "#include %s\n", text_literal(written[i]));
}

/* The list of what is lacking; without a list there is no file. */
static bool write_missing(void)
{
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  bool any = lack_write(out);
  fclose(out);
  bool good = any ? save_file(EMIT_MISSING, text, length) : unlink(mem_text("%s/" EMIT_MISSING, folder)) == 0 ||
              errno == ENOENT;
  free(text);
  return good;
}

static bool has_code(const struct class *c)
{
  for (uint32_t i = 0; c->file && i < c->file->method_count; i++)
    if (c->methods[i].reached && (c->methods[i].cf->code || lack_at(&c->methods[i], 0)))
      return true;
  return false;
}

/* The name in C, which has letters, digits and `_` only, where no file of ours is called so and the file system takes
 * it. */
static const char *file_name(const struct class *c)
{
  bool fits = strlen(c->c_name) <= NAME_MOST && strncmp(c->c_name, OURS, strlen(OURS)) != 0;
  return fits ? mem_text("%s.c", c->c_name) : mem_text("class-%u.c", c->number);
}

static bool write_class(const struct class *c)
{
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  fprintf(out, "%s#include \"jxg.h\"\n", banner);
  for (uint32_t i = 0; i < c->file->method_count; i++)
    if (c->methods[i].reached && c->methods[i].cf->code)
      emit_method(out, &c->methods[i]);
    else if (c->methods[i].reached && lack_at(&c->methods[i], 0))
      emit_native(out, &c->methods[i], lack_at(&c->methods[i], 0));
  fclose(out);
  bool good = save_file(file_name(c), text, length);
  free(text);
  return good;
}

/* The layout that string constants are emitted with (translator-instr/contract/jx.h). */
static bool string_fits(void)
{
  struct class *c = world_class(mem_name_of("java/lang/String"), (struct use){ 0 });
  struct field *value = world_field(c, mem_name_of("value"), mem_name_of("[C"));
  struct field *hash = world_field(c, mem_name_of("hash"), mem_name_of("I"));
  bool fits = value && hash && value->offset == offsetof(struct jx_string, value) &&
              hash->offset == offsetof(struct jx_object, length) && c->size == sizeof(struct jx_string);
  if (!fits)
    diag_error(world_file(c), 0, "the instance fields of String must be `char[] value; int hash;`");
  return fits;
}

bool emit_program(const char *to, struct method **methods, uint32_t count)
{
  folder = to;
  written = NULL;
  written_count = written_room = 0;
  if (!string_fits())
    return false;
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
    diag_error(folder, 0, "cannot be made: %s", strerror(errno));
    return false;
  }
  emit_tables_start();
  emit_number_classes();
  bool good = write_file("jxg.h", write_header, methods, count);
  for (size_t i = 0; good && i < world_class_count; i++)
    if (has_code(world_classes[i]))
      good = write_class(world_classes[i]);
  good = good && write_file("jxg_tables.c", write_tables, methods, count);
  good = good && write_file("jxg_all.c", write_all, methods, count);
  good = good && write_missing();
  if (good)
    remove_stale();
  return good;
}
