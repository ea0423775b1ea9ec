# SPDX-License-Identifier: GPL-2.0-or-later
#
# format_session.sh: several nodes at once as Chrome's trace events, by Perfetto's trace processor: an arrow for each
# message and each thread's start, on the right slices.

ask_perfetto() { # EXPORT
  node "$here/perfetto.mjs" "$engine" "$1" <"$here/session.sql" >engine.log 2>&1 ||
    grep -v syscall engine.log | tail -n 3
}

# Four nodes that are played: nested calls, some sent again, without reply, or to a machine that is not traced.
session_messages() {
  for seed in 1 2; do
    mkdir "played$seed" && "$build/play-tree" "$seed" "played$seed" >truth || echo "nothing is played"
    hostdump export chrome --no-symbols -o "played$seed.json" "played$seed" 2>&1
    hostdump report --no-symbols --tsv --table messages "played$seed" >messages.tsv
    ask_perfetto "played$seed.json"
    python3 -B "$here/session.py" messages "played$seed.json" messages.tsv 2>&1 | tail -n 1
  done
}

# Of four nodes n2 and n3 never talk to n0: their times are moved by way of the others, so that no arrow goes backward.
session_chain() {
  mkdir chain && "$build/play-tree" 3 chain chain >truth || echo "nothing is played"
  hostdump export chrome --no-symbols -o chain.json chain 2>&1
  grep -q '"otherData":{}' chain.json || echo "there is a remark"
  hostdump report --no-symbols --tsv --table messages chain >messages.tsv
  ask_perfetto chain.json
  python3 -B "$here/session.py" messages chain.json messages.tsv 2>&1 | tail -n 1
}

# Without n1 nothing tells how n2 and n3 stand to n0.
session_torn_chain() {
  mkdir torn && "$build/play-tree" 3 torn chain >truth || echo "nothing is played"
  rm torn/n1.jxp
  hostdump export chrome --no-symbols -o torn.json torn 2>said || echo "it fails: $(cat said)"
  for node in n2 n3; do
    grep -q "\"$node: clock\":\"its offset" torn.json || echo "the file does not tell of the clock of $node"
    grep -q "torn.json: .*the clock of $node stands" said || echo "hostdump does not say so of $node: $(cat said)"
  done
  grep -q 'arrows end before they begin' said || echo "it is not said that arrows go backward: $(cat said)"
  [ "$(wc -l <said)" = 3 ] || echo "hostdump says more: $(cat said)"
}

# The dump of n0 is of another run: what came from its machine is of no message that it has recorded.
session_orphans() {
  mkdir orphans other && "$build/play-tree" 1 orphans >truth && "$build/play-tree" 2 other >truth ||
    echo "nothing is played"
  cp other/n0.jxp orphans/n0.jxp
  for format in chrome otlp; do
    hostdump export "$format" --no-symbols -o orphans.json orphans 2>said
    grep -q 'orphans.json: .* receptions could be of several .* left out' said || echo "$format: not said: $(cat said)"
    [ "$format" = otlp ] || grep -q '"messages":".* receptions could be' orphans.json || echo "the file does not say it"
  done
}

session_starts() {
  mkdir starting
  for node in a b; do python3 "$here/dumps.py" starts | hostdump -o "starting/$node.jxp" >said 2>&1; done
  hostdump export chrome --no-symbols -o starting.json starting 2>said || cat said
  grep -q 'the clock of b stands' said || echo "that b exchanges no messages is not said"
  ask_perfetto starting.json
  python3 -B "$here/session.py" starts starting.json \
    'a: processors:main@2000>first@5000' 'a: processors:first@6000>second@10000' \
    'b: processors:main@2000>first@5000' 'b: processors:first@6000>second@10000' 2>&1 | tail -n 1
}

# What a node lacks is said by its name; and that a run has nothing that becomes spans.
session_says_what_is_missing() {
  hostdump export otlp --no-symbols -o spans.json basic.jxp 2>said || cat said
  grep -q 'spans.json: the run has no calls .* prof=calls' said ||
    echo "that there are no calls is not said: $(cat said)"
  mkdir lacking && cp line.jxp lacking/whole.jxp && cp line.jxp lacking/other.jxp
  hostdump export chrome --no-symbols -o lacking.json lacking 2>said
  [ $? = 1 ] || echo "it does not end with 1"
  for node in whole other; do
    grep -q "\"$node: missing 1\":\"incomplete: " lacking.json || echo "the file does not say what $node lacks"
    grep -q "lacking.json: $node: incomplete" said || echo "hostdump does not say what $node lacks"
  done
}

session_all() {
  engine=$(sh "$here/consumers.sh" "$build" perfetto 2>why) && command -v node >/dev/null || {
    for case in messages chain starts; do skip "session_$case" "$(tail -n 1 why)"; done
    return
  }
  try session_messages session_messages
  try session_chain session_chain
  try session_starts session_starts
}
! chosen_some session || {
  session_all
  try session_missing session_says_what_is_missing
  try session_torn_chain session_torn_chain
  try session_orphans session_orphans
}
