/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * layout.h: where the fields of an object lie, which slot of the vtable a method has, and what everything is called
 * in C. Used by world.c when it loads a class; its superclass and interfaces are there.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "class.h"

/* Lays out a class with a file: fields, methods, vtable and names. False: it is no good, which is reported. */
bool layout_class(struct class *c);

/* Lays out an array class, whose superclass is known. */
void layout_array(struct class *c);

/* Lays out a primitive type. */
void layout_primitive(struct class *c);

/* Returns the bytes that a value of this descriptor takes in a field or array. */
uint32_t layout_bytes(const char *type);

/* Has the runtime the code of native methods of the class with this name? Of those in the packages of our library, which
 * no program can add to. */
bool layout_has_natives(const char *class);

/* Returns a name in C, as translator-instr/contract/jx.h describes. */
const char *layout_mangle(const char *name);

#endif
