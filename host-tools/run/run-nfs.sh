#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run-nfs.sh: the paper's experiment. Boots the NFS server in Java (kernel/programs/java/apps/nfs) in QEMU, puts on it
# a client of another project, captures every packet, and takes the server's profile when the client has done.
#
# run.sh boots, receives, judges and draws; this script makes what is served, starts the client when the server has
# its address from BOOTP, and has tshark look at the capture. What always holds: whatever way it ends, the client,
# QEMU and the FIFOs are gone. It ends with 0 only when run.sh did, the client compared every byte and found it right,
# and on the wire no packet was malformed, no checksum wrong, and each call had its reply.
#
# Where the system lets us have one, all of it happens in a network namespace of its own: there the server has the
# real ports, and the client asks port mapper and mount daemon. Else free ports of 127.0.0.1 lead to the server, and
# YANFS uses the public file handle (WebNFS, RFC 2054), which needs neither.

[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
set -u

usage()
{
  cat <<'EOF'
Usage: run-nfs.sh [OPTION...]
Boots the NFS server in Java in QEMU, lets a real client walk it, compare every byte and read one file in a loop,
checks the packets, and renders the server's profile.

  --client NAME      yanfs: Sun's NFS client in Java, by NFS 3; yanfs2: the same by NFS 2; libnfs: its raw calls, by
                     NFS 3; uboot: U-Boot on an ARM board, in a QEMU of its own, by NFS 2. All over UDP (yanfs)
  --rounds N         how often the client asks for a file's attributes and then reads it, after its walk (1000); with
                     libnfs also for how long: 60s
  --input FILE       the tar that is served (sources of this project)
  --build DIR        where jxtr, hostdump, figures, render and the kernel's objects are (build)
  --out DIR          where results go: those of run.sh, and packets.pcap, client.txt, service.txt (how long
                     procedures took on the wire), cycle.txt (which events recur, and their time) (BUILD/run-nfs)
  --prof LIST        instrumentation, as for run.sh (timing,samples,events,sched,locks,objects)
  --counters A,B     counters of a model of caches, as for run.sh; or none (l1_misses,l2_misses; with --prof none)
  --line uart|virtio by which line the profile leaves, as for run.sh (virtio: a serial port slows the server down)
  --append OPTIONS   more options for the kernel, as for run.sh (stream= what --prof has but timing: it leaves at once)
  --args ARGUMENTS   more arguments for the server, as for run.sh
  --shift N          while the machine works an instruction takes 2^N ns of its time; without, its time is the host's.
                     With 9 an hour of its time takes some minutes
  --mem MIB          memory of the machine (512, and five times the tar)
  --no-packets       do not capture the packets: an hour of them is gigabytes
  --no-charts        stop after the tables

`make run-nfs' gives these as CLIENT=, ROUNDS=, INPUT=, PROF=, COUNTERS=, KERNEL= (--append), MEM=, RUN= (--out), O=
(--build); and THRESHOLD= (java.sh --help), in the environment as RUN_THRESHOLD.

Exit status: 0 all is right; 1 the run, the client, or a packet is not; 2 usage; 129, 130, 143 interrupted by SIGHUP,
SIGINT, SIGTERM.
EOF
}

say()       { printf '%s\n' "run-nfs: ${*//[[:cntrl:]]/?}" >&2; }
show()      { "$work/hostdump" show; } # what others wrote, without what acts on a terminal
fail()      { say "$*"; exit 1; }
bad_usage() { say "$*; see run-nfs.sh --help"; exit 2; }

readonly READY_S=300   # for booting, and for an address; a loaded machine takes 20
readonly IDLE_S=3      # without a datagram end the server: a client's longest pause was 0.3

here=$(dirname "$(readlink -f "$0")")
. "$here/lock.sh" # share_build, hold_results, as_path
root=$(dirname "$(dirname "$here")")
yanfs=${YANFS:-/usr/share/java/yanfs.jar}
uboot=${UBOOT:-/usr/lib/u-boot/qemu_arm/u-boot.bin}
client=yanfs rounds=1000 input='' build=build out='' append='' mem='' args='' packets=yes
prof='' counters='' shift='' line=virtio charts=yes inside='' work='' run_pid='' client_pid='' bad=''

parse()
{
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help) usage; exit 0 ;;
      --no-charts) charts=; shift; continue ;;
      --no-packets) packets=; shift; continue ;;
      --client | --rounds | --input | --build | --out | --prof | --counters | --append | --args | --mem | --shift | --line)
        [ $# -ge 2 ] || bad_usage "$1 needs a value" ;;
      *) bad_usage "there is no option $1" ;;
    esac
    printf -v "${1#--}" %s "$2"
    shift 2
  done
  case $client in
    yanfs | yanfs2 | libnfs | uboot) ;;
    *) bad_usage "CLIENT= (--client) is yanfs, yanfs2, libnfs or uboot, not $client" ;;
  esac
  # With less than everything the user wants the server to be fast.
  : "${counters:=${prof:+none}}" "${counters:=l1_misses,l2_misses}"
  : "${prof:=timing,samples,events,sched,locks,objects}"
  [ "$counters" != none ] || counters=
  [[ $rounds =~ ^[1-9][0-9]{0,6}s?$ ]] || bad_usage "ROUNDS= (--rounds) is a number from 1 to 9999999, not $rounds"
  [[ $rounds == *[0-9] || $client = libnfs ]] || bad_usage "ROUNDS=$rounds: only CLIENT=libnfs takes a time"
  [[ $shift =~ ^[0-9]?$ ]] || bad_usage "--shift is a number from 0 to 9, not $shift"
  [[ $mem =~ ^[0-9]*$ ]] || bad_usage "MEM= (--mem, in MiB) is a whole number, not $mem"
  : "${out:=$build/run-nfs}"
  build=$(as_path "$build") input=$(as_path "$input") out=$(as_path "$out")
}

check_files()
{
  local tool
  [ -z "$input" ] || tar -tf "$input" >/dev/null 2>&1 || fail "$input is no tar that can be read; INPUT= names one"
  for tool in javac java tshark tar; do
    command -v "$tool" >/dev/null || fail "$tool is missing; \`make deps' installs it"
  done
  case $client in
    yanfs*) [ -r "$yanfs" ] || fail "$yanfs is missing; \`make deps-nfs' installs it, or name it by YANFS=" ;;
    libnfs) [ -r /usr/include/nfsc/libnfs.h ] || fail "libnfs-dev is missing; \`make deps-nfs' installs it" ;;
    uboot)
      command -v qemu-system-arm >/dev/null && [ -r "$uboot" ] ||
        fail "qemu-system-arm or $uboot is missing; \`make deps-nfs' installs both, or name U-Boot's image by UBOOT=" ;;
  esac
  mkdir -p "$out" || fail "$out: cannot be made"
  build=$(readlink -f "$build") out=$(readlink -f "$out")
  hold_results "$out" run-nfs.sh || exit 1
}

clean_up()
{
  [ -z "$client_pid" ] || kill "$client_pid" 2>/dev/null
  if [ -n "$run_pid" ]; then
    kill "$run_pid" 2>/dev/null # it ends QEMU, and keeps what had come
    wait "$run_pid"
  fi
  [ -z "$work" ] || rm -rf "$work"
}

# ---- what is served ----

# The tree that clients compare with, and the tar made of it; a user's tar stays as it is. Anybody may write to
# `scratch'.
make_tree()
{
  mkdir "$work/tree"
  if [ -n "$input" ]; then
    tar -xf "$input" -C "$work/tree" --no-same-owner -p || fail "$input cannot be unpacked to $work (TMPDIR)"
    ln -s "$(readlink -f "$input")" "$work/tree.tar"
    return
  fi
  cp -r "$root"/{README.md,profiler,serial-xfer} "$work/tree" && cp -r "$root/kernel/programs/java" "$work/tree/java" &&
    mkdir "$work/tree/scratch" && chmod -R a+rX "$work/tree" && chmod 777 "$work/tree/scratch" &&
    tar -cf "$work/tree.tar" --format=gnu -C "$work/tree" . || fail "no room in $work (TMPDIR)"
}

# The file of the loop: of those that one READ has room for, the largest; of several, the first by name.
choose_file()
{
  find "$work/tree" -type f -perm -o=r -size +0c -size -1025c -printf '%s\t%P\n' |
    LC_ALL=C sort -t $'\t' -k 1,1nr -k 2 | head -n 1 | cut -f 2
}

# ---- the client ----

make_client()
{
  case $client in
    yanfs*)
      javac -proc:none -encoding UTF-8 -cp "$yanfs" -d "$work/client" "$root"/tests/net/nfs/jdk/Yanfs{Walk,Loop}.java ;;
    libnfs)
      (cd "$root/tests/net/nfs/clients" &&
        gcc -std=gnu11 -O1 -o "$work/client" loop3.c walk3.c calls3.c sync.c -lnfs) ;;
    uboot) ;;
  esac > "$work/compile.log" 2>&1 || { show < "$work/compile.log" >&2; fail "the client cannot be compiled"; }
}

