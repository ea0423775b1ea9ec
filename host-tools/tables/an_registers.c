/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_registers.c: the table `registers`: what the threads had in their registers when the target went down.
 */
#include "an.h"
#include "base/mem.h"
#include "registers.h"

#include <inttypes.h>

#define ONE(number, NAME, text) + 1
#define REGISTERS_MOST (0 WIRE_REGISTERS(ONE)) /* of a thread; a dump may claim any number */

static const char *name_of(uint32_t number)
{
  switch (number) {
#define NAME(number, NAME, text) case number: return text;
  WIRE_REGISTERS(NAME)
#undef NAME
  default: return NULL;
  }
}

/* The function that a register points into; NULL when it holds anything else. */
static const char *function_of(struct view *v, const struct wire_register *r)
{
  const bool is_code = r->number == WIRE_REGISTER_X86_RIP || r->number == WIRE_REGISTER_RISCV_PC ||
                       r->number == WIRE_REGISTER_ARM_PC;
  if (!is_code && (!v->symbols || !symbols_find(v->symbols, r->value)))
    return NULL;
  return view_function_name(v, view_function(v, r->value, false));
}

static void fill_registers(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const struct wire_register *r = dump_register_rows(v->dump);
  for (size_t i = 0; i < dump_count(v->dump, WIRE_REGISTER); i++) {
    if (!view_thread_of(v, r[i].thread)->wanted)
      continue;
    const char *name = name_of(r[i].number), *function = function_of(v, &r[i]);
    char *text = name ? mem_format("%s", name) : mem_format("register %" PRIu32, r[i].number);
    char *value = mem_format("%016" PRIx64, r[i].value);
    table_text(t, view_thread_of(v, r[i].thread)->name);
    table_text(t, text);
    table_text(t, value);
    table_text(t, function ? function : "-");
    mem_free(text);
    mem_free(value);
  }
}

/* The thread that an exception stopped comes first, and with it the processor's number of the exception. */
void registers_note(struct view *v, struct table *t)
{
  const struct wire_register *r = dump_register_rows(v->dump);
  const size_t count = dump_count(v->dump, WIRE_REGISTER);
  if (!count)
    return;
  char *text = mem_format("registers of %s:", view_thread_of(v, r[0].thread)->name);
  for (size_t i = 0; i < count && i < REGISTERS_MOST && r[i].thread == r[0].thread; i++) {
    char *longer = name_of(r[i].number) ? mem_format("%s %s %" PRIx64, text, name_of(r[i].number), r[i].value) : NULL;
    if (longer) {
      mem_free(text);
      text = longer;
    }
  }
  table_comment(t, "note", text);
  mem_free(text);
}

static bool crashed(const struct view *v)
{
  return dump_has_name(v->dump, WIRE_SPACE_CRASH, 0) || dump_count(v->dump, WIRE_REGISTER);
}

static const struct table_column register_columns[] = {
  { "thread", TABLE_TEXT }, { "register", TABLE_TEXT }, { "value", TABLE_TEXT }, { "function", TABLE_TEXT },
};

const struct tables_def an_registers = {
  .name = "registers", .title = "what the threads had in their registers when the target went down",
  TABLES_COLUMNS(register_columns), .of_crash = true, .applies = crashed, .fill = fill_registers };
