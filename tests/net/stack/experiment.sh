# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=sh disable=SC2154 # the variables are run.sh's
#
# experiment.sh: a short form of `make run-nfs' (host-tools/run/run-nfs.sh), with each client that is installed. Sourced
# by run.sh after its own boots: the image is made by then.

readonly HANGS_S=1200 # a run takes 5; on a host with load 20, 120

run_nfs() { # STATUS ARGUMENTS...: what is wrong, when it ends with another; its words are in `log'
  wanted=$1
  shift
  timeout $HANGS_S bash "$tree/host-tools/run/run-nfs.sh" --build "$build" --out experiment --no-charts "$@" >log 2>&1
  status=$?
  [ $status -eq "$wanted" ] || echo "exit status $status, not $wanted: $(tail -n 1 log)"
}

# The kernel, tshark and our own events must count equally many calls.
same_calls() {
  seen=$(sed -n 's/^run-nfs: tshark: \([0-9]*\) calls, \([0-9]*\) replies.*/\1 \2/p' log)
  said=$(tr -d '\r' <experiment/console.txt | sed -n 's/^result: rpc calls //p')
  [ "$seen" = "$said $said" ] || echo "tshark has seen $seen calls and replies, the kernel $said"
  logged=$(awk -F '\t' '$1 == "rpc call" { print $2 }' experiment/tables/eventstats.tsv)
  [ "$logged" = "$said" ] || echo "$logged calls were logged, $said made"
}

# The client's 50 rounds are found in what the kernel has logged: 7 events a call. libnfs calls GETATTR and READ; YANFS
# asks for the attributes once more, before it reads. U-Boot asks for our address, two ports, mounts,
# looks up, reads, unmounts: 6 calls, and the packets of ARP.
found_rounds() { # CLIENT
  case $1 in yanfs*) events=21 ;; libnfs) events=14 ;; uboot) events='[45].' ;; esac
  grep -Eq "^$events events in a row recurred (49|50|51) times" experiment/cycle.txt ||
    head -n 1 experiment/cycle.txt
}

# The model has counted for the thread that serves.
counted() {
  awk -F '\t' '$1 == "Ether-packet-queue" && $5 > 0 && $6 > 0 { found = 1 } END { exit !found }' \
    experiment/tables/counters.tsv || echo "nothing was counted in Ether-packet-queue"
}

refusals() {
  run_nfs 2 --client nobody
  run_nfs 2 --rounds 0
  run_nfs 2 --shift 10
  run_nfs 1 --input "$here/run.sh"
  run_nfs 1 --input empty.tar
  [ ! -e experiment/console.txt ] || echo "something was booted"
}

# A board that reads wrong bytes, and one that stops in the middle: its commands are answered by a script.
uboot_board() { # SCRIPT WANTED
  mkdir -p board
  { echo '#!/bin/sh'; echo "printf '\\n=> '"; echo "while read -r line; do $1; printf '\\n=> '; done"; } \
    >board/qemu-system-arm
  chmod +x board/qemu-system-arm
  PATH=$PWD/board:$PATH bash "$tree/tests/net/nfs/clients/uboot.sh" 10.0.2.15 files folder/small 3 '' \
    >log 2>/dev/null && echo "ends with 0"
  grep -qx "$2" log || echo "does not say $2 but $(tail -n 1 log)"
}

uboot_refusals() {
  uboot_board 'echo "client bound to address; crc32 for 0 ... 1 ==> 00000000"' \
    'not ok uboot_walk 2 of 2 files came wrong, the first: folder/small'
  uboot_board 'echo "no answer"' 'not ok uboot_bootp the board got no address'
  uboot_board 'exit' 'not ok uboot_console the board says nothing more; its last line: '
}

experiment() { # FILE-THAT-YANFS-NEEDS, -LIBNFS-, -UBOOT-
  mkdir files files/folder files/scratch
  chmod 777 files/scratch
  echo 'read me' >files/folder/small
  seq 9000 >files/large
  tar -cf small.tar -C files . && tar -cf empty.tar -C files scratch
  result run_nfs_refusals "$(refusals)"
  result uboot_refusals "$(uboot_refusals)"
  for client in yanfs yanfs2 libnfs uboot; do
    needs=$1
    [ $client = yanfs ] || shift
    [ -r "$needs" ] || { echo "# run-nfs with $client is left out: there is no $needs"; continue; }
    counters=none
    [ $client != libnfs ] || counters=l1_misses,l2_misses
    result "run_nfs_$client" "$(run_nfs 0 --client "$client" --rounds 50 --input small.tar --prof events,sched \
      --counters $counters)"
    [ $counters = none ] || result run_nfs_counters "$(counted)"
    result "run_nfs_${client}_calls" "$(same_calls)"
    result "run_nfs_${client}_rounds" "$(found_rounds "$client")"
  done
}
