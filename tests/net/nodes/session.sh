# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=sh disable=SC2154 # the variables are run.sh's
#
# session.sh: several dumps as one session. Sourced by run.sh, whose folder `talk' has four of kernels that talked;
# golden dumps stand for others.

dump() { # GOLDEN FILE
  "$build/mkgolden" "$1" >"$2.stream" && "$hostdump" -o "$2" <"$2.stream" >/dev/null 2>&1
}

# Without its node column, a session's table is the tables of its nodes, one behind the other.
tables_are_joined() { # FOLDER NODE...
  folder=$1
  shift
  rm -rf joined
  "$hostdump" tables "$folder" -o joined --no-symbols >log 2>&1
  [ $? -le 1 ] || echo "tables: $(tail -n 1 log)"
  for node; do "$hostdump" tables "$folder/$node.jxp" -o "single-$node" --no-symbols >/dev/null 2>&1; done
  [ "$(ls joined)" = "$(ls "single-$1")" ] || echo "other tables"
  for table in joined/*.tsv; do
    name=${table#joined/}
    grep -v '^#' "$table" | sed 1d >got
    for node; do grep -v '^#' "single-$node/$name" | sed "1d; s/^/$node	/"; done >want
    cmp -s got want || echo "$name: rows differ"
    grep '^# ' "$table" | grep -v '^# node: ' >got
    for node; do grep '^# ' "single-$node/$name"; done >want
    cmp -s got want || echo "$name: remarks differ"
  done
}

# A node on several processors has columns that one on a single processor has not.
columns_are_united() {
  mkdir -p mixed
  dump basic mixed/one.jxp
  dump processors mixed/two.jxp
  "$hostdump" report --tsv --no-symbols --table activity mixed >log 2>&1
  awk -F '\t' '/^#/ { next } !head { head = NF; if ($NF != "cpu") print "no column cpu: " $0; next }
    NF != head { print NF " fields: " $0; exit } $1 == "one" && $NF != "-" { print "a cpu of one: " $0; exit }
    { seen[$1]++ } END { if (!seen["one"] || !seen["two"]) print "rows of a node are missing" }' log
}

# The folder that serve leaves when a node was started again; two files of one name.
incarnations() {
  mkdir -p again2 elsewhere
  dump basic again2/b.jxp
  dump cycles again2/b-2.jxp
  dump objects again2/b-10.jxp
  dump full again2/c-d.jxp
  "$hostdump" report --tsv --no-symbols --table threads again2 2>/dev/null | grep -v '^#' | cut -f 1 | uniq |
    paste -s -d ' ' >got
  [ "$(cat got)" = 'node b b#2 b#3 c-d' ] || echo "the nodes are $(cat got)"
  cp again2/c-d.jxp elsewhere/b.jxp
  "$hostdump" info again2/b.jxp elsewhere/b.jxp x=again2/b-2.jxp 2>/dev/null | grep '^node:' | paste -s -d ' ' >got
  [ "$(cat got)" = 'node: b node: b#2 node: x' ] || echo "info has $(cat got)"
}

# A dump that is none does not take the others along, and every table says so.
one_is_none() {
  mkdir -p bad
  cp again2/b.jxp bad/a.jxp
  echo 'no dump at all' >bad/b.jxp
  cp again2/c-d.jxp bad/c.jxp
  "$hostdump" report --tsv --no-symbols --table threads bad >log 2>said
  [ $? -eq 3 ] || echo "exit status is not 3"
  grep -q '^# note: node b is left out' log || echo "the table does not say that b is left out"
  grep -q '^a	' log && grep -q '^c	' log || echo "the others are gone"
  head -c $(($(stat -c %s again2/c-d.jxp.stream) / 2)) again2/c-d.jxp.stream >bad/b.jxp
  "$hostdump" report --tsv --no-symbols --table threads bad >log 2>said
  [ $? -eq 1 ] || echo "exit status of a damaged one is not 1"
  sed -n '/^# node: b/,/^# node: c/p' log | grep -q '^# incomplete: ' || echo "what b lacks is not said"
}

# A node without a dump is named, in each table, too; the others are there.
without_dump() {
  mkdir -p lacking
  cp again2/b.jxp lacking/a.jxp
  echo text | tee lacking/a.txt lacking/c.txt lacking/d.txt >lacking/b.txt
  head -c 700 again2/c-d.jxp.stream >lacking/b.jxp.part
  cp lacking/b.jxp.part lacking/a.jxp.part # of a dump that is being received anew: the old one is there
  { printf '# verdict: failed\nnode\tapp\n'; printf '%s\tpeers\n' a b c e d; } >lacking/run.tsv # e has no file at all
  "$hostdump" report --tsv --no-symbols --table threads lacking >log 2>said || echo "exit status $?"
  sed -n 's/^hostdump: node \([^:]*\) is left out: \(.*\)/\1: \2/p' said >names
  sed -n 's/^# note: node \([^:]*\) is left out: \(.*\)/\1: \2/p' log | cmp - names
  cut -c 1-40 names >got
  printf '%s\n' 'b: its dump is still being received, or ' "c: its console's text is there, but no d" \
    "d: its console's text is there, but no d" 'e: run.tsv names it, but no file of it i' | cmp - got
  [ "$(grep -v '^#' log | cut -f 1 | sort -u | paste -s -d ' ')" = 'a node' ] || echo "the nodes: $(cat log)"
}

# A table of that name is no list of nodes.
other_table() {
  mkdir -p tabled
  cp again2/b.jxp tabled/a.jxp
  printf 'key\tvalue\nfile\ta.jxp\nsystem\t0.1\n' >tabled/run.tsv
  "$hostdump" report --tsv --no-symbols --table threads tabled >log 2>said || echo "exit status $?"
  cat said
}

# A file that is called as a later run of another node is, is no run of that one: each node has a name of its own.
names_are_told_apart() {
  mkdir -p alike
  cp again2/b.jxp alike/b.jxp
  cp again2/b-2.jxp alike/b-2.jxp
  cp again2/b-10.jxp 'alike/b#2.jxp'
  cp again2/c-d.jxp 'alike/b#2-2.jxp'
  "$hostdump" info alike 2>/dev/null | sed -n 's/^node: //p' | sort >got
  printf '%s\n' b 'b#2' 'b#2#2' 'b#3' | cmp - got || echo "the nodes are $(paste -s -d ' ' got)"
}

# What is no file in a folder, and may never end, is left out; so are names in a list that has no end.
no_files() {
  mkdir -p devices
  cp again2/b.jxp devices/a.jxp
  mkfifo devices/b.jxp
  ln -s /dev/zero devices/c.jxp
  { printf 'node\tapp\n'; head -c 3000000 /dev/zero | tr '\0' x; printf '\nbehind\tpeers\n'; } >devices/run.tsv
  timeout 120 "$hostdump" report --tsv --no-symbols --table threads devices >log 2>said || echo "exit status $?"
  [ "$(grep -c 'node [bc] is left out: it is a pipe, a device or a socket, and no file' said)" -eq 2 ] ||
    echo "says $(head -n 3 said)"
  [ "$(wc -c <said)" -lt 2000 ] || echo "says $(wc -c <said) bytes"
  ! grep behind said
  [ "$(grep -v '^#' log | cut -f 1 | sort -u | paste -s -d ' ')" = 'a node' ] || echo "the nodes are others"
}

# A file's name is part of a message, and never a message of its own.
names_are_no_messages() {
  mkdir -p forged
  head -c $(($(stat -c %s again2/b.jxp.stream) / 2)) again2/b.jxp.stream \
    >"forged/$(printf 'cut\nhostdump: all is well').jxp"
  "$hostdump" report --tsv --no-symbols --table threads forged >log 2>said && echo "a dump that was cut is good"
  grep -q 'forged/cut hostdump: all is well.jxp: ' said || echo "the file is not named: $(head -n 2 said)"
  ! grep '^hostdump: all is well' said
}

text_form() {
  "$hostdump" report --no-symbols --table threads,run --top 2 again2 >log 2>&1 || echo "fails"
  grep -q '^    node  thread' log || echo "no column: $(sed -n 2p log)"
  grep -q ' more; --top 0 shows all' log || echo "what is left out is not said"
}

# Each node's moment is what `stacks` says of its dump alone; of a node without moments that is said.
stacks_of_nodes() {
  mkdir -p standing
  dump moments standing/a.jxp
  dump basic standing/b.jxp
  "$hostdump" stacks --no-symbols standing >log 2>said
  status=$?
  { echo 'node: a'; "$hostdump" stacks --no-symbols standing/a.jxp
    echo; echo 'node: b'; "$hostdump" stacks --no-symbols standing/b.jxp; } >want 2>/dev/null
  cmp log want
  [ "$(grep -c '^moment ' log)" -eq 1 ] && grep -q 'there are no moments' log || echo "says $(head -n 3 log)"
  [ $status -le 1 ] || echo "exit status $status: $(cat said)"
}

echo '# sessions'
mkdir -p empty
if chosen_some session_tables; then
  [ -s talk/a.jxp ] || talk
  result session_tables "$(tables_are_joined talk a b c d)"
fi
result session_columns "$(columns_are_united)"
result session_incarnations "$(incarnations)"
result session_one_is_none "$(one_is_none)"
result session_without_dump "$(without_dump)"
result session_beside_a_table "$(other_table)"
result session_names_told_apart "$(names_are_told_apart)"
result session_no_files "$(no_files)"
result session_names_are_no_messages "$(names_are_no_messages)"
result session_text "$(text_form)"
mkdir -p one && cp again2/b.jxp one
expect session_of_one 0 '^node	thread' "$hostdump" report --tsv --no-symbols --table threads one
expect session_single 0 '^thread	' "$hostdump" report --tsv --no-symbols --table threads one/b.jxp
expect session_cycles 0 'node: b#2' "$hostdump" cycles --no-symbols again2
result session_stacks "$(stacks_of_nodes)"
expect session_same_run 2 'one run of node b' "$hostdump" report again2/b.jxp one/b.jxp
expect session_empty 4 'without a dump' "$hostdump" report empty
expect session_follow 2 'is of one dump' "$hostdump" report --follow again2
expect session_bins 2 'is for one dump' "$hostdump" tables --bins 10 -o x again2
expect session_counters 2 'of one run' "$hostdump" report --counters x again2
expect session_export 4 'one dump at a time' "$hostdump" export perf again2 -o x
expect session_doctor 4 'one dump at a time' "$hostdump" doctor again2
expect session_diff 4 'NODE.jxp' "$hostdump" diff again2 -- again2
HOSTDUMP=$hostdump
export HOSTDUMP
expect session_render 1 'NODE.jxp' sh "$tree/viz/render.sh" all again2 -o x
expect session_render_tables 1 'tables of several nodes' sh "$tree/viz/render.sh" all --tables joined -o x
expect session_lake 1 'each of its NODE.jxp' sh "$tree/host-tools/lake/add.sh" --lake lake again2
