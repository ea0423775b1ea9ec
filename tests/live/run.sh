#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: `hostdump serve` with pages that look on while runs come (--http): what the feed gives is the dump, whoever
# reads it at whatever pace; requests that are not a page's own are refused, and no caller holds up the others or the
# targets. Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
#
# What must neither hang nor be lost in silence, all the way from the threads to the page, and the cases of it:
#   a thread dies between list and walk   unit test_moment a_thread_that_dies_while_it_is_looked_at_is_counted;
#                                         moments odd
#   a smashed frame pointer               unit test_moment a_smashed_frame_pointer_ends_the_walk; moments odd
#   a stack 10,000 deep, and a deeper one unit test_moment a_stack_ten_thousand_deep_is_whole_and_a_deeper_one_is_cut;
#                                         moments odd
#   4,000 threads                         unit test_moment four_thousand_threads_are_all_told; moments crowd
#   renamed threads                       unit test_moment a_renamed_thread_has_its_last_name; moments odd
#   a tool that reads a byte a second     live_tool_is_slow; that dies: live_tool_dies; that never reads:
#                                         live_tool_never_reads
#   kill -9 of serve, and start again     kernel/serve serve_killed, serve_killed_early_frames, serve_killed_often,
#                                         serve_killed_kernel, serve_killed_without_answers, serve_connects_again
#   two targets of one name               kernel/serve serve_same_name; threads of one name: live_equal_names
#   a page that pauses for ten minutes    live_paused_page (it reads nothing); page a_pause_keeps_what_comes (button)
#   a request of another origin or host   live_refused, live_token
#   garbage on any socket                 live_hostile (all), live_garbage (pages), live_tools_by_socket (tools),
#                                         kernel/serve serve_one_dies_one_babbles, serve_talking_crowd (targets)
# Takes 55 seconds, and mostly waits.

. "$(dirname "$0")/../lib/suite.sh"
. "$tree/tests/lib/serve.sh"

# Starts hostdump serve with a page; $port is the page's.
start_page() {
  echo '<!doctype html><title>page</title>' >page.html
  start --http "${http-0}" --template page.html "$@"
  port=$(sed -n 's,.*the page is at http://[^/]*:\([0-9]*\)/.*,\1,p' log | tail -n 1)
}

client() { python3 "$here/client.py" "$port" "$@"; }

# Waits until a file has a TEXT, which process $others writes.
written() { # FILE TEXT
  come_true is_written "$@"
  grep -q "$2" "$1"
}
is_written() { grep -q "$2" "$1" || ! kill -0 $others; } # FILE TEXT

# The status of an answer: the first line's number.
status_of() { # PATH [HEADER...]
  client get "$@" 3>/dev/null | sed -n '1s/^HTTP[^ ]* \([0-9]*\).*/\1/p'
}

answers() { # STATUS PATH [HEADER...]
  wanted=$1
  shift
  is=$(status_of "$@")
  [ "$is" = "$wanted" ] || echo "$*: $is, not $wanted"
}

# ---- what the feed gives ----

feed_is_dump() {
  prepare feed
  start_page --once a=pipe b=unix:socket
  client feed got '' 2 >lines &
  others=$!
  written lines hello
  mkfifo slow
  speak unix:socket <slow &
  exec 5>slow
  head -c 300 objects.stream >&5
  cat basic.stream >pipe
  tail -c +301 objects.stream >&5
  exec 5>&-
  wait $others || echo "the feed ends early: $(tail -n 1 lines)"
  others=
  end_server 0
  cmp got/a.jxp dumps/a.jxp
  cmp got/b.jxp dumps/b.jxp
  grep -q '"state": "whole", "system": "golden 1", "target": "a"' lines &&
    grep -q '"state": "whole", "system": "golden 1", "target": "b"' lines ||
    echo "the runs' ends are not told: $(cat lines)"
}

