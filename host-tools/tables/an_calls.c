/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_calls.c: the table of calls, a row each; calls.h puts them together.
 */
#include "an.h"
#include "model/calls.h"

static const char *how_it_ended(const struct call *call)
{
  return call->flags & WIRE_CALL_OPEN ? "open" : call->flags & WIRE_CALL_UNWOUND ? "unwound" : "returned";
}

#define CALL(C) \
  C(thread, TEXT, table_text(t, v->threads[thread].name)) \
  C(call, COUNT, table_natural(t, number)) \
  C(inside, COUNT, table_natural(t, calls_size(calls, thread, number) - 1)) \
  C(depth, COUNT, table_natural(t, calls->tree->nodes[call->node].depth)) \
  C(function, TEXT, table_text(t, view_function_name(v, calls->tree->nodes[call->node].function))) \
  C(start_us, US, table_us(t, view_ns(v, call->start))) \
  C(end_us, US, table_us(t, view_ns(v, call->end))) \
  C(time_us, US, AN_OR_NONE(call->known, an_cycles(v, t, call->time))) \
  C(raw_us, US, AN_OR_NONE(call->known, an_cycles(v, t, call->raw))) \
  C(away_us, US, AN_OR_NONE(call->known, an_cycles(v, t, call->away))) \
  C(ended, TEXT, table_text(t, how_it_ended(call)))

static void call_row(struct view *v, struct table *t, const struct calls *calls, uint32_t thread, uint64_t number,
                     const struct call *call)
{
  CALL(AN_CELL)
}

static void fill_calls(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct calls *calls = calls_new(v, analysis_calltree(analysis));
  struct calls_walk w = calls_walk_begin(calls);
  struct call call;
  while (calls_walk_next(&w, &call))
    if (view_in_window(v, call.end))
      call_row(v, t, calls, w.thread, w.number, &call);
  calls_walk_end(&w);
  calls_free(calls);
}

static const struct table_column call_columns[] = { CALL(AN_COLUMN) };

const struct tables_def an_calls = {
  .name = "calls", .title = "every call, in the order in which calls ended", TABLES_COLUMNS(call_columns),
  .modes = WIRE_MODE_CALLS, .raw = true, .on_demand = true, .timed = true, .fill = fill_calls };
