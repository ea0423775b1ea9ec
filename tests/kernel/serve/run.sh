#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: `hostdump serve` with several targets at once: each target gets the dump that it gets alone, a target that dies
# and one that sends garbage harm no other, a place takes the next run, and a signal ends the server in order.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 20 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
. "$tree/tests/lib/serve.sh"

# A free port: hostdump says when one is not.
port() {
  for port in $(seq $((20000 + $$ % 20000)) 60000); do
    (exec 4<>/dev/null; speak tcp:$port </dev/null) 2>&1 | grep -q refused && return
  done
  echo "no port is free"
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
  stop_server 1
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

# A caller behind the crowd is served: of each of the 300 callers of the crowd there are some messages at most.
gets_through() {
  for _ in $(seq 3000); do
    grep -q '^hostdump: crowd.*records, complete' log && return
    await 'crowd: ' || break
  done
  echo "a caller behind the crowd never gets through"
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
  stop_server 0
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
  gets_through
  exec 5>&-
  stop_server 3
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
  gets_through
  exec 5>&-
  stop_server 1
  grep -q 'has said nothing for 1 s' log || echo "the time-out is not told"
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
  stop_server 0
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
  stop_server 0
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

# A target that keeps its frames, at unix:socket: keep LINE has it do something (keeper.c).
start_keeper() { # STREAM
  mkfifo keeper.told keeper.done
  keeper unix:socket "$1" <keeper.told >keeper.done &
  others="$others $!"
  exec 5>keeper.told 6<keeper.done
}
keep() { # LINE
  echo "$1" >&5
  read -r answer <&6
  [ "$answer" = done ] || echo "the target: $1: $answer"
}
stop_keeper() {
  exec 5>&- 6<&-
}

# Replies for which there is no room on standard output, or that no program reads: it is told at the end, and the dump
# is there. So it is where nothing can be said either.
no_room_for_replies() {
  for out in full gone mute; do
    prepare no_room_for_replies/$out
    mkgolden basic apart >apart.stream
    hostdump -o frames.jxp <apart.stream >/dev/null 2>&1
    case $out in
      full) start --once -x 'status' a=unix:socket >/dev/full ;;
      *) mkfifo out; : <out & start --once -x 'status' a=unix:socket >out ;;
    esac
    [ $out != mute ] || exec 3<&-
    start_keeper frames.jxp
    keep connect
    keep 'send 1'
    keep asked
    keep 'send all'
    keep finish
    stop_keeper
    if [ $out = mute ]; then
      wait $server
      [ $? -eq 4 ] || echo "its status does not tell"
      server=
    else
      end_server 4
      grep -q 'what targets have replied could not all be written' log || echo "$out: it is not told: $(cat log)"
    fi
    same a frames.jxp
  done
}

# Readers of standard output and of standard error that stand still: pipes that are full when serve begins. Targets are
# served, and what was said meanwhile is there once it is read; where it is not read, the status tells.
standing_readers() {
  for how in late never; do
    prepare standing_readers/$how
    mkgolden basic apart >apart.stream
    hostdump -o frames.jxp <apart.stream >/dev/null 2>&1
    mkfifo out err go full
    python3 - $how >full <<'END' &
import os, sys, threading
def fill(name):
    fd = os.open(name, os.O_RDWR | os.O_NONBLOCK)
    for piece in b"#" * 4096, b"#":
        try:
            while True:
                os.write(fd, piece)
        except BlockingIOError:
            pass
    os.set_blocking(fd, True)
    return fd
out, err = fill("out"), fill("err")
print("full", flush=True)
open("go").read()
def drain(name, fd):
    own = os.open(name, os.O_RDONLY)
    os.close(fd)
    with open(f"{name}.read", "wb", buffering=0) as to:
        while (piece := os.read(own, 65536)):
            to.write(piece.replace(b"#", b""))
if sys.argv[1] == "late":
    for job in (threading.Thread(target=drain, args=of) for of in (("out", out), ("err", err))):
        job.start()
END
    reader=$!
    others="$others $reader"
    read -r line <full
    hostdump serve -d dumps -x status a=unix:socket >out 2>err 3>&- &
    server=$!
    come_true or_gone python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect("socket")'
    start_keeper frames.jxp
    keep connect
    keep 'send 1'
    keep asked
    keep 'send all'
    keep finish
    stop_keeper
    come_true or_gone [ -e dumps/a.jxp ]
    if [ $how = late ]; then
      echo >go
      come_true or_gone grep -q 'a: ended: dumps/a.jxp' err.read
    fi
    kill -TERM $server
    wait $server
    status=$?
    server=
    [ $how = late ] || echo >go
    wait $reader
    case $how in
      late)
        [ $status -eq 0 ] || echo "late: ends with $status"
        grep -q '^a: status' out.read || echo "the reply is lost: $(cat out.read)" ;;
      never) [ $status -eq 4 ] || echo "never: ends with $status" ;;
    esac
    same a frames.jxp
  done
}