# A page that comes late gets all; one that has a part, the rest; of a run that is not wanted it only hears.
late_pages() {
  prepare late
  start_page a=pipe b=unix:socket
  cat basic.stream >pipe
  await 'a: ended'
  speak unix:socket <objects.stream
  await 'b: ended'
  client feed got runs=all 2 >lines
  cmp got/a.jxp dumps/a.jxp
  cmp got/b.jxp dumps/b.jxp
  head -c 500 dumps/a.jxp >part.jxp
  mkdir part
  cp part.jxp part/a.jxp
  client feed part 'runs=none&from=0:500' 2 >lines
  cmp part/a.jxp dumps/a.jxp
  [ ! -e part/b.jxp ] || echo "a run that is not wanted is sent"
  mkdir new
  client feed new 'runs=all&from=0:500&serve=0123456789abcdef' 2 >lines
  [ ! -e new/a.jxp ] || echo "numbers of another serve count"
  mkdir third
  client feed third 'runs=1&from=0:99999999,7:1,:,9' 2 >lines
  cmp third/b.jxp dumps/b.jxp
  [ ! -e third/a.jxp ] || echo "an offset behind the end counts"
  stop_server 0
}

# The dump by itself, whole and in ranges; the list; the page.
paths() {
  prepare paths
  start_page a=pipe
  cat basic.stream >pipe
  await 'a: ended'
  client get /runs/0 3>whole >head
  cmp whole dumps/a.jxp
  grep -q '^accept-ranges: bytes' head || echo "no ranges are promised"
  bytes=$(wc -c <dumps/a.jxp)
  client get /runs/0 'Range: bytes=100-299' 3>some >head
  tail -c +101 dumps/a.jxp | head -c 200 | cmp - some
  grep -q "^content-range: bytes 100-299/$bytes" head || echo "which range is not told: $(cat head)"
  client get /runs/0 'Range: bytes=-50' 3>some >head
  tail -c 50 dumps/a.jxp | cmp - some
  client get /runs/0 'Range: bytes=700-' 3>some >head
  tail -c +701 dumps/a.jxp | cmp - some
  answers 416 /runs/0 "Range: bytes=$bytes-"
  answers 416 /runs/0 'Range: bytes=5-2'
  answers 416 /runs/0 'Range: bytes=-0'
  answers 200 /runs/0 'Range: bytes=x-9'
  answers 200 /runs/0 'Range: lines=1-9'
  client get /runs 3>list >head
  python3 -c 'import json, sys; r = json.load(sys.stdin)["runs"]
assert len(r) == 1 and r[0]["file"] == "a.jxp" and r[0]["place"] == "pipe"' <list ||
    echo "the list: $(cat list)"
  client get / 3>page >head
  { cat page.html; echo '<script type="text/plain" class="live" data-feed="feed"></script>'; } | cmp - page
  rm dumps/a.jxp
  answers 410 /runs/0
  client feed got runs=all 1 >lines
  grep -q '"type": "gone"' lines || echo "that the file is gone is not told: $(cat lines)"
  stop_server 0
}

# The names of functions, while a run goes on: with them, what comes in pieces is what the whole dump says.
names() {
  prepare names
  mkgolden moments >moments.stream
  mkfifo slow
  start_page -k "$build/golden.elf" a=unix:socket b=pipe
  speak unix:socket <slow &
  exec 5>slow
  head -c 1400 moments.stream >&5 # its moments, not its end
  await 'a: receives'
  come_true has_bytes dumps/a.jxp.part 1001
  answers 200 /runs/0/names
  client get /runs/0/names 3>names >head
  client get /runs/0 3>part >head
  cat part names >named.jxp
  hostdump stacks --no-symbols named.jxp 2>/dev/null | grep -q main_loop && echo "the part has names by itself"
  hostdump report --table moments named.jxp 2>/dev/null | grep -q 'main_loop' || echo "there are no names: $(cat head)"
  hostdump stacks named.jxp 2>/dev/null | grep '^    ' >lines
  hostdump stacks -k "$build/golden.elf" named.jxp 2>/dev/null | grep '^    ' | cmp - lines
  grep -q 'inlined.h:7' lines || echo "no line is that of a call: $(cat lines)"
  client get /runs 3>list >head
  grep -q '"system":"golden 1","program":"-","image":"[0-9a-f]*","options"' list || echo "what it is: $(cat list)"
  answers 404 /runs/0/namesx
  answers 404 /runs/1/names
  answers 404 /runs//names
  tail -c +1401 moments.stream >&5
  exec 5>&-
  await 'a: ended'
  answers 404 /runs/0/names
  stop_server 0
}

