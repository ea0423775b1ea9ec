#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh BUILD: the sampled share of each thread is its share of the CPU, as the scheduler's records have it, within the
# 99 % interval of the binomial distribution (2.58 sigma). The text workload is the hard case: its threads begin at ticks
# and block before the next one. Instructions are counted, so the same samples are taken each time.

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
! grep -q '^not ok' "$dir/result"
