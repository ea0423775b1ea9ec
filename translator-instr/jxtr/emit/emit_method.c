/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * emit_method.c: a method's frame in C: signature, variables, measuring code, exception handlers, the one exit.
 *
 *   JX_PROFILED or JX_UNPROFILED, signature
 *   { variables; trace enter; safepoint; frame; monitor
 *     L0: bytecode by bytecode ...                   result = ...; goto leave;
 *     x1: the handlers that cover a place, in their order
 *     leave: monitor; frame; trace exit; return result }
 *
 * Every way out goes through `leave`, with an exception pending or not, so what the prolog has opened is closed. The
 * time stamps of a profiled method are taken by hooks that the compiler puts before its first and after its last
 * instruction, so the whole body lies between them.
 */
#include "emitter.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/short.h"
#include "base/mem.h"
#include "base/text.h"
#include "contract/jx.h"
#include "world/world.h"

/* gcc is told that methods of up to so many bytes of bytecode, rare ones not counted, are worth inlining. Iterators' next()
 * has 40 to 60; with 35, the limit of HotSpot's compilers, tests/bench/java/Lists took 1.1 of the time, Hash 1.08, and the
 * code 0.9 of the bytes. */
#define SMALL_BYTES 60u

static const char kinds[] = "IJFDA";

static const char *c_type_of_kind(char kind)
{
  static const char *const types[] = { "int32_t ", "int64_t ", "float ", "double ", "struct jx_object *" };
  return types[strchr(kinds, kind) - kinds];
}

char emit_kind(const char *type)
{
  switch (*type) {
  case 'J': case 'F': case 'D': return *type;
  case 'L': case '[': return 'A';
  default: return 'I';
  }
}

const char *emit_c_type(const char *type)
{
  return *type == 'V' ? "void " : c_type_of_kind(emit_kind(type));
}

const char *emit_field_type(const char *type)
{
  switch (*type) {
  case 'B': case 'Z': return "int8_t ";
  case 'C': return "uint16_t ";
  case 'S': return "int16_t ";
  default: return emit_c_type(type);
  }
}

static const char *use_variable(uint8_t *used, char letter, unsigned number, char kind)
{
  used[number] |= (uint8_t)(1 << (strchr(kinds, kind) - kinds));
  return mem_text("%c%u_%c", letter, number, kind | 0x20);
}

const char *emit_word(struct emit *e, uint32_t depth, char kind)
{
  return use_variable(e->words, 's', depth, kind);
}

const char *emit_local(struct emit *e, unsigned local, char kind)
{
  return use_variable(e->locals, 'l', local, kind);
}

void emit_line(struct emit *e, const char *format, ...)
{
  uint32_t line = classfile_line(e->code, e->pc);
  fprintf(e->out, "#line %u %s\n  ", line ? line : 1, e->file);
  va_list args;
  va_start(args, format);
  vfprintf(e->out, format, args);
  va_end(args);
  fputc('\n', e->out);
}

/* ---- signature ---- */

const char *emit_prototype(const struct method *m, bool names)
{
  const char *list = "", *comma = "";
  const char *t = m->cf->type + 1;
  unsigned local = 0;
  if (!(m->cf->access & CF_STATIC)) {
    list = names ? "struct jx_object *l0_a" : "struct jx_object *";
    comma = ", ";
    local = 1;
  }
  for (; *t != ')'; t += classfile_type_length(t, false)) {
    const char *name = names ? mem_text("l%u_%c", local, emit_kind(t) | 0x20) : "";
    list = mem_text("%s%s%s%s", list, comma, emit_c_type(t), name);
    comma = ", ";
    local += classfile_words(t);
  }
  return mem_text("%s%s(%s)", emit_c_type(t + 1), m->c_name, *list ? list : "void");
}

/* ---- handlers ---- */

/* Returns C that tries the handlers that cover the current place, in order; "" when there is none. */
static const char *chain_text(struct emit *e)
{
  const char *text = "";
  for (uint32_t i = 0; i < e->code->handler_count; i++) {
    const struct cf_handler *h = &e->code->handlers[i];
    if (e->pc < h->start || e->pc >= h->end)
      continue;
    if (!h->type)
      return mem_text("%sgoto h%u;", text, h->target);
    const struct class *c = world_class(h->type, (struct use){ e->m, e->pc });
    if (!c) /* it is not there (lack.h), and no exception is of it */
      continue;
    text = mem_text("%sif (%s) goto h%u; ", text, emit_test(c, "JX_THREAD->exc"), h->target);
  }
  return *text ? mem_text("%sgoto leave;", text) : text;
}

