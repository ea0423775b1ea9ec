/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * heap.c: the Java heap on four processors that are threads of a process: all allocate, each collects for all, and the
 * others help to mark. After each marking, while the world is stopped, a search of its own finds what the roots reach:
 * all of that must be marked, nothing of it may be told as dead, and as many objects must stay. Usage: heap STEPS, or
 * heap.tsan, which is the same under ThreadSanitizer. Exit status: 0 all is well, 1 not.
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "contract/jx.h"
#include "port_heap.h"
#include "runtime/core/gc.h"
#include "runtime/core/port.h"

#define PROCESSORS 4u
#define KEPT 64u            /* references of a thread to what it has made */
#define SHARED 32u          /* that all threads see */
#define DEPTH 13u           /* of a tree: each has more nodes than it takes for helpers to be called */
#define WIDTH 70000u        /* of an array with more references than a mark stack has room for */
#define MIB (UINT64_C(1) << 20)

struct node { struct jx_object object; struct node *left, *right; uint64_t id, seen; };

static const uint32_t node_refs[] = {offsetof(struct node, left), offsetof(struct node, right)};
static struct jx_class node_class = {.name = "Node", .size = sizeof(struct node), .refs = node_refs, .ref_count = 2};
static struct jx_class array_class = {.name = "[LNode;", .flags = JX_CLASS_REFS, .kind = JX_KIND_ARRAY};
static struct jx_class bytes_class = {.name = "[B", .kind = JX_KIND_ARRAY};

static struct mutator {
  struct jx_thread *jx;
  struct node *kept[KEPT];
  struct node *tree;
  struct jx_object *wide, *large; /* an array of references, one of bytes */
  uint64_t next, made;
} mutators[PROCESSORS];
static struct node *shared[SHARED];
static uint64_t steps;

static void fail(const char *what, const struct node *node)
{
  fprintf(stderr, "%s: node %llu of collection %llu\n", what, (unsigned long long)(node ? node->id : 0),
          (unsigned long long)gc_stats().collections);
  exit(1);
}

/* ---- the collector's side: the world is stopped ---- */

static void visit_roots(void)
{
  for (uint32_t i = 0; i < SHARED; i++)
    gc_root((struct jx_object *)shared[i]);
  for (uint32_t i = 0; i < PROCESSORS; i++) {
    struct mutator *m = &mutators[i];
    for (uint32_t k = 0; k < KEPT; k++)
      gc_root((struct jx_object *)m->kept[k]);
    gc_root((struct jx_object *)m->tree);
    gc_root(m->wide);
    gc_root(m->large);
    if (m->jx)
      gc_hold(m->jx);
  }
}

static uint64_t search;     /* its number */
static uint64_t found;      /* objects, in this search */

/* Follows `left` by calls, for lists hang on `right`. */
static void reach(struct node *node)
{
  for (; node && node->seen != search; node = node->right) {
    if (!gc_is_kept(&node->object))
      fail("reached, and not marked", node);
    node->seen = search;
    found++;
    reach(node->left);
  }
}

static void reach_array(struct jx_object *array)
{
  if (!array)
    return;
  if (!gc_is_kept(array))
    fail("an array is not marked", NULL);
  found++;
  for (uint32_t i = 0; array->class == &array_class && i < array->length; i++)
    reach(JX_ELEMENTS(array, struct node *)[i]);
}

static void check_dead(struct jx_object *object)
{
  if (object->class == &node_class && ((struct node *)object)->seen == search)
    fail("told as dead, and reached", (struct node *)object);
}

static void search_all(void)
{
  search++;
  found = 0;
  for (uint32_t i = 0; i < SHARED; i++)
    reach(shared[i]);
  for (uint32_t i = 0; i < PROCESSORS; i++) {
    for (uint32_t k = 0; k < KEPT; k++)
      reach(mutators[i].kept[k]);
    reach(mutators[i].tree);
    reach_array(mutators[i].wide);
    reach_array(mutators[i].large);
  }
  gc_each_dead(check_dead);
}

static void check_live(uint64_t live_objects, uint64_t live_bytes, uint64_t freed_objects, uint64_t freed_bytes,
                       uint64_t used_bytes)
{
  (void)live_bytes, (void)freed_objects, (void)freed_bytes, (void)used_bytes;
  if (live_objects == found)
    return;
  fprintf(stderr, "%llu objects are kept, %llu are reached\n", (unsigned long long)live_objects,
          (unsigned long long)found);
  exit(1);
}

