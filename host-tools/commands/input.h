/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * input.h: what a command reads: a dump, the symbols of its image, and the analysis of both that the user's
 * options ask for. Everything is opened with every check; what is wrong is said on standard error.
 */
#ifndef INPUT_H
#define INPUT_H

#include "dump/damage_report.h"
#include "model/analysis.h"
#include "options.h"

struct input {
  struct dump *dump;
  struct analysis *analysis;  /* with its view; NULL: the dump or the user's options do not allow one */
};

/* What a command makes of an input with an analysis: prints to standard output, or writes files. Returns its exit
 * status as far as the output decides it. */
typedef int input_use(void *ctx, struct input *in);

/* Loads the dump that the options name, checks the ELF against it, makes the analysis, and calls `use` with `ctx`.
 * Where the dump is damaged the analysis is of what is good, and the losses have been reported; where there can be
 * no analysis the reason has been said, and `use` is not called. Returns the exit status.
 *
 * A file that has an index is read by it. Where it turns out while `use` is at work that the file is not what the
 * index says, what `use` has printed is dropped, the file is read as one without an index, and `use` is called once
 * more. All of it may take the memory that the options allow: limit_run(). */
int input_run(const struct options *o, input_use *use, void *ctx);

/* As input_run(), for a command that takes a session, too (`takes_session`), and prints: of a session each node in a
 * process of its own, each behind a line `node: NAME`. Returns the worst exit status of the nodes, or CMD_IO where
 * standard output took no more. */
int input_run_each(struct options *o, input_use *use, void *ctx);

/* Makes the analysis of a dump that is loaded already, and that stays the caller's: `in->dump` is not touched.
 * Returns CMD_GOOD; or CMD_DAMAGED with an analysis of what is good; otherwise `analysis` is NULL and the reason has
 * been said. */
int input_analysis(struct input *in, const struct options *o, const struct dump *dump);

/* Loads the dump that the options name, without the index of its file, and makes its analysis, for a command that has
 * several inputs at a time. To be called inside limit_run(). Returns the exit status so far; for input_close(), whatever
 * that is. Where `analysis` is NULL the reason has been said. */
int input_open(struct input *in, const struct options *o);

/* The exit status that says how the loading of a dump went. */
int input_status(enum dump_loading loading);

/* Says where records of the dump could not be read again. Returns `status`, or CMD_DAMAGED in place of CMD_GOOD. */
int input_reread(const struct dump *d, int status);

/* Frees the analysis and the dump; either may be NULL. */
void input_close(struct input *in);

/* Says that standard output could not be written. */
void input_say_unprinted(void);

/* Opens the ELF file `elf`, which must be of the dump's build. NULL: it is not, and the reason has been said. */
struct symbols *input_image(const struct dump *d, const char *elf);

/* Opens the first of `count` ELF files, $JX_KERNEL, kernel.elf beside this program, and build/kernel.elf, that is of
 * the dump's build. NULL: none is; nothing has been said. */
struct symbols *input_image_if_there(const struct dump *d, const char *const *elfs, size_t count);

#endif
