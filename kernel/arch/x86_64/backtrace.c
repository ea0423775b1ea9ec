/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * backtrace.c: the parts of crash/panic.h that know frames and registers of this processor. Each function keeps the
 * frame pointer of its caller and points rbp at it (the build sees to that), with the return address above:
 *
 *   rbp -> | caller's rbp | return address | ...
 */
#include "crash/panic.h"

#include "core/image.h"
#include "core/print.h"
#include "core/sched.h"

#define FRAMES_SHOWN 24 /* deeper stacks are counted: an overflow has thousands of frames */

struct prof_place fatal_place;

/* Whether a frame can lie at `fp`. */
static bool is_frame(const struct thread *t, uintptr_t fp)
{
  return fp % 8 == 0 && fp >= t->stack.low && fp + 16 <= t->stack.high;
}

void fatal_backtrace(uintptr_t ip, uintptr_t fp)
{
  const struct thread *t = fatal_culprit();
  const uintptr_t first = fp;
  unsigned n = 0;
  kprintf("backtrace (addr2line -fpe kernel.elf ADDRESS... names them):\n");
  kprintf("  #%u %p\n", n++, (void *)ip);
  while (is_frame(t, fp)) {
    const uintptr_t *frame = (const uintptr_t *)fp;
    if (!image_is_text(frame[1]))
      break;
    if (n < FRAMES_SHOWN)
      kprintf("  #%u %p\n", n, (void *)frame[1]);
    n++;
    if (frame[0] <= fp)
      break;
    fp = frame[0];
  }
  if (n > FRAMES_SHOWN)
    kprintf("  ... and %u more\n", n - FRAMES_SHOWN);
  if (t == thread_self())
    fatal_place = (struct prof_place){ .ip = ip, .fp = first };
}

void fatal_caller(const void *frame_address)
{
  const uintptr_t *frame = frame_address;
  const uintptr_t call = frame[1] - 1; /* within the caller, of which nothing need follow the call */
  fatal_register(WIRE_REGISTER_X86_RIP, call);
  fatal_register(WIRE_REGISTER_X86_RBP, frame[0]);
  fatal_register(WIRE_REGISTER_X86_RSP, (uintptr_t)(frame + 2));
  fatal_backtrace(call, frame[0]);
}
