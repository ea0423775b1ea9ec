/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * groups.c: see groups.h.
 */
#include "groups.h"

#include "base/mem.h"

int64_t lanes_at(const struct view *v, uint64_t tsc)
{
  const uint64_t most = INT64_MAX / 2; /* differences of two times fit, too */
  const uint64_t distance = tsc >= v->start ? tsc - v->start : v->start - tsc, at = distance < most ? distance : most;
  return tsc >= v->start ? (int64_t)at : -(int64_t)at;
}

uint64_t lanes_tsc(const struct view *v, int64_t at)
{
  const __int128 tsc = (__int128)v->start + at;
  return tsc < 0 ? 0 : tsc > UINT64_MAX ? UINT64_MAX : (uint64_t)tsc;
}

size_t groups_add(struct lanes *l, enum lanes_group group, enum lanes_kind kind, enum lane_form form, uint32_t number,
                  char *name)
{
  mem_grow(&l->groups[group].all, &l->groups[group].room, l->groups[group].count + 1, sizeof(*l->groups[group].all));
  l->groups[group].all[l->groups[group].count] =
    (struct lanes_lane){ .kind = kind, .number = number, .name = name, .lane = { .form = form } };
  return l->groups[group].count++;
}
