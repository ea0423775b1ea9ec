/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_arch.h of aarch64: see arch/arch.h. Sources: Arm Architecture Reference Manual, A-profile (instructions, system
 * registers, caches); Procedure Call Standard for the Arm 64-bit Architecture (registers, frames).
 */
#ifndef PROF_ARCH_AARCH64_H
#define PROF_ARCH_AARCH64_H

#define PROF_ARCH_MACHINE 183 /* EM_AARCH64 */

/* ---- for a port ---- */

/* Switches this processor's cycle counter on, all 64 bits of it. Kernel mode. */
static inline void prof_arch_cycle_start(void)
{
  uint64_t control;
  __asm__ volatile("mrs %0, pmcr_el0" : "=r"(control));
  control = (control & ~(1ull << 3)) | 1 | 1 << 6; /* D: every cycle; E; LC */
  __asm__ volatile("msr pmcr_el0, %0; msr pmccfiltr_el0, xzr; msr pmcntenset_el0, %1; isb"
                   : : "r"(control), "r"(1ull << 31) : "memory");
}

/* Returns the cycles of this processor, which counts by itself, and may stand still in wfi. After
 * prof_arch_cycle_start(); any context. */
static inline uint64_t prof_arch_cycle(void)
{
  uint64_t now;
  __asm__ volatile("mrs %0, pmccntr_el0" : "=r"(now) : : "memory");
  return now;
}

/* Returns the virtual counter, which all processors have in common: some tens of megahertz. Any context. */
static inline uint64_t prof_arch_time(void)
{
  uint64_t now;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(now) : : "memory");
  return now;
}

/* Returns the lowest number of this processor's place (MPIDR_EL1, Aff0): from 0 and without gaps on machines of one
 * cluster. Others number their processors by themselves. Kernel mode. */
static inline unsigned prof_arch_cpu(void)
{
  uint64_t place;
  __asm__ volatile("mrs %0, mpidr_el1" : "=r"(place));
  return place & 0xff;
}

/* The thread or context that runs on this processor, kept in TPIDR_EL1, where the kernel uses it for nothing else. Kernel
 * mode. */
static inline struct prof_thread *prof_arch_thread(void)
{
  struct prof_thread *t;
  __asm__ volatile("mrs %0, tpidr_el1" : "=r"(t) : : "memory");
  return t;
}

static inline void prof_arch_set_thread(struct prof_thread *t)
{
  __asm__ volatile("msr tpidr_el1, %0" : : "r"(t) : "memory");
}

/* Returns *counter and adds 1, atomically, against other processors, too. An interrupt takes the reservation away, so
 * the loop turns again after one. The memory is cacheable, and the MMU is on, where the processor wants that for its
 * exclusive monitor. Any context. */
static inline uint64_t prof_arch_take(uint64_t *counter)
{
  uint64_t value, next;
  uint32_t failed;
  __asm__ volatile("1: ldxr %0, %3; add %1, %0, #1; stxr %w2, %1, %3; cbnz %w2, 1b"
                   : "=&r"(value), "=&r"(next), "=&r"(failed), "+Q"(*counter) : : "memory");
  return value;
}

/* Adds `value` to *to, as prof_arch_take() adds 1. Any context. */
static inline void prof_arch_add(uint64_t *to, uint64_t value)
{
  uint64_t sum;
  uint32_t failed;
  __asm__ volatile("1: ldxr %0, %2; add %0, %0, %3; stxr %w1, %0, %2; cbnz %w1, 1b"
                   : "=&r"(sum), "=&r"(failed), "+Q"(*to) : "r"(value) : "memory");
}

/* Sets *word to `value` if it is `was`, atomically, against other processors, too. Returns whether it was. Any
 * context. */
static inline bool prof_arch_swap_shared(uint64_t *word, uint64_t was, uint64_t value)
{
  uint64_t found;
  uint32_t failed;
  __asm__ volatile("1: ldaxr %0, %2; cmp %0, %3; b.ne 2f; stlxr %w1, %4, %2; cbnz %w1, 1b; 2:"
                   : "=&r"(found), "=&r"(failed), "+Q"(*word) : "r"(was), "r"(value) : "memory", "cc");
  return found == was;
}

static inline bool prof_arch_swap(uint64_t *word, uint64_t *was, uint64_t value)
{
  return prof_arch_swap_shared(word, *was, value);
}
#define prof_arch_take_shared prof_arch_take
#define prof_arch_add_shared  prof_arch_add

/* Sets *word to `value` if it is 0, atomically, against what interrupts this processor, too: the way back from an
 * exception makes an STXR fail. Returns whether it was 0. Any context. */
static inline bool prof_arch_claim(uintptr_t *word, uintptr_t value)
{
  uintptr_t was;
  uint32_t failed;
  __asm__ volatile("1: ldxr %0, %2; cbnz %0, 2f; stxr %w1, %3, %2; cbnz %w1, 1b; 2:"
                   : "=&r"(was), "=&r"(failed), "+Q"(*word) : "r"(value) : "memory");
  return !was;
}

/* Switches interrupts off, IRQ and FIQ; returns what prof_arch_irq_restore() needs. Kernel mode. */
static inline unsigned long prof_arch_irq_save(void)
{
  unsigned long daif;
  __asm__ volatile("mrs %0, daif; msr daifset, #3" : "=r"(daif) : : "memory");
  return daif;
}

