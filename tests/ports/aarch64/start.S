/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * start.S: start, switch and interrupts of the aarch64 kernel, at exception level 1 with the MMU off.
 */
  .section .text.start, "ax"
  .globl _start
_start:
  ldr x0, =boot_stack_top
  mov sp, x0
  ldr x0, =vectors
  msr vbar_el1, x0
  isb
  ldr x0, =__bss_start
  ldr x1, =__bss_end
2:
  str xzr, [x0], #8
  cmp x0, x1
  b.lo 2b
  mov x29, #0
  mov x30, #0
  bl kernel_main

/* Another processor, with its number in x0. Its stack ends 16 KiB below that of the processor before. */
  .globl machine_other
machine_other:
  ldr x1, =boot_stack_top
  sub x1, x1, x0, lsl #14
  mov sp, x1
  ldr x0, =vectors
  msr vbar_el1, x0
  isb
  mov x29, #0
  mov x30, #0
  bl kernel_enter

  .text
/* machine_switch: x0 *from, x1 to. What a function keeps for its caller lies below the stack pointer that is saved. */
  .globl machine_switch
machine_switch:
  stp x29, x30, [sp, #-96]!
  stp x19, x20, [sp, #16]
  stp x21, x22, [sp, #32]
  stp x23, x24, [sp, #48]
  stp x25, x26, [sp, #64]
  stp x27, x28, [sp, #80]
  mov x2, sp
  str x2, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #16]
  ldp x21, x22, [sp, #32]
  ldp x23, x24, [sp, #48]
  ldp x25, x26, [sp, #64]
  ldp x27, x28, [sp, #80]
  ldp x29, x30, [sp], #96
  ret

/* A thread begins here, with its entry in x19: it has no caller. */
  .globl machine_begin
machine_begin:
  mov x30, #0
  br x19

/* An interrupt saves what a call may change, and elr and spsr, which another thread's interrupt would write over.
 * machine_trap(clock, frame, kind): the frame is in the order of struct frame in machine.c. */
  .macro trap kind
  .balign 128
  sub sp, sp, #192
  stp x0, x1, [sp]
  mrs x0, pmccntr_el0
  mov x1, #\kind
  b save
  .endm

  .balign 2048
vectors:
  .rept 4
  trap 2
  .endr
  trap 0
  trap 1
  .rept 10
  trap 2
  .endr

save:
  stp x2, x3, [sp, #16]
  stp x4, x5, [sp, #32]
  stp x6, x7, [sp, #48]
  stp x8, x9, [sp, #64]
  stp x10, x11, [sp, #80]
  stp x12, x13, [sp, #96]
  stp x14, x15, [sp, #112]
  stp x16, x17, [sp, #128]
  stp x18, x30, [sp, #144]
  mrs x2, elr_el1
  mrs x3, spsr_el1
  stp x2, x3, [sp, #160]
  add x2, sp, #192
  stp x29, x2, [sp, #176]
  mov x2, x1
  mov x1, sp
  bl machine_trap
  ldp x2, x3, [sp, #160]
  msr elr_el1, x2
  msr spsr_el1, x3
  ldp x2, x3, [sp, #16]
  ldp x4, x5, [sp, #32]
  ldp x6, x7, [sp, #48]
  ldp x8, x9, [sp, #64]
  ldp x10, x11, [sp, #80]
  ldp x12, x13, [sp, #96]
  ldp x14, x15, [sp, #112]
  ldp x16, x17, [sp, #128]
  ldp x18, x30, [sp, #144]
  ldp x0, x1, [sp], #192
  eret

  .bss
  .balign 16
boot_stack:
  .space 16384 * HARTS
  .globl boot_stack_top
boot_stack_top:
  .section .note.GNU-stack, "", @progbits
