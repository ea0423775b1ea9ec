#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: calls from machine to machine. The RPC client and the threads of a server on the JDK, with peers that are
# silent, slow or lie (RpcCases.java), and NFS's client with servers that lie (NfsLies.java); then, over a network that
# drops a fifth, doubles and reorders: a chain of calls over four kernels, by RpcClient and by java.rmi, a stock
# exchange by java.rmi, and NFS's client in Java on one kernel with our server on another. Usage: run.sh BUILD
# [CASE...], as tests/lib/suite.sh says. Takes 180 seconds, and mostly waits.

. "$(dirname "$0")/../../lib/suite.sh"
cd "$scratch" || exit 2
export TMPDIR="$scratch"
hostdump=$build/hostdump
. "$tree/tests/net/image.sh" # net_image
readonly HANGS_S=600 # a run takes 10; on a host with load 20, 100
readonly ROUNDS=4 FOO=1 DAYS=4
readonly RELAY_FOO=1253552335 # what java.rmi calls remoteFoo: of its hash, which follows from name and types

cases() {
  theirs=$tree/tests/java/apps/jdk/jx
  javac -proc:none -encoding UTF-8 -Xlint:all -Werror -d theirs "$theirs/prof/EventLog.java" \
    "$theirs/prof/MessageLog.java" "$theirs/mem/BigEndian.java" "$tree"/kernel/programs/java/net/jx/net/*.java \
    "$tree"/kernel/programs/java/nfs/jx/*/*.java "$here"/*.java >javac.log 2>&1 ||
    { report "not ok rpc_cases $(head -n 1 javac.log)"; return; }
  relay rpc_cases timeout $HANGS_S java -cp theirs RpcCases
  relay nfs_lies timeout $HANGS_S java -cp theirs NfsLies
}

net() { # OUT ARGUMENTS...
  net_out=$1
  shift
  # shellcheck disable=SC2086 # options
  timeout $HANGS_S bash "$tree/host-tools/run/net.sh" --build "$build" --no-charts --out "$net_out" --seed 5 \
    $net_image --prof events,calls,messages --fault drop=1/5 --fault duplicate=1/10 --fault reorder=1/10:2 \
    "$@" >said 2>&1 ||
    echo "run-net ends with $?: $(grep -a 'error:\|^run-net' said | tail -n 2 | tr '\n' ' ')"
}

beacon() {
  net beacon --nodes 4 --app beacon --args "chain={a},{b},{c},{d} rounds=$ROUNDS"
  for server in 1 2 3; do
    grep -aq "result: server $server was called $ROUNDS times" said ||
      echo "server $server was not called $ROUNDS times"
  done
}

# What hostdump makes of it: each call of the chain once, from each machine to the next, executed once.
chain_in_remote() { # SESSION PROCEDURE
  "$hostdump" remote --tsv "$1" 2>errors | awk -F '\t' -v rounds=$ROUNDS -v foo="$2" '
    /^#/ { next }
    !n++ { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["rpc_procedure"] == foo { seen[$at["client"] $at["server"]]++; if ($at["executions"] != 1) twice++ }
    END { if (seen["ab"] != rounds || seen["bc"] != rounds || seen["cd"] != rounds || twice)
      print "ab " seen["ab"] + 0 ", bc " seen["bc"] + 0 ", cd " seen["cd"] + 0 ", not executed once: " twice + 0 }'
  cat errors
}

# Where the time of each of them went is known in all its parts, though other threads take the datagrams than the calls.
# None is negative, though calls and replies come several times.
parts_of_remote() { # SESSION PROCEDURE
  "$hostdump" remote --tsv "$1" 2>&1 | awk -F '\t' -v foo="$2" '
    /^#/ { next }
    !n++ { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["rpc_procedure"] == foo {
      for (name in at)
        if (name ~ /_us$/ && ($at[name] == "-" || $at[name] < 0))
          print name " of a call from " $at["client"] " to " $at["server"] " is " \
            ($at[name] == "-" ? "not known" : "negative")
    }' | sort | uniq -c
}

# Each round is one branch of one tree: calls of d below a call of c, below one of b, below one of a.
chain_in_tree() { # SESSION PROCEDURE
  "$hostdump" tree --depth 0 --children 0 "$1" >tree.txt 2>errors || echo "tree: $(cat errors)"
  awk -v rounds=$ROUNDS -v foo="procedure $2[,:]" '
    /^call .*function$/ { name = index($0, "function") }
    /^thread/ { path = ""; n = 0 }
    /^(=>|[abcd]\/)/ {
      text = substr($0, name)
      match(text, /^ */)
      depth = RLENGTH / 2
      node[depth] = $1 == "=>" ? ">" : substr($1, 1, 1)
      path = ""
      for (i = 0; i <= depth; i++)
        if (node[i] != ">" && node[i] != substr(path, length(path)))
          path = path node[i]
      if ($1 == "=>" && $0 ~ foo)
        seen[path]++
      reached += path == "abcd"
    }
    END { if (seen["a"] != rounds || seen["ab"] != rounds || seen["abc"] != rounds || !reached)
      print "calls out of a " seen["a"] + 0 ", out of b below them " seen["ab"] + 0 ", out of c below these " \
        seen["abc"] + 0 ", lines of d there " reached + 0 }' tree.txt
}

