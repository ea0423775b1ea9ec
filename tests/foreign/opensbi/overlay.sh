# SPDX-License-Identifier: GPL-2.0-or-later
#
# The profiler in OpenSBI: all of the firmware is timed, a thread for each hart's firmware and one for what runs above it.
# shellcheck shell=sh disable=SC2154 # program, tried, own and kit are the caller's
jx=platform/generic/jx
put_kit $jx riscv64
put_processors $jx 4 'prof_arch_cpu_machine()'
cp "$own/jx_payload.h" firmware/payloads/
edit change $jx/prof_port.h 'return prof_arch_irq_save\(\)' 'return prof_arch_irq_save_machine()'
edit change $jx/prof_port.h 'prof_arch_irq_restore\(state\)' 'prof_arch_irq_restore_machine(state)'

# Probes for all but the profiler, its port and the payload.
edit after Makefile '^CFLAGS.*\(platform-cflags-y\)' 'CFLAGS		+=	$(PROBES)
PROBES		=	-fpatchable-function-entry=4 -fno-ipa-ra
%/jx/jx.o %/jx/jxprof.o %/payloads/test_main.o: PROBES =
%/jx/jxprof_subject.o: PROBES += -DJXPROF_SUBJECT'
edit after platform/generic/objects.mk '^platform-objs-y \+= platform\.o$' 'platform-objs-y += jx/jx.o jx/jxprof.o jx/jxprof_subject.o'
edit change Makefile 'build-id=none' 'build-id$(if $(findstring /payloads/,$@),=none)'
sections_for firmware/fw_base.ldS '^	\.dynsym :'
edit change firmware/fw_base.ldS 'SIZEOF\(\.rodata\)' \
  'SIZEOF(prof_probe) + SIZEOF(__patchable_function_entries) + SIZEOF(.rodata)'
# 4 KiB of a hart's stack are its scratch space; the dump takes as much again.
edit change include/sbi/sbi_platform.h 'SBI_PLATFORM_DEFAULT_HART_STACK_SIZE[[:space:]]+(8192|CONFIG_.*)$' \
  'SBI_PLATFORM_DEFAULT_HART_STACK_SIZE 32768'
# The ways in and out.
edit change firmware/fw_base.S 'call	sbi_init' 'call	jx_init'
edit change firmware/fw_base.S 'call	sbi_trap_handler' 'call	jx_trap'
edit after lib/sbi/sbi_hart.c 'csr_write\(CSR_MEPC, next_addr\)' '	{ extern void jx_leave(void); jx_leave(); }'
edit before lib/sbi/sbi_system.c 'dev->system_reset\(reset_type, reset_reason\)' '			{ extern void jx_end(void); jx_end(); }'
edit before firmware/payloads/test_main.c '^void test_main' '#include "jx_payload.h"'
edit after firmware/payloads/test_main.c '"\\nTest payload running\\n"' '	jx_payload(a0);'
