#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the network stack in Java. Its cases and its fuzzer, on a card that is an object, on the JDK and translated,
# hosted: what they print must be the same. The driver on a model of the card, on the JDK. Then all of it:
# kernel/programs/java/apps/nfs in QEMU, whose UDP echo a client on this machine uses through slirp, while every packet is
# captured for tshark. Then the bare responder in C (responder.sh). At the end a short `make run-nfs' (experiment.sh).
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. What the kernel said is left in BUILD/test-logs/net-*.console.
# Takes 130 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
mkdir -p "$build/test-logs" || exit 2
qemu=
clean_up() { [ -z "$qemu" ] || kill "$qemu" 2>/dev/null; }
cd "$scratch" || exit 2
flags="$(cat "$build/java/emitted.flags") -I$tree/translator-instr/contract -g0"
theirs=$tree/tests/java/apps/jdk/jx
stubs="$theirs/prof/EventLog.java $theirs/prof/MessageLog.java $theirs/mem/BigEndian.java
  $(echo "$tree"/translator-instr/library/jx/sockets/*.java)"

# ---- the stack alone ----

translate() { # CLASSES MAIN PROGRAM OPTIONS-OF-GCC...
  classes=$1 main=$2 program=$3
  shift 3
  "$build/jxtr" -c "$build/java/classes/java.base:$classes" -o "$program.c" "$main" 2>&1 || return
  # shellcheck disable=SC2086
  gcc $flags "$@" -o "$program" -no-pie "$program.c/jxg_all.c" "$build/java/libjxrt.a" -lpthread -lm 2>&1 || return
}

compile() {
  find "$tree/kernel/programs/java/net" "$here/java" -name '*.java' >sources
  javac -proc:none -encoding UTF-8 -Xlint:all -Werror -d theirs $stubs "$here"/*.java @sources &&
    javac --system none --module-path "$build/java/classes" -XDstringConcat=inline -g -proc:none -encoding UTF-8 \
      -d ours @sources
} >javac.log 2>&1

same() { # NAME ARGUMENTS...: what the JDK and the translated program print; and nothing has failed
  name=$1
  shift
  java -cp theirs NetTest "$@" >want 2>&1 || why="fails on the JDK: $(tail -n 1 want)"
  timeout 600 ./plain "$@" >got 2>&1 || why="fails translated: $(tail -n 1 got)"
  cmp -s want got || why="${why:-differs translated: $(diff want got | sed -n '2p')}"
  result "$name" "$why"
  why=
}

refuses_hosted() {
  timeout 600 ./hosted >log 2>&1
  grep -q 'UnsatisfiedLinkError: jx.hw: a Linux process has no devices' log || echo "it says: $(head -n 1 log)"
}

alone() {
  why=$(translate ours NetTest plain -O1)
  [ -z "$why" ] || { result translate "$(echo "$why" | head -n 1)"; return; }
  relay cases java -cp theirs NetTest cases
  same cases_translated cases
  same fuzz fuzz 300000 1
  timeout 600 ./plain -Xgcstress cases >got 2>&1 || why="$(grep -v '^ok' got | head -n 1)"
  result cases_gc_stress "$why"
  why=
}

no_devices() { # the driver in a Linux process
  mkdir driver
  printf 'class Driver {\n  public static void main(String[] a) { jx.hw.PciBus.devices(); }\n}\n' >driver/Driver.java
  javac --system none --module-path "$build/java/classes" -XDstringConcat=inline -proc:none -d driver/classes \
    driver/Driver.java "$tree"/kernel/programs/java/net/jx/hw/*.java >log 2>&1 || { head -n 1 log; return; }
  why=$(translate driver/classes Driver hosted -O0)
  if [ -z "$why" ]; then refuses_hosted; else echo "$why" | head -n 1; fi
}

# ---- the driver on a model ----

on_model() {
  find "$tree/kernel/programs/java/net" "$here/jdk" -name '*.java' | grep -v '/kernel/programs/java/net/jx/hw/Hardware\.java$' >sources
  javac -proc:none -encoding UTF-8 -Xlint:all -Werror -d model $stubs @sources >javac.log 2>&1 ||
    { result driver "$(head -n 1 javac.log)"; return; }
  relay driver timeout 600 java -cp model DriverTest
}

# ---- with the card, in QEMU ----

start_qemu() { # NETWORK ARGUMENTS-OF-THE-PROGRAM
  exec_qemu kernel="$image" append="workload=java prof=none -- $2" module=files.tar memory=128 serial=file:console \
    net="$1" packets=packets.pcap >qemu.log 2>&1 &
  qemu=$!
}

through_slirp() { start_qemu "user,hostfwd=udp:127.0.0.1:$port-:7" 'idle=2 seconds=120'; }

# A wire: frames go to port, and come to the one behind it.
on_wire() {
  local="local.type=inet,local.host=127.0.0.1,local.port=$port"
  start_qemu "dgram,$local,remote.type=inet,remote.host=127.0.0.1,remote.port=$((port + 1))" \
    'address=10.0.2.15/24 idle=2 seconds=120'
}

# Boots by through_slirp or on_wire, on a free port: QEMU ends at once where a port is taken. Sets `why' to what is
# wrong.
boot() {
  why=
  port=$((20000 + $$ % 10000))
  for attempt in 1 2 3 4 5; do
    : >console
    "$1"
    for i in $(seq 3000); do
      grep -q '^net: ready' console && return
      [ ! -s qemu.log ] && ! grep -q '^exit: ' console || break
      sleep 0.1
    done
    grep -Eq 'Could not set up host forwarding|in use' qemu.log || break
    port=$((port + 2))
  done
  why="does not get ready: $(cat qemu.log console | tail -n 1)"
}

end() {
  for i in $(seq 3000); do
    grep -q '^exit: ' console && break
    sleep 0.1
  done
  grep -q '^exit: ' console || kill "$qemu"
  grep -q '^exit: ok' console || echo "the kernel does not end well: $(tail -n 1 console | tr -d '\r')"
}

# 24000: the card has room for 29 KB, and slirp sends all fragments at once.
echoes() {
  java -cp theirs EchoClient "$port" 1 2 17 18 19 100 1471 1472 1473 1480 2952 2953 8192 16000 24000 100 >log 2>&1 ||
    head -n 1 log
}

bad_packets() { # what tshark finds wrong with the packets
  { tshark -r packets.pcap -Y '_ws.malformed || _ws.expert.severity >= "Warning"'
    tshark -r packets.pcap -o ip.check_checksum:TRUE -o udp.check_checksum:TRUE \
      -Y 'ip.checksum.status==0 || udp.checksum.status==0'
  } 2>/dev/null | head -n 1
  [ "$(tshark -r packets.pcap -Y 'ip.src==10.0.2.15 && udp' 2>/dev/null | wc -l)" -ge 16 ] ||
    echo "tshark does not see the replies"
}

# After mutated frames it still answers; nothing has failed, and no exception is to be seen.
frames() {
  java -cp theirs WireFuzz "$port" $((port + 1)) 20000 1 >log 2>&1 || head -n 1 log
}

# Of the mutated frames some were calls, good ones and bad ones.
rpc_was_hit() {
  grep -q 'rpc malformed [1-9]' console && grep -q 'rpc refused [1-9]' console || grep 'rpc' console | tr '\r\n' '  '
}

run_on() { # NETWORK NAME COMMAND
  boot "$1"
  result "$2_boot" "$why"
  [ -z "$why" ] || { kill "$qemu" 2>/dev/null; return 1; }
  result "$2" "$($3)"
  why=$(end)
  wait "$qemu"
  cp console "$build/test-logs/net-$2.console"
  grep -q 'Exception\|Error\|faults' console && why="an exception is on the console"
  result "$2_end" "$why"
}

with_card() {
  image=$(bash "$tree/host-tools/run/java.sh" --build "$build" --app nfs 2>log | tail -n 1)32
  [ -f "$image" ] || { result build_nfs "$(tail -n 1 log)"; return; }
  tar -cf files.tar -C "$here" run.sh
  run_on through_slirp echo echoes && result packets "$(bad_packets)"
  run_on on_wire wire_fuzz frames && result wire_fuzz_rpc "$(rpc_was_hit)"
}

compile || give_up compile "$(head -n 1 javac.log)"
alone
on_model
try no_devices_hosted no_devices
with_card
. "$here/responder.sh"
responder
. "$here/experiment.sh"
experiment "${YANFS:-/usr/share/java/yanfs.jar}" /usr/include/nfsc/libnfs.h \
  "${UBOOT:-/usr/lib/u-boot/qemu_arm/u-boot.bin}"
finish
