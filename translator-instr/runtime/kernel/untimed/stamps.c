/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stamps.c: see stamps.h; and the natives that overwrite references, as images for exact lives call them.
 */
#pragma GCC target("general-regs-only")
#include "runtime/kernel/stamps.h"

#include "core/image.h"
#include "core/page.h"
#include "core/processor.h"
#include "core/sched.h"
#include "cpu.h"
#include "crash/panic.h"
#include "paging.h"
#include "runtime/core/natives.h"
#include "runtime/kernel/look.h"
#include "runtime/kernel/truth.h"

static struct stamps_stack *all;   /* Java threads */
#define NO_SWITCH UINT64_MAX       /* no count of switches */
struct stamps_stack *stamps_latest;
uint64_t stamps_switches = NO_SWITCH;

static const uintptr_t on_stack[STAMPS_REGISTERS];

bool stamps_begin_image(void)
{
  static bool mapped;
  const void *page = mapped ? NULL : page_alloc(1);
  if (!page)
    return mapped;
  mapped = paging_map(JX_STAMPS_OFFSET, page, 1);
  for (const uint8_t *at = __image_start; mapped && at < __image_end; at += PAGE_BYTES)
    mapped = paging_map((uintptr_t)at + JX_STAMPS_OFFSET, page, 1);
  return mapped;
}

/* ---- copies ---- */

bool stamps_take_room(struct stamps_stack *s, size_t bytes)
{
  s->page_count = page_count(bytes) + 1; /* a line that is looked at may go on behind the copy */
  s->pages = page_alloc(s->page_count);
  return s->pages != NULL;
}

void stamps_give_room(struct stamps_stack *s)
{
  if (s->pages)
    page_free(s->pages, s->page_count);
  s->pages = NULL;
}

/* The thread that ran last is none whose stack is looked at: the next look looks at all. */
static void forget_latest(void)
{
  stamps_latest = NULL;
  stamps_switches = NO_SWITCH;
}

void stamps_begin(struct stamps_stack *s, const struct thread *thread, struct jx_thread *jx)
{
  const unsigned long irq = cpu_irq_save();
  s->thread = thread;
  s->jx = jx;
  s->high = s->at = thread->stack.high; /* both ends of a stack are those of pages: a line is in one stack */
  s->last_line = s->high - LOOK_LINE;
  if ((uintptr_t)__builtin_frame_address(0) > s->last_line)
    panic("a Java thread's stack begins with less than a line of C");
  s->to_copy = (uintptr_t)s->pages - thread->stack.low;
  s->next = all;
  all = s;
  forget_latest();
  cpu_irq_restore(irq);
}

/* Returns the first of two bits for each word of the line `at` that may be a reference: what lies in the upper halves
 * of four words is put side by side, and compared. */
static inline uintptr_t words_of_heap(uintptr_t at)
{
  static const uint32_t upper[4] __attribute__((aligned(16))) = {
    JX_WINDOW >> 32, JX_WINDOW >> 32, JX_WINDOW >> 32, JX_WINDOW >> 32 };
  uint32_t words;
  __asm__ volatile("movdqa (%1), %%xmm0\n\tshufps $0xdd, 16(%1), %%xmm0\n\tpcmpeqd %2, %%xmm0\n\t"
                   "movdqa 32(%1), %%xmm1\n\tshufps $0xdd, 48(%1), %%xmm1\n\tpcmpeqd %2, %%xmm1\n\t"
                   "packssdw %%xmm1, %%xmm0\n\tpmovmskb %%xmm0, %0"
                   : "=r"(words) : "r"(at), "m"(upper) : "memory");
  return words & 0x5555;
}

JX_PROBE void stamps_lose_elsewhere(uintptr_t word)
{
  pass_lose_elsewhere(word);
}

/* Lines as in look.h: the word below the first one is no reference. */
JX_PROBE void stamps_lose_below(const struct stamps_stack *s, uintptr_t sp)
{
  const uintptr_t from = s->at + s->to_copy, to = sp + s->to_copy, last = to - LOOK_LINE;
  for (uintptr_t at = from & ~(uintptr_t)(LOOK_ALIGNED - 1); at < to; at += LOOK_LINE) {
    uintptr_t words = words_of_heap(at);
    if (__builtin_expect(at > last, 0))
      words &= ((uintptr_t)1 << (to - at) / LOOK_HALF) - 1;
    for (; words; words &= words - 1) {
      uintptr_t half;
      uint8_t called = 0;
      __asm__("bsfq %1, %0" : "=r"(half) : "r"(words) : "cc");
      look_lose(*(const uintptr_t *)(at + half * LOOK_HALF), &called);
    }
  }
}

JX_PROBE void stamps_compare_to_end(const struct stamps_stack *s, uintptr_t from)
{
  uint8_t called = 0;
  uintptr_t at = from & ~(uintptr_t)(LOOK_ALIGNED - 1);
  for (; at <= s->last_line; at += LOOK_LINE) {
    const uint32_t same = look_same(at, s->to_copy);
    if (same != LOOK_SAME)
      look_change(same, at, s->to_copy, &called);
  }
  for (; at < s->high; at += sizeof(uintptr_t))
    look_at_word((uintptr_t *)(at + s->to_copy), *(const uintptr_t *)at, &called);
}

/* Looks at a stack that goes down to `sp`, up to `bound`: above it no word has changed. The first register is that of
 * the object that is being made, whose birth is its stamp: it is not looked at. */
