#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the back channel with a real kernel in QEMU: commands, typed and by hostdump --control, over pipes, a unix
# socket and a pseudo terminal; lines that are bad in both directions; readers that fall silent.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
#
# Nothing here depends on how fast anything is: the kernel works until it is told to end, or its result is waited for.
# Takes 19 seconds.
test_prefix=control_
. "$(dirname "$0")/../../lib/suite.sh"
set -u
text=$build/text.txt
seconds=600 # what hangs fails

# Calls FUNCTION in an empty folder that has the pipes t and n, and then waits for QEMU, or ends it when something has
# been found wrong. FUNCTION prints what is wrong.
with_pipes() # FUNCTION [ARGUMENT...]
{
  rm -rf "$scratch/case"
  mkdir "$scratch/case" && cd "$scratch/case" || return
  mkfifo t.in t.out n.in n.out
  "$@" >wrong
  [ ! -s wrong ] || kill $qemu_pid 2>/dev/null
  wait $qemu_pid
  cat wrong
}

failure_logs="$scratch/case/console $scratch/case/messages $scratch/case/qemu"

boot() # SERIAL OPTIONS [KNOB=VALUE...]
{
  serial=$1 options=$2
  shift 2
  exec_qemu kernel="$build/test-kernel.elf32" append="$options" serial="$serial" timeout=$seconds "$@" >qemu 2>&1 &
  qemu_pid=$!
}

# Waits until a command succeeds, while QEMU runs, for the time that a boot may take at most: what does not come is
# found by what the case looks at next.
await() # COMMAND...
{
  looks=$((seconds * 20))
  until "$@" || ! kill -0 $qemu_pid 2>/dev/null || [ $((looks -= 1)) -lt 0 ]; do sleep 0.05; done
}

# The exit status of hostdump goes to $control.
control() # LINE COMMANDS [OPTION...]
{
  line=$1 commands=$2
  shift 2
  timeout -k 5 $seconds "$build/hostdump" --control "$line" -x "$commands" -o run.jxp "$@" </dev/null >console \
    2>messages
  control=$?
}

# The text must stand in a line of the file.
must_say() # TEXT FILE
{
  grep -aqF -- "$1" "$2" || echo "no \`$1' in $2"
}

must_exit_with() # STATUS
{
  [ "$control" -eq "$1" ] || echo "hostdump's exit status is $control, not $1"
}

# The dump must be complete, and what is here of each kind must be what was made less what was dropped.
must_be_whole()
{
  "$build/hostdump" info run.jxp >info 2>>messages || echo "the dump is not complete"
  awk '$1 == "kind" { table = 1; next } table && NF == 5 && $3 != "-" && $2 != $3 - $5 { exit 1 }' info ||
    echo "records are missing"
}

table() # NAME
{
  "$build/hostdump" report --table "$1" --tsv --no-symbols run.jxp >"$1" 2>>messages
}

commands()
{
  boot pipe:t workload=wait
  control t 'help; status; mark one 41; stop samples; mark two; start; rate 3000; status
timed off wait_*; timed on wait_run; threads; end'
  must_exit_with 0
  for line in 'this list' 'outermost PATTERN record the calls' 'end hostdump' 'reader:      answers' \
    'marked one 41' 'recording: events,sched' 'sampling:    1000 a second' 'sampling:    3000 a second' \
    'marked two 0' 'recording: samples,events,sched' '3000 samples a second' 'functions are timed no more' \
    '1 functions are timed' 'Monitor' 'the run ends here' 'exit: ok'; do
    must_say "$line" console
  done
  must_be_whole
  table events
  for event in one two 'profiler: recording' 'profiler: sample rate'; do
    must_say "$event" events
  done
  table samples
  for line in 'samples were not recorded from' '1000 samples a second were taken, 3000 from'; do
    must_say "$line" info
    must_say "$line" samples
  done
}

