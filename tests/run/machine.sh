# SPDX-License-Identifier: GPL-2.0-or-later
#
# machine.sh: the tests of run.sh that boot the kernel: good inputs of all kinds, GRUB, and all that can go wrong.

# Everything run.sh makes outside --out goes here, so that what it leaves behind is seen.
mkdir "$dir/tmp"
TMPDIR=$dir/tmp
export TMPDIR

: > "$dir/empty"
printf x > "$dir/one"
head -c 3000000 /dev/zero | tr '\0' '\n' > "$dir/newlines"
cp "$short" "$dir/a, b'c \$d"

expect run_empty_input 0 'nothing was lost' run --no-charts --input "$dir/empty"
expect run_one_byte 0 "the host's 10 lines are the same" run --no-charts --input "$dir/one"
expect run_newlines 0 "the host's .* lines are the same" run --no-charts --prof events --input "$dir/newlines"
expect run_program 0 "the host's 14 lines are the same" run --no-charts --input /bin/sh
expect run_odd_name 0 "the host's 14 lines are the same" run --no-charts --input "$dir/a, b'c \$d"
expect run_host_time 0 'are the same' run --no-charts --icount off --input "$short"
expect run_no_profile 0 'are the same' run --prof none --input "$short"
expect run_four_processors 0 'ICOUNT=off (--icount) runs them at once' run --prof none --smp 4 --input "$short"
expect run_several_and_a_model 1 'counters=model: the model has the caches of one processor' \
  run --smp 4 --append counters=model --input "$short"
expect run_says_what_was_lost 0 '! event: .* dropped' run --no-charts --append events=16 --input "$short"
# What is advised where something was lost is right the first time: a run with those words, too, loses nothing.
advice() # OPTIONS COMMAND...
{
  options=$1
  shift
  "$@" --append "$options" > "$dir/lossy" 2>&1
  words=$(sed -n 's/^  ! .*boot with \([a-z]*=[0-9]*\).*/\1/p' "$dir/lossy" | sort -u | tr '\n' ' ')
  [ -n "$words" ] || { echo "nothing was lost, or nothing is advised"; return; }
  "$@" --append "$options $words" > "$dir/advised" 2>&1
  grep -q '^nothing was lost' "$dir/advised" || echo "with $words: $(grep -m 1 '^  ! ' "$dir/advised")"
}
job() { run --no-charts --line uart --input "$build/text.txt" "$@"; }
cache() { bash "$tools/java.sh" --app cache --build "$build" -- --build "$build" --out "$dir/run" --no-charts \
  --input "$build/text.txt" --line uart "$@"; }
try run_advice_for_all_buffers advice memory=1 job
try run_advice_for_a_ring advice 'ring=events events=1k' job
# The program makes up to 900 events between two ticks, and only at a tick does the sender become as urgent as it: a
# buffer of 512 loses some however fast the host takes them.
try run_advice_for_a_stream advice 'stream=all events=512 sched=1k' job
try run_advice_for_objects advice memory=2 cache
expect run_through_grub 0 'are the same' run --no-charts --icount off --iso --input "$dir/a, b'c \$d"
# The run that leaves nothing of the run before: other charts, other tables.
mkdir -p "$dir/run/charts" "$dir/run/tables"
touch "$dir"/run/charts/old.tsv "$dir"/run/charts/old.set "$dir"/run/charts/old.dot "$dir"/run/charts/old.svg \
  "$dir"/run/tables/old.tsv "$dir"/run/charts/mine.txt
expect run_default_text 0 'charts in' run --input "$build/text.txt"
for chart in boxes callgraph events intervals threads samples flame; do
  check "run_chart_$chart" test -s "$dir/run/charts/$chart.svg" -a -s "$dir/run/charts/$chart.png"
done

check run_page test -s "$dir/run/charts/index.html"
check run_takes_old_charts_away test -z "$(ls "$dir"/run/*/old.* 2>/dev/null)" -a -e "$dir/run/charts/mine.txt"
expect run_names_charts_left_out 0 'render: threads, busy, latency: skipped' run --prof events --input "$short"
expect run_proc_file 0 'are the same' run --no-charts --input /proc/version
expect run_pipe 0 "the host's 10 lines are the same" sh -c 'printf x | "$@"' - \
  bash "$tools/run.sh" --build "$build" --out "$dir/run" --no-charts --input /dev/stdin
expect run_memory_for_buffers 0 ' bytes), 3[0-9][0-9] MiB' run --no-charts --input "$short" --append \
  'events=2m samples=256k addresses=2m sched=512k nodes=64k'

# Every awk of the run counts in the C locale: with others, decimal points become commas.
mkdir "$dir/awk"
printf '#!/bin/sh\n[ "$LC_ALL" = C ] || { echo "awk in locale $LC_ALL"; exit 9; }\nexec %s "$@"\n' "$(command -v awk)" \
  > "$dir/awk/awk"
chmod +x "$dir/awk/awk"
in_german() { (PATH=$dir/awk:$PATH LC_ALL=de_DE.UTF-8; export PATH LC_ALL; run "$@"); }
expect run_in_another_locale 0 '^  *[0-9]*\.[0-9] %' in_german --no-charts --input "$short"

run --no-charts --append run=1 --input "$short" > /dev/null 2>&1
mv "$dir/run/run.jxp" "$dir/first.jxp"
run --no-charts --append run=1 --input "$short" > /dev/null 2>&1
check run_repeats_exactly cmp "$dir/first.jxp" "$dir/run/run.jxp"

