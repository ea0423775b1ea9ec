/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * start.S: start, switch and trap of the riscv64 kernel, in machine mode.
 */
  .section .text.start, "ax"
  .globl _start
_start:
  csrr t0, mhartid
  la t1, trap
  csrw mtvec, t1
  la sp, boot_stack_top
  bnez t0, other
  la t0, __bss_start
  la t1, __bss_end
2:
  sd zero, 0(t0)
  addi t0, t0, 8
  bltu t0, t1, 2b
  li s0, 0
  call kernel_main

/* Another hart waits until the first one calls it. The call stays pending until the hart takes interrupts: the first hart
 * may have called it again by now, to park it, and to clear that would lose it. Its stack ends 16 KiB below that of the
 * hart before. */
other:
  slli t1, t0, 14
  sub sp, sp, t1
  li t1, 8
  csrs mie, t1
1:
  wfi
  csrr t1, mip
  andi t1, t1, 8
  beqz t1, 1b
  li s0, 0
  li ra, 0
  call kernel_enter

  .text
/* machine_switch: a0 *from, a1 to. What a function keeps for its caller lies below the stack pointer that is saved. */
  .globl machine_switch
machine_switch:
  addi sp, sp, -112
  sd ra, 0(sp)
  sd s0, 8(sp)
  sd s1, 16(sp)
  sd s2, 24(sp)
  sd s3, 32(sp)
  sd s4, 40(sp)
  sd s5, 48(sp)
  sd s6, 56(sp)
  sd s7, 64(sp)
  sd s8, 72(sp)
  sd s9, 80(sp)
  sd s10, 88(sp)
  sd s11, 96(sp)
  sd sp, 0(a0)
  mv sp, a1
  ld ra, 0(sp)
  ld s0, 8(sp)
  ld s1, 16(sp)
  ld s2, 24(sp)
  ld s3, 32(sp)
  ld s4, 40(sp)
  ld s5, 48(sp)
  ld s6, 56(sp)
  ld s7, 64(sp)
  ld s8, 72(sp)
  ld s9, 80(sp)
  ld s10, 88(sp)
  ld s11, 96(sp)
  addi sp, sp, 112
  ret

/* A thread begins here, with its entry in s1: it has no caller. */
  .globl machine_begin
machine_begin:
  li ra, 0
  jr s1

/* An interrupt saves what a call may change, and mepc and mstatus, which another thread's interrupt would write over.
 * machine_trap(clock, frame): the frame is in the order of struct frame in machine.c. */
  .balign 4
trap:
  addi sp, sp, -176
  sd t0, 0(sp)
  rdcycle t0
  sd ra, 8(sp)
  sd t1, 16(sp)
  sd t2, 24(sp)
  sd t3, 32(sp)
  sd t4, 40(sp)
  sd t5, 48(sp)
  sd t6, 56(sp)
  sd a0, 64(sp)
  sd a1, 72(sp)
  sd a2, 80(sp)
  sd a3, 88(sp)
  sd a4, 96(sp)
  sd a5, 104(sp)
  sd a6, 112(sp)
  sd a7, 120(sp)
  sd s0, 128(sp)
  csrr a0, mepc
  sd a0, 136(sp)
  csrr a0, mstatus
  sd a0, 144(sp)
  addi a0, sp, 176
  sd a0, 152(sp)
  mv a0, t0
  mv a1, sp
  call machine_trap
  ld a0, 144(sp)
  csrw mstatus, a0
  ld a0, 136(sp)
  csrw mepc, a0
  ld t0, 0(sp)
  ld ra, 8(sp)
  ld t1, 16(sp)
  ld t2, 24(sp)
  ld t3, 32(sp)
  ld t4, 40(sp)
  ld t5, 48(sp)
  ld t6, 56(sp)
  ld a0, 64(sp)
  ld a1, 72(sp)
  ld a2, 80(sp)
  ld a3, 88(sp)
  ld a4, 96(sp)
  ld a5, 104(sp)
  ld a6, 112(sp)
  ld a7, 120(sp)
  addi sp, sp, 176
  mret

  .bss
  .balign 16
boot_stack:
  .space 16384 * HARTS
  .globl boot_stack_top
boot_stack_top:
  .section .note.GNU-stack, "", @progbits
