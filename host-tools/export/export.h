/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * export.h: a run in the formats of other viewers. To add a format: a file with its struct export_ops, a line in
 * export.c, a section in EXPORTS.md, a file in tests/export/ that proves it by the program that users read it with.
 *
 * No exporter computes a number: it takes what reader.h hands out, call trees (model/calltree.h), the paths of samples
 * (model/stacks.h) and groups of objects (model/cohorts.h), as the tables do. What the format cannot say is left out,
 * and EXPORTS.md says so; what is missing of the run is said in each format that has a way to.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "dump/reason.h"
#include "model/analysis.h"
#include "sink.h"

struct forest;

/* What an exporter writes, and where. */
struct export {
  struct analysis *analysis; /* NULL, as `view`: it is a session */
  struct view *view;
  const char *output;       /* the file, or of some formats the folder, as the user named it */
  uint64_t most;            /* bytes that all files together may have */
  struct sink sink;         /* the file, open; unless the format is a folder's */
  uint64_t epoch_s;         /* of formats with dates: when profiling was started, seconds since 1970 */
  uint64_t unplaced;        /* records left out: from before the start of profiling, or hundreds of years later */
};

struct export_ops {
  const char *name;
  const char *what;         /* it is, and what reads it: for people */
  bool folder;              /* `output` is a folder, which `write` makes, and */
  void (*drop)(const char *part); /* which this removes again, under the name that it grows by */
  bool whole;               /* it holds sums of the whole run: --from and --to cannot divide it */
  bool (*write)(struct export *e); /* returns false where a file could not be written, having said why; errors of
                               `sink` are the caller's */
  bool (*write_session)(struct export *e, const struct forest *f); /* the same of a session; NULL: of one dump alone. A
                               format of a folder has none */
};

/* All formats, ended by NULL. */
extern const struct export_ops *const export_all[];

/* The format called `name`; NULL: there is none. */
const struct export_ops *export_find(const char *name);

/* Prints name and description of each format, one a line. */
void export_list(FILE *out);

/* What is exported: a run, or all runs of a session. */
struct export_source {
  struct analysis *analysis;
  const struct forest *forest;  /* of a session: then `analysis` is NULL, and the format has write_session */
  uint64_t epoch_s;             /* see struct export */
};

/* Writes it in `most` bytes at most. Returns false where the file could not be written, or would have been longer,
 * which has been said. */
bool export_write(const struct export_ops *ops, const struct export_source *from, const char *output, uint64_t most);

/* Removes what an export has begun that did not come to its end, for memory was short (mem_try()). Where none has, does
 * nothing. */
void export_abandon(void);

/* Says that a file, or a folder, could not be written; `error` is an errno. */
void export_say_unwritten(const char *path, int error);

/* Calls `say` with `ctx` for each thing that the run lacks of what was read for this export up to now. For the end of
 * an export, as a remark. */
void export_missing(const struct export *e, reason_say *say, void *ctx);

/* A remark as a sentence, `incomplete: CODE KIND: TEXT`, as a table file has it. New memory, for mem_free(). */
char *export_remark(const struct missing *m);

/* The name of the thing that was profiled, for a viewer's title: program or system. New memory, for mem_free(). */
char *export_title(const struct export *e);

#endif
