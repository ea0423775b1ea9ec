/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nap.c: see nap.h. An NMI between the look at *asleep and the `hlt` behind it would be taken before the sleep that it
 * is to end: nap_leave() moves such a processor behind the `hlt`. Not timed: used with a lock awaited.
 */
#include "nap.h"

#include "apic.h"
#include "prof.h"
#include "core/processor.h"

/* The first and the last instruction of a nap, and what comes behind. */
extern const char nap_begins[], nap_ends[];

static bool woken[PROCESSORS_MOST];

PROF_UNTIMED __attribute__((noinline, noclone)) void nap(const void *const volatile *asleep)
{
  asm volatile(".globl nap_begins, nap_ends\n"
               "nap_begins: cmpq $0, (%0)\n"
               "  je nap_ends\n"
               "  hlt\n"
               "nap_ends:\n" : : "r"(asleep) : "memory", "cc");
}

PROF_UNTIMED void nap_end(uint32_t number)
{
  __atomic_store_n(&woken[number], true, __ATOMIC_SEQ_CST);
  apic_send_nmi(processors[number].apic);
}

PROF_UNTIMED void nap_leave(struct trap_frame *frame)
{
  if (frame->rip >= (uintptr_t)nap_begins && frame->rip < (uintptr_t)nap_ends)
    frame->rip = (uintptr_t)nap_ends;
}

PROF_UNTIMED bool nap_take_end(void)
{
  return __atomic_exchange_n(&woken[processor_self()->number], false, __ATOMIC_SEQ_CST);
}
