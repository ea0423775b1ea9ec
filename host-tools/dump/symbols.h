/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * symbols.h: names and source lines of code addresses, from the image's ELF file through elfutils (libelf, libdw).
 *
 * The symbols are read and sorted once; a lookup is a binary search. Lines come from DWARF on demand.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SYMBOLS_ID_BYTES    129 /* a build-id as text: at most 64 bytes in hexadecimal */
#define SYMBOLS_ERROR_BYTES 600

struct symbols;

struct symbol {
  uint64_t start, end;  /* addresses, end exclusive */
  const char *name;     /* unique in the image: where several functions share a name, name@file.c */
};

/* Opens an ELF file. NULL on failure, with what is wrong and what to do in `error` (SYMBOLS_ERROR_BYTES). */
struct symbols *symbols_open(const char *path, char *error);
void symbols_close(struct symbols *s);

/* GNU build-id of the file as lower-case hexadecimal; "" when it has none. */
const char *symbols_build_id(const struct symbols *s);

/* The function that `address` lies in; NULL when it lies in none. Lives as long as `s`. */
const struct symbol *symbols_find(const struct symbols *s, uint64_t address);

/* `file:line` of the function at an address in `out`; false when DWARF does not know it. */
bool symbols_where(const struct symbols *s, uint64_t address, char *out, size_t bytes);

#endif
