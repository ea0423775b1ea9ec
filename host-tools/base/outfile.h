/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * outfile.h: a file that appears under its name whole, or not at all.
 *
 * It grows as NAME.part and takes its name in outfile_finish(), once it is on the disk: after a power cut as well there
 * is the whole file or the one before it. What always holds: the file ends with a whole piece; no other hostdump writes
 * it; the first error is kept, later pieces are only counted, so that the end can say how much room would have been
 * needed. A name that is there already and is no regular file (a device, a pipe) is written directly. NAME.part is
 * never a symbolic link: another user of the directory could have laid it there to have a file of ours overwritten.
 */
#ifndef OUTFILE_H
#define OUTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct outfile {
  const char *name;      /* the caller's */
  char *part;            /* where the bytes go */
  int fd;
  bool direct;           /* `name` is no regular file */
  bool alone;            /* outfile_create() */
  bool uncached;         /* outfile_uncached() */
  int error;             /* errno of the first failure; 0: none */
  uint64_t kept;         /* bytes written, in whole pieces */
  uint64_t wanted;       /* bytes that should have been */
};

/* Opens NAME.part, empty. Returns false with `error` set, EBUSY where another hostdump writes it. */
bool outfile_open(struct outfile *f, const char *name);

/* Opens NAME.part, which must not be there, nor may NAME when the file takes its name. Returns false with `error` set,
 * EEXIST where it is there. */
bool outfile_create(struct outfile *f, const char *name);

/* Opens what an earlier run has left of NAME for reading and appending: NAME.part, else NAME itself, which becomes
 * NAME.part. Opens an empty NAME.part when there is neither. Returns false with `error` set. */
bool outfile_continue(struct outfile *f, const char *name);

/* Has the pieces to come written to the disk without a copy in the system's cache: outfile_finish() waits until they
 * are there in any case, and the copy of a file of gigabytes costs more time than most of what is written takes to
 * make. That wants pieces of whole OUTFILE_BLOCKs, at addresses that OUTFILE_BLOCK divides; from the first other piece
 * on, which may be the last one, and where the file is on no disk that can do that, pieces are written as ever. Behind
 * outfile_open(). */
#define OUTFILE_BLOCK 4096u
void outfile_uncached(struct outfile *f);

/* What `error` says in words, after outfile_open() or outfile_continue() has returned false. */
const char *outfile_problem(const struct outfile *f);

/* Cuts the file behind its first `bytes` bytes; the next piece goes there. Behind outfile_continue(). */
void outfile_keep(struct outfile *f, uint64_t bytes);

/* Appends one piece, whole or not at all. Returns false at the first failure only, so that the caller tells the user
 * once, while more pieces come. */
bool outfile_write(struct outfile *f, const void *piece, size_t bytes);

/* Closes the file and gives it its name. Returns false with `error` set; NAME.part then holds what `kept` says. */
bool outfile_finish(struct outfile *f);

/* Closes and removes NAME.part. */
void outfile_drop(struct outfile *f);

#endif
