/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * input.h: what a command reads: a dump, the symbols of its image, and the analysis of both that the user's
 * options ask for. Everything is opened with every check; what is wrong is said on standard error.
 */
#ifndef INPUT_H
#define INPUT_H

#include "model/analysis.h"
#include "options.h"

struct input {
  struct dump *dump;
  struct analysis *analysis;  /* with its view; NULL: the dump or the user's options do not allow one */
};

/* Loads the dump that the options name, checks the ELF against it, makes the analysis. Returns CMD_GOOD; or CMD_DAMAGED
 * with an analysis of what is good, whose losses have been reported; otherwise `analysis` is NULL and the reason has
 * been said. The caller closes the input in every case. */
int input_open(struct input *in, const struct options *o);

/* Makes the analysis of a dump that is loaded already, and that stays the caller's: `in->dump` is not touched. Returns
 * what input_open() returns. */
int input_analysis(struct input *in, const struct options *o, const struct dump *dump);

/* The exit status that says how the loading of a dump went. */
int input_status(enum dump_loading loading);

/* Says where records of the dump could not be read again. Returns `status`, or CMD_DAMAGED in place of CMD_GOOD. */
int input_reread(const struct dump *d, int status);

/* Frees the analysis, and the dump that input_open() has loaded. */
void input_close(struct input *in);

/* Reports on standard error what was wrong with a dump's frames, the first few one by one. */
void input_report_damage(const struct dump *d);

/* Opens the ELF file `elf`, which must be of the dump's build. NULL: it is not, and the reason has been said. */
struct symbols *input_image(const struct dump *d, const char *elf);

/* Opens the first of `count` ELF files, $JX_KERNEL, kernel.elf beside this program, and build/kernel.elf, that is of
 * the dump's build. NULL: none is; nothing has been said. */
struct symbols *input_image_if_there(const struct dump *d, const char *const *elfs, size_t count);

#endif
