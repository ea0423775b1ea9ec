#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# fuzz.sh: runs each harness for its share of the time, two at once, from the corpus in the tree, seeds made of the
# golden streams, and what earlier runs have found. Usage: fuzz.sh BUILD SECONDS NAME...
#
# A figure a line for each harness: inputs run, inputs a second, edges of the code reached, features (by which libFuzzer
# tells inputs apart), memory. What crashed, hung (20 s) or filled 1 GiB is BUILD/fuzz/found/NAME-...; mend it, and put the
# file under a name that says what it was into tests/damage/fuzz/corpus/NAME. New inputs stay in
# BUILD/fuzz/corpus/NAME; `fuzz.sh BUILD --merge NAME...` takes into the tree what covers more than the files there.

build=$(cd "$1" && pwd) || exit 2
seconds=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
work=$build/fuzz

# Dumps with stored payloads, their payloads, streams and text: what the harnesses begin with.
make_seeds()
{
  seeds=$work/seeds
  rm -rf "$seeds"
  for name in frames blocks dump symbols armor answers series index; do
    mkdir -p "$seeds/$name" "$work/corpus/$name"
  done
  for golden in "$here"/../../golden/*/; do
    golden=$(basename "$golden")
    "$build/mkgolden" "$golden" >"$seeds/frames/$golden" || exit 1
    "$build/seed" "$seeds/frames/$golden" "$seeds/dump/$golden" "$seeds/blocks/$golden" || exit 1
  done
  for stream in "$seeds"/frames/*; do
    { echo '-----BEGIN JX PROFILE-----'; base64 -w 76 "$stream"; echo '-----END JX PROFILE-----'; } >"$stream.text"
    cp "$stream.text" "$seeds/armor"
  done
  cp "$build/golden.elf" "$seeds/symbols/golden.elf"
  objcopy --only-keep-debug "$build/golden.elf" "$seeds/symbols/debug.elf"
  objcopy --strip-debug "$build/golden.elf" "$seeds/symbols/no_debug.elf"
}

# The longest inputs that are tried: a golden ELF is some 10 KiB, several frames are 4.
longest()
{
  case $1 in symbols) echo 16384 ;; *) echo 4096 ;; esac
}

run_one() # NAME SECONDS
{
  mkdir -p "$work/found" "$here/corpus/$1"
  "$work/fuzz_$1" -max_total_time="$2" -timeout=20 -rss_limit_mb=1024 -malloc_limit_mb=512 -close_fd_mask=2 \
    -max_len="$(longest "$1")" -print_final_stats=1 -artifact_prefix="$work/found/$1-" \
    "$work/corpus/$1" "$here/corpus/$1" "$work/seeds/$1" >"$work/$1.log" 2>&1
  status=$?
  awk -v name="$1" -v status=$status -F '[: ]+' '
    /^stat::number_of_executed_units/ { runs = $(NF) }
    /^stat::average_exec_per_sec/ { rate = $(NF) }
    /^stat::peak_rss_mb/ { memory = $(NF) }
    / ft: / { for (i = 1; i < NF; i++) if ($i == "ft") features = $(i + 1); else if ($i == "cov") edges = $(i + 1) }
    END { printf "fuzz_%s\t%d\tinputs\t%d a second, %d edges, %d features, %d MiB\t%s\n", name, runs, rate, edges,
          features, memory, status ? "short" : "holds" }' "$work/$1.log"
  [ $status -eq 0 ] && return
  sed -n '/ERROR: \|runtime error/{p;q;}; ' "$work/$1.log" >&2
  echo "fuzz: $1 failed: $work/$1.log; the input is $(ls -t "$work/found/$1"-* | head -n 1)" >&2
  return 1
}

if [ "$seconds" = --one ]; then
  run_one "$1" "$2"
  exit $?
fi
if [ "$seconds" = --merge ]; then
  for name; do
    "$work/fuzz_$name" -merge=1 -use_counters=0 -close_fd_mask=2 -max_len="$(longest "$name")" "$here/corpus/$name" \
      "$work/corpus/$name" "$work/seeds/$name" || exit 1
  done
  exit 0
fi
make_seeds
for name; do
  printf '%s\0%d\0' "$name" $((seconds * 2 / $#))
done | xargs -0 -n 2 -P 2 sh "$0" "$build" --one
