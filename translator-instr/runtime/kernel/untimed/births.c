/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * births.c: the hooks of births in an image for exact lives: what was lost since the object before was made was so at
 * what the allocation clock shows now; then the birth is recorded.
 *
 * Nearly all that such a run costs is here, so what happens at most births is assembly, which keeps nothing on the
 * stack: no thread was switched, and the site is one that is recorded. All else is record_otherwise()'s. Emitted code
 * may hold references in the registers that a callee keeps; they are read where they are, for no function of this file
 * changes them.
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

/* Of the birth that is being recorded. Interrupts are off, and no NMI comes here. */
__attribute__((used)) static struct prof_since births_since;

/* What the upper half of a word is that may be a reference; four times, to be compared with. */
#define UPPER (int32_t)(JX_WINDOW >> 32)
__attribute__((used, aligned(16))) static const int32_t births_upper[4] = { UPPER, UPPER, UPPER, UPPER };

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

/* Where not all is as at most births: another thread has run, the site is none that is recorded, nothing is recorded,
 * there is no room, the look is at the end of a stack, or the hook is hooks_born_saving(). `sp' and `frame' are the
 * caller's, as in stamps_look(); `around' is what the hook does not measure. With interrupts off. It measures nearly
 * all of it; what is counted for each birth that is recorded, and what hooks_record() has counted, is not counted
 * again. */
JX_PROBE __attribute__((noinline, used)) static void record_otherwise(struct jx_object *object, uint32_t site,
                                                                      uintptr_t sp, uintptr_t frame, int64_t around)
{
  const struct prof_aside aside = prof_aside_begin();
  const uint64_t before = prof_cpu()->birth_cycles;
  look_everywhere(object, sp, frame);
  const bool recorded = hooks_record(object, site);
  *jx_stamps_of(object) = (struct jx_stamps){ jx_clock, 0 };
  const uint64_t counted = prof_cpu()->birth_cycles - before + (recorded ? (uint64_t)hooks_birth_cost : 0);
  prof_births_took((uint64_t)prof_aside_end(&aside, around) - counted);
}

/* Ends a record as hooks_born_exactly() does, where NMIs came meanwhile. */
JX_PROBE __attribute__((noinline, used)) static void end_record(struct wire_birth *b)
{
  prof_birth_made_since(b, &births_since, hooks_birth_cost, 0);
}

/* What the hooks leave below the stack pointer, and what was left there before, they clear as far as 48 words: a
 * function that is called later may not write all of its part of the stack, and what stood there would pass for
 * references. Between two births in one place often nothing has been called: where four words below the stack pointer
 * are still clear, hooks_born_exactly() clears none, and writes none but by functions that it calls seldom. A function
 * that leaves these four alone and writes below them is not found so: then a word of it may keep an object longer, in
 * the profile as in the heap. */
#define CLEAR                                                                                                        \
  "xorps %xmm0, %xmm0\n\t"                                                                                           \
  ".set offset, 0\n\t"                                                                                              \
  ".rept 48 / 2\n\t"                                                                                               \
  ".set offset, offset - 16\n\t"                                                                                    \
  "movups %xmm0, offset(%rsp)\n\t"                                                                                  \
  ".endr\n\t"
#define STRING(number) STRING_OF(number)
#define STRING_OF(text) #text

/* Calls a function that changes no general register (STAMPS_SELDOM). */
#define SELDOM(function) "call " function "\n\t" CLEAR

/* pass_lose_small() of the word in `word', whose block's number is in `block', with `place' to be used: then goes on at
 * label `seen', but at label `elsewhere' where the word is in no block of small slots. A fraction below `inverse' is
 * that of the first byte of a slot. */