# Of NFS, that the client speaks.
version() { case $client in uboot | yanfs2) echo 2 ;; *) echo 3 ;; esac; }

start_client()
{
  local url=nfs://127.0.0.1:${port_nfs}v$(version)u${inside:+m}
  case $client in
    yanfs*)
      [ -n "$inside" ] || url+=w
      exec java -XX:TieredStopAtLevel=1 -cp "$yanfs:$work/client" YanfsLoop "$url/export" "$work/tree" "$file" \
        "$rounds" ;;
    uboot)
      exec bash "$root/tests/net/nfs/clients/uboot.sh" "$(server_address)" "$work/tree" "$file" "$rounds" \
        "$(dgram n "$port_map" "$port_mount")" 2> "$out/board.txt" ;;
    libnfs)
      exec "$work/client" "$port_mount" "$port_nfs" "$work/tree" "$file" "$rounds" ;;
  esac > "$out/client.txt" 2>&1 5>&- &
  client_pid=$!
}

# The address that the server has from BOOTP, as it says on its console: `net: we are A/MASK, gateway B'.
server_address() { sed -n 's,^net: we are \([0-9.]*\)/.*,\1,p' "$out/console.txt.part"; }

await_client()
{
  local status
  wait "$client_pid"
  status=$?
  client_pid=
  sed 's/^# //' "$out/client.txt" | show >&2
  [ $status -eq 0 ] || { say "the client found something wrong, see above"; bad=yes; }
}

