/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * message.c: messages to and from other machines: a record for each that a layer of the network's code tells of.
 *
 * What the probe does measures itself, as telling of a lock does: it is in no thread's corrected time.
 */
#include "probes/probe.h"

#include "state.h"

/* Returns the number of the innermost open call's node; 0: none is open. */
PROF_PROBE static uint32_t number_of_call(const struct prof_thread *t)
{
  const struct prof_node *n = t->current;
  return n && !(n->flags & WIRE_NODE_ROOT) ? n->call >> WIRE_CALL_FLAG_BITS : 0;
}

/* Stores the record of `m`, or counts a drop. `now` is the TSC of this processor. */
PROF_PROBE static void put_message(const struct prof_message *m, uint64_t now)
{
  uint64_t i;
  if (!prof_log_take(&prof_messages, &i))
    return;
  struct wire_logged_message *r = PROF_RECORD(message, messages, i);
  const struct prof_thread *t = prof_port_thread();
  r->key = m->key;
  r->local = m->local;
  r->peer = m->peer;
  r->program = m->program;
  r->procedure = m->procedure;
  r->bytes = m->bytes;
  r->thread = t->id;
  r->node = number_of_call(t);
  r->local_port = m->local_port;
  r->peer_port = m->peer_port;
  r->layer = m->layer;
  r->flags = m->flags;
  prof_log_whole(&r->tsc, now);
}

PROF_PROBE void prof_record_message(const struct prof_message *m)
{
  const struct prof_aside aside = prof_aside_begin();
  put_message(m, prof_port_tsc());
  prof_aside_end(&aside, prof_costs.message);
}
