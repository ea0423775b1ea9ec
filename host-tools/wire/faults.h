/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * faults.h: what the switch does wrong on purpose, and to which frames.
 *
 * What always holds: whether a fault strikes a frame depends on the seed, on the name of the node that sent it, and on
 * how many frames that node had sent before, on nothing else: not on the time, and not on the other nodes. So a run of
 * the same seed does the same to the n-th frame of a node, whatever the order in which frames of several nodes came.
 *
 * A fault as text, KIND=RATE[:VALUE][@NODE]:
 *   drop=1/100             one of a hundred frames, by chance, is gone; also as 0.01 or 1%
 *   duplicate=1/100        is delivered twice
 *   delay=1/20:2ms..5ms    leaves so much later; a time is a number and us, ms or s
 *   reorder=1/20:3         leaves behind the next three frames of the same node (1)
 *   flip=1/500             has one bit flipped; the bit is drawn, too
 *   ...@b                  of these, only frames that node b sent
 *   cut=b@100..200         node b neither sends nor gets a frame while the switch takes frames 100 to 199 of all nodes
 *   cut=b@2s..             from 2 s after the first frame on, for ever
 */
#ifndef FAULTS_H
#define FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAULTS_MOST        64  /* of a switch */
#define FAULTS_NODE_BYTES  32  /* the longest name of a node, with the zero behind it */
#define FAULTS_ERROR_BYTES 200

enum fault_kind { FAULT_DROP, FAULT_DUPLICATE, FAULT_DELAY, FAULT_REORDER, FAULT_FLIP, FAULT_CUT, FAULT_KINDS };

struct fault {
  enum fault_kind kind;
  char node[FAULTS_NODE_BYTES];  /* frames of this one; "": of all */
  double chance;                 /* 0 to 1; not of a cut */
  int64_t least_ns, most_ns;     /* a delay */
  uint64_t later;                /* of a reorder: frames of the node that leave before */
  bool timed;                    /* a cut: its bounds are nanoseconds, not frames */
  uint64_t from, to;             /* a cut: the first, and the first that is none any more */
};

struct faults {
  uint64_t seed;
  size_t count;
  struct fault list[FAULTS_MOST];
};

/* What is done to one frame. */
struct verdict {
  bool drop, flip;
  unsigned copies;               /* 1, or 2 where it is duplicated */
  uint64_t bit;                  /* to flip: from the first byte's lowest bit on */
  int64_t delay_ns;              /* 0: none */
  uint64_t later;                /* 0: it keeps its place */
};

/* The word for a kind, as in the text above. */
const char *fault_name(enum fault_kind kind);

/* Adds a fault that is given as text. Returns false where the text is none, with the reason in `error`. */
bool faults_add(struct faults *f, const char *text, char error[FAULTS_ERROR_BYTES]);

/* Whether `name` can be the name of a node: 1 to 31 letters, digits, `_`, and, not first, `-` and `.`. */
bool faults_is_node(const char *name);

/* What is done to the frame of `bytes` bytes, at least 1, that is number `number`, from 1, of those `node` sent. */
struct verdict faults_judge(const struct faults *f, const char *node, uint64_t number, size_t bytes);

/* Whether `node` is cut off when the switch takes its frame `number`, from 1, of all, `since_ns` after its first. */
bool faults_cuts(const struct faults *f, const char *node, uint64_t number, int64_t since_ns);

#endif
