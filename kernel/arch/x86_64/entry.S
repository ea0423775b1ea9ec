/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * entry.S: from the boot loader (32-bit protected mode, no paging) to kmain() in long mode.
 *
 *   in       eax = 0x2BADB002, ebx = physical address of the Multiboot information (Multiboot 0.6.96, section 3.2), or
 *            eax = 0x36D76289, ebx = that of Multiboot 2's (Multiboot2 Specification 2.0, section 3.3)
 *   out      kmain(ebx, eax), on the boot stack, interrupts off, SSE on, the first 4 GiB mapped one to one
 *   clobbers everything
 *
 * The page tables built here are crude (all of it writable and executable); paging_init() replaces them.
 * What the processor lacks is said on the serial port, for there is nothing else to say it with.
 */
#include "multiboot.h"

#define MULTIBOOT_HEADER  0x1BADB002
#define MULTIBOOT_FLAGS   3            /* modules on page boundaries; memory information wanted */
#define MULTIBOOT2_HEADER 0xE85250D6
#define MULTIBOOT2_BYTES  (multiboot2_end - multiboot2_header)
#define TAG_END           0
#define TAG_ALIGNED       6            /* modules on page boundaries */

#define CODE64  8
#define PAGE_PRESENT_WRITE  3
#define PAGE_LARGE          0x83
#define CR0_SET    0x80010022          /* paging, write protect, native FPU errors, monitor coprocessor */
#define CR0_CLEAR  0x0000000C          /* FPU emulation, task switched */
#define CR4_SET    0x00000620          /* PAE, FXSAVE, SIMD exceptions */
#define MSR_EFER   0xC0000080
#define MSR_FS_BASE 0xC0000100
#define EFER_LME   0x100
#define CPUID_LONG_MODE  (1 << 29)
#define COM1       0x3F8

  .section .multiboot, "a"
  .balign 4
  .long MULTIBOOT_HEADER, MULTIBOOT_FLAGS, -(MULTIBOOT_HEADER + MULTIBOOT_FLAGS)

  /* For loaders that run on UEFI: only this one has them say where ACPI's tables are. Architecture 0: the 32-bit mode. */
  .balign 8
multiboot2_header:
  .long MULTIBOOT2_HEADER, 0, MULTIBOOT2_BYTES, -(MULTIBOOT2_HEADER + MULTIBOOT2_BYTES)
  .word TAG_ALIGNED, 0
  .long 8
  .word TAG_END, 0
  .long 8
multiboot2_end:

  .section .bss.boot, "aw", @nobits
  .balign 4096
  .global boot_pml4, boot_gdt          /* for start.S */
boot_pml4: .skip 4096
boot_pdpt: .skip 4096
boot_pd:   .skip 4 * 4096
  .global boot_guard, boot_stack, boot_stack_end
boot_guard: .skip 4096                 /* unmapped by paging_init() */
boot_stack: .skip 32 * 1024
boot_stack_end:

  .section .rodata
  .balign 8
boot_gdt:
  .quad 0
  .quad 0x00AF9A000000FFFF             /* code, 64 bits */
gdt_end:
gdt_pointer:
  .word gdt_end - boot_gdt - 1
  .long boot_gdt

not_multiboot: .asciz "boot: not started by a Multiboot loader; use GRUB's `multiboot2` or `multiboot`, or QEMU's -kernel\n"
no_long_mode:  .asciz "boot: this processor has no 64-bit mode; use qemu-system-x86_64 or a 64-bit PC\n"

  .text
  .code32
  .global boot_entry
boot_entry:
  cld
  movl $boot_stack_end, %esp
  movl %ebx, %edi                      /* become kmain()'s arguments */
  movl %eax, %ebp
  movl $not_multiboot, %esi
  cmpl $MULTIBOOT_LOADER, %eax
  je from_loader
  cmpl $MULTIBOOT2_LOADER, %eax
  jne refuse
from_loader:

  /* The extended CPUID leaf that tells of long mode must exist. */
  movl $no_long_mode, %esi
  movl $0x80000000, %eax
  cpuid
  cmpl $0x80000001, %eax
  jb refuse
  movl $0x80000001, %eax
  cpuid
  testl $CPUID_LONG_MODE, %edx
  jz refuse

  /* 2048 large pages map 4 GiB; the loader has cleared .bss. */
  movl $boot_pdpt + PAGE_PRESENT_WRITE, boot_pml4
  movl $boot_pd + PAGE_PRESENT_WRITE, %eax
  movl $boot_pdpt, %ebx
  movl $4, %ecx
1:
  movl %eax, (%ebx)
  addl $4096, %eax
  addl $8, %ebx
  loop 1b
  movl $PAGE_LARGE, %eax
  movl $boot_pd, %ebx
  movl $2048, %ecx
2:
  movl %eax, (%ebx)
  addl $0x200000, %eax
  addl $8, %ebx
  loop 2b

  movl $boot_pml4, %eax
  movl %eax, %cr3
  movl %cr4, %eax
  orl $CR4_SET, %eax
  movl %eax, %cr4
  movl $MSR_EFER, %ecx
  rdmsr
  orl $EFER_LME, %eax
  wrmsr
  movl %cr0, %eax
  andl $~CR0_CLEAR, %eax
  orl $CR0_SET, %eax
  movl %eax, %cr0
  lgdt gdt_pointer
  ljmp $CODE64, $long_mode

/* esi = message; sends it and stops. */
refuse:
  movl $COM1 + 5, %edx
1:
  inb %dx, %al
  testb $0x20, %al
  jz 1b
  lodsb
  testb %al, %al
  jz 2f
  movl $COM1, %edx
  outb %al, %dx
  jmp refuse
2:
  cli
  hlt
  jmp 2b

  .code64
long_mode:
  xorl %eax, %eax
  movl %eax, %ds
  movl %eax, %es
  movl %eax, %fs
  movl %eax, %gs
  movl %eax, %ss
  movl $MSR_FS_BASE, %ecx
  movl $processors, %eax                /* in the image, below 4 GiB */
  xorl %edx, %edx
  wrmsr
  fninit
  movl %edi, %edi                      /* the upper halves are undefined after the mode switch */
  movl %ebp, %esi
  movl $boot_stack_end, %esp
  xorl %ebp, %ebp                      /* backtraces end here */
  call kmain
1:
  cli
  hlt
  jmp 1b

  .section .note.GNU-stack, "", @progbits
