/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * call_order.h: the beginnings and the ends of all calls, in the order in which they happened, for formats that show
 * calls as they go on. A CALL record comes when the call ends: here its caller is told before it.
 *
 * What always holds: of one thread, calls begin and end as they nest in calls.h: a call ends behind all that is inside
 * it, also where clocks show one time for several of them. Between threads there is no order: they come one after the
 * other, some ten thousand calls at a time.
 *
 * Cost: two passes over the records and one over the calls that are at hand. Memory: that of calls.h, of
 * call_order_piece calls, of the calls that go on from one such piece to another, and 16 bytes for each piece and
 * thread.
 */
#ifndef CALL_ORDER_H
#define CALL_ORDER_H

#include "calls.h"

/* Calls that are put in order together. Tests change it. */
extern unsigned call_order_piece;

/* A call begins, or `ends`. `thread` is an index in the view, `number` as in calls.h; `depth` calls of the thread are
 * around it, which have begun and not ended. */
typedef void call_order_fn(void *ctx, uint32_t thread, uint64_t number, const struct call *call, uint64_t depth,
                           bool ends);

/* Tells of all calls of the threads that the view wants, whole (calls_new()); of their `ends`, too, or of their
 * beginnings alone, which takes a twentieth less. Of two calls of a thread the one with the higher number ends later: a
 * call that begins is inside those that have begun and have a higher number. Ends early, with calls that have begun and
 * not ended, where the dump's file cannot be read again (dump_reread_error()). */
void call_order_each(struct view *v, const struct calltree *tree, bool ends, call_order_fn *take, void *ctx);

/* call_order_each() for a caller who wants the tree of the calls, too, or tells of them more than once: new is the
 * first pass, tell the second one. `calls` are the order's. */
struct call_order *call_order_new(struct view *v, const struct calltree *tree);
struct calls *call_order_calls(struct call_order *o);
void call_order_tell(struct call_order *o, bool ends, call_order_fn *take, void *ctx);
void call_order_free(struct call_order *o);

#endif
