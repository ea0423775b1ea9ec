/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * assemble.h: makes a class file in memory, without branches in its code (so that it needs no StackMapTable). For
 * lambda.c, and for tests that want a class file with a particular fault.
 */
#ifndef ASSEMBLE_H
#define ASSEMBLE_H

#include "classfile.h"

struct assembly;

/* Begins a class. */
struct assembly *assemble_start(const char *name, const char *super);

/* Adds an interface that the class implements. */
void assemble_interface(struct assembly *a, const char *name);

/* Adds a field. */
void assemble_field(struct assembly *a, uint16_t access, const char *name, const char *type);

/* Opens a method: until assemble_method_end() the functions below append to its code. */
void assemble_method(struct assembly *a, uint16_t access, const char *name, const char *type);

/* Closes the method. */
void assemble_method_end(struct assembly *a);

/* Appends an instruction without operands. */
void assemble_op(struct assembly *a, uint8_t op);

/* Appends a byte of an operand. */
void assemble_byte(struct assembly *a, uint8_t operand);

/* Appends an instruction with a local variable, wide if need be. */
void assemble_local(struct assembly *a, uint8_t op, unsigned local);

/* Appends an instruction with a class. */
void assemble_class(struct assembly *a, uint8_t op, const char *class);

/* Appends a field or method instruction; `tag` is the kind of constant: CF_FIELD, CF_METHOD, CF_INTERFACE_METHOD. */
void assemble_member(struct assembly *a, uint8_t op, enum cf_tag tag, const char *owner, const char *name,
                     const char *type);

/* Returns the bytes of the class file, in memory of mem.h. */
const uint8_t *assemble_bytes(struct assembly *a, size_t *length);

/* Parses these bytes. NULL, with the error reported, when they are no class file. */
struct classfile *assemble_finish(struct assembly *a);

#endif
