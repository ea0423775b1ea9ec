/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * list.h: shows a class file: what `jxtr --list` prints.
 */
#ifndef LIST_H
#define LIST_H

#include <stdio.h>

#include "classfile.h"

/* Header, fields, methods and their instructions, as text for people. */
void list_class(FILE *out, const struct classfile *cf);

#endif
