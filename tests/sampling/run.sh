#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh BUILD: what is sampled is what ran. Shares of samples are those of the CPU within the 99 % interval of the
# binomial distribution (2.58 sigma):
#
#  - of each thread of the text workload, as the scheduler's records have it; its threads begin at ticks and block
#    before the next one;
#  - of functions of known shares (kernel/workload/sampling.c): 70 to 30; half with interrupts off; a thread in step
#    with the clock. Those that a weaker way of sampling would fool are run that way, too, and must then fail.
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
  bash "$here/host-tools/run.sh" --build "$build" --input "$build/text.txt" --prof "$prof" --append "$*" \
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
  FNR == 1 || (FNR > 1 && !header[FILENAME]) { header[FILENAME] = 1; file++; next }'

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

# Of threads: $1 name; $2 those that are tested, at least; $3 yes, or no where one must not be found.
thread_shares() {
  awk -F '\t' -v name="$1" -v least="$2" -v wanted="$3" "$within"'
    file == 1 { sampled[$1] += $3; all += $3 }
    file == 2 && $1 != "NMI" { cpu[$1] = $4; sum += $4 }
    END {
      for (thread in cpu) {
        share = cpu[thread] / sum
        if (share * all < 10)
          continue # too few for the normal approximation
        tests++
        if (!within(sampled[thread], all, share)) {
          off = off sprintf(" %s: %.2f %% of %d samples, %.2f %% of the CPU", thread, 100 * sampled[thread] / all, all,
            100 * share)
        }
      }
      print (tests >= least && (off == "") == (wanted == "yes") ? "ok " : "not ok ") name (wanted == "yes" ? off : "")
    }' "$dir/run/tables/stacks.tsv" "$dir/run/tables/threads.tsv"
}

{
  for hz in 1000 5000; do
    for way in nmi irq; do
      run "threads_${way}_$hz" samples,sched sampling=$way hz=$hz && thread_shares "threads_${way}_$hz" 4 yes
    done
  done

  run split samples workload=split hz=20000 && function_share split sampled_70 sampled_30 0.7 yes

  run masked samples workload=masked hz=5000 && function_share masked sampled_masked sampled_open 0.5 yes
  run masked_fools_interrupts samples workload=masked hz=5000 sampling=irq &&
    function_share masked_fools_interrupts sampled_masked sampled_open 0.5 no

  run locked samples,sched workload=locked hz=1000 && thread_shares locked 2 yes
  run locked_fools_ticks samples,sched workload=locked hz=1000 sampling=tick && thread_shares locked_fools_ticks 2 no

  # 10,000 samples a second that come in the middle of anything, probes and switches too. The kernel's own functions run
  # as often as there are ticks, so they are left out.
  run timed timing workload=accuracy hz=10000 nodes=65536 && mv "$dir/run" "$dir/timed" &&
    run timed_and_sampled timing,samples workload=accuracy hz=10000 nodes=65536 && awk -F '\t' "$within"'
    file == 1 { calls[$1] = $3; own[$1] = $5 }
    file == 2 && $2 ~ /workload\/accuracy/ && own[$1] >= 100 {
      tests++
      off = 100 * ($5 / own[$1] - 1)
      if ($3 != calls[$1] || off > 0.25 || off < -0.25)
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
