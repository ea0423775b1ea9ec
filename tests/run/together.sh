# SPDX-License-Identifier: GPL-2.0-or-later
#
# together.sh: a part of run.sh: two at once in one folder, and runs that are interrupted. Nothing here depends on who
# is faster: a stand-in for QEMU says when a run has come so far, and waits where it shall.

mkdir "$dir/moment" "$dir/apart" "$dir/qemu"
TMPDIR=$dir/moment
export TMPDIR
# A build folder that no suite has locked, with programs of its own.
for file in kernel.elf kernel.elf32 hostdump textjob figures render record.sizes; do
  cp "$build/$file" "$dir/apart"
done
real_qemu=$(command -v qemu-system-x86_64)

# qemu_that COMMANDS: what comes before QEMU, in the PATH of run_apart().
qemu_that()
{
  printf '#!/bin/sh\n%s\nexec %s "$@" %s\n' "$1" "$real_qemu" "${2-}" > "$dir/qemu/qemu-system-x86_64"
  chmod +x "$dir/qemu/qemu-system-x86_64"
}

run_apart()
{
  env -u BUILD_HELD PATH="$dir/qemu:$PATH" bash "$tools/run.sh" --build "$dir/apart" --input "$short" \
    --out "$dir/results" "$@"
}

# Waits until a file is there, or the process is not.
await() # FILE PID
{
  until [ -e "$1" ] || ! kill -0 "$2" 2>/dev/null; do sleep 0.1; done
}

# ---- a run uses what was there when it began ----

qemu_that "rm -f '$dir'/apart/[a-z]*; : > '$dir/removed'"
expect together_run_has_its_own_programs 0 'charts in' run_apart
check together_programs_were_gone test -e "$dir/removed" -a ! -e "$dir/apart/kernel.elf"
for file in kernel.elf kernel.elf32 hostdump textjob figures render record.sizes; do
  cp "$build/$file" "$dir/apart"
done

# ---- one folder of results ----

# A run that has come to QEMU's start, and stays there: sets `pid'.
start_run()
{
  rm -f "$dir/boots"
  qemu_that "echo \$\$ > '$dir/boots'" -S
  env -u BUILD_HELD PATH="$dir/qemu:$PATH" bash "$tools/run.sh" --build "$dir/apart" --input "$short" \
    --out "$dir/results" "$@" > "$dir/first.log" 2>&1 &
  pid=$!
  await "$dir/boots" $pid
}

start_run --no-charts
expect together_folder_is_in_use 1 "results is in use by process $pid (run.sh). .* another folder for this run: RUN=" \
  run_apart --no-charts
# Make can build while the machine works, and QEMU has no lock.
check together_run_lets_make_build flock -n "$dir/apart/.lock" true
locks_of() { find "/proc/$1/fd" -lname '*.lock'; }
check together_qemu_has_no_lock test -d "/proc/$(cat "$dir/boots")/fd" -a -z "$(locks_of "$(cat "$dir/boots")")"
# The lock ends with the process that has it, however that ends; QEMU and hostdump may be there still.
kill -KILL $pid
wait $pid 2>/dev/null
check together_killed_run_leaves_no_lock flock -n "$dir/results/.lock" true
kill -KILL "$(cat "$dir/boots")"
until [ -z "$(pgrep -f "$dir/results/run.jxp")" ]; do sleep 0.1; done
rm -rf "$TMPDIR"/*

# ---- interrupted: at any moment, by any of the three signals, a run leaves nothing behind ----

# With job control on a background process does not ignore SIGINT.
cat > "$dir/interrupt.sh" <<'XEOF'
# interrupt.sh SIGNAL MARK COMMAND...: sends COMMAND the signal when the file MARK is there; prints its status.
set -m
signal=$1 mark=$2
shift 2
rm -f "$mark"
"$@" &
until [ -e "$mark" ] || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
kill "-$signal" $!
wait $!
echo "status $?"
XEOF
interrupt() { bash "$dir/interrupt.sh" "$@" < /dev/null 2>&1; }
nothing_left()
{
  ls -A "$TMPDIR"
  pgrep -af "$dir/results" | grep -v interrupt
  find "$dir/results" -name '*.part'
}

number_of() { case $1 in HUP) echo 129 ;; INT) echo 130 ;; TERM) echo 143 ;; esac; }
interrupted_boot()
{
  qemu_that ": > '$dir/mark'" -S
  interrupt "$1" "$dir/mark" env -u BUILD_HELD PATH="$dir/qemu:$PATH" bash "$tools/run.sh" --build "$dir/apart" \
    --input "$short" --out "$dir/results" | grep -q "^status $(number_of "$1")\$" || echo "another status"
  nothing_left
}
# The chart program waits for a reader that never comes.
interrupted_charts()
{
  qemu_that :
  printf '#!/bin/sh\nmkfifo "%s"\n: > "%s"\nexec cat "%s"\n' "$scratch/endless" "$dir/mark" "$scratch/endless" \
    > "$dir/apart/render"
  rm -f "$scratch/endless"
  interrupt "$1" "$dir/mark" env -u BUILD_HELD PATH="$dir/qemu:$PATH" bash "$tools/run.sh" --build "$dir/apart" \
    --input "$short" --out "$dir/results" > "$dir/log"
  grep -q "^status $(number_of "$1")\$" "$dir/log" || echo "another status"
    grep -q 'interrupted; what had come is in' "$dir/log" || echo "it does not say what had come"
  [ -s "$dir/results/run.jxp" ] || echo "the dump is gone"
  nothing_left
}
interrupted_input()
{
  rm -f "$scratch/endless"
  mkfifo "$scratch/endless"
  qemu_that :
  (exec 3<> "$scratch/endless"; interrupt "$1" "$dir/moment/mark" sh -c '
    (until ls "$1"/*/input; do sleep 0.1; done; : > "$1/mark") > /dev/null 2>&1 &
    shift; exec "$@"' - "$TMPDIR" env -u BUILD_HELD bash "$tools/run.sh" --build "$dir/apart" \
    --input "$scratch/endless" --out "$dir/results") > "$dir/log"
  rm -f "$dir/moment/mark"
  grep -q "^status $(number_of "$1")\$" "$dir/log" || echo "another status"
  nothing_left
}
for signal in HUP INT TERM; do
  try "together_${signal}_while_it_boots" interrupted_boot $signal
  try "together_${signal}_while_charts_are_drawn" interrupted_charts $signal
  try "together_${signal}_while_the_input_is_read" interrupted_input $signal
