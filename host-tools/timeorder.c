/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timeorder.c: sorts records by time; timeorder.h is the manual.
 */
#define _GNU_SOURCE /* qsort_r */
#include "timeorder.h"

#include "cmd.h"
#include "wire.h"

#include <stdbool.h>
#include <stdlib.h>

_Static_assert(offsetof(struct wire_event, tsc) == 0, "timeorder() reads the first member");
_Static_assert(offsetof(struct wire_sched, tsc) == 0, "timeorder() reads the first member");

struct records { const char *base; size_t stride; };

static uint64_t tsc_of(const struct records *r, uint32_t i)
{
  return *(const uint64_t *)(const void *)(r->base + (size_t)i * r->stride);
}

static int by_tsc(const void *a, const void *b, void *ctx)
{
  uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
  uint64_t x = tsc_of(ctx, i), y = tsc_of(ctx, k);
  return x != y ? (x > y) - (x < y) : (i > k) - (i < k);
}

uint32_t *timeorder(const void *records, size_t count, size_t stride)
{
  struct records r = { records, stride };
  uint32_t *order = cmd_alloc(count, sizeof(*order));
  bool sorted = true;
  for (uint32_t i = 0; i < count; i++) {
    order[i] = i;
    sorted &= i == 0 || tsc_of(&r, i - 1) <= tsc_of(&r, i);
  }
  if (!sorted)
    qsort_r(order, count, sizeof(*order), by_tsc, &r);
  return order;
}
