#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh BUILD: the sampled share of each thread is its share of the CPU, as the scheduler's records have it, within the
# 99 % interval of the binomial distribution (2.58 sigma). The text workload is the hard case: its threads begin at ticks
# and block before the next one. And a sampled stack is one that there was: where two functions that are timed follow each
# other, the call tree has that call. Instructions are counted, so the same samples are taken each time.

build=$(cd "$1" && pwd) || exit 2
here=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT

for hz in 1000 5000; do
  if ! bash "$here/host-tools/run.sh" --build "$build" --input "$build/text.txt" --prof samples,sched --append "hz=$hz" \
    --out "$dir/run" --no-charts >"$dir/log" 2>&1; then
    echo "not ok sampling_${hz}_hz the run failed"
    sed 's/^/# /' "$dir/log"
    continue
  fi
  LC_ALL=C awk -F '\t' -v hz="$hz" '
    FNR == 1 { file++; head = 0 }
    /^#/ { next }
    !head { head = 1; next }
    file == 1 { sampled[$1] += $3; all += $3 }
    file == 2 && $2 != "irq" { cpu[$1] = $4; sum += $4 }
    END {
      for (thread in cpu) {
        share = cpu[thread] / sum
        sigma = sqrt(share * (1 - share) / all)
        off = sampled[thread] / all - share
        if (share * all < 10)
          continue # too few for the normal approximation
        tests++
        if (off < -2.58 * sigma || off > 2.58 * sigma)
          printf "not ok sampling_%d_hz_%s %.2f %% of %d samples, %.2f %% of the CPU\n", hz, thread,
            100 * sampled[thread] / all, all, 100 * share
        else
          printf "ok sampling_%d_hz_%s\n", hz, thread
      }
      if (tests < 4)
        printf "not ok sampling_%d_hz too few threads\n", hz
    }' "$dir/run/tables/stacks.tsv" "$dir/run/tables/threads.tsv"
done | tee "$dir/result"

# 1 in 100: where gcc puts instructions between a frame's end and the return, a sample lacks one caller.
run="bash $here/host-tools/run.sh --build $build --input $build/text.txt --out $dir/run --no-charts"
if $run --prof timing,samples --append hz=5000 >"$dir/log" 2>&1; then
  LC_ALL=C awk -F '\t' '
    FNR == 1 { file++; head = 0 }
    /^#/ { next }
    !head { head = 1; next }
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
      ok = all > 1000 && false_calls <= all / 100
      print (ok ? "ok" : "not ok") " sampled_stacks " (ok ? "" : false_calls + 0 " of " all " samples: " example)
    }' "$dir/run/tables/methods.tsv" "$dir/run/tables/pairs.tsv" "$dir/run/tables/stacks.tsv"
else
  echo "not ok sampled_stacks the run failed"
  sed 's/^/# /' "$dir/log"
fi | tee -a "$dir/result"
! grep -q '^not ok' "$dir/result"
