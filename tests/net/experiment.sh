# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=sh disable=SC2154 # the variables are run.sh's
#
# experiment.sh: a short form of `make run-nfs' (host-tools/run-nfs.sh), with each client that is installed. Sourced by
# run.sh after its own boots: the image is made by then.

run_nfs() { # STATUS ARGUMENTS...: what is wrong, when it ends with another; its words are in `log'
  wanted=$1
  shift
  timeout 120 bash "$tree/host-tools/run-nfs.sh" --build "$build" --out experiment --no-charts "$@" >log 2>&1
  status=$?
  [ $status -eq "$wanted" ] || echo "exit status $status, not $wanted: $(tail -n 1 log)"
}

# The kernel, tshark and our own events tell of the same calls.
same_calls() {
  seen=$(sed -n 's/^run-nfs: tshark: \([0-9]*\) calls, \([0-9]*\) replies.*/\1 \2/p' log)
  said=$(tr -d '\r' <experiment/console.txt | sed -n 's/^result: rpc calls //p')
  [ "$seen" = "$said $said" ] || echo "tshark has seen $seen calls and replies, the kernel $said"
  logged=$(awk -F '\t' '$1 == "rpc call" { print $2 }' experiment/tables/eventstats.tsv)
  [ "$logged" = "$said" ] || echo "$logged calls were logged, $said made"
}

refusals() {
  run_nfs 2 --client nobody
  run_nfs 2 --rounds 0
  run_nfs 1 --input "$here/run.sh"
  run_nfs 1 --input empty.tar
  [ ! -e experiment/console.txt ] || echo "something was booted"
}

experiment() { # FILE-THAT-YANFS-NEEDS FILE-THAT-LIBNFS-NEEDS
  mkdir files files/folder files/scratch
  chmod 777 files/scratch
  echo 'read me' >files/folder/small
  seq 9000 >files/large
  tar -cf small.tar -C files . && tar -cf empty.tar -C files scratch
  result run_nfs_refusals "$(refusals)"
  for client in yanfs libnfs; do
    needs=$1
    shift
    [ -r "$needs" ] || { echo "# run-nfs with $client is left out: there is no $needs"; continue; }
    result "run_nfs_$client" "$(run_nfs 0 --client "$client" --rounds 50 --input small.tar --prof events,sched)"
    result "run_nfs_${client}_calls" "$(same_calls)"
  done
}
