#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: messages of several kernels on a network that drops, doubles, delays and reorders: each reception of a packet
# has its other end; and the bounds of the clocks agree with what the switch, which is on the way of each frame, has
# seen by the host's clock. Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 35 seconds, and mostly waits.

. "$(dirname "$0")/../../lib/suite.sh"
. "$tree/tests/net/image.sh" # net_image
cd "$scratch" || exit 2
export TMPDIR="$scratch"
hostdump=$build/hostdump
readonly HANGS_S=600 # a run takes 10; on a host with load 20, 100

talk() {
  cat >roles <<'END'
a app=nfs
b app=peers args=servers={a} rounds=150
c app=peers args=servers={a} rounds=150
END
  timeout $HANGS_S bash "$tree/host-tools/run/net.sh" --build "$build" --no-charts $net_image --roles roles --out talk \
    --seed 5 --prof events,messages --fault drop=1/5 --fault duplicate=1/10 --fault delay=1/20:1ms..3ms \
    --fault reorder=1/10:2 >said 2>&1 || echo "run-net ends with $?: $(grep '^run-net' said | tail -n 1)"
  "$hostdump" report --tsv --table messages talk >messages.tsv 2>errors || echo "messages: $(cat errors)"
  "$hostdump" clocks --tsv talk >clocks.tsv 2>errors || echo "clocks: $(cat errors)"
  tshark -r talk/wire.pcap -Y ip -T fields -e frame.time_epoch -e ip.id -e ip.src -e ip.dst -e ip.frag_offset \
    >frames 2>/dev/null
  grep '^# incomplete' messages.tsv clocks.tsv
}

# All packets that a node received have their other end, though a fifth never came and others came twice.
packets_have_both_ends() {
  python3 -B "$here/judge.py" pairs messages.tsv clocks.tsv frames 2>&1
}

clocks_agree_with_the_switch() {
  python3 -B "$here/judge.py" clocks messages.tsv clocks.tsv frames 2>&1
}

usage_of_commands() {
  expect clocks_nowhere 4 'cannot be opened: No such file' "$hostdump" clocks nowhere
  : >one.jxp
  expect clocks_one 2 'give the dumps of several nodes' "$hostdump" clocks one.jxp
  expect clocks_window 2 'wants a microsecond or more' "$hostdump" clocks --window 0 talk
  expect clocks_rate 2 'parts in a million' "$hostdump" clocks --rate=-1 talk
  "$hostdump" clocks talk >out 2>&1 || echo "clocks: $(cat out)"
  "$hostdump" remote talk >out 2>&1 || echo "remote: $(cat out)"
}

try messages_talk talk
try messages_packets_have_both_ends packets_have_both_ends
try messages_clocks_agree_with_the_switch clocks_agree_with_the_switch
usage_of_commands
finish
