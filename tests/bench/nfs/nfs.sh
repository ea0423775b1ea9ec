#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# nfs.sh: the NFS server's figures. Usage: nfs.sh BUILD SECONDS
#
# - turns.sh: how long a GETATTR takes a client on this host, in five machines: the bare responder in C (responder.c),
#   the server in an image without probes, and in one that has them, with nothing recorded, with events, sched and
#   samples, and with everything. And how many instructions each runs for it, which repeats exactly.
# - service.sh: how long a request is in the server, as tshark sees it and as the server's own profile does.
# - SECONDS of guest time under a client that reads one file and compares it: nothing lost, no wrong byte, no more
#   memory in use after a collection at the end than at the beginning.

build=$(cd "$1" && pwd) || exit 2
seconds=$2
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../../.." && pwd)
load=$build/bench/nfs_load
. "$here/machines.sh"

readonly COLLECT_S=5
readonly ROUNDS_A_SECOND=160         # of guest time, with --shift 9, are more than it makes: 288,000 took 3,140 s

figure() { # NAME VALUE UNIT at_most|at_least|any GOAL
  awk -v name="$1" -v value="$2" -v unit="$3" -v how="$4" -v goal="$5" 'BEGIN {
    holds = value != "" && (how == "any" || (how == "at_most" ? value + 0 <= goal : value + 0 >= goal))
    printf "%s\t%s\t%s\t%s\t%s\n", name, value == "" ? "-" : sprintf(how == "any" ? "%d" : "%.3g", value), unit,
      how == "any" ? "-" : (how == "at_most" ? "<= " : ">= ") goal, holds ? "holds" : "short" }'
}

# ---- soak ----

# The client walks, then reads for that long, of the machine's time: its processor is a slow one, of 2 million
# instructions a second, that is emulated in less. Memory is what is least in use in a half, for a stack that still
# seems to hold an object keeps it a collection longer. What went wrong: a client that found other bytes, a run that
# did not end well, and what the server's layers count when they lose or refuse something.
soak() {
  local out=$dir/soak bad=0
  bash "$tree/host-tools/run/run-nfs.sh" --build "$build" --client libnfs --out "$out" \
    --rounds "$((seconds * ROUNDS_A_SECOND))" --shift 9 \
    --input "$dir/files.tar" --no-charts --no-packets --prof sched,objects --append ring=sched,objects \
    --args "collect=$COLLECT_S" >"$dir/soak.log" 2>&1 || bad=1
  tr -d '\r' <"$out/console.txt" >"$dir/soak.console"
  soak_wrong=$(awk -v bad=$bad '
    /^result: .*(damaged|full|malformed|checksum|resets|not sent|faults|refused|repeated|others|15 s) [0-9]+$/ {
      bad += $NF
    }
    END { print bad }' "$dir/soak.console")
  [ "$soak_wrong" -eq 0 ] || tail -n 5 "$dir/soak.log" | sed 's/^/# /'
  soak_seconds=$(awk -F '\t' '$1 == "duration_us" { print $2 / 1e6 }' "$out/tables/run.tsv")
  soak_growth=$(sed -n 's/^nfs: \([0-9]*\) bytes in use after a collection/\1/p' "$dir/soak.console" |
    awk '{ used[NR] = $1 } END { half = int(NR / 2); if (half > 1) print least(half + 1, NR) - least(2, half + 1) }
      function least(at, end,  m) { for (m = used[at]; at <= end; at++) m = used[at] < m ? used[at] : m; return m }')
  sed -n 's/^result: rpc calls /# calls answered in that time: /p' "$dir/soak.console"
}

# The image of the server, by name: its methods that have probes.
make_image() { # NAME METHODS
  local image
  image=$(bash "$tree/host-tools/run/java.sh" --build "$build" --app nfs --profile "$2" | tail -n 1)
  { cp "$image" "$dir/$1.elf" && cp "${image}32" "$dir/$1.elf32"; } || fail "there is no image of the server ($2)"
}

mkdir "$dir/files" && echo 'what is asked for' >"$dir/files/small" && head -c 8192 /dev/zero >"$dir/files/large" &&
  chmod -R a+rX "$dir/files" && tar -cf "$dir/files.tar" -C "$dir/files" . || fail "no room in $dir (TMPDIR)"
cp "$build"/bench/responder.elf{,32} "$dir" || fail "there is no responder; \`make bench-nfs' makes it"
make_image plain none
make_image probed all
. "$here/turns.sh"
. "$here/service.sh"
turns
instructions
service
soak
figure nfs_soak_guest_seconds "$soak_seconds" s at_least "$seconds"
figure nfs_soak_wrong_or_lost "$soak_wrong" count at_most 0
figure nfs_soak_memory_growth "$soak_growth" bytes at_most 0
