#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the back channel with a real kernel in QEMU: commands, typed and by hostdump --control, over pipes, a unix
# socket and a pseudo terminal; lines that are bad in both directions; readers that fall silent. Usage: run.sh BUILD
#
# Nothing here depends on how fast anything is: the kernel works until it is told to end, or its result is waited for.
set -u
build=$(cd "$1" && pwd) || exit 2
text=$build/text.txt
status=0
seconds=120 # what hangs fails

# in_scratch NAME: a folder with the pipes t.in and t.out, and a clean slate.
in_scratch()
{
  name=$1
  scratch=$(mktemp -d) || exit 2
  cd "$scratch" || exit 2
  mkfifo t.in t.out n.in n.out
  why=
}

# boot SERIAL APPEND [QEMU ARGUMENT...]
boot()
{
  serial=$1 append=$2
  shift 2
  timeout -k 5 $seconds qemu-system-x86_64 -kernel "$build/kernel.elf32" -append "$append" -m 256 -serial "$serial" \
    -display none -monitor none -nic none -no-reboot -device isa-debug-exit,iobase=0xf4,iosize=0x04 "$@" \
    </dev/null >qemu 2>&1 &
  qemu_pid=$!
}

# control LINE COMMANDS [OPTION...]: its exit status goes to $control.
control()
{
  line=$1 commands=$2
  shift 2
  timeout -k 5 $seconds "$build/hostdump" --control "$line" -x "$commands" -o run.jxp "$@" </dev/null >console \
    2>messages
  control=$?
}

# expect TEXT FILE: the text stands in a line of the file.
expect()
{
  grep -aqF -- "$1" "$2" || why="$why; no \`$1' in $2"
}

exits()
{
  [ "$control" -eq "$1" ] || why="$why; hostdump's exit status is $control, not $1"
}

# whole: the dump is complete, and what is here of each kind is what was made less what was dropped.
whole()
{
  "$build/hostdump" info run.jxp >info 2>>messages || why="$why; the dump is not complete"
  awk '$1 == "kind" { table = 1; next } table && NF == 5 && $3 != "-" && $2 != $3 - $5 { exit 1 }' info ||
    why="$why; records are missing"
}

verdict()
{
  [ -z "$why" ] || kill $qemu_pid 2>/dev/null
  wait $qemu_pid
  if [ -z "$why" ]; then
    echo "ok control_$name"
  else
    status=1
    echo "not ok control_$name ${why#; }"
    tail -n 20 console messages qemu | sed 's/^/# /'
  fi
  cd / && rm -rf "$scratch"
}

in_scratch commands
boot pipe:t workload=wait
control t 'help; status; mark one 41; stop samples; mark two; start; rate 3000; status
timed off wait_*; timed on wait_run; threads; end'
exits 0
for line in 'this list' 'end hostdump' 'reader:      answers' 'marked one 41' 'recording: events,sched' \
  'sampling:    1000 a second' 'sampling:    3000 a second' 'marked two 0' 'recording: samples,events,sched' \
  '3000 samples a second' 'functions are timed no more' \
  '1 functions are timed' 'Monitor' 'the run ends here' 'exit: ok'; do
  expect "$line" console
done
whole
for line in 'samples were not recorded from' '1000 samples a second were taken, 3000 from'; do
  expect "$line" info
done
"$build/hostdump" report --table events --tsv --no-symbols run.jxp >events 2>>messages
for event in one two 'profiler: recording' 'profiler: sample rate'; do
  expect "$event" events
done
"$build/hostdump" report --table samples --tsv --no-symbols run.jxp >samples 2>>messages
for line in 'samples were not recorded from' '1000 samples a second were taken, 3000 from'; do
  expect "$line" samples
done
verdict

in_scratch refused
boot pipe:t 'workload=wait prof=events'
control t 'nonsense; mark; rate 1; rate 500; timed wait; timed on wait_rum; start timing
stop everything; start sched; status x; end'
exits 1
for line in "no command \`nonsense'" 'mark NAME [NUMBER]' 'from 20 to 20000' 'prof=samples' \
  "timed on PATTERN, timed off PATTERN" 'no function is named so' 'timed on *, timed off *' \
  "\`everything' is no list of modes" 'has no memory: sched'; do
  expect "$line" console
done
whole
verdict

in_scratch dump_and_go_on
boot pipe:t workload=wait
control t 'dump; mark late; status; wait end; quit'
exits 1
expect 'events are not recorded' console
expect 'recording:   none' console
whole
kill $qemu_pid
verdict

# What is typed needs no checksum. Some bytes that come before the kernel listens are lost, so line ends come first.
in_scratch typed
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
exits 0
for line in "no command \`hlep'; help lists them" 'this list' 'marked typed 5' 'marked killed 0' 'marked keys 0' \
  'marked u 3' 'a line of more than 256 characters' 'exit: ok'; do
  expect "$line" console
done
whole
verdict

