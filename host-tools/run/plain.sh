#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# plain.sh: what a Java program would take without probes: a method that is timed is not inlined into its callers, so
# the corrected times are those of a program that calls it. Makes the program's image with and without methods that are
# timed, runs both, and compares.
#
# The time of the whole run is that of all threads but the idle one. The time of a method without probes is its share of
# samples, 5,000 a second, with the interval of 95 % of that share. A method without a sample there has been inlined,
# or is rare; of one that is inlined into some of its callers only, the rest is seen.

[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
set -euo pipefail

usage()
{
  cat <<'EOF'
Usage: plain.sh [OPTION of java.sh...] -- [OPTION of run.sh...]
Runs a Java program with and without methods that are timed, and says what inlining saves, for the run and by function.

The options are those of `make run APP=' (java.sh --help, run.sh --help). --out DIR gets probes/ and plain/, the two
runs, and plain.tsv, a row a method: function, calls, incl_us (corrected), plain_us (by samples without probes), low_us
and high_us (95 %), ratio. Of a method that is inlined into some of its callers only, plain_us is the rest.

Runs of the same image, `make run', say the figure of the run from then on: it lies beside the image.

Exit status: as java.sh's and run.sh's.
EOF
}

here=$(dirname "$(readlink -f "$0")")
java=() build=build out=''
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --build) build=${2:?} ;;
  esac
  java+=("$1")
  shift
done
[ $# -gt 0 ] || { usage >&2; exit 2; }
shift
run=("$@")
while [ $# -gt 0 ]; do
  [ "$1" != --out ] || out=${2:?}
  [ "$1" != --append ] || append=$2
  shift
done
[ -n "$out" ] || out=$build/plain

# one NAME PROF OPTIONS JAVA-OPTION...: a run, whose results go to OUT/NAME.
one()
{
  local name=$1 prof=$2 options=$3
  shift 3
  mkdir -p "$out"
  bash "$here/java.sh" "${java[@]}" "$@" -- "${run[@]}" --out "$out/$name" --prof "$prof" \
    --append "${append-} $options" --no-charts >"$out/$name.log" 2>&1 && return
  "$build/hostdump" show <"$out/$name.log" >&2
  exit 1
}

image=$(bash "$here/java.sh" "${java[@]}" | tail -n 1)
one probes timing ''
one plain sched,samples hz=5000 --profile none --objects none

LC_ALL=C awk -F '\t' -v table="$out/plain.tsv" -v whole_table="$out/probes/tables/plain.tsv" '
  function within(share, n, sign) { # Wilson
    return (share + 1.92 / n + sign * 1.96 * sqrt(share * (1 - share) / n + 0.96 / n / n)) / (1 + 3.84 / n)
  }
  FNR == 1 { file++; header = 1 }
  /^#/ { next }
  header { header = 0; next }
  file == 1 && $2 == "thread" { is_thread[$1] = 1 }
  file == 2 && $2 == 0 && $4 in is_thread { corrected += $7 }
  file == 3 { calls[$1] = $3; incl[$1] = $4; order[++methods] = $1 }
  file == 4 && $2 == "thread" { plain += $3 }
  file == 5 && $1 == "duration_us" { whole = $2 }
  file == 6 { self += $3; total[$1] = $7 }
  END {
    print "function\tcalls\tincl_us\tplain_us\tlow_us\thigh_us\tratio" >table
    for (i = 1; i <= methods; i++) {
      f = order[i]
      if (!(f in total)) {
        printf "%s\t%d\t%.3f\t-\t-\t-\t-\n", f, calls[f], incl[f] >table
        continue
      }
      share = total[f] / self
      printf "%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\n", f, calls[f], incl[f], whole * share,
        whole * within(share, self, -1), whole * within(share, self, 1), incl[f] / (whole * share) >table
    }
    printf "corrected_us\tplain_us\tratio\n" >whole_table
    printf "%.3f\t%.3f\t%.4f\n", corrected, plain, corrected / plain >whole_table
    printf "run\t%.3f\t%.3f\t%.4f\n", corrected, plain, corrected / plain
  }' "$out/probes/tables/threads.tsv" "$out/probes/tables/tree.tsv" "$out/probes/tables/methods.tsv" \
  "$out/plain/tables/threads.tsv" "$out/plain/tables/run.tsv" "$out/plain/tables/samples.tsv" >"$out/run"
cp "$out/probes/tables/plain.tsv" "${image%/*}/plain.tsv"
awk -F '\t' '{ printf "plain: corrected %s us, without probes %s us: %.3f times as long\n", $2, $3, $4 }' "$out/run"
printf 'plain: by function: %s\n' "$out/plain.tsv"