const char *emit_end(const struct emit *e)
{
  return e->entered && !e->framed ? "unentered" : "leave";
}

const char *emit_where_to(struct emit *e)
{
  const char *text = chain_text(e);
  if (!*text)
    return emit_end(e);
  uint32_t i = 0;
  while (i < e->chain_count && strcmp(e->chains[i], text) != 0)
    i++;
  if (i == e->chain_count) {
    e->chains = mem_grow(e->chains, e->chain_count, &e->chain_room, sizeof(*e->chains));
    e->chains[e->chain_count++] = text;
  }
  return mem_text("x%u", i + 1);
}

/* Writes the chains in use, and the entry of each handler once. */
static void write_handlers(struct emit *e)
{
  for (uint32_t i = 0; i < e->chain_count; i++)
    emit_line(e, "x%u: %s", i + 1, e->chains[i]);
  for (uint32_t i = 0; e->chain_count && i < e->code->handler_count; i++) {
    uint32_t target = e->code->handlers[i].target;
    uint32_t first = 0;
    while (e->code->handlers[first].target != target)
      first++;
    e->pc = target;
    if (first == i)
      emit_line(e, "h%u: %s = JX_THREAD->exc; JX_THREAD->exc = NULL; goto L%u;", target, emit_word(e, 0, 'A'),
                target);
  }
}

/* ---- structure ---- */

/* The place at `pc` is next; control reaches it from the instruction before, unless that `ended`. */
static void reach_place(struct emit *e, uint32_t pc, bool ended)
{
  if (!e->entered)
    return;
  if (e->entered[pc] && !e->framed && !ended)
    emit_enter(e);
  e->framed = e->entered[pc];
}

/* Writes the code from `pc` to `end`. */
static void write_code(struct emit *e, uint32_t pc, uint32_t end)
{
  struct instruction in;
  for (e->pc = pc; e->pc < end; e->pc += in.length) {
    bytecode_decode(e->code->bytes, e->code->length, e->pc, &in);
    reach_place(e, e->pc, e->ended);
    e->ended = bytecode_ends(in.op);
    if (e->effects->target[e->pc])
      fprintf(e->out, "%s:;\n", emit_label(e, e->pc));
    e->stack = e->flow->stack[e->pc];
    e->depth = (uint32_t)strlen(e->stack);
    if (e->m->measure & JX_METHOD_SAFEPOINTS && bytecode_jumps_back(&in, e->pc))
      emit_line(e, "JX_POLL();");
    if (!emit_hoisted(e))
      emit_instruction(e, &in);
  }
}

/* A loop, twice (emit_loops.c). */
static void write_loop(struct emit *e, const struct loop *loop)
{
  e->pc = loop->head;
  reach_place(e, loop->head, e->ended);
  fprintf(e->out, "L%u:;\n", loop->head);
  e->loop = loop;
  emit_loop_choice(e);
  e->unchecked = true;
  write_code(e, loop->head, loop->end);
  emit_line(e, "goto E%u;", loop->end);
  e->unchecked = false;
  write_code(e, loop->head, loop->end);
  fprintf(e->out, "E%u:;\n", loop->end);
  e->loop = NULL;
}

static void write_body(struct emit *e)
{
  uint32_t at = 0;
  for (uint32_t i = 0; i < e->loops->count; i++) {
    write_code(e, at, e->loops->loops[i].head);
    write_loop(e, &e->loops->loops[i]);
    at = e->loops->loops[i].end;
  }
  write_code(e, at, e->code->length);
  e->framed |= e->entered != NULL;
  emit_edges(e);
  e->pc = 0;
  write_handlers(e);
}

/* Calls `f` for each parameter, `this` included: local variable and kind. */
static void for_parameters(struct emit *e, void (*f)(struct emit *, unsigned, char))
{
  unsigned local = 0;
  if (!(e->m->cf->access & CF_STATIC))
    f(e, local++, 'A');
  for (const char *t = e->m->cf->type + 1; *t != ')'; t += classfile_type_length(t, false)) {
    f(e, local, emit_kind(t));
    local += classfile_words(t);
  }
}

/* Parameters are declared by the signature. */
static void forget_parameter(struct emit *e, unsigned local, char kind)
{
  e->locals[local] &= (uint8_t)~(1 << (strchr(kinds, kind) - kinds));
}

static void declare_variables(FILE *out, const uint8_t *used, uint32_t count, char letter)
{
  for (uint32_t i = 0; i < count; i++)
    for (unsigned k = 0; k < 5; k++)
      if (used[i] >> k & 1)
        fprintf(out, "  %s%c%u_%c;\n", c_type_of_kind(kinds[k]), letter, i, kinds[k] | 0x20);
}

