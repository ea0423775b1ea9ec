/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * chrome.h: what the files chrome*.c have in common: a run, or several, on their way into the JSON of Chrome's trace
 * events.
 *
 * What always holds: of a session times are the first node's, begin with 0 at the first node to begin, and slices of a
 * lane nest: where the offset of two clocks jumps, from one window of clocks.h to the next, a slice begins where
 * the one before it ends, and ends with the one around it.
 */
#ifndef CHROME_H
#define CHROME_H

#include "net/forest.h"
#include "reader.h"

/* The two processes of a node; those of node n have numbers that are 2 n higher. */
enum chrome_process { CHROME_PROGRAM = 1, CHROME_PROCESSORS = 2 };

/* What lanes are of: by thread, or by processor. */
enum chrome_lanes { CHROME_THREADS, CHROME_CPUS, CHROME_LOCKS, CHROME_MESSAGES, CHROME_LANES };

struct chrome_lane {
  uint32_t number;           /* by which viewers know it; 0: it is not named yet */
  int64_t until;             /* of a session: no slice to come begins before, */
  int64_t *ends;             /* and those that are open end then, outermost first */
  size_t depth, end_room;
};

/* The last span of a processor's counters: its end, INT64_MAX: there was none; whether one of its spans had
 * instructions, too. */
struct last_span { int64_t end; bool third; };

/* From when to when a slice is drawn. */
struct chrome_times { int64_t start, end; };

struct chrome {
  struct export *e;          /* of the node at hand */
  struct sink *s;
  const struct forest *forest; /* of a session; NULL: it is one dump */
  uint32_t node;             /* of a session the one at hand */
  uint32_t lanes_named;
  long double begin_ns;      /* of a session: when the first node to begin began, on the first node's clock */
  bool begun, several, remarks_begun;
  bool bounded;              /* of a session: all times of the node at hand had both bounds so far */
  unsigned remarks;
  struct chrome_lane *lanes[CHROME_LANES]; /* of the node at hand */
  size_t lane_room[CHROME_LANES];
  uint64_t lost, arrows;
  struct sink_names functions; /* of the node at hand */
  struct last_span *spans;   /* by processor */
  size_t span_room;
  void (*stretch_put)(void *ctx, const struct reader_stretch *s, const struct chrome_lane *l,
                      struct chrome_times drawn); /* is told of each stretch that has been put; NULL: nothing is */
  void *stretch_ctx;
};

/* An event of the file: chrome_begin(), some of the others, and last arguments, which chrome_end() ends. A key comes
 * with its comma and its colon. */
void chrome_begin(struct chrome *c, char phase, enum chrome_process process, uint64_t tid, int64_t time);
void chrome_name(struct chrome *c, const char *text);
void chrome_duration(struct chrome *c, int64_t start, int64_t end);
void chrome_number(struct chrome *c, const char *key, uint64_t n);
void chrome_text(struct chrome *c, const char *key, const char *value);
void chrome_end(struct chrome *c);

/* A lane of the node at hand, which is named in the file when it is asked for first; good until the next one is asked
 * for. */
struct chrome_lane *chrome_lane(struct chrome *c, enum chrome_lanes lanes, uint32_t index);

/* From when to when a slice of a lane is drawn, of which none is inside another; both times are the node's own. */
struct chrome_times chrome_place(struct chrome *c, struct chrome_lane *l, int64_t start, int64_t end);

/* The file: what stands before all events, those of the dump at hand, what stands between events and remarks, the
 * remarks of the dump at hand, one more remark (`key` and `text` are cleaned), the end. */
void chrome_open(struct chrome *c);
void chrome_run(struct chrome *c);
void chrome_close_events(struct chrome *c);
void chrome_remarks(struct chrome *c);
void chrome_remark(struct chrome *c, const char *key, const char *text);
void chrome_close(struct chrome *c);

/* Frees the lanes of the node at hand. */
void chrome_free_lanes(struct chrome *c);

/* Writes a session: struct export_ops. */
bool chrome_session(struct export *e, const struct forest *f);

#endif
