/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_arch.h of riscv64: see arch/arch.h. Sources: RISC-V Instruction Set Manual, volumes I and II (instructions,
 * control registers); RISC-V ELF psABI (registers).
 */
#ifndef PROF_ARCH_RISCV64_H
#define PROF_ARCH_RISCV64_H

#define PROF_ARCH_MACHINE 243 /* EM_RISCV */

/* ---- for a port ---- */

/* Returns the cycles of this hart. In supervisor mode mcounteren must allow it; each hart counts by itself, and some
 * stand still in wfi. Any context. */
static inline uint64_t prof_arch_cycle(void)
{
  uint64_t now;
  __asm__ volatile("rdcycle %0" : "=r"(now) : : "memory");
  return now;
}

/* Returns the time, which all harts have in common: some megahertz. Any context. */
static inline uint64_t prof_arch_time(void)
{
  uint64_t now;
  __asm__ volatile("rdtime %0" : "=r"(now) : : "memory");
  return now;
}

/* Returns the number of this hart where the kernel keeps it in tp, as is the custom in supervisor mode. Any context of
 * the kernel. */
static inline unsigned prof_arch_cpu(void)
{
  unsigned long number;
  __asm__ volatile("mv %0, tp" : "=r"(number));
  return (unsigned)number;
}

/* Returns it in machine mode, from the hart itself. */
static inline unsigned prof_arch_cpu_machine(void)
{
  unsigned long number;
  __asm__ volatile("csrr %0, mhartid" : "=r"(number));
  return (unsigned)number;
}

/* The thread or context that runs on this hart, kept in tp, where the kernel uses tp for nothing else: machine mode, and
 * kernels that keep a thread's structure there, have it so. Any context. */
static inline struct prof_thread *prof_arch_thread(void)
{
  struct prof_thread *t;
  __asm__ volatile("mv %0, tp" : "=r"(t) : : "memory");
  return t;
}

static inline void prof_arch_set_thread(struct prof_thread *t)
{
  __asm__ volatile("mv tp, %0" : : "r"(t) : "memory");
}

/* Returns *counter and adds 1, atomically, against other harts, too. Any context. */
static inline uint64_t prof_arch_take(uint64_t *counter)
{
  uint64_t value;
  __asm__ volatile("amoadd.d %0, %2, %1" : "=r"(value), "+A"(*counter) : "r"(1ul) : "memory");
  return value;
}

/* Adds `value` to *to, atomically, against other harts, too. Any context. */
static inline void prof_arch_add(uint64_t *to, uint64_t value)
{
  __asm__ volatile("amoadd.d zero, %1, %0" : "+A"(*to) : "r"(value) : "memory");
}

/* Sets *word to `value` if it is `was`, atomically, against other harts, too. Returns whether it was. Any context. */
static inline bool prof_arch_swap_shared(uint64_t *word, uint64_t was, uint64_t value)
{
  uint64_t found, failed;
  __asm__ volatile("1: lr.d.aqrl %0, %2; bne %0, %3, 2f; sc.d.rl %1, %4, %2; bnez %1, 1b; 2:"
                   : "=&r"(found), "=&r"(failed), "+A"(*word) : "r"(was), "r"(value) : "memory");
  return found == was;
}

static inline bool prof_arch_swap(uint64_t *word, uint64_t *was, uint64_t value)
{
  return prof_arch_swap_shared(word, *was, value);
}
#define prof_arch_take_shared prof_arch_take
#define prof_arch_add_shared  prof_arch_add

/* Sets *word to `value` if it is 0, atomically, against what interrupts this hart, too: an SC fails where another SC
 * came since the LR. Returns whether it was 0. Any context. */
static inline bool prof_arch_claim(uintptr_t *word, uintptr_t value)
{
  uintptr_t was, failed;
  __asm__ volatile("1: lr.d %0, %2; bnez %0, 2f; sc.d %1, %3, %2; bnez %1, 1b; 2:"
                   : "=&r"(was), "=&r"(failed), "+A"(*word) : "r"(value) : "memory");
  return !was;
}

/* Switches interrupts off; returns what prof_arch_irq_restore() needs. Supervisor mode. */
static inline unsigned long prof_arch_irq_save(void)
{
  unsigned long status;
  __asm__ volatile("csrrci %0, sstatus, 2" : "=r"(status) : : "memory");
  return status & 2; /* SIE */
}

/* Switches interrupts to what they were. Supervisor mode. */
static inline void prof_arch_irq_restore(unsigned long status)
{
  __asm__ volatile("csrs sstatus, %0" : : "r"(status) : "memory");
}

/* These two do the same in machine mode. */
static inline unsigned long prof_arch_irq_save_machine(void)
{
  unsigned long status;
  __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(status) : : "memory");
  return status & 8; /* MIE */
}

static inline void prof_arch_irq_restore_machine(unsigned long status)
{
  __asm__ volatile("csrs mstatus, %0" : : "r"(status) : "memory");
}

/* Writes to code that can be written to, `bytes` of them, an even number, and lets this hart fetch them anew: four at
 * once where `at` is a multiple of four. Interrupts off; other harts execute fence.i before they come to the code. */
static inline void prof_arch_patch(uintptr_t at, const uint8_t *code, size_t bytes)
{
  if (bytes == 4 && at % 4 == 0)
    *(volatile uint32_t *)at = code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 | (uint32_t)code[3] << 24;
  else
    for (size_t i = bytes; i >= 2; i -= 2)
      *(volatile uint16_t *)(at + i - 2) = (uint16_t)(code[i - 2] | code[i - 1] << 8);
  __asm__ volatile("fence rw, rw; fence.i" : : : "memory");
}