# The same calls are matched, whatever the clocks say: one drifts and has stepped, one runs far too slowly.
matching_by_other_clocks() {
  . "$tree/tests/net/accuracy/session.sh"
  matching_of beacon >matching
  bend beacon bent b rate=50 wave=5:2000000 step=100000@500000
  bend bent bent2 c rate=-500
  matching_of bent2 >matching.bent
  cmp -s beacon/b.jxp bent2/b.jxp && echo "no clock is another one"
  [ "$(wc -l <matching)" -gt $((3 * ROUNDS)) ] || echo "there are $(wc -l <matching) lines of remote calls, with their head"
  diff matching matching.bent | head -n 3
}

# The same chain by java.rmi, with a load of several datagrams, callbacks, and each fourth round refused by the last
# server.
relay_roles='a  app=relay args=client {b}:2001 3 4 5000
b  app=relay args=server 1 2001 {c}:2001
c  app=relay args=server 2 2001 {d}:2001
d  app=relay args=server 3 2001'

said_by_relay() {
  for server in 1 2 3; do
    grep -aq "result: server $server was called $ROUNDS times" said ||
      echo "server $server was not called $ROUNDS times"
  done
  grep -aq "result: $ROUNDS rounds, 1 refused" said || echo "the client says $(grep -a 'rounds' said)"
}

relay_on_kernels() {
  echo "$relay_roles" >relay.roles
  net relay --roles relay.roles
  said_by_relay
}

# Its sources are an ordinary program: four virtual machines run them unchanged.
relay_on_jdk() {
  javac -proc:none -d relay.jdk "$tree"/kernel/programs/java/apps/relay/*.java 2>errors || { cat errors; return; }
  set -- "$(java "$here/FreePort.java")"
  for server in "3 $(($1 + 2))" "2 $(($1 + 1)) localhost:$(($1 + 2))" "1 $1 localhost:$(($1 + 1))"; do
    # shellcheck disable=SC2086
    timeout $HANGS_S java -cp relay.jdk relay.Main server $server >"jdk.${server%% *}" 2>&1 &
  done
  timeout $HANGS_S java -cp relay.jdk relay.Main client "localhost:$1" 3 $ROUNDS 5000 >jdk.client 2>&1 ||
    echo "ends with $?, and last says $(tail -n 1 jdk.client), and the servers $(tail -qn 1 jdk.[123] | tr '\n' ';')"
  wait
  cat jdk.* >said
  said_by_relay
}

# The stock exchange with its server and three clients on four machines says what `stock' says, where all are threads of
# one.
exchange_classes() {
  javac -proc:none -d exchange.jdk "$tree"/tests/java/apps/jdk/jx/prof/EventLog.java \
    "$tree"/translator-instr/library/jx/app/*.java "$tree"/kernel/programs/java/apps/stock/*.java \
    "$tree"/kernel/programs/java/apps/exchange/*.java 2>errors && java -cp exchange.jdk stock.Main $DAYS >exchange.want
}

said_by_exchange() {
  sed -n 's/^\([a-d] | \)\{0,1\}\(result: .*\)/\2/p' said | tr -d '\r' | sort >exchange.said
  grep -v 'have asked' exchange.said >exchange.lines
  sort exchange.want | diff exchange.lines - | head -n 4
}

exchange_on_kernels() {
  printf '%s\n' "a app=exchange kernel=calls=stock.* args=server 2001 $DAYS" >exchange.roles
  printf '%s app=exchange kernel=calls=stock.* args=client %s {a}:2001\n' b 0 c 1 d 2 >>exchange.roles
  exchange_classes || { echo "stock does not run on the JDK: $(cat errors)"; return; }
  net exchange --roles exchange.roles
  said_by_exchange
}

# Each question of a client was executed once, and each day of a client: as often as the server says. Besides, each
# client asks how many companies there are, joins, and is ended. 1073741824 are the registry's calls.
exchange_in_remote() {
  asked=$(sed -n 's/^result: clients have asked \([0-9]*\) times$/\1/p' exchange.said)
  [ "${asked:-0}" -gt 100 ] || echo "the server was asked ${asked:-no} times"
  "$hostdump" remote --tsv exchange 2>errors | awk -F '\t' -v asked="$asked" -v days=$DAYS '
    /^#/ { next }
    !n++ { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["rpc_program"] == 1073741824 { next }
    { calls[$at["server"] == "a"]++; twice += $at["executions"] != 1 }
    END { if (calls[1] != asked + 6 || calls[0] != 3 * (days + 1) || twice)
      print calls[1] + 0 " calls of the server, not " asked + 6 "; " calls[0] + 0 " of clients, not " 3 * (days + 1) \
        "; not executed once: " twice + 0 }'
  cat errors
}

# A client's day hangs below the call by which a thread of the server has brought it, and what the server does for the
# client below the client's day.
exchange_in_tree() {
  "$hostdump" tree --depth 0 --children 0 exchange >tree.txt 2>errors || echo "tree: $(cat errors)"
  awk -v days=$DAYS '
    /^call .*function$/ { name = index($0, "function") }
    /^thread/ { split("", what); day = /^thread Thread-.* of a:/ ? "day " : "" }
    /^(=>|[abcd]\/)/ {
      text = substr($0, name)
      match(text, /^ */)
      depth = RLENGTH / 2
      what[depth] = $1 == "=>" ? ">" : text ~ /Client\.run/ ? "run " : text ~ /StockServer\.trades/ ? "trades " : ""
      if (what[depth] ~ /run|trades/) {
        way = day
        for (i = 0; i <= depth; i++)
          way = way what[i]
        seen[way]++
      }
    }
    END {
      if (seen["day >run "] != 3 * days || seen["day >run >trades "] != 3 * days)
        for (way in seen)
          print seen[way] " times " way }' tree.txt
}

