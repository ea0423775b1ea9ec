/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sort.c: qsort_r(), which wasi-libc lacks, and qsort() by it. Both are stable, as glibc's are that hostdump is linked
 * with: elements that compare as equal have the same order in the page's tables as in hostdump's.
 */
#include <stdlib.h>
#include <string.h>

typedef int order_by(const void *, const void *, void *);

struct sort { char *from, *to; size_t size; order_by *order; void *ctx; };

/* Merges the sorted elements `low` to `middle` and `middle` to `high` of `from` into `to`. */
static void merge_runs(const struct sort *s, size_t low, size_t middle, size_t high)
{
  const size_t size = s->size;
  const char *a = s->from + low * size, *a_end = s->from + middle * size, *b = a_end, *b_end = s->from + high * size;
  char *out = s->to + low * size;
  while (a < a_end && b < b_end) {
    const char **least = s->order(a, b, s->ctx) <= 0 ? &a : &b;
    memcpy(out, *least, size);
    out += size;
    *least += size;
  }
  memcpy(out, a, (size_t)(a_end - a));
  memcpy(out + (a_end - a), b, (size_t)(b_end - b));
}

void qsort_r(void *elements, size_t count, size_t size, order_by *order, void *ctx)
{
  char *aside = count > 1 ? malloc(count * size) : NULL;
  struct sort s = { .from = elements, .to = aside, .size = size, .order = order, .ctx = ctx };
  if (count < 2)
    return;
  if (!aside)
    abort();
  for (size_t run = 1; run < count; run *= 2) {
    for (size_t low = 0; low < count; low += 2 * run) {
      const size_t middle = low + run < count ? low + run : count;
      merge_runs(&s, low, middle, count - middle > run ? middle + run : count);
    }
    char *swap = s.from;
    s.from = s.to;
    s.to = swap;
  }
  if (s.from != elements)
    memcpy(elements, s.from, count * size);
  free(aside);
}

static int order_without(const void *a, const void *b, void *order)
{
  return (*(int (**)(const void *, const void *))order)(a, b);
}

void qsort(void *elements, size_t count, size_t size, int (*order)(const void *, const void *))
{
  qsort_r(elements, count, size, order_without, &order);
}
