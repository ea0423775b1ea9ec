# SPDX-License-Identifier: GPL-2.0-or-later
#
# The profiler in memtest86+ on x86-64: from the end of its preparations on until three of its tests have run. It stays
# where it was loaded, and tests the memory behind itself; it has no room for NOPs at its functions (-fpic), so its probes
# are calls, always on.
# shellcheck shell=sh disable=SC2154 # program, tried, own and kit are the caller's
put_kit jx x86_64
edit change jx/prof_port.h '^#define PROF_PORT_PATCH' ''
put_processors jx 4 'jx_cpu()'
edit before jx/prof_port.h '^/\* ---- yours' 'unsigned jx_cpu(void);'
edit change boot/boot.h 'AP_STACK_SIZE	1024' 'AP_STACK_SIZE 8192' # the one of x86

# Not timed: the profiler, what runs before the image has relocated itself, and what probes may call.
make=build/x86_64/Makefile
edit after $make '^INC_DIRS =' 'PROBES = -fno-optimize-sibling-calls -fcf-protection=none \
  -pg -mfentry -minstrument-return=call
CFLAGS += -fno-omit-frame-pointer $(PROBES)
jx/jx.o jx/jxprof.o system/reloc.o system/smp.o lib/string.o boot/efisetup.o: PROBES =
jx/jxprof_subject.o: PROBES += -DJXPROF_SUBJECT'
edit before $make '^lib/%\.o: ' 'jx/%.o: ../../jx/%.c
	@mkdir -p jx
	$(CC) -c $(CFLAGS) -O2 -I../../jx -I../../boot -o $@ $<
'
edit change $make '^           app/main\.o' '           app/main.o jx/jx.o jx/jxprof.o jx/jxprof_subject.o'
edit change $make '-shared -Bsymbolic' '-shared -Bsymbolic --build-id'
sections_for build/x86_64/ldscripts/memtest_shared.lds '^	\.dynsym     :'

# 32 MiB, not 4, belong to the program, which does not move.
edit change app/main.c 'LOW_LOAD_LIMIT      SIZE_C\(4,MB\)' 'LOW_LOAD_LIMIT      SIZE_C(32,MB)'
edit before app/main.c '^    if \(!load_addr_ok\)' '    low_load_addr = (uintptr_t)_start;'
edit change app/main.c 'window_num == 0 && pm_limit_lower >= LOW_LOAD_LIMIT' 'window_num == 0'

edit after app/main.c '^            global_init\(\);' '            { extern void jx_processor(void); jx_processor(); }'
edit before app/main.c '^            trace\(my_cpu, "AP started"\);' '            { extern void jx_processor(void); jx_processor(); }'
edit before app/main.c '^        if \(test_num < NUM_TEST_PATTERNS\)' \
  '        { extern void jx_test(int test); while (start_barrier->count > 1 && num_enabled_cpus > 1) __builtin_ia32_pause(); if (!dummy_run) jx_test(test_num); }'
