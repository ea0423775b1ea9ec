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
#include "paging.h"
#include "runtime/core/natives.h"
#include "runtime/core/untimed/pass.h"

static struct stamps_stack *all;   /* Java threads */
static struct stamps_stack *latest; /* of the thread that ran at `switches`; NULL: that is no Java thread */
static uint64_t switches;          /* of threads, when `latest` was found and the other stacks were looked at last */

static const uintptr_t on_stack[STAMPS_REGISTERS];

bool stamps_begin_image(void)
{
  const void *page = page_alloc(1);
  bool mapped = page && paging_map(JX_STAMPS_OFFSET, page, 1);
  for (const uint8_t *at = __image_start; mapped && at < __image_end; at += PAGE_BYTES)
    mapped = paging_map((uintptr_t)at + JX_STAMPS_OFFSET, page, 1);
  return mapped;
}

/* ---- copies ---- */

bool stamps_take_room(struct stamps_stack *s, size_t bytes)
{
  s->page_count = page_count(bytes);
  s->pages = page_alloc(s->page_count);
  return s->pages != NULL;
}

void stamps_give_room(struct stamps_stack *s)
{
  if (s->pages)
    page_free(s->pages, s->page_count);
  s->pages = NULL;
}

void stamps_begin(struct stamps_stack *s, const struct thread *thread, struct jx_thread *jx)
{
  const unsigned long irq = cpu_irq_save();
  s->thread = thread;
  s->jx = jx;
  s->high = s->at = thread->stack.high; /* both ends of a stack are those of pages: a line is in one stack */
  s->to_copy = (uintptr_t)s->pages - thread->stack.low;
  s->next = all;
  all = latest = s;
  cpu_irq_restore(irq);
}

/* Whether a word is one of the heap's window: what the test asks is in the upper half of the word. */
_Static_assert(JX_WINDOW_BYTES == UINT64_C(1) << 32 && JX_WINDOW % JX_WINDOW_BYTES == 0, "one half tells");

static inline bool is_of_heap(uintptr_t word)
{
  return word >> 32 == JX_WINDOW >> 32;
}

static inline __attribute__((always_inline)) void lose_word(uintptr_t word)
{
  if (is_of_heap(word))
    pass_lose(word);
}

static inline __attribute__((always_inline)) void look_at_word(uintptr_t *copy, uintptr_t now)
{
  const uintptr_t before = *copy;
  if (now != before) {
    *copy = now;
    lose_word(before);
  }
}

/* Words are looked at by the line of 64 bytes, in halves of four bytes. These two change xmm0 to xmm2, which the hook
 * that code calls which needs them saves, and which a collector's caller does not expect to keep. */
#define LINE 64u
#define HALVES 4u /* bytes of each */
#define ALIGNED 16u /* bytes: where a line may begin */

/* Returns a bit for each half of the line `at` that is not as in its copy. */
static inline uint32_t differing_halves(uintptr_t at, uintptr_t to_copy)
{
  uint32_t same;
  __asm__ volatile("movdqa (%1), %%xmm0\n\tpcmpeqd (%1, %2), %%xmm0\n\t"
                   "movdqa 16(%1), %%xmm1\n\tpcmpeqd 16(%1, %2), %%xmm1\n\tpackssdw %%xmm1, %%xmm0\n\t"
                   "movdqa 32(%1), %%xmm1\n\tpcmpeqd 32(%1, %2), %%xmm1\n\t"
                   "movdqa 48(%1), %%xmm2\n\tpcmpeqd 48(%1, %2), %%xmm2\n\t"
                   "packssdw %%xmm2, %%xmm1\n\tpacksswb %%xmm1, %%xmm0\n\tpmovmskb %%xmm0, %0"
                   : "=r"(same) : "r"(at), "r"(to_copy) : "memory");
  return same ^ 0xffff;
}

/* Returns a bit for the upper half of each word of the line `at` that may be a reference. */
static inline uint32_t halves_of_heap(uintptr_t at)
{
  static const uint32_t upper[4] __attribute__((aligned(16))) = {
    JX_WINDOW >> 32, JX_WINDOW >> 32, JX_WINDOW >> 32, JX_WINDOW >> 32 };
  uint32_t same;
  __asm__ volatile("movdqa (%1), %%xmm0\n\tpcmpeqd %2, %%xmm0\n\tmovdqa 16(%1), %%xmm1\n\tpcmpeqd %2, %%xmm1\n\t"
                   "packssdw %%xmm1, %%xmm0\n\t"
                   "movdqa 32(%1), %%xmm1\n\tpcmpeqd %2, %%xmm1\n\tmovdqa 48(%1), %%xmm2\n\tpcmpeqd %2, %%xmm2\n\t"
                   "packssdw %%xmm2, %%xmm1\n\tpacksswb %%xmm1, %%xmm0\n\tpmovmskb %%xmm0, %0"
                   : "=r"(same) : "r"(at), "m"(upper) : "memory");
  return same & 0xaaaa;
}

/* Returns a bit, the first of two, for each word of the line `at` that has a bit in `halves` and lies in [from, to),
 * where at least one word of the line lies. */
static inline uint32_t words_within(uint32_t halves, uintptr_t at, uintptr_t from, uintptr_t to)
{
  uint32_t words = (halves | halves >> 1) & 0x5555;
  if (at < from)
    words &= UINT32_MAX << (from - at) / HALVES;
  if (to - at < LINE)
    words &= (1u << (to - at) / HALVES) - 1;
  return words;
}

