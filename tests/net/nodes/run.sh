#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: several kernels on one network. The switch (build/wire) with garbage on its sockets; `make run-net' with four
# kernels over a network that drops, doubles, delays, reorders and flips; a run in which one node crashes, one is killed
# and one is cut off; and what hostdump makes of a folder: each table of a session is the tables of its nodes.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. Takes 50 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
. "$tree/tests/net/image.sh" # net_image
net_pid=
clean_up() { [ -z "$net_pid" ] || kill "$net_pid" 2>/dev/null; }
cd "$scratch" || exit 2
export TMPDIR="$scratch"
hostdump=$build/hostdump
readonly HANGS_S=600 # a run takes 10; on a host with load 20, 100

# ---- the switch ----

usage_of_wire() {
  expect wire_help 0 'reorder=1/20:3' "$build/wire" --help
  expect wire_no_node 2 'which nodes' "$build/wire"
  expect wire_twice 2 'two nodes are called' "$build/wire" a b a
  expect wire_name 2 'no name for a node' "$build/wire" a ../b
  expect wire_fault 2 'at most 1' "$build/wire" --fault drop=2 a
  expect wire_fault_node 2 'there is no node `c' "$build/wire" --fault drop=1/2@c a b
  expect wire_folder 1 'names the folder' "$build/wire" --folder nowhere a
  expect wire_full 1 'cannot be written' "$build/wire" --pcap nowhere/x a
  : >taken.switch
  expect wire_taken 1 'another switch listens there' "$build/wire" taken
}

# ---- runs ----

net() { # STATUS ARGUMENTS...: what is wrong when it ends with another; its words are in `said'
  net_status=$1
  shift
  timeout $HANGS_S bash "$tree/host-tools/run/net.sh" --build "$build" --no-charts $net_image "$@" >said 2>&1
  status=$?
  [ $status -eq "$net_status" ] || echo "exit status $status, not $net_status: $(grep '^run-net' said | tail -n 1)"
}

cell_of() { awk -F '\t' -v node="$2" -v column="$3" '$1 == node { print $column }' "$1/run.tsv"; } # RUN NODE COLUMN

refusals() {
  net 2 --nodes 0
  net 2 --nodes 27
  net 2 --seed x
  net 2 --nodes 2 --roles roles
  net 2 --roles nowhere
  printf 'a\nb\na\n' >roles
  net 2 --roles roles
  printf 'a app=nothing\n' >roles
  net 2 --roles roles
  printf 'a-2\n' >roles
  net 2 --roles roles
  printf 'a colour=red\n' >roles
  net 2 --roles roles
  printf '# nothing\n' >roles
  net 2 --roles roles
  net 2 --nodes 1 --fault drop=7
  mkdir -p mine && : >mine/a.jxp
  net 1 --nodes 1 --out mine
  [ -e mine/a.jxp ] && [ ! -s mine/a.jxp ] || echo "a file of the user's is gone"
  ! grep -q 'JX profiling' said || echo "something was booted"
}

# Four kernels: a serves files and echoes, the others ask it and each other.
talk() {
  cat >roles <<'END'
# who is there
a app=nfs prof=events,sched
b app=peers args=servers={a} rounds=40
c app=peers args=servers={a} rounds=40 bytes=2000
d app=peers kernel=hz=500 prof=timing,events args=servers={a} rounds=40
END
  net 0 --roles roles --out talk --seed 7 --fault drop=1/25 --fault duplicate=1/25 --fault delay=1/25:1ms..3ms \
    --fault reorder=1/25:2 --fault flip=1/50
  for node in a b c d; do
    [ "$(cell_of talk $node 9)" = ok ] || echo "$node: $(cell_of talk $node 9)"
    [ -s talk/$node.jxp ] && grep -q '^exit: ok' talk/$node.txt || echo "nothing came of $node"
  done
  for node in b c d; do
    [ "$(grep -c ' 40 rounds, ' talk/$node.txt)" -eq 3 ] || echo "$node has not asked three others"
  done
  there=$(ls talk | paste -s -d ' ')
  [ "$there" = 'a.jxp a.txt b.jxp b.txt c.jxp c.txt d.jxp d.txt run.tsv tables wire.pcap wire.tsv' ] ||
    echo "there are $there"
  left=$(find "$scratch" -name '*.nic' -o -name '*.switch' ! -name taken.switch)
  [ -z "$left" ] || echo "sockets are left: $left"
}

# Each fault is of a frame of the capture, which its node sent as that number of its own; each kind struck, and as often
# as its rate says (five standard deviations).
faults_are_told() {
  tshark -r talk/wire.pcap -T fields -e frame.number -e eth.src -e frame.len 2>/dev/null >frames
  [ -s frames ] || echo "tshark reads no frame"
  awk -F '\t' 'NR == FNR { n = substr($2, 16); of[$1] = ++sent[n]; node[$1] = n; bytes[$1] = $3; frames = NR; next }
    /^#/ || $2 == "frame" { next }
    { from = sprintf("%02x", index("abcd", $4)) }
    node[$2] != from || of[$2] != $3 || bytes[$2] != $6 { print "frame " $2 " is not what the row says: " $0; exit }
    { count[$7]++ }
    END { n = split("drop duplicate delay reorder flip", kind, " ")
          for (i = 1; i <= n; i++) {
            p = kind[i] == "flip" ? 1 / 50 : 1 / 25
            # Of frames that are dropped nothing else is told.
            m = frames * (kind[i] == "drop" ? 1 : 24 / 25) * p
            if ((count[kind[i]] - m) ^ 2 > 25 * m) print count[kind[i]] + 0 " " kind[i] " of " frames " frames"
          } }' frames talk/wire.tsv
}