# A disk without room: serve names each dump that the disk cannot take, says how much of it is there, and exits with 4.
no_room_for_dumps() {
  prepare no_room_for_dumps
  mkgolden objects apart >long.stream
  (ulimit -f 1 && exec hostdump serve -1 -d dumps a=long.stream 2>log) # a block is 512 or 1024 bytes
  [ $? -eq 4 ] || echo "its status does not tell: $(cat log)"
  grep -q 'a.jxp: cannot be written: File too large; what comes from now on is only counted' log ||
    echo "it is not told: $(cat log)"
  grep -q 'its first [0-9]* bytes, all of whole frames, are in dumps/a.jxp.part' log ||
    echo "where the rest is: $(cat log)"
  hostdump info dumps/a.jxp.part 2>&1 | grep -q 'the end of the dump is missing' || echo "the part cannot be read"
}

# Two targets of one name, at once: a dump each, which is told; tools are told of both.
same_name() {
  prepare same_name
  start --tool 'cat >lines' a=unix:socket
  mkfifo first second
  speak unix:socket <first &
  exec 5>first
  head -c 700 objects.stream >&5
  await 'a: receives dumps/a.jxp'
  come_true [ -s dumps/a.jxp.part ]
  speak unix:socket <second &
  exec 6>second
  head -c 700 full.stream >&6
  await 'a: receives dumps/a-2.jxp: another target of this name speaks at the same time, in dumps/a.jxp'
  tail -c +701 objects.stream >&5
  exec 5>&-
  tail -c +701 full.stream >&6
  exec 6>&-
  await 'a: ended' && await 'a: ended'
  stop_server 0
  same a objects.stream
  same a-2 full.stream
  printf 'connect\t%s\tunix:socket\n' '0	a	a.jxp' '1	a	a-2.jxp' >wanted
  grep '^connect' lines | cut -f 1-5 | cmp - wanted || cat lines
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

# ---- a serve that is killed, and one that takes its place ----

# What comes of the kept target's stream must be what comes of an undisturbed serve, and nothing else is there.
undisturbed() { # STREAM
  same a "$1"
  there=$(ls dumps | grep -v txt | paste -s -d ' ')
  [ "$there" = a.jxp ] || echo "there are $there"
  hostdump info dumps/a.jxp >info 2>&1 || echo "it is not whole: $(cat info)"
}

# In a folder NAME: serve, and a target that has frames and keeps those that no reader has acknowledged. frames.jxp is
# the dump that an undisturbed reader has of them.
prepare_keeper() { # NAME
  prepare "$1"
  mkgolden full apart >apart.stream
  hostdump -o frames.jxp <apart.stream >/dev/null 2>&1
  start --control a=unix:socket
  start_keeper frames.jxp
}

# Killed while frames are on their way that have not been read, one of them broken off: the target sends them again, and
# the dump is the one of a serve that was not killed.
killed() {
  prepare_keeper killed
  keep connect
  keep 'send 5'
  keep finish
  kill -STOP $server
  keep 'send 4'
  keep torn
  kill_server
  [ -e dumps/a.jxp.part ] || echo "no part is left"
  printf 'torn' >>dumps/a.jxp.part # as where the machine went down, too
  start --control --once a=unix:socket
  grep -q 'a.jxp.part is of a run that was cut' log || echo "that a part is there is not told: $(cat log)"
  keep connect
  keep finish
  keep 'send all'
  keep finish
  stop_keeper
  end_server 0
  grep -q 'dumps/a.jxp: goes on behind 5 frames' log || echo "it does not go on: $(cat log)"
  undisturbed frames.jxp
}

# Killed while it holds frames back for one that the line has lost: the next serve has never had them.
killed_early_frames() {
  prepare_keeper early
  keep connect
  keep 'send 3'
  keep finish
  keep lose
  keep 'send 4'
  keep 'held 3'
  kill_server
  start --control --once a=unix:socket
  keep connect
  keep 'send all'
  keep finish
  stop_keeper
  end_server 0
  undisturbed frames.jxp
}

# Killed again and again, behind each frame; the console's text goes on, too.
killed_often() {
  prepare often
  mkgolden basic apart >apart.stream
  hostdump -o frames.jxp <apart.stream >/dev/null 2>&1
  start --control a=unix:socket
  start_keeper frames.jxp
  keep connect
  for n in 1 2 3 4 5; do
    keep "text line $n"
    keep 'send 1'
    keep finish
    kill_server
    start --control a=unix:socket
    keep connect
  done
  keep 'send all'
  keep finish
  stop_keeper
  await 'a: ended'
  stop_server 0
  seq 5 | sed 's/^/line /' | cmp - dumps/a.txt
  rm dumps/a.txt
  undisturbed frames.jxp
}

# A connection that broke: the run goes on in its dump, and the next run has a name of its own.
connects_again() {
  prepare_keeper again
  keep connect
  keep 'send 5'
  keep finish
  keep connect
  await 'the end is missing'
  keep 'send all'
  keep finish
  stop_keeper
  await 'a: ended'
  undisturbed frames.jxp
  speak unix:socket <basic.stream
  await 'a: ended'
  stop_server 1 # for at first the end was missing
  same a-2 basic.stream
}

# Without answers what came when no serve was there is missing, and told; what came before is in the same dump.
killed_without_answers() {
  prepare unanswered
  mkgolden full apart >apart.stream
  hostdump -o frames.jxp <apart.stream >/dev/null 2>&1
  start a=pipe
  exec 5<>pipe
  half=$(($(wc -c <frames.jxp) / 2))
  head -c $half frames.jxp >first
  hostdump -o whole.jxp <first >/dev/null 2>&1 # frames that came whole
  cat first >&5
  await 'a: receives'
  come_true has_bytes dumps/a.jxp.part "$(stat -c %s whole.jxp)"
  kill_server
  start --once a=pipe
  tail -c +$((half + 300)) frames.jxp >&5
  exec 5>&-
  end_server 1
  [ "$(ls dumps | grep -v txt)" = a.jxp ] || echo "there are $(ls dumps)"
  grep -q 'goes on behind' log || echo "it does not go on"
  grep -q 'frames missing' log || echo "what is missing is not told: $(cat log)"
  hostdump info dumps/a.jxp 2>&1 | grep -q 'frame.*missing' || echo "the dump does not say so"
}

# Of so many callers that want names, and one that does, all but 16 are told to ask again later.
crowd_of_waiters() { # PORT
  python3 -c 'import select, socket, sys
port = int(sys.argv[1])
callers = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]
for caller in callers: caller.sendall(b"GET /runs/0/names HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
while len(callers) > 15:
  ready = select.select(callers, [], [], 60)[0]
  if not ready: sys.exit(print("%d callers wait" % (len(callers) + 1)))
  for caller in ready:
    callers.remove(caller)
    text = caller.recv(100)
    if b" 503 " not in text: print("a caller is told", text)' "$1"
}

# A page asks for the names of an image whose disk does not answer: named pipes in its place hold the process that reads
# it, the second one when the test has opened the first. Meanwhile serve acknowledges what a target sends, and other
# pages that ask leave room for callers; the page has the names when the second one is opened, too.
names_are_held() {
  prepare names_held
  mkgolden full apart >apart.stream
  hostdump -o frames.jxp <apart.stream >/dev/null 2>&1
  mkfifo image held
  echo page >page.html
  start --control --http 0 --template page.html -k image -k held -k "$build/golden.elf" a=unix:socket
  start_keeper frames.jxp
  keep connect
  keep 'send 2'
  keep finish
  port=$(sed -n 's,.*the page is at http://[^/]*:\([0-9]*\)/.*,\1,p' log)
  python3 "$tree/tests/live/client.py" "$port" get /runs/0/names 3>names >head 5>&- 6>&- &
  page=$!
  others="$others $page"
  exec 7>image # opens when the process opens it
  crowd_of_waiters "$port"
  keep 'send 2'
  keep finish
  [ ! -s head ] || echo "the names came before they could be read: $(cat head)"
  exec 7>held
  rm image held # serve reads the image itself when the run ends
  exec 7>&-
  wait $page
  head -n 1 head | grep -q ' 200 ' || echo "the page has no names: $(cat head)"
  cat frames.jxp names >named.jxp
  hostdump report named.jxp 2>/dev/null | grep -q main_loop || echo "the names are not those of the image"
  keep 'send all'
  keep finish
  stop_keeper
  await 'a: ended'
  stop_server 0
  hostdump info dumps/a.jxp >info 2>&1 || echo "the dump is not whole: $(cat info)"
}

# Parts in which no run can go on: each is told of, and an empty one is removed.
useless_parts() {
  prepare useless
  : >dumps/a.jxp.part
  head -c 100 basic.stream >dumps/a-2.jxp.part
  start --once a=pipe
  grep -q 'a: dumps/a.jxp.part was empty, .*: it is removed' log || echo "the empty one: $(cat log)"
  grep -q 'a: dumps/a-2.jxp.part has no whole frame: .*remove it' log || echo "the one of a broken frame: $(cat log)"
  cat basic.stream >pipe
  end_server 0
  same a-3 basic.stream
  [ "$(ls dumps | grep -v txt | paste -s -d ' ')" = 'a-2.jxp.part a-3.jxp' ] || echo "there are $(ls dumps)"
}

# The lines of frames that a tool was told: where the call is from which one returns, as addr2line says.
lines_are_of_calls() { # LINES ELF
  # serve was killed while it told the tool: the last line may be cut.
  sed '$d' "$1" | awk -F '\t' '$1 == "thread" { outer = 0 } $1 == "frame" { if (outer++) print $6 "\t" $7 "\t" $5 }' |
    sort -u >told
  cut -f 1 told | python3 -c 'import sys
for line in sys.stdin: print(hex(int(line, 16) - 1))' | addr2line -e "$2" | sed 's, (discriminator.*,,' |
    paste told - | awk -F '\t' '
      $2 != $4 && substr($4, length($4) - length($2)) != "/" $2 {
        print $1 " comes from " $2 ", says the tool, and from " $4 ", says addr2line"
      }
      $2 != $3 { inside++ }
      END { if (inside < 3) print "only " inside + 0 " calls were told behind the line of their function" }'
}

# The dump carries them, too: without the image its stacks have the lines that they have with it.
carries_lines() { # DUMP ELF
  hostdump stacks "$1" >carried 2>&1
  hostdump stacks -k "$2" "$1" 2>&1 | cmp - carried
}

has_moments() { [ "$(grep -c '^frame' "$1")" -ge 20 ]; } # LINES

# A real kernel, which sends a moment each 10 ms: all of them are in one dump, whole.
killed_kernel() {
  prepare killed_kernel
  start --control --tool 'cat >lines' -k "$build/test-kernel.elf" a=unix:a.sock
  exec_qemu kernel="$build/test-kernel.elf32" \
    append='workload=wait prof=moments,events stacks=10ms line=virtio stream=all' \
    line=socket,path=a.sock,reconnect=1 serial=file:console timeout=300 >qemu.log 2>&1 &
  others=$!
  for n in 1 2; do
    before=$(stat -c %s dumps/a.jxp.part 2>/dev/null || echo 0)
    come_true has_bytes dumps/a.jxp.part $((before + 5001)) || { echo "the kernel: $(cat qemu.log)"; return; }
    [ $n = 2 ] || come_true has_moments lines || return
    kill_server
    [ $n = 2 ] || start --control a=unix:a.sock
  done
  start --once -k "$build/test-kernel.elf" -x 'mark again; every 20ms stacks; end' a=unix:a.sock >replies
  end_server 0
  wait $others
  others=
  hostdump info dumps/a.jxp >info 2>&1 || echo "the dump is not whole: $(tail -n 2 info)"
  grep -q 'marked again 0' replies || echo "the kernel is given no command"
  grep -q '^a: the stacks of all threads are taken every 20000 us' replies || echo "other moments: $(cat replies)"
  hostdump report --table moments --tsv --no-symbols dumps/a.jxp |
    awk -F '\t' '/^#/ { next } !head { head = 1; next } { n++ } END { if (n < 10) print n + 0 " moments" }'
  [ "$(ls dumps)" = a.jxp ] || echo "there are $(ls dumps)"
  lines_are_of_calls lines "$build/test-kernel.elf"
  carries_lines dumps/a.jxp "$build/test-kernel.elf"
}

# A run that no target goes on with gets its name, and what there is of it is kept; a reboot is a run of its own behind
# it.
cut_for_ever() {
  prepare cut
  start a=pipe
  head -c 700 objects.stream >pipe
  await 'a: ended'
  exec 5<>pipe
  head -c 700 full.stream >&5
  await 'a: receives dumps/a-2.jxp'
  come_true [ -s dumps/a-2.jxp.part ]
  kill_server
  exec 5>&-
  rm dumps/a.jxp # the numbers go on all the same
  start a=pipe
  cat basic.stream >pipe
  await 'a: ended'
  stop_server 1
  same a-3 basic.stream
  hostdump info dumps/a-2.jxp 2>&1 | grep -q 'the end of the dump is missing' ||
    echo "a-2.jxp does not say that it is cut"
  ls dumps | grep part
}

# A dump that another hostdump is writing is left alone.
written_by_another() {
  prepare another
  mkgolden full apart >apart.stream
  hostdump -o frames.jxp <apart.stream >/dev/null 2>&1
  mkfifo slow
  hostdump -o dumps/a.jxp <slow >/dev/null 2>&1 &
  others=$!
  exec 7>slow
  head -c 700 frames.jxp >&7
  come_true [ -s dumps/a.jxp.part ]
  start --once a=pipe
  tail -c +701 frames.jxp >pipe
  end_server 1
  tail -c +701 frames.jxp >&7
  exec 7>&-
  wait $others
  others=
  hostdump info dumps/a.jxp >info 2>&1 || echo "the other's dump is harmed: $(cat info)"
  [ -e dumps/a-2.jxp ] || echo "there is no dump of what came"
}

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
try serve_killed with_stderr killed
try serve_no_room_for_replies with_stderr no_room_for_replies
try serve_standing_readers with_stderr standing_readers
try serve_no_room_for_dumps with_stderr no_room_for_dumps
try serve_same_name with_stderr same_name
try serve_names_are_held with_stderr names_are_held
try serve_useless_parts with_stderr useless_parts
try serve_killed_kernel with_stderr killed_kernel
try serve_killed_early_frames with_stderr killed_early_frames
try serve_killed_often with_stderr killed_often
try serve_connects_again with_stderr connects_again
try serve_killed_without_answers with_stderr killed_without_answers
try serve_cut_for_ever with_stderr cut_for_ever
try serve_written_by_another with_stderr written_by_another
try serve_refusals with_stderr refusals
finish
