/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * code.h: the Code attribute of a method (JVMS 4.7.3). For parse.c.
 */
#ifndef CODE_H
#define CODE_H

#include "classfile.h"
#include "reader.h"

/* Parses the body of the Code attribute of method `m` at `r`. The constant pool of `cf` is complete, the name and type
 * of `m` are set. Never NULL; the result is good for nothing when `r` has failed. */
struct cf_code *code_parse(struct reader *r, const struct classfile *cf, const struct cf_method *m);

#endif
