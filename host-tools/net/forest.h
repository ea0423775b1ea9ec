/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * forest.h: the call trees of all nodes of a session, joined by the calls from machine to machine (graft.h); or of one
 * dump. For whatever shows calls one by one.
 *
 * What always holds: a node whose dump cannot be read has no calls, and leaves the other nodes as they are. A
 * thread is known by its index in its node's view.
 */
#ifndef NET_FOREST_H
#define NET_FOREST_H

#include "graft.h"
#include "model/analysis.h"
#include "model/calls.h"
#include "remote.h"

struct forest_node {
  const char *name;            /* "": of one dump */
  struct analysis *analysis;   /* with its view; NULL: the dump cannot be read */
};

struct forest {
  struct forest_node *nodes;   /* the caller's, as all that follows but calls, clocks, carriers and grafts */
  size_t count;
  struct calls **calls;        /* by node; NULL: it cannot be read */
  const struct net_match *match; /* of a session; NULL: it is one dump */
  struct net_clocks *clocks;
  struct net_carriers carriers;
  struct grafts *grafts;       /* NULL: it is one dump */
};

/* The bounds of what is to be added to a time of a node (ns since its profiling began) to have that of the first node's
 * clock, by way of other nodes where the two have exchanged no messages (net_clocks_way()). */
void forest_bounds(const struct forest *f, uint32_t node, long double ns, long double *low, long double *high);

/* A time of a node on the first node's clock: moved by the middle of the bounds; where one is missing, *bounded becomes
 * false, and the time is moved by the other one, or by nothing where both are missing. */
long double forest_time(const struct forest *f, uint32_t node, long double ns, bool *bounded);

/* When the first node to begin began, on the first node's clock; 0 where no dump can be read. */
long double forest_beginning(const struct forest *f);

/* A call, or with number CALLS_NONE a thread. */
struct forest_call { uint32_t node, thread; uint64_t number; };

/* Joins the calls of `count` nodes, whose messages `match` has in the same order; of one dump `match` is NULL, and so
 * may `config` be. Cost: a pass over the calls of each node. For forest_close(). */
struct forest forest_new(struct forest_node *nodes, size_t count, const struct net_match *match,
                         const struct clocks_config *config);
void forest_close(struct forest *f);

/* What is below a call or a thread: calls of the same thread, and remote calls. */
struct forest_child {
  struct forest_call call;     /* of a remote call: below which call it hangs */
  size_t graft;                /* GRAFT_NONE: it is a call of this node */
};

struct forest_children {
  struct forest_child *list;   /* in the order in which they began; for mem_free() */
  size_t count;
  uint64_t more;               /* that began later, and are not in the list */
  bool unread;                 /* a call could not be read again */
};

/* Which calls are asked for. */
struct forest_choice {
  uint64_t most;               /* of these the first ones; 0: all */
  const int64_t *over;         /* by node: that took so many cycles at least; NULL: any */
};

/* What is below a call of a node's own tree: calls that were served for a call of another node hang there, and only
 * there. Cost: a step for each child. */
struct forest_children forest_below(const struct forest *f, struct forest_call root, const struct forest_choice *choice);

/* The calls that a remote call made in its server. */
struct forest_children forest_served(const struct forest *f, size_t graft, const struct forest_choice *choice);

/* How many calls a remote call made in its server. */
uint64_t forest_inside(const struct forest *f, size_t graft);

/* The way from a thread's root, through the nodes, to a call, which is the last one; for mem_free(). Where records
 * contradict each other, so that a call would be its own caller, the way begins there, and *cut is true. */
struct forest_child *forest_path(const struct forest *f, struct forest_call call, size_t *count, bool *cut);

/* What is below a call or a thread, in other nodes, too: forest_reach(), forest_reaches() ..., forest_reach_free(). */
struct forest_reach { struct forest_call root; uint8_t *grafts; };
struct forest_reach forest_reach(const struct forest *f, struct forest_call root);
/* Whether a call that began at TSC `start` is there; the root is not. */
bool forest_reaches(const struct forest *f, const struct forest_reach *r, struct forest_call call, uint64_t start);
void forest_reach_free(struct forest_reach *r);

#endif