#define LOSE(word, word_low, place, place_low, place_lowest, block, block_low, elsewhere, seen)                      \
  "mov " word_low ", " place_low "\n\t"                                                                              \
  "add block_table + room(, " block ", 8), " place_lowest "\n\t"                                                     \
  "jnc " elsewhere "\n\t"                                                                                            \
  "movzwl " place_lowest ", " place_low "\n\t"                                                                       \
  "imul block_table + inverse(, " block ", 8), " place_low "\n\t"                                                    \
  "cmp block_table + inverse(, " block ", 8), " place_low "\n\t"                                                     \
  "jb 1f\n\t"                                                                                                        \
  "movzwl block_table + slot_bytes(, " block ", 8), " block_low "\n\t"                                               \
  "imul " place ", " block "\n\t"                                                                                    \
  "shr $32, " block "\n\t"                                                                                           \
  "sub " block ", " word "\n"                                                                                        \
  "1:\tmov jx_clock, " place "\n\t"                                                                                  \
  "mov " place ", stamps + lost(" word ")\n\t"                                                                       \
  "jmp " seen "\n\t"

/* look_at_word() of a register; and, out of the way, where it has lost a reference. */
#define REGISTER(name, number)                                                                                       \
  "cmp %" name ", registers + 8 * " number "(%rsi)\n\t"                                                              \
  "je .Lseen_" name "\n\t"                                                                                           \
  "cmpl $upper, registers + 8 * " number " + 4(%rsi)\n\t"                                                            \
  "je .Llost_" name "\n\t"                                                                                           \
  "mov %" name ", registers + 8 * " number "(%rsi)\n"                                                                \
  ".Lseen_" name ":\n\t"
#define LOST_REGISTER(name, number)                                                                                  \
  ".Llost_" name ":\n\t"                                                                                             \
  "mov registers + 8 * " number "(%rsi), %rax\n\t"                                                                   \
  "movzwl registers + 8 * " number " + 2(%rsi), %r11d\n\t"                                                           \
  "mov %" name ", registers + 8 * " number "(%rsi)\n\t"                                                              \
  LOSE("%rax", "%eax", "%rcx", "%ecx", "%cx", "%r11", "%r11d", ".Lelsewhere_" name, ".Lseen_" name)                  \
  ".Lelsewhere_" name ":\n\t"                                                                                        \
  "lea .Lseen_" name "(%rip), %r11\n\t"                                                                              \
  "jmp .Llost_elsewhere\n"

/* Places for the assembly, and what it takes for granted. */
#define LOGGED_BIT 31
#define OF_CPU(field) offsetof(struct processor, prof) + PROF_CPU_PLACE(field)
#define PART(field) OF_CPU(part) + PROF_LOG_births * sizeof(struct prof_part) +                                      \
                    offsetof(struct prof_part, field)
_Static_assert(JX_SITE_LOGGED == 1u << LOGGED_BIT, "bit of a site");
_Static_assert(sizeof(struct wire_birth) == 40, "the assembly multiplies by 5 and 8");
_Static_assert(BLOCK_SHIFT == 16 && offsetof(struct block, slot_bytes) == 0, "the header of an object's block");
_Static_assert(offsetof(struct prof_log, mask) == 0 && offsetof(struct prof_since, tsc) == 0 &&
               offsetof(struct prof_since, suspended) == 4, "the assembly names the first fields by the structures");
_Static_assert(LOOK_LINE == 64 && LOOK_SAME == 0xffff && sizeof(struct block_shape) == 8, "as the assembly has it");

