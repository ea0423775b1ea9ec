/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_gc.c: the Java heap: what is found, kept, freed, reported and given back. Objects here are of two classes: a node
 * with two references and a number, and an array of references.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/core/gc.h"
#include "runtime/core/port.h"
#include "runtime/core/untimed/pass.h"
#include "runtime/core/untimed/space.h"

#define MIB (UINT64_C(1) << 20)
#define MODEL_NODES 2000
#define MODEL_ROUNDS 30

struct node { struct jx_object object; struct node *left, *right; uint64_t id; };

static const uint32_t node_refs[] = {offsetof(struct node, left), offsetof(struct node, right)};
static struct jx_class node_class = {.name = "Node", .size = sizeof(struct node), .refs = node_refs, .ref_count = 2};
static struct jx_class array_class = {.name = "[LNode;", .flags = JX_CLASS_REFS, .kind = JX_KIND_ARRAY};
static struct jx_class bytes_class = {.name = "[B", .kind = JX_KIND_ARRAY};

static struct jx_object *root;
static uintptr_t stack_words[8];
static uint64_t deaths, death_bytes, births, birth_bytes;
static bool dead[MODEL_NODES];
static bool wanted;

static void visit_roots(void)
{
  gc_root(root);
  gc_root_range((uintptr_t)stack_words, (uintptr_t)(stack_words + 8));
  gc_hold(port_jx_thread());
}

static void count_death(struct jx_object *object)
{
  deaths++;
  death_bytes += gc_slot_bytes(object);
  if (object->class == &node_class && ((struct node *)object)->id < MODEL_NODES)
    dead[((struct node *)object)->id] = true;
}

static void tell_deaths(void)
{
  gc_each_dead(count_death);
}

/* As the hook at JX_BORN, which a Linux process does not have. */
static struct jx_object *born(struct jx_object *object)
{
  if (!object)
    return NULL;
  assert_non_null(object->class);
  births++;
  birth_bytes += gc_slot_bytes(object);
  if (!wanted)
    gc_ignore_death(object);
  return object;
}

static const struct gc_watch watch = {.marked = tell_deaths};

static void begin_with(uint64_t limit_bytes, bool stress, const struct gc_watch *watched)
{
  root = NULL;
  wanted = true;
  memset(stack_words, 0, sizeof stack_words);
  memset(port_jx_thread()->caches, 0, sizeof port_jx_thread()->caches);
  deaths = death_bytes = births = birth_bytes = 0;
  memset(dead, 0, sizeof dead);
  const struct gc_options options = {.limit_bytes = limit_bytes, .stress = stress, .watch = watched};
  assert_true(gc_init(&options));
  gc_add_roots(visit_roots);
}

static void begin(uint64_t limit_bytes, bool stress)
{
  begin_with(limit_bytes, stress, &watch);
}

/* Blocks of the last test go back. */
static int end(void **state)
{
  (void)state;
  root = NULL;
  memset(stack_words, 0, sizeof stack_words);
  gc_collect(GC_ASKED);
  return 0;
}

static struct node *new_node(struct node *left, struct node *right, uint64_t id)
{
  struct node *node = (struct node *)born(gc_alloc(&node_class, sizeof *node, 0, 7));
  if (!node)
    return NULL;
  assert_null(node->left);
  assert_int_equal(node->id, 0);
  node->left = left;
  node->right = right;
  node->id = id;
  return node;
}

static struct jx_object *new_array(struct jx_class *class, uint32_t length, uint32_t element_bytes)
{
  return born(gc_alloc(class, sizeof(struct jx_object) + (uint64_t)length * element_bytes, length, 7));
}

static void test_keeps_what_is_reachable(void **state)
{
  (void)state;
  begin(64 * MIB, false);
  struct node *kept = new_node(NULL, NULL, MODEL_NODES);
  root = &new_node(kept, NULL, MODEL_NODES)->object;
  new_node(kept, kept, MODEL_NODES);
  gc_collect(GC_ASKED);
  assert_int_equal(deaths, 1);
  assert_int_equal(births, 3);
  assert_int_equal(birth_bytes, 3 * sizeof(struct node));
  assert_ptr_equal(((struct node *)root)->left, kept);
  gc_collect(GC_ASKED);
  assert_int_equal(deaths, 1);
}

