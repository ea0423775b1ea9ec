/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_arch.h of x86-64: see arch/arch.h. Sources: Intel SDM volume 2 (instructions); System V AMD64 ABI, section 3.2
 * (registers, frames).
 */
#ifndef PROF_ARCH_X86_64_H
#define PROF_ARCH_X86_64_H

#define PROF_ARCH_MACHINE 62 /* EM_X86_64 */

/* ---- for a port ---- */

/* Returns the time stamp counter. Any context. */
static inline uint64_t prof_arch_cycle(void)
{
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
  return (uint64_t)high << 32 | low;
}

/* Returns the number of this processor where the kernel has written it to IA32_TSC_AUX (MSR C0000103h) of each, as Linux
 * does; some tens of cycles. A kernel that keeps it behind GS or FS reads it there, in one. Any context. */
static inline unsigned prof_arch_cpu(void)
{
  uint32_t number, low, high;
  __asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(number));
  return number;
}

/* The thread or context that runs on this processor, kept in the first word of what GS points to. Kernel mode. */
static inline struct prof_thread *prof_arch_thread(void)
{
  struct prof_thread *t;
  __asm__ volatile("movq %%gs:0, %0" : "=r"(t) : : "memory");
  return t;
}

static inline void prof_arch_set_thread(struct prof_thread *t)
{
  __asm__ volatile("movq %0, %%gs:0" : : "r"(t) : "memory");
}

/* Returns *counter and adds 1: one instruction, so no interrupt of this processor comes in between. Any context. */
static inline uint64_t prof_arch_take(uint64_t *counter)
{
  uint64_t value = 1;
  __asm__ volatile("xaddq %0, %1" : "+r"(value), "+m"(*counter) : : "memory", "cc");
  return value;
}

/* Takes 1 from *credit: one instruction, so no interrupt of this processor comes in between. Returns whether at least 0
 * is left. Any context. */
#define PROF_ARCH_SPEND
static inline bool prof_arch_spend(uint64_t *credit)
{
  bool left;
  __asm__ volatile("subq $1, %1" : "=@ccns"(left), "+m"(*credit) : : "memory");
  return left;
}

/* Adds `value` to *to: one instruction, so no interrupt of this processor comes in between. Any context. */
static inline void prof_arch_add(uint64_t *to, uint64_t value)
{
  __asm__ volatile("addq %1, %0" : "+m"(*to) : "er"(value) : "memory", "cc");
}

/* Sets *word to `value` if it is *was: one instruction, so no interrupt of this processor comes in between. Returns
 * whether it was; if not, *was may have changed. Any context. */
static inline bool prof_arch_swap(uint64_t *word, uint64_t *was, uint64_t value)
{
  bool same;
  __asm__ volatile("cmpxchgq %3, %1" : "=@ccz"(same), "+m"(*word), "+a"(*was) : "r"(value) : "memory");
  return same;
}

