/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hooks.c: the hooks of `-fpatchable-function-entry=4` on riscv64, in between the code that they belong to and
 * probes/returns.c; and the place that the calibration marks.
 *
 * The site of a function calls prof_hook_enter with its address in t0, and ra as the caller left it. A function gets
 * arguments in a0 to a7, and a nested function of GNU C its environment in t2; those of floating point need not be
 * saved, for no C of the profiler uses these registers. A function gives a result in a0 and a1.
 *
 * The enter hook's frame, from its frame pointer down: the place behind the site, the frame pointer, ra, t2, a7 to a0.
 * Its first two words are those of any frame, so a walk along the stack finds the function; the third is the return
 * address of the function, which has no frame yet (PROF_ARCH_HOOK_RETURN). The exit hook's frame begins with its own
 * address, by which the function came to it, in place of the function's return address, as a frame of the function would.
 */
#include "probes/probe.h"

#include "probes/returns.h"

#if defined(__riscv) && __riscv_xlen == 64

__asm__(
  ".pushsection prof_probe, \"ax\", @progbits\n"
  "  .balign 4\n"
#ifdef PROF_PORT_PATCH
  "  .globl prof_hook_enter\n"
  "  .type prof_hook_enter, @function\n"
  "prof_hook_enter:\n"
  "  addi sp, sp, -96\n"
  "  sd t0, 88(sp)\n"
  "  sd s0, 80(sp)\n"
  "  sd ra, 72(sp)\n"
  "  sd t2, 64(sp)\n"
  "  sd a7, 56(sp)\n"
  "  sd a6, 48(sp)\n"
  "  sd a5, 40(sp)\n"
  "  sd a4, 32(sp)\n"
  "  sd a3, 24(sp)\n"
  "  sd a2, 16(sp)\n"
  "  sd a1, 8(sp)\n"
  "  sd a0, 0(sp)\n"
  "  addi s0, sp, 96\n"
  "  addi a0, t0, -8\n" /* PROF_ARCH_SITE_BYTES */
  "  mv a1, ra\n"
  "  mv a2, s0\n"
  "  call prof_hook_entered\n"
  "  mv ra, a0\n"
  "  ld a0, 0(sp)\n"
  "  ld a1, 8(sp)\n"
  "  ld a2, 16(sp)\n"
  "  ld a3, 24(sp)\n"
  "  ld a4, 32(sp)\n"
  "  ld a5, 40(sp)\n"
  "  ld a6, 48(sp)\n"
  "  ld a7, 56(sp)\n"
  "  ld t2, 64(sp)\n"
  "  ld s0, 80(sp)\n"
  "  ld t0, 88(sp)\n"
  "  addi sp, sp, 96\n"
  "  jr t0\n"
  "  .size prof_hook_enter, . - prof_hook_enter\n"
  "  .globl prof_hook_return\n"
  "  .type prof_hook_return, @function\n"
  "prof_hook_return:\n"
  "  addi sp, sp, -32\n"
  "  sd ra, 24(sp)\n"
  "  sd s0, 16(sp)\n"
  "  sd a0, 0(sp)\n"
  "  sd a1, 8(sp)\n"
  "  addi s0, sp, 32\n"
  "  mv a0, s0\n"
  "  call prof_hook_left\n"
  "  mv ra, a0\n"
  "  ld a0, 0(sp)\n"
  "  ld a1, 8(sp)\n"
  "  ld s0, 16(sp)\n"
  "  addi sp, sp, 32\n"
  "  ret\n"
  "  .size prof_hook_return, . - prof_hook_return\n"
#endif
  "  .globl prof_arch_mark\n"
  "  .type prof_arch_mark, @function\n"
  "prof_arch_mark:\n"
  "  sd ra, 0(a0)\n"
  "  sd sp, 8(a0)\n"
  "  sd s0, 16(a0)\n"
  "  sd s1, 24(a0)\n"
  "  sd s2, 32(a0)\n"
  "  sd s3, 40(a0)\n"
  "  sd s4, 48(a0)\n"
  "  sd s5, 56(a0)\n"
  "  sd s6, 64(a0)\n"
  "  sd s7, 72(a0)\n"
  "  sd s8, 80(a0)\n"
  "  sd s9, 88(a0)\n"
  "  sd s10, 96(a0)\n"
  "  sd s11, 104(a0)\n"
  "  li a0, 0\n"
  "  ret\n"
  "  .size prof_arch_mark, . - prof_arch_mark\n"
  "  .globl prof_arch_leave\n"
  "  .type prof_arch_leave, @function\n"
  "prof_arch_leave:\n"
  "  ld ra, 0(a0)\n"
  "  ld sp, 8(a0)\n"
  "  ld s0, 16(a0)\n"
  "  ld s1, 24(a0)\n"
  "  ld s2, 32(a0)\n"
  "  ld s3, 40(a0)\n"
  "  ld s4, 48(a0)\n"
  "  ld s5, 56(a0)\n"
  "  ld s6, 64(a0)\n"
  "  ld s7, 72(a0)\n"
  "  ld s8, 80(a0)\n"
  "  ld s9, 88(a0)\n"
  "  ld s10, 96(a0)\n"
  "  ld s11, 104(a0)\n"
  "  li a0, 1\n"
  "  ret\n"
  "  .size prof_arch_leave, . - prof_arch_leave\n"
  ".popsection\n");

#endif
