#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh BUILD: what is sampled is what ran. Shares of samples are those of the CPU:
#
#  - of each thread of the text workload, as the scheduler's records have it; its threads begin at ticks and block
#    before the next one;
#  - of functions of known shares (kernel/programs/sampling.c), within the 99 % interval of the binomial distribution
#    (2.58 sigma): 70 to 30; half with interrupts off; and a thread in step with the clock.
#
# What a weaker way of sampling would get wrong is run that way, too, and must then fail.
#
# And a sampled stack is one that there was: where two functions that are timed follow each other, the call tree has
# that call. What samples take is nobody's time. Instructions are counted, so the same samples are taken each time.

build=$(cd "$1" && pwd) || exit 2
here=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
LC_ALL=C
export LC_ALL

# $1: the test's name; $2: instrumentation; then the kernel's options. The tables are in $dir/run/tables.
run() {
  name=$1 prof=$2
  shift 2
  rm -rf "$dir/run"
  bash "$here/host-tools/run/run.sh" --build "$build" --input "$build/text.txt" --prof "$prof" --append "$*" \
    --out "$dir/run" --no-charts >"$dir/log" 2>&1 && return
  echo "not ok $name the run failed"
  sed 's/^/# /' "$dir/log"
  false
}

# Whether a share of samples may be a given one.
within='
  function within(sampled, all, share) {
    return (sampled - all * share) ^ 2 <= 2.58 ^ 2 * all * share * (1 - share)
  }
  /^#/ { next }
  !header[FILENAME]++ { file++; next }'

# Of functions: $1 name; $2 function; $3 the other one; $4 its share of the two; $5 yes, or no where it must not be so.
function_share() {
  awk -F '\t' -v name="$1" -v first="$2" -v second="$3" -v share="$4" -v wanted="$5" "$within"'
    $1 == first { sampled = $3 }
    $1 == second { other = $3 }
    END {
      found = within(sampled, sampled + other, share) ? "yes" : "no"
      print (found == wanted && sampled + other > 100 ? "ok " : "not ok ") name (found == wanted ? "" : " " \
        sampled + 0 " samples of " sampled + other ", share " share)
    }' "$dir/run/tables/samples.tsv"
}

# Of threads, all together: $1 name; $2 those that are tested, at least; $3 yes, or no where the shares must not be
# those of the CPU. Pearson's chi-squared test at 99.9 %; interrupts are left out, whose time begins before they are
# current.
thread_shares() {
  awk -F '\t' -v name="$1" -v least="$2" -v wanted="$3" "$within"'
    file == 1 && $2 == "thread" || $2 == "idle" { cpu[$1] = $3; sum += $3 }
    file == 2 && $1 in cpu { sampled[$1] += $3; all += $3 }
    END {
      split("10.83 13.82 16.27 18.47 20.52 22.46 24.32", limit, " ") # by degrees of freedom
      for (thread in cpu) {
        expected = all * cpu[thread] / sum
        if (expected < 5)
          continue # too few for the test
        tests++
        squares += (sampled[thread] - expected) ^ 2 / expected
        said = said sprintf(" %s: %d samples of %d, %.2f %% of the CPU", thread, sampled[thread], all,
          100 * cpu[thread] / sum)
      }
      found = tests > 1 && squares <= limit[tests - 1] ? "yes" : "no"
      print (tests >= least && found == wanted ? "ok " name : "not ok " name " chi-squared " squares " of" said)
    }' "$dir/run/tables/threads.tsv" "$dir/run/tables/stacks.tsv"
}

{
  for way in nmi irq; do
    run "threads_by_$way" samples,sched sampling=$way hz=5000 && thread_shares "threads_by_$way" 4 yes
  done
  run threads_fool_ticks samples,sched sampling=tick hz=5000 && thread_shares threads_fool_ticks 4 no

  run split samples workload=split hz=20000 && function_share split sampled_70 sampled_30 0.7 yes

  run masked samples workload=masked hz=5000 && function_share masked sampled_masked sampled_open 0.5 yes
  run masked_fools_interrupts samples workload=masked hz=5000 sampling=irq &&
    function_share masked_fools_interrupts sampled_masked sampled_open 0.5 no

  run locked samples,sched workload=locked hz=1000 && thread_shares locked 2 yes
  run locked_fools_ticks samples,sched workload=locked hz=1000 sampling=tick && thread_shares locked_fools_ticks 2 no

  # 10,000 samples a second that come in the middle of anything, probes and switches too. The kernel's own functions run
  # as often as there are ticks, so they are left out. Interrupts, the tick's too, that hit a probe leave some ten
  # instructions behind, hence the microsecond.
  run timed timing workload=accuracy hz=10000 nodes=65536 && mv "$dir/run" "$dir/timed" &&
    run timed_and_sampled timing,samples workload=accuracy hz=10000 nodes=65536 && awk -F '\t' "$within"'
    file == 1 { calls[$1] = $3; own[$1] = $5 }
    file == 2 && $2 ~ /programs\/accuracy/ && own[$1] >= 100 {
      tests++
      off = $5 - own[$1]
      off = off < 0 ? -off : off
      if ($3 != calls[$1] || (off > 1 && off > 0.0025 * own[$1]))
        bad = bad sprintf(" %s: %d calls, %.3f us, not %d and %.3f", $1, $3, $5, calls[$1], own[$1])
    }
    END { print (tests >= 10 && bad == "" ? "ok" : "not ok") " sampling_takes_nobodys_time" bad }
    ' "$dir/timed/tables/methods.tsv" "$dir/run/tables/methods.tsv"

  # 1 in 100: where gcc puts instructions between a frame's end and the return, a sample lacks one caller.
  run sampled_stacks timing,samples hz=5000 && awk -F '\t' "$within"'
    file == 1 { timed[$1] = 1 }
    file == 2 { call[$1 ";" $2] = 1 }
    file == 3 {
      depth = split($2, at, ";")
      all += $3
      for (i = 2; i <= depth; i++)
        if (at[i - 1] in timed && at[i] in timed && !(at[i - 1] ";" at[i] in call)) {
          false_calls += $3
          example = at[i - 1] " calls " at[i]
        }
    }
    END {
      ok = all > 500 && false_calls <= all / 100
      print (ok ? "ok" : "not ok") " sampled_stacks " (ok ? "" : false_calls + 0 " of " all " samples: " example)
    }' "$dir/run/tables/methods.tsv" "$dir/run/tables/pairs.tsv" "$dir/run/tables/stacks.tsv"

  # Of the same run: by chance, 1 in 100.
  awk -F '\t' "$within"'
    $5 { samples++ }
    $9 == "no" { apart++ }
    END { print (FNR > 100 && samples > 20 && apart <= FNR / 50 ? "ok" : "not ok") " timing_and_samples_agree " \
      (apart > FNR / 50 ? apart " of " FNR " rows do not" : "") }' "$dir/run/tables/agreement.tsv"
} | tee "$dir/result"
! grep -q '^not ok' "$dir/result"
