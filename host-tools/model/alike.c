/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * alike.c: see alike.h.
 */
#include "alike.h"

#include "base/mem.h"

#include <math.h>

#define CHAINS_MOST 8
#define COSTS_LEAST 16
#define PART        4 /* the narrowest stretch holds one of so many costs */

/* A turn with fenced probes: what was measured right before it. */
struct fenced {
  uint32_t chain;
  double cost;    /* cycles of a call; behind take_offsets() as if the chain were the first one */
  bool measured;  /* on a chain; else that of NOPs, or nothing */
  bool counts;
};

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static bool begins_turn(const struct wire_turn *row, bool asked)
{
  return row->what == WIRE_TURN_COST || row->what == WIRE_TURN_NOPS || (row->what == WIRE_TURN_FENCED && !asked);
}

static bool is_of_turn(const struct wire_turn *row)
{
  return row->what == WIRE_TURN_COST || row->what == WIRE_TURN_NOPS || row->what == WIRE_TURN_FENCED ||
         row->what == WIRE_TURN_NODE;
}

/* Reads the turns into `turn`, which has room for `count`; turn_of[i]: the number of row i's turn, from 1 on; 0: none,
 * or a row of another kind. Returns how many there are. */
static size_t read_turns(const struct wire_turn *rows, size_t count, struct fenced *turn, size_t *turn_of)
{
  size_t n = 0;
  bool asked = false; /* the cost of the turn that comes was measured */
  for (size_t i = 0; i < count; i++) {
    const struct wire_turn *row = &rows[i];
    if (begins_turn(row, asked)) {
      const bool measured = row->what == WIRE_TURN_COST && row->calls && row->node < CHAINS_MOST;
      turn[n++] = (struct fenced){ .chain = row->node, .measured = measured, .counts = true,
                                   .cost = measured ? (double)(int64_t)row->cycles / (double)row->calls : 0 };
      asked = row->what != WIRE_TURN_FENCED;
    } else if (row->what == WIRE_TURN_FENCED) {
      asked = false;
    }
    turn_of[i] = is_of_turn(row) ? n : 0;
  }
  return n;
}

/* Puts `n` costs in order and finds the narrowest stretch that holds a quarter of them. Returns its middle one, and in
 * *width how wide it is. */
static double find_state(double *cost, size_t n, double *width)
{
  const size_t part = (n + PART - 1) / PART;
  size_t at = 0;
  mem_sort(cost, n, sizeof(*cost), by_value);
  for (size_t i = 1; i + part <= n; i++)
    if (cost[i + part - 1] - cost[i] < cost[at + part - 1] - cost[at])
      at = i;
  *width = cost[at + part - 1] - cost[at];
  return cost[at + part / 2];
}

/* Takes off by how much each chain's cost is above the first one's. Differences to the turn of the first chain that
 * came last tell it: those of turns of one state are alike. */
static void take_offsets(struct fenced *turn, size_t n, double *scratch)
{
  for (uint32_t chain = 1; chain < CHAINS_MOST; chain++) {
    const struct fenced *first = NULL;
    double above, width;
    size_t pairs = 0;
    for (size_t i = 0; i < n; i++)
      if (turn[i].measured && turn[i].chain == 0)
        first = &turn[i];
      else if (turn[i].measured && turn[i].chain == chain && first)
        scratch[pairs++] = turn[i].cost - first->cost;
    above = pairs ? find_state(scratch, pairs, &width) : 0;
    for (size_t i = 0; i < n; i++)
      if (turn[i].measured && turn[i].chain == chain)
        turn[i].cost -= above;
  }
}

/* Turns before which no cost was measured count where the measured ones around them do. */
static void judge_between(struct fenced *turn, size_t n)
{
  bool before = true, behind = true;
  for (size_t i = 0; i < n; i++)
    if (turn[i].measured)
      before = turn[i].counts;
    else
      turn[i].counts = before;
  for (size_t i = n; i-- > 0;)
    if (turn[i].measured)
      behind = turn[i].counts;
    else
      turn[i].counts &= behind;
}

static void judge(struct fenced *turn, size_t n, double *scratch, double *shift)
{
  size_t measured = 0;
  double width;
  take_offsets(turn, n, scratch);
  for (size_t i = 0; i < n; i++)
    if (turn[i].measured)
      scratch[measured++] = turn[i].cost;
  if (measured < COSTS_LEAST)
    return;
  const double state = find_state(scratch, measured, &width);
  if (width > 2 * ALIKE_ERROR)
    return;
  *shift = fabs(scratch[measured / 2] - state);
  for (size_t i = 0; i < n; i++)
    if (turn[i].measured)
      turn[i].counts = fabs(turn[i].cost - state) <= ALIKE_ERROR;
  judge_between(turn, n);
}

bool *alike_rows(const struct wire_turn *rows, size_t count, double *shift)
{
  struct fenced *turn = mem_alloc(count, sizeof(*turn));
  size_t *turn_of = mem_alloc(count, sizeof(*turn_of));
  double *scratch = mem_alloc(count, sizeof(*scratch));
  bool *counts = mem_alloc(count, sizeof(*counts));
  const size_t n = read_turns(rows, count, turn, turn_of);
  *shift = 0;
  judge(turn, n, scratch, shift);
  for (size_t i = 0; i < count; i++)
    counts[i] = !turn_of[i] || turn[turn_of[i] - 1].counts;
  mem_free(turn);
  mem_free(turn_of);
  mem_free(scratch);
  return counts;
}
