#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: `hostdump serve` with pages that look on while runs come (--http): what the feed gives is the dump, whoever
# reads it at whatever pace; requests that are not a page's own are refused, and no caller holds up the others or the
# targets. Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 30 seconds.

. "$(dirname "$0")/../lib/suite.sh"
PATH=$build/unit:$build:$PATH # the sanitized hostdump goes first
export PATH
server=
others=
clean_up() {
  for process in $server $others; do kill -9 "$process" 2>/dev/null; done
}

prepare() { # NAME
  mkdir -p "$scratch/$1/dumps" "$scratch/$1/got" && cd "$scratch/$1" || exit 2
  for golden in basic objects full; do
    mkgolden $golden >$golden.stream
  done
  mkfifo pipe
  echo '<!doctype html><title>page</title>' >page.html
}

# Starts hostdump serve with these arguments; its messages come from descriptor 3. $port is the page's.
start() {
  rm -f said
  mkfifo said
  hostdump serve -d dumps --http "${http-0}" --template page.html "$@" 2>said 3>&- &
  server=$!
  exec 3<said
  await ready: || wait $server
  port=$(sed -n 's,.*the page is at http://[^/]*:\([0-9]*\)/.*,\1,p' log | tail -n 1)
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

stop_server() { # WANTED
  kill -TERM $server
  end_server "$1"
}

client() { python3 "$here/client.py" "$port" "$@"; }

# Waits until a file has a TEXT, which process $others writes.
written() { # FILE TEXT
  until grep -q "$2" "$1" 2>/dev/null; do
    kill -0 $others 2>/dev/null || return 1
    sleep 0.05
  done
}

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
  start --once a=pipe b=unix:socket
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
  grep -q '"state": "whole", "target": "a"' lines && grep -q '"state": "whole", "target": "b"' lines ||
    echo "the runs' ends are not told: $(cat lines)"
}

# A page that comes late gets all; one that has a part, the rest; of a run that is not wanted it only hears.
late_pages() {
  prepare late
  start a=pipe b=unix:socket
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
  start a=pipe
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
  python3 -c 'import json, sys; r = json.load(sys.stdin)["runs"]; assert len(r) == 1 and r[0]["file"] == "a.jxp"' <list ||
    echo "the list: $(cat list)"
  client get / 3>page >head
  { cat page.html; echo '<script type="text/plain" class="live" data-feed="feed"></script>'; } | cmp - page
  rm dumps/a.jxp
  answers 410 /runs/0
  client feed got runs=all 1 >lines
  grep -q '"type": "gone"' lines || echo "that the file is gone is not told: $(cat lines)"
  stop_server 0
}

# ---- what is refused ----

refused() {
  prepare refused
  start a=pipe
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
  http=0.0.0.0:0 start a=pipe
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
  start a=pipe
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
  cat basic.stream >pipe
  await 'a: ended' || echo "the target is not served"
  stop_server 0
}

# A request that comes a byte a second is cut off; meanwhile others are served.
slow_requests() {
  prepare slow
  start a=pipe
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
  start a=pipe
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
  start a=unix:socket
  speak unix:socket <basic.stream
  await 'a: ended'
  exec 4<>wake
  client pause <wake >paused &
  others=$!
  written paused paused
  before=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' /proc/$server/status)
  players unix:socket 1 0 2000 10 2000 >/dev/null
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

# ---- errors ----

unusable() {
  prepare unusable
  hostdump serve -d dumps --http 0 --template nowhere.html a=pipe 2>log
  [ $? -eq 4 ] && grep -q 'nowhere.html: the page cannot be read' log || echo "no page: $(cat log)"
  hostdump serve -d dumps --http 70000 --template page.html a=pipe 2>log
  [ $? -eq 4 ] && grep -q 'http 70000: .*write PORT, or ADDRESS:PORT' log || echo "a bad port: $(cat log)"
  hostdump serve -d dumps --http 192.0.2.1:0 --template page.html a=pipe 2>log
  [ $? -eq 4 ] && grep -q 'cannot listen there' log || echo "an address of another machine: $(cat log)"
}

# With the words of tools that complain.
with_stderr() { "$@" 2>&1; }

try live_feed_is_dump with_stderr feed_is_dump
try live_late_pages with_stderr late_pages
try live_paths with_stderr paths
try live_refused with_stderr refused
try live_token with_stderr token
try live_garbage with_stderr garbage
try live_slow_requests with_stderr slow_requests
try live_paused_page with_stderr paused_page
try live_unusable with_stderr unusable
finish
