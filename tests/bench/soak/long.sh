# SPDX-License-Identifier: GPL-2.0-or-later
#
# long.sh: a part of soak.sh: a run that streams to a reader who stops and goes on at random.
#
# What must hold: the records made are those received and those counted as dropped, and of the events, which are
# numbered, as many are missing as were dropped; the kernel's free pages and the reader's memory stay what they were.

reader_most=8192   # KiB; measured: 3 MB
looks_from=600     # seconds: some hundred looks at the reader's memory

# Memory of the reader, KiB.
resident()
{
  sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$dump_pid/status" 2>/dev/null
}

# The reader stops and goes on until the machine has ended. What memory it had goes to $scratch/memory.
disturb()
{
  while kill -0 "$qemu_pid" 2>/dev/null; do
    kill -STOP "$dump_pid" 2>/dev/null
    sleep "0.$((RANDOM % 3))$((RANDOM % 10))"
    kill -CONT "$dump_pid" 2>/dev/null
    resident >>"$scratch/memory"
    sleep "0.$((RANDOM % 10))$((RANDOM % 10))"
  done
}

# Kinds of which not all that was made was either sent or dropped. Of nodes, calls are what is dropped.
unbalanced()
{
  table "$scratch/run.jxp" run | awk -F '\t' '
    $1 ~ /^made[.]/ { made[substr($1, 6)] = $2 }
    $1 ~ /^sent[.]/ { sent[substr($1, 6)] = $2 }
    $1 ~ /^dropped[.]/ { dropped[substr($1, 9)] = $2 }
    END {
      for (kind in made)
        if (kind != "node" && made[kind] != sent[kind] + dropped[kind])
          printf "%s %d of %d; ", kind, sent[kind] + dropped[kind], made[kind]
    }'
}

# A figure of the run: made, sent or dropped records of a kind.
tally() # WHAT.KIND
{
  table "$scratch/run.jxp" run | awk -F '\t' -v key="$1" '$1 == key { print $2 + 0 }'
}

# In a run too short for many looks only the size itself tells.
reader_problem() # KIB_UP_TO_THE_MIDDLE KIB_AT_MOST
{
  [ "$2" -le $reader_most ] || echo "the reader took $2 KiB, which should do with $reader_most"
  [ "$seconds" -lt $looks_from ] || [ "$2" -le $(($1 + 1024)) ] || echo "the reader grew from $1 KiB to $2 KiB"
}

# Half way through all buffers of the reader have had their full size.
check_reader() # NAME
{
  local first last
  first=$(awk '{ all[NR] = $1 }
    END { for (i = 1; i <= NR / 2; i++) if (all[i] > most) most = all[i]; print most + 0 }' "$scratch/memory")
  last=$(awk '$1 > most { most = $1 } END { print most + 0 }' "$scratch/memory")
  echo "# $(wc -l <"$scratch/memory") pauses; the reader had $first KiB up to the middle, $last KiB at most"
  result "${1}_reader" "$(reader_problem "$first" "$last")"
}

# What the program says that it has logged, of which all must be here or counted.
check_events() # NAME LOGGED
{
  local received missing dropped lost
  read -r received missing <<<"$(count_events "$scratch/run.jxp")"
  dropped=$(tally dropped.event)
  lost=$(table "$scratch/run.jxp" lost | awk -F '\t' '$3 == "event" { n += $4 } END { print n + 0 }')
  echo "# $1, $seconds s: $(sed -n 's/.*run.jxp: \(.* frames\)/\1/p' "$scratch/summary");" \
    "$2 events logged, $received received, $dropped dropped"
  [ "$((received + dropped))" = "$2" ] && [ "$(tally sent.event)" = "$received" ]
  result "${1}_events" "$(failing $? "$received received and $dropped dropped of $2")"
  [ "$missing" -le "$dropped" ] && [ "$lost" = "$dropped" ]
  result "${1}_missing" "$(failing $? "$missing are missing in between, $lost by time, but $dropped were dropped")"
}

# A run called $1, of the machine that $2 boots, with these options: its dump is $scratch/run.jxp, its text
# $scratch/console.
stream_run()
{
  local name=$1 boot=$2 all
  shift 2
  rm -f "$scratch"/*
  mkfifo "$scratch/line.in" "$scratch/line.out"
  "$build/hostdump" -o "$scratch/run.jxp" <"$scratch/line.out" >"$scratch/console" 2>"$scratch/summary" &
  dump_pid=$!
  "$boot" "$seconds" 256 "pipe:$scratch/line" stream=all threads=16k "$@"
  disturb
  wait "$qemu_pid"
  qemu_pid=''
  wait "$dump_pid" || result "${name}_whole" "the dump is not whole: $(tail -1 "$scratch/summary")"
  dump_pid=''
  [ -z "${SOAK_KEEP-}" ] || for all in console qemu summary memory; do cp "$scratch/$all" "$SOAK_KEEP/$name.$all"; done
  grep -q '^exit: ok' "$scratch/console"
  result "${name}_ends" "$(failing $? "$(tail -q -n 1 "$scratch/console" "$scratch/qemu" | paste -sd ';' -)")"
  all=$(unbalanced)
  result "${name}_counts" "${all:+sent and dropped are not what was made: $all}"
  check_reader "$name"
}

soak_run() # NAME OPTIONS...
{
  local name=$1
  stream_run "$name" boot_soak "${@:2}"
  check_events "$name" "$(sed -n 's/^soak: [0-9]* seconds, \([0-9]*\) events.*/\1/p' "$scratch/console")"
  awk '/pages free at first/ { left = $7 >= $2 } END { exit !left }' "$scratch/console"
  result "${name}_pages" "$(failing $? "$(grep '^soak:' "$scratch/console" | tail -1)")"
  grep 'pages free at first' "$scratch/console" | sed 's/^/# /'
}
