/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * net_session.h: the messages of all nodes of a session, matched: for the commands that join nodes.
 *
 *   net_session_read(), outside of any limit_run()  ->  net_session_begin()  ->  net_session_end()
 */
#ifndef NET_SESSION_H
#define NET_SESSION_H

#include "base/table.h"
#include "net/match.h"
#include "options.h"

struct net_session {
  struct net_node *nodes;    /* in the session's order; one that cannot be read has no messages */
  size_t count;
  struct net_match *match;
};

/* Reads the messages of each node in a process of its own. Returns the worst of their exit statuses. Where --between
 * was given it says that nodes have no snapshots in common, and ends the program with CMD_USAGE. */
int net_session_read(struct options *o);

/* Matches what was read. The session must outlive the result. */
struct net_session net_session_begin(const struct session *s);
/* Says in a table's remarks what its messages lack. */
void net_session_note(const struct net_session *s, struct table *t);

/* The node's name, or of NET_NONE the address, as one that is not traced here; for mem_free(). */
char *net_session_name(const struct net_session *s, uint32_t node, uint32_t address);

void net_session_end(struct net_session *s);

#endif