# ---- what is refused ----

refused() {
  prepare refused
  start_page a=pipe
  cat basic.stream >pipe
  await 'a: ended'
  answers 200 /
  answers 200 / "Host: localhost:$port"
  answers 200 / "Host: [::1]"
  answers 403 / 'Host: evil.example'
  answers 403 /runs/0 "Host: localhost.evil.example:$port"
  answers 403 /runs/0 'Host: 127.0.0.1.evil.example'
  answers 403 / 'Host: [::1'
  answers 403 / 'Host: '
  answers 403 /runs/0 'Origin: http://evil.example'
  answers 403 /runs/0 'Origin: null'
  answers 403 /feed "Origin: https://127.0.0.1:$port"
  answers 403 /runs/0 "Origin: http://127.0.0.1:1"
  answers 200 /runs/0 "Origin: http://127.0.0.1:$port"
  answers 403 /runs/0 'Sec-Fetch-Site: cross-site' 'Sec-Fetch-Mode: no-cors'
  answers 403 /runs/0 'Sec-Fetch-Site: same-site' 'Sec-Fetch-Mode: navigate'
  answers 403 / 'Sec-Fetch-Site: cross-site' 'Sec-Fetch-Mode: no-cors'
  answers 200 / 'Sec-Fetch-Site: cross-site' 'Sec-Fetch-Mode: navigate'
  answers 200 /runs/0 'Sec-Fetch-Site: same-origin' 'Sec-Fetch-Mode: cors'
  answers 405 'POST /'
  answers 405 'DELETE /runs/0'
  answers 200 'HEAD /'
  answers 200 'HEAD /feed'
  for path in /../../etc/passwd /runs/../../etc/passwd /runs/..%2f..%2fetc%2fpasswd /runs/%2e%2e/a.jxp /runs/a.jxp \
    /runs/1 /runs/-1 /runs/0x0 /runs/18446744073709551616 /runs/ //etc/passwd /page.html /said; do
    answers 404 "$path"
  done
  printf 'GET / HTTP/1.0\r\n\r\n' | client raw | head -n 1 | grep -q ' 400 ' || echo "a request without a host"
  client get /runs 3>/dev/null >head
  for line in 'cross-origin-resource-policy: same-origin' 'x-content-type-options: nosniff' \
    "content-security-policy: frame-ancestors 'none'" 'cache-control: no-store'; do
    grep -q "^$line" head || echo "no header $line"
  done
  stop_server 0
}

