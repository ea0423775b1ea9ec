/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vectors.S: the entry points of all exceptions and interrupts, and `vectors`, the table of their addresses.
 *
 * An exception pushes an error code (or 0), its vector and all registers (struct trap_frame) and never returns. A
 * non-maskable interrupt does the same, on a stack of its own, but reads the time stamp as soon as it can, and
 * returns unless it is one to report; until then no other one comes (SDM volume 3, 6.7.1).
 *
 * An interrupt makes a stack frame like a function's, reads the time stamp before it does anything else, and saves
 * what C may change; SSE registers are saved by trap_interrupt() when it switches threads. The stack, downwards:
 *
 *     ss rsp rflags cs rip      pushed by the processor, on a 16-byte boundary
 *     rbp                       <- rbp, the struct irq_frame
 *     rax rdx rcx rsi rdi r8 r9 r10 r11
 *     8 bytes of alignment
 */
#define IRQS        17
#define EXCEPTIONS  32
#define NMI         2
#define BIT(n)      (1 << (n))

  .text

/* A bit for each vector whose exception brings an error code (SDM volume 3, table 6-1; AMD's manual for 29, 30). */
#define ERROR_CODES (BIT(8) | BIT(10) | BIT(11) | BIT(12) | BIT(13) | BIT(14) | BIT(17) | BIT(21) | BIT(29) | BIT(30))

  .altmacro
  .macro exception number
exception_\number:
  .if (ERROR_CODES >> \number) % 2 == 0
  pushq $0
  .endif
  pushq $\number
  .if \number == NMI
  jmp nmi_common
  .else
  jmp exception_common
  .endif
  .endm

  .macro interrupt number
interrupt_\number:
  pushq %rbp
  movq %rsp, %rbp
  pushq %rax
  pushq %rdx
  rdtsc
  pushq %rcx
  movl $\number, %ecx
  jmp interrupt_common
  .endm

/* Of struct trap_frame what lies below rdx. */
  .macro save_rest
  pushq %rbx
  pushq %rbp
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  .endm

  .set n, 0
  .rept EXCEPTIONS
  exception %n
  .set n, n + 1
  .endr

  .set n, 0
  .rept IRQS
  interrupt %n
  .set n, n + 1
  .endr

exception_common:
  pushq %rax
  pushq %rcx
  pushq %rdx
  save_rest
  cld
  movq %rsp, %rdi
  andq $~15, %rsp
  call trap_exception

nmi_common:
  pushq %rax
  pushq %rcx
  pushq %rdx
  rdtsc
  shlq $32, %rdx
  orq %rdx, %rax
  save_rest
  cld
  movq %rsp, %rdi
  movq %rax, %rsi
  call trap_nmi
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  popq %rsi
  popq %rbp
  popq %rbx
  popq %rdx
  popq %rcx
  popq %rax
  addq $16, %rsp               /* vector, error code */
  iretq

/* edx:eax = time stamp, ecx = line. */
interrupt_common:
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  subq $8, %rsp
  cld
  movq %rbp, %rdi
  shlq $32, %rdx
  leaq (%rdx, %rax), %rsi
  movl %ecx, %edx
  call trap_interrupt
  addq $8, %rsp
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  popq %rsi
  popq %rcx
  popq %rdx
  popq %rax
  popq %rbp
  iretq

  .section .rodata
  .balign 8
  .macro address name, number
  .quad \name\number
  .endm
  .global vectors
vectors:
  .set n, 0
  .rept EXCEPTIONS
  address exception_, %n
  .set n, n + 1
  .endr
  .set n, 0
  .rept IRQS
  address interrupt_, %n
  .set n, n + 1
  .endr

  .section .note.GNU-stack, "", @progbits
