/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lines.h: source lines of instructions, as a dump carries them (FORMAT.md, "Symbols in a file"): put into frames of
 * type SYMBOLS, and found again. Who carries which lines is carried.h's.
 *
 *   lines_begin() -> lines_add(), by rising address -> lines_end()
 *   lines_of_dump() -> lines_find() -> lines_free()
 */
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbols.h"

struct dump;
struct lines;
struct lines_writer;

/* Takes a frame that is whole; `ctx` is its caller's. */
typedef void lines_put_fn(void *ctx, const uint8_t *frame, size_t bytes);

/* Begins to write; lines_end() frees it. */
struct lines_writer *lines_begin(lines_put_fn *put, void *ctx);

/* Writes that `bytes` bytes of code from `start` on come from a line; `writer` is a struct lines_writer. Code that goes
 * on where the last one ended, with the same line, makes no row of its own. */
void lines_add(void *writer, uint64_t start, uint64_t bytes, const struct symbol_source *line);

/* Puts what is left, and frees. */
void lines_end(struct lines_writer *w);

/* The lines that a dump carries, behind dump_done(); new, be it none. Of rows that make no sense, or that share an
 * address with one before, nothing is taken. The dump need not outlive it. */
struct lines *lines_of_dump(const struct dump *d);
void lines_free(struct lines *l);

/* Finds the line of an instruction. Returns false where it is not known. Cost: a binary search. */
bool lines_find(const struct lines *l, uint64_t address, struct symbol_source *line);

#endif
