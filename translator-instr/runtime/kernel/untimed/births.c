/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * births.c: the hooks of births in an image for exact lives: what was lost since the object before was made was so at
 * what the allocation clock shows now; then the birth is recorded.
 *
 * Nearly all that such a run costs is here, so what happens at most births is one function that calls nothing and keeps
 * nothing on the stack: no thread was switched, and the site is one that is recorded. Emitted code may hold references
 * in the registers that a callee keeps; they are read where they are, for no function of this file changes them.
 */
register unsigned long births_rbx __asm__("rbx");
register unsigned long births_r12 __asm__("r12");
register unsigned long births_r13 __asm__("r13");
register unsigned long births_r14 __asm__("r14");
register unsigned long births_r15 __asm__("r15");

#pragma GCC target("general-regs-only")
#include "runtime/kernel/hooks.h"

#include "prof.h"
#include "runtime/core/gc.h"
#include "runtime/kernel/look.h"
#include "runtime/kernel/truth.h"

/* For hooks_born_saving(), which runs with interrupts off: the vector registers that a look changes. */
uint8_t births_vectors[3][16] __attribute__((aligned(16)));

/* Bit 0: HOOKS_CLEARED words are to be cleared, for they were not clear, or a look has called what is called seldom.
 * Bit 1: the hook is hooks_born_saving(), which clears them always. */
#define SAVING 2
uint8_t births_called;

/* Looks at stacks where threads have been switched, or where a search says what is true. */
JX_PROBE static void look_everywhere(const struct jx_object *object, uintptr_t sp, uintptr_t frame)
{
  static uintptr_t registers[STAMPS_REGISTERS];
  registers[0] = (uintptr_t)object;
  registers[1] = births_rbx;
  registers[2] = births_r12;
  registers[3] = births_r13;
  registers[4] = births_r14;
  registers[5] = births_r15;
  stamps_look(sp, frame, registers);
  if (truth_is_sought() && object != &hooks_nowhere)
    truth_look(object, sp, registers);
}

/* Looks at the stack of the calling thread: no other thread has run since the last look. The object that is being made
 * is not looked at: its birth is its stamp. */
LOOK_INLINE void look_here(uintptr_t sp, uintptr_t frame)
{
  struct stamps_stack *const s = stamps_latest;
  look_at_word(&s->registers[1], births_rbx, &births_called);
  look_at_word(&s->registers[2], births_r12, &births_called);
  look_at_word(&s->registers[3], births_r13, &births_called);
  look_at_word(&s->registers[4], births_r14, &births_called);
  look_at_word(&s->registers[5], births_r15, &births_called);
  look_at_word(&s->exc, (uintptr_t)JX_THREAD->exc, &births_called);
  const uintptr_t bound = look_bound(s, frame, JX_THREAD->oldest);
  look_compare(s, look_move(s, sp, &births_called), bound, &births_called);
  JX_THREAD->oldest = look_oldest(stamps_latest, JX_THREAD->frame); /* not `s', which is not kept until here */
}

/* Where not all is as at most births: another thread has run, the site is none that is recorded, nothing is recorded,
 * or there is no room. The hook measures nearly all of it; what is counted for each birth that is recorded, and what
 * hooks_record() has counted, is not counted again. */
JX_PROBE static __attribute__((noinline)) void record_otherwise(struct jx_object *object, uint32_t site, uintptr_t sp,
                                                                uintptr_t frame)
{
  const struct prof_aside aside = prof_aside_begin();
  const uint64_t before = prof_cpu()->birth_cycles;
  const int64_t around = births_called & SAVING ? hooks_around_saving : hooks_around_call;
  births_called |= 1;
  look_everywhere(object, sp, frame);
  const bool recorded = hooks_record(object, site);
  *jx_stamps_of(object) = (struct jx_stamps){ jx_clock, 0 };
  const uint64_t counted = prof_cpu()->birth_cycles - before + (recorded ? (uint64_t)hooks_birth_cost : 0);
  prof_births_took((uint64_t)prof_aside_end(&aside, around) - counted);
}

/* `sp` and `frame` are the caller's, as in stamps_look(). With interrupts off. What of the record is known before the
 * look is written then: so less is to be kept meanwhile, and nothing on the stack. */
