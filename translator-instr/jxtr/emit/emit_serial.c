/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * emit_serial.c: the table of serializable classes; translator-instr/contract/jx_serial.h describes it.
 */
#include "emitter.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/text.h"
#include "world/serial.h"
#include "world/world.h"

static const char *function_or_null(const struct method *m)
{
  return m && m->reached ? mem_text("(void *)%s", m->c_name) : "NULL";
}

static void write_fields(FILE *out, const struct class *c, const struct serial *s)
{
  if (s->field_count == 0)
    return;
  fprintf(out, "static const struct jx_serial_field serial_%u[] = {\n", c->number);
  for (uint32_t i = 0; i < s->field_count; i++)
    fprintf(out, "  { %s, %s, %u },\n", text_literal(s->fields[i].name), text_literal(s->fields[i].type),
            s->fields[i].offset);
  fprintf(out, "};\n");
}

static void write_row(FILE *out, const struct class *c, const struct serial *s)
{
  fprintf(out, "  { &jxc_%s, (int64_t)0x%" PRIx64 "u, %s, %u, %s%s%s0, %s,\n", c->c_name, (uint64_t)s->uid,
          s->field_count ? mem_text("serial_%u", c->number) : "NULL", s->field_count,
          s->external ? "JX_SERIAL_EXTERNAL | " : "", s->made ? "JX_SERIAL_MADE | " : "",
          s->record ? "JX_SERIAL_RECORD | " : "",
          s->persistent ? mem_text("(struct jx_object **)&%s", s->persistent->c_name) : "NULL");
  fprintf(out, "    %s, %s, %s, %s, %s, %s },\n", function_or_null(s->construct), function_or_null(s->write),
          function_or_null(s->read), function_or_null(s->read_none), function_or_null(s->replace),
          function_or_null(s->resolve));
}

void emit_serial(FILE *out)
{
  struct serial *all = MEM_ARRAY(struct serial, world_class_count);
  bool *is = MEM_ARRAY(bool, world_class_count);
  uint32_t count = 0;
  fprintf(out, "\n/* Serializable classes, in the order of their numbers. */\n");
  for (size_t i = 0; i < world_class_count; i++) {
    is[i] = serial_describe(world_classes[i], &all[i]);
    count += is[i];
    if (is[i])
      write_fields(out, world_classes[i], &all[i]);
  }
  fprintf(out, "const struct jx_serial jx_serials[] = {\n");
  for (int interfaces = 1; interfaces >= 0; interfaces--)
    for (size_t i = 0; i < world_class_count; i++)
      if (is[i] && world_classes[i]->interface == interfaces)
        write_row(out, world_classes[i], &all[i]);
  fprintf(out, "  { 0 }\n};\nconst uint32_t jx_serial_count = %u;\n", count);
}
