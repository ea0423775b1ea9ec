/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * list.c: a class file as text; list.h is the manual.
 */
#include "list.h"

#include <inttypes.h>

#include "base/text.h"
#include "bytecode.h"

static void show_constant(FILE *out, const struct cf_constant *k)
{
  switch (k->tag) {
  case CF_INTEGER: case CF_LONG: fprintf(out, " %" PRId64, (int64_t)k->bits); break;
  case CF_FLOAT: case CF_DOUBLE: fprintf(out, " bits 0x%" PRIx64, k->bits); break;
  case CF_STRING: fprintf(out, " \"%s\"", text_shown(k->text)); break;
  case CF_CLASS: case CF_METHOD_TYPE: fprintf(out, " %s", text_shown(k->text)); break;
  default:
    fprintf(out, " %s%s%s %s", k->owner ? text_shown(k->owner) : "", k->owner ? "." : "", text_shown(k->name),
            text_shown(k->type));
  }
}

static void show_switch(FILE *out, const struct instruction *in, uint32_t pc)
{
  for (uint32_t i = 0; i < in->count; i++) {
    int32_t value;
    uint32_t target;
    bytecode_case(in, pc, i, &value, &target);
    fprintf(out, " %d:%u", value, target);
  }
  fprintf(out, " default:%u", in->target);
}

static void show_instruction(FILE *out, const struct classfile *cf, uint32_t pc, const struct instruction *in)
{
  fprintf(out, "    %5u %s", pc, bytecodes[in->op].name);
  switch (bytecodes[in->op].operands) {
  case BC_S1: case BC_S2: fprintf(out, " %d", in->value); break;
  case BC_CP1: case BC_CP2: case BC_INTERFACE: case BC_DYNAMIC: show_constant(out, &cf->constants[in->index]); break;
  case BC_MULTI:
    show_constant(out, &cf->constants[in->index]);
    fprintf(out, " %d", in->value);
    break;
  case BC_LOCAL: fprintf(out, " %u", in->local); break;
  case BC_IINC: fprintf(out, " %u %d", in->local, in->value); break;
  case BC_JUMP2: case BC_JUMP4: fprintf(out, " %u", in->target); break;
  case BC_TABLE: case BC_LOOKUP: show_switch(out, in, pc); break;
  case BC_ARRAY: fprintf(out, " %c", bytecode_element(in)); break;
  default:
    if (in->op >= OP_iload && in->op <= OP_astore && bytecodes[in->op].operands == BC_LOCAL)
      fprintf(out, " %u", in->local);
  }
  fputc('\n', out);
}

static void show_code(FILE *out, const struct classfile *cf, const struct cf_code *c)
{
  struct instruction in;
  uint32_t line = 0;
  fprintf(out, "    stack %u, locals %u, %u bytes\n", c->max_stack, c->max_locals, c->length);
  for (uint32_t pc = 0; pc < c->length; pc += in.length) {
    bytecode_decode(c->bytes, c->length, pc, &in);
    if (classfile_line(c, pc) != line) {
      line = classfile_line(c, pc);
      fprintf(out, "    line %u\n", line);
    }
    show_instruction(out, cf, pc, &in);
  }
  for (uint32_t i = 0; i < c->handler_count; i++)
    fprintf(out, "    catch %s from %u to %u at %u\n",
            c->handlers[i].type ? text_shown(c->handlers[i].type) : "anything", c->handlers[i].start,
            c->handlers[i].end, c->handlers[i].target);
}

static void show_access(FILE *out, uint16_t access)
{
  static const struct { uint16_t bit; const char *name; } names[] = {
    { CF_PUBLIC, "public" }, { CF_PRIVATE, "private" }, { CF_PROTECTED, "protected" }, { CF_STATIC, "static" },
    { CF_FINAL, "final" }, { CF_NATIVE, "native" }, { CF_ABSTRACT, "abstract" },
  };
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
    if (access & names[i].bit)
      fprintf(out, "%s ", names[i].name);
}

void list_class(FILE *out, const struct classfile *cf)
{
  fprintf(out, "%s %s extends %s, version %u, from %s\n", cf->access & CF_INTERFACE ? "interface" : "class",
          text_shown(cf->name), cf->super ? text_shown(cf->super) : "nothing", cf->major,
          cf->source ? text_shown(cf->source) : "an unnamed source");
  for (uint16_t i = 0; i < cf->interface_count; i++)
    fprintf(out, "  implements %s\n", text_shown(cf->interfaces[i]));
  for (uint16_t i = 0; i < cf->field_count; i++) {
    fprintf(out, "  ");
    show_access(out, cf->fields[i].access);
    fprintf(out, "%s %s\n", text_shown(cf->fields[i].name), text_shown(cf->fields[i].type));
  }
  for (uint16_t i = 0; i < cf->method_count; i++) {
    fprintf(out, "  ");
    show_access(out, cf->methods[i].access);
    fprintf(out, "%s%s\n", text_shown(cf->methods[i].name), text_shown(cf->methods[i].type));
    if (cf->methods[i].code)
      show_code(out, cf, cf->methods[i].code);
  }
}
