/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * serve.h: what `hostdump serve` knows: it receives from any number of targets at once, a dump each.
 *
 * When a run ends its place waits for the next one. One loop serves all: no target's silence, garbage or end holds up
 * the others. So that no target's greed does, either, what there is of memory and descriptors is divided when serve
 * starts: each place has an equal share, and each caller of a place an equal share of that. A place of which all
 * connections are taken lets callers wait that are its own, no others.
 *
 * The parts: places.h (which there are, what each may have), callers.h (who connects), runs.h (what they send),
 * left.h (runs that go on where they were cut), answers.h (what they are told), loop.h (which has it all done),
 * shelf.h (what there is of all runs), status.h (lines on the terminal), http.h, feed.h, names.h (pages that look on),
 * watch.h and tools.h (programs that are told where threads stand), pending.h (what of that waits), steer.h (which adds
 * such programs).
 */
#ifndef SERVE_H
#define SERVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "receive/incoming.h"
#include "receive/place.h"
#include "names.h"
#include "shelf.h"
#include "tools.h"

#define SERVE_REST_MS 1000 /* until a place is asked again where a caller could not be taken, or a device hung up */
#define SERVE_COMMANDS_MOST 64 /* -x of one call */

/* What came of it all: of several, the worst is told. */
enum serve_status {
  SERVE_GOOD,
  SERVE_DAMAGED,  /* a dump is damaged or cut, or a command was refused, not answered or not given */
  SERVE_NOTHING,  /* a stream had no frame */
  SERVE_IO,       /* a place cannot be opened, or something not be written */
  SERVE_USAGE,    /* what the user asks for makes no sense, which has been said */
};

/* A run of which the directory has a part. */
struct left {
  char *path;              /* of the dump, without `.part` */
  uint32_t run;            /* its number */
  bool cut;                /* it is NAME.jxp.part still */
};

/* A place, and what its runs may have. */
struct served {
  struct place place;
  bool over;               /* it has had its run, and there is no other */
  bool spoken;             /* a target has been given commands there */
  size_t callers, callers_most;
  uint64_t memory;         /* of a run, bytes */
  unsigned run;            /* number of its next dump */
  int64_t rests_until_ms;  /* it is not asked before; 0: it is */
  bool told_full, told_refused;
  struct left *left;       /* left.h */
  size_t left_count, left_room;
};

/* A target that speaks, or a caller that has not yet. */
struct run {
  struct served *served;
  int fd;
  struct incoming *in;     /* NULL: nothing has come */
  struct control *control; /* NULL: the target is not answered */
  struct shelf_run *shown; /* NULL: no frame has come */
  struct watching *watching; /* what tools are told of it; NULL: nothing */
  int64_t heard_ms;        /* when it connected, or spoke last */
  uint64_t number;         /* callers that came before it */
};

struct serve {
  struct served *places;
  size_t place_count, place_room;
  struct run *runs;
  size_t run_count;
  uint64_t caller_count;   /* so far */
  const char *directory;
  intake_image_fn *image;  /* finds the image of a dump, with image_ctx */
  void *image_ctx;
  uint64_t memory;         /* for all runs together, bytes */
  int timeout_ms;          /* 0: none */
  bool once, terminal;
  bool answers;            /* targets are answered */
  const char *commands[SERVE_COMMANDS_MOST]; /* [NAME=]COMMAND;COMMAND... */
  size_t command_count;
  const char *http;        /* [ADDRESS:]PORT for pages; NULL: none */
  const char *page;        /* the file with the page, where there is --http */
  const char *tool_commands[TOOLS_MOST];
  size_t tool_count;
  int tool_silent_ms;      /* how long a tool may read nothing while lines wait */
  const char *steer_path;  /* where tools are added and removed; NULL: nowhere */
  struct shelf shelf;
  struct tools *tools;     /* NULL: none, and none can be added */
  struct steer *steer;     /* NULL: none */
  struct http *pages;      /* NULL: none */
  struct names *names;     /* of functions, for pages; NULL: there are none */
  struct progress shown;   /* what targets reply */
  struct outlet out, err;  /* standard output and standard error, for whose readers nothing waits */
  size_t lines;            /* of status that stand on the terminal */
  int signals;
  bool told_unwaited;
  enum serve_status worst;
};

#endif