static void test_finds_interior_and_end_pointers(void **state)
{
  (void)state;
  begin(64 * MIB, false);
  uint32_t lengths[] = {0, 1, 15, 16, 17, 100, 1000, 5000, 31000, 32000, 70000, 1000000};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    struct jx_object *bytes = new_array(&bytes_class, lengths[i], 1);
    uintptr_t start = (uintptr_t)bytes, size = sizeof *bytes + lengths[i];
    for (uintptr_t offset = 0; offset <= size; offset += size / 7 + 1)
      assert_ptr_equal(space_find(start + offset), bytes);
    assert_ptr_equal(space_find(start + size), bytes);
    assert_ptr_not_equal(space_find(start - 1), bytes);
    stack_words[3] = start + size;
    gc_collect(GC_ASKED);
    assert_ptr_equal(space_find(start), bytes);
    stack_words[3] = 0;
    gc_collect(GC_ASKED);
    assert_null(space_find(start));
  }
  assert_null(space_find((uintptr_t)&node_class));
  assert_null(space_find(0));
}

static void test_long_list_needs_no_deep_stack(void **state)
{
  (void)state;
  begin(512 * MIB, false);
  const uint64_t length = 1000000;
  for (uint64_t i = 0; i < length; i++)
    root = &new_node((struct node *)root, NULL, MODEL_NODES)->object;
  gc_collect(GC_ASKED);
  assert_int_equal(deaths, 0);
  uint64_t found = 0;
  for (struct node *n = (struct node *)root; n; n = n->left)
    found++;
  assert_int_equal(found, length);
}

static void test_mark_stack_overflow_loses_nothing(void **state)
{
  (void)state;
  begin(512 * MIB, false);
  const uint32_t width = 300000;
  root = new_array(&array_class, width, sizeof(struct jx_object *));
  for (uint32_t i = 0; i < width; i++) {
    struct node *child = new_node(NULL, NULL, MODEL_NODES + i);
    JX_ELEMENTS(root, struct node *)[i] = child;
    child->left = new_node(NULL, NULL, MODEL_NODES + i);
  }
  gc_collect(GC_ASKED);
  assert_true(gc_stats().mark_overflows > 0);
  assert_int_equal(deaths, 0);
  for (uint32_t i = 0; i < width; i++)
    assert_int_equal(JX_ELEMENTS(root, struct node *)[i]->left->id, MODEL_NODES + i);
}

static void test_full_heap_refuses_and_recovers(void **state)
{
  (void)state;
  begin(4 * MIB, false);
  struct node *node;
  while ((node = new_node((struct node *)root, NULL, MODEL_NODES)))
    root = &node->object;
  assert_int_equal(deaths, 0);
  assert_true(gc_stats().used_bytes <= 4 * MIB);
  assert_null(new_array(&bytes_class, 1 << 20, 1));
  root = NULL;
  assert_non_null(new_array(&bytes_class, 3 << 20, 1));
  assert_int_equal(deaths, births - 1);
}

/* A few objects in each block leave none empty for another size, while most slots are free: these are taken, without a
 * collection for each object. */
static void test_size_without_a_block_takes_larger_slots(void **state)
{
  (void)state;
  enum { MOST = 2000, STEP = 20 };
  begin(MIB, false);
  struct jx_object *kept = new_array(&array_class, MOST, sizeof kept), *bytes;
  struct jx_object **element = JX_ELEMENTS(kept, struct jx_object *);
  root = kept;
  for (uint32_t i = 0; i < MOST && (bytes = new_array(&bytes_class, 1000, 1)); i++)
    element[i] = bytes;
  for (uint32_t i = 0; i < MOST; i++)
    if (i % STEP)
      element[i] = NULL;
  const uint64_t before = gc_stats().collections;
  struct node *last = NULL;
  for (uint32_t i = 0; i < 5000; i++) {
    struct node *node = new_node(last, NULL, MODEL_NODES);
    assert_non_null(node);
    last = i % STEP ? node : NULL;
  }
  assert_in_range(gc_stats().collections - before, 1, 15);
  for (uint32_t i = 0; i < MOST; i += STEP)
    assert_true(!element[i] || element[i]->class == &bytes_class);
}

static void test_tells_wanted_deaths_only(void **state)
{
  (void)state;
  begin(64 * MIB, false);
  for (uint64_t i = 0; i < 1000; i++) {
    wanted = i % 3 == 0;
    new_node(NULL, NULL, i);
  }
  gc_collect(GC_ASKED);
  assert_int_equal(deaths, 334);
  for (uint64_t i = 0; i < 1000; i++)
    assert_int_equal(dead[i], i % 3 == 0);
}

