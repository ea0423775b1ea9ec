/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * look.h: how a stack is put beside its copy (stamps.h), inline: births.c does it at each birth, stamps.c for all other
 * threads and for collections.
 *
 * Words are looked at by the line of 64 bytes, in halves of four bytes. A line begins at a multiple of 16: with the
 * first word of the stack, or with the word below it. The latter is never a reference in the copy, so that a line may
 * be compared and copied whole: at a birth it is the return address of the hook, else it is forgotten again. These
 * functions change xmm0 to xmm2, which the hooks save where code needs them, and which a collector's caller does not
 * expect to keep.
 */
#ifndef LOOK_H
#define LOOK_H

#include "stamps.h"

#include "runtime/core/untimed/pass.h"

#define LOOK_LINE 64u    /* bytes of a line */
#define LOOK_HALF 4u     /* bytes of each half of a word */
#define LOOK_ALIGNED 16u /* bytes: where a line may begin */

#define LOOK_INLINE static inline __attribute__((always_inline))

/* Whether a word is one of the heap's window: what the test asks is in the upper half of the word. */
_Static_assert(JX_WINDOW_BYTES == UINT64_C(1) << 32 && JX_WINDOW % JX_WINDOW_BYTES == 0, "one half tells");

LOOK_INLINE bool look_is_heap(uintptr_t word)
{
  return (intptr_t)word >> 32 == (intptr_t)JX_WINDOW >> 32; /* an operand of 32 bits with a sign */
}

/* Calls a function that changes no general register (STAMPS_SELDOM). gcc would keep what it needs on the stack. */
#define LOOK_CALL(function, first, second) \
  __asm__ volatile("call %c0" : : "i"(function), "D"(first), "S"(second) : "memory", "cc")

/* Notes that a word of the heap's window is lost. Sets bit 0 of *called where it has called a function. */
LOOK_INLINE void look_lose(uintptr_t word, uint8_t *called)
{
  if (__builtin_expect(!pass_lose_small(word), 0)) {
    LOOK_CALL(stamps_lose_elsewhere, word, word);
    *called |= 1;
  }
}

/* `now' takes the place of the copy at `base` + `offset`, which differs. Mostly it was no reference, and is not loaded
 * then. */
LOOK_INLINE void look_replace(uintptr_t base, uintptr_t offset, uintptr_t now, uint8_t *called)
{
  uintptr_t *const copy = (uintptr_t *)(base + offset);
  bool is_heap;
  __asm__("cmpl %2, %1" : "=@cce"(is_heap) : "m"(*(const char *)(base + offset + 4)),
          "i"((int32_t)(JX_WINDOW >> 32)));
  if (__builtin_expect(is_heap, 0)) {
    const uintptr_t before = *copy;
    *copy = now;
    look_lose(before, called);
  } else {
    *copy = now;
  }
}

/* A register, or another place outside of the stack. The comparison is one instruction, where the word has not changed
 * nothing else is loaded. */
LOOK_INLINE void look_at_word(uintptr_t *copy, uintptr_t now, uint8_t *called)
{
  bool differs;
  __asm__("cmpq %1, %2" : "=@ccne"(differs) : "m"(*copy), "r"(now));
  if (differs)
    look_replace((uintptr_t)copy, 0, now, called);
}

#define LOOK_SAME 0xffffu

/* Returns a bit for each half of the line `at` that is as in its copy. */
LOOK_INLINE uint32_t look_same(uintptr_t at, uintptr_t to_copy)
{
  uint32_t same;
  __asm__ volatile("movdqa (%1), %%xmm0\n\tpcmpeqd (%1, %2), %%xmm0\n\t"
                   "movdqa 16(%1), %%xmm1\n\tpcmpeqd 16(%1, %2), %%xmm1\n\tpackssdw %%xmm1, %%xmm0\n\t"
                   "movdqa 32(%1), %%xmm1\n\tpcmpeqd 32(%1, %2), %%xmm1\n\t"
                   "movdqa 48(%1), %%xmm2\n\tpcmpeqd 48(%1, %2), %%xmm2\n\t"
                   "packssdw %%xmm2, %%xmm1\n\tpacksswb %%xmm1, %%xmm0\n\tpmovmskb %%xmm0, %0"
                   : "=r"(same) : "r"(at), "r"(to_copy) : "memory");
  return same;
}

