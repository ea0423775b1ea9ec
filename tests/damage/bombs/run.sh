#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: a few kilobytes that unpack to gigabytes take no more memory than they may, in receive, report, tables, info
# and serve; what came before is kept, the status and a message tell, and other targets are unharmed.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. Takes 60 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
PATH=$build:$PATH # without sanitizers, which have memory of their own
server=
clean_up() { [ -z "$server" ] || kill $server 2>/dev/null; }
export PATH
cd "$scratch" || exit 2

# hostdump takes 96 MiB for itself at most: its code, scratch memory for blocks, what limit.c allows beside --memory,
# and what the allocator loses between blocks.
own_mib=96

# Runs a command with --memory 64: its status must be one of STATUSES, and it may not take more than that.
within() { # STATUSES COMMAND...
  statuses=$1
  shift
  measure took "$@" >out 2>err
  status=$?
  case " $statuses " in *" $status "*) ;; *) echo "$1 $2: status $status: $(tail -n 1 err)" ;; esac
  peak=$(($(cut -d ' ' -f 1 took) / 1024))
  [ $peak -le $((64 + own_mib)) ] || echo "$1 $2: took $peak MiB"
}

# A bomb of records that are kept is 120 KB of 80 million; others are read again for each table that wants them, so that
# 12 KB of 8 million do.
bomb_of() { # KIND [same]
  case $1 in event | sched | birth | death | reading) frames=2 ;; *) frames=20 ;; esac
  bomb "$1" $frames $2 >bomb
  measure took hostdump --memory 64 -o received.jxp <bomb >out 2>err
  [ $(($(cut -d ' ' -f 1 took) / 1024)) -le $((64 + own_mib)) ] || echo "receiving takes $(cat took) KiB and ms"
  cmp -s received.jxp bomb || echo "what came is not kept: $(tail -n 1 err)"
  within '0 1' hostdump info --memory 64 received.jxp
  within '0 1' hostdump report --memory 64 --no-symbols received.jxp
  [ $status -eq 0 ] || grep -q 'give --memory a larger number\|(hello) is not there\|makes no sense\|build both' err ||
    echo "report does not say why: $(cat err)"
  within '0 1' hostdump tables --memory 64 --no-symbols --bins 100 received.jxp -o tables
  ls tables 2>/dev/null | grep part
}

# A name bomb fills the memory of those who receive it: that is said.
told() {
  bomb name 40 >bomb
  hostdump --memory 64 -o received.jxp <bomb >out 2>err
  [ $? -eq 1 ] || echo "the status does not tell"
  grep -q 'half of 64 MiB: give --memory a larger number; all frames are kept' err || cat err
  hostdump report --no-symbols --memory 1000 --table run received.jxp >out 2>err
  grep -q 'half of 1000 MiB: give --memory a larger number; the records before it are shown' err || cat err
}

# The first records are shown where those behind them have no room.
what_came_before_stays() {
  bomb node 1 >bomb
  hostdump report --no-symbols --memory 64 --table run --tsv bomb >out 2>err
  [ $? -eq 1 ] || echo "the status does not tell"
  grep -q '^tsc_hz	1000000000' out || echo "the run's frequency is not shown: $(grep hz out)"
}

# Tables without --bins take no more of the disk than they may: those that would are left out, and that is said.
tables_are_bounded() {
  bomb event 1 >bomb
  hostdump tables --no-symbols --size 4 --table threads,events,wakes,eventstats bomb -o bounded >out 2>err
  [ $? -eq 1 ] || echo "the status does not tell"
  grep -q '^hostdump: bounded/events.tsv: left out: .*--bins makes it small, --size=MIB allows' err || cat err
  [ ! -e bounded/events.tsv ] && [ ! -e bounded/events.tsv.part ] || echo "it is there"
  [ -s bounded/threads.tsv ] && [ -s bounded/eventstats.tsv ] || echo "small tables are not there"
  [ "$(du -sk bounded | cut -f 1)" -le 4200 ] || echo "the tables take $(du -sk bounded)"
  hostdump tables --no-symbols --size 4 --bins 100 --table events bomb -o bounded >out 2>err ||
    echo "with --bins the status is $?: $(cat err)"
}

# Six callers with bombs, and one pipe with a sound dump: it comes whole, and all of them take no more than they may.
serve_bombs() {
  mkfifo said pipe
  mkdir dumps
  mkgolden full >full.stream
  bomb name 300 >bomb
  bomb node 300 >>bomb
  measure took sh -c 'echo $$ >pid; exec hostdump serve --memory 512 -d dumps good=pipe bad=unix:socket' 2>said &
  measured=$!
  exec 3<said
  ended=0
  while read -r line <&3; do
    echo "$line" >>log
    case $line in
      *ready:*)
        server=$(cat pid)
        for caller in 1 2 3 4 5 6; do
          speak unix:socket <bomb &
        done
        cat full.stream >pipe & ;;
      *ended:*)
        ended=$((ended + 1))
        [ $ended -lt 7 ] || kill -TERM $server ;;
    esac
  done
  exec 3<&-
  wait $measured
  status=$?
  server=
  [ $status -eq 1 ] || echo "serve ended with $status: $(tail -n 1 log)"
  hostdump -o alone.jxp <full.stream >out 2>err
  cmp dumps/good.jxp alone.jxp
  hostdump -o alone.jxp <bomb >out 2>err
  for dump in dumps/bad*.jxp; do
    cmp "$dump" alone.jxp
  done
  [ $(($(cut -d ' ' -f 1 took) / 1024)) -le $((512 + own_mib)) ] || echo "took $(cat took) KiB and ms"
}

# The time that the tables of N take, ms.
time_of() { # WHAT N
  python3 "$here/long.py" "$1" "$2" >long.jxp || echo "long.py $1 $2 fails" >&2
  measure took hostdump tables --no-symbols --bins 100 long.jxp -o tables >out 2>err || cat err >&2
  cut -d ' ' -f 2 took
}

# Four times as many of something take four times as long, and not sixteen times.
long_of() { # WHAT
  few=$(time_of "$1" 10000)
  many=$(time_of "$1" 40000)
  [ "$many" -le $((8 * few + 200)) ] || echo "10000 take $few ms, 40000 take $many ms"
}

for what in settings losses threads chain registers reused; do
  try "long_of_$what" long_of $what
done
for kind in node name thread event sched birth death histogram site method setting loss role reading; do
  try "bomb_of_$kind" bomb_of $kind
done
try bomb_of_equal_nodes bomb_of node same
try bomb_of_equal_names bomb_of name same
try bomb_is_told told
try bomb_what_came_before_stays what_came_before_stays
try bomb_of_tables tables_are_bounded
try bomb_into_serve serve_bombs
finish
