# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=sh
#
# serve.sh: a `hostdump serve' that a suite talks with; read behind suite.sh. The sanitized hostdump is what runs.
# Each case works in a folder of its own, with `dumps' for the dumps and `log' for what serve has said.
#
# Processes that clean_up() ends: $server, and what the suite puts into $others.

PATH=$build/unit:$build:$PATH
export PATH
server=
others=
clean_up() {
  for process in $server $others; do kill -9 "$process" 2>/dev/null; done
}

# Makes the case's folder with some golden streams and a pipe, and goes there.
prepare() { # NAME
  mkdir -p "$scratch/$1/dumps" "$scratch/$1/got" && cd "$scratch/$1" || exit 2
  for golden in basic objects full; do
    mkgolden $golden >$golden.stream
  done
  mkfifo pipe
}

# Starts hostdump serve with these arguments; its messages come from descriptor 3. Descriptors 5 to 7, by which suites
# feed targets, stay the suite's own.
start() {
  rm -f said
  mkfifo said
  hostdump serve -d dumps "$@" 2>said 3>&- 5>&- 6>&- 7>&- 9>&- &
  server=$!
  exec 3<said
  await ready: || wait $server
}

# Reads messages until one holds TEXT; all go to `log'.
await() { # TEXT
  while read -r line <&3; do
    echo "$line" >>log
    case $line in *"$1"*) return 0 ;; esac
  done
  return 1
}

# Waits until a command succeeds. It is called 2,000 times at most, with a pause between two calls; then this says which
# command does not succeed, and fails. One that ends while the server ends, too, is `or_gone COMMAND'.
come_true() { # COMMAND...
  asked=0
  until "$@" 2>/dev/null; do
    asked=$((asked + 1))
    [ $asked -lt 2000 ] || { echo "after $asked calls it still fails: $*"; return 1; }
    sleep 0.05
  done
}
or_gone() { "$@" || ! kill -0 $server; } # COMMAND...
has_bytes() { [ "$(stat -c %s "$1" || echo 0)" -ge "$2" ]; } # FILE BYTES

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

# Kills it, as a machine does that has no memory left.
kill_server() {
  kill -9 $server
  wait $server 2>/dev/null
  server=
  cat <&3 >>log
  exec 3<&-
}

# The dump NAME must be what `hostdump -o' makes of STREAM.
same() { # NAME STREAM
  hostdump -o alone.jxp <"$2" >alone.txt 2>/dev/null
  cmp -s "dumps/$1.jxp" alone.jxp || echo "$1.jxp is not what comes of $2 alone"
  [ -s alone.txt ] || [ -e "dumps/$1.txt" ] || return
  cmp -s "dumps/$1.txt" alone.txt || echo "$1.txt is not the text of $2"
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

# With the words of tools that complain.
with_stderr() { "$@" 2>&1; }