refused()
{
  boot pipe:t 'workload=wait prof=events'
  control t 'nonsense; mark; rate 1; rate 500; timed wait; timed on wait_rum; start timing
stop everything; start sched; status x; end'
  must_exit_with 1
  for line in "no command \`nonsense'" 'mark NAME [NUMBER]' 'from 20 to 20000' 'prof=samples' \
    "timed on PATTERN, timed off PATTERN" 'no function is named so' 'timed on *, timed off *' \
    "\`everything' is no list of modes" 'has no memory: sched'; do
    must_say "$line" console
  done
  must_be_whole
}

dump_and_go_on()
{
  boot pipe:t workload=wait
  control t 'dump; dump; mark late; status; wait end; quit'
  must_exit_with 1
  must_say 'was asked for already' console
  must_say 'events are not recorded' console
  must_say 'recording:   none' console
  must_be_whole
  kill $qemu_pid
}

# A reply that finds no room for all of it says so in its last line, and the next one begins behind that.
long_reply()
{
  boot pipe:t 'workload=crowd prof=events threads=1k'
  : >console
  {
    await grep -q 'the crowd is there' console
    printf 'threads\nhelp\nend\n'
  } | timeout -k 5 $seconds "$build/hostdump" --control t -o run.jxp >console 2>messages || echo "exit status $?"
  grep -aA 1 'there is more, which finds no room in a reply$' console | tail -n 1 | grep -aq '^help .*this list$' ||
    echo "behind a reply that was cut comes: $(grep -aA 1 'there is more' console | tail -n 1 | cut -c 1-80)"
}

# What is typed needs no checksum. Some bytes that come before the kernel listens are lost, so line ends come first.
typed()
{
  boot pipe:t 'workload=wait prof=events'
  {
    printf '\r%.0s' $(seq 64)
    printf 'hlep\rhelp\rmakr\b\brk typed 5\r'
    printf 'nothing\025mark killed\rnothing\003\033[A\033[1;5Cmark keys\033OP\000\032\rmark \303\274\177u 3\r'
    printf 'mark %0300d\r' 0
    printf 'end\r'
  } >t.in
  timeout -k 5 $seconds "$build/hostdump" -o run.jxp <t.out >console 2>messages
  control=$?
  must_exit_with 0
  for line in "no command \`hlep'; help lists them" 'this list' 'marked typed 5' 'marked killed 0' 'marked keys 0' \
    'marked u 3' 'a line of more than 256 characters' 'exit: ok'; do
    must_say "$line" console
  done
  must_be_whole
}

# Beside a program on a line of its own: what is typed at the console is none of its lines. It comes once the program has
# had a reply, so there is one.
typed_beside_virtio()
{
  boot pipe:t 'workload=wait prof=events line=virtio' line=pipe,path=n
  cat t.out >typed &
  {
    await grep -qs 'marked seen 0' console
    printf '\rmark beside 8\rend\r'
  } >t.in &
  control n 'mark seen; wait end'
  must_exit_with 0
  must_say 'marked beside 8' typed
  must_be_whole
}

await_socket()
{
  await grep -q 'waiting for connection' qemu
}

marks_and_ends() # LINE
{
  control "$1" 'mark one; end'
  must_exit_with 0
  must_say 'marked one 0' console
  must_be_whole
}

unix_socket()
{
  boot unix:s,server=on,wait=on 'workload=wait prof=events'
  await_socket
  marks_and_ends s
}

# The line is at the first port that is free.
tcp()
{
  port=$((20000 + $$ % 20000))
  for port in $(seq $port $((port + 99))); do
    boot "tcp:127.0.0.1:$port,server=on,wait=on" 'workload=wait prof=events'
    await_socket
    kill -0 $qemu_pid 2>/dev/null && { marks_and_ends "127.0.0.1:$port"; return; }
  done
  echo "no port could be opened: $(cat qemu)"
}