# The n-th frame of a node has the same faults in another run: the seed decides, and not when others sent.
same_seed() {
  net 0 --nodes 2 --app peers --args 'rounds=30 bytes=600' --out again --seed 7 --fault drop=1/25 --prof none
  for run in talk again; do
    awk -F '\t' '$4 == "b" && $7 == "drop" && $3 <= 60 { print $3 }' $run/wire.tsv >$run.drops
  done
  cmp -s talk.drops again.drops ||
    echo "other frames of b are dropped: $(paste -s -d ' ' talk.drops), then $(paste -s -d ' ' again.drops)"
  [ -s talk.drops ] || echo "no frame of b was dropped"
}

verdict() { # NODE PATTERN: what is wrong with the verdict of the run `trouble'
  cell_of trouble "$1" 9 | grep -q "$2" || echo "$1: $(cell_of trouble "$1" 9)"
}

# One crashes, one is killed, one is cut off: they are named, and the others are well.
trouble() {
  cat >roles <<'END'
a app=peers args=peers={b} rounds=20
b app=peers args=peers={a} rounds=20
crashes kernel=workload=panic
killed app=peers args=peers= servers=10.77.0.99 seconds=100000
cutoff app=peers args=peers= servers={a} rounds=20 seconds=2
END
  timeout $HANGS_S bash "$tree/host-tools/run/net.sh" --build "$build" --no-charts $net_image --roles roles \
    --out trouble --fault cut=cutoff@0s.. >said 2>&1 &
  net_pid=$!
  until grep -q '^killed | net: ready' said || ! kill -0 $net_pid 2>/dev/null; do sleep 0.1; done
  kill -9 "$(cat "$scratch"/tmp.*/killed.pid)"
  wait $net_pid
  [ $? -eq 1 ] || echo "exit status is not 1"
  net_pid=
  verdict a '^ok$'
  verdict b '^ok$'
  verdict crashes '^failed: the kernel ended with a failure'
  verdict killed '^failed: QEMU ended with status 137'
  verdict cutoff '^failed: the kernel ended with a failure'
  grep -q '10.77.0.1 has answered 0 of 20 questions' trouble/cutoff.txt || echo "cutoff does not say who is silent"
  grep -q 'cut' trouble/wire.tsv || echo "the log does not say what was cut"
  grep -q '^# verdict: failed' trouble/run.tsv || echo "no verdict"
  grep -q '^run-net: crashes ended with status 1' said || echo "crashes is not named"
}

ctrl_c() {
  timeout $HANGS_S bash "$tree/host-tools/run/net.sh" --build "$build" --no-charts $net_image --nodes 2 --app peers \
    --args 'rounds=10000000' --out stopped >said 2>&1 &
  net_pid=$!
  until [ "$(grep -c '| net: ready' said)" -eq 2 ] || ! kill -0 $net_pid 2>/dev/null; do sleep 0.1; done
  kill -TERM "$(ps -o pid= --ppid $net_pid)"
  wait $net_pid
  status=$?
  net_pid=
  [ $status -eq 143 ] || echo "exit status $status"
  grep -q '^# verdict: interrupted' stopped/run.tsv || echo "no verdict"
  for node in a b; do
    [ -s stopped/$node.jxp ] || echo "nothing came of $node"
  done
  [ -s stopped/tables/events.tsv ] || echo "there are no tables"
}

# Before any node has been started: while the image is made, by a make that waits.
ctrl_c_early() {
  mkdir early
  printf '#!/bin/sh\n: >%s/begun\nuntil [ -e %s/end ]; do sleep 0.1; done\nexit 1\n' "$PWD/early" "$PWD/early" \
    >early/make
  cp early/make early/javac
  chmod +x early/make early/javac
  PATH=$PWD/early:$PATH bash "$tree/host-tools/run/net.sh" --build "$build" --no-charts --nodes 2 --app peers \
    --out early/out >said 2>&1 &
  net_pid=$!
  until [ -e early/begun ] || ! kill -0 $net_pid 2>/dev/null; do sleep 0.1; done
  kill -TERM $net_pid
  : >early/end
  wait $net_pid
  status=$?
  net_pid=
  [ $status -eq 143 ] || echo "exit status $status: $(tail -n 1 said)"
  ! grep unbound said || echo "what there is none of is looked at"
}

# In a fresh build folder `make run-net' and `make run-nfs' make what their page is made of, as `make run' does.
page_is_made() {
  for goal in run run-net run-nfs; do
    (unset MAKEFLAGS MAKELEVEL MFLAGS; cd "$tree" && make -n "$goal" O="$scratch/built" </dev/null) >plan 2>said
    grep -q 'assemble\.sh' plan || echo "make $goal makes no page: $(tail -n 1 said)"
  done
}

usage_of_wire
if [ -e "$build/page.html" ]; then
  try net_page_is_made page_is_made
else
  skip net_page_is_made "the page's tools are missing: make deps-page"
fi
relay wire timeout $HANGS_S python3 -B "$here/wire.py" "$build/wire"
result net_refusals "$(refusals)"
try net_talk talk
try net_faults_are_told faults_are_told
try net_same_seed same_seed
try net_trouble trouble
try net_ctrl_c ctrl_c
try net_ctrl_c_early ctrl_c_early

. "$here/session.sh"
finish
