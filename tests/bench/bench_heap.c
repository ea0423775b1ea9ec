/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bench_heap.c: the Java heap beside malloc: the rate of allocation, as emitted code allocates, collections included;
 * and a full collection beside one pass over all that is alive. Each ratio is taken within a round, whose two halves
 * see the same machine; the median of the rounds is the figure.
 */
#include <stdlib.h>
#include <time.h>

#include "figure.h"
#include "runtime/core/gc.h"
#include "runtime/core/port.h"

#define ROUNDS 15
#define MIB (UINT64_C(1) << 20)

/* Short-lived objects: each lives until so many others have been made. */
#define LIVING 1024
#define TURNS 60000   /* of eight objects: five milliseconds or so, several of which no other process interrupts */

#define LIVE_BYTES (100 * MIB)

struct node { struct jx_object object; struct node *left, *right; };

static const uint32_t node_refs[] = { offsetof(struct node, left), offsetof(struct node, right) };
static struct jx_class node_class = { .name = "Node", .size = sizeof(struct node), .refs = node_refs, .ref_count = 2 };

static void *living[LIVING];
static struct node *tree;

static void visit_roots(void)
{
  for (uint32_t i = 0; i < LIVING; i++)
    gc_root(living[i]);
  gc_root((struct jx_object *)tree);
  gc_hold(port_jx_thread());
}

static double seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values)
{
  qsort(values, ROUNDS, sizeof *values, by_value);
  return values[ROUNDS / 2];
}

/* ---- allocation ---- */

/* As the translator writes `new` of a class whose objects have so many bytes. */
#define NEW(bytes)                                                                                                    \
  do {                                                                                                                \
    struct jx_object *object = jx_take_cached(&leaf_class, (bytes), 0);                                               \
    living[at++ % LIVING] = object ? object : gc_alloc(&leaf_class, (bytes), 0, 0);                                   \
  } while (0)

#define MALLOC(bytes)                                                                                                 \
  do {                                                                                                                \
    free(living[at % LIVING]);                                                                                        \
    void **object = malloc(bytes);                                                                                    \
    if (!object)                                                                                                      \
      abort();                                                                                                        \
    *object = &leaf_class;                                                                                            \
    living[at++ % LIVING] = object;                                                                                   \
  } while (0)

#define MIXED(make) make(32); make(48); make(32); make(64); make(96); make(32); make(48); make(128)

static struct jx_class leaf_class = { .name = "Leaf", .size = 32 };

static double java_seconds(void)
{
  double start = seconds();
  uint32_t at = 0;
  for (int i = 0; i < TURNS; i++) {
    MIXED(NEW);
  }
  double taken = seconds() - start;
  for (uint32_t i = 0; i < LIVING; i++)
    living[i] = NULL;
  return taken;
}

static double malloc_seconds(void)
{
  double start = seconds();
  uint32_t at = 0;
  for (int i = 0; i < TURNS; i++) {
    MIXED(MALLOC);
  }
  double taken = seconds() - start;
  for (uint32_t i = 0; i < LIVING; i++) {
    free(living[i]);
    living[i] = NULL;
  }
  return taken;
}

static void compare_allocation(void)
{
  double ratios[ROUNDS];
  for (int i = -1; i < ROUNDS; i++) {
    double ratio = malloc_seconds() / java_seconds();
    if (i >= 0)
      ratios[i] = ratio;
  }
  figure_at_least("heap_allocation/malloc_free", median(ratios), "ratio", 2);
}

/* ---- collection ---- */

static struct node *grow(uint64_t nodes)
{
  if (nodes == 0)
    return NULL;
  struct node *n = (struct node *)gc_alloc(&node_class, sizeof *n, 0, 0);
  if (!n)
    abort();
  if (!tree)
    tree = n;
  n->left = NULL;
  n->right = NULL;
  return n;
}

/* Grown from the root, so that all of it is reachable whenever a collection comes. */
static void fill(struct node *n, uint64_t nodes)
{
  uint64_t left = (nodes - 1) / 2, right = nodes - 1 - left;
  if ((n->left = grow(left)))
    fill(n->left, left);
  if ((n->right = grow(right)))
    fill(n->right, right);
}

static uint64_t walk(const struct node *n)
{
  return n ? 1 + walk(n->left) + walk(n->right) : 0;
}

static void compare_collection(void)
{
  const uint64_t nodes = LIVE_BYTES / sizeof(struct node);
  double ratios[ROUNDS];
  fill(grow(nodes), nodes);
  for (int i = 0; i < ROUNDS; i++) {
    double start = seconds();
    if (walk(tree) != nodes)
      abort();
    double walked = seconds();
    gc_collect(GC_ASKED);
    ratios[i] = (seconds() - walked) / (walked - start);
  }
  figure_at_most("collection_100MB/pass_over_it", median(ratios), "ratio", 3);
}

int main(void)
{
  const struct gc_options options = { .limit_bytes = 1024 * MIB };
  if (!gc_init(&options))
    return 2;
  gc_add_roots(visit_roots);
  compare_allocation();
  compare_collection();
  return 0;
}