/* Switches interrupts to what they were. Kernel mode. */
static inline void prof_arch_irq_restore(unsigned long daif)
{
  __asm__ volatile("msr daif, %0" : : "r"(daif) : "memory");
}

/* Writes to code that can be written to, `bytes` of them, a multiple of four, and lets all processors fetch them anew.
 * Interrupts off. The caches' lines are at least 16 bytes long, of which `bytes` at their natural place touch one. */
static inline void prof_arch_patch(uintptr_t at, const uint8_t *code, size_t bytes)
{
  for (size_t i = bytes; i >= 4; i -= 4) {
    const uint8_t *word = code + i - 4;
    volatile uint32_t *to = (volatile uint32_t *)(at + i - 4);
    *to = word[0] | (uint32_t)word[1] << 8 | (uint32_t)word[2] << 16 | (uint32_t)word[3] << 24;
    __asm__ volatile("dc cvau, %0; dsb ish; ic ivau, %0; dsb ish; isb" : : "r"(to) : "memory");
  }
}

/* In a loop that waits for another processor. Any context. */
static inline void prof_arch_relax(void)
{
  __asm__ volatile("yield" : : : "memory");
}

/* Keep loads, and stores, in order for other processors. Any context. */
static inline void prof_arch_load_fence(void)
{
  __asm__ volatile("dmb ishld" : : : "memory");
}

static inline void prof_arch_store_fence(void)
{
  __asm__ volatile("dmb ishst" : : : "memory");
}

/* Keeps what is written to memory and to devices in order, for a device that reads the memory. Any context. */
static inline void prof_arch_device_fence(void)
{
  __asm__ volatile("dsb sy" : : : "memory");
}

/* ---- for the sites of probes ---- */

#define PROF_ARCH_RETURNS

/* The room that -fpatchable-function-entry=2 leaves: mov x9, x30 and bl, of which the latter is a NOP while the
 * function is not timed. A function needs no x9 when it begins. */
#define PROF_ARCH_SITE_BYTES 8
#define PROF_ARCH_SITE_LAST  4
#define PROF_ARCH_NOP        0xd503201f

static inline void prof_arch_put(uint8_t *to, uint32_t instruction)
{
  for (int i = 0; i < 4; i++)
    to[i] = (uint8_t)(instruction >> 8 * i);
}

/* Writes to `code` what calls `hook` from `site`, at most 128 MiB away. */
static inline void prof_arch_site(uint8_t *code, uintptr_t site, uintptr_t hook)
{
  prof_arch_put(code, 0xaa1e03e9);
  prof_arch_put(code + 4, 0x94000000 | ((uint32_t)((int64_t)(hook - (site + 4)) >> 2) & 0x3ffffff));
}

/* Makes of it what does nothing. */
static inline void prof_arch_site_off(uint8_t *code)
{
  prof_arch_put(code + 4, PROF_ARCH_NOP);
}

/* Returns whether the compiler's NOPs are there. */
static inline bool prof_arch_is_nops(const uint8_t *code)
{
  const uint32_t *words = (const uint32_t *)(uintptr_t)code;
  return words[0] == PROF_ARCH_NOP && words[1] == PROF_ARCH_NOP;
}

/* ---- for the probes ---- */

/* Lets the instructions before it end before the clock is read, as Arm's manual asks for of the counters. */
static inline void prof_arch_drain(void)
{
  __asm__ volatile("isb" : : : "memory");
}

/* Returns the place of the highest bit that is set; `value` is not 0. */
static inline unsigned prof_arch_log2(uint64_t value)
{
  return 63 - (unsigned)__builtin_clzll(value);
}

/* Returns the lesser, and the greater, of two times. */
static inline int64_t prof_arch_lesser(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static inline int64_t prof_arch_greater(int64_t a, int64_t b)
{
  return a > b ? a : b;
}

/* ---- for the calibration ---- */

/* The registers that a call changes. */
#define PROF_ARCH_AS_CALL "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",    \
  "x14", "x15", "x16", "x17", "x18", "x30", "cc", "memory"

/* Load one argument of a call; two. */
#define PROF_ARCH_ARGUMENT(first)                                                                                     \
  do {                                                                                                                \
    register const void *x0_ __asm__("x0") = (first);                                                                 \
    __asm__ volatile("" : : "r"(x0_));                                                                                \
  } while (0)
#define PROF_ARCH_ARGUMENTS(first, second)                                                                            \
  do {                                                                                                                \
    register const void *x0_ __asm__("x0") = (first);                                                                 \
    register uintptr_t x1_ __asm__("x1") = (uintptr_t)(second);                                                       \
    __asm__ volatile("" : : "r"(x0_), "r"(x1_));                                                                      \
  } while (0)

/* Marks a place, which prof_arch_leave() goes to from functions that were called since, as setjmp() and longjmp() do,
 * with the general registers only: the compiler's own save those of floating point, which may be off (hooks.c). */
typedef uint64_t prof_arch_place[13];
int prof_arch_mark(prof_arch_place place) __attribute__((returns_twice));
void prof_arch_leave(prof_arch_place place) __attribute__((noreturn));

/* ---- for the walk along a stack ---- */

/* Where a frame has its caller's frame pointer and the return address, from its own frame pointer on; and where, from
 * the place of a return address into a hook on, the return address lies of the function that the hook belongs to. */
#define PROF_ARCH_FRAME_CALLER 0
#define PROF_ARCH_FRAME_RETURN 8
#define PROF_ARCH_HOOK_RETURN  8

#endif