JX_PROBE static __attribute__((noinline)) void look_at(struct stamps_stack *s, uintptr_t sp, uintptr_t bound,
                                                       const uintptr_t *registers)
{
  uint8_t called = 0;
  for (unsigned i = 1; i < STAMPS_REGISTERS; i++)
    look_at_word(&s->registers[i], registers[i], &called);
  look_at_word(&s->exc, (uintptr_t)s->jx->exc, &called);
  const uintptr_t from = look_move(s, sp, &called);
  if (from < bound) /* not at the first look: the copy had no word */
    look_compare(s, from, bound, &called);
  look_forget_below(s);
  s->jx->oldest = look_oldest(s, s->jx->frame);
}

/* Of a thread that does not run, which has run since the last look or has not. */
JX_PROBE static __attribute__((noinline)) void look_at_other(struct stamps_stack *s)
{
  const uintptr_t sp = s->thread->sp & ~(uintptr_t)7;
  if (sp != s->at || s->suspended != s->thread->prof.suspended)
    look_at(s, sp, s->high, on_stack);
  s->suspended = s->thread->prof.suspended;
}

/* Where a search says what is true, each look is at all stacks. */
JX_PROBE static __attribute__((noinline)) void look_at_others(const struct thread *self)
{
  stamps_latest = NULL;
  for (struct stamps_stack *s = all; s; s = s->next)
    if (s->thread != self)
      look_at_other(s);
    else
      stamps_latest = s;
  stamps_switches = stamps_latest && !truth_is_sought() ? processors[0].switches : NO_SWITCH;
}

JX_PROBE void stamps_look(uintptr_t sp, uintptr_t frame, const uintptr_t *registers)
{
  if (!stamps_is_alone())
    look_at_others(processors[0].current);
  if (stamps_latest)
    look_at(stamps_latest, sp, look_bound(stamps_latest, frame, stamps_latest->jx->oldest), registers);
  if (stamps_latest && stamps_latest->exc)
    stamps_switches = NO_SWITCH;
}

JX_PROBE __attribute__((noinline)) void stamps_look_all(void)
{
  uintptr_t sp;
  __builtin_unwind_init();
  __asm__ volatile("mov %%rsp, %0" : "=r"(sp));
  const unsigned long irq = cpu_irq_save();
  stamps_look(sp, (uintptr_t)__builtin_frame_address(0), on_stack);
  cpu_irq_restore(irq);
}

static void lose(uintptr_t word)
{
  uint8_t called = 0;
  if (look_is_heap(word))
    look_lose(word, &called);
}

void stamps_end(struct stamps_stack *s)
{
  const unsigned long irq = cpu_irq_save();
  struct stamps_stack **at = &all;
  while (*at != s)
    at = &(*at)->next;
  *at = s->next;
  forget_latest();
  stamps_lose_below(s, s->high);
  lose(s->exc);
  for (unsigned i = 0; i < STAMPS_REGISTERS; i++)
    lose(s->registers[i]);
  cpu_irq_restore(irq);
}

static struct stamps_stack measured;

bool stamps_begin_measuring(struct jx_thread *jx)
{
  const struct thread *self = thread_self();
  if (!stamps_begin_image() || !stamps_take_room(&measured, self->stack.high - self->stack.low))
    return false;
  stamps_begin(&measured, self, jx);
  return true;
}

void stamps_end_measuring(void)
{
  stamps_end(&measured);
  stamps_give_room(&measured);
}

/* ---- natives that overwrite references ---- */

void jxe_java_lang_System_arraycopy(struct jx_object *from, int32_t from_at, struct jx_object *to, int32_t to_at,
                                    int32_t count);
int32_t jxe_java_util_concurrent_atomic_AtomicReference_exchange(struct jx_object *self, struct jx_object *expected,
                                                                 struct jx_object *now);
int32_t jxe_java_util_concurrent_atomic_AtomicReferenceArray_exchange(struct jx_object *array, int32_t index,
                                                                      struct jx_object *expected,
                                                                      struct jx_object *now);

/* Before the copy: the references that it overwrites are lost when it is over, and no object is made meanwhile. A range
 * that is not in the array is the native's to refuse. */
void jxe_java_lang_System_arraycopy(struct jx_object *from, int32_t from_at, struct jx_object *to, int32_t to_at,
                                    int32_t count)
{
  if (to && to->class->flags & JX_CLASS_REFS && to_at >= 0 && count >= 0 &&
      (uint32_t)to_at + (uint32_t)count <= to->length)
    for (int32_t i = 0; i < count; i++)
      jx_lost(JX_ELEMENTS(to, struct jx_object *)[to_at + i]);
  jxn_java_lang_System_arraycopy(from, from_at, to, to_at, count);
}

/* Where they change nothing they note a loss too much, which is harmless: an object that is reachable loses more. */
int32_t jxe_java_util_concurrent_atomic_AtomicReference_exchange(struct jx_object *self, struct jx_object *expected,
                                                                 struct jx_object *now)
{
  jx_lost(expected);
  return jxn_java_util_concurrent_atomic_AtomicReference_exchange(self, expected, now);
}

int32_t jxe_java_util_concurrent_atomic_AtomicReferenceArray_exchange(struct jx_object *array, int32_t index,
                                                                      struct jx_object *expected,
                                                                      struct jx_object *now)
{
  jx_lost(expected);
  return jxn_java_util_concurrent_atomic_AtomicReferenceArray_exchange(array, index, expected, now);
}
