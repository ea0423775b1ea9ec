/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reference.c: references that do not keep their objects alive (java.lang.ref).
 *
 * A java.lang.ref.Reference has a cell here, outside of the heap, so the collector does not follow it. When a
 * collection has marked what is alive, each cell is looked at: that of a Reference that died is free again; one whose
 * object has no mark is cleared, and given to a Java thread that asks for references to enqueue. Soft references keep
 * their objects, unless the heap is full: then marking follows none of them, and otherwise each, as it comes to it.
 * Objects do not move, and every word of a stack and a register that points to one keeps it: so what a thread has read
 * from a cell is safe.
 */
#include "rt.h"

#include "natives.h"

#define CELLS_A_PIECE 128u

enum { KIND_SOFT = 1 }; /* as Reference.SOFT says */

/* Changed inside port_lock(), or with the world stopped. */
struct cell {
  struct cell *next;             /* of those in use, or of those that are free */
  struct jx_object *reference;   /* whose cell it is; NULL: none's */
  struct jx_object *referent;    /* NULL: cleared */
  bool soft, queued;
  struct cell *told_next;        /* of those in `cleared`, or in one of `lists` */
};

/* `cleared`: by the collector, and Java does not know it yet; their References are kept alive. */
static struct cell *used, *spare, *cleared;

/* In a collection, by where the Reference is: while it marks, all soft References; afterwards, in an image for exact
 * lives, those that died. */
#define LIST_BITS 12
#define LISTS     (1u << LIST_BITS)
static struct cell *lists[LISTS];
static bool some_listed;

static bool take_piece(void)
{
  struct cell *piece = port_table(CELLS_A_PIECE * sizeof *piece);
  for (uint32_t i = 0; piece && i < CELLS_A_PIECE; i++) {
    piece[i].next = spare;
    spare = &piece[i];
  }
  return piece != NULL;
}

int64_t jxn_java_lang_ref_Reference_register(struct jx_object *self, struct jx_object *referent, int32_t kind,
                                             int32_t queued)
{
  port_lock();
  struct cell *cell = spare || take_piece() ? spare : NULL;
  if (cell) {
    spare = cell->next;
    *cell = (struct cell){ used, self, referent, kind == KIND_SOFT, queued, NULL };
    used = cell;
    if (cell->soft)
      self->class->flags |= JX_CLASS_SOFT;
  }
  port_unlock();
  if (!cell)
    rt_throw_out_of_memory();
  return (int64_t)(uintptr_t)cell;
}

/* The cell belongs to `self` as long as that lives: it is used behind the last access. */
struct jx_object *jxn_java_lang_ref_Reference_read(struct jx_object *self, int64_t of)
{
  struct jx_object *referent = ((volatile struct cell *)(uintptr_t)of)->referent;
  __asm__ volatile("" : : "r"(self), "r"(referent));
  return referent;
}

void jxn_java_lang_ref_Reference_drop(struct jx_object *self, int64_t of)
{
  struct cell *cell = (struct cell *)(uintptr_t)of;
  port_lock();
  if (jx_has_stamps() && cell->soft)
    jx_lost(cell->referent);
  cell->referent = NULL;
  port_unlock();
  __asm__ volatile("" : : "r"(self));
}

struct jx_object *jxn_java_lang_ref_Reference_takeCleared(void)
{
  port_lock();
  struct cell *cell = cleared;
  struct jx_object *reference = cell ? cell->reference : NULL;
  if (cell)
    cleared = cell->told_next;
  port_unlock();
  return reference;
}

void jxn_java_lang_ref_Reference_fence(struct jx_object *object)
{
  __asm__ volatile("" : : "r"(object));
}

/* ---- in a collection ---- */

static void visit_cleared(void)
{
  for (const struct cell *cell = cleared; cell; cell = cell->told_next)
    gc_root(cell->reference);
}

/* By D. Knuth's multiplication (TAOCP 3, 6.4). */
JX_PROBE static struct cell **list_of(const struct jx_object *reference)
{
  const uint64_t number = (uintptr_t)reference / JX_SLOT_UNIT;
  return &lists[number * 0x9E3779B97F4A7C15 >> (64 - LIST_BITS)];
}

static void list_cell(struct cell *cell)
{
  struct cell **list = list_of(cell->reference);
  cell->told_next = *list;
  *list = cell;
  some_listed = true;
}

static void forget_lists(void)
{
  for (uint32_t i = 0; some_listed && i < LISTS; i++)
    lists[i] = NULL;
  some_listed = false;
}

/* Those that are told have no referent. */
static void list_soft(void)
{
  forget_lists();
  for (struct cell *cell = used; cell; cell = cell->next)
    if (cell->soft && cell->referent)
      list_cell(cell);
}

/* Exact lives: what a soft reference keeps is reachable until the reference is cleared, or cannot be reached itself:
 * then it passes its stamp on as an object does to what its fields refer to. */
static void note_soft_loss(struct cell *cell, bool reference_is_kept)
{
  if (!jx_has_stamps() || !cell->soft || !cell->referent || gc_is_kept(cell->referent))
    return;
  if (reference_is_kept)
    jx_lost(cell->referent);
  else
    list_cell(cell);
}

/* Returns what an object keeps as a soft Reference that is in a list; NULL: nothing. Cost: that list. */
JX_PROBE static struct jx_object *kept_softly(const struct jx_object *reference)
{
  const struct cell *cell = some_listed ? *list_of(reference) : NULL;
  while (cell && cell->reference != reference)
    cell = cell->told_next;
  return cell ? cell->referent : NULL;
}

static void clear_dead(enum gc_reason reason)
{
  forget_lists();
  if (reason == GC_LOOK)
    return;
  for (struct cell **at = &used, *cell = *at; cell; cell = *at) {
    if (!gc_is_kept(cell->reference)) {
      note_soft_loss(cell, false);
      *at = cell->next;
      cell->next = spare;
      spare = cell;
      continue;
    }
    at = &cell->next;
    if (!cell->referent || gc_is_kept(cell->referent))
      continue;
    note_soft_loss(cell, true);
    cell->referent = NULL;
    if (cell->queued) {
      cell->told_next = cleared;
      cleared = cell;
    }
  }
}

void rt_references_init(void)
{
  gc_add_roots(visit_cleared);
  gc_set_weak(clear_dead);
  gc_set_kept(list_soft, kept_softly);
}