/* In a loop that waits for another processor: pause, of the extension Zihintpause; a fence without effect elsewhere. Any context. */
static inline void prof_arch_relax(void)
{
  __asm__ volatile(".4byte 0x0100000f" : : : "memory");
}

/* Keep loads, and stores, in order for other processors. Any context. */
static inline void prof_arch_load_fence(void)
{
  __asm__ volatile("fence r, r" : : : "memory");
}

static inline void prof_arch_store_fence(void)
{
  __asm__ volatile("fence w, w" : : : "memory");
}

/* Keeps what is written to memory and to devices in order, for a device that reads the memory. Any context. */
static inline void prof_arch_device_fence(void)
{
  __asm__ volatile("fence iorw, iorw" : : : "memory");
}

/* ---- for the sites of probes ---- */

#define PROF_ARCH_RETURNS

/* The room that -fpatchable-function-entry=4 leaves, 2 without the extension C: auipc t0 and jalr t0, of which the
 * latter is a NOP while the function is not timed. A function needs no t0 when it begins. */
#define PROF_ARCH_SITE_BYTES 8
#define PROF_ARCH_SITE_LAST  4

static inline void prof_arch_put(uint8_t *to, uint32_t instruction)
{
  for (int i = 0; i < 4; i++)
    to[i] = (uint8_t)(instruction >> 8 * i);
}

/* Writes to `code` what calls `hook` from `site`. */
static inline void prof_arch_site(uint8_t *code, uintptr_t site, uintptr_t hook)
{
  const uint32_t distance = (uint32_t)(hook - site), low = distance & 0xfff;
  prof_arch_put(code, ((distance + 0x800) & 0xfffff000) | 5 << 7 | 0x17);
  prof_arch_put(code + 4, low << 20 | 5 << 15 | 5 << 7 | 0x67);
}

/* Makes of it what does nothing. */
static inline void prof_arch_site_off(uint8_t *code)
{
  prof_arch_put(code + 4, 0x13); /* addi zero, zero, 0 */
}

/* Returns whether the compiler's NOPs are there. */
static inline bool prof_arch_is_nops(const uint8_t *code)
{
  static const uint8_t nop[2][PROF_ARCH_SITE_BYTES] = { { 1, 0, 1, 0, 1, 0, 1, 0 }, { 0x13, 0, 0, 0, 0x13 } };
  bool compressed = true, plain = true;
  for (int i = 0; i < PROF_ARCH_SITE_BYTES; i++) {
    compressed &= code[i] == nop[0][i];
    plain &= code[i] == nop[1][i];
  }
  return compressed || plain;
}

/* ---- for the probes ---- */

/* Lets the instructions before it end before the clock is read. No instruction promises that for `cycle`; the harts
 * that read it out of order are not known. */
static inline void prof_arch_drain(void)
{
}

/* Returns the place of the highest bit that is set; `value` is not 0. Without the extension Zbb the compiler would call
 * libgcc, which takes a different time for each value. */
static inline unsigned prof_arch_log2(uint64_t value)
{
#ifdef __riscv_zbb
  return 63 - (unsigned)__builtin_clzll(value);
#else
  uint64_t place = (uint64_t)(value > 0xffffffff) << 5, part;
  value >>= place;
  part = (uint64_t)(value > 0xffff) << 4, value >>= part, place |= part;
  part = (uint64_t)(value > 0xff) << 3, value >>= part, place |= part;
  part = (uint64_t)(value > 0xf) << 2, value >>= part, place |= part;
  part = (uint64_t)(value > 3) << 1, value >>= part, place |= part;
  return (unsigned)(place | value >> 1);
#endif
}

/* Returns the lesser, and the greater, of two times, without a branch. */
static inline int64_t prof_arch_lesser(int64_t a, int64_t b)
{
  return b ^ ((a ^ b) & -(int64_t)(a < b));
}

static inline int64_t prof_arch_greater(int64_t a, int64_t b)
{
  return b ^ ((a ^ b) & -(int64_t)(a > b));
}

/* ---- for the calibration ---- */

/* The registers that a call changes. */
#define PROF_ARCH_AS_CALL "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2", "a3", "a4", "a5", "a6",  \
  "a7", "memory"

/* Load one argument of a call; two. */
#define PROF_ARCH_ARGUMENT(first)                                                                                     \
  do {                                                                                                                \
    register const void *a0_ __asm__("a0") = (first);                                                                 \
    __asm__ volatile("" : : "r"(a0_));                                                                                \
  } while (0)
#define PROF_ARCH_ARGUMENTS(first, second)                                                                            \
  do {                                                                                                                \
    register const void *a0_ __asm__("a0") = (first);                                                                 \
    register uintptr_t a1_ __asm__("a1") = (uintptr_t)(second);                                                       \
    __asm__ volatile("" : : "r"(a0_), "r"(a1_));                                                                      \
  } while (0)

/* Marks a place, which prof_arch_leave() goes to from functions that were called since, as setjmp() and longjmp() do,
 * with the general registers only: the compiler's own save those of floating point, which may be off (hooks.c). */
typedef uint64_t prof_arch_place[14];
int prof_arch_mark(prof_arch_place place) __attribute__((returns_twice));
void prof_arch_leave(prof_arch_place place) __attribute__((noreturn));

/* ---- for the walk along a stack ---- */

/* Where a frame has its caller's frame pointer and the return address, from its own frame pointer on; and where, from
 * the place of a return address into a hook on, the return address lies of the function that the hook belongs to. */
#define PROF_ARCH_FRAME_CALLER (-16)
#define PROF_ARCH_FRAME_RETURN (-8)
#define PROF_ARCH_HOOK_RETURN  (-16)

/* A function that calls no other has its caller's frame pointer where others have the return address, which it does not
 * store. */
#define PROF_ARCH_LEAF_FRAMES

#endif
