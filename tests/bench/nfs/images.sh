#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# images.sh: images of the NFS server, of different commits say, beside each other: what a GETATTR takes, and how many
# a client gets answered in a second. README's case study is made with it.
#
# Both are measured as turns.sh does it, which says why: machines that share a processor of the host with the client and
# take turns, medians, several boots; and instructions of the guest, which repeat exactly. Drawn are the events of one
# stretch of time of each, under -icount, where an instruction takes a nanosecond: of the one with the most replies, for
# before others the server waits for the client.

[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
set -u

usage() {
  cat <<'END'
Usage: images.sh BUILD OUT IMAGE...
Compares images of the NFS server: programs/nfs/kernel.elf in the build folders of their commits, which have the
hostdump and render that belong to them. BUILD is where this commit's nfs_load and nfs_count.so are.
Prints a line for each image; leaves OUT/N.png, N from 1 on, the events of 45 us, an instruction taken for a
nanosecond.

  git worktree add ../before COMMIT && make -C ../before run-nfs CLIENT=libnfs
  make run-nfs CLIENT=libnfs build/bench/nfs_load build/bench/nfs_count.so
  bash tests/bench/nfs/images.sh build /tmp/images {../before/,}build/programs/nfs/kernel.elf

Exit status: 0 all were measured; 1 an image does not boot or answer; 2 usage.
END
}

case ${1-} in -h | --help) usage; exit 0 ;; esac
[ $# -ge 3 ] || { usage >&2; exit 2; }
build=$(cd "$1" && pwd) && mkdir -p "$2" && out=$(cd "$2" && pwd) || exit 2
shift 2
load=$build/bench/nfs_load
plugin=$build/bench/nfs_count.so
. "$(dirname "$0")/machines.sh"

readonly BOOTS=3 ROUNDS=16 CALLS=200 COUNTED_CALLS=400 HALTED_US=1000    # as in turns.sh
readonly DRAWN_CALLS=400
readonly STRETCH_US=45

# Boots IMAGE in the folder NAME, with QEMU's options behind those of the kernel; sets port_of_it and pid_of_it.
boot_image() { # NAME IMAGE OPTIONS [QEMU-OPTION...]
  local name=$1 image=$2 options=$3 port_name=port_$1 pid_name=pid_$1
  shift 3
  boot "$name" "$(realpath "${image}32")" "workload=java $options" "$@"
  await_ready "$name"
  port_of_it=${!port_name} pid_of_it=${!pid_name}
}

# Adds a line to $dir/turns: of each image a call's time in us, with nothing recorded and with everything.
turns_of_a_boot() { # PROCESSOR IMAGE...
  local processor=$1 image prof servers=()
  shift
  for image; do
    for prof in none timing,samples,events,sched,objects; do
      boot_image "turn${#servers[@]}" "$image" "prof=$prof ring=events,sched,samples,objects"
      taskset -apc "$processor" "$pid_of_it" >/dev/null || fail "a process cannot be bound to a processor (taskset)"
      servers+=("$port_of_it/export/small@$pid_of_it")
    done
  done
  taskset -c "$processor" "$load" $ROUNDS $CALLS "${servers[@]}" >"$dir/turns.new" || fail "a machine does not answer"
  cut -d ' ' -f 2 "$dir/turns.new" | paste -s >>"$dir/turns"
  end_machines
}

rate() { # COLUMN: calls a second
  awk -v column="$1" '{ print $column }' "$dir/turns" | median | awk '{ printf "%d", 1e6 / $1 }'
}

# How many instructions a call takes with nothing recorded.
counted() { # IMAGE
  local at
  at=$(nm "$1" | awk '$3 ~ /_?Ne2k__transmit$/ { print $1 }')
  [ -n "$at" ] || fail "$1 has no function Ne2k.transmit"
  boot_image count "$1" 'prof=none hz=20' -plugin "$plugin,at=$at,out=count"
  "$load" -p $HALTED_US 1 $COUNTED_CALLS "$port_of_it/export/small" >/dev/null || fail "$1 does not answer"
  end_machines
  cut -d ' ' -f 1 "$dir/count/count"
}

draw() { # NUMBER IMAGE
  local tools=${2%/programs/*} from
  boot_image "draw$1" "$2" 'prof=events -- idle=1' -icount shift=0
  "$load" 1 $DRAWN_CALLS "$port_of_it/export/small" >/dev/null || fail "$2 does not answer under -icount"
  wait "$pid_of_it"
  pids=
  "$tools/hostdump" -k "$2" -o "$dir/run.jxp" <"$dir/draw$1/console" >/dev/null 2>&1
  from=$("$tools/hostdump" report --tsv --table events -k "$2" "$dir/run.jxp" 2>/dev/null |
    awk -F '\t' -v stretch=$STRETCH_US '
      $3 == "NIC interrupt" { begun = $1 }
      $3 == "nfs3 getattr reply" { at[++n] = begun; while ($1 - at[first + 1] > stretch) first++ }
      n - first > most { most = n - first; from = at[first + 1] }
      END { printf "%.3f", from - 0.1 }')
  "$tools/render" events "$dir/run.jxp" -k "$2" -o "$dir/charts" --format png --from "${from}us" \
    --to "$(awk "BEGIN { printf \"%.3f\", $from + $STRETCH_US }")us" >/dev/null &&
    mv "$dir/charts/events.png" "$out/$1.png" || fail "the events of $2 cannot be drawn"
}

mkdir "$dir/files" && echo 'what is asked for' >"$dir/files/small" && chmod -R a+rX "$dir/files" &&
  tar -cf "$dir/files.tar" -C "$dir/files" . || fail "no room in $dir (TMPDIR)"
for image; do
  [ -r "${image}32" ] || fail "there is no image ${image}32; \`make run-nfs' in that commit's tree makes it"
done
[ -x "$load" ] && [ -r "$plugin" ] || fail "$load or $plugin is missing; \`make' these two"
processors=$(taskset -pc $$) || fail "taskset is missing (util-linux)"
for ((i = 0; i < BOOTS; i++)); do turns_of_a_boot "${processors##*[!0-9]}" "$@"; done
n=0
for image; do
  n=$((n + 1))
  draw $n "$image"
  printf '%s: %s instructions a GETATTR; GETATTR a second: %s with nothing recorded, %s with everything\n' "$image" \
    "$(counted "$image")" "$(rate $((2 * n - 1)))" "$(rate $((2 * n)))"
done