/* Names for the assembly: places in structures. */
#define SET(name, value) __asm__ volatile(".set " #name ", %c0" : : "i"(value))
__attribute__((naked, noinline, used, section("prof_probe"), no_instrument_function)) static void name_places(void)
{
  SET(births_on, offsetof(struct prof_log, on));
  SET(switches, offsetof(struct processor, switches));
  SET(next, PART(next));
  SET(last, PART(last));
  SET(records, PART(records));
  SET(cycles, OF_CPU(birth_cycles));
  SET(thread, PROCESSOR_CONTEXT);
  SET(suspended, offsetof(struct prof_thread, suspended));
  SET(id, offsetof(struct prof_thread, id));
  SET(current, offsetof(struct prof_thread, current));
  SET(drift, offsetof(struct prof_node, drift));
  SET(b_site, offsetof(struct wire_birth, site));
  SET(b_object, offsetof(struct wire_birth, object));
  SET(b_class, offsetof(struct wire_birth, class));
  SET(b_bytes, offsetof(struct wire_birth, bytes));
  SET(b_clock, offsetof(struct wire_birth, clock));
  SET(b_thread, offsetof(struct wire_birth, thread));
  SET(b_tsc, offsetof(struct wire_birth, tsc));
  SET(class, offsetof(struct jx_object, class));
  SET(number, offsetof(struct jx_class, number));
  SET(registers, offsetof(struct stamps_stack, registers));
  SET(at, offsetof(struct stamps_stack, at));
  SET(to_copy, offsetof(struct stamps_stack, to_copy));
  SET(high, offsetof(struct stamps_stack, high));
  SET(last_line, offsetof(struct stamps_stack, last_line));
  SET(oldest, offsetof(struct jx_thread, oldest));
  SET(frame, offsetof(struct jx_thread, frame));
  SET(aligned, LOOK_ALIGNED); /* the word below the first one: the return address */
  SET(same, LOOK_SAME);
  SET(stamps, (int64_t)JX_STAMPS_OFFSET);
  SET(lost, offsetof(struct jx_stamps, lost));
  SET(used, offsetof(struct jx_stamps, used));
  SET(upper, UPPER);
  SET(room, offsetof(struct block_shape, room));
  SET(inverse, offsetof(struct block_shape, inverse));
  SET(slot_bytes, offsetof(struct block_shape, slot_bytes));
}

/* Where emitted code tells of a birth as by a call. Registers, but where a comment says otherwise:
 *
 *   rdi  the object                         r8   struct prof_thread
 *   rsi  struct stamps_stack; at the stack  r9   the record
 *        what to add for the copy           r10  the thread's `suspended' when the hook began
 *   rcx  where the look is                  r11  up to where it goes
 *   rdx  the allocation clock behind the    rax  of no use for long
 *        object
 *
 *   the caller's stack
 *   return address
 *   flags
 */
