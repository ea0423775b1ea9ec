/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * options.h: what the commands that read a dump have in common: the file, the ELF of its image, the choice of thread
 * and time, and opening all of that with every check.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "dump/dump.h"
#include "model/view.h"

struct options {
  const char *path;     /* of the dump */
  const char *elf;      /* -k; NULL: looked for */
  bool no_symbols;
  const char *counters; /* file of a model's values for the performance counters; NULL: none */
  uint64_t memory_mib;
  struct view_options view;
};

/* Defaults; to be changed by parsing. */
#define OPTIONS_DEFAULT { .memory_mib = dump_memory_default() >> 20, .view = { .from_us = -1e15, .to_us = 1e15 } }

/* An argp child that takes the options and the one argument FILE into a struct options (its input). */
extern const struct argp options_argp;

/* A whole number, or a number, as the whole of `text`; on anything else ends the program through argp_error(). */
uint64_t options_whole(const struct argp_state *state, const char *option, const char *text, uint64_t most);
double options_number(const struct argp_state *state, const char *option, const char *text);

/* Loads the dump, checks the ELF against it, makes the view. On success CMD_GOOD, or CMD_DAMAGED with a view of
 * what is good (its losses have been reported); otherwise *view is NULL and the reason has been said. The caller
 * frees both, the view first. */
int options_open(const struct options *o, struct dump **dump, struct view **view);

/* The same of a dump that is loaded already, and that stays the caller's: opens the symbols and makes the view. */
int options_view(const struct options *o, const struct dump *dump, struct view **view);

/* Reports what was wrong with a dump's frames, to standard error, the first few one by one. */
void options_report_damage(const struct dump *d);

/* Opens the image's symbols: `elf`, or $JX_KERNEL, or kernel.elf beside this program, or build/kernel.elf. Refuses a
 * file of another build than the dump's. NULL: the reason has been said. */
struct symbols *options_symbols(const struct dump *d, const char *elf);

#endif