/* As emitted code allocates: out of the thread's cache. A model of what must survive. */
static struct node *new_cached(struct node *left)
{
  struct node *node = (struct node *)jx_take_cached(&node_class, sizeof(struct node), 0);
  if (!node)
    node = (struct node *)gc_alloc(&node_class, sizeof *node, 0, 7);
  assert_null(node->left);
  assert_int_equal(node->id, 0);
  node->left = left;
  node->id = MODEL_NODES;
  return node;
}

static uint64_t length_of(const struct node *list)
{
  uint64_t length = 0;
  for (; list; list = list->left) {
    assert_int_equal(list->id, MODEL_NODES);
    length++;
  }
  return length;
}

static void test_caches_outlive_collections(void **state)
{
  (void)state;
  begin_with(64 * MIB, false, NULL);
  for (int i = 0; i < 20000; i++) {
    root = &new_cached((struct node *)root)->object;
    new_cached(NULL);
    if (i % 37 == 0)
      gc_collect(GC_ASKED);
  }
  assert_int_equal(length_of((struct node *)root), 20000);
  gc_collect(GC_ASKED);
  assert_int_equal(gc_stats().live_bytes, 20000 * sizeof(struct node));
}

/* Stopped after the slot got its class, before the cache moved on: a collection neither frees nor moves it. */
static void test_slot_in_the_making_stays(void **state)
{
  (void)state;
  begin_with(64 * MIB, false, NULL);
  new_cached(NULL);
  struct jx_cache *cache = &port_jx_thread()->caches[JX_CACHE(sizeof(struct node))];
  assert_ptr_not_equal(cache->at, cache->end);
  struct node *making = (struct node *)cache->at;
  gc_collect(GC_ASKED);
  assert_ptr_equal(cache->at, making);
  making->object.class = &node_class;
  stack_words[0] = (uintptr_t)making;
  gc_collect(GC_ASKED);
  cache->at += sizeof(struct node);
  gc_collect(GC_ASKED);
  assert_ptr_equal(space_find((uintptr_t)making), making);
  while (cache->at != cache->end)
    assert_ptr_not_equal(new_cached(NULL), making);
  stack_words[0] = 0;
  gc_collect(GC_ASKED);
  assert_null(space_find((uintptr_t)making));
}

static void test_thread_that_ends_gives_its_cache_back(void **state)
{
  (void)state;
  begin_with(64 * MIB, false, NULL);
  root = &new_cached(NULL)->object;
  for (int i = 0; i < 10000; i++) {
    gc_forget(port_jx_thread());
    gc_collect(GC_ASKED);
    new_cached(NULL);
  }
  assert_true(gc_stats().used_bytes <= 2 * PORT_BLOCK_BYTES);
  assert_int_equal(length_of((struct node *)root), 1);
}

static void test_impossible_sizes_are_refused(void **state)
{
  (void)state;
  begin(64 * MIB, false);
  assert_null(new_array(&array_class, INT32_MAX, 8));
  assert_non_null(new_node(NULL, NULL, MODEL_NODES));
}

static void test_empty_blocks_go_back(void **state)
{
  (void)state;
  begin(512 * MIB, false);
  for (int i = 0; i < 100; i++) {
    root = &new_node((struct node *)root, NULL, MODEL_NODES)->object;
    ((struct node *)root)->right = (struct node *)new_array(&bytes_class, MIB, 1);
  }
  assert_true(gc_stats().used_bytes > 100 * MIB);
  root = NULL;
  gc_forget(port_jx_thread());
  gc_collect(GC_ASKED);
  assert_int_equal(gc_stats().used_bytes, 0);
  assert_int_equal(gc_stats().live_bytes, 0);
  assert_int_equal(death_bytes, birth_bytes);
}

static void test_large_objects_begin_on_different_lines(void **state)
{
  (void)state;
  begin(64 * MIB, false);
  uintptr_t lines[8];
  for (int i = 0; i < 8; i++) {
    lines[i] = ((uintptr_t)new_array(&bytes_class, 40000, 1) & 0xfff) / 64;
    for (int j = 0; j < i; j++)
      assert_int_not_equal(lines[i], lines[j]);
  }
}

static void test_stress_collects_every_time(void **state)
{
  (void)state;
  begin(64 * MIB, true);
  for (int i = 0; i < 50; i++)
    root = &new_node((struct node *)root, NULL, (uint64_t)MODEL_NODES + (uint64_t)i)->object;
  assert_int_equal(gc_stats().collections, 50);
  assert_int_equal(deaths, 0);
}

