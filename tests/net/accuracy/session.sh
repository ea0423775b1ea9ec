# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=sh
#
# session.sh: sessions whose clocks are known, for run.sh and accuracy.sh, with $build, $tree, $here and a current folder
# of theirs. Names of folders are relative.

hostdump=$build/hostdump
accuracy=$build/net-accuracy
: "${HANGS_S:=450}"

# Boots nodes, each watched by the plugin, into a folder: FOLDER/NODE.jxp, FOLDER/NODE.ticks. Where STOPPED is a node, it
# stands still once the wire has seen BYTES bytes. Prints what is wrong. Meanwhile net.pid has the process that ends all
# of them when it gets SIGTERM.
boot() { # FOLDER STOPPED BYTES OPTION...
  folder=$1 stopped=$2 bytes=$3
  shift 3
  mkdir -p ticks
  qemu="-plugin $accuracy/ticks.so,out=$PWD/ticks/{node} -qmp unix:$PWD/ticks/{node}.qmp,server=on,wait=off"
  stopper=
  if [ -n "$stopped" ]; then
    python3 -B "$here/stop.py" "ticks/$stopped.qmp" "$folder/wire.pcap" "$bytes" >stop.log 2>&1 &
    stopper=$!
  fi
  timeout $HANGS_S bash "$tree/host-tools/run/net.sh" --build "$build" --no-charts --out "$folder" --qemu "$qemu" "$@" \
    >said 2>&1 &
  echo $! >net.pid
  wait $! || echo "run-net ends with $?: $(grep '^run-net' said | tail -n 1)"
  rm -f net.pid
  if [ -n "$stopper" ]; then
    kill "$stopper" 2>/dev/null && echo "$stopped was not stopped"
    wait "$stopper" || echo "stop.py: $(tail -n 1 stop.log)"
  fi
  for ticks in ticks/*; do
    case $ticks in *.qmp) ;; *) mv "$ticks" "$folder/${ticks#ticks/}.ticks" ;; esac
  done
}

# Another folder with the same session, of which one node has another clock.
bend() { # FROM TO NODE WARP...
  from=$1 to=$2 node=$3
  shift 3
  mkdir -p "$to" && cp "$from"/*.jxp "$to" && cp "$from"/*.ticks "$to" 2>/dev/null
  "$accuracy/warp" "$from/$node.jxp" "$to/$node.jxp" "$@" 2>&1
}

# What is said of the clocks of a session, held against the truth: `FOLDER/judged', a figure a line. Prints what is wrong.
judge() { # FOLDER WARP OPTION...
  folder=$1 warp=$2
  shift 2
  "$hostdump" report --tsv --no-symbols --table messages "$folder" >"$folder/messages.tsv" 2>errors || cat errors
  "$hostdump" clocks --tsv "$@" "$folder" >"$folder/clocks.tsv" 2>errors || cat errors
  { printf 'node\thz\n'; "$hostdump" report --tsv --no-symbols --table run "$folder" |
    awk -F '\t' '$2 == "tsc_hz" { print $1 "\t" $3 }'; } >"$folder/hz.tsv"
  python3 -B "$here/clocks.py" "$folder" ${warp:+"warp=$warp"} >"$folder/judged" 2>errors || tail -n 1 errors
}

judged() { awk -F '\t' -v key="$2" '$1 == key { print $2 }' "$1/judged"; } # FOLDER FIGURE

# What hostdump makes of the calls of a session, without times: of `remote' who called what. (Which call stands where in
# `tree' a bent dump cannot say: build/net-accuracy/warp bends points in time, and how long calls took stays as it was.)
matching_of() { # FOLDER
  "$hostdump" remote --tsv "$1" | awk -F '\t' '
    /^#/ { next }
    !n++ { for (i = 1; i <= NF; i++) if ($i !~ /_us$/) keep[++kept] = i }
    { line = ""; for (i = 1; i <= kept; i++) line = line "\t" $keep[i]; print line }'
}
