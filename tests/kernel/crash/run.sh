#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: brings the kernel down in QEMU in many ways, and looks at the dump that leaves all the same: whole, with the reason,
# the stacks of the threads that are left, and registers.
#
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. A line of the list below is: name; the kernel's options; what
# the reason in the dump must hold; a thread that must have a stack, and a function on it; a thread of which a register
# must be known, and the register.
# Takes 19 seconds.
test_prefix=crash_
. "$(dirname "$0")/../../lib/suite.sh"
set -u
failure_logs=$scratch/console

cases()
{
  cat <<'END'
divide;workload=divide;divide error;main selftest_divide;main rax
panic;workload=panic;asked for by workload=panic;main demo_panic;main rip
overflow;workload=overflow;stack overflow in thread main;main dig;main rsp
watchdog;workload=hog watchdog=1;watchdog: main has kept;main selftest_hog;TimerManager rbx
double_fault;workload=doublefault;double fault;TimerManager thread_block;main rsp
deadlock;workload=deadlock;deadlock;opponent mutex_lock;opponent rip
wiped_heap;workload=wipe_heap;written past its end;main free_neighbour;TimerManager rip
wiped_list;workload=wipe_list;page fault;main give_way;TimerManager rip
wiped_stack;workload=wipe_stack;divide error;main selftest_wipe_stack;main rax
wiped_wait;workload=wipe_wait;divide error;later sleep_long;later rip
streaming_wiped_stack;workload=wipe_stack stream=all dump=text;divide error;main selftest_wipe_stack;main rax
wiped_self;workload=wipe_self;divide error;TimerManager thread_block;TimerManager rip
as_text;workload=divide dump=text;divide error;main selftest_divide;main rax
streaming;workload=divide stream=all;divide error;main selftest_divide;main rax
streaming_wiped;workload=wipe_list stream=all sched=64;page fault;main give_way;ProfileSender rip
streaming_text;workload=wipe_heap stream=all dump=text sched=64;written past its end;main free_neighbour;main rip
END
}

boot()
{
  run_qemu kernel="$build/test-kernel.elf32" append="$1" serial="file:$scratch/line" icount=on timeout=600 \
    >"$scratch/qemu" 2>&1
}

# Prints why a case failed; nothing when it passed.
problem()
{
  boot "$options"
  status=$?
  [ $status -eq 3 ] || echo "QEMU's exit status is $status, not 3"
  "$build/hostdump" -o "$scratch/run.jxp" <"$scratch/line" >"$scratch/console" 2>"$scratch/summary" ||
    echo "the dump is not whole: $(tail -1 "$scratch/summary")"
  "$build/hostdump" info "$scratch/run.jxp" 2>&1 | grep -q "crash .*$reason" || echo "its reason is not: $reason"
  "$build/hostdump" report -k "$build/test-kernel.elf" --tsv --table crash "$scratch/run.jxp" >"$scratch/crash" 2>&1
  "$build/hostdump" report -k "$build/test-kernel.elf" --tsv --table registers "$scratch/run.jxp" >"$scratch/registers" 2>&1
  grep -q "^${stack% *}	.*	${stack#* }	" "$scratch/crash" || echo "no stack of: $stack"
  "$build/hostdump" stacks -k "$build/test-kernel.elf" "$scratch/run.jxp" 2>&1 |
    grep -q '^moment [0-9]* at .* (\(crash\|watchdog\)): ' ||
    echo "there is no moment of the crash"
  grep -q "^${register% *}	${register#* }	[0-9a-f]*	" "$scratch/registers" || echo "no register: $register"
}

cases >"$scratch/cases"
while IFS=';' read -r name options reason stack register; do
  try "$name" problem
done <"$scratch/cases"
finish