done

# make hands SIGTERM on to what it runs, and dies of it itself.
make_interrupted()
{
  qemu_that ": > '$dir/mark'" -S
  interrupt TERM "$dir/mark" env -u MAKEFLAGS -u MAKELEVEL PATH="$dir/qemu:$PATH" \
    make -s -C "$tree" O="$(realpath --relative-base="$tree" "$build")" run RUN="$dir/results" INPUT="$short" |
    grep -q '^status 143$' || echo "another status"
  nothing_left
}
try together_TERM_for_make make_interrupted

# ---- interrupted while the machine runs: the kernel ends the run, and what it has recorded is kept and drawn ----

# With job control the command is the leader of a process group, as on a terminal.
cat > "$dir/ctrl_c.sh" <<'XEOF'
# ctrl_c.sh TO SIGNAL FILE TEXT LOG COMMAND...: sends COMMAND the signal, or all of its group where TO is `group', when
# FILE has the TEXT; and once more when LOG, where COMMAND's words go, has `once more', if TO is `twice'. Prints its status.
set -m
to=$1 signal=$2 file=$3 text=$4 log=$5
shift 5
"$@" > "$log" 2>&1 &
until grep -aqs "$text" "$file" || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
[ "$to" = group ] && kill "-$signal" "-$!" || kill "-$signal" $!
if [ "$to" = twice ]; then
  until grep -q 'once more' "$log" || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
  kill "-$signal" $!
fi
wait $!
echo "status $?"
XEOF
ctrl_c() # STATUS TO SIGNAL TEXT COMMAND...: says what is wrong, but not of what COMMAND has said into $dir/log
{
  local expected=$1 to=$2 signal=$3 text=$4
  shift 4
  rm -rf "$dir/results"
  bash "$dir/ctrl_c.sh" "$to" "$signal" "$dir/results/console.txt.part" "$text" "$dir/log" "$@" < /dev/null 2>&1 |
    grep -q "^status $expected\$" || echo "another status than $expected"
  nothing_left
}
run_ended() # The run was ended by its kernel, and the dump is whole.
{
  grep -q 'interrupted: the run ends here' "$dir/log" || echo "it does not say that the run ends"
  grep -q '^exit: ok' "$dir/results/console.txt" || echo "the kernel did not end"
  "$build/hostdump" info "$dir/results/run.jxp" > "$dir/info" 2>&1 || echo "the dump is not whole"
}
qemu_that :
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do cat "$build/text.txt"; done > "$dir/much"
make_run() # TO INPUT: with the signals that ctrl_c() sends
{
  ctrl_c 130 "$1" INT '^options' env -u MAKEFLAGS -u MAKELEVEL PATH="$dir/qemu:$PATH" make -s -C "$tree" \
    O="$(realpath --relative-base="$tree" "$build")" run RUN="$dir/results" INPUT="$2"
}
ctrl_c_for_make()
{
  make_run "$1" "$dir/much"
  run_ended
  grep -q 'charts in' "$dir/log" && [ -s "$dir/results/charts/index.html" ] ||
    echo "there are no charts: $(tail -n 4 "$dir/log" | tr '\n' ' ')"
}
try together_ctrl_c_for_make ctrl_c_for_make group
try together_INT_for_make_alone ctrl_c_for_make pid
# What has no end of its own.
wait_for_ever()
{
  ctrl_c "$1" pid "$2" '^options' env -u BUILD_HELD bash "$tools/run.sh" --build "$dir/apart" \
    --elf "$build/test-kernel.elf" --workload wait --input "$short" --out "$dir/results" --no-charts --line "$3"
  run_ended
}
try together_INT_ends_the_run wait_for_ever 130 INT virtio
try together_TERM_ends_the_run_over_the_serial_port wait_for_ever 143 TERM uart
# A machine that says something, and then hears nothing.
deaf()
{
  printf '#!/bin/sh\necho options > ttyS0.out\nexec tail -f /dev/null\n' > "$dir/qemu/qemu-system-x86_64"
  ctrl_c 130 "$1" INT '^options' env -u BUILD_HELD PATH="$dir/qemu:$PATH" bash "$tools/run.sh" --build "$dir/apart" \
    --input "$short" --out "$dir/results" --no-charts
  grep -q "$2" "$dir/log" || echo "it does not say: $2"
  grep -q '^options' "$dir/results/console.txt" || echo "what had come is gone"
}
try together_second_INT_stops_the_machine deaf twice 'interrupted; what had come is in'
deaf_make()
{
  make_run twice "$short"
  grep -q 'interrupted; what had come is in' "$dir/log" || echo "it does not say what had come"
}
try together_second_INT_for_make_alone deaf_make
# Where sleep does not sleep, the kernel has soon been asked often enough.
printf '#!/bin/sh\n' > "$dir/qemu/sleep"
chmod +x "$dir/qemu/sleep"
try together_deaf_machine_is_stopped deaf pid 'the kernel does not answer; the machine is stopped'
rm "$dir/qemu/sleep"