# ---- the server ----

port_is_taken() { grep -qi "^ *[0-9]*: [0-9A-F]*:$(printf %04X "$1") " /proc/net/udp; }

choose_ports()
{
  port_map=111 port_mount=20048 port_nfs=2049
  [ -z "$inside" ] || return
  port_map=$((20000 + $$ % 10000))
  while port_is_taken $port_map || port_is_taken $((port_map + 1)) || port_is_taken $((port_map + 2)); do
    port_map=$((port_map + 3))
  done
  port_mount=$((port_map + 1)) port_nfs=$((port_map + 2))
}

# The options of QEMU that join the netdev $1 to another QEMU, by datagrams from the port $2 to $3.
dgram()
{
  printf %s "-netdev dgram,id=$1,local.type=inet,local.host=127.0.0.1,local.port=$2,remote.type=inet," \
    "remote.host=127.0.0.1,remote.port=$3"
}

# The server's network. With U-Boot it is a hub, where QEMU's BOOTP server, the link to the board, and the server meet:
# `restrict', or the BOOTP server says of every packet that is not for it that its receiver cannot be reached.
network()
{
  if [ $client = uboot ]; then
    printf %s "-netdev user,id=u,restrict=on $(dgram s "$port_mount" "$port_map") -netdev hubport,id=h1,hubid=0,netdev=u " \
      "-netdev hubport,id=h2,hubid=0,netdev=s -netdev hubport,id=n,hubid=0 "
  else
    forward
  fi
  printf %s "-device ne2k_pci,netdev=n,mac=52:54:00:12:34:56 "
  [ -z "$packets" ] || printf %s "-object filter-dump,id=f,netdev=n,file=dir/packets.pcap"
}

forward()
{
  local forward=hostfwd=udp:127.0.0.1:
  printf %s "-netdev user,id=n,$forward$port_map-:111,$forward$port_mount-:20048,$forward$port_nfs-:2049 "
}

