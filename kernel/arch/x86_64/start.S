/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * start.S: from the reset of a further processor (real mode) to smp_enter() in long mode.
 *
 *   in       nothing; the code has been copied to the page that SIPI names, and begins there. A processor that finds
 *            nothing offered in smp_first, because it is late, halts
 *   out      smp_enter(), with the stack and the page tables that smp_first names, interrupts off, SSE on
 *   clobbers everything
 *
 * A processor can go from real mode to long mode in one step (AMD64 Architecture Programmer's Manual, volume 2, 14.6
 * and 14.8; Intel SDM volume 3, 9.8.5 has the bits). The values are those of entry.S.
 */
#define CODE64      8
#define CR0_ON      0x80010033         /* as entry.S, and protected mode; caches on, which INIT switches off */
#define CR4_SET     0x00000620
#define MSR_EFER    0xC0000080
#define EFER_LME    0x100

/* struct smp_first of smp.c */
#define FIRST_PAGE_TABLE  0
#define FIRST_STACK       8
#define FIRST_EFER        16
#define FIRST_OFFER       20
#define OFFERED           1
#define TAKEN             2

  .section .rodata
  .global smp_begin, smp_begin_end
  .code16
smp_begin:
  cli
  cld
  movw %cs, %ax
  movw %ax, %ds
  lgdtl (start_gdt_pointer - smp_begin)
  movl $CR4_SET, %eax
  movl %eax, %cr4
  movl $boot_pml4, %eax
  movl %eax, %cr3
  movl $MSR_EFER, %ecx
  rdmsr
  orl $EFER_LME, %eax
  wrmsr
  movl $CR0_ON, %eax
  movl %eax, %cr0
  ljmpl $CODE64, $smp_long_mode
  .balign 4
start_gdt_pointer:
  .word 15
  .long boot_gdt
smp_begin_end:

  .text
  .code64
smp_long_mode:
  xorl %eax, %eax
  movl %eax, %ds
  movl %eax, %es
  movl %eax, %fs
  movl %eax, %gs
  movl %eax, %ss
  fninit
  movl $OFFERED, %eax                  /* what is offered is this processor's, or another one was faster */
  movl $TAKEN, %ecx
  lock cmpxchgl %ecx, smp_first + FIRST_OFFER
  jne unwanted
  movl $MSR_EFER, %ecx
  rdmsr
  orl smp_first + FIRST_EFER, %eax
  wrmsr
  movq smp_first + FIRST_PAGE_TABLE, %rax
  movq %rax, %cr3
  movq smp_first + FIRST_STACK, %rsp
  xorl %ebp, %ebp                      /* backtraces end here */
  call smp_enter

unwanted:
  cli
  hlt
  jmp unwanted

  .section .note.GNU-stack, "", @progbits
