/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * switch.h: a learning Ethernet switch with faults; it has no sockets, no files and no clock of its own, so that tests
 * give it frames and times. sockets.h has the ports, main.c the clock and the files.
 *
 *   switch_take()  ->  numbered, seen, learnt  ->  cut?  ->  drop, flip, duplicate  ->  delay, reorder  ->  each port
 *
 * What always holds: each datagram that comes is a frame with a number, from 1, and `seen` gets it as it came, before
 * any fault; each fault, and each frame that leaves for no port or is no frame, is told to `note`, once for each port
 * that it does not reach; frames of one port that no fault holds leave in the order in which they came. What waits for
 * a port that takes no more, or is held by a fault, is bounded: what is too much is lost, and told.
 */
#ifndef SWITCH_H
#define SWITCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "faults.h"

#define SWITCH_PORTS_MOST  64
#define SWITCH_FRAME_LEAST 14    /* two addresses and a type (IEEE 802.3); QEMU sends no checksum */
#define SWITCH_FRAME_MOST  1518  /* with a tag (IEEE 802.1Q), without the checksum */
#define SWITCH_QUEUE_MOST  512   /* frames that wait for a port */
#define SWITCH_HELD_MOST   4096  /* frames that faults hold, of all ports */
#define SWITCH_REORDER_NS  200000000  /* a frame that is to leave behind others does not wait longer for them */

#define SWITCH_NEVER INT64_MAX

enum switch_sent { SWITCH_SENT, SWITCH_BUSY, SWITCH_ABSENT };

/* What befell a frame. */
struct switch_note {
  int64_t time_ns;
  uint64_t frame, of_node;       /* its number, of all and of those of the port it came from */
  unsigned from;                 /* port */
  int to;                        /* port; -1: all that it would have reached */
  size_t bytes;
  const char *fault;             /* a word: those of faults.h, or runt, giant, sender, full, absent */
  const char *detail;            /* "": none */
};

struct switch_ops {
  /* Hands a frame to the node at a port. */
  enum switch_sent (*send)(void *ctx, unsigned port, const uint8_t *frame, size_t bytes);
  /* A datagram of `bytes` bytes has come, number `frame`; `there` of them have been read. */
  void (*seen)(void *ctx, int64_t time_ns, const uint8_t *frame, size_t there, size_t bytes);
  void (*note)(void *ctx, const struct switch_note *note);
};

struct switch_counts { uint64_t in, out, lost; };  /* frames; lost: of those for this port, whatever the reason */

struct wire_switch;

/* A switch with a port for each of `count` nodes, 1 to SWITCH_PORTS_MOST. `names` and `faults` stay the caller's. */
struct wire_switch *switch_new(const struct switch_ops *ops, void *ctx, const char *const *names, unsigned count,
                               const struct faults *faults);
void switch_free(struct wire_switch *s);

/* Takes a datagram of `bytes` bytes, of which `there` have been read, from the node at `port`. Times never go back. */
void switch_take(struct wire_switch *s, unsigned port, const uint8_t *frame, size_t there, size_t bytes,
                 int64_t now_ns);

/* Sends what is due at `now_ns`. Returns when switch_turn() is to be called again; SWITCH_NEVER: not before a frame
 * has come. */
int64_t switch_turn(struct wire_switch *s, int64_t now_ns);

/* Whether frames wait for a port that was busy; and sends them, when the port can take some. */
bool switch_waits(const struct wire_switch *s, unsigned port);
void switch_writable(struct wire_switch *s, unsigned port, int64_t now_ns);

/* Ends it: frames that faults still hold leave now. */
void switch_flush(struct wire_switch *s, int64_t now_ns);

const struct switch_counts *switch_counts(const struct wire_switch *s, unsigned port);
uint64_t switch_frames(const struct wire_switch *s);

#endif