# The profile leaves while the server runs, but for call trees, which do not grow; unless the options say otherwise.
add_stream()
{
  local list=,$prof,
  [ "$prof" != all ] || list=,samples,events,sched,objects,
  list=${list/,timing,/,} list=${list/,none,/,}
  list=${list#,} list=${list%,}
  [[ -z $list || " $append" == *\ stream=* || " $append" == *\ ring=* ]] || append+=" stream=$list"
}

# Sets `image' to a copy of the server's image: another run in the same build folder may make it anew, and profile and
# symbols must be of one image.
make_image()
{
  image=$work/kernel.elf
  bash "$here/java.sh" --build "$build" --app nfs ${RUN_THRESHOLD:+--threshold "$RUN_THRESHOLD"} --to "$work" 5>&- \
    > "$work/java.log" || fail "there is no image of the server, see above"
}

# The machine has its files in the tar, in its heap, and the heap's other half.
start_server()
{
  local image more=()
  [ -n "$charts" ] || more=(--no-charts)
  [ -z "$counters" ] || more+=(--counters "$counters")
  make_image
  : "${mem:=$((512 + 5 * ($(stat -Lc %s "$work/tree.tar") >> 20)))}"
  rm -f "$out/console.txt.part"
  bash "$here/run.sh" --build "$build" --elf "$image" --program nfs --input "$work/tree.tar" --out "$out" \
    --prof "$prof" --append "$append" --args "idle=$IDLE_S $args" --icount off --line "$line" --mem "$mem" \
    --qemu "$(network)${shift:+ -icount shift=$shift}" --qemu-dir "$work" "${more[@]}" 5>&- &
  run_pid=$!
}

await_server()
{
  local i
  for ((i = 0; i < READY_S * 10; i++)); do
    grep -aq '^net: ready' "$out/console.txt.part" 2>/dev/null && return
    kill -0 "$run_pid" 2>/dev/null || break
    sleep 0.1
  done
  kill -0 "$run_pid" 2>/dev/null || { run_pid=; fail "the server ended before it was ready, see above"; }
  fail "the server got no address in $READY_S s; its console is in $out/console.txt.part"
}

await_end()
{
  wait "$run_pid" || bad=yes
  run_pid=
}

# Where the time of a round goes, by the server's own events.
show_cycle()
{
  rm -f "$out/cycle.txt"
  [[ ,$prof, == *,events,* && -s $out/run.jxp ]] || return
  "$work/hostdump" cycles --no-symbols "$out/run.jxp" > "$out/cycle.txt" 2>/dev/null
  printf '\nthe events that recur:\n' >&2
  show < "$out/cycle.txt" >&2
}

# ---- what tshark says of the capture ----

count_packets()
{
  tshark -r "$out/packets.pcap" "$@" 2>/dev/null | wc -l
}

judge_packets()
{
  local wrong sums calls replies
  [ -s "$work/packets.pcap" ] || { say "QEMU has left no capture"; bad=yes; return; }
  mv -f "$work/packets.pcap" "$out/packets.pcap"
  wrong=$(count_packets -Y '_ws.malformed || _ws.expert.severity >= "Warning"')
  sums=$(count_packets -o ip.check_checksum:TRUE -o udp.check_checksum:TRUE \
    -Y 'ip.checksum.status==0 || udp.checksum.status==0')
  calls=$(count_packets -Y 'rpc.msgtyp==0')
  replies=$(count_packets -Y 'rpc.msgtyp==1')
  tshark -r "$out/packets.pcap" -q -z "rpc,srt,100003,$(version)" 2>/dev/null > "$out/service.txt"
  show < "$out/service.txt" >&2
  say "tshark: $calls calls, $replies replies, $wrong malformed or suspect packets, $sums wrong checksums"
  if [ "$calls" -eq 0 ] || [ "$calls" -ne "$replies" ] || [ "$wrong$sums" != 00 ]; then
    say "the packets are NOT right; they are in $out/packets.pcap"
    bad=yes
  fi
}

main()
{
  [ "${1-}" != --inside ] || { inside=yes; shift; ip link set lo up; }
  parse "$@"
  check_files
  trap clean_up EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  # The folder is made when its name is known: no signal leaves it behind.
  work=$(mktemp -d -u) && mkdir -m 700 "$work" || { work=; fail "no room for a temporary directory (TMPDIR)"; }
  share_build "$build" run-nfs.sh
  cp "$build/hostdump" "$work" || fail "no room in $work (TMPDIR), or no $build/hostdump: \`make all' builds it"
  release_build
  make_tree
  file=$(choose_file)
  [ -n "$file" ] || fail "the tar has no file of 1 to 1024 bytes that anybody may read, which the loop needs"
  make_client
  add_stream
  choose_ports
  start_server
  await_server
  case $rounds in *s) for="for ${rounds%s} s" ;; *) for="$rounds times" ;; esac
  say "the server is ready; $client walks it, then reads $file $for"
  start_client
  await_client
  await_end
  show_cycle
  [ -z "$packets" ] || judge_packets
  [ -z "$bad" ] || { say "NOT all is right, see above"; exit 1; }
}

if [ "${1-}" != --inside ] && command -v ip >/dev/null; then
  for how in -n -rn; do
    unshare $how ip link set lo up 2>/dev/null && exec unshare $how bash "$0" --inside "$@"
  done
fi
main "$@"
