#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# live.sh: what moments cost: the same job without and with the stacks of all threads taken each 100 ms and each
# millisecond, beside 10 threads of which one runs now and then, and beside 200 of which 20 do; and how long threads stand
# still while, of 200, 20 have run since the moment before. Times count instructions (-icount), so they repeat. Then what
# hostdump serve takes of a core of this machine for 64 targets of 10 threads, each with ten moments a second, and a page
# that is fed all of it; how far that page is behind, and how long a page that is opened meanwhile takes to get there.
# One line a figure: name, value, unit, goal, holds or short. Usage: live.sh BUILD

. "$(dirname "$0")/../../host-tools/run/qemu.sh"
build=$(readlink -f "${1:?which build folder?}")
tree=$(readlink -f "$(dirname "$0")/../..")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# Runs the job; its dump is in $dir/NAME. RUNS: threads, how many of them run now and then, how long each then rests (us),
# steps of the job.
job() { # NAME 'RUNS' OPTIONS
  echo "$2" >"$dir/input"
  bash "$tree/host-tools/run/run.sh" --build "$build" --elf "$build/test-kernel.elf" --input "$dir/input" \
    --workload stand --prof moments --append "threads=512 $3" \
    --out "$dir/$1" --no-charts --mem 256 >"$dir/log" 2>&1 || {
    echo "live.sh: the job did not end: $(tail -n 2 "$dir/log")" >&2
    exit 1
  }
}

cycles() { # NAME
  tr -d '\r' <"$dir/$1/console.txt" | awk '$1 == "result:" && $2 == "cycles" { print $3 }'
}

# What left by the line.
bytes() { # NAME
  "$build/hostdump" report --tsv --table=run "$dir/$1/run.jxp" | awk -F '\t' '$1 == "wire_bytes" { print $2 }'
}

# What all threads' standing still comes to: MEDIAN P99 MOST MEAN, us; and how many moments.
still() { # NAME
  "$build/hostdump" stacks "$dir/$1/run.jxp" |
    sed -n 's/^\([0-9]*\) moments: threads stood still for \([0-9.]*\) us (median), \([0-9.]*\) us (99 % of '\
'the moments at most), \([0-9.]*\) us (at most); from one to the next \([0-9.]*\) us.*/\1 \2 \3 \4 \5/p'
}

figure() { # NAME VALUE UNIT GOAL
  awk -v name="$1" -v value="$2" -v unit="$3" -v goal="$4" \
    'BEGIN { print name "\t" value "\t" unit "\t<= " goal "\t" (value <= goal ? "holds" : "short") }'
}

cost() { # NAME WITHOUT WITH GOAL
  figure "$1" "$(awk -v a="$(cycles "$2")" -v b="$(cycles "$3")" 'BEGIN { printf "%.4f", 100 * (b - a) / a }')" % "$4"
}

per_moment() { # NAME FEWER MORE GOAL: by how much a dump is larger for each moment that it has more
  read -r less _ < <(still "$2")
  read -r more _ < <(still "$3")
  figure "$1" "$(awk -v a="$(bytes "$2")" -v b="$(bytes "$3")" -v n=$((more - less)) \
    'BEGIN { printf "%.1f", (b - a) / n }')" bytes "$4"
}

# 64 targets for 20 seconds, with a page. The processor time of hostdump is the kernel's count of its ticks; how far the
# page is behind is how long a byte takes from a target's socket to the page at most (tests/live/behind.py), of a page
# that was there before the targets; one that is opened when they have spoken for ten seconds gets all that there is
# first (tests/live/opens.py).
serve_many() {
  mkdir -p "$dir/many" "$dir/got"
  local places=() i
  for i in {0..63}; do places+=("t$i=unix:$dir/many/$i"); done
  echo page >"$dir/page.html"
  "$build/hostdump" serve -d "$dir/many" --http 0 --template "$dir/page.html" "${places[@]}" 2>"$dir/served" &
  local server=$! port=
  until grep -q ready: "$dir/served" || ! kill -0 $server; do sleep 0.1; done
  port=$(sed -n 's,.*the page is at http://[^/]*:\([0-9]*\)/.*,\1,p' "$dir/served")
  : >"$dir/behind"
  python3 "$tree/tests/live/behind.py" "$port" "$dir/log" >>"$dir/behind" &
  local page=$!
  until grep -q ready "$dir/behind" || ! kill -0 $page; do sleep 0.1; done # else its interpreter's start is measured
  "$build/players" "unix:$dir/many/%" 64 10 200 10 0 "$dir/log" >"$dir/played" & # 20 s
  local ticks players=$!
  sleep 10
  python3 "$tree/tests/live/opens.py" "$port" 64 >"$dir/opened"
  wait $players
  ticks=$(sed 's/.*) //' /proc/$server/stat | awk '{ print $12 + $13 }')
  kill $server
  wait $server $page
  figure live/64_targets_10Hz_of_a_core "$(awk -v t="$ticks" -v hz="$(getconf CLK_TCK)" \
    'BEGIN { printf "%.2f", 100 * t / hz / 20 }')" % 15
  figure live/64_targets_page_behind_at_most "$(sed -n '$s/ .*//p' "$dir/behind")" s 1
  figure live/64_targets_page_opened_until_level "$(sed -n '$s/ .*//p' "$dir/opened")" s 1
}

serve_many
for threads in 10 200; do
  job none$threads "$threads $((threads / 10))" ''
  job slow$threads "$threads $((threads / 10))" stacks=100ms
  job fast$threads "$threads $((threads / 10))" stacks=1ms
done
job still200 '200 20 4000 300000000' stacks=10ms
job none4 '4 1' '' # ten threads are four standers and the kernel's own
job once10 '4 1' stacks=600ms
cost moments/cost_10_threads_100ms none10 slow10 0.1
cost moments/cost_200_threads_100ms none200 slow200 0.5
cost moments/cost_10_threads_1ms none10 fast10 3
cost moments/cost_200_threads_1ms none200 fast200 3
read -r _ median p99 most _ < <(still still200)
figure moments/still_200_threads_20_changed_p99 "$p99" us 50
read -r _ median p99 most _ < <(still slow200)
figure moments/still_200_threads_first "$most" us 50
read -r _ median p99 most mean < <(still fast200)
figure moments/still_200_threads_1ms_p99 "$p99" us 50
figure moments/interval_off "$(awk -v m="$mean" 'BEGIN { d = (m - 1000) / 10; printf "%.4f", d < 0 ? -d : d }')" % 0.1
per_moment moments/bytes_10_threads_steady slow10 fast10 64
# Without the option's own text, which the first frame has.
text=' stacks=600ms'
figure moments/bytes_10_threads_first "$(($(bytes once10) - $(bytes none4) - ${#text}))" bytes 400
