#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# nfs.sh: the NFS server's figures, each a ratio of things that were measured side by side. Usage: nfs.sh BUILD
# SECONDS
#
# - Round trips of GETATTR a second, beside those of a bare responder in C (responder.c), in the same QEMU with the
# same card, by the same client (load.c): what Java, its protocol layers and NFS take. The server's image has no
# probes. - The server, in an image that has probes, with events, sched and samples switched on, and with everything,
# beside itself with nothing. These machines all run at once, and the client goes round them in many short turns; of
# each the fastest tenth count, for a host that is busy makes a round trip take twice as long, now for the one and
# now for the other. - How long it is from one reply to the next, as tshark sees it in QEMU's capture, and from one
# event "packet out" to the next: the same moments, by two clocks. What lies between them is printed below: tshark
# has a request in the server from when QEMU stamps it, before it is written to the capture and given to the card,
# and the processor made to take an interrupt; no event can be earlier than that, and on a loaded host it takes
# longer than the answer. - SECONDS of guest time under a client that reads one file and compares it: nothing lost,
# no wrong byte, no more memory in use after a collection at the end than at the beginning.

build=$(cd "$1" && pwd) || exit 2
seconds=$2
tree=$(cd "$(dirname "$0")/../../.." && pwd)
load=$build/bench/nfs_load
dir=$(mktemp -d) || exit 1
pids=
trap '[ -z "$pids" ] || kill $pids 2>/dev/null; rm -rf "$dir"' EXIT
LC_ALL=C
export LC_ALL

readonly TURNS=81 CALLS=200          # a turn of one machine is some 30 ms
readonly WIRE_CALLS=4000
readonly COLLECT_S=5
readonly ROUNDS_A_SECOND=80          # of guest time, with --shift 9: 470,000 took 6,351 s

fail() { echo "bench-nfs: $*" >&2; exit 1; }

figure() { # NAME VALUE UNIT at_most|at_least GOAL
  awk -v name="$1" -v value="$2" -v unit="$3" -v how="$4" -v goal="$5" 'BEGIN {
    holds = value != "" && (how == "at_most" ? value + 0 <= goal : value + 0 >= goal)
    printf "%s\t%s\t%s\t%s %s\t%s\n", name, value == "" ? "-" : sprintf("%.3g", value), unit,
      how == "at_most" ? "<=" : ">=", goal, holds ? "holds" : "short" }'
}

# The value below which `share' of the lines are.
quantile() { # SHARE
  sort -g | awk -v share="$1" '{ v[NR] = $1 } END { if (NR) print v[int((NR - 1) * share) + 1] }'
}

port_is_taken() { grep -qi "^ *[0-9]*: [0-9A-F]*:$(printf %04X "$1") " /proc/net/udp; }

free_port() {
  : "${port:=$((20000 + $$ % 10000))}"
  port=$((port + 1))
  while port_is_taken $port; do port=$((port + 1)); done
}

# ---- turns ----

# Boots IMAGE as NAME and sets port_NAME.
boot() { # NAME IMAGE OPTIONS
  local i
  mkdir "$dir/$1"
  free_port
  printf -v "port_$1" %s $port
  (cd "$dir/$1" && exec qemu-system-x86_64 -kernel "$2" -initrd ../files.tar -append "$3" -m 384 -display none \
    -serial file:console -nic none -no-reboot -netdev "user,id=n,hostfwd=udp:127.0.0.1:$port-:2049" \
    -device ne2k_pci,netdev=n) </dev/null >"$dir/$1.log" 2>&1 &
  pids="$pids $!"
  for ((i = 0; i < 600; i++)); do
    grep -q '^net: ready' "$dir/$1/console" 2>/dev/null && return
    sleep 0.1
  done
  fail "the machine '$1' does not get ready: $(tail -qn 1 "$dir/$1/console" "$dir/$1.log")"
}

turn() { # NAME [FILE]: seconds that CALLS take
  local port_name=port_$1
  "$load" "${!port_name}" $CALLS ${2:+"$2"} | awk '{ print $2 }'
}

turns() {
  local i name some=ring=events,sched,samples,objects
  boot bare "$build/bench/responder.elf32" 'workload=respond prof=none'
  boot plain "$dir/plain.elf32" 'workload=java prof=none'
  boot none "$image" 'workload=java prof=none'
  boot some "$image" "workload=java prof=events,sched,samples $some"
  boot all "$image" "workload=java prof=timing,samples,events,sched,objects $some"
  for ((i = 0; i < TURNS; i++)); do
    for name in bare plain none some all; do
      turn $name "$([ $name = bare ] || echo export/small)"
    done | paste -s >>"$dir/turns"
    [ "$(tail -n 1 "$dir/turns" | wc -w)" -eq 5 ] || fail "a machine does not answer"
  done
  kill $pids
  wait $pids 2>/dev/null
  pids=
}

# What a machine's turn takes when the host lets it: the fastest tenth.
fast() { # COLUMN
  awk -v column="$1" '{ print $column }' "$dir/turns" | quantile 0.1
}

