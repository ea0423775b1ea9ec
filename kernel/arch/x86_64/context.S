/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * context.S: passes the processor from one thread to another.
 *
 *   context_switch(rdi = where to keep this thread's stack pointer, rsi = the other thread's stack pointer)
 *   clobbers  what a C function may; MXCSR and the x87 control word are kept, other SSE and x87 registers are not
 *             (a call clobbers them by the ABI; an interrupt saves them around, see trap.c)
 *   context   interrupts off
 *
 * On the stack of a thread that does not run, upwards from its stack pointer; sched_first_frame() builds the same:
 *
 *   0   MXCSR (4 bytes), x87 control word (2 bytes), 2 bytes unused
 *   8   r15 r14 r13 r12 rbx rbp
 *   56  return address; of a new thread context_begin
 */
  .text
  .global context_switch
context_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)

  movq %rsp, (%rdi)
  movq %rsi, %rsp

  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret

/* First instruction of a thread; rbp is 0, where backtraces end. */
  .global context_begin
context_begin:
  call thread_main

  .section .note.GNU-stack, "", @progbits