/* A graph that changes at random, and which of its nodes a plain search reaches. */
static struct node *model[MODEL_NODES];
static bool reached[MODEL_NODES];

static void reach(struct node *node)
{
  if (!node || reached[node->id])
    return;
  reached[node->id] = true;
  reach(node->left);
  reach(node->right);
}

static void test_agrees_with_a_search(void **state)
{
  (void)state;
  begin(64 * MIB, false);
  srand(1);
  for (int round = 0; round < MODEL_ROUNDS; round++) {
    memset(dead, 0, sizeof dead);
    memset(reached, 0, sizeof reached);
    for (int i = 0; i < MODEL_NODES; i++)
      if (!model[i])
        model[i] = new_node(NULL, NULL, (uint64_t)i);
    for (int i = 0; i < MODEL_NODES; i++) {
      model[i]->left = rand() % 3 ? NULL : model[rand() % MODEL_NODES];
      model[i]->right = rand() % 3 ? NULL : model[rand() % MODEL_NODES];
    }
    for (int i = 0; i < 8; i++) {
      struct node *start = model[rand() % MODEL_NODES];
      stack_words[i] = (uintptr_t)start + (uintptr_t)rand() % sizeof *start;
      reach(start);
    }
    gc_collect(GC_ASKED);
    for (int i = 0; i < MODEL_NODES; i++) {
      assert_int_equal(dead[i], !reached[i]);
      if (dead[i])
        model[i] = NULL;
    }
  }
}

/* ---- exact lives: pass.c ---- */

static uint64_t lost[MODEL_NODES];

static void note_lost(struct jx_object *object)
{
  lost[((struct node *)object)->id] = jx_stamps_of(object)->lost;
}

static void pass_and_note(void)
{
  gc_pass_stamps();
  memset(lost, 0, sizeof lost);
  gc_each_dead(note_lost);
}

static void begin_exact(void)
{
  static const struct gc_watch exact = {.marked = pass_and_note};
  begin_with(256 * MIB, false, &exact);
  assert_true(pass_init());
}

static struct node *stamped(struct node *left, struct node *right, uint64_t id, uint64_t at)
{
  struct node *node = new_node(left, right, id);
  *jx_stamps_of(&node->object) = (struct jx_stamps){at, 0};
  return node;
}

static void test_stamps_pass_to_what_was_kept(void **state)
{
  (void)state;
  begin_exact();
  struct node *kept = stamped(NULL, NULL, 0, 5), *late = stamped(NULL, NULL, 1, 90);
  struct node *child = stamped(late, kept, 2, 10);
  struct node *a = stamped(child, NULL, 3, 50), *b = stamped(a, NULL, 4, 30);
  a->right = b; /* a cycle */
  stamped(child, NULL, 5, 70);
  root = &kept->object;
  a = b = late = child = NULL;
  gc_collect(GC_ASKED);
  assert_int_equal(lost[1], 90); /* its own */
  assert_int_equal(lost[2], 70); /* of the later of two that refer to it */
  assert_int_equal(lost[3], 50);
  assert_int_equal(lost[4], 50); /* of the cycle */
  assert_int_equal(lost[5], 70);
  assert_int_equal(jx_stamps_of(root)->lost, 5); /* it lives */
}

/* More objects than pass.c gathers, of which each TOLD_IGNORED-th is not to be told. */
#define TOLD 100000u
#define TOLD_IGNORED 7u
static uint8_t told[TOLD];

static void count_told(const uintptr_t *objects, unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    told[((const struct node *)objects[i])->id]++;
}

static void pass_and_tell(void)
{
  gc_pass_stamps();
  gc_dead_at_once(count_told);
}

static void test_deaths_are_told_once_behind_stamps(void **state)
{
  static const struct gc_watch telling = {.marked = pass_and_tell};
  (void)state;
  begin_with(256 * MIB, false, &telling);
  assert_true(pass_init());
  for (unsigned count = 1000; count <= TOLD; count += TOLD - 1000) {
    memset(told, 0, sizeof told);
    root = NULL;
    for (unsigned i = 0; i < count; i++) {
      struct node *node = stamped(NULL, NULL, i, i + 1);
      if (i % TOLD_IGNORED == 0)
        gc_ignore_death(&node->object);
    }
    gc_collect(GC_ASKED);
    for (unsigned i = 0; i < count; i++)
      assert_int_equal(told[i], i % TOLD_IGNORED != 0);
  }
}

