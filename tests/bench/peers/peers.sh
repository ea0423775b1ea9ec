#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# peers.sh BUILD [ROUNDS]: one program (subject.c) under several profilers: what a timed call costs with each, and how far
# from the truth is what each reports of three functions. CC and FLAGS come from rules.mk.
#
# The truth is the plain program, measured in every round beside the profilers: each function alone. Costs are processor
# time of the work above the plain program's, for each timed call. Figures are medians over the rounds. Where the user
# may, all run with real-time priority, so that other programs do not get between a profiler's two time stamps.
#
# On a virtual machine what a program takes changes by some percent from one second to the next, for other machines use
# the core's other thread. So where times are to be right to a few percent, ours by turns and by samples, truth and
# profile are measured side by side, 20 ms each in turn (abreast.c), and the truth is what most parts of a run took
# (alone.h).
#
# A profiler is some functions: NAME_make builds, or says why not and fails; NAME_run PLAIN_NS LEAF CALLER HEAVY
# prints `cost leaf caller heavy` in ns, `-` for what it does not tell, and behind them the truth that was measured
# beside it, if any; NAME_start and NAME_note, where there are such, come first and last.

build=$1 rounds=${2:-9}
[ -d "$build" ] && [ "$rounds" -gt 0 ] 2>/dev/null || { echo "usage: peers.sh BUILD [ROUNDS]" >&2; exit 2; }
build=$(cd "$build" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
bin=$build/bench/peers
dir=$bin/run
alone=$build/bench/tests/bench/peers/alone.o
export LC_ALL=C
rm -rf "$dir"
mkdir -p "$dir" || exit 1
read -ra flags <<<"$FLAGS"
. "$here/../realtime.sh"

calls=1000000       # of subject_caller(), for what keeps every call
timed=2.0625        # timed calls for each of them: itself, the leaf, a sixteenth of a heavy one
turns_calls=20000000 # a second and a half
samples_calls=60000000 # some 1600 samples without probes: heavy of a median of nine rounds is good to 1.1 % then
samples_hz=5000
truth_ms=1500       # what turns_calls take; samples_calls take more
truth_alone_ms=200

patience=60 # seconds for each program

# Linux takes the processor away from real-time programs that have had 0.95 s of a second: a pause, and short runs.
quietly() {
  sleep 0.1
  timeout "$patience" "${fifo[@]}" "$@" 2>>"$dir/log"
}
report() { timeout "$patience" "$@" 2>>"$dir/log"; }

need() { # PROGRAM PACKAGE
  command -v "$1" >/dev/null || { echo "there is no $1: apt-get install $2"; return 1; }
}

compile() { # COMPILER OUTPUT OPTION...: the whole program; what measures the truth has none of the options
  local compiler=$1 output=$2
  shift 2
  "$compiler" "${flags[@]}" -no-pie "$@" -o "$output" "$here/plain.c" "$here/subject.c" "$alone" >"$dir/compile" 2>&1 ||
    { echo "$compiler cannot build it: $(head -n 1 "$dir/compile")"; return 1; }
}

cost() { # NS PLAIN_NS
  awk -v ns="$1" -v plain="$2" -v timed="$timed" 'BEGIN { printf "%.2f", (ns - plain) / timed }'
}

# ---- ours ----

ours_make() { :; }
ours_run() {
  local ns
  ns=$(quietly "$bin/ours" "$calls") || return
  quietly "$bin/ours" "$calls" 0 "$dir/ours.jxp" >/dev/null || return
  report "$build/hostdump" report --tsv -k "$bin/ours" --table methods "$dir/ours.jxp" | awk -F '\t' \
    -v cost="$(cost "$ns" "$1")" '
    $1 == "function" { for (i = 1; i <= NF; i++) column[$i] = i }
    { ns[$1] = $(column["calls"]) > 0 ? 1000 * $(column["excl_us"]) / $(column["calls"]) : 0 }
    END { printf "%s %.3f %.3f %.3f\n", cost, ns["subject_leaf"], ns["subject_caller"], ns["subject_heavy"] }'
}

# Each call recorded, in a ring of the newest 65536.
ours_recorded_make() { :; }
ours_recorded_run() {
  local ns
  ns=$(quietly "$bin/ours" "$calls" recorded) && echo "$(cost "$ns" "$1") - - -"
}

# The profiled program and the truth side by side: OURS_ARGUMENT... Both last about as long. The truth goes to
# $dir/beside.
side_by_side() {
  printf 'export TEN_ABREAST=1\nexec %s %s >/dev/null\n' "$bin/ours" "$*" >"$dir/profiled.sh"
  printf 'export TEN_ABREAST=1\nexec %s truth %s >%s\n' "$bin/plain" "$truth_ms" "$dir/beside" >"$dir/truth.sh"
  timeout "$patience" "$build/bench/ten/abreast" "$dir/profiled.sh" "$dir/truth.sh" 2>>"$dir/log"
}

# Turns (profiler/probes/turns.h): a tenth of the run for all that a short run can tell. What a timed call costs is that
# of the share that is on by default. The bounds of each round go to $dir/bounds, beside that round's truth.
ours_turns_make() { :; }
ours_turns_run() {
  local ns
  ns=$(quietly "$bin/ours" "$turns_calls" 0 "$dir/turns.jxp" 20) || return
  side_by_side "$turns_calls" "$samples_hz" "$dir/turns.jxp" 100 || return
  own_table "$dir/turns.jxp" >"$dir/own" || return
  awk -F '\t' -v truth="$(cat "$dir/beside")" '
    { low[$1] = $7; high[$1] = $8 }
    END {
      split(truth, ns, " ")
      n = split("leaf caller heavy", name, " ")
      for (i = 1; i <= n; i++)
        print name[i], ns[i], low["subject_" name[i]], high["subject_" name[i]]
    }' "$dir/own" >>"$dir/bounds"
  awk -F '\t' -v cost="$(cost "$ns" "$1")" -v truth="$(cat "$dir/beside")" '
    { ns[$1] = $6 }
    function told(f) { return ns[f] == "" ? "-" : ns[f] }
    END { print cost, told("subject_leaf"), told("subject_caller"), told("subject_heavy"), truth }' "$dir/own"
}
own_table() { report "$build/hostdump" report --tsv -k "$bin/ours" --table own "$1"; }

# Samples of turns without probes: half of the run is such turns, or fenced ones.
ours_samples_make() { :; }
ours_samples_run() {
  side_by_side "$samples_calls" "$samples_hz" "$dir/samples.jxp" 500 || return
  own_table "$dir/samples.jxp" | awk -F '\t' -v truth="$(cat "$dir/beside")" '
    { ns[$1] = $13 }
    function told(f) { return ns[f] == "" ? "-" : ns[f] }
    END { print "-", told("subject_leaf"), told("subject_caller"), told("subject_heavy"), truth }'
}

# ---- uftrace ----

uftrace_make() { need uftrace uftrace && compile "$CC" "$bin/uftrace" -pg; }
uftrace_run() {
  local ns
  rm -rf "$dir/uftrace"
  ns=$(quietly uftrace record -d "$dir/uftrace" "$bin/uftrace" "$calls") || return
  report uftrace report -d "$dir/uftrace" -f self-avg | awk -v cost="$(cost "$ns" "$1")" '
    BEGIN { unit["ns"] = 1; unit["us"] = 1000; unit["ms"] = 1e6; unit["s"] = 1e9 }
    { ns[$3] = $1 * unit[$2] }
    END { printf "%s %.3f %.3f %.3f\n", cost, ns["subject_leaf"], ns["subject_caller"], ns["subject_heavy"] }'
}

# ---- LLVM XRay ----

xray_make() {
  need clang clang && need llvm-xray llvm && compile clang "$bin/plain_clang" || return
  clang "${flags[@]}" -Wno-missing-prototypes -Dmain=plain_main -fxray-instrument -fxray-instruction-threshold=1 -c \
    -o "$dir/xray_main.o" "$here/plain.c" >"$dir/compile" 2>&1 &&
    clang "${flags[@]}" -fxray-instrument -fxray-instruction-threshold=1 -no-pie -o "$bin/xray" "$dir/xray_main.o" \
      "$here/subject.c" "$here/xray.c" "$alone" >"$dir/compile" 2>&1 ||
    { echo "clang cannot build it: $(head -n 1 "$dir/compile")"; return 1; }
}
xray_run() {
  local ns plain
  rm -f "$dir"/xray-log*
  plain=$(quietly "$bin/plain_clang" "$calls") || return
  ns=$(XRAY_OPTIONS="patch_premain=false xray_logfile_base=$dir/xray-log." timeout "$patience" \
    "${fifo[@]}" "$bin/xray" "$calls" 2>"$dir/xray.said") || return
  report llvm-xray account -instr_map="$bin/xray" -format=csv "$dir"/xray-log* | tr -d '"' | awk -F , -v cost="$(cost "$ns" "$plain")" '
    $1 == "funcid" { for (i = 1; i <= NF; i++) column[$i] = i }
    { count[$NF] = $(column["count"]); sum[$NF] = $(column["sum"]) }
    function each(f) { return count[f] ? 1e9 * sum[f] / count[f] : 0 }
    END {
      leaf = each("subject_leaf")
      printf "%s %.3f %.3f %.3f\n", cost, leaf, each("subject_caller") - leaf, each("subject_heavy")
    }'
}
xray_note() {
  grep -q 'CPU frequency' "$dir/xray.said" &&
    echo "note: XRay does not find out this machine's TSC frequency and reads the system's clock instead"
}

# ---- LTTng ----

lttng_library=/usr/lib/x86_64-linux-gnu/liblttng-ust-cyg-profile-fast.so
lttng_calls=100000
lttng_make() {
  need lttng lttng-tools && need babeltrace2 babeltrace2 || return
  [ -e "$lttng_library" ] || { echo "there is no $lttng_library: apt-get install liblttng-ust-dev"; return 1; }
  compile "$CC" "$bin/lttng" -finstrument-functions
}
lttng_start() { # its daemon, if none is running
  export LTTNG_HOME=$dir/lttng
  mkdir -p "$LTTNG_HOME"
  pgrep -x lttng-sessiond >/dev/null && return
  timeout "$patience" lttng-sessiond --background --pidfile="$dir/sessiond.pid" >>"$dir/log" 2>&1
  trap '[ -s "$dir/sessiond.pid" ] && kill "$(cat "$dir/sessiond.pid")"' EXIT
}
lttng_begin() { # SESSION
  lttng -q create "$1" --output="$dir/trace" &&
    lttng -q enable-channel -u -s "$1" --subbuf-size=16M --num-subbuf=4 all &&
    lttng -q enable-event -u -s "$1" -c all 'lttng_ust_cyg_profile*' && lttng -q start "$1"
}
lttng_run() {
  local ns session=peers$$
  rm -rf "$dir/trace"
  lttng_begin "$session" >>"$dir/log" 2>&1 || return
  ns=$(LD_PRELOAD=$lttng_library quietly "$bin/lttng" "$lttng_calls")
  lttng -q destroy "$session" >>"$dir/log" 2>&1
  [ "$ns" ] || return
  nm "$bin/lttng" >"$dir/lttng.nm"
  report babeltrace2 --clock-cycles --no-delta "$dir/trace" |
    awk -v cost="$(cost "$ns" "$1")" -f "$here/lttng.awk" "$dir/lttng.nm" -
}

# ---- gprof ----

gprof_make() { need gprof binutils && compile "$CC" "$bin/gprof" -pg; }
gprof_run() { # it looks a hundred times a second: a longer run
  local ns
  ns=$(cd "$dir" && quietly "$bin/gprof" $((60 * calls))) || return
  report gprof -b -p "$bin/gprof" "$dir/gmon.out" | awk -v cost="$(cost "$ns" "$1")" '
    $NF ~ /^subject_/ && $4 > 0 { ns[$NF] = 1e9 * $3 / $4 }
    END { printf "%s %.3f %.3f %.3f\n", cost, ns["subject_leaf"], ns["subject_caller"], ns["subject_heavy"] }'
}

# ---- perf ----

perf_make() {
  need perf linux-perf || return
  timeout "$patience" perf record -q -e cpu-clock -F 1000 -o "$dir/perf.data" true >"$dir/perf.said" 2>&1 ||
    { echo "perf may not look here: $(head -n 1 "$dir/perf.said")"; return 1; }
}
perf_run() { # shares of the plain program's time; it counts no calls, so they are the ones known
  quietly perf record -q -e cpu-clock -F 5000 -o "$dir/perf.data" "$bin/plain" $((40 * calls)) >>"$dir/log" || return
  report perf script -i "$dir/perf.data" -F ip,sym | awk -v all="$1" '
    $2 ~ /^subject_/ { hits[$2]++; sum++ }
    END {
      if (sum)
        printf "- %.3f %.3f %.3f\n", all * hits["subject_leaf"] / sum, all * hits["subject_caller"] / sum,
          16 * all * hits["subject_heavy"] / sum
    }'
}

# ---- the rounds ----

tools=()
for tool in ours ours_recorded ours_turns ours_samples uftrace xray lttng gprof perf; do
  if why=$("${tool}_make"); then
    tools+=("$tool")
    ! declare -F "${tool}_start" >/dev/null || "${tool}_start"
  else
    echo "note: $tool is left out: $why"
  fi
done
for ((round = 0; round < rounds; round++)); do
  work=$(quietly "$bin/plain" "$calls")
  read -r leaf caller heavy < <(quietly "$bin/plain" truth "$truth_alone_ms")
  echo "truth $work $leaf $caller $heavy" >>"$dir/results"
  for tool in "${tools[@]}"; do
    if result=$("${tool}_run" "$work" "$leaf" "$caller" "$heavy") && [ "$result" ]; then
      echo "$tool $result" >>"$dir/results"
    else
      echo "note: $tool failed in round $((round + 1)); $dir/log may say why"
    fi
  done
done
for tool in "${tools[@]}"; do
  ! declare -F "${tool}_note" >/dev/null || "${tool}_note"
done
quietly "$build/bench/bench_probes" >"$dir/probes" &&
  awk -f "$here/peers.awk" "$dir/bounds" "$dir/probes" "$dir/results"
