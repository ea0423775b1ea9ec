# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=bash disable=SC2154 # the variables are theirs who source it
#
# machines.sh: the machines of nfs.sh and images.sh, which source it: QEMUs that serve NFS at a port of this host. Sets
# dir, an empty folder that is removed at the end, when the machines are ended too; they get $dir/files.tar to serve.

. "$(dirname "${BASH_SOURCE[0]}")/../../../host-tools/run/qemu.sh"
dir=$(mktemp -d) || exit 1
pids=
trap 'end_machines; rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
LC_ALL=C
export LC_ALL

readonly READY_S=300 # for booting, as in run-nfs.sh

fail() { echo "${0##*/}: $*" >&2; exit 1; }

median() { sort -g | awk '{ v[NR] = $1 } END { if (NR) print v[int((NR - 1) / 2) + 1] }'; }

port_is_taken() { grep -qi "^ *[0-9]*: [0-9A-F]*:$(printf %04X "$1") " /proc/net/udp; }

free_port() {
  : "${port:=$((20000 + $$ % 10000))}"
  port=$((port + 1))
  while port_is_taken $port; do port=$((port + 1)); done
}

# Starts IMAGE as NAME, in a folder of its own; sets port_NAME and pid_NAME.
boot() { # NAME IMAGE OPTIONS [KNOB=VALUE...] [QEMU-OPTION...]
  local name=$1 image=$2 options=$3
  shift 3
  mkdir -p "$dir/$name"
  : >"$dir/$name/console"
  free_port
  printf -v "port_$name" %s $port
  (cd "$dir/$name" && exec_qemu kernel="$image" append="$options" module=../files.tar memory=384 serial=file:console \
    net="user,hostfwd=udp:127.0.0.1:$port-:2049" "$@") >"$dir/$name.log" 2>&1 &
  printf -v "pid_$name" %s $!
  pids="$pids $!"
}

await_ready() { # NAME
  local pid=pid_$1 i
  for ((i = 0; i < READY_S * 10; i++)); do
    grep -aq '^net: ready' "$dir/$1/console" && return
    kill -0 "${!pid}" 2>/dev/null || break
    sleep 0.1
  done
  fail "the machine '$1' does not get ready: $(tail -qn 1 "$dir/$1/console" "$dir/$1.log")"
}

# A machine that is stopped hears nothing until it goes on.
end_machines() {
  # shellcheck disable=SC2086 # numbers
  [ -z "$pids" ] || { kill $pids; kill -CONT $pids; wait $pids; } 2>/dev/null
  pids=
}
