/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * symbols.h: names and source lines of code addresses: from the image's ELF file (symbols_elf.c), or from the SYMBOL
 * records that a dump carries (symbols_dump.c).
 *
 * The symbols are read and sorted once; a lookup is a binary search. Lines of an ELF file come from DWARF on demand.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SYMBOLS_ID_BYTES    129 /* a build-id as text: at most 64 bytes in hexadecimal */
#define SYMBOLS_ERROR_BYTES 600
#define SYMBOLS_NAME_MOST   4096 /* bytes of a name that a dump carries; a longer one is cut */
#define SYMBOLS_FILE_BYTES  512 /* a longer name of a source file is cut */
#define SYMBOLS_WHERE_BYTES (SYMBOLS_FILE_BYTES + 11) /* `file:line` */

struct dump;

struct symbol {
  uint64_t start, end;  /* addresses, end exclusive */
  const char *name;     /* unique in the image: where several functions share a name, name@file.c */
};

/* Where a function is declared, or an instruction comes from. */
struct symbol_source { char file[SYMBOLS_FILE_BYTES]; uint32_t line; };

struct symbols_code;

/* Is told that `bytes` bytes of code from `start` on come from a line, which lasts for the call only. */
typedef void symbols_line_fn(void *ctx, uint64_t start, uint64_t bytes, const struct symbol_source *line);

/* The part of a set of symbols that does not depend on where they come from. For the files symbols*.c. */
struct symbols {
  struct symbol *table;    /* by start, none overlapping; the names are the table's */
  size_t count;
  char id[SYMBOLS_ID_BYTES];
  unsigned machine;        /* e_machine of the ELF file; 0: of none */
  bool (*source)(const struct symbols *s, uint64_t address, struct symbol_source *source);
  bool (*line)(const struct symbols *s, uint64_t address, struct symbol_source *line); /* NULL: they know of none */
  void (*each_line)(const struct symbols *s, symbols_line_fn *fn, void *ctx); /* NULL: not for these */
  const char *(*file)(const struct symbols *s, struct symbols_code **code, size_t *count); /* NULL: of no file */
  void (*close)(struct symbols *s);
};

/* Opens an ELF file. NULL on failure, with what is wrong and what to do in `error` (SYMBOLS_ERROR_BYTES). */
struct symbols *symbols_open(const char *path, char *error);

/* Moves symbols of symbols_open() to where the image ran, which a loader, or the image itself, may have chosen:
 * `probes` is where its probes' code began there (WIRE_META_PROBES_LOW); 0: not known, and the symbols stay. Returns
 * false where they stay, and the file is position independent (ET_DYN): it may have run elsewhere than it is linked. */
bool symbols_move(struct symbols *s, uint64_t probes);

/* The symbols that a dump carries, behind dump_done(); NULL where it has none. They have no build-id: they are this
 * run's. The dump need not outlive them. */
struct symbols *symbols_of_dump(const struct dump *d);

/* A stretch of the image's code: its addresses where the image ran, and where its bytes are in the ELF file. */
struct symbols_code { uint64_t start, bytes, offset; };

/* The name of the ELF file, whole, and its stretches of code, *count of them in new memory, for mem_free(). NULL: the
 * symbols are not of a file. The name lives as long as `s`. */
const char *symbols_file(const struct symbols *s, struct symbols_code **code, size_t *count);

/* How many functions of `carried` are not, under the same name, in `image`, which the user has named: symbols that a dump
 * carries are as good as the file. *first is then the first of them. Names are compared as far as a dump carries them. */
size_t symbols_differing(const struct symbols *carried, const struct symbols *image, const struct symbol **first);

/* Closes the ELF files that were opened since symbols_mark(), for a job that mem_try() (base/mem.h) has left before it
 * closed them: their memory is the budget's, and nothing is looked up in them any more. One that stays within reach may
 * still be closed by symbols_close(). */
uint64_t symbols_mark(void);
void symbols_leave(uint64_t mark);

/* Frees the symbols, however they were opened; NULL: does nothing. */
void symbols_close(struct symbols *s);

/* GNU build-id of the file as lower-case hexadecimal; "" when it has none. */
const char *symbols_build_id(const struct symbols *s);

/* Writes the name of a processor that ELF numbers so (e_machine) into `out`, SYMBOLS_MACHINE_BYTES. Returns `out`. */
#define SYMBOLS_MACHINE_BYTES 32
const char *symbols_machine_name(unsigned machine, char *out);

/* Returns whether the file's code is for the processor `machine` (e_machine), or may be: 0 is not known. An ELF file for
 * loaders of 32-bit images (EM_386) may hold code for x86-64. */
bool symbols_is_for(const struct symbols *s, unsigned machine);

/* The function that `address` lies in; NULL when it lies in none. Lives as long as `s`. */
const struct symbol *symbols_find(const struct symbols *s, uint64_t address);

/* Where the function at an address is declared; false when that is not known. */
bool symbols_source(const struct symbols *s, uint64_t address, struct symbol_source *source);

/* Writes `file:line`, where the function at an address is declared, into `out`, which has `bytes` bytes; false when
 * that is not known. */
bool symbols_where(const struct symbols *s, uint64_t address, char *out, size_t bytes);

/* Writes `file:line`, which the instruction at an address comes from, into `out`, as symbols_where() does; of a return
 * address the caller asks for the byte before it. False: it is not known; symbols that a dump carries know it of the
 * calls and instructions at which threads stood at its moments. Cost: two binary searches, and the first time for a
 * compilation unit reading its lines. */
bool symbols_line(const struct symbols *s, uint64_t address, char *out, size_t bytes);

/* Tells of all lines of an ELF file, each stretch of code once, as symbols_line() has them; of a set of symbols that
 * came with a dump nothing. */
void symbols_each_line(const struct symbols *s, symbols_line_fn *fn, void *ctx);

#endif