JX_PROBE __attribute__((used)) static void look_and_record(struct jx_object *object, uint32_t site, uintptr_t sp,
                                                            uintptr_t frame)
{
  static struct prof_since since; /* interrupts are off, and no NMI comes here */
  struct wire_birth *b;
  if (__builtin_expect(!(site & JX_SITE_LOGGED) || !prof_births.on || !stamps_is_alone() ||
                       !prof_birth_room_masked(&b), 0)) {
    record_otherwise(object, site, sp, frame);
    return;
  }
  prof_birth_since(&since);
  b->object = (uintptr_t)object;
  b->site = site & ~JX_SITE_LOGGED;
  b->class = object->class->number;
  b->bytes = gc_slot_bytes(object);
  b->clock = jx_clock + b->bytes; /* one processor, interrupts off */
  look_here(sp, frame);
  jx_clock = b->clock;
  *jx_stamps_of((struct jx_object *)b->object) = (struct jx_stamps){ b->clock, 0 };
  prof_birth_made_since(b, &since, hooks_birth_cost, hooks_birth_more[births_called]);
}

/* These two call look_and_record(object, site, sp, frame): hooks_born_exactly() where emitted code tells of a birth as
 * by a call, hooks_born_saving() where another function does, whose registers it must leave alone.
 *
 * What they leave below the stack pointer, and what was left there before, they clear as hooks_born() does, as far as
 * HOOKS_CLEARED words. Between two births in one place often nothing has been called: where four words below the stack
 * pointer are still clear, hooks_born_exactly() clears only those that look_and_record() may have written. A function
 * that leaves these four alone and writes below them is not found so: then a word of it may keep an object longer, in
 * the profile as in the heap.
 *
 *   the caller's stack
 *   return address
 *   flags                     hooks_born_saving() saves behind them, PUSHED_BEFORE words together, what the caller may
 *   rax rcx rdx rsi rdi       need: no reference that it has not elsewhere
 *   r8-r11
 */
#define PUSHED_BEFORE 11
#define WRITTEN 4
#define STRING(number) STRING_OF(number)
#define STRING_OF(text) #text
#define LOOK(pushed)                                                                                                 \
  "lea 8 * " STRING(pushed) "(%rsp), %rdx\n\tmov %rbp, %rcx\n\t"                                                   \
  "call look_and_record\n\t"
#define FUNCTION(name, code)                                                                                         \
  ".globl " name "\n.type " name ", @function\n" name ":\n\tpushf\n\tcli\n\t" code "popf\n\tret\n"                 \
  ".size " name ", . - " name "\n\t"
__asm__(".pushsection prof_probe, \"ax\", @progbits\n"
        FUNCTION("hooks_born_exactly",
                 "mov -8(%rsp), %rax\n\tor -16(%rsp), %rax\n\tor -24(%rsp), %rax\n\tor -32(%rsp), %rax\n\t"
                 "jne 2f\n\t"
                 LOOK(2)
                 "cmpb $0, births_called(%rip)\n\tjne 3f\n\t"
                 HOOKS_CLEAR(WRITTEN) "popf\n\tret\n"
                 "2:\n\tmovb $1, births_called(%rip)\n\t" LOOK(2)
                 "3:\n\tmovb $0, births_called(%rip)\n\t" HOOKS_CLEAR(HOOKS_CLEARED))
        FUNCTION("hooks_born_saving",
                 "push %rax\n\tpush %rcx\n\tpush %rdx\n\tpush %rsi\n\tpush %rdi\n\t"
                 "push %r8\n\tpush %r9\n\tpush %r10\n\tpush %r11\n\t"
                 "movaps %xmm0, births_vectors(%rip)\n\tmovaps %xmm1, births_vectors + 16(%rip)\n\t"
                 "movaps %xmm2, births_vectors + 32(%rip)\n\t"
                 "movb $" STRING(SAVING) ", births_called(%rip)\n\t"
                 LOOK(PUSHED_BEFORE)
                 "movb $0, births_called(%rip)\n\t"
                 "pop %r11\n\tpop %r10\n\tpop %r9\n\tpop %r8\n\t"
                 "pop %rdi\n\tpop %rsi\n\tpop %rdx\n\tpop %rcx\n\tpop %rax\n\t"
                 HOOKS_CLEAR(HOOKS_CLEARED)
                 "movaps births_vectors(%rip), %xmm0\n\tmovaps births_vectors + 16(%rip), %xmm1\n\t"
                 "movaps births_vectors + 32(%rip), %xmm2\n\t")
        ".popsection");