# ---- one make at a time builds ----

work=$dir/work
make_work() { env -u MAKEFLAGS -u MAKELEVEL timeout 300 make -s -C "$tree" O="$work" "$work/textjob"; }
says_who() { until grep -q "work is in use by process $1 (a reader); waiting for its end" "$dir/log2"; do
  kill -0 "$2" || return 1; sleep 0.1; done; }
make_waits()
{
  mkdir "$work"
  exec 3>> "$work/.lock"
  flock -s 3
  echo "$$ a reader" > "$work/.lock"
  (exec 3>&-; make_work) > "$dir/log2" 2>&1 &
  says_who $$ $! || { echo "make does not wait"; return; }
  [ ! -e "$work/textjob" ] || echo "make has built meanwhile"
  exec 3>&-
  wait $! || echo "make fails then"
  [ -x "$work/textjob" ] || echo "make has not built then"
}
try together_make_waits_for_those_who_read make_waits
up_to_date()
{
  exec 3>> "$work/.lock"
  flock -s 3
  make_work 3>&-
  echo "$?" | grep -v '^0$'
  exec 3>&-
}
try together_make_waits_for_nothing_when_all_is_built up_to_date
# Who has waited finds that `make clean' has taken the folder away.
folder_gone()
{
  rm "$work/textjob"
  exec 3>> "$work/.lock"
  flock 3
  echo "$$ a reader" > "$work/.lock"
  (exec 3>&-; make_work) > "$dir/log2" 2>&1 &
  says_who $$ $! || { echo "make does not wait"; return; }
  rm -rf "$work"
  exec 3>&-
  wait $! || echo "make fails then"
  [ -x "$work/textjob" ] || echo "make has not built then"
}
try together_make_clean_meanwhile folder_gone
two_makes()
{
  rm -rf "$work"
  make_work > "$dir/log2" 2>&1 &
  make_work > "$dir/log3" 2>&1 || echo "one fails: $(head -n 1 "$dir/log3")"
  wait $! || echo "the other one fails: $(head -n 1 "$dir/log2")"
  [ "$(cat "$dir/log2" "$dir/log3" | grep -c HOSTLD)" -eq 1 ] || echo "not one of them has built it, and one only"
}
try together_two_makes two_makes

# ---- two choices of one program: each run has its own ----

choice() # NAME PATTERN
{
  bash "$tools/java.sh" --build "$build" --app buffer --profile "$2" --effort quick --tool run -- \
    --input "$short" --out "$dir/$1" --no-charts > "$dir/$1.log" 2>&1
}
profiled()
{
  "$build/hostdump" report --tsv --table tree "$1/run.jxp" | grep -o 'buffer\.[A-Za-z]*\.' | sort -u | paste -s -d ' '
}
two_choices()
{
  choice producer 'buffer.Producer.*' &
  choice audit 'buffer.Audit.*' || echo "one fails: $(tail -n 1 "$dir/audit.log")"
  wait $! || echo "the other one fails: $(tail -n 1 "$dir/producer.log")"
  [ "$(profiled "$dir/producer")" = buffer.Producer. ] || echo "one has timed $(profiled "$dir/producer")"
  [ "$(profiled "$dir/audit")" = buffer.Audit. ] || echo "the other one has timed $(profiled "$dir/audit")"
}
try together_two_choices_of_one_program two_choices
unset TMPDIR
