/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * assemble.c: growing byte strings, one for each part of a class file; assemble.h is the manual.
 */
#include "assemble.h"

#include <string.h>

#include "base/mem.h"
#include "bytecode.h"
#include "parse.h"

#define MAX_STACK 600  /* of every method: more than any lambda needs (255 arguments of 2 words, 4 of its own) */

struct bytes {
  uint8_t *at;
  size_t used, room;
};

struct assembly {
  struct bytes pool, interfaces, fields, methods, code;
  const char *name;
  uint16_t constants, interface_count, field_count, method_count;
  uint16_t self, super, code_name;
  uint16_t access, method_name, method_type;   /* of the open method */
  unsigned locals;
};

static void put1(struct bytes *b, unsigned value)
{
  b->at = mem_grow(b->at, b->used, &b->room, 1);
  b->at[b->used++] = (uint8_t)value;
}

static void put2(struct bytes *b, unsigned value)
{
  put1(b, value >> 8);
  put1(b, value);
}

static void put4(struct bytes *b, size_t value)
{
  put2(b, (unsigned)(value >> 16));
  put2(b, (unsigned)value);
}

static void append_bytes(struct bytes *b, const struct bytes *more)
{
  for (size_t i = 0; i < more->used; i++)
    put1(b, more->at[i]);
}

/* ---- constants: each is written anew; class files of lambdas are small ---- */

static uint16_t text_constant(struct assembly *a, const char *t)
{
  size_t n = strlen(t);
  put1(&a->pool, CF_UTF8);
  put2(&a->pool, (unsigned)n);
  for (size_t i = 0; i < n; i++)
    put1(&a->pool, (uint8_t)t[i]);
  return ++a->constants;
}

static uint16_t class_constant(struct assembly *a, const char *name)
{
  uint16_t t = text_constant(a, name);
  put1(&a->pool, CF_CLASS);
  put2(&a->pool, t);
  return ++a->constants;
}

static uint16_t pair_constant(struct assembly *a, enum cf_tag tag, uint16_t first, uint16_t second)
{
  put1(&a->pool, tag);
  put2(&a->pool, first);
  put2(&a->pool, second);
  return ++a->constants;
}

/* ---- the parts ---- */

struct assembly *assemble_start(const char *name, const char *super)
{
  struct assembly *a = mem_new(sizeof(*a));
  a->name = name;
  a->self = class_constant(a, name);
  a->super = class_constant(a, super);
  a->code_name = text_constant(a, "Code");
  return a;
}

void assemble_interface(struct assembly *a, const char *name)
{
  put2(&a->interfaces, class_constant(a, name));
  a->interface_count++;
}

void assemble_field(struct assembly *a, uint16_t access, const char *name, const char *type)
{
  put2(&a->fields, access);
  put2(&a->fields, text_constant(a, name));
  put2(&a->fields, text_constant(a, type));
  put2(&a->fields, 0);
  a->field_count++;
}

void assemble_method(struct assembly *a, uint16_t access, const char *name, const char *type)
{
  a->access = access;
  a->method_name = text_constant(a, name);
  a->method_type = text_constant(a, type);
  a->code.used = 0;
  a->locals = 2 * (unsigned)strlen(type) + 1;
}

void assemble_method_end(struct assembly *a)
{
  struct bytes *m = &a->methods;
  put2(m, a->access);
  put2(m, a->method_name);
  put2(m, a->method_type);
  put2(m, 1);
  put2(m, a->code_name);
  put4(m, a->code.used + 12);
  put2(m, MAX_STACK);
  put2(m, a->locals);
  put4(m, a->code.used);
  append_bytes(m, &a->code);
  put2(m, 0);
  put2(m, 0);
  a->method_count++;
}

/* ---- code ---- */

void assemble_op(struct assembly *a, uint8_t op)
{
  put1(&a->code, op);
}

void assemble_byte(struct assembly *a, uint8_t operand)
{
  put1(&a->code, operand);
}

void assemble_local(struct assembly *a, uint8_t op, unsigned local)
{
  if (local > 255) {
    put1(&a->code, OP_wide);
    put1(&a->code, op);
    put2(&a->code, local);
  } else {
    put1(&a->code, op);
    put1(&a->code, local);
  }
}

void assemble_class(struct assembly *a, uint8_t op, const char *class)
{
  put1(&a->code, op);
  put2(&a->code, class_constant(a, class));
}

void assemble_member(struct assembly *a, uint8_t op, enum cf_tag tag, const char *owner, const char *name,
                     const char *type)
{
  uint16_t class = class_constant(a, owner), n = text_constant(a, name), t = text_constant(a, type);
  put1(&a->code, op);
  put2(&a->code, pair_constant(a, tag, class, pair_constant(a, CF_NAME_AND_TYPE, n, t)));
  if (op == OP_invokeinterface)
    put2(&a->code, 0x0100); /* a count, which no reader uses, and 0 */
}

/* ---- the whole ---- */

const uint8_t *assemble_bytes(struct assembly *a, size_t *length)
{
  struct bytes out = { NULL, 0, 0 };
  put4(&out, 0xCAFEBABE);
  put2(&out, 0);
  put2(&out, 61);
  put2(&out, a->constants + 1u);
  append_bytes(&out, &a->pool);
  put2(&out, CF_PUBLIC | CF_FINAL);
  put2(&out, a->self);
  put2(&out, a->super);
  put2(&out, a->interface_count);
  append_bytes(&out, &a->interfaces);
  put2(&out, a->field_count);
  append_bytes(&out, &a->fields);
  put2(&out, a->method_count);
  append_bytes(&out, &a->methods);
  put2(&out, 0);
  *length = out.used;
  return out.at;
}

struct classfile *assemble_finish(struct assembly *a)
{
  size_t length;
  const uint8_t *bytes = assemble_bytes(a, &length);
  return classfile_parse(a->name, bytes, length);
}