/* A chain as long as a run can make, whose head was lost last, and an array of more objects than the stack has room
 * for, each of which keeps another. */
#define CHAIN 300000

static void test_stamps_pass_far_and_wide(void **state)
{
  (void)state;
  begin_exact();
  struct node *chain = NULL;
  for (unsigned i = 0; i < CHAIN; i++) {
    chain = stamped(chain, NULL, i % 100, i);
    stack_words[0] = (uintptr_t)chain;
  }
  jx_stamps_of(&chain->object)->lost = CHAIN + 5;
  struct jx_object *array = new_array(&array_class, CHAIN, sizeof(void *));
  root = array;
  gc_ignore_death(array);
  for (unsigned i = 0; i < CHAIN; i++) {
    struct node *inner = stamped(NULL, NULL, 100 + i % 100, i);
    stack_words[1] = (uintptr_t)inner;
    JX_ELEMENTS(array, struct node *)[i] = stamped(inner, NULL, 200, i);
  }
  jx_stamps_of(array)->lost = CHAIN + 7;
  root = NULL;
  stack_words[0] = stack_words[1] = 0;
  gc_collect(GC_ASKED);
  for (unsigned i = 0; i < 100; i++) {
    assert_int_equal(lost[i], CHAIN + 5);
    assert_int_equal(lost[100 + i], CHAIN + 7);
  }
  assert_int_equal(lost[200], CHAIN + 7);
}

/* Beside a search that raises stamps until none can be. */
static void test_stamps_agree_with_a_search(void **state)
{
  uint64_t want[MODEL_NODES];
  (void)state;
  begin_exact();
  srand(3);
  for (int i = 0; i < MODEL_NODES; i++)
    model[i] = stamped(NULL, NULL, (uint64_t)i, want[i] = (uint64_t)rand() % 1000 + 1);
  for (int i = 0; i < MODEL_NODES; i++) {
    model[i]->left = rand() % 3 ? NULL : model[rand() % MODEL_NODES];
    model[i]->right = rand() % 3 ? NULL : model[rand() % MODEL_NODES];
  }
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < MODEL_NODES; i++)
      for (int side = 0; side < 2; side++) {
        const struct node *to = side ? model[i]->left : model[i]->right;
        if (to && want[to->id] < want[i]) {
          want[to->id] = want[i];
          more = true;
        }
      }
  }
  gc_collect(GC_ASKED);
  for (int i = 0; i < MODEL_NODES; i++)
    assert_int_equal(lost[i], want[i]);
}

/* A chain of objects of which each keeps the next one as a soft reference does, lost at its head, which is the oldest
 * or the youngest: it takes steps by its length. */
#define SOFT_CHAIN 10000
#define SOFT_LOST  (SOFT_CHAIN + 5)

static uint64_t asked, softly_lost;

static struct jx_object *kept_by_id(const struct jx_object *object)
{
  asked++;
  return (struct jx_object *)(uintptr_t)((const struct node *)object)->id;
}

static void count_softly(struct jx_object *object)
{
  softly_lost += jx_stamps_of(object)->lost == SOFT_LOST;
}

static void pass_and_count(void)
{
  gc_pass_stamps();
  gc_each_dead(count_softly);
}

static void test_stamps_pass_along_soft_references(void **state)
{
  static const struct gc_watch soft = {.marked = pass_and_count};
  static struct node *chain[SOFT_CHAIN];
  (void)state;
  node_class.flags |= JX_CLASS_SOFT;
  for (int to_older = 0; to_older < 2; to_older++) {
    begin_with(64 * MIB, false, &soft);
    assert_true(pass_init());
    asked = softly_lost = 0;
    for (unsigned i = 0; i < SOFT_CHAIN; i++)
      chain[i] = stamped(NULL, NULL, 0, i);
    for (unsigned i = 1; i < SOFT_CHAIN; i++)
      chain[to_older ? i : i - 1]->id = (uintptr_t)chain[to_older ? i - 1 : i];
    jx_stamps_of(&chain[to_older ? SOFT_CHAIN - 1 : 0]->object)->lost = SOFT_LOST;
    gc_set_kept(NULL, kept_by_id);
    gc_collect(GC_ASKED);
    gc_set_kept(NULL, NULL);
    assert_int_equal(softly_lost, SOFT_CHAIN);
    assert_in_range(asked, SOFT_CHAIN, 3 * SOFT_CHAIN);
  }
  node_class.flags = 0;
}

