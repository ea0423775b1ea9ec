/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * constants.h: the constant pool of a class file (JVMS 4.4). For parse.c and code.c.
 */
#ifndef CONSTANTS_H
#define CONSTANTS_H

#include "classfile.h"
#include "reader.h"

/* Parses the constant pool at `r` into `cf`, and checks what each entry refers to. Errors are r's. */
void constants_parse(struct reader *r, struct classfile *cf);

/* Returns entry `index` of the pool. When there is no such entry, or its tag is not `tag`, reports that through `r`
 * with `what`, the name of the reference, and returns NULL; returns NULL too when `r` has failed before. */
const struct cf_constant *constants_get(struct reader *r, const struct classfile *cf, uint16_t index, enum cf_tag tag,
                                        const char *what);

#endif
