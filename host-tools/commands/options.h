/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * options.h: the options that all commands have that read a dump: the file, the ELF of its image, the choice of thread
 * and time. input.h opens what they name.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "dump/dump.h"
#include "limit.h"
#include "model/view.h"
#include "session.h"
#include "tables/tables.h"

struct options {
  const char *path;     /* of the dump; NULL: there are several, `session` */
  bool takes_session;   /* the command takes several dumps; set before parsing */
  struct session session;
  const char *elf;      /* -k; NULL: looked for */
  bool no_symbols;
  bool any_symbols;     /* where the image is not there, or not known to be the right one, go on without names */
  const char *counters; /* file of a model's values for the performance counters; NULL: none */
  struct limit limit;   /* --memory */
  struct view_options view;
};

/* Defaults; to be changed by parsing. */
#define OPTIONS_DEFAULT { .view = { .from_us = -1e15, .to_us = 1e15 } }

/* An argp child that takes the options and the argument FILE, or where the command takes a session any number of them,
 * into a struct options (its input). Where they are a session, `path` is NULL. */
extern const struct argp options_argp;

/* Read the whole of `text`, the value of --`option`: a whole number from 0 to `most`, or any number that is a time in
 * microseconds. On anything else they end the program through argp_error(). */
uint64_t options_whole(const struct argp_state *state, const char *option, const char *text, uint64_t most);
double options_number(const struct argp_state *state, const char *option, const char *text);

/* Adds the tables of a list NAME,NAME... to the choice. Where a word of it names no table, it says which tables there
 * are and ends the program with CMD_USAGE. */
void options_tables(struct tables_choice *c, char *names);

#endif
