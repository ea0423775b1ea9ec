/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * assemble.h: makes a class file in memory, without branches in its code (so that it needs no StackMapTable). For
 * lambda.c, and for tests that want a class file with a particular fault.
 */
#ifndef ASSEMBLE_H
#define ASSEMBLE_H

#include "classfile.h"

struct assembly;

struct assembly *assemble_start(const char *name, const char *super);
void assemble_interface(struct assembly *a, const char *name);
void assemble_field(struct assembly *a, uint16_t access, const char *name, const char *type);

/* Between the two the functions below append to the method's code. */
void assemble_method(struct assembly *a, uint16_t access, const char *name, const char *type);
void assemble_method_end(struct assembly *a);

void assemble_op(struct assembly *a, uint8_t op);
void assemble_byte(struct assembly *a, uint8_t operand);
void assemble_local(struct assembly *a, uint8_t op, unsigned local);
void assemble_class(struct assembly *a, uint8_t op, const char *class);
/* A field or method instruction; `tag` is the kind of constant, CF_FIELD, CF_METHOD, CF_INTERFACE_METHOD. */
void assemble_member(struct assembly *a, uint8_t op, enum cf_tag tag, const char *owner, const char *name,
                     const char *type);

/* The class file's bytes, of mem.h. */
const uint8_t *assemble_bytes(struct assembly *a, size_t *length);

/* Parses them: NULL, with the error reported, when they are no class. */
struct classfile *assemble_finish(struct assembly *a);

#endif
