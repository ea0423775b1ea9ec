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

session_starts() {
  mkdir starting
  for node in a b; do python3 "$here/dumps.py" starts | hostdump -o "starting/$node.jxp" >said 2>&1; done
  hostdump export chrome --no-symbols -o starting.json starting 2>&1
  ask_perfetto starting.json
  python3 -B "$here/session.py" starts starting.json \
    'a: processors:main@2000>first@5000' 'a: processors:first@6000>second@10000' \
    'b: processors:main@2000>first@5000' 'b: processors:first@6000>second@10000' 2>&1 | tail -n 1
}

# What a node lacks is said by its name.
session_says_what_is_missing() {
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
    for case in messages starts; do skip "session_$case" "$(tail -n 1 why)"; done
    return
  }
  try session_messages session_messages
  try session_starts session_starts
}
! chosen_some session || { session_all; try session_missing session_says_what_is_missing; }
