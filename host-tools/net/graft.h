/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * graft.h: one tree of calls over the nodes of a session: which calls of a server hang below which call of a client.
 *
 * A remote call (match.h) leaves the client in a call of one of its threads: the graft hangs below the innermost one
 * that is open then. What hangs there are the calls of the server's thread that began when it had taken the remote call
 * and ended before it replied; without a reply, before that thread takes the next remote call. Calls that began before
 * stay where they are, in the server's own tree.
 *
 *   client's thread   main -- work -- stub          server's thread   run -- serve -- ...
 *                                      `- remote call --------------------------------- its calls
 *
 * What always holds: which call a remote call hangs below, and which calls it has, follows from each node's own records
 * and its own clock, and from the matching, which looks at no time. No time of one node is compared with another's.
 *
 * Cost: one pass over the calls of each node; about 100 bytes a remote call.
 */
#ifndef NET_GRAFT_H
#define NET_GRAFT_H

#include "match.h"
#include "model/calls.h"

#define GRAFT_NONE SIZE_MAX

struct graft {
  const struct net_call *remote;
  uint32_t client_thread;      /* index in the client's view; of use where the client is a node */
  uint64_t client_call;        /* number of the call that it hangs below; CALLS_NONE: below the thread itself */
  uint64_t sent;               /* TSC of the client */
  uint32_t server_thread;      /* index in the server's view; of use where `taken` is not 0 */
  uint64_t first, end;         /* numbers of the calls that ended after it was taken and before it was replied to */
  uint64_t taken;              /* TSC of the server; 0: no node has taken it */
  size_t outer;                /* the graft of that thread around first..end; GRAFT_NONE: there is none */
};

struct grafts {
  const struct net_match *match;
  struct calls *const *calls;  /* by node; NULL: the node's dump cannot be read */
  struct graft *list;          /* of calls that a node here has sent; by client, its thread, call, and time */
  size_t count;
  size_t *by_server;           /* those that have calls, by server, its thread, `first`, and the outer one before */
  size_t served;               /* how many these are */
};

/* Finds the grafts. The match, the calls and the array of them must outlive the result. */
struct grafts *grafts_new(const struct net_match *m, struct calls *const *calls);
void grafts_free(struct grafts *g); /* NULL: does nothing */

/* The grafts below a call: the first one, *count of them; by time. */
size_t grafts_below(const struct grafts *g, uint32_t node, uint32_t thread, uint64_t call, size_t *count);

/* The innermost graft to which a call belongs, which began at TSC `start`; GRAFT_NONE: it is of the node's own tree. */
size_t grafts_of(const struct grafts *g, uint32_t node, uint32_t thread, uint64_t number, uint64_t start);

#endif