# All four end by System.exit(), and yet stay for five seconds behind the last call that came, which may come again:
# each by its own clock.
exchange_stays() {
  for node in a b c d; do
    end=$("$hostdump" report --tsv --no-symbols --table run exchange/$node.jxp |
      awk -F '\t' '$1 == "duration_us" { print $2 }')
    "$hostdump" report --tsv --no-symbols --table messages exchange/$node.jxp |
      awk -F '\t' -v node=$node -v end="$end" '
      /^#/ { next }
      !n++ { for (i = 1; i <= NF; i++) at[$i] = i; next }
      $at["way"] == "received" && $at["layer"] == "rpc" && $at["kind"] == "call" { last = $at["time_us"] }
      END { if (!last || end - last < 4990000)
        print node " ends at " end " us, and was called at " (last ? last : "no") " us" }'
  done
}

exchange_on_jdk() {
  set -- "$(java "$here/FreePort.java")"
  for role in "server $1 $DAYS" "client 0 localhost:$1" "client 1 localhost:$1"; do
    # shellcheck disable=SC2086
    timeout $HANGS_S java -cp exchange.jdk stock.Exchange $role >"jdk.exchange${role%"$1"*}" 2>&1 &
  done
  timeout $HANGS_S java -cp exchange.jdk stock.Exchange client 2 "localhost:$1" >jdk.exchange 2>&1 ||
    echo "ends with $?"
  wait
  cat jdk.exchange* >said
  said_by_exchange
}

nfs_client() {
  mkdir -p files/folder/empty && seq 900 >files/folder/numbers && : >files/nothing && echo one >files/one &&
    tar -cf files.tar -C files . || echo 'no tar'
  printf 'a app=nfs input=files.tar args=idle=20\nb app=nfsclient input=files.tar args=server={a}\n' >roles
  net nfs --roles roles
  grep -aq 'result: 3 directories, 3 files, 3496 bytes' said ||
    echo "the walk differs: $(grep -a 'result: .* directories' said)"
}

cases
try calls_beacon beacon
try calls_chain_in_remote chain_in_remote beacon $FOO
try calls_parts_of_remote parts_of_remote beacon $FOO
try calls_chain_in_tree chain_in_tree beacon $FOO
try calls_matching_by_other_clocks matching_by_other_clocks
try calls_relay relay_on_kernels
try calls_relay_in_remote chain_in_remote relay $RELAY_FOO
try calls_relay_parts_of_remote parts_of_remote relay $RELAY_FOO
try calls_relay_in_tree chain_in_tree relay $RELAY_FOO
try calls_relay_on_jdk relay_on_jdk
try calls_exchange exchange_on_kernels
try calls_exchange_in_remote exchange_in_remote
try calls_exchange_in_tree exchange_in_tree
try calls_exchange_stays exchange_stays
try calls_exchange_on_jdk exchange_on_jdk
try calls_nfs_client nfs_client
finish