/* These do the same as the ones without `_shared`, also against other processors. */
static inline bool prof_arch_swap_shared(uint64_t *word, uint64_t was, uint64_t value)
{
  return __atomic_compare_exchange_n(word, &was, value, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static inline uint64_t prof_arch_take_shared(uint64_t *counter)
{
  return __atomic_fetch_add(counter, 1, __ATOMIC_ACQ_REL);
}

static inline void prof_arch_add_shared(uint64_t *to, uint64_t value)
{
  __atomic_fetch_add(to, value, __ATOMIC_RELAXED);
}

/* Switches interrupts off; returns what prof_arch_irq_restore() needs. Kernel mode. */
static inline unsigned long prof_arch_irq_save(void)
{
  unsigned long flags;
  __asm__ volatile("pushfq; popq %0; cli" : "=r"(flags) : : "memory");
  return flags;
}

/* Switches interrupts to what they were. Kernel mode. */
static inline void prof_arch_irq_restore(unsigned long flags)
{
  if (flags & 0x200) /* IF */
    __asm__ volatile("sti" : : : "memory");
}

/* Writes to code that can be written to: at most eight bytes, all at once, because a non-maskable interrupt may come.
 * What lies behind is code, too, so eight bytes can be read. Interrupts off; one processor. */
static inline void prof_arch_patch(uintptr_t at, const uint8_t *code, size_t bytes)
{
  uint64_t word = *(const uint64_t *)at;
  for (size_t i = 0; i < bytes; i++)
    word = (word & ~(0xffull << 8 * i)) | (uint64_t)code[i] << 8 * i;
  *(volatile uint64_t *)at = word;
}

/* In a loop that waits for another processor. Any context. */
static inline void prof_arch_relax(void)
{
  __asm__ volatile("pause" : : : "memory");
}

/* The processor keeps loads in order, and stores (SDM volume 3, 8.2.2): what is left is the compiler. */
static inline void prof_arch_load_fence(void)
{
  __asm__ volatile("" : : : "memory");
}

static inline void prof_arch_store_fence(void)
{
  __asm__ volatile("" : : : "memory");
}

/* ThreadSanitizer sees no instructions. */
#ifndef __SANITIZE_THREAD__
#define PROF_ARCH_GROW
static inline void prof_arch_grow(uint64_t *word, uint64_t by)
{
  __asm__("addq %1, %0" : "+m"(*word) : "er"(by) : "cc");
}

static inline void prof_arch_grow_wide(uint64_t word[2], unsigned __int128 by)
{
  __asm__("addq %2, %0; adcq %3, %1"
          : "+m"(word[0]), "+m"(word[1]) : "r"((uint64_t)by), "r"((uint64_t)(by >> 64)) : "cc");
}

static inline bool prof_arch_grow_to_zero(uint64_t *word)
{
  bool zero;
  __asm__("addq $1, %1" : "=@ccz"(zero), "+m"(*word));
  return zero;
}

static inline void prof_arch_count(uint32_t *word)
{
  __asm__("incl %0" : "+m"(*word) : : "cc");
}
#endif

/* Keeps what is written to memory and to devices in order, for a device that reads the memory. Any context. */
static inline void prof_arch_device_fence(void)
{
  __asm__ volatile("mfence" : : : "memory");
}

/* ---- for the probes ---- */

/* Lets all instructions before it end before the clock is read: the processor would read it up to a few hundred
 * instructions early (measured: a chain of 400 dependent cycles came out at 210 without the fence, at 400 with it).
 * Intel SDM, RDTSC. */
static inline void prof_arch_drain(void)
{
  __asm__ volatile("lfence" : : : "memory");
}

/* Returns the place of the highest bit that is set; `value` is not 0. */
static inline uint64_t prof_arch_log2(uint64_t value)
{
  uint64_t bit;
  __asm__("bsrq %1, %0" : "=r"(bit) : "r"(value) : "cc");
  return bit;
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
#define PROF_ARCH_AS_CALL "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory"

/* Load one argument of a call; two. */
#define PROF_ARCH_ARGUMENT(first) __asm__ volatile("" : : "D"(first))
#define PROF_ARCH_ARGUMENTS(first, second) __asm__ volatile("" : : "D"(first), "S"(second))

/* Marks a place, which prof_arch_leave() goes to from functions that were called since, as setjmp() and longjmp() do.
 * The compiler's own are right here: no register that it would save is one of floating point. */
typedef void *prof_arch_place[5];
#define prof_arch_mark(place) __builtin_setjmp(place)
#define prof_arch_leave(place) __builtin_longjmp(place, 1)

/* ---- for the walk along a stack ---- */

/* Where a frame has its caller's frame pointer and the return address, from its own frame pointer on; and where, from
 * the place of a return address into a hook on, the return address lies of the function that the hook belongs to. */
#define PROF_ARCH_FRAME_CALLER 0
#define PROF_ARCH_FRAME_RETURN 8
#define PROF_ARCH_HOOK_RETURN  8

#endif
