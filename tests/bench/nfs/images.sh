#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# images.sh: images of the NFS server, of different commits say, beside each other: what a GETATTR takes, and how many
# a client gets answered in a second. README's case study is made with it.
#
# Both are measured as turns.sh does it, which says why: machines that share a processor of the host with the client and
# take turns, medians, several boots; and instructions of the guest, which repeat exactly. Drawn are the events of one
# stretch of time of each, under -icount, where an instruction takes a nanosecond.

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
dir=$(mktemp -d) || exit 1
pids=
trap 'end_machines; rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
LC_ALL=C
export LC_ALL

readonly BOOTS=3 ROUNDS=16 CALLS=200 COUNTED_CALLS=400 HALTED_US=1000    # as in turns.sh
readonly DRAWN_CALLS=400
readonly STRETCH_US=45
readonly READY_S=300               # for booting, as in nfs.sh

fail() { echo "images: $*" >&2; exit 1; }

free_port() {
  : "${port:=$((20000 + $$ % 10000))}"
  port=$((port + 1))
  while grep -qi "^ *[0-9]*: [0-9A-F]*:$(printf %04X "$port") " /proc/net/udp; do port=$((port + 1)); done
}

# Boots IMAGE in the folder NAME; sets port and pid. Its serial line is NAME/line.
boot() { # NAME IMAGE OPTIONS QEMU'S...
  local name=$1 image=$2 options=$3 i
  shift 3
  mkdir -p "$dir/$name"
  : >"$dir/$name/line"
  free_port
  qemu-system-x86_64 -kernel "${image}32" -initrd "$dir/files.tar" -append "workload=java $options" -m 384 \
    -display none -serial "file:$dir/$name/line" -nic none -no-reboot -device isa-debug-exit,iobase=0xf4,iosize=4 \
    -netdev "user,id=n,hostfwd=udp:127.0.0.1:$port-:2049" -device ne2k_pci,netdev=n "$@" \
    </dev/null >"$dir/$name/log" 2>&1 &
  pid=$!
  pids="$pids $pid"
  for ((i = 0; i < READY_S * 10; i++)); do
    grep -aq '^net: ready' "$dir/$name/line" && return
    kill -0 $pid 2>/dev/null || break
    sleep 0.1
  done
  fail "$image does not get ready: $(tail -qn 1 "$dir/$name/line" "$dir/$name/log")"
}

# A machine that is stopped hears nothing until it goes on.
end_machines() {
  # shellcheck disable=SC2086 # numbers
  [ -z "$pids" ] || { kill $pids; kill -CONT $pids; wait $pids; } 2>/dev/null
  pids=
}

# Adds a line to $dir/turns: of each image a call's time in us, with nothing recorded and with everything.
turns_of_a_boot() { # PROCESSOR IMAGE...
  local processor=$1 image prof servers=()
  shift
  for image; do
    for prof in none timing,samples,events,sched,objects; do
      boot "turn${#servers[@]}" "$image" "prof=$prof ring=events,sched,samples,objects"
      taskset -apc "$processor" $pid >/dev/null || fail "a process cannot be bound to a processor (taskset)"
      servers+=("$port/export/small@$pid")
    done
  done
  taskset -c "$processor" "$load" $ROUNDS $CALLS "${servers[@]}" >"$dir/turns.new" || fail "a machine does not answer"
  cut -d ' ' -f 2 "$dir/turns.new" | paste -s >>"$dir/turns"
  end_machines
}

rate() { # COLUMN: calls a second
  awk -v column="$1" '{ print $column }' "$dir/turns" | sort -g | sed -n "$(((BOOTS + 1) / 2))p" |
    awk '{ printf "%d", 1e6 / $1 }'
}

# How many instructions a call takes with nothing recorded.
counted() { # IMAGE
  local at
  at=$(nm "$1" | awk '$3 ~ /_?Ne2k__transmit$/ { print $1 }')
  [ -n "$at" ] || fail "$1 has no function Ne2k.transmit"
  boot count "$1" 'prof=none hz=20' -plugin "$plugin,at=$at,out=$dir/count/count"
  "$load" -p $HALTED_US 1 $COUNTED_CALLS "$port/export/small" >/dev/null || fail "$1 does not answer"
  end_machines
  cut -d ' ' -f 1 "$dir/count/count"
}

draw() { # NUMBER IMAGE
  local tools=${2%/programs/*} from
  boot "draw$1" "$2" 'prof=events -- idle=1' -icount shift=0
  "$load" 1 $DRAWN_CALLS "$port/export/small" >/dev/null || fail "$2 does not answer under -icount"
  wait $pid
  pids=
  "$tools/hostdump" -k "$2" -o "$dir/run.jxp" <"$dir/draw$1/line" >/dev/null 2>&1
  from=$("$tools/hostdump" report --tsv --table events -k "$2" "$dir/run.jxp" 2>/dev/null |
    awk -F '\t' '$3 == "NIC interrupt" { at[++n] = $1 } END { printf "%.3f", at[int(n / 2)] - 0.1 }')
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
