#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: tests of what tests stand on. includes.sh must find an include that includes.txt forbids, in a copy of the
# sources where one file includes what it may not. all.sh must take a suite for failed that is silent, or ended early.
# QEMU's command line is spelled in one file. Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 10 seconds.

. "$(dirname "$0")/../lib/suite.sh"
cd "$tree" || exit 2

# Two folders a line: a file of the first may not include a header of the second.
forbidden() {
  cat <<'END'
kernel/core kernel/profile
kernel/core kernel/drivers
kernel/arch/x86_64 kernel/drivers
kernel/arch/x86_64 kernel/profile
kernel/drivers kernel/profile
kernel/lib kernel/core
kernel/core serial-xfer/format
kernel/core serial-xfer/both
kernel/core host-tools/dump
host-tools/base host-tools/dump
host-tools/dump host-tools/model
host-tools/dump host-tools/tables
host-tools/model host-tools/tables
host-tools/tables host-tools/receive
host-tools/receive host-tools/model
host-tools/dump kernel/core
profiler/probes profiler/records
profiler/records profiler/handout
profiler/probes kernel/core
profiler/handout serial-xfer/target
profiler/handout host-tools/dump
serial-xfer/format serial-xfer/target
serial-xfer/target serial-xfer/host
serial-xfer/host serial-xfer/target
serial-xfer/host host-tools/dump
serial-xfer/target kernel/core
translator-instr/jxtr/base translator-instr/jxtr/classfile
translator-instr/jxtr/world translator-instr/jxtr/emit
translator-instr/jxtr/world translator-instr/jxtr/verify
translator-instr/jxtr/measure translator-instr/jxtr/emit
translator-instr/runtime/core translator-instr/runtime/kernel
translator-instr/runtime/core kernel/core
translator-instr/runtime/hosted kernel/core
translator-instr/jxtr/base translator-instr/runtime/core
END
}

# A header as a file names it: below the folders that the build searches.
spelled() { # HEADER
  echo "$1" | sed -E 's,^(translator-instr/jxtr|translator-instr|kernel|profiler|serial-xfer|host-tools)/,,'
}

# The suite TEXT must make all.sh end with LAST-LINE.
runner_says() { # TEXT LAST-LINE
  echo "$1" >suite.sh
  sh "$tree/tests/lib/all.sh" "$scratch/logs" 'sh suite.sh' >said &&
    [ "${2#* 0 failed}" = "$2" ] && echo "it exits with 0"
  [ "$(tail -n 1 said)" = "$2" ] || echo "it says: $(tail -n 2 said)"
}

# Two suites here wait for one that mostly waits, which runs beside them though it is shorter.
third_runs_beside_two() {
  for takes in 9 8; do
    cat >busy$takes.sh <<END
# busy$takes.sh: waits.
# Takes $takes seconds.
for i in \$(seq 300); do [ ! -e third ] || break; sleep 0.1; done
[ ! -e third ] || echo ok $takes
echo 1..1
END
  done
  printf '# third.sh\n# Takes 1 seconds, and mostly waits.\n: >third\necho ok third\necho 1..1\n' >third.sh
  sh "$tree/tests/lib/all.sh" "$scratch/logs" 'sh busy9.sh' 'sh busy8.sh' 'sh third.sh' >said || tail -n 3 said
}

# Comments and messages name QEMU; only one script gives it options.
qemu_is_spelled_once() {
  grep -rlE 'qemu-system-x86_64 +-|isa-debug-exit,iobase' "$tree/host-tools/run" "$tree/tests" --include='*.sh' |
    grep -v -e '/host-tools/run/qemu\.sh$' -e '/tests/check/run\.sh$'
}

first_of() { # FILE...: the first one that there is
  for file; do
    [ ! -e "$file" ] || { echo "$file"; return; }
  done
}

planted() { # FOLDER FOLDER-OF-THE-HEADER
  file=$(first_of "$1"/*.c "$1"/*.h) header=$(first_of "$2"/*.h)
  [ -n "$file" ] && [ -n "$header" ] || { echo "$1 or $2 has no source"; return; }
  cp "$file" kept
  echo "#include \"$(spelled "$header")\"" >>"$file"
  sh "$here/includes.sh" . >said && echo "it exits with 0"
  cp kept "$file"
  grep '^not ok' said | grep -v "^not ok includes $file may not include:" # of this file alone
  grep '^not ok' said | grep -qF " $header" || echo "it says nothing of $header in $file"
}

copied() { # before anything is planted
  sh "$here/includes.sh" . >said || echo "it exits with $?"
  grep '^not ok' said
}

find kernel profiler serial-xfer host-tools translator-instr tests/check/includes.txt \
  -name '*.[chS]' -o -name includes.txt | tar -cf - -T - | tar -xf - -C "$scratch"
cd "$scratch" || exit 2
try includes_copy_is_right copied
forbidden >forbidden
while read -r from to; do
  try "includes_forbids_$(echo "$from" | tr / _)_to_$(echo "$to" | tr / _)" planted "$from" "$to"
done <forbidden
try runner_counts runner_says 'echo ok a; echo ok b; echo 1..2' '2 passed, 0 failed'
try runner_counts_what_is_skipped runner_says 'echo ok a; echo skipped b no such program; echo 1..2' \
  '1 passed, 0 failed, 1 skipped'
try runner_fails_a_suite_that_ends_early runner_says 'echo ok a; echo 1..2' '1 passed, 1 failed'
try runner_fails_a_silent_suite runner_says 'echo done' '0 passed, 1 failed'
try runner_has_a_place_for_one_that_waits third_runs_beside_two
try runner_fails_a_suite_that_crashes runner_says 'echo ok a; exit 3' '1 passed, 1 failed'
try qemu_is_spelled_once qemu_is_spelled_once
finish