# Beside a program on a line of its own: what is typed at the console is none of its lines. It comes once the program has
# had a reply, so there is one.
in_scratch typed_beside_virtio
boot pipe:t 'workload=wait prof=events line=virtio' -device virtio-serial -chardev pipe,id=jx,path=n \
  -device virtserialport,chardev=jx,name=jx.profile
cat t.out >typed &
{
  until grep -qs 'marked seen 0' console || ! kill -0 $qemu_pid 2>/dev/null; do :; done
  printf '\rmark beside 8\rend\r'
} >t.in &
control n 'mark seen; wait end'
exits 0
expect 'marked beside 8' typed
whole
verdict

in_scratch unix_socket
boot unix:s,server=on,wait=on 'workload=wait prof=events'
until grep -q 'waiting for connection' qemu || ! kill -0 $qemu_pid 2>/dev/null; do :; done
control s 'mark one; end'
exits 0
expect 'marked one 0' console
whole
verdict

# boot_tcp APPEND: with the line at the first port that is free, $port.
boot_tcp()
{
  port=$((20000 + $$ % 20000))
  for port in $(seq $port $((port + 99))); do
    boot "tcp:127.0.0.1:$port,server=on,wait=on" "$1"
    until grep -q 'waiting for connection' qemu || ! kill -0 $qemu_pid 2>/dev/null; do :; done
    kill -0 $qemu_pid 2>/dev/null && return
  done
  why="no port could be opened: $(cat qemu)"
}

in_scratch tcp
boot_tcp 'workload=wait prof=events'
control "127.0.0.1:$port" 'mark one; end'
exits 0
expect 'marked one 0' console
whole
verdict

# Commands on standard input, one a line; nothing ends the last one.
in_scratch from_input
boot pipe:t 'workload=wait prof=events'
printf 'status\n\n  mark one 7\nwait 0.01\nnonsense\nend' |
  timeout -k 5 $seconds "$build/hostdump" --control t -o run.jxp >console 2>messages
control=$?
exits 1
for line in 'reader:      answers' 'marked one 7' "no command \`nonsense'" 'the run ends here' 'exit: ok'; do
  expect "$line" console
done
whole
verdict

in_scratch pseudo_terminal
boot pty 'workload=wait prof=events'
until pty=$(sed -n 's/.*redirected to \([^ ]*\).*/\1/p' qemu) && [ "$pty" ] || ! kill -0 $qemu_pid 2>/dev/null
do :; done
control "$pty" 'mark one; end'
exits 0
expect 'marked one 0' console
whole
verdict

# spoilt DAMAGE_OPTION...: hostdump behind a bad line.
spoilt()
{
  timeout -k 5 $seconds "$build/unit/damage" --between t --between n "$@" 2>damage &
  damage_pid=$!
  control n ''
  wait $damage_pid
}

# bad_line NAME APPEND DAMAGE_OPTION...: the same; the run ends by itself.
bad_line()
{
  in_scratch "$1"
  append=$2
  shift 2
  boot pipe:t "$append" -initrd "$text"
  spoilt "$@"
}

bad_line bad_line 'workload=text' --rate 1e-4 --seed 3
exits 0
expect 'was sent again' messages
whole
verdict

bad_line bad_line_stream 'workload=text stream=all' --rate 1e-4 --seed 4
exits 0
expect 'was sent again' messages
whole
verdict

# A fast line: all has left before the first answer is here. It carries 1.4 times the dump's bytes; frames that begin
# at full size are carried 14 times.
in_scratch bad_line_virtio
boot file:text 'workload=text line=virtio' -initrd "$text" -device virtio-serial -chardev pipe,id=jx,path=t \
  -device virtserialport,chardev=jx,name=jx.profile
spoilt --rate 1e-4 --seed 3
exits 0
expect 'was sent again' messages
whole
carried=$(sed -n 's/^damage: \([0-9]*\) bytes down.*/\1/p' damage)
[ "${carried:-0}" -gt 0 ] && [ "$carried" -lt $((3 * $(stat -c %s run.jxp))) ] ||
  why="$why; the line carried ${carried:-no} bytes for a dump of $(stat -c %s run.jxp)"
verdict

# A crash: no thread listens any more, interrupts are off, and the line is polled.
bad_line bad_line_crash 'workload=panic' --rate 1e-4 --seed 5
exits 0
whole
expect 'asked for by workload=panic' info
"$build/hostdump" report --table crash --tsv --no-symbols run.jxp >crash 2>>messages
expect main crash
verdict

# The cable to the target is pulled. Its window is small, so it has to wait; then it goes on without a reader.
bad_line silent_reader 'workload=text window=64k patience=2' --rate 0 --mute 300
exits 0
expect 'exit: ok' console
whole
expect 'given up' info
verdict

# For longer than the window holds nothing gets through to the host.
bad_line cut 'workload=text' --rate 1e-5 --cut 100000@50000 --seed 6
exits 0
expect 'was sent again' messages
whole
verdict
exit $status
