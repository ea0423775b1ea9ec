/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_port.c: the functions of the profiler's port that are too large for its header.
 */
#include "prof_port.h"

#include "cpu.h"
#include "image.h"
#include "irq.h"
#include "page.h"
#include "sched.h"

struct prof_thread *prof_current = &sched_boot_thread.prof;

PROF_UNTIMED void *prof_port_memory(size_t bytes)
{
  return page_alloc(page_count(bytes));
}

/* A handler runs on the stack of the thread that it interrupted. */
PROF_UNTIMED void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  const struct thread *thread = irq_line_of(t) >= 0 ? thread_self() : thread_of(t);
  *low = thread->stack.low;
  *high = thread->stack.high;
}

/* Instructions that open and close a function (Intel SDM volume 2). */
enum { PUSH_RBP = 0x55, RET = 0xC3, CALL = 0xE8 };
static const uint8_t mov_rsp_rbp[] = { 0x48, 0x89, 0xE5 };

PROF_UNTIMED static bool is_mov_rsp_rbp(const uint8_t *code)
{
  return code[0] == mov_rsp_rbp[0] && code[1] == mov_rsp_rbp[1] && code[2] == mov_rsp_rbp[2];
}

/* Before `push %rbp` and before `ret` the return address is on top of the stack, between the push and `mov %rsp, %rbp`
 * below it. A hook that is called as the first thing in a function stands before its push. */
PROF_UNTIMED uintptr_t prof_port_return_slot(uintptr_t ip, uintptr_t sp)
{
  const uint8_t *code = (const uint8_t *)ip;
  if (!image_is_text(ip - 1) || !image_is_text(ip + 8))
    return 0;
  if (code[0] == RET || (code[0] == PUSH_RBP && is_mov_rsp_rbp(code + 1)))
    return sp;
  if (code[0] == CALL && code[5] == PUSH_RBP && is_mov_rsp_rbp(code + 6))
    return sp;
  return code[-1] == PUSH_RBP && is_mov_rsp_rbp(code) ? sp + sizeof(uintptr_t) : 0;
}

/* Code is mapped read-only, and the processor heeds that unless it is told not to. Writing CR0 serializes, so that what
 * was fetched before is forgotten (Intel SDM volume 3, 8.3 and 8.1.3). */
PROF_UNTIMED void prof_port_patch(uintptr_t at, const uint8_t *code, size_t bytes)
{
  unsigned long irq = cpu_irq_save();
  uint64_t cr0 = cpu_cr0();
  cpu_set_cr0(cr0 & ~CPU_CR0_WRITE_PROTECT);
  for (size_t i = 0; i < bytes; i++)
    ((volatile uint8_t *)at)[i] = code[i];
  cpu_set_cr0(cr0);
  cpu_irq_restore(irq);
}