__attribute__((naked, noinline, used, section("prof_probe"), no_instrument_function))
void hooks_born_exactly(struct jx_object *object __attribute__((unused)), uint32_t site __attribute__((unused)))
{
  __asm__ volatile(
    "pushf\n\t"
    "cli\n\t"
    "btr $" STRING(LOGGED_BIT) ", %esi\n\t"
    "jnc .Lotherwise\n\t"
    "cmpb $0, prof_births + births_on\n\t"
    "je .Lotherwise_logged\n\t"
    "mov stamps_switches, %rax\n\t"
    "cmp %rax, processors + switches\n\t"
    "jne .Lotherwise_logged\n\t"
    /* prof_birth_room_masked() */
    "mov %fs:next, %rax\n\t"
    "cmp %fs:last, %rax\n\t"
    "jg .Lotherwise_logged\n\t"
    "incq %fs:next\n\t"
    "and prof_births, %rax\n\t"
    "lea (%rax, %rax, 4), %rax\n\t"
    "mov %fs:records, %r9\n\t"
    "lea (%r9, %rax, 8), %r9\n\t"
    /* prof_birth_since() */
    "mov %fs:thread, %r8\n\t"
    "mov suspended(%r8), %r10d\n\t"
    "rdtsc\n\t"
    "mov %eax, births_since\n\t"
    "mov -8(%rsp), %rax\n\t"
    "or -16(%rsp), %rax\n\t"
    "or -24(%rsp), %rax\n\t"
    "or -32(%rsp), %rax\n\t"
    "jne .Ldirty\n"
    ".Lclear:\n\t"
    /* What of the record is known. The header of its block has the bytes of the slot. */
    "mov %esi, b_site(%r9)\n\t"
    "mov %rdi, b_object(%r9)\n\t"
    "mov class(%rdi), %rax\n\t"
    "mov number(%rax), %eax\n\t"
    "mov %eax, b_class(%r9)\n\t"
    "mov %rdi, %rdx\n\t"
    "xor %dx, %dx\n\t"
    "mov (%rdx), %edx\n\t"
    "mov %edx, b_bytes(%r9)\n\t"
    "add jx_clock, %rdx\n\t"
    "mov %rdx, b_clock(%r9)\n\t"
    /* The registers. Where Java code makes an object no exception is pending. */
    "mov stamps_latest, %rsi\n\t"
    REGISTER("rbx", "1")
    REGISTER("r12", "2")
    REGISTER("r13", "3")
    REGISTER("r14", "4")
    REGISTER("r15", "5")
    /* look_bound() and look_oldest(): mostly the innermost frame is the one that was so at the look before. */
    "mov %gs:oldest, %rax\n\t"
    "cmp %rax, %gs:frame\n\t"
    "jne .Lanother_frame\n"
    ".Lframe:\n\t"
    "mov %rbp, %r11\n\t"
    "cmp %rax, %r11\n\t"
    "jbe .Lcallers\n"
    ".Lbound:\n\t"
    /* look_move() */
    "lea 16(%rsp), %rcx\n\t"
    "cmp at(%rsi), %rcx\n\t"
    "jne .Lmoved\n"
    ".Lfrom:\n\t"
    "and $-aligned, %rcx\n\t"
    "mov to_copy(%rsi), %rsi\n"
    /* look_same() */
    ".Lline:\n\t"
    "movdqa (%rcx), %xmm0\n\t"
    "pcmpeqd (%rcx, %rsi), %xmm0\n\t"
    "movdqa 16(%rcx), %xmm1\n\t"
    "pcmpeqd 16(%rcx, %rsi), %xmm1\n\t"
    "packssdw %xmm1, %xmm0\n\t"
    "movdqa 32(%rcx), %xmm1\n\t"
    "pcmpeqd 32(%rcx, %rsi), %xmm1\n\t"
    "movdqa 48(%rcx), %xmm2\n\t"
    "pcmpeqd 48(%rcx, %rsi), %xmm2\n\t"
    "packssdw %xmm2, %xmm1\n\t"
    "packsswb %xmm1, %xmm0\n\t"
    "pmovmskb %xmm0, %eax\n\t"
    "cmp $same, %eax\n\t"
    "jne .Lchanged\n"
    ".Lnext:\n\t"
    "add $64, %rcx\n\t"
    "cmp %r11, %rcx\n\t"
    "jb .Lline\n\t"
    /* The object's birth is its stamp. */
    "mov %rdx, jx_clock\n\t"
    "movq $0, stamps + used(%rdi)\n\t"
    "mov %rdx, stamps + lost(%rdi)\n\t"
    /* prof_birth_made_since() */
    "rdtsc\n\t"
    "cmp suspended(%r8), %r10d\n\t"
    "jne .Laway\n\t"
    "mov id(%r8), %ecx\n\t"
    "mov %ecx, b_thread(%r9)\n\t"
    "cmpq $0, current(%r8)\n\t"
    "jne .Ltimed\n"
    ".Lbooked:\n\t"
    "mov %edx, b_tsc + 4(%r9)\n\t"
    "mov %eax, b_tsc(%r9)\n\t"
    "sub births_since, %eax\n\t"
    "add %rax, %fs:cycles\n\t"
    "popf\n\t"
    "ret\n"

    /* ---- seldom ---- */

    ".Ltimed:\n\t"
    "mov current(%r8), %rsi\n\t"
    "mov %eax, %ecx\n\t"
    "sub births_since, %ecx\n\t"
    "add hooks_birth_cost, %rcx\n\t"
    "add %rcx, drift(%rsi)\n\t"
    "jmp .Lbooked\n"

    ".Laway:\n\t"
    "mov %r10d, births_since + 4\n\t"
    "mov %r9, %rdi\n\t"
    "call end_record\n\t"
    CLEAR
    "popf\n\t"
    "ret\n"

    /* Behind the end of the stack's last line: gives the record back. rax: the oldest frame, as it was. */
    ".Lend:\n\t"
    "mov %rax, %gs:oldest\n\t"
    "decq %fs:next\n\t"
    "mov b_site(%r9), %esi\n"
    ".Lotherwise_logged:\n\t"
    "bts $" STRING(LOGGED_BIT) ", %esi\n"
    ".Lotherwise:\n\t"
    "lea 16(%rsp), %rdx\n\t"
    "mov %rbp, %rcx\n\t"
    "mov hooks_around_call, %r8\n\t"
    "call record_otherwise\n\t"
    CLEAR
    "popf\n\t"
    "ret\n"

    ".Ldirty:\n\t"
    CLEAR
    "jmp .Lclear\n"

    LOST_REGISTER("rbx", "1")
    LOST_REGISTER("r12", "2")
    LOST_REGISTER("r13", "3")
    LOST_REGISTER("r14", "4")
    LOST_REGISTER("r15", "5")

    /* The word in rax, of a place outside of the stack. r11: where to go on. */
    ".Llost_elsewhere:\n\t"
    "xchg %rax, %rdi\n\t"
    SELDOM("stamps_lose_elsewhere")
    "xchg %rax, %rdi\n\t"
    "jmp *%r11\n"

    /* rax: the oldest frame, as it was. */
    ".Lanother_frame:\n\t"
    "mov %gs:frame, %rcx\n\t"
    "test %rcx, %rcx\n\t"
    "jne 1f\n\t"
    "mov high(%rsi), %rcx\n"
    "1:\tmov %rcx, %gs:oldest\n\t"
    "jmp .Lframe\n"

    ".Lcallers:\n\t"
    "mov (%r11), %rcx\n\t"
    "cmp %r11, %rcx\n\t"
    "jbe .Lend\n\t"
    "cmp last_line(%rsi), %rcx\n\t"
    "ja .Lend\n\t"
    "mov %rcx, %r11\n\t"
    "cmp %rax, %r11\n\t"
    "jbe .Lcallers\n\t"
    "jmp .Lbound\n"

    /* rcx: the first word of the stack. */
    ".Lmoved:\n\t"
    "mov at(%rsi), %rax\n\t"
    "cmp %rax, %rcx\n\t"
    "ja .Lpopped\n\t"
    "mov %rcx, at(%rsi)\n\t"
    "mov to_copy(%rsi), %rdi\n\t"
    "mov %rcx, %rsi\n\t"
    "add %rcx, %rdi\n\t"
    "movq $0, -8(%rdi)\n\t"
    "sub %rax, %rcx\n\t"
    "neg %rcx\n\t"
    "shr $3, %rcx\n\t"
    "rep movsq\n\t"
    "mov %rax, %rcx\n\t"
    "mov stamps_latest, %rsi\n\t"
    "mov b_object(%r9), %rdi\n\t"
    "jmp .Lfrom\n"

    ".Lpopped:\n\t"
    "mov %rsi, %rdi\n\t"
    "mov %rcx, %rsi\n\t"
    SELDOM("stamps_lose_below")
    "mov %rdi, %rsi\n\t"
    "mov %rcx, at(%rsi)\n\t"
    "mov to_copy(%rsi), %rdi\n\t"
    "movq $0, -8(%rcx, %rdi)\n\t"
    "mov b_object(%r9), %rdi\n\t"
    "jmp .Lfrom\n"

    /* eax: a bit for each half of a word of the line that is as in its copy. What of the others was a reference is
     * lost; then the line is copied whole. */
    ".Lchanged:\n\t"
    "not %eax\n\t"
    "movdqa (%rcx, %rsi), %xmm0\n\t"
    "shufps $0xdd, 16(%rcx, %rsi), %xmm0\n\t"
    "pcmpeqd births_upper, %xmm0\n\t"
    "movdqa 32(%rcx, %rsi), %xmm1\n\t"
    "shufps $0xdd, 48(%rcx, %rsi), %xmm1\n\t"
    "pcmpeqd births_upper, %xmm1\n\t"
    "packssdw %xmm1, %xmm0\n\t"
    "pmovmskb %xmm0, %edi\n\t"
    "and %edi, %eax\n\t"
    "jne .Llost\n"
    ".Lcopy:\n\t"
    "movdqa (%rcx), %xmm0\n\t"
    "movdqa 16(%rcx), %xmm1\n\t"
    "movdqa %xmm0, (%rcx, %rsi)\n\t"
    "movdqa %xmm1, 16(%rcx, %rsi)\n\t"
    "movdqa 32(%rcx), %xmm0\n\t"
    "movdqa 48(%rcx), %xmm1\n\t"
    "movdqa %xmm0, 32(%rcx, %rsi)\n\t"
    "movdqa %xmm1, 48(%rcx, %rsi)\n\t"
    "mov b_object(%r9), %rdi\n\t"
    "jmp .Lnext\n"

    /* eax: one of two bits, or both, for each word of the line that has lost a reference. rdi, rdx, r8: to be used. */
    ".Llost:\n\t"
    "mov %eax, %edi\n\t"
    "shr %edi\n\t"
    "or %edi, %eax\n\t"
    "and $0x5555, %eax\n"
    ".Llost_word:\n\t"
    "bsf %eax, %edi\n\t"
    "lea (%rcx, %rdi, 4), %rdi\n\t"
    "movzwl 2(%rdi, %rsi), %r8d\n\t"
    "mov (%rdi, %rsi), %rdi\n\t"
    LOSE("%rdi", "%edi", "%rdx", "%edx", "%dx", "%r8", "%r8d", ".Lelsewhere_word", ".Lseen_word")
    ".Lelsewhere_word:\n\t"
    SELDOM("stamps_lose_elsewhere")
    ".Lseen_word:\n\t"
    "lea -1(%rax), %edi\n\t"
    "and %edi, %eax\n\t"
    "jne .Llost_word\n\t"
    "mov b_clock(%r9), %rdx\n\t"
    "mov %fs:thread, %r8\n\t"
    "jmp .Lcopy\n");
}

