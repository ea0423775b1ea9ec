/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * carried.h: the symbols that a dump carries, so that a reader needs no ELF file of its image (FORMAT.md, "Symbols in
 * a file"). The host that receives a dump has that file: it gathers the code addresses that the run mentions while the
 * frames come, and puts the functions around them behind the end of the dump. symbols_of_dump() reads them again.
 *
 *   carried_new() -> for each frame that goes into the file: carried_frame() -> carried_write() -> carried_free()
 */
#ifndef CARRIED_H
#define CARRIED_H

#include "base/outfile.h"
#include "symbols.h"
#include "xfer.h"

/* Different addresses that are gathered of a run, for functions, and for lines: a kernel has some thousand functions,
 * and each is called from some places. What only later addresses mention is not carried, and the file says so (META
 * SYMBOLS_LEFT). Bounds the memory: some 20 MiB. */
#define CARRIED_ADDRESSES (1u << 18)

struct carried;

/* Nothing is gathered yet. The caller frees it with carried_free(). */
struct carried *carried_new(void);
void carried_free(struct carried *c);

/* Gathers the addresses in a frame: of call tree nodes, of stacks, of methods, and what registers held at a crash; for
 * lines, of the stacks of moments. */
void carried_frame(struct carried *c, const struct xfer_frame *frame);

/* Notes that addresses of the run were not gathered; and whether that is so. */
void carried_leave(struct carried *c);
bool carried_has_left(const struct carried *c);

/* Puts the functions of the image that the gathered addresses lie in, and the lines of the calls and instructions at
 * which threads stood at moments (lines.h), behind the frames in `file`. Returns the bytes
 * that they take there; 0 where there is no room for them: the file then stays as it was. */
uint64_t carried_write(const struct carried *c, const struct symbols *image, struct outfile *file);

/* Returns frames of all functions and lines of an image, as carried_write() puts them into a file, new memory for
 * mem_free(), and their length, *bytes: for a reader of a run that still goes on. Cost: a look into DWARF for each
 * function, and all line tables. */
uint8_t *carried_pack(const struct symbols *image, size_t *bytes);

#endif
