#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the NFS server in Java on the JDK, behind sockets on 127.0.0.1, with NFS clients of other projects: libnfs
# (its raw calls, over UDP), Sun's YANFS, rpcinfo, showmount. They walk what the server has, compare every byte, and
# call every procedure, right and wrong. What the clients sent is then played to these classes
# translated by jxtr, hosted: the replies must be equal. Ruined datagrams are played to both.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
#
# In a network namespace of its own, where the system lets us have one, the server has the real ports; else any free
# ones, and clients that look for it at port 111 are left out.
# rpc.cases holds single datagrams and their answers; clients/ our drivers of libnfs; jdk/ what needs the JDK, java/
# what is translated as well; tree.sh makes what is served.
# Takes 50 seconds.

if [ -z "${NFS_SUITE_INSIDE-}" ]; then
  for how in -n -rn; do
    unshare $how true 2>/dev/null && NFS_SUITE_INSIDE=yes exec unshare $how sh "$0" "$@"
  done
fi

test_prefix=nfs_
. "$(dirname "$0")/../../lib/suite.sh"
LC_ALL=C.UTF-8 # of the clients, who are asked for names that are not ASCII
yanfs=${YANFS:-/usr/share/java/yanfs.jar}
PATH=$PATH:/usr/sbin:/sbin
server=
clean_up() { [ -z "$server" ] || kill $server 2>/dev/null; }
cd "$scratch" || exit 2

# ---- building ----

client() { # NAME SOURCE...
  name=$1
  shift
  (cd "$here/clients" && gcc -std=gnu11 -Wall -Wextra -Werror -O1 -o "$scratch/$name" "$@" -lnfs) 2>log ||
    give_up compile "$name: $(head -2 log | tr '\n' ' ')"
}

compile() {
  server_java=$(find "$tree/kernel/programs/java/nfs" -name '*.java')
  seam="$tree/kernel/programs/java/net/jx/net/Datagram.java $tree/kernel/programs/java/net/jx/net/DatagramHandler.java"
  stub="$tree/tests/java/apps/jdk/jx/mem/BigEndian.java $tree/tests/java/apps/jdk/jx/prof/MessageLog.java"
  # shellcheck disable=SC2086,SC2046
  javac -proc:none -encoding UTF-8 -cp "$yanfs" -d theirs $server_java $seam $stub \
    $(find "$here/jdk" "$here/java" -name '*.java') 2>log || give_up compile "javac: $(head -2 log | tr '\n' ' ')"
  # shellcheck disable=SC2086,SC2046
  javac --system none --module-path "$build/java/classes" -XDstringConcat=inline -g -proc:none -encoding UTF-8 \
    -d ours $server_java $seam $(find "$here/java" -name '*.java') 2>log ||
    give_up compile "javac with our library: $(head -2 log | tr '\n' ' ')"
  client rpc rpc.c
  client v2 v2.c calls2.c sync.c
  client v3 v3.c edges3.c walk3.c calls3.c sync.c
}

# -O1: half of the compiler's time is saved here.
translate() {
  "$build/jxtr" -c "$build/java/classes/java.base:ours" -o replay.c Replay 2>log ||
    give_up translate "jxtr: $(head -1 log)"
  # shellcheck disable=SC2046
  gcc $(cat "$build/java/emitted.flags") -O1 -I"$tree/translator-instr/contract" -o replay -no-pie replay.c/jxg_all.c \
    "$build/java/libjxrt.a" -lpthread -lm 2>log || give_up translate "gcc: $(head -2 log | tr '\n' ' ')"
}

# ---- the server ----

start() { # PORTMAP MOUNT NFS
  mkfifo control
  java -XX:TieredStopAtLevel=1 -cp theirs Loopback tree.tar recording "$@" <control >served 2>&1 &
  server=$!
  exec 6>control
  tries=0
  until grep -q '^ports' served; do
    kill -0 $server 2>/dev/null && [ $((tries += 1)) -lt 300 ] || give_up serve "$(head -2 served | tr '\n' ' ')"
    sleep 0.2
  done
  read -r word portmap mount nfs <served
}

stop() {
  exec 6>&-
  wait $server
  server=
  sed -i /^ports/d served
}

# ---- the clients ----