# Commands on standard input, one a line; nothing ends the last one.
from_input()
{
  boot pipe:t 'workload=wait prof=events'
  printf 'status\n\n  mark one 7\nwait 0.01\nnonsense\nend' |
    timeout -k 5 $seconds "$build/hostdump" --control t -o run.jxp >console 2>messages
  control=$?
  must_exit_with 1
  for line in 'reader:      answers' 'marked one 7' "no command \`nonsense'" 'the run ends here' 'exit: ok'; do
    must_say "$line" console
  done
  must_be_whole
}

pseudo_terminal()
{
  boot pty 'workload=wait prof=events'
  await grep -q 'redirected to [^ ]* ' qemu
  pty=$(sed -n 's/.*redirected to \([^ ]*\).*/\1/p' qemu)
  marks_and_ends "$pty"
}

# hostdump behind a bad line.
control_over_damage() # OPTION-OF-DAMAGE...
{
  timeout -k 5 $seconds "$build/unit/damage" --between t --between n "$@" 2>damage &
  damage_pid=$!
  control n ''
  wait $damage_pid
}

# A run behind a bad line, that ends by itself; the dump must still be whole.
bad_line() # OPTIONS OPTION-OF-DAMAGE...
{
  options=$1
  shift
  boot pipe:t "$options" module="$text"
  control_over_damage "$@"
  must_exit_with 0
  must_be_whole
}

mended() # OPTIONS OPTION-OF-DAMAGE...
{
  bad_line "$@"
  must_say 'was sent again' messages
}

# A fast line: all has left before the first answer is here. It carries 1.4 times the dump's bytes; frames that begin
# at full size are carried 14 times.
mended_virtio()
{
  boot file:text 'workload=text line=virtio' module="$text" line=pipe,path=t
  control_over_damage --rate 1e-4 --seed 3
  must_exit_with 0
  must_say 'was sent again' messages
  must_be_whole
  carried=$(sed -n 's/^damage: \([0-9]*\) bytes down.*/\1/p' damage)
  [ "${carried:-0}" -gt 0 ] && [ "$carried" -lt $((3 * $(stat -c %s run.jxp))) ] ||
    echo "the line carried ${carried:-no} bytes for a dump of $(stat -c %s run.jxp)"
}

# No thread listens any more, interrupts are off, and the line is polled.
crash()
{
  bad_line 'workload=panic' --rate 1e-4 --seed 5
  must_say 'asked for by workload=panic' info
  table crash
  must_say main crash
}

# The cable to the target is pulled. Its window is small, so it has to wait; then it goes on without a reader.
silent_reader()
{
  bad_line 'workload=text window=64k patience=2' --rate 0 --mute 300
  must_say 'exit: ok' console
  must_say 'given up' info
}

# What the target replies goes to a terminal as its console's text does. It repeats what it is told to mark: here with the
# control character CSI, and one that turns what follows.
reply_on_terminal()
{
  boot pipe:t 'workload=wait prof=events'
  name=$(printf 'x\302\233y\342\200\256z\303\274')
  timeout -k 5 $seconds script -qec "'$build/hostdump' --control t -x 'mark $name; end' -o run.jxp" /dev/null \
    </dev/null >console 2>&1
  must_say "$(printf 'marked xyz\303\274 0')" console
}

for case in commands refused dump_and_go_on long_reply reply_on_terminal typed typed_beside_virtio unix_socket tcp from_input pseudo_terminal; do
  try $case with_pipes $case
done
try bad_line with_pipes mended 'workload=text' --rate 1e-4 --seed 3
try bad_line_stream with_pipes mended 'workload=text stream=all' --rate 1e-4 --seed 4
try bad_line_virtio with_pipes mended_virtio
try bad_line_crash with_pipes crash
try silent_reader with_pipes silent_reader
# For longer than the window holds nothing gets through to the host.
try cut with_pipes mended 'workload=text' --rate 1e-5 --cut 100000@50000 --seed 6
finish