/* What a synchronized method locks. */
static const char *lock_object(const struct method *m)
{
  return m->cf->access & CF_STATIC ? mem_text("&jxc_%s.object", m->class->c_name) : "locked";
}

static void write_prolog(struct emit *e, const char *result)
{
  const struct method *m = e->m;
  emit_line(e, "JX_FRAMED();");
  if (*result != 'V')
    emit_line(e, "%sresult = 0;", emit_c_type(result));
  if (m->measure & JX_METHOD_TRACE)
    emit_line(e, "jx_trace_enter(%u);", m->index);
  if (!(m->cf->access & CF_STATIC))
    emit_line(e, "if (!l0_a) __builtin_unreachable();");
  if (m->measure & JX_METHOD_SAFEPOINTS)
    emit_line(e, "JX_POLL();");
  if (e->framed)
    emit_line(e, "struct jx_frame frame;");
  if (e->framed && !e->entered)
    emit_enter(e);
  if (e->hidden && !effects_trusts_stack(e->m))
    emit_line(e, "JX_TEST_STACK(leave);");
  if (m->cf->access & CF_SYNCHRONIZED && !(m->cf->access & CF_STATIC))
    emit_line(e, "struct jx_object *const locked = l0_a;");
  if (m->cf->access & CF_SYNCHRONIZED)
    emit_line(e, "%s unlocked; }", emit_monitor(e, lock_object(m), true));
}

static void write_epilog(struct emit *e, const char *result)
{
  const struct method *m = e->m;
  bool locks = m->cf->access & CF_SYNCHRONIZED;
  emit_line(e, "leave:;");
  if (locks)
    emit_line(e, "%s unlocked; } unlocked:;", emit_monitor(e, lock_object(m), false));
  if (e->framed)
    emit_line(e, "JX_LEAVE(); unentered:;");
  if (m->measure & JX_METHOD_TRACE)
    emit_line(e, "jx_trace_exit(%u);", m->index);
  emit_line(e, *result == 'V' ? "return;" : "return result;");
}

static const char *attributes_of(struct method *m)
{
  if (m->measure & JX_METHOD_PROFILE)
    return "JX_METHOD JX_PROFILED";
  if (!m->usual)
    return "JX_METHOD JX_COLD JX_UNPROFILED";
  return short_bytes(m) <= SMALL_BYTES ? "JX_METHOD JX_SMALL JX_UNPROFILED" : "JX_METHOD JX_UNPROFILED";
}

void emit_method(FILE *out, struct method *m)
{
  const struct cf_code *code = m->cf->code;
  struct emit e = { .m = m, .code = code, .flow = m->flow, .file = text_literal(world_file(m->class)) };
  const char *result = strchr(m->cf->type, ')') + 1;
  char *text;
  size_t length;
  e.effects = effects_of(m);
  e.loops = loops_find(m);
  e.locals = MEM_ARRAY(uint8_t, code->max_locals);
  e.words = MEM_ARRAY(uint8_t, code->max_stack + 2);
  emit_find_entry(&e);
  e.out = open_memstream(&text, &length);
  write_prolog(&e, result);
  e.framed &= !e.entered;
  write_body(&e);
  write_epilog(&e, result);
  fclose(e.out);
  for_parameters(&e, forget_parameter);
  fprintf(out, "\n%s\n", text_comment(mem_text("%s.%s%s", world_java_name(m->class), m->cf->name, m->cf->type)));
  fprintf(out, "#line %u %s\n%s %s {\n", classfile_line(code, 0) ? classfile_line(code, 0) : 1, e.file,
          attributes_of(m), emit_prototype(m, true));
  declare_variables(out, e.locals, code->max_locals, 'l');
  declare_variables(out, e.words, code->max_stack + 2u, 's');
  for (uint32_t i = 0; i < e.values; i++)
    fprintf(out, "  struct jx_object *v%u;\n  int32_t n%u;\n", i, i);
  fwrite(text, 1, length, out);
  fprintf(out, "}\n");
  free(text);
}

void emit_native(FILE *out, struct method *m, const struct lack *lack)
{
  struct cf_code none = { .max_locals = 0 };
  struct emit e = { .m = m, .code = &none };
  const char *result = strchr(m->cf->type, ')') + 1;
  fprintf(out, "\nJX_UNPROFILED %s {\n  JX_LEAF(%u, jx_throw_link(&jxc_%s, %s));\n  return%s;\n}\n",
          emit_prototype(m, true), emit_site(&e), lack->error->c_name, text_literal(lack->message),
          *result == 'V' ? "" : " 0");
}
