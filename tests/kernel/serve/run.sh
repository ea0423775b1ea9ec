#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: `hostdump serve` with several targets at once: each target gets the dump that it gets alone, a target that dies
# and one that sends garbage harm no other, a place takes the next run, and a signal ends the server in order.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.

. "$(dirname "$0")/../../lib/suite.sh"
PATH=$build/unit:$build:$PATH # the sanitized hostdump goes first
server=
clean_up() { [ -z "$server" ] || kill $server 2>/dev/null; }
export PATH

# Starts hostdump serve with these arguments; its messages come from descriptor 3.
start() {
  mkfifo said
  hostdump serve -d dumps "$@" 2>said &
  server=$!
  exec 3<said
  await ready: || wait $server
}

# Reads messages until one holds TEXT; all go to `log`.
await() {
  while read -r line <&3; do
    echo "$line" >>log
    case $line in *"$1"*) return 0 ;; esac
  done
  return 1
}

# Its end: the rest of the messages, and the status, which must be WANTED.
end_server() { # WANTED
  cat <&3 >>log
  wait $server
  status=$?
  server=
  exec 3<&-
  [ $status -eq "$1" ] || echo "ended with $status, not $1: $(tail -n 1 log)"
  grep -m 1 'Sanitizer\|runtime error' log
}

# The dump NAME must be what `hostdump -o` makes of STREAM.
same() { # NAME STREAM
  hostdump -o alone.jxp <"$2" >alone.txt 2>/dev/null
  cmp -s "dumps/$1.jxp" alone.jxp || echo "$1.jxp is not what comes of $2 alone"
  [ -s alone.txt ] || [ -e "dumps/$1.txt" ] || return
  cmp -s "dumps/$1.txt" alone.txt || echo "$1.txt is not the text of $2"
}

prepare() { # NAME
  mkdir -p "$scratch/$1/dumps" && cd "$scratch/$1" || exit 2
  for golden in basic objects full; do
    mkgolden $golden >$golden.stream
  done
  mkfifo pipe
}

# A free port: hostdump says when one is not.
port() {
  port=$((20000 + $$ % 20000))
  while ! (exec 4<>/dev/null; speak tcp:$port </dev/null) 2>&1 | grep -q refused; do
    port=$((port + 1))
  done
}

three_at_once() {
  prepare three
  port
  start --once a=pipe b=unix:socket c=tcp:$port
  # Interleaved: the first half of each, then the second.
  for stream in basic objects full; do
    mkfifo $stream.fed
  done
  cat basic.fed >pipe &
  speak unix:socket <objects.fed &
  speak tcp:$port <full.fed &
  exec 5>basic.fed 6>objects.fed 7>full.fed
  head -c 300 basic.stream >&5
  head -c 300 objects.stream >&6
  head -c 300 full.stream >&7
  tail -c +301 basic.stream >&5
  tail -c +301 objects.stream >&6
  tail -c +301 full.stream >&7
  exec 5>&- 6>&- 7>&-
  end_server 0
  same a basic.stream
  same b objects.stream
  same c full.stream
  [ ! -e socket ] || echo "the socket is left"
}

one_dies_one_babbles() {
  prepare bad
  port
  start --once good=pipe dies=unix:socket babbles=tcp:$port
  head -c 700 objects.stream | speak unix:socket
  await 'dies: ended: dumps/dies.jxp' || echo "its end is not told"
  head -c 100000 "$build/hostdump" | speak tcp:$port
  await 'babbles: ended without a frame' || echo "that it has no frame is not told"
  cat basic.stream >pipe
  end_server 1
  same good basic.stream
  [ ! -e dumps/babbles.jxp ] && [ ! -e dumps/babbles.jxp.part ] || echo "garbage is kept"
  hostdump info dumps/dies.jxp 2>/dev/null | grep -q 'the end of the dump is missing' ||
    echo "dies.jxp does not say that it is cut"
}

next_run() {
  prepare next
  start a=pipe b=unix:socket
  for stream in basic full; do
    cat $stream.stream >pipe
    await 'a: ended' || echo "the end of a run is not told"
    speak unix:socket <$stream.stream
    await 'b: ended' || echo "the end of a run is not told"
  done
  mkfifo slow
  speak unix:socket <slow &
  exec 5>slow
  head -c 700 objects.stream >&5
  await 'b: receives' || echo "the third run does not begin"
  kill -TERM $server
  end_server 1
  exec 5>&-
  same a basic.stream
  same a-2 full.stream
  same b basic.stream
  same b-2 full.stream
  ls dumps | grep part
  [ ! -e socket ] || echo "the socket is left"
}

# Of several images the one that ran gives the dump the names of its functions.
names() {
  prepare names
  start --once -k "$build/unit/hostdump" -k "$build/golden.elf" a=pipe
  cat basic.stream >pipe
  end_server 0
  hostdump -k "$build/golden.elf" -o alone.jxp <basic.stream >/dev/null 2>&1
  cmp dumps/a.jxp alone.jxp
  hostdump info dumps/a.jxp | grep -q '^names  *of 6 functions' || echo "it has no names"
}

