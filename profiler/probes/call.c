/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * call.c: calls recorded one by one; timing.c decides which are.
 *
 * A call has one record, made when it ends: its node in the call tree says what was called, by which path and in which
 * thread. What is recorded is chosen by node, and each node carries the outcome as the number of cycles from which on
 * its calls are recorded (`over`), so that a call asks for it by one comparison.
 *
 * What always holds:
 *  - the records of a thread are in the order in which its calls end, children before their caller;
 *  - where only long calls are recorded, so are the chosen callers of a recorded call, whatever time is left of them
 *    after the correction: a recorded call sets `over` of the nearest chosen caller to PROF_CALL_FORCED, and that
 *    caller's own end sets it back;
 *  - what recording takes beyond the common way (probe.h) is measured, and is drift of the caller.
 */
#include "probe.h"

#include "call.h"

#include "state.h"

/* ---- records ---- */

/* Sees to it that the nearest chosen caller of `n` is recorded, and that the next call of `n` is only if it takes long
 * enough. */
static PROF_PROBE void tell_caller(struct prof_node *n)
{
  struct prof_node *caller = n->parent;
  if (!prof_state.config.calls_over)
    return;
  if (n->over == PROF_CALL_FORCED) /* else it stays what it is: meanwhile the calls of `n` may be chosen no more */
    PROF_WRITE(n->over, prof_state.config.calls_over);
  while (caller && caller->over == PROF_CALL_NEVER)
    caller = caller->parent;
  if (caller)
    PROF_WRITE(caller->over, PROF_CALL_FORCED);
}

/* Makes a record of the low halves of three numbers. */
static PROF_PROBE void put_record(uint32_t call, uint64_t raw, uint64_t drift, uint64_t away, uint64_t tsc)
{
  uint64_t number;
  if (!prof_log_room(PROF_LOG_callrecords, &number)) {
    prof_cpu_add(PROF_CPU_PLACE(part) + PROF_LOG_callrecords * sizeof(struct prof_part) +
                 offsetof(struct prof_part, dropped), 1);
    return;
  }
  struct wire_logged_call *c = PROF_RECORD(call, callrecords, number);
  c->call = call;
  c->raw = (uint32_t)raw;
  c->drift = (uint32_t)drift;
  c->away = (uint32_t)away;
  prof_log_whole(&c->tsc, tsc);
}

PROF_PROBE void prof_call_put(struct prof_node *n, const struct prof_call *call)
{
  const uint64_t raw = call->clock - n->t0, drift = (uint64_t)call->drift, away = call->tsc - raw - (n->t0 + n->away);
  const bool wide = raw >> 32 || away >> 32 || call->drift != (int32_t)call->drift;
  if (wide)
    put_record(n->call | WIRE_CALL_HIGH | call->how, raw >> 32, drift >> 32, away >> 32, call->tsc);
  put_record(n->call | (wide ? WIRE_CALL_WIDE : 0) | call->how, raw, drift, away, call->tsc);
  tell_caller(n);
}

PROF_PROBE void prof_probe_record_slow(struct prof_thread *t, struct prof_node *n, uint64_t t1, int64_t drift,
                                       int64_t cost)
{
  const uint64_t begun = prof_clock_begin(t);
  prof_call_put(n, &(struct prof_call){ t1, t1 + PROF_READ(t->suspended), drift, 0 });
  prof_node_drift(n->parent, cost + (int64_t)(prof_clock(t) - begun));
}