/* ---- the threads' side ---- */

static uint64_t draw(struct mutator *m)
{
  m->next = m->next * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return m->next >> 33;
}

static struct jx_object *make(struct jx_class *class, uint64_t bytes, uint32_t length)
{
  struct jx_object *object = gc_alloc(class, bytes, length, 0);
  if (!object)
    fail("the heap is full", NULL);
  return object;
}

/* As emitted code makes objects. */
static struct node *make_node(struct mutator *m)
{
  struct node *node = (struct node *)jx_take_cached(&node_class, sizeof *node, 0);
  if (!node)
    node = (struct node *)make(&node_class, sizeof *node, 0);
  if (node->left || node->right || node->id)
    fail("a new object is not zero", node);
  node->id = ++m->made * PROCESSORS + (uint64_t)(m - mutators);
  return node;
}

/* Grown from the root, so that all of it is reached whenever a collection comes. */
static void grow(struct mutator *m, struct node *node, uint32_t depth)
{
  if (depth == 0)
    return;
  node->left = make_node(m);
  grow(m, node->left, depth - 1);
  node->right = make_node(m);
  grow(m, node->right, depth - 1);
}

static uint64_t count(const struct node *node)
{
  return node ? 1 + count(node->left) + count(node->right) : 0;
}

static void step(struct mutator *m, uint64_t i)
{
  struct node *node = make_node(m);
  node->right = i % 16 ? m->kept[draw(m) % KEPT] : NULL;
  m->kept[i % KEPT] = node;
  if (i % 8 == 0)
    __atomic_store_n(&shared[draw(m) % SHARED], node, __ATOMIC_RELEASE);
  struct node *other = __atomic_load_n(&shared[draw(m) % SHARED], __ATOMIC_ACQUIRE);
  if (other && (!other->id || other->object.class != &node_class))
    fail("an object of another thread is not whole", other);
  if (i % 500 == 0)
    m->large = make(&bytes_class, sizeof(struct jx_object) + 20000 + draw(m) % 60000, 20000);
  if (i % 2000 == 0) {
    m->tree = make_node(m);
    grow(m, m->tree, DEPTH);
  } else if (i % 2000 == 1500 && count(m->tree) != (2u << DEPTH) - 1)
    fail("a tree is not whole", m->tree);
  if (i % 1000 == 300 && m == mutators) {
    m->wide = make(&array_class, sizeof(struct jx_object) + WIDTH * sizeof(struct node *), WIDTH);
    for (uint32_t k = 0; k < WIDTH; k++) {
      JX_ELEMENTS(m->wide, struct node *)[k] = make_node(m);
      JX_ELEMENTS(m->wide, struct node *)[k]->left = m->kept[k % KEPT];
      port_heap_poll();
    }
  } else if (i % 1000 == 800 && m == mutators)
    m->wide = NULL;
  if (i % 100 == 0)
    gc_collect(GC_ASKED);
}

static void *mutate(void *arg)
{
  struct mutator *m = arg;
  port_heap_begin((uint32_t)(m - mutators));
  m->jx = port_jx_thread();
  m->next = (uint64_t)(m - mutators);
  for (uint64_t i = 0; i < steps; i++, port_heap_poll())
    step(m, i);
  port_lock();
  gc_forget(m->jx);
  port_unlock();
  m->jx = NULL;
  port_heap_end();
  return NULL;
}

int main(int argc, char **argv)
{
  static const struct gc_watch watch = {.marked = search_all, .end = check_live};
  const struct gc_options options = {.limit_bytes = 512 * MIB, .watch = &watch};
  pthread_t threads[PROCESSORS];
  steps = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
  port_heap_processors(PROCESSORS);
  if (!gc_init(&options))
    fail("no memory for the mark stacks", NULL);
  gc_add_roots(visit_roots);
  for (uint32_t i = 0; i < PROCESSORS; i++)
    if (pthread_create(&threads[i], NULL, mutate, &mutators[i]))
      fail("no thread", NULL);
  for (uint32_t i = 0; i < PROCESSORS; i++)
    pthread_join(threads[i], NULL);
  const struct gc_stats stats = gc_stats();
  printf("%llu collections, %llu walks of the heap, helpers were called %llu times\n",
         (unsigned long long)stats.collections, (unsigned long long)stats.mark_overflows,
         (unsigned long long)port_heap_calls());
  if (!stats.mark_overflows || !port_heap_calls())
    fail("no stack was full, or no helper was called", NULL);
  return 0;
}
