/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * written.c: lines of lambdas and method references; written.h is the manual.
 *
 * javac gives an invokedynamic no line: it has the line of what was evaluated before it, which in a chain of calls is
 * the line above. The line that is searched lies between two that are known: it is not above the line of the call that
 * gets the lambda as an argument, and not below the first line of the lambda's body. Where these differ, a first
 * argument is taken to begin where the call does (`map(x -> {`), a later one where its body does, or, if the body has
 * several lines, a line above. A method reference has no body: it has the call's line.
 */
#include "written.h"

#include <string.h>

#include "base/mem.h"
#include "classfile/bytecode.h"
#include "verify/verify.h"
#include "world/world.h"

/* What is known of a place. */
struct place {
  uint32_t line;
  bool first;      /* the first argument of a call, or of no call */
};

/* Returns the offset of the instruction that takes the word `depth` off the stack, in the order of the code. */
static uint32_t find_consumer(const struct method *m, uint32_t pc, uint32_t depth)
{
  const struct cf_code *code = m->cf->code;
  uint32_t last = pc;
  for (uint32_t at = pc + 1; at < code->length; at++) {
    if (!code->starts[at])
      continue;
    if (last != pc && (!m->flow->stack[at] || strlen(m->flow->stack[at]) <= depth))
      return last;
    last = at;
  }
  return last;
}

/* Returns the stack words below the arguments of the call at `pc`; UINT32_MAX where there is no call. */
static uint32_t words_below(const struct method *m, uint32_t pc)
{
  struct instruction in;
  const struct cf_code *code = m->cf->code;
  bytecode_decode(code->bytes, code->length, pc, &in);
  if (!bytecode_calls(in.op) || !m->flow->stack[pc])
    return UINT32_MAX;
  return (uint32_t)strlen(m->flow->stack[pc]) - classfile_parameter_words(m->class->file->constants[in.index].type);
}

/* The line of the call that gets what the invokedynamic makes; else its own. */
static struct place place_of(const struct use *at)
{
  const struct method *m = at->method;
  const struct cf_code *code = m->cf->code;
  struct instruction in;
  bytecode_decode(code->bytes, code->length, at->pc, &in);
  struct place p = { classfile_line(code, at->pc), true };
  if (!m->flow || !m->flow->stack[at->pc])
    return p;
  uint32_t depth = (uint32_t)strlen(m->flow->stack[at->pc]) -
                   classfile_parameter_words(m->class->file->constants[in.index].type);
  uint32_t consumer = find_consumer(m, at->pc, depth), below = words_below(m, consumer);
  if (below == UINT32_MAX)
    return p;
  uint32_t line = classfile_line(code, consumer);
  p.line = line > p.line ? line : p.line;
  p.first = below == depth;
  return p;
}

/* The method that javac has made of a lambda's body; NULL for a method reference. */
static const struct cf_method *body_of(const struct use *at)
{
  const struct classfile *cf = at->method->class->file;
  struct instruction in;
  bytecode_decode(at->method->cf->code->bytes, at->method->cf->code->length, at->pc, &in);
  const struct cf_bootstrap *b = &cf->bootstraps[cf->constants[in.index].index1];
  const struct cf_constant *target = &cf->constants[b->args[1]];
  for (uint32_t i = 0; target->owner == cf->name && i < cf->method_count; i++)
    if (cf->methods[i].name == target->name && cf->methods[i].type == target->type &&
        cf->methods[i].access & CF_SYNTHETIC && cf->methods[i].code)
      return &cf->methods[i];
  return NULL;
}

static bool has_several_lines(const struct cf_code *code)
{
  for (uint32_t i = 1; i < code->line_count; i++)
    if (code->lines[i].line != code->lines[0].line)
      return true;
  return false;
}

static uint32_t line_of(const struct use *at)
{
  struct place p = place_of(at);
  const struct cf_method *body = body_of(at);
  uint32_t first = body ? classfile_line(body->code, 0) : 0;
  if (p.first || first <= p.line)
    return p.line;
  return has_several_lines(body->code) ? first - 1 : first;
}

/* From `pc` on, and before `end`, the line is `line`. */
static void set_line(struct cf_code *code, uint32_t pc, uint32_t end, uint32_t line)
{
  struct cf_line *lines = MEM_ARRAY(struct cf_line, code->line_count + 2);
  uint32_t next = end < code->length ? classfile_line(code, end) : 0;
  if (code->line_count)
    memcpy(lines, code->lines, code->line_count * sizeof(*lines));
  lines[code->line_count++] = (struct cf_line){ pc, line };
  if (end < code->length)
    lines[code->line_count++] = (struct cf_line){ end, next };
  code->lines = lines;
}

/* How many lambdas of the same host and line were named before classes[number]. */
static unsigned namesakes(size_t number, uint32_t line)
{
  const struct class *c = world_classes[number];
  unsigned found = 0;
  for (size_t i = 0; i < number; i++) {
    const struct use *other = &world_classes[i]->written;
    found += other->method && other->method->class == c->written.method->class && world_line(*other) == line;
  }
  return found;
}

static void name_lambda(size_t number)
{
  enum { INVOKEDYNAMIC_BYTES = 5 };
  struct class *c = world_classes[number];
  const struct use *at = &c->written;
  uint32_t line = line_of(at);
  unsigned before = namesakes(number, line);
  if (line)
    set_line(at->method->cf->code, at->pc, at->pc + INVOKEDYNAMIC_BYTES, line);
  c->shown = mem_text("%s$$Lambda%s%s", at->method->class->name, line ? mem_text(":%u", line) : "",
                      before ? mem_text("#%u", before + 1) : "");
  for (uint32_t i = 0; line && i < c->file->method_count; i++)
    if (c->file->methods[i].code)
      set_line(c->file->methods[i].code, 0, UINT32_MAX, line);
}

void written_name_lambdas(void)
{
  for (size_t i = 0; i < world_class_count; i++)
    if (world_classes[i]->written.method)
      name_lambda(i);
}
