# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=sh disable=SC2154 # the variables are run.sh's
#
# responder.sh: the bare responder in C that `make bench-nfs' measures (tests/bench/nfs/responder.c): a figure beside
# it means nothing unless it answers, and its packets are as right as ours. Sourced by run.sh.

readonly ASKED=300

start_responder() {
  exec_qemu kernel="$build/bench/responder.elf32" append='workload=respond prof=none' memory=128 serial=file:console \
    net="user,hostfwd=udp:127.0.0.1:$port-:2049" packets=packets.pcap >qemu.log 2>&1 &
  qemu=$!
}

# nfs_load sees to it that each reply is a success, to the call that was made, and like the others.
asked() {
  "$build/bench/nfs_load" 1 $ASKED "$port" >log 2>&1 || head -n 1 log
}

seen() { # FILTER: how many packets tshark sees
  tshark -r packets.pcap -Y "$1" 2>/dev/null | wc -l
}

# As tshark reads them: a regular file of 35 bytes that its owner may write. Ten calls are made before those counted.
attributes() {
  replies=$(seen 'rpc.msgtyp == 1 && rpc.replystat == 0 && nfs.status3 == 0 && nfs.fattr3.type == 1 &&
    nfs.fattr3.size == 35 && nfs.mode3 == 0644')
  [ "$replies" -ge $((ASKED + 10)) ] || echo "$replies of $((ASKED + 10)) replies have the file's attributes"
  [ "$(seen 'rpc.msgtyp == 0')" -eq "$(seen 'rpc.msgtyp == 1')" ] || echo "a call has no reply, or several"
}

# One that does not find its card says what is missing.
without_card() {
  run_qemu kernel="$build/bench/responder.elf32" append='workload=respond prof=none' memory=128 serial=file:console \
    timeout=600
  grep -q '^error: there is no ne2k_pci card' console || echo "it says: $(tail -n 1 console)"
}

responder() {
  boot start_responder
  result responder_boot "$why"
  [ -n "$why" ] || result responder "$(asked)"
  kill "$qemu" 2>/dev/null
  wait "$qemu"
  [ -n "$why" ] || { result responder_attributes "$(attributes)"; result responder_packets "$(bad_packets)"; }
  result responder_without_card "$(without_card)"
}
