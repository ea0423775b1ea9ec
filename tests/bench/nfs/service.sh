# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=bash disable=SC2154 # the variables are nfs.sh's
#
# service.sh: how long a request is in the server, by two clocks, sourced by nfs.sh: from its frame to the last one of
# the reply, as tshark sees them in QEMU's capture; and from the card's interrupt to the last event "packet out", as
# the charts `threads' and `events' have them. A GETATTR, and a READ of 8 KB, whose reply is six frames.
#
# QEMU stamps a frame, and only then wakes the thread that is the machine's processor. On the host's clock that took
# longer than the answer (66 us in the server, of which the machine had 20), and on a busy host ten times as long. So
# that both see the same interval QEMU counts instructions, and its clock stands still meanwhile; a processor that
# polls (idle=poll) reads the time and so brings QEMU's clock up to date; and the next call comes when it polls again.
# With few ticks: a busy host's main loop runs when one is due, and the machine sees to the tick before the frame.
# The capture has microseconds; at 32 ns an instruction, as if the machine had 31 MHz, one is 0.4 % of a GETATTR.

readonly SERVED_CALLS=300 POLLS_US=1000
readonly NS_SHIFT=5

# Boots the server, asks it, and leaves its profile and the capture in a folder.
serve() { # NAME FILE [OPTION-OF-NFS-LOAD...]
  local name=$1 file=$2 port_name=port_$1 receiver
  shift 2
  mkdir "$dir/$name"
  mkfifo "$dir/$name/line.out" "$dir/$name/line.in"
  boot "$name" "$dir/probed.elf32" 'workload=java prof=events,sched hz=20 idle=poll line=virtio -- idle=1' \
    packets=packets.pcap line=pipe,path=line -icount "shift=$NS_SHIFT"
  exec 7<>"$dir/$name/line.out"
  "$build/hostdump" -o "$dir/$name/run.jxp" --timeout "$READY_S" <"$dir/$name/line.out" >/dev/null \
    2>"$dir/dump.log" 7>&- &
  receiver=$!
  await_ready "$name"
  "$load" "$@" -p $POLLS_US 1 $SERVED_CALLS "${!port_name}/export/$file" >/dev/null ||
    fail "the server does not answer"
  # shellcheck disable=SC2086 # one number
  wait $pids
  pids=
  exec 7>&-
  wait $receiver || fail "the server's profile did not come whole: $(tail -n 1 "$dir/dump.log")"
}

# Of lines `TIME in' and `TIME out', in us and in any order: how long it is from the first `in' behind an `out' to the
# last `out' before the next `in'. The mean of the middle half, for a span may have one of two lengths, by the buffer
# of the card that is written to.
spans() {
  sort -g | awk '
    $2 == "in" && last != "in" { if (out) print out - begun; begun = $1 }
    $2 == "out" { out = $1 }
    { last = $2 }
    END { if (out) print out - begun }' | sort -g | awk '
    { span[NR] = $1 }
    END {
      for (i = int(NR / 4) + 1; i <= int(NR * 3 / 4); i++) { sum += span[i]; n++ }
      if (n) printf "%.1f\n", sum / n
    }'
}

on_the_wire() { # NAME
  tshark -r "$dir/$1/packets.pcap" -Y 'udp.port == 2049 || ip.frag_offset > 0' -T fields -e frame.time_epoch \
    -e ip.src 2>/dev/null |
    awk 'NR == 1 { split($1, first, ".") } { split($1, at, ".")
      printf "%.0f %s\n", (at[1] - first[1]) * 1e6 + substr(at[2], 1, 6), $2 == "10.0.2.15" ? "out" : "in" }' | spans
}

in_the_profile() { # NAME
  { "$build/hostdump" report --no-symbols --tsv --table activity "$dir/$1/run.jxp" |
      awk -F '\t' '$3 ~ /^IRQThread[1-9]/ { print $1, "in" }'
    "$build/hostdump" report --no-symbols --tsv --table events "$dir/$1/run.jxp" |
      awk -F '\t' '$3 == "packet out" { print $1, "out" }'
  } 2>/dev/null | spans
}

compare() { # NAME
  local wire profile
  wire=$(on_the_wire "$1") profile=$(in_the_profile "$1")
  printf '# a %s is in the server for %s us, says tshark; for %s, says the profile\n' "$1" "$wire" "$profile"
  figure "nfs_service_$1_tshark/events" "$(awk -v a="$wire" -v b="$profile" \
    'BEGIN { if (a && b) print (a > b ? 100 * (a / b - 1) : 100 * (1 - a / b)) }')" '% apart' at_most 5
}

service() {
  serve getattr small
  compare getattr
  serve read large -b 8192
  compare read
}
