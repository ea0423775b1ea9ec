/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_prefix.c: before which instructions five prefixes may stand (prefix.h), and how long those are: the assembler
 * says it.
 */
#include "fixture.h"

#include "arch/x86_64/prefix.h"

#define MOST 10 /* bytes of an instruction that takes five more */

/* Whether prefixes fit, and the instruction; of its kind the longest form. Those that do not fit may be too long, are
 * jumps, have such a prefix, or are none that a function of gcc's begins with. */
#define INSTRUCTIONS(I) \
  I(1, "push %rbp") I(1, "push %r15") I(1, "pop %rax") I(1, "mov %rsp, %rbp") I(1, "mov 0x12345678(%r8,%r9,8), %r10") \
  I(1, "mov %r10, 0x12345678(%r8,%r9,8)") I(1, "movw %ax, 0x12345678(%r8,%r9,8)") I(1, "mov %edi, %eax") \
  I(1, "mov $1, %eax") I(1, "movabs $0x123456789abcdef0, %r10") I(1, "mov $1, %r10b") I(1, "lea 8(%rsp), %r10") \
  I(1, "lea 0x12345678(%rip), %rax") I(1, "sub $8, %rsp") I(1, "sub $0x1234, %rsp") I(1, "add $0x12345678, %rax") \
  I(1, "addq $1, 0x12345678(%rip)") I(1, "addq $1, 0x12345678(%r8,%r9,8)") I(1, "cmpl $0x12345678, 1(%r8,%r9,8)") \
  I(1, "movl $0x12345678, (%rdi)") I(1, "movl $0x12345678, 8(%rdi)") I(1, "xor %eax, %eax") I(1, "test %rdi, %rdi") \
  I(1, "cmp 0x12345678(%r8,%r9,8), %rax") I(1, "imul $3, 0x12345678(%r8,%r9,8), %rax") I(1, "cqto") \
  I(1, "imul $0x12345678, %rdi, %rax") I(1, "shl $3, %rdi") I(1, "sar %rdi") I(1, "shrq %cl, 0x12345678(%r8,%r9,8)") \
  I(1, "movslq 0x12345678(%r8,%r9,8), %rax") I(1, "movzbl 0x12345678(%r8,%r9,8), %r10d") I(1, "neg %rdi") \
  I(1, "movsd 0x12345678(%r8,%r9,8), %xmm0") I(1, "pxor %xmm0, %xmm0") I(1, "movdqu (%r8), %xmm9") \
  I(1, "cvtsi2sdq 0x12345678(%r8,%r9,8), %xmm0") I(1, "cmove %rdi, %rax") I(1, "incq 0x12345678(%r8,%r9,8)") \
  I(1, "test $1, %al") I(1, "test $0x12345678, %rax") I(1, "cmpb $1, 0x12345678(%r8,%r9,8)") I(1, "bsr %rdi, %rax") \
  I(0, "movq $1, 0x12345678(%rip)") I(0, "movl $1, 0x12345678(%rip)") I(0, "movl $1, (%r8,%r9,8)") \
  I(0, "movl $1, (%rsp)") I(0, "movw $1, 0x12345678(%r8,%r9,8)") I(0, "cmpl $0x12345678, 0x12345678(%rdi)") \
  I(0, "imul $0x12345678, 0x12345678(%r8,%r9,8), %rax") I(0, "testl $1, 0x12345678(%rdi)") I(0, "testb $1, 4(%rsi)") \
  I(0, "pshufd $1, 0x12345678(%r8,%r9,8), %xmm9") I(0, "mov %fs:0x28, %rax") I(0, "mov %gs:(%rdi), %rax") \
  I(0, "ret") I(0, "jmp .+5") I(0, "jmp .+500") I(0, "je .+5") I(0, "je .+500") I(0, "call .+500") I(0, "jmp *%rax") \
  I(0, "call *%rax") I(0, "call *0x12345678(%r8,%r9,8)") I(0, "endbr64") I(0, "nop") I(0, "nopl 0(%rax,%rax,1)") \
  I(0, "ud2") I(0, "int3") I(0, "hlt") I(0, "lock incl (%rdi)") I(0, "rep stosq") I(0, "cs push %rbp") I(0, "cpuid") \
  I(0, "vmovaps (%rdi), %ymm0") I(0, "vpxor %xmm0, %xmm0, %xmm0")

#define ROOM 16 /* bytes of a line: of its length, whether prefixes fit, the code */
#define LINE(FITS, INSTRUCTION) ".byte 2f - 1f, " #FITS "\n1: " INSTRUCTION "\n2: .skip 14 - (2b - 1b)\n\t"

extern const uint8_t lines[][ROOM], lines_end[];
__asm__(".pushsection .data\n\tlines:\n\t" INSTRUCTIONS(LINE) "lines_end:\n\t.popsection");

static const char *const names[] = {
#define NAME(FITS, INSTRUCTION) INSTRUCTION,
  INSTRUCTIONS(NAME)
};

static void prefixes_stand_where_they_fit(void **state)
{
  (void)state;
  assert_int_equal((lines_end - lines[0]) / ROOM, sizeof(names) / sizeof(*names));
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
    if (prof_prefix_fits(lines[i] + 2) != lines[i][1] || (lines[i][1] && lines[i][0] > MOST))
      fail_msg("%s, of %d bytes", names[i], lines[i][0]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(prefixes_stand_where_they_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
