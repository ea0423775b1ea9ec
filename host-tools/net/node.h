/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * node.h: what a dump says of its machine's messages: all that is needed of it to join it with the dumps of other
 * machines. The dumps of a session are read one after the other, each in a process of its own; what is here goes from
 * those processes to the one that joins.
 *
 * What always holds: the messages of a node are in the order of its own clock. Clocks of two nodes have nothing in
 * common.
 */
#ifndef NET_NODE_H
#define NET_NODE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "dump/dump.h"
#include "model/view.h"

#define NET_NONE UINT32_MAX

struct net_node {
  const char *name;              /* the caller's; for people */
  uint64_t hz, start, stop;      /* TSC: frequency, and when profiling was started and stopped */
  uint64_t whole;                /* 1: no record of a message is missing; 0: some may be */
  struct wire_message *messages;
  size_t count, room;
};

/* One of the messages of a node: an end of it. `node` NET_NONE: there is none. */
struct net_end { uint32_t node, index; };

static inline const struct wire_message *net_message(const struct net_node *nodes, struct net_end e)
{
  return &nodes[e.node].messages[e.index];
}

/* Nanoseconds from the start of profiling in a node to `tsc`, of its clock. */
static inline long double net_ns(const struct net_node *n, uint64_t tsc)
{
  return (long double)(int64_t)(tsc - n->start) * 1e9L / (long double)n->hz;
}

/* Writes what a dump has of messages to `out`. Returns false where `out` took no more. */
bool net_write(const struct view *v, FILE *out);

/* Reads what net_write() has written, from where `in` stands, into *n, whose name it leaves. Returns false, and there
 * are no messages then, where that is not what stands there. */
bool net_read(struct net_node *n, FILE *in);

/* Takes what a dump has of messages into *n, which has none yet, and whose name it leaves. For net_free(). */
void net_of_view(struct net_node *n, const struct view *v);

void net_free(struct net_node *n);

#endif