/* Where another function tells of a birth, whose registers the hook must leave alone.
 *
 *   the caller's stack
 *   return address
 *   flags
 *   rax rcx rdx rsi rdi       PUSHED words together: what the caller may need, no reference that it has not elsewhere
 *   r8-r11
 */
#define PUSHED 11
__attribute__((naked, noinline, used, section("prof_probe"), no_instrument_function))
void hooks_born_saving(struct jx_object *object __attribute__((unused)), uint32_t site __attribute__((unused)))
{
  __asm__ volatile(
    "pushf\n\t"
    "cli\n\t"
    "push %rax\n\tpush %rcx\n\tpush %rdx\n\tpush %rsi\n\tpush %rdi\n\t"
    "push %r8\n\tpush %r9\n\tpush %r10\n\tpush %r11\n\t"
    "movaps %xmm0, births_vectors(%rip)\n\tmovaps %xmm1, births_vectors + 16(%rip)\n\t"
    "movaps %xmm2, births_vectors + 32(%rip)\n\t"
    "lea 8 * " STRING(PUSHED) "(%rsp), %rdx\n\t"
    "mov %rbp, %rcx\n\t"
    "mov hooks_around_saving, %r8\n\t"
    "call record_otherwise\n\t"
    "pop %r11\n\tpop %r10\n\tpop %r9\n\tpop %r8\n\t"
    "pop %rdi\n\tpop %rsi\n\tpop %rdx\n\tpop %rcx\n\tpop %rax\n\t"
    CLEAR
    "movaps births_vectors(%rip), %xmm0\n\tmovaps births_vectors + 16(%rip), %xmm1\n\t"
    "movaps births_vectors + 32(%rip), %xmm2\n\t"
    "popf\n\t"
    "ret\n");
}
