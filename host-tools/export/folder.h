/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * folder.h: the folder that an export goes into, of a format that is several files. It grows under the name OUTPUT.part
 * and appears whole or not at all; an export of its format that is there already makes room for it.
 *
 * What always holds: nothing is removed but files that such an export has, and folders that they leave empty, and these
 * only of folders that a file `.hostdump` marks: one that grows, and OUTPUT.old, where the export before is put aside.
 * The first error is kept; what is appended behind it goes nowhere.
 */
#ifndef FOLDER_H
#define FOLDER_H

#include "export.h"

/* What a folder of a format has. */
struct folder_kind {
  const char *file, *mark;             /* the file by which it is known, and how that begins */
  bool (*has)(const char *name);       /* whether a file of that name is one of its own */
};

struct folder {
  const struct folder_kind *kind;
  struct export *e;
  char *path;                          /* it grows as */
  uint64_t written;                    /* bytes of all files */
  int error;                           /* an errno */
};

/* Begins the folder of an export. Returns false where there cannot be one, which has been said; then there is nothing
 * to finish. */
bool folder_begin(struct folder *f, const struct folder_kind *kind, struct export *e);

/* Appends to a file of the folder; `exists`: it is there already. */
void folder_append(struct folder *f, const char *name, bool exists, const void *bytes, size_t count);

/* Ends the folder, and gives it its name. Returns false where something has failed, which has been said; then there is
 * no folder. */
bool folder_finish(struct folder *f);

/* For export_ops.drop: removes what folder_begin() has begun under the name `part`, and nothing else. */
void folder_drop(const struct folder_kind *kind, const char *part);

#endif