# Beyond loopback there is a token.
token() {
  prepare token
  http=0.0.0.0:0 start_page a=pipe
  cat basic.stream >pipe
  await 'a: ended'
  token=$(sed -n 's/.*?token=\([0-9a-f]*\).*/\1/p' log)
  [ ${#token} -eq 32 ] || echo "the token is \`$token'"
  answers 403 /
  answers 403 /runs/0
  answers 403 /feed
  answers 403 "/?token=${token%?}"
  answers 403 "/?token=${token}0"
  answers 403 "/?token=$(echo "$token" | tr 0-9a-f 1-9a-f0)"
  answers 403 /runs/0 "Cookie: hostdump-$port=0"
  answers 303 "/?token=$token"
  client get "/?token=$token" 3>/dev/null >head
  cookie=$(sed -n 's/^set-cookie: \([^;]*\);.*/\1/p' head)
  grep -q '^set-cookie: .*HttpOnly; SameSite=Lax' head || echo "the cookie can be read by pages: $(cat head)"
  answers 200 / "Cookie: $cookie"
  answers 200 /runs/0 "Cookie: a=b; $cookie; c=d"
  answers 200 "/runs/0?token=$token"
  answers 403 /runs/0 "Cookie: $cookie" 'Host: evil.example'
  stop_server 0
}

# ---- callers that would hold others up ----

garbage() {
  prepare garbage
  start_page a=pipe
  head -c 200000 "$build/hostdump" | client raw >answer || echo "binary garbage"
  { printf 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '; head -c 100000 /dev/zero | tr '\0' x; printf '\r\n\r\n'; } |
    client raw >answer
  head -n 1 answer | grep -q ' 4[0-9][0-9] \|^$' || echo "oversized headers: $(head -n 1 answer)"
  { printf 'GET /'; head -c 100000 /dev/zero | tr '\0' y; printf ' HTTP/1.1\r\n\r\n'; } | client raw >answer
  head -n 1 answer | grep -q ' 4[0-9][0-9] \|^$' || echo "an endless path: $(head -n 1 answer)"
  printf 'POST /feed HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n' |
    client raw >answer
  head -n 1 answer | grep -q ' 4[0-9][0-9] \|^$' || echo "an endless chunk: $(head -n 1 answer)"
  answers 200 /
  kill -0 $server || { cat <&3 >>log; grep -m 1 'Sanitizer\|runtime error' log; echo "serve has ended"; return; }
  cat basic.stream >pipe
  await 'a: ended' || echo "the target is not served"
  stop_server 0
}

# Damaged streams, requests and lines at all sockets at once, under sanitizers, with tools and images: what comes
# afterwards is served as ever. HOSTILE=10000 SEED=7 draws so many, and others.
hostile() {
  prepare hostile
  mkgolden moments >moments.stream
  start_page --control --tools control --tool 'cat >lines' -k "$build/golden.elf" a=unix:socket b=pipe
  python3 -B "$here/hostile.py" "$port" socket control "${SEED-1}" "${HOSTILE-40}" moments.stream objects.stream \
    full.stream 3<&-
  kill -0 $server || { cat <&3 >>log; grep -m 1 'Sanitizer\|runtime error' log; echo "serve has ended"; return; }
  hostdump tools --control control add 'cat >later' >/dev/null || echo "no tool can be added" # the other may be gone
  cat basic.stream >pipe
  await 'b: ended' || echo "the target is not served"
  hostdump -k "$build/golden.elf" -o alone.jxp <basic.stream >/dev/null 2>&1
  cmp dumps/b.jxp alone.jxp
  answers 200 /runs
  answers 404 /runs/0/names
  hostdump tools --control control list | grep -q 'cat >later' || echo "the tool is not there"
  kill -TERM $server
  cat <&3 >>log
  wait $server
  status=$?
  server=
  case $status in 1 | 3) ;; *) echo "ended with $status" ;; esac
  grep -m 1 'Sanitizer\|runtime error' log
  grep -q '^gone	.*	whole' later || echo "the tool is not told of the last end"
}

# A request that comes a byte a second is cut off; meanwhile others are served.
slow_requests() {
  prepare slow
  start_page a=pipe
  client drip >dripped &
  dripping=$!
  answers 200 /
  cat basic.stream >pipe
  await 'a: ended' || echo "the target is not served"
  wait $dripping
  [ "$(cat dripped)" = 'cut off' ] || echo "it says: $(cat dripped)"
  stop_server 0
}

# More callers than there are connections, who say nothing: they are cut off, and others get through.
silent_callers() {
  prepare silent
  start_page a=pipe
  mkfifo crowd.fed crowd.said
  client crowd 150 <crowd.fed >crowd.said &
  others=$!
  exec 5>crowd.fed
  read -r line <crowd.said
  cat basic.stream >pipe
  await 'a: ended' || echo "the target is not served"
  answers 200 /
  exec 5>&-
  wait $others
  others=
  stop_server 0
}

# A page that reads nothing, while a target sends as fast as it can: serve takes no memory for it, keeps its pace, and
# the page gets all in the end.
paused_page() {
  prepare paused
  mkfifo wake
  start_page a=unix:socket
  speak unix:socket <basic.stream
  await 'a: ended'
  exec 4<>wake
  client pause <wake >paused &
  others=$!
  written paused paused
  before=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' /proc/$server/status)
  players unix:socket 1 0 6000 10 700 >/dev/null # ten minutes' of ten moments a second
  await 'a: ended' || echo "the target is held up"
  after=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' /proc/$server/status)
  bytes=$(wc -c <dumps/a-2.jxp)
  [ "$bytes" -gt 8000000 ] || echo "only $bytes bytes were sent"
  [ $((after - before)) -lt $((bytes / 1024)) ] || echo "it took $((after - before)) KiB for $bytes bytes"
  echo got >&4
  wait $others || echo "the page does not get on: $(tail -n 1 paused)"
  others=
  exec 4>&-
  cmp got/a.jxp dumps/a.jxp
  stop_server 0
}

# ---- tools ----

# What a tool is told of a known run, line by line; and that it stands together where two runs come at once.
tool_lines() {
  prepare lines
  mkgolden moments >moments.stream
  start --once -k "$build/golden.elf" --tool 'cat >lines' a=pipe
  cat moments.stream >pipe
  end_server 0
  [ "${UPDATE-}" != 1 ] || cp lines "$here/moments.lines"
  diff "$here/moments.lines" lines
  cmp -s dumps/a.jxp moments.stream || hostdump info dumps/a.jxp >/dev/null 2>&1 || echo "the dump is not whole"
}

# Two targets at once: each moment's lines stand together, none is missing.
tool_two_targets() {
  prepare two
  start --once --tool 'cat >lines' 't0=unix:s0' 't1=unix:s1'
  players unix:s% 2 0 300 5 >/dev/null
  end_server 0
  awk -F '\t' '
    $1 == "connect" { target[$2] = $3 }
    $1 == "trace" { if (open != "") print "trace in a trace"; open = $2; threads = 0; if ($3 != ++last[$2]) print "gap at " $3 }
    $1 ~ /thread|frame|end/ && $2 != open { print "line of run " $2 " in " open }
    $1 == "thread" { threads++ }
    $1 == "end" { if (threads != 5) print threads " threads"; open = ""; moments[target[$2]]++ }
    $1 == "missed" { print }
    $1 == "gone" { gone[target[$2]] = $3 }
    END { for (i = 0; i < 2; i++) { t = "t" i; if (moments[t] != 300 || gone[t] != "whole") print t ": " moments[t] " " gone[t] } }
  ' lines
}

# One that dies at once, one that closes its input, one that is no program: dropped and named; the others go on.
tool_dies() {
  prepare dies
  start --once --tool 'exit 3' --tool 'exec <&-; exec sleep 1000' --tool nonsense-that-is-none \
    --tool 'cat >lines' a=unix:s
  players unix:s 1 0 200 10 >/dev/null
  end_server 0
  for number in 1 2 3; do
    grep -q "tool $number (.*is dropped" log || echo "tool $number is not named: $(cat log)"
  done
  ! grep -q 'tool 4' log || echo "the good one is dropped, too: $(cat log)"
  [ "$(grep -c '^end' lines)" -eq 200 ] || echo "the good one has $(grep -c '^end' lines) moments"
}

has_read() { hostdump tools --control control list | grep -q '^1	.*	0 bytes wait'; }

# One that reads a byte a second: nothing waits for it; it is told what it has missed, in the end here, when it reads on.
tool_is_slow() {
  prepare slow_tool
  mkfifo gate
  start --tools control --tool 'python3 -c "
import os, select, sys
gate = os.open(\"gate\", os.O_RDONLY | os.O_NONBLOCK)
out = open(\"lines\", \"wb\")
while not select.select([gate], [], [], 1)[0] or not os.read(gate, 1):
    out.write(os.read(0, 1))
while (piece := os.read(0, 65536)):
    out.write(piece)
"' --tool 'cat >all' a=unix:s
  players unix:s 1 0 3000 100 >/dev/null
  await 'a: ended' || echo "the target is held up"
  hostdump tools --control control list >list
  grep -q '^1	.*	[1-9][0-9]* moments missed	python3' list || echo "it has missed nothing: $(cat list)"
  echo >gate
  come_true has_read
  stop_server 0
  awk -F '\t' '$1 == "end" { had++ } $1 == "missed" { missed += $2 } $1 == "gone" { gone = $3 }
    END { if (had + missed != 3000 || !missed || gone != "whole") print had " moments, " missed " missed, gone: " gone }' lines
}

# One that never reads is dropped, and named, when its time is over; nothing waits for it meanwhile.
tool_never_reads() {
  prepare never_reads
  start --tool-timeout 1 --tool 'exec sleep 1000' --tool 'cat >lines' a=unix:s
  players unix:s 1 0 60 100 >/dev/null
  await 'a: ended' || echo "the target is held up"
  await 'tool 1 (exec sleep 1000) has read nothing for 1 s: it is dropped' || echo "it is not dropped: $(cat log)"
  stop_server 0
  [ "$(grep -c '^end' lines)" -eq 60 ] || echo "the other one has $(grep -c '^end' lines) moments"
  ! grep -q 'tool 2' log || echo "the other one is dropped, too"
  hostdump serve --tool-timeout 0 a=unix:s 2>log
  [ $? -eq 2 ] && grep -q 'tool-timeout=0: one second is the least' log || echo "no time at all: $(cat log)"
}

# Added, listed and removed while it runs; what is no request is refused.
tools_by_socket() {
  prepare by_socket
  start --tools control a=unix:s0 b=unix:s1
  [ "$(hostdump tools --control control list)" = '' ] || echo "there are tools"
  [ "$(hostdump tools --control control add 'cat >one')" = 1 ] || echo "it is not added"
  players unix:s% 2 0 20 5 >/dev/null
  await ended && await ended
  [ "$(hostdump tools --control control add 'cat >two')" = 2 ] || echo "it is not added"
  hostdump tools --control control list | cut -f 1,5 >list
  printf '1\tcat >one\n2\tcat >two\n' | cmp - list
  hostdump tools --control control remove 1 || echo "it is not removed"
  hostdump tools --control control remove 1 2>err && echo "it is removed twice"
  grep -q 'there is no tool 1' err || echo "why not: $(cat err)"
  players unix:s% 2 0 20 5 >/dev/null
  await ended && await ended
  [ "$(stat -c %a control)" = 700 ] || echo "others may connect: $(stat -c %a control)"
  python3 - <<'END'
import socket
for line in b"nonsense\n", b"remove -1\n", b"add \n", b"\xff\x00\n", b"x" * 70000 + b"\n":
    s = socket.socket(socket.AF_UNIX)
    s.connect("control")
    try:
        s.sendall(line)
        s.shutdown(socket.SHUT_WR)
        answer = s.recv(1000)
        if answer and not answer.startswith(b"error "):
            print(line[:10], answer)
    except OSError:
        pass
idle = [socket.socket(socket.AF_UNIX) for _ in range(7)]
for s in idle:
    s.connect("control")
s = socket.socket(socket.AF_UNIX)
s.connect("control")
s.sendall(b"list\n")
if not s.recv(1000).startswith(b"ok 2"):
    print("idle callers hold the others up")
END
  stop_server 0
  [ "$(grep -c '^end' one)" -eq 40 ] || echo "the first has $(grep -c '^end' one) moments"
  [ "$(grep -c '^end' two)" -eq 40 ] || echo "the second has $(grep -c '^end' two) moments"
  [ ! -e control ] || echo "the socket is left"
  hostdump tools --control control list 2>err
  [ $? -eq 4 ] && grep -q 'there is no such socket' err || echo "a socket that is not there: $(cat err)"
  hostdump tools --control control add 2>err
  [ $? -eq 2 ] || echo "half a request"
}

# Our programs: what they count is what players plays.
our_tools() {
  prepare ours
  start --once -k "$build/golden.elf" --tool "python3 $tree/host-tools/live/folded.py --states --by-node -o folded" \
    --tool "python3 $tree/host-tools/live/callgraph.py --by-node --min-share 1 -o graph.dot" t0=unix:s0 t1=unix:s1
  players unix:s% 2 0 250 10 >/dev/null
  end_server 0
  awk '{ n += $NF } END { if (n != 2 * 250 * 10) print n " stacks" }' folded
  [ "$(grep -c ';running;' folded)" -gt 0 ] && [ "$(awk '/;running;/ { n += $NF } END { print n }' folded)" -gt 0 ] ||
    echo "none runs"
  dot -Tplain graph.dot >plain || echo "dot does not take the graph"
  grep -q 'label="t0: 2500 stacks"' graph.dot && grep -q '100.0 %' graph.dot || echo "the graph: $(head graph.dot)"
  for tool in folded callgraph; do
    python3 "$tree/host-tools/live/$tool.py" --help | grep -q -e --thread || echo "$tool has no --help"
  done
}

# Threads of one name are added up, or kept apart by their numbers.
equal_names() {
  prepare equal
  printf '%s\n' hello:1 connect:0:a:a.jxp connect:1:a:a-2.jxp trace:0:1:5.0:interval:2:0:1.0 \
    thread:0:1:w:ready:-:-:0:0 frame:0:1:f:x.c,1:0x1 thread:0:2:w:ready:-:-:0:0 frame:0:2:f:x.c,1:0x1 end:0:1 \
    trace:1:1:5.0:interval:1:0:1.0 thread:1:1:w:ready:-:-:0:0 frame:1:1:f:x.c,1:0x1 end:1:1 | tr ':' '\t' >lines
  echo 'w;f 3' >sums
  printf 'w#1;f 2\nw#2;f 1\n' >apart
  python3 "$tree/host-tools/live/folded.py" <lines | diff - sums
  python3 "$tree/host-tools/live/folded.py" --apart <lines | diff - apart
}

# Descriptors that are taken away while it runs: who asks at the socket of --tools, and pages, wait; nothing spins.
callers_without_descriptors() {
  prepare callers_none
  start_page --tools control a=pipe
  prlimit --pid $server --nofile=4:
  python3 - "$port" >asked 3<&- <<'END' &
import socket, sys
page = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
page.sendall(b"GET /runs HTTP/1.0\r\nHost: localhost\r\n\r\n")
tools = socket.socket(socket.AF_UNIX)
tools.connect("control")
tools.sendall(b"list\n")
print(tools.recv(100), flush=True)
print(page.recv(12), flush=True)
END
  others=$!
  await 'tools control: a caller has to wait: Too many open files' || echo "it is not told"
  idle_while_others_work
  prlimit --pid $server --nofile=200:
  wait $others || echo "they do not get through"
  others=
  printf "b'ok '\nb'HTTP/1.1 200'\n" | cmp - asked || cat asked
  stop_server 0
}

# ---- what is told at the end ----

# Commands for a place at which no target has spoken, and replies that cannot be written.
left_over() {
  prepare left
  start --once -x 'b=mark here' -x 'status' a=pipe b=unix:s
  cat basic.stream >pipe
  await 'a: ended'
  stop_server 1
  grep -q 'b: no target has spoken.*mark here;status' log || echo "it is not told: $(cat log)"
}

# ---- errors ----

unusable() {
  prepare unusable
  echo page >page.html
  hostdump serve -d dumps --http 0 --template nowhere.html a=pipe 2>log
  [ $? -eq 4 ] && grep -q 'nowhere.html: the page cannot be read' log || echo "no page: $(cat log)"
  hostdump serve -d dumps --http 70000 --template page.html a=pipe 2>log
  [ $? -eq 4 ] && grep -q 'http 70000: .*write PORT, or ADDRESS:PORT' log || echo "a bad port: $(cat log)"
  hostdump serve -d dumps --http 192.0.2.1:0 --template page.html a=pipe 2>log
  [ $? -eq 4 ] && grep -q 'cannot listen there' log || echo "an address of another machine: $(cat log)"
}

try live_feed_is_dump with_stderr feed_is_dump
try live_late_pages with_stderr late_pages
try live_paths with_stderr paths
try live_names with_stderr names
try live_refused with_stderr refused
try live_token with_stderr token
try live_garbage with_stderr garbage
try live_hostile with_stderr hostile
try live_slow_requests with_stderr slow_requests
try live_silent_callers with_stderr silent_callers
try live_paused_page with_stderr paused_page
try live_tool_lines with_stderr tool_lines
try live_tool_two_targets with_stderr tool_two_targets
try live_tool_dies with_stderr tool_dies
try live_tool_is_slow with_stderr tool_is_slow
try live_tool_never_reads with_stderr tool_never_reads
try live_tools_by_socket with_stderr tools_by_socket
try live_our_tools with_stderr our_tools
try live_equal_names with_stderr equal_names
try live_callers_without_descriptors with_stderr callers_without_descriptors
try live_left_over with_stderr left_over
try live_unusable with_stderr unusable
finish