/* A chain of soft references, each of which keeps the next one, made from either end, is marked in as many steps as it
 * has members; where the heap is full none is asked, and all but the first die. */
static void test_soft_references_are_followed_once(void **state)
{
  static struct jx_class soft_class = {.name = "Soft", .size = sizeof(struct node), .refs = node_refs, .ref_count = 2,
                                       .flags = JX_CLASS_SOFT};
  static struct node *chain[SOFT_CHAIN];
  (void)state;
  for (int to_older = 0; to_older < 2; to_older++) {
    begin(64 * MIB, false);
    for (unsigned i = 0; i < SOFT_CHAIN; i++)
      chain[i] = (struct node *)born(gc_alloc(&soft_class, sizeof(struct node), 0, 7));
    for (unsigned i = 1; i < SOFT_CHAIN; i++)
      chain[to_older ? i : i - 1]->id = (uintptr_t)chain[to_older ? i - 1 : i];
    root = &chain[to_older ? SOFT_CHAIN - 1 : 0]->object;
    asked = 0;
    gc_set_kept(NULL, kept_by_id);
    gc_collect(GC_ASKED);
    assert_int_equal(asked, SOFT_CHAIN);
    assert_int_equal(deaths, 0);
    asked = 0;
    gc_collect(GC_FULL);
    gc_set_kept(NULL, NULL);
    assert_int_equal(asked, 0);
    assert_int_equal(deaths, SOFT_CHAIN - 1);
  }
}

static uint64_t left_sum, left_most;

static void note_left(enum gc_reason reason, uint64_t used_bytes, uint64_t left_bytes)
{
  (void)used_bytes;
  if (reason != GC_BUDGET)
    return;
  left_sum += left_bytes;
  left_most = left_bytes > left_most ? left_bytes : left_most;
}

/* Caches get many slots at once, but a collection counts for a moment while one object is made, any one alike. */
static void test_collections_are_drawn_within_an_object(void **state)
{
  enum { COLLECTIONS = 200, BYTES = 48 };
  static const struct gc_watch watched = {.begin = note_left};
  const struct gc_options options = {.limit_bytes = 64 * MIB, .watch = &watched, .seed = 1, .mean_bytes = 30000};
  (void)state;
  begin(64 * MIB, false);
  assert_true(gc_init(&options));
  gc_add_roots(visit_roots);
  while (gc_stats().collections < COLLECTIONS)
    assert_non_null(gc_alloc(&node_class, BYTES, 0, 7));
  assert_in_range(left_most, BYTES - 4, BYTES - 1);
  assert_in_range(left_sum / COLLECTIONS, BYTES / 2 - 4, BYTES / 2 + 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(test_keeps_what_is_reachable, end),
    cmocka_unit_test_teardown(test_finds_interior_and_end_pointers, end),
    cmocka_unit_test_teardown(test_long_list_needs_no_deep_stack, end),
    cmocka_unit_test_teardown(test_mark_stack_overflow_loses_nothing, end),
    cmocka_unit_test_teardown(test_full_heap_refuses_and_recovers, end),
    cmocka_unit_test_teardown(test_size_without_a_block_takes_larger_slots, end),
    cmocka_unit_test_teardown(test_tells_wanted_deaths_only, end),
    cmocka_unit_test_teardown(test_caches_outlive_collections, end),
    cmocka_unit_test_teardown(test_slot_in_the_making_stays, end),
    cmocka_unit_test_teardown(test_thread_that_ends_gives_its_cache_back, end),
    cmocka_unit_test_teardown(test_impossible_sizes_are_refused, end),
    cmocka_unit_test_teardown(test_empty_blocks_go_back, end),
    cmocka_unit_test_teardown(test_large_objects_begin_on_different_lines, end),
    cmocka_unit_test_teardown(test_stress_collects_every_time, end),
    cmocka_unit_test_teardown(test_agrees_with_a_search, end),
    cmocka_unit_test_teardown(test_stamps_pass_to_what_was_kept, end),
    cmocka_unit_test_teardown(test_deaths_are_told_once_behind_stamps, end),
    cmocka_unit_test_teardown(test_stamps_pass_far_and_wide, end),
    cmocka_unit_test_teardown(test_stamps_agree_with_a_search, end),
    cmocka_unit_test_teardown(test_stamps_pass_along_soft_references, end),
    cmocka_unit_test_teardown(test_soft_references_are_followed_once, end),
    cmocka_unit_test_teardown(test_collections_are_drawn_within_an_object, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