# A console that says more than may be written, and then a dump that may be.
no_room_for_text() {
  prepare no_room
  { head -c 100000 /dev/zero | tr '\0' x; cat basic.stream; } >long.stream
  (ulimit -f 40 && exec hostdump serve -1 -d dumps long.stream 2>log) # blocks of 512 or 1024 bytes
  [ $? -eq 4 ] || echo "its status does not tell"
  grep -q 'long.stream.txt could not be written' log || echo "that text is lost is not told"
  hostdump info dumps/long.stream.jxp >info 2>&1 || echo "the dump is not whole: $(cat info)"
}

# COUNT callers at `socket` who say what comes on descriptor 5, and stay until it is closed.
crowd() { # COUNT
  mkfifo crowd.fed crowd.said
  speak unix:socket "$1" <crowd.fed >crowd.said &
  exec 5>crowd.fed
  read -r line <crowd.said
  [ "$line" = connected ] || echo "the crowd cannot connect"
}

# Callers who say nothing take a place's connections, and keep neither another place nor its own next caller waiting.
silent_crowd() {
  prepare silent
  start good=pipe crowd=unix:socket
  crowd 300
  cat basic.stream >pipe
  await 'good: ended' || echo "the pipe's run does not come"
  same good basic.stream
  speak unix:socket <full.stream
  await 'crowd: ended' || echo "a caller behind the crowd does not get through"
  same crowd full.stream
  exec 5>&-
  kill -TERM $server
  end_server 0
  grep -q 'connections are taken' log || echo "that the place is full is not told"
}

# Neither do callers who say a byte, and stay.
talking_crowd() {
  prepare talking
  start good=pipe crowd=unix:socket
  crowd 300
  printf x >&5
  cat basic.stream >pipe
  await 'good: ended' || echo "the pipe's run does not come"
  same good basic.stream
  speak unix:socket <full.stream
  until grep -q '^hostdump: crowd.*records, complete' log; do
    await 'crowd: ' || { echo "a caller behind the crowd never gets through"; break; }
  done
  exec 5>&-
  kill -TERM $server
  end_server 3
}

# Callers who have sent a frame are not sent away, but other places go on; --timeout ends them.
framed_crowd() {
  prepare framed
  start --timeout 1 good=pipe crowd=unix:socket
  crowd 300
  head -c $(($(wc -c <basic.stream) / 2)) basic.stream >&5
  cat basic.stream >pipe
  await 'good: ended' || echo "the pipe's run does not come"
  same good basic.stream
  speak unix:socket <full.stream &
  until grep -q '^hostdump: crowd.*records, complete' log; do
    await 'crowd: ' || { echo "a caller behind the crowd never gets through"; break; }
  done
  exec 5>&-
  kill -TERM $server
  end_server 1
  grep -q 'has said nothing for 1 s' log || echo "the time-out is not told"
}

# Processor time of a process so far, in ticks.
ticks() { # PROCESS
  sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'
}