# ---- what can go wrong ----

test_kernel=$build/test-kernel.elf
expect run_other_workload 0 'result is not checked' run --no-charts --elf "$test_kernel" --workload threads --input "$short"
expect run_crash_is_named 1 'selftest_divide' run --no-charts --elf "$test_kernel" --workload divide --input "$short"
check run_crash_leaves_a_dump sh -c "'$build/hostdump' info '$dir/run/run.jxp' | grep -q 'crash .*divide error'"
check run_crash_leaves_stacks sh -c "'$build/hostdump' report --table crash -k '$test_kernel' '$dir/run/run.jxp' |
  grep -q 'TimerManager .*thread_block'"
expect run_ring_keeps_the_newest 0 'the ring of events keeps the newest' run --no-charts --append 'ring=all events=64' \
  --input "$short"
check run_ring_has_the_end sh -c "'$build/hostdump' report --table events --tsv -k '$build/kernel.elf' '$dir/run/run.jxp' |
  grep -q 'words ranked'"
expect run_dump_as_text 0 'nothing was lost' run --no-charts --append dump=text --input "$short"
expect run_crash_fails 1 'NOT all is right' run --no-charts --append workload=panic --input "$short"
expect run_kernel_refuses_option 1 'nonsense' run --no-charts --append nonsense=1 --input "$short"
# The kernel repeats what it does not know, and the text that is kept has it all; but this would be the terminal's title.
escapes()
{
  run --no-charts --append "$(printf 'x\033]0;title\007y\033[2Jz')=1" --input "$short" > "$dir/shown" 2>&1
  run --no-charts --out "$dir/$(printf 'r\033[2Jn')" --input "$short" >> "$dir/shown" 2>&1
  grep -q "x0;titleyz" "$dir/shown" && grep -q "$dir/rn" "$dir/shown" &&
    grep -aq "$(printf 'x\033]0;title\007y')" "$dir/run/failed.txt" &&
    test -z "$(tr -cd '\000-\010\013\014\016-\037\177' < "$dir/shown")"
}
check run_shows_no_escapes escapes
truncate -s 40M "$dir/large"
expect run_module_too_large 1 'module of 41943040 bytes is too large' run --no-charts --mem 32 --input "$dir/large"
expect run_small_machine 1 'memory' run --no-charts --mem 8 --input "$short"
run --no-charts --input "$short" > /dev/null 2>&1
cp -r "$dir/run" "$dir/before"
expect run_qemu_refuses_option 1 'QEMU could not run' run --no-charts --qemu -nonsense --input "$short"
expect run_says_what_is_old 1 'is of the run before' run --no-charts --qemu -nonsense --input "$short"
expect run_names_memory_both_ways 1 'MEM= or --mem' run --no-charts --mem 99999999 --input "$short"
check run_of_which_nothing_came_deletes_nothing diff -r -x .lock "$dir/before" "$dir/run"
expect run_failing_at_once_says_what_is_old 1 'is of the run before, but failed.txt' run --mem 4 --input "$short"
check run_failing_at_once_leaves_its_text grep -q '^error: not enough memory' "$dir/run/failed.txt"
rm -f "$dir/run/failed.txt"
check run_failing_at_once_deletes_nothing diff -r -x .lock "$dir/before" "$dir/run"
expect run_nobody_boots 1 'no byte came for 2 s' run --no-charts --qemu -S --timeout 2 --input "$short"
expect run_unwritable_out 1 'cannot be made' run --no-charts --out /dev/null/run --input "$short"

# A build folder whose textjob or render is another program.
other_build()
{
  rm -rf "$dir/other"
  mkdir "$dir/other"
  for file in kernel.elf kernel.elf32 hostdump textjob figures render record.sizes; do
    ln -s "$build/$file" "$dir/other"
  done
  rm "$dir/other/$1"
  printf '#!/bin/sh\n%s\n' "$2" > "$dir/other/$1"
  chmod +x "$dir/other/$1"
}

other_build textjob "'$build/textjob' \"\$@\" | sed 's/words .*/words 1/'"
expect run_wrong_result 1 'result is WRONG' run --build "$dir/other" --no-charts --input "$short"
other_build render 'echo no gnuplot today; exit 1'
expect run_failed_charts 1 '^no gnuplot today' run --build "$dir/other" --input "$short"
expect run_failed_charts_by_name 1 '^run: making charts failed' run --build "$dir/other" --input "$short"

# Ctrl-C in the middle: the machine is stopped, what came is kept, nothing is left.
bash "$tools/run.sh" --build "$build" --out "$dir/run" --input "$dir/newlines" --qemu -S > "$dir/interrupted" 2>&1 &
pid=$!
until ls "$TMPDIR"/*/ttyS0.out > /dev/null 2>&1 || ! kill -0 $pid 2>/dev/null; do sleep 0.1; done
kill -TERM $pid
wait $pid
status=$?
check run_interrupted_status test $status -eq 143
check run_interrupted_says_so grep -q 'interrupted; nothing had come' "$dir/interrupted"
check run_leaves_no_temporary_files test -z "$(ls "$TMPDIR")"
check run_leaves_no_process sh -c "! ps -eo args | grep -v grep | grep -q '[ =]$dir/run'"