# An expression of bare, plain, none, some, all.
of_turns() {
  awk -v bare="$(fast 1)" -v plain="$(fast 2)" -v none="$(fast 3)" -v some="$(fast 4)" -v all="$(fast 5)" \
    "BEGIN { print $1 }"
}

# ---- times on the wire ----

# Boots the server with its events on, and asks it; leaves its profile and the capture.
serve() {
  local i
  free_port
  mkfifo "$dir/line.in" "$dir/line.out"
  qemu-system-x86_64 -kernel "$image" -initrd "$dir/files.tar" -append 'workload=java prof=events -- idle=2' -m 384 \
    -display none -serial "pipe:$dir/line" -nic none -no-reboot -device isa-debug-exit,iobase=0xf4,iosize=4 \
    -netdev "user,id=n,hostfwd=udp:127.0.0.1:$port-:2049" -device ne2k_pci,netdev=n \
    -object "filter-dump,id=f,netdev=n,file=$dir/packets.pcap" </dev/null >"$dir/serve.log" 2>&1 &
  pids=$!
  "$build/hostdump" -o "$dir/run.jxp" --timeout 60 <"$dir/line.out" >"$dir/console" 2>"$dir/dump.log" &
  for ((i = 0; i < 600; i++)); do
    grep -q '^net: ready' "$dir/console" 2>/dev/null && break
    sleep 0.1
  done
  "$load" $port $WIRE_CALLS export/small >/dev/null || fail "the server does not answer"
  wait
  pids=
}

# A field of the captured replies to GETATTR.
replies() { # FIELD
  tshark -r "$dir/packets.pcap" -Y 'rpc.msgtyp == 1 && rpc.procedure == 1' -T fields -e "$1" 2>/dev/null
}

# The times of the server's events, in us, as awk sees them: `name' and `time' by line.
logged() { # PROGRAM
  "$build/hostdump" report --no-symbols --tsv --table events "$dir/run.jxp" 2>/dev/null |
    awk -F '\t' "!/^#/ { time = \$1; name = \$3 } $1"
}

on_the_wire() {
  serve
  wire=$(replies frame.time_epoch | awk 'NR > 1 { print ($1 - last) * 1e6 } { last = $1 }' | quantile 0.5)
  events=$(logged 'name == "packet out" { if (n++) print time - last; last = time }' | quantile 0.5)
  figure nfs_replies_tshark/events "$(awk -v a="$wire" -v b="$events" \
    'BEGIN { if (a && b) print (a > b ? 100 * (a / b - 1) : 100 * (1 - a / b)) }')" '% apart' at_most 5
  printf '# of %s us from reply to reply, tshark has a request in the server for %s; interrupt to packet is %s\n' \
    "$wire" "$(replies rpc.time | awk '{ print $1 * 1e6 }' | quantile 0.5)" \
    "$(logged 'name == "NIC interrupt" { begun = time } name == "packet out" { print time - begun }' | quantile 0.5)"
}

# ---- soak ----

# The client walks, then reads for that long, of the machine's time: its processor is a slow one, of 2 million
# instructions a second, that is emulated in less. Memory is what is least in use in a half, for a stack that still
# seems to hold an object keeps it a collection longer. What went wrong: a client that found other bytes, a run that
# did not end well, and what the server's layers count when they lose or refuse something.
soak() {
  local out=$dir/soak bad=0
  bash "$tree/host-tools/run-nfs.sh" --build "$build" --client libnfs --out "$out" \
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

mkdir "$dir/files" && echo 'what is asked for' >"$dir/files/small" && chmod -R a+rX "$dir/files" &&
  tar -cf "$dir/files.tar" -C "$dir/files" . || fail "no room in $dir (TMPDIR)"
image=$(bash "$tree/host-tools/java.sh" --build "$build" --app nfs --profile none | tail -n 1)32
cp "$image" "$dir/plain.elf32" || fail "there is no image of the server without probes"
image=$(bash "$tree/host-tools/java.sh" --build "$build" --app nfs | tail -n 1)32
[ -f "$image" ] || fail "there is no image of the server"
turns
# shellcheck disable=SC2046 # five numbers
printf '# GETATTR a second: responder %s, server %s; probes off %s, events, sched, samples %s, everything %s\n' \
  $(of_turns "int($CALLS / bare), int($CALLS / plain), int($CALLS / none), int($CALLS / some), int($CALLS / all)")
figure nfs_getattr/bare_responder "$(of_turns 'bare / plain')" ratio at_least 0.6
figure nfs_with_events_sched_samples "$(of_turns '100 * (some / none - 1)')" % at_most 10
figure nfs_with_everything "$(of_turns '100 * (all / none - 1)')" % at_most 60
on_the_wire
soak
figure nfs_soak_guest_seconds "$soak_seconds" s at_least "$seconds"
figure nfs_soak_wrong_or_lost "$soak_wrong" count at_most 0
figure nfs_soak_memory_growth "$soak_growth" bytes at_most 0