# The server takes next to no time while another process takes a second or so of it.
idle_while_others_work() {
  before=$(ticks $server)
  other=$(sh -c 'awk "BEGIN { for (i = 0; i < 20000000; i++) s += i; print s }" >/dev/null
                 sed "s/.*) //" /proc/$$/stat' | awk '{ print $14 + $15 }')
  after=$(ticks $server)
  [ $((5 * (after - before))) -le "$other" ] ||
    echo "the server took $((after - before)) ticks while a program took $other"
}

# With 40 descriptors there are a few callers at once, and the pipe's run has those that it needs.
few_descriptors() {
  prepare few
  (
    ulimit -n 40
    start good=pipe crowd=unix:socket
    crowd 30
    printf x >&5
    await 'crowd: receives' || echo "no caller is received"
    idle_while_others_work
    cat basic.stream >pipe
    await 'good: ended' || echo "the pipe's run does not come"
    same good basic.stream
    exec 5>&-
    kill -TERM $server
    end_server 3
  )
}

# Descriptors that are taken away while it runs: callers wait, and nothing spins.
no_descriptors() {
  prepare none
  start crowd=unix:socket
  prlimit --pid $server --nofile=4:
  crowd 1
  await 'crowd: a caller has to wait: Too many open files' || echo "it is not told"
  idle_while_others_work
  prlimit --pid $server --nofile=40:
  exec 5>&-
  kill -TERM $server
  end_server 0
}

# Names that lead elsewhere are neither followed nor replaced.
links() {
  prepare links
  ln -s ../victim dumps/a.jxp.part
  ln -s ../victim dumps/a-2.txt
  ln -s ../victim dumps/a-3.jxp
  start --once a=pipe
  cat basic.stream >pipe
  end_server 0
  same a-4 basic.stream
  [ ! -e victim ] || echo "a link is followed"
  [ -L dumps/a.jxp.part ] && [ -L dumps/a-2.txt ] && [ -L dumps/a-3.jxp ] || echo "a link is replaced"
}

# A file in the place of a socket, before and after.
socket_is_a_file() {
  prepare socket
  echo keep >file
  hostdump serve -d dumps a=unix:file 2>log
  [ $? -eq 4 ] && grep -q 'there is a file of that name' log || echo "a file is no socket: $(cat log)"
  start a=unix:socket
  mv file new
  rm socket
  mv new socket
  kill -TERM $server
  end_server 0
  [ "$(cat socket)" = keep ] || echo "the file in the socket's place is removed"
}

# A console that says more than is kept.
endless_text() {
  prepare endless
  start --once a=pipe
  { head -c 70000000 /dev/zero | tr '\0' x; cat basic.stream; } >pipe
  end_server 0
  grep -q 'the console has said more than 64 MiB' log || echo "it is not told"
  [ "$(stat -c %s dumps/a.txt)" -eq 67108864 ] || echo "$(stat -c %s dumps/a.txt) bytes of text are kept"
  hostdump -o alone.jxp <basic.stream >alone.txt 2>/dev/null
  cmp dumps/a.jxp alone.jxp
}

refusals() {
  prepare refusals
  hostdump serve -d dumps a=/ 2>log
  [ $? -eq 4 ] && grep -q 'it is a directory; name a pipe' log || echo "a directory: $(cat log)"
  hostdump serve -d dumps a=/dev/null 2>log
  [ $? -eq 4 ] && grep -q 'no target speaks at this device' log || echo "/dev/null: $(cat log)"
  hostdump serve -d dumps --memory 32 a=pipe b=unix:s 2>log
  [ $? -eq 4 ] && grep -q 'give --memory a larger number' log || echo "too little memory: $(cat log)"
  (ulimit -n 15 && hostdump serve -d dumps a=unix:s 2>log)
  [ $? -eq 4 ] && grep -q 'raise the limit (ulimit -n)' log || echo "too few descriptors: $(cat log)"
  hostdump serve 2>log && echo "no place is accepted"
  hostdump serve a=pipe a=unix:s 2>log
  [ $? -eq 2 ] && grep -q 'two places are called' log || echo "one name twice: $(cat log)"
  hostdump serve x=tcp:99999 2>log
  [ $? -eq 4 ] && grep -q 'a port is a number' log || echo "a bad port: $(cat log)"
  hostdump serve -d nowhere pipe 2>log
  [ $? -eq 4 ] && grep -q 'nowhere: no dump can be written there' log || echo "no such directory: $(cat log)"
  hostdump serve nowhere/pipe 2>log
  [ $? -eq 4 ] && grep -q 'cannot be opened' log || echo "no such pipe: $(cat log)"
}

# Kernels that are answered: over sockets and a pair of pipes; commands for all of them, and for one.
both_ways() {
  prepare both_ways
  mkfifo t.in t.out
  start --once -x 'mark here 7' -x 'b=mark alone 1; nonsense' -x 'status; end' a=unix:a.sock b=unix:b.sock c=t >replies
  for serial in unix:a.sock unix:b.sock pipe:t; do
    exec_qemu kernel="$build/test-kernel.elf32" append=workload=wait serial=$serial timeout=300 >qemu.log 2>&1 &
  done
  end_server 1 # for what b was told is no command
  for name in a b c; do
    hostdump info dumps/$name.jxp >info 2>&1 || echo "$name.jxp is not complete: $(tail -n 1 info)"
    for line in 'marked here 7' 'reader:      answers' 'the run ends here'; do
      grep -q "^$name: $line" replies || echo "$name does not reply: $line"
    done
    grep -q '^exit: ok' dumps/$name.txt || echo "$name does not end well"
  done
  [ "$(grep 'marked alone' replies)" = 'b: marked alone 1' ] || echo "not b alone has the other mark"
  grep -q '^b: .*nonsense' replies || echo "b does not refuse"
  ! grep '^[ac]: .*nonsense' replies || echo "others got the command of b"
}

# A caller that never reads what it is told keeps its place only, and gets its dump.
deaf() {
  prepare deaf
  start --control -x 'status' --once a=unix:socket
  speak unix:socket <basic.stream
  end_server 1
  same a basic.stream
  grep -q 'a: .*were not\|a: .*gone before' log || echo "what was not answered is not said: $(cat log)"
}

# With the words of tools that complain.
with_stderr() { "$@" 2>&1; }

try serve_three_at_once with_stderr three_at_once
try serve_one_dies_one_babbles with_stderr one_dies_one_babbles
try serve_names with_stderr names
try serve_next_run with_stderr next_run
try serve_no_room_for_text with_stderr no_room_for_text
try serve_silent_crowd with_stderr silent_crowd
try serve_framed_crowd with_stderr framed_crowd
try serve_talking_crowd with_stderr talking_crowd
try serve_few_descriptors with_stderr few_descriptors
try serve_no_descriptors with_stderr no_descriptors
try serve_links with_stderr links
try serve_socket_is_a_file with_stderr socket_is_a_file
try serve_endless_text with_stderr endless_text
try serve_both_ways with_stderr both_ways
try serve_deaf with_stderr deaf
try serve_refusals with_stderr refusals
finish
