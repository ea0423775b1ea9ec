/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * truth.c: see truth.h.
 *
 * As far behind an object's stamps as those are behind the object stands between which searches it was lost. What a
 * weak reference, or a word that was left on a stack, brings back is forgotten again.
 */
#include "runtime/kernel/truth.h"

#include "core/print.h"
#include "cpu.h"
#include "runtime/core/gc.h"
#include "runtime/kernel/stamps.h"

#define TOLD 40 /* objects that are told one by one */

/* By the allocation clock: the object was reached at `seen`, and was not at the next search. All 0: it is reached. */
struct truth {
  uint64_t seen;
  uint32_t until_gone;  /* from `seen` to that search */
  uint32_t bytes;       /* of the object that was being made then */
};

uint32_t truth_every;
static uint32_t until_next; /* allocations */
static uint64_t seen;       /* when the search before was */
static uint32_t being_made; /* bytes of the object at whose birth the search is */

static struct { uint64_t objects, same, near, early, late; } sum;

void truth_seek(uint32_t every)
{
  truth_every = until_next = every;
}

static struct truth *truth_of(const struct jx_object *object)
{
  return (struct truth *)((uintptr_t)object + 2 * JX_STAMPS_OFFSET);
}

static void note_reached(struct jx_object *object, bool reached)
{
  struct truth *t = truth_of(object);
  if (reached)
    *t = (struct truth){ 0 };
  else if (!t->until_gone)
    *t = (struct truth){ seen, (uint32_t)(jx_clock - seen), being_made };
}

static void search(const struct gc_place *place, const struct jx_object *object)
{
  static uint8_t vectors[512] __attribute__((aligned(16)));
  __asm__ volatile("fxsave64 %0" : "=m"(vectors)); /* emitted code does not expect that a hook uses them */
  being_made = gc_slot_bytes(object);
  gc_look(place, note_reached);
  __asm__ volatile("fxrstor64 %0" : : "m"(vectors));
}

/* The hook leaves the stack pointer as emitted code has it, which may be no multiple of 16. */
__attribute__((force_align_arg_pointer)) void truth_look(const struct jx_object *object, uintptr_t sp,
                                                         const uintptr_t *registers)
{
  const struct gc_place place = { sp, registers, STAMPS_REGISTERS };
  const unsigned long irq = cpu_irq_save();
  *truth_of(object) = (struct truth){ 0 };
  if (!--until_next) {
    until_next = truth_every;
    search(&place, object);
    seen = jx_clock;
  }
  cpu_irq_restore(irq);
}

static void tell(const struct jx_object *object, uint64_t lost, uint64_t after, uint64_t until)
{
  kprintf("exact: %s at %p was lost at %lu by its stamp, and after %lu up to %lu by the search\n", object->class->name,
          (const void *)object, lost, after, until);
}

/* An object that the last search has reached was lost since. */
void truth_compare(const struct jx_object *object)
{
  const struct truth *t = truth_of(object);
  const uint64_t lost = jx_stamps_of(object)->lost, after = t->until_gone ? t->seen : seen;
  const uint64_t until = t->until_gone ? t->seen + t->until_gone : jx_clock;
  const bool same = lost > after && lost <= until;
  sum.objects++;
  sum.same += same;
  sum.near += lost >= after && lost <= until + t->bytes;
  sum.early += !same && lost <= after;
  sum.late += !same && lost > after;
  if (!same && sum.early + sum.late <= TOLD)
    tell(object, lost, after, until);
}

void truth_report(void)
{
  if (!truth_every)
    return;
  kprintf("exact: of %lu objects that died %lu were lost when the searches say, %lu within one allocation;"
          " %lu earlier, %lu later\n", sum.objects, sum.same, sum.near, sum.early, sum.late);
}
