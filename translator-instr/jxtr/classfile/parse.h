/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * parse.h: from bytes to a class file in memory, with everything checked that classfile.h promises.
 */
#ifndef PARSE_H
#define PARSE_H

#include "classfile.h"

/* Parses `length` bytes at `bytes`, which must stay as long as the result. Returns NULL when they are no class file
 * that can be translated; diag_error() has named `path`, the place in the file and the reason. */
struct classfile *classfile_parse(const char *path, const uint8_t *bytes, size_t length);

/* Reads the file at `path` and parses it. NULL as classfile_parse(), or when it cannot be read, which is reported. */
struct classfile *classfile_read(const char *path);

#endif