/* Copies the words of the line `at` that differ, one at least, and notes what they have lost; `same` as look_same()
 * returns it. */
LOOK_INLINE void look_change(uint32_t same, uintptr_t at, uintptr_t to_copy, uint8_t *called)
{
  uintptr_t words = ~(same & same >> 1) & 0x5555;
  do {
    uintptr_t half;
    __asm__("bsfq %1, %0" : "=r"(half) : "r"(words) : "cc"); /* __builtin_ctzl() is three instructions */
    const uintptr_t word = at + half * LOOK_HALF;
    look_replace(word, to_copy, *(const uintptr_t *)word, called);
  } while (words &= words - 1);
}

/* Compares the words of a stack from `from` on with their copies, up to `bound` or somewhat further, where nothing has
 * changed: one line at least. Sets bit 0 of *called where it has called a function. */
LOOK_INLINE void look_compare(const struct stamps_stack *s, uintptr_t from, uintptr_t bound, uint8_t *called)
{
  const uintptr_t to_copy = s->to_copy;
  if (__builtin_expect(bound > s->last_line, 0)) {
    LOOK_CALL(stamps_compare_to_end, s, from);
    *called |= 1;
    return;
  }
  uintptr_t at = from & ~(uintptr_t)(LOOK_ALIGNED - 1);
  do {
    const uint32_t same = look_same(at, to_copy);
    if (__builtin_expect(same != LOOK_SAME, 0))
      look_change(same, at, to_copy, called);
    at += LOOK_LINE;
  } while (at < bound);
}

/* The copy of the word below the stack is no reference. */
LOOK_INLINE void look_forget_below(const struct stamps_stack *s)
{
  *(uintptr_t *)(s->at + s->to_copy - sizeof(uintptr_t)) = 0;
}

/* The stack goes down to `sp` now. Returns the first word that is to be compared; sets bit 0 of *called where it has
 * called a function. */
LOOK_INLINE uintptr_t look_move(struct stamps_stack *s, uintptr_t sp, uint8_t *called)
{
  const uintptr_t at = s->at;
  if (sp == at)
    return sp;
  if (sp > at) {
    LOOK_CALL(stamps_lose_below, s, sp);
    *called |= 1;
  } else {
    uintptr_t from = sp, copy = sp + s->to_copy, words = (at - sp) / sizeof(uintptr_t);
    __asm__ volatile("rep movsq" : "+S"(from), "+D"(copy), "+c"(words) : : "memory");
  }
  s->at = sp;
  look_forget_below(s);
  return sp > at ? sp : at;
}

/* Returns the end of the part of the stack that code may have changed since the last look, `oldest' being the thread's
 * (struct jx_thread); what is behind the end of the stack stands for that. A function may be several
 * Java methods, one inlined into the other: what they have on the stack ends where the function's own caller is kept.
 * */
LOOK_INLINE uintptr_t look_bound(const struct stamps_stack *s, uintptr_t frame, uintptr_t oldest)
{
  while (__builtin_expect(frame <= oldest, 0)) {
    const uintptr_t caller = *(const uintptr_t *)frame;
    if (caller <= frame || caller >= s->high)
      return s->high;
    frame = caller;
  }
  return frame;
}

/* Returns `oldest' of a thread whose stack has been looked at, and whose innermost frame is `innermost'. */
LOOK_INLINE uintptr_t look_oldest(const struct stamps_stack *s, const struct jx_frame *innermost)
{
  return innermost ? (uintptr_t)innermost : s->high;
}

#endif