clients() {
  ./v3 "$mount" "$nfs" tree
  ./v2 "$portmap" "$mount" "$nfs" tree
  ./rpc "$portmap" "$mount" "$nfs" "$here/rpc.cases"
  for version in v2 v3; do
    walk_yanfs "$nfs${version}uw" yanfs_$version
  done
  address=127.0.0.1.$((nfs / 256)).$((nfs % 256))
  for version in 2 3; do
    command -v rpcinfo >/dev/null || break
    rpcinfo -a $address -T udp 100003 $version >log 2>&1
    grep -q "program 100003 version $version ready and waiting" log && echo "ok rpcinfo_v$version" ||
      echo "not ok rpcinfo_v$version $(head -1 log)"
  done
}

walk_yanfs() { # PORT-AND-OPTIONS NAME
  timeout 600 java -XX:TieredStopAtLevel=1 -cp "$yanfs:theirs" YanfsWalk "nfs://127.0.0.1:$1/export" tree "$2" \
    2>log ||
    echo "not ok $2 exits with $? $(head -1 log)"
}

# Clients that ask the port mapper.
clients_of_port_111() {
  walk_yanfs 2049v3um yanfs_mounts
  if command -v rpcinfo >/dev/null; then
    rpcinfo -T udp 127.0.0.1 100005 >log 2>&1
    [ "$(grep -c 'ready and waiting' log)" -eq 3 ] && echo "ok rpcinfo_finds_mount" ||
      echo "not ok rpcinfo_finds_mount $(head -1 log)"
  fi
  if command -v showmount >/dev/null; then
    showmount -e 127.0.0.1 >log 2>&1
    grep -q '^/export (everyone)' log && echo "ok showmount" || echo "not ok showmount $(head -1 log)"
  fi
}

counted() { # NAME
  sed -n "s/^$1 //p" served
}

# What must hold after all that was sent.
accounts() {
  [ "$(counted audit)" = null ] || echo "the file system is not sound: $(counted audit)"
  [ "$(counted faults)" = 0 ] || echo "$(counted faults) calls failed by an exception"
  [ "$(counted files)" = "$(find tree -printf '%i\n' | sort -u | wc -l)" ] || echo "$(counted files) files at the end"
}

# ---- translated ----

same() { # FILE FILE
  diff "$1" "$2" | tr '\n' ' '
}

# The recording, with another tar of these files.
with_tar() { # TAR
  size=$(wc -c <"$1")
  printf "$(printf '\\%03o' $((size >> 24 & 255)) $((size >> 16 & 255)) $((size >> 8 & 255)) $((size & 255)))"
  cat "$1"
  tail -c +$((5 + $(wc -c <tree.tar))) recording
}

# Long names are written in another way by each format; the replies are the same.
tars() {
  tar -cf pax.tar --format=pax --no-recursion -C tree -T members
  with_tar pax.tar | java -cp theirs Replay >pax.out 2>&1
  result tar_pax "$(same served pax.out)"
  relay tar_cases java -cp theirs TarCases <tree.tar
}

replays() {
  java -cp theirs Replay 30000 7 <recording >jdk.out 2>&1
  result fuzz_jdk "$([ $? -eq 0 ] || tail -1 jdk.out)"
  sed '/^digest/q' jdk.out >jdk.replayed
  result replay_jdk "$(same served jdk.replayed)"
  ./replay 30000 7 <recording >ours.out 2>&1
  result fuzz_translated "$([ $? -eq 0 ] || tail -1 ours.out)"
  result replay_translated "$(same jdk.out ours.out)"
}

[ -e "$yanfs" ] || give_up yanfs "$yanfs is missing; apt-get install libyanfs-java, or name it by YANFS="
sh "$here/tree.sh" tree && (cd tree && find . | LC_ALL=C sort) >members &&
  tar -cf tree.tar --format=gnu --no-recursion -C tree -T members || give_up tree "cannot be made"
compile
[ "${NFS_SUITE_INSIDE-}" = yes ] && ip link set lo up
if [ "${NFS_SUITE_INSIDE-}" = yes ] && ! grep -q ':006F ' /proc/net/udp; then
  start 111 20048 2049
  { clients; clients_of_port_111; } >clients.out 2>&1
else
  start 0 0 0
  clients >clients.out 2>&1
  echo '# clients that need port 111 are left out: there is no network namespace to be had'
fi
stop
relay_lines clients.out
result accounts "$(accounts)"
tars
translate
replays
finish
