/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * match.h: which message of one node is which of another one, and which calls from machine to machine the nodes have
 * made.
 *
 * What always holds: no time decides. A send and a reception are one message where layer, ends, program and key agree,
 * of layers driver and udp the length, too. Where several sends agree in all of that (a key that is used again), the
 * order decides in which each node has its messages: with the message before it matched, the next one is near. Where
 * two sends are about as near, none is taken, and the reception is counted as unsure.
 *
 * Layer rpc is matched by calls: a call begins with a send that is not AGAIN. Of its receptions those without AGAIN are
 * executed, the others are resent. A reply belongs to the execution before it.
 *
 * A node is known by the addresses that its messages have as `local`. Messages to and from other addresses have a
 * partner that is not traced here.
 */
#ifndef NET_MATCH_H
#define NET_MATCH_H

#include "node.h"

/* A call from machine to machine, as far as its nodes tell. An end that is not known has node NET_NONE. */
struct net_call {
  uint32_t client, server;       /* nodes; NET_NONE: not traced here */
  uint32_t client_address, server_address, program, procedure;
  uint16_t client_port, server_port;
  struct net_end sent;           /* by the client, for the first time */
  struct net_end executed;       /* its first reception that was executed */
  struct net_end replied;        /* the reply to that, sent for the first time */
  struct net_end answered;       /* the reply as the client got it */
  uint32_t sends;                /* 1: it was not sent again */
  uint32_t executions, receptions; /* executed; all */
};

struct net_match {
  const struct net_node *nodes;
  size_t node_count;
  struct net_end **partner;      /* by node and message, of layers driver and udp: of a reception its send, of a send
                                  * its first reception */
  struct net_call *calls;        /* in the order of their first end in the first node that knows of them */
  size_t call_count, call_room;
  uint64_t matched;              /* receptions of layers driver and udp that have a partner */
  uint64_t unsure;               /* receptions and executions that could be of several sends */
  uint64_t orphans;              /* receptions and executions from a node that is here, of no send that is */
  uint32_t shared_address;       /* that two nodes have, who are not one node that was started again; 0: none is */
  uint32_t sharing[2];           /* the first two of these nodes */
};

/* Matches the messages of all nodes, which must outlive it. */
struct net_match *net_match_new(const struct net_node *nodes, size_t count);
void net_match_free(struct net_match *m);

/* Calls use(ctx, send, reception) for each message of which both ends are here: of a call that was sent several times
 * its first send, so that a send has always left before its reception came. */
typedef void net_match_use(void *ctx, struct net_end sent, struct net_end received);
void net_match_each(const struct net_match *m, net_match_use *use, void *ctx);

/* Says how many receptions are unsure, how many are orphans, and which nodes have one address; NULL: there are none.
 * For mem_free(). */
char *net_match_note(const struct net_match *m);

#endif
