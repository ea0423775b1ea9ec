/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hooks.c: the hooks of `-fpatchable-function-entry=2` on aarch64, in between the code that they belong to and
 * probes/returns.c; and the place that the calibration marks.
 *
 * The site of a function calls prof_hook_enter with the function's return address in x9. A function gets arguments in
 * x0 to x7 and x8, and a nested function of GNU C its environment in x18; those of floating point need not be saved,
 * for no C of the profiler uses these registers (probe.h). A function gives a result in x0 and x1.
 *
 * The enter hook's frame, from its frame pointer up: the frame pointer and the place behind the site, as in any frame,
 * so a walk along the stack finds the function; then the return address of the function, which has no frame yet
 * (PROF_ARCH_HOOK_RETURN). The exit hook's frame has its own address, by which the function came to it, in place of the
 * function's return address, as a frame of the function would.
 */
#include "probes/probe.h"

#include "probes/returns.h"

#ifdef __aarch64__

__asm__(
  ".pushsection prof_probe, \"ax\", @progbits\n"
  "  .balign 4\n"
#ifdef PROF_PORT_PATCH
  "  .globl prof_hook_enter\n"
  "  .type prof_hook_enter, @function\n"
  "prof_hook_enter:\n"
  "  stp x29, x30, [sp, #-112]!\n"
  "  mov x29, sp\n"
  "  stp x9, x8, [sp, #16]\n"
  "  stp x0, x1, [sp, #32]\n"
  "  stp x2, x3, [sp, #48]\n"
  "  stp x4, x5, [sp, #64]\n"
  "  stp x6, x7, [sp, #80]\n"
  "  str x18, [sp, #96]\n"
  "  sub x0, x30, #8\n" /* PROF_ARCH_SITE_BYTES */
  "  mov x1, x9\n"
  "  add x2, sp, #112\n"
  "  bl prof_hook_entered\n"
  "  mov x9, x0\n"
  "  ldr x8, [sp, #24]\n"
  "  ldp x0, x1, [sp, #32]\n"
  "  ldp x2, x3, [sp, #48]\n"
  "  ldp x4, x5, [sp, #64]\n"
  "  ldp x6, x7, [sp, #80]\n"
  "  ldr x18, [sp, #96]\n"
  "  ldp x29, x10, [sp], #112\n"
  "  mov x30, x9\n"
  "  ret x10\n"
  "  .size prof_hook_enter, . - prof_hook_enter\n"
  "  .globl prof_hook_return\n"
  "  .type prof_hook_return, @function\n"
  "prof_hook_return:\n"
  "  stp x29, x30, [sp, #-32]!\n"
  "  mov x29, sp\n"
  "  stp x0, x1, [sp, #16]\n"
  "  add x0, sp, #32\n"
  "  bl prof_hook_left\n"
  "  mov x30, x0\n"
  "  ldp x0, x1, [sp, #16]\n"
  "  ldr x29, [sp], #32\n"
  "  ret\n"
  "  .size prof_hook_return, . - prof_hook_return\n"
#endif
  "  .globl prof_arch_mark\n"
  "  .type prof_arch_mark, @function\n"
  "prof_arch_mark:\n"
  "  mov x1, sp\n"
  "  stp x30, x1, [x0]\n"
  "  stp x19, x20, [x0, #16]\n"
  "  stp x21, x22, [x0, #32]\n"
  "  stp x23, x24, [x0, #48]\n"
  "  stp x25, x26, [x0, #64]\n"
  "  stp x27, x28, [x0, #80]\n"
  "  str x29, [x0, #96]\n"
  "  mov x0, #0\n"
  "  ret\n"
  "  .size prof_arch_mark, . - prof_arch_mark\n"
  "  .globl prof_arch_leave\n"
  "  .type prof_arch_leave, @function\n"
  "prof_arch_leave:\n"
  "  ldp x30, x1, [x0]\n"
  "  mov sp, x1\n"
  "  ldp x19, x20, [x0, #16]\n"
  "  ldp x21, x22, [x0, #32]\n"
  "  ldp x23, x24, [x0, #48]\n"
  "  ldp x25, x26, [x0, #64]\n"
  "  ldp x27, x28, [x0, #80]\n"
  "  ldr x29, [x0, #96]\n"
  "  mov x0, #1\n"
  "  ret\n"
  "  .size prof_arch_leave, . - prof_arch_leave\n"
  ".popsection\n");

#endif
