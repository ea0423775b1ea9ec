#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: tests of the model of caches (host-tools/qemu) as QEMU's plugin, on walks over memory whose misses are
# known (tests/kernel/programs/walk.c). Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. Time counts
# instructions, so that a run repeats exactly.
# Takes 13 seconds.
test_prefix='model '
. "$(dirname "$0")/../../lib/suite.sh"
cd "$scratch" || exit 2
ln -s "$build/model.so" model.so

# Leaves NAME.jxp and NAME.counters; prints what went wrong.
boot() # NAME OPTIONS PLUGIN
{
  name=$1
  run_qemu kernel="$build/test-kernel.elf32" append="$2" module="$build/text.txt" memory=268 icount=on \
    serial="file:$name.line" timeout=600 -plugin "./model.so,$3,out=$name.counters" >"$name.qemu" 2>&1
  grep -aq 'exit: ok' "$name.line" || { echo "the kernel did not end well: $(tail -n 1 "$name.qemu")"; return; }
  "$build/hostdump" -o "$name.jxp" <"$name.line" >/dev/null 2>"$name.errors" ||
    echo "the dump is not whole: $(head -n 1 "$name.errors")"
}

# Leaves NAME.tables; prints what went wrong.
tables() # NAME COUNTERS
{
  "$build/hostdump" tables --no-symbols --counters "$2" "$1.jxp" -o "$1.tables" 2>"$1.errors" || head -n 1 "$1.errors"
}

# Prints so when a walk of SIZE does not miss READS lines each time. What MANY times miss more than FEW times is the
# walks', but for some lines of the thread's own, its stack and the scheduler's code, that were evicted before it
# began: how many depends on where the linker put them (6 were seen). One line that is missed in each walk must be
# more than that, so where READS is 0 MANY is larger than FEW by 200.
per_time() # NAME SIZE FEW MANY COLUMN READS
{
  [ -s "$1.tables/counters.tsv" ] || { echo "there is no table"; return; }
  awk -F '\t' -v few="$2 x$3" -v many="$2 x$4" -v more=$(($4 - $3)) -v column="$5" -v reads="$6" '
    /^#/ { next }
    !(column in at) { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { missed[$1] = $at[column] }
    END {
      if (!(few in missed) || !(many in missed)) { print "there is no thread " few " or " many; exit }
      off = missed[many] - missed[few] - more * reads
      if (off < -16 || off > 16)
        print many " misses " missed[many] ", " few " " missed[few] ": not " reads " each time"
    }' "$1.tables/counters.tsv"
}

# QEMU must end at once, and the plugin must say why.
refuses() # NAME PATTERN ARGUMENTS
{
  run_qemu timeout=600 -S -plugin "./model.so,$3" >refused 2>&1
  status=$?
  reason=
  [ $status -eq 1 ] || reason="exit status $status"
  grep -q -e "$2" refused || reason="does not say $2 but: $(head -n 1 refused)"
  result "refuses_$1" "$reason"
}

pair='first=l1_misses,second=l2_misses'
refuses unknown_counter 'model: second=cycles: there is no such counter; there are: l1_accesses l1_misses l2_misses' \
  first=l1_misses,second=cycles,out=x
refuses one_counter 'model: second=: there is no such counter' first=l1_misses,out=x
refuses no_file 'model: which file? out=FILE' $pair
refuses no_directory 'model: none/x: No such file' $pair,out=none/x
refuses size_alone 'model: l1=32k: a size and a number of ways are wanted, like 32k:8' $pair,out=x,l1=32k
refuses no_ways 'model: l2=1m:0: a size and a number of ways' $pair,out=x,l2=1m:0
refuses odd_size 'model: a cache.s size is its ways times' $pair,out=x,l1=33k:8
refuses odd_line 'model: a line has a power of two of bytes' $pair,out=x,line=48
refuses unknown_clock 'model: clock=tsc: it is instructions (with -icount shift=0) or host' $pair,out=x,clock=tsc
refuses no_line 'model: line=big: a number of bytes is wanted' $pair,out=x,line=big

walk='workload=walk prof=none counters=model hz=20'
result walk_boots "$(boot walk "$walk" $pair)"
result walk_is_of_the_run "$(tables walk walk.counters)"
result fits_the_first_level "$(per_time walk 16k 20 220 first 0)"
result misses_the_first_level "$(per_time walk 64k 20 30 first 1024)"
result fits_the_second_level "$(per_time walk 64k 20 30 second 0)"
result misses_both_levels_1 "$(per_time walk 2m 4 6 first 32768)"
result misses_both_levels_2 "$(per_time walk 2m 4 6 second 32768)"
result counts_each_read "$(boot reads "$walk" first=l1_accesses,second=l2_evictions; tables reads reads.counters
  per_time reads 64k 20 30 first 1024; per_time reads 2m 4 6 second 32768)"
result sizes_are_heeded "$(boot small "$walk" "$pair,l1=4k:4,l2=48k:12,line=128"; tables small small.counters
  per_time small 16k 20 220 first 128; per_time small 16k 20 220 second 0; per_time small 64k 20 30 second 512)"

result repeats_exactly "$(boot again "$walk" $pair; cmp walk.counters again.counters 2>&1)"
result refuses_another_run "$(boot other "$walk hz=1000" $pair; tables other walk.counters | grep -q \
  'walk.counters is not of the run of other.jxp' || echo 'takes the values of another run')"

# All that the profiler does at once, and a line that is reached through memory: no instruction is lost or counted
# twice.
text='workload=text prof=all counters=model'
result all_is_aligned "$(boot text "$text" $pair; tables text text.counters)"
[ -s text.tables/counters.tsv ] || give_up no_time_missing 'there is no table'
result no_time_missing "$(awk -F '\t' '
  FNR == 1 { file++ }
  /^#/ || /^thread/ || /^key/ { next }
  file == 1 { sum += $3 }
  file == 2 && $1 == "duration_us" { all = $2 }
  END { if (sum < 0.999 * all || sum > all) print "the readings are " sum " us apart together, the run has " all }' \
  text.tables/counters.tsv text.tables/run.tsv)"
finish