/* The words of the copy below `sp` are none of the stack any more. */
JX_PROBE static void lose_below(const struct stamps_stack *s, uintptr_t sp)
{
  const uintptr_t from = s->at + s->to_copy, to = sp + s->to_copy;
  for (uintptr_t at = from & ~(uintptr_t)(LINE - 1); at < to; at += LINE) {
    const uint32_t halves = halves_of_heap(at);
    if (halves)
      for (uint32_t words = words_within(halves, at, from, to); words; words &= words - 1)
        pass_lose(*(const uintptr_t *)(at + (uint32_t)__builtin_ctz(words) * HALVES));
  }
}

/* These words of a line, by words_within(), are not as in their copies. */
JX_PROBE static inline __attribute__((always_inline)) void change_words(uint32_t words, uintptr_t at, uintptr_t to_copy)
{
  for (; words; words &= words - 1) {
    const uintptr_t word = at + (uintptr_t)__builtin_ctz(words) * HALVES;
    const uintptr_t before = *(uintptr_t *)(word + to_copy);
    *(uintptr_t *)(word + to_copy) = *(const uintptr_t *)word;
    lose_word(before);
  }
}

/* compare_words() of [from, to), where `to` is the end of the stack, in its last line. */
JX_PROBE static __attribute__((noinline)) void compare_last_line(const struct stamps_stack *s, uintptr_t from)
{
  const uintptr_t last = s->high - LINE;
  change_words(words_within(differing_halves(last, s->to_copy), last, from, s->high), last, s->to_copy);
}

/* Compares the words of [from, to) with their copies; returns whether it has called a function. Lines begin with the
 * first word, or the one below it; the last one may go on behind `to`, where nothing has changed, but not behind the
 * stack. */
JX_PROBE static inline __attribute__((always_inline)) bool compare_words(const struct stamps_stack *s, uintptr_t from,
                                                                         uintptr_t to)
{
  const uintptr_t to_copy = s->to_copy, last = s->high - LINE, end = to < last ? to : last;
  uintptr_t at = from & ~(uintptr_t)(ALIGNED - 1);
  for (; at < end; at += LINE) {
    const uint32_t halves = differing_halves(at, to_copy);
    if (halves)
      change_words(words_within(halves, at, from, to), at, to_copy);
  }
  if (__builtin_expect(at < to, 0)) {
    compare_last_line(s, from);
    return true;
  }
  return false;
}

/* Copies the words of [from, to), of which the copy had none. */
static inline void copy_words(const struct stamps_stack *s, uintptr_t from, uintptr_t to)
{
  uintptr_t copy = from + s->to_copy, words = (to - from) / sizeof(uintptr_t);
  __asm__ volatile("rep movsq" : "+S"(from), "+D"(copy), "+c"(words) : : "memory");
}

/* Looks at a stack that goes down to `sp`, up to `bound`: above it no word has changed. The first register is that of
 * the object that is being made, whose birth is its stamp: it is not looked at. Returns whether it has called a
 * function. */
JX_PROBE static inline __attribute__((always_inline)) bool look_at(struct stamps_stack *s, uintptr_t sp,
                                                                   uintptr_t bound, const uintptr_t *registers)
{
#pragma GCC unroll 8
  for (unsigned i = 1; i < STAMPS_REGISTERS; i++)
    look_at_word(&s->registers[i], registers[i]);
  look_at_word(&s->exc, (uintptr_t)s->jx->exc);
  bool called = false;
  if (sp > s->at) {
    lose_below(s, sp);
    called = true;
  }
  called |= compare_words(s, sp > s->at ? sp : s->at, bound);
  if (sp < s->at)
    copy_words(s, sp, s->at);
  s->at = sp;
  s->jx->oldest = s->jx->frame ? (uintptr_t)s->jx->frame : s->high;
  return called;
}

/* Returns the end of the part of the stack that code may have changed since the last look. A function may be several
 * Java methods, one inlined into the other: what they have on the stack ends where the function's own caller is kept.
 * */
JX_PROBE static inline uintptr_t bound_of(const struct stamps_stack *s, uintptr_t frame)
{
  const uintptr_t oldest = s->jx->oldest;
  while (frame <= oldest) {
    const uintptr_t caller = *(const uintptr_t *)frame;
    if (caller <= frame || caller >= s->high)
      return s->high;
    frame = caller;
  }
  return frame < s->high ? frame : s->high;
}

/* Of a thread that does not run, which has run since the last look or has not. */
JX_PROBE static __attribute__((noinline)) void look_at_other(struct stamps_stack *s)
{
  const uintptr_t sp = s->thread->sp & ~(uintptr_t)7;
  if (sp != s->at || s->suspended != s->thread->prof.suspended)
    look_at(s, sp, s->high, on_stack);
  s->suspended = s->thread->prof.suspended;
}

JX_PROBE static __attribute__((noinline)) void look_at_others(const struct thread *self)
{
  switches = processors[0].switches;
  latest = NULL;
  for (struct stamps_stack *s = all; s; s = s->next)
    if (s->thread != self)
      look_at_other(s);
    else
      latest = s;
}

JX_PROBE bool stamps_look(uintptr_t sp, uintptr_t frame, const uintptr_t *registers)
{
  bool called = processors[0].switches != switches;
  if (__builtin_expect(called, 0))
    look_at_others(processors[0].current);
  if (latest)
    called |= look_at(latest, sp, bound_of(latest, frame), registers);
  return called;
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

void stamps_end(struct stamps_stack *s)
{
  const unsigned long irq = cpu_irq_save();
  struct stamps_stack **at = &all;
  while (*at != s)
    at = &(*at)->next;
  *at = s->next;
  latest = NULL;
  lose_below(s, s->high);
  lose_word(s->exc);
  for (unsigned i = 0; i < STAMPS_REGISTERS; i++)
    lose_word(s->registers[i]);
  cpu_irq_restore(irq);
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
