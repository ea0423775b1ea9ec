/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * layout.h: where the fields of an object lie, which slot of the vtable a method has, and what everything is called
 * in C. Used by world.c when it loads a class; its superclass and interfaces are there.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "class.h"

/* False: the class is no good; reported. */
bool layout_class(struct class *c);
void layout_array(struct class *c);
void layout_primitive(struct class *c);

/* Bytes of a value of this descriptor in a field or array. */
uint32_t layout_bytes(const char *type);

/* A name in C, as translator-instr/contract/jx.h describes. */
const char *layout_mangle(const char *name);

#endif
