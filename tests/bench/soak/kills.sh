# SPDX-License-Identifier: GPL-2.0-or-later
#
# kills.sh: a part of soak.sh: boots that are killed at random while they stream, the workload's and the Java
# program's in turn, two at a time. Each streams six seconds of the machine's time, and is cut off behind a random
# byte of what such a boot sends.
#
# What must hold: the dump opens; it holds every frame, and of each kind every record, that was whole on the line
# before the cut, as frames.c counts them; no event is missing in between; names are known. The call trees are those of
# the last snapshot that was whole, or of the end, with all their nodes, and no call took longer than the one it is in.

kill_seconds=6   # some thirty frames; the boot itself takes as long as that
kill_jobs=2

boot_killed() # soak|java LINE
{
  local small="stream=all hz=200 samples=1k addresses=16k events=16k sched=16k readings=16 snapshot=1"
  case $1 in
    soak) boot_soak $kill_seconds 24 "$2" $small nodes=2k ;;
    java) boot_java $kill_seconds 48 "$2" $small prof=timing,samples,events,sched,objects heap=4m births=16k \
      deaths=16k nodes=8k ;;
  esac
}

# What `hostdump info' says is here, as frames.c prints it. Only blocks of records: not what frames open with.
dump_figures() # DUMP
{
  "$build/hostdump" info "$1" 2>/dev/null | awk '
    $1 == "frames" || $1 == "snapshots" { print $1, $2 + 0 }
    /^  [a-z_]+ +[0-9]+ / { print $1, $2 }'
}

# The call trees beside what frames.c counted. Raw times are exact: they say at once if a tree were of two moments.
trees_problem() # FOLDER
{
  local wanted
  if "$build/hostdump" info "$1/run.jxp" 2>/dev/null | grep -q 'the call trees are as of'; then
    wanted=$(sed -n 's/^snapshot_nodes //p' "$1/wanted")
  else
    wanted=$(sed -n 's/^node //p' "$1/wanted")
  fi
  table "$1/run.jxp" tree | awk -F '\t' -v wanted="${wanted:-0}" '
    NR > 1 { n++; if ($11 < 0) print $5 " has calls that took " -$11 " us longer than itself" }
    END { if (n + 0 != wanted) print n + 0 " nodes, not " wanted }'
}

# Prints what is wrong with the dump of a boot of which $1/cut came.
cut_problem() # FOLDER STATUS
{
  local received missing wanted
  "$build/frames" <"$1/cut" >"$1/wanted" 2>"$1/unsound" || { cat "$1/unsound"; return; }
  # Of no whole frame nothing is kept: 3 where nothing but text came, 1 where a frame had begun.
  if [ "$(head -1 "$1/wanted")" = 'frames 0' ]; then
    [ "$2" = 1 ] || [ "$2" = 3 ] || echo "hostdump exits with $2, not 1 or 3"
    return
  fi
  grep -q '^tally' "$1/wanted"   # which is in the last frame
  wanted=$?
  [ "$2" = $wanted ] || echo "hostdump exits with $2, not $wanted"
  dump_figures "$1/run.jxp" | sort >"$1/here"
  grep -v '^snapshot_nodes' "$1/wanted" | sort | diff - "$1/here" >"$1/differ" ||
    echo "what came and what is here: $(grep '^[<>]' "$1/differ" | paste -sd ' ' -)"
  read -r received missing <<<"$(count_events "$1/run.jxp")"
  [ "$missing" = 0 ] || echo "$missing events are missing among $received"
  ! table "$1/run.jxp" events | grep -q 'thread [0-9]\|event [0-9]' || echo "names are missing"
  trees_problem "$1"
  awk -v events="$received" '{ n[$1] = $2 }
    END { print n["frames"], events + 0, n["birth"] + 0, n["death"] + 0, (n["snapshots"] + n["tally"] > 0) }' \
    "$1/here" >>"$1/figures"
}

# Boots of a list "NUMBER KIND CUT" on standard input, in a process of its own. Problems go to FOLDER/problems.
kill_all() # FOLDER
{
  local number kind cut status why
  trap 'kill -9 $qemu_pid 2>/dev/null; exit' TERM INT
  mkfifo "$1/killed.in" "$1/killed.out"
  while read -r number kind cut; do
    boot_killed "$kind" "pipe:$1/killed"
    head -c "$cut" <"$1/killed.out" | tee "$1/cut" | "$build/hostdump" -o "$1/run.jxp" >/dev/null 2>&1
    status=${PIPESTATUS[2]}
    kill -9 "$qemu_pid" 2>/dev/null   # a cut at the very end comes behind its own
    wait "$qemu_pid" 2>/dev/null
    why=$(cut_problem "$1" "$status" | paste -sd ';' -)
    echo "$number" >>"$1/done"
    [ -n "$why" ] || continue
    echo "$kind behind byte $cut: $why" >>"$1/problems"
    cp "$1/cut" "${SOAK_KEEP:-$1}/cut.$number"
  done
}

# The list of boots, drawn before they start, so that it does not depend on who is faster.
draw_kills() # BYTES_OF_SOAK BYTES_OF_JAVA
{
  local i
  for ((i = 0; i < kills; i++)); do
    if ((i / kill_jobs % 2)); then echo "$i java $(((RANDOM * 32768 + RANDOM) % $2))"
    else echo "$i soak $(((RANDOM * 32768 + RANDOM) % $1))"; fi
  done
}

kills()
{
  local kind job total=''
  rm -rf "$scratch"/*
  for kind in soak java; do
    boot_killed $kind "file:$scratch/whole"
    wait "$qemu_pid" || result soak_kills "a boot that is not killed fails: $kind"
    total="$total $(wc -c <"$scratch/whole")"
  done
  qemu_pid=''
  draw_kills $total >"$scratch/list"
  for ((job = 0; job < kill_jobs; job++)); do
    mkdir "$scratch/$job"
    kill_all "$scratch/$job" < <(awk -v job=$job -v jobs=$kill_jobs 'NR % jobs == job' "$scratch/list") &
    worker_pids="$worker_pids $!"
  done
  wait $worker_pids
  worker_pids=''
  cat "$scratch"/*/figures | awk -v kills="$kills" -v total="$total" '
    { dumps++; frames += $1; events += $2; births += $3; deaths += $4; trees += $5 }
    END {
      printf "# %d boots killed within%s bytes: %d dumps with %d frames, %d events, %d births, %d deaths; %d of them " \
        "with call trees\n", kills, total, dumps, frames, events, births, deaths, trees
    }'
  [ "$(cat "$scratch"/*/done | wc -l)" = "$kills" ] || result soak_kills "some boots were left out"
  result soak_kills "$(cat "$scratch"/*/problems 2>/dev/null | paste -sd ';' -)"
}
