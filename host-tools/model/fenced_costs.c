/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fenced_costs.c: see fenced_costs.h.
 */
#include "fenced_costs.h"

#include "base/mem.h"

#include <math.h>

#define COSTS_LEAST 16  /* fewer say nothing of how costs change */
#define MOST        4   /* most: a quarter of them, those closest to each other */
#define OFF         0.5 /* of the level: no state of the processor changes a cost by so much */

/* What was measured right before a turn with fenced probes, on one chain. */
struct measure {
  uint32_t chain;
  size_t turn;
  double cost, body; /* cycles of a call */
};

/* What the rows say, in their order. */
struct read {
  struct measure *measure;
  size_t measures, turns;
  size_t *turn_of; /* of each row, from 1 on; 0: of none with fenced probes */
};

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double narrowest_part(double *v, size_t n, size_t parts, double *width)
{
  size_t part = (n + parts - 1) / parts, at = 0;
  if (part < 2)
    part = n < 2 ? n : 2;
  *width = 0;
  if (!n)
    return 0;
  mem_sort(v, n, sizeof(*v), by_value);
  for (size_t i = 1; i + part <= n; i++)
    if (v[i + part - 1] - v[i] < v[at + part - 1] - v[at])
      at = i;
  *width = v[at + part - 1] - v[at];
  return v[at + part / 2];
}

/* Rows of costs begin a turn where they are of another time than those before; a turn without any begins by itself. */
static void read_turns(const struct wire_turn *rows, size_t count, struct read *r)
{
  const struct wire_turn *asked = NULL; /* the last row of the costs of the turn that comes */
  for (size_t i = 0; i < count; i++) {
    const struct wire_turn *row = &rows[i];
    if (row->what == WIRE_TURN_COST || row->what == WIRE_TURN_NOPS) {
      r->turns += !asked || asked->tsc != row->tsc;
      asked = row;
    } else if (row->what == WIRE_TURN_FENCED) {
      r->turns += !asked;
      asked = NULL;
    } else if (row->what != WIRE_TURN_NODE) {
      continue;
    }
    r->turn_of[i] = r->turns;
    if (row->what == WIRE_TURN_COST && row->calls && row->node < FENCED_CHAINS_MOST)
      r->measure[r->measures++] = (struct measure){ row->node, r->turns,
        (double)(int64_t)row->cycles / (double)row->calls, (double)row->total / (double)row->calls };
  }
}

/* What most turns say of the chains' bodies, and how often each was measured. */
static void read_bodies(struct fenced_costs *costs, const struct read *r, double *scratch)
{
  for (uint32_t chain = 0; chain < FENCED_CHAINS_MOST; chain++) {
    struct fenced_chain *c = &costs->chain[chain];
    double width;
    for (size_t i = 0; i < r->measures; i++)
      if (r->measure[i].chain == chain)
        scratch[c->count++] = r->measure[i].body;
    c->body = narrowest_part(scratch, c->count, MOST, &width);
    if (c->count > costs->chain[costs->reference].count)
      costs->reference = chain;
  }
}

/* Takes off by how much each chain's cost is above the reference's. */
static void take_offsets(struct fenced_costs *costs, struct read *r, double *scratch)
{
  for (uint32_t chain = 0; chain < FENCED_CHAINS_MOST; chain++) {
    const struct measure *reference = NULL;
    double width;
    size_t pairs = 0;
    for (struct measure *m = r->measure; m < r->measure + r->measures; m++)
      if (m->chain == costs->reference)
        reference = m;
      else if (m->chain == chain && reference)
        scratch[pairs++] = m->cost - reference->cost;
    costs->chain[chain].above = narrowest_part(scratch, pairs, MOST, &width);
  }
  for (struct measure *m = r->measure; m < r->measure + r->measures; m++)
    m->cost -= costs->chain[m->chain].above;
}

/* Finds the level, and puts into `change` by how much each turn is above it. */
static void take_level(struct fenced_costs *costs, const struct read *r, double *scratch, double *change)
{
  size_t first = 0, n = 0;
  for (size_t i = 0; i < r->measures; i++)
    if (!i || r->measure[i].turn != r->measure[i - 1].turn)
      scratch[n++] = r->measure[i].cost;
  if (!n)
    return;
  double width;
  narrowest_part(scratch, n, 2, &width);
  costs->level = scratch[n / 2];
  if (n < COSTS_LEAST)
    return;
  costs->spread = width;
  for (size_t turn = 1; turn <= r->turns; turn++) {
    change[turn] = change[turn - 1];
    while (first < r->measures && r->measure[first].turn < turn)
      first++;
    if (first < r->measures && r->measure[first].turn == turn &&
        fabs(r->measure[first].cost - costs->level) <= OFF * fabs(costs->level))
      change[turn] = r->measure[first].cost - costs->level;
  }
}

double *fenced_shifts(const struct wire_turn *rows, size_t count, struct fenced_costs *costs)
{
  struct read r = { .measure = mem_alloc(count, sizeof(*r.measure)), .turn_of = mem_alloc(count, sizeof(*r.turn_of)) };
  double *shift = mem_alloc(count, sizeof(*shift));
  *costs = (struct fenced_costs){ 0 };
  read_turns(rows, count, &r);
  double *change = mem_alloc(r.turns + 1, sizeof(*change));
  read_bodies(costs, &r, shift);
  take_offsets(costs, &r, shift);
  take_level(costs, &r, shift, change);
  for (size_t i = 0; i < count; i++)
    shift[i] = change[r.turn_of[i]];
  mem_free(change);
  mem_free(r.measure);
  mem_free(r.turn_of);
  return shift;
}
