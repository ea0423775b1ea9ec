/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * shelf.h: the runs that have come since serve began, and how far each is: what pages may read of them.
 *
 * What always holds: the first `bytes` bytes of a run's file are whole frames, and stay as they are; a run that was
 * put here stays here, under its number, which is its index.
 */
#ifndef SHELF_H
#define SHELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "receive/incoming.h"
#include "receive/place.h"

enum shelf_state {
  SHELF_LIVE,     /* more may come */
  SHELF_WHOLE,    /* it has ended, and all of it came */
  SHELF_DAMAGED,  /* it has ended: some of it is damaged or lost, or its end did not come */
  SHELF_UNKEPT,   /* it could not be written: the file holds what came before */
};

/* What a target says of itself in its first frame: the system, what ran on it, the build-id of its image, the options
 * in force; "-" for what it does not say. */
#define SHELF_ABOUT_MOST 400 /* bytes of each; a longer one is cut, and ends in "..." */
struct shelf_about { char *system, *program, *image, *options; };

struct shelf_run {
  size_t number;
  char *target;      /* the name of its place */
  char *place;       /* the place, as the user wrote it */
  char *file;        /* the name of its dump, without directories */
  char *path;        /* where its bytes are now */
  uint64_t bytes, frames;
  uint32_t run;      /* the number that the target drew for this run; 0: it says none */
  int64_t began_ms;  /* wall clock, milliseconds since 1970 */
  enum shelf_state state;
  struct shelf_about about;  /* all NULL: its first frame has not come */
  const struct incoming *in; /* as long as it is live; else NULL */
};

#define SHELF_ID_BITS 64

struct shelf {
  char id[SHELF_ID_BITS / 4 + 1]; /* drawn when it was made, hexadecimal: numbers of runs are good with this id only */
  struct shelf_run **runs;
  size_t count, room;
  uint64_t changes;  /* so far, of any of them */
};

/* Draws the id of a shelf that is all zeros. */
void shelf_begin(struct shelf *s);

/* Puts a run there whose first frame has come, at a place. It is the shelf's. */
struct shelf_run *shelf_put(struct shelf *s, const struct place *place, const struct incoming *in);

/* More of it may have come. */
void shelf_grow(struct shelf *s, struct shelf_run *r, const struct incoming *in);

/* It has ended; its file has the name that it keeps. */
void shelf_end(struct shelf *s, struct shelf_run *r, enum incoming_result result);

/* Opens what there is of a run's file, for reading. Returns -1 with errno. */
int shelf_open(const struct shelf_run *r);

/* The word for a state. */
const char *shelf_state_text(enum shelf_state state);

void shelf_free(struct shelf *s);

#endif
