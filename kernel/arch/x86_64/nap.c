/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nap.c: see nap.h. An NMI between the look at *asleep and the `hlt` behind it would be taken before the sleep that it
 * is to end: nap_leave() moves such a processor behind the `hlt`. Not timed: used with a lock awaited.
 */
#include "nap.h"

#include "prof.h"
#include "core/processor.h"

/* Addresses of the first instruction of a nap, and of that behind it: not symbols, which would end the function. */
extern const uintptr_t nap_range[2];

/* NMIs of nap_end() that each processor has not found out about. */
static uint32_t ends[PROCESSORS_MOST];

static void (*send)(uint32_t apic);

void nap_by(void (*send_nmi)(uint32_t apic))
{
  send = send_nmi;
}

PROF_UNTIMED __attribute__((noinline, noclone)) void nap(const void *const volatile *asleep)
{
  asm volatile("1: cmpq $0, (%0)\n"
               "  je 2f\n"
               "  hlt\n"
               "2:\n"
               ".pushsection .rodata\n"
               "  .balign 8\n"
               "  .globl nap_range\n"
               "nap_range: .quad 1b, 2b\n"
               ".popsection" : : "r"(asleep) : "memory", "cc");
}

PROF_UNTIMED void nap_end(uint32_t number)
{
  __atomic_add_fetch(&ends[number], 1, __ATOMIC_SEQ_CST);
  send(processors[number].apic);
}

PROF_UNTIMED void nap_leave(uint64_t *rip)
{
  if (*rip >= nap_range[0] && *rip < nap_range[1])
    *rip = nap_range[1];
}

PROF_UNTIMED bool nap_take_end(void)
{
  uint32_t *mine = &ends[processor_self()->number];
  const bool any = __atomic_load_n(mine, __ATOMIC_SEQ_CST) != 0; /* no NMI comes in this one, and others only add */
  if (any)
    __atomic_sub_fetch(mine, 1, __ATOMIC_SEQ_CST);
  return any;
}
