/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_port.c: the functions of the profiler's port that are too large for its header.
 */
#include "prof_port.h"

#include "cpu.h"
#include "core/image.h"
#include "irq.h"
#include "core/page.h"
#include "core/sched.h"

_Static_assert(sizeof(struct prof_cpu) <= PROCESSOR_PROF_BYTES, "PROCESSOR_PROF_BYTES");

void *prof_port_memory(size_t bytes)
{
  return page_alloc(page_count(bytes));
}

/* A handler runs on the stack of the thread that it interrupted. */
void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  const struct thread *thread = irq_line_of(t) >= 0 ? thread_self() : thread_of(t);
  *low = thread->stack.low;
  *high = thread->stack.high;
}

/* Instructions that open and close a function (Intel SDM volume 2). */
enum { PUSH_RBP = 0x55, RET = 0xC3, CALL = 0xE8, SITE_BYTES = 5 };
static const uint8_t mov_rsp_rbp[] = { 0x48, 0x89, 0xE5 };
static const uint8_t nop5[SITE_BYTES] = { 0x0F, 0x1F, 0x44, 0x00, 0x00 };

/* gcc puts other instructions between `push %rbp` and `mov %rsp, %rbp`: in this kernel, never more bytes than this. */
#define PROLOG_BYTES 48

static inline bool is_mov_rsp_rbp(const uint8_t *code)
{
  return code[0] == mov_rsp_rbp[0] && code[1] == mov_rsp_rbp[1] && code[2] == mov_rsp_rbp[2];
}

/* A place for a probe: the NOP that the compiler left, or the call that it has become. */
static inline bool is_site(const uint8_t *code)
{
  return code[0] == CALL || __builtin_memcmp(code, nop5, SITE_BYTES) == 0;
}

/* Whether `code` stands before the push of a function, at its site or, in a function without, right at the push. */
static bool before_push(const uint8_t *code)
{
  if (code[0] == PUSH_RBP)
    return is_site(code - SITE_BYTES) || is_mov_rsp_rbp(code + 1);
  return is_site(code) && code[SITE_BYTES] == PUSH_RBP;
}

/* Whether `code` stands behind the push and not behind the move. */
static bool before_move(const uint8_t *code)
{
  if (code[-1] == PUSH_RBP && is_mov_rsp_rbp(code))
    return true;
  for (int back = 1; back <= PROLOG_BYTES; back++) {
    if (is_mov_rsp_rbp(code - back))
      return false;
    if (code[-back] != PUSH_RBP || !is_site(code - back - SITE_BYTES))
      continue;
    for (int ahead = 0; ahead + back <= PROLOG_BYTES; ahead++)
      if (is_mov_rsp_rbp(code + ahead))
        return true;
    return false;
  }
  return false;
}

/* Whether nothing but a site stands between `code` and a return. */
static bool before_return(const uint8_t *code)
{
  return code[0] == RET || (is_site(code) && code[SITE_BYTES] == RET);
}

/* Before `push %rbp` and before `ret` the return address is on top of the stack, between the push and `mov %rsp, %rbp`
 * below it. */
uintptr_t prof_port_return_slot(uintptr_t ip, uintptr_t sp)
{
  const uint8_t *code = (const uint8_t *)ip;
  if (!image_is_text(ip - PROLOG_BYTES - SITE_BYTES) || !image_is_text(ip + PROLOG_BYTES + sizeof(mov_rsp_rbp)))
    return 0;
  if (before_return(code) || before_push(code))
    return sp;
  return before_move(code) ? sp + sizeof(uintptr_t) : 0;
}

/* `bytes` is at most eight. All are written at once, for a non-maskable interrupt may come in between; what lies behind
 * a site is code, too, so eight bytes can be read there.
 *
 * Code is mapped read-only, which the processor heeds unless write protection is off. Writing CR0 serializes: what was
 * fetched before is fetched again (Intel SDM volume 3, 8.3 and 8.1.3). */
void prof_port_patch(uintptr_t at, const uint8_t *code, size_t bytes)
{
  unsigned long irq = cpu_irq_save();
  uint64_t cr0 = cpu_cr0();
  cpu_set_cr0(cr0 & ~CPU_CR0_WRITE_PROTECT);
  uint64_t word = *(const uint64_t *)at;
  __builtin_memcpy(&word, code, bytes);
  *(volatile uint64_t *)at = word;
  cpu_set_cr0(cr0);
  cpu_irq_restore(irq);
}
