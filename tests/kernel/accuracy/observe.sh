# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=sh disable=SC2154 # `build' and `out' are the script's that reads this file
#
# observe.sh: what accuracy.sh and java.sh share: boots under the observer, and the comparison of two boots. The script
# sets `build', `out' and `here', and defines fail().

. "$here/../../../host-tools/run/qemu.sh"

# observe_list IMAGE.ELF LISTS [TABLES.C]: writes LISTS.functions and LISTS.sites, what the observer reads of an image.
# TABLES.C are the tables that jxtr has made of a Java program: its methods are then called as in the profile.
observe_list()
{
  sh "$here/functions.sh" "$1" >"$2.functions" && sh "$here/sites.sh" "$1" >"$2.sites" ||
    fail "$1: the functions and probe sites could not be listed"
  [ $# -lt 3 ] || {
    LC_ALL=C awk -f "$here/methods.awk" "$3" "$2.functions" >"$2.renamed" && mv "$2.renamed" "$2.functions"
  } || fail "$3: the methods could not be listed"
}

# observe RESULT LISTS IMAGE.ELF32 OPTIONS [KNOB...]: boots an image with these options of the kernel's command line, on
# as many processors as the variable `processors` says (1).
# RESULT.line is what the target sends: a file, for a pipe's reader would decide how long the kernel waits for it.
# RESULT.count is the observer's; where the variable `log_calls` is not empty RESULT.called has each call.
observe()
{
  result=$1 lists=$2 image=$3 options=$4 status=0
  shift 4
  run_qemu kernel="$image" append="$options" "$@" icount=on serial="file:$result.line" timeout=600 \
    -plugin "$out/observer.so,functions=$lists.functions,sites=$lists.sites,out=$result.count,processors=${processors:-1}${log_calls:+,calls=$result.called}" \
    -smp "${processors:-1}" >&2 || status=$?
  grep -aq 'exit: ok' "$result.line" ||
    fail "the kernel did not end well with $options (QEMU's exit status is $status); see $result.line"
}

# observe_read ON IMAGE.ELF: makes tables of the profile that came in ON.line, and sets hz to the rate of its clock.
observe_read()
{
  "$build/hostdump" -o "$1.jxp" -k "$2" <"$1.line" >"$1.log" 2>&1 &&
    "$build/hostdump" tables -k "$2" -o "$1.tables" "$1.jxp" >>"$1.log" 2>&1 ||
    fail "the profile could not be read; see $1.log"
  hz=$(awk -F '\t' '$1 == "tsc_hz" { print $2 }' "$1.tables/run.tsv")
}

# observe_compare NAME OFF ON IMAGE.ELF: puts the profile that came in ON.line beside the two counts. Writes ON.tsv, a
# row a function, and ON.goals.
observe_compare()
{
  observe_read "$3" "$4"
  LC_ALL=C awk -v workload="$1" -v hz="$hz" -v table="$3.tsv" -f "$here/compare.awk" "$2.count" "$3.count" \
    "$3.tables/tree.tsv" >"$3.goals"
}

# observe_calls NAME ON IMAGE.ELF: puts each call of that profile beside the observer's. Adds to ON.goals.
observe_calls()
{
  "$build/hostdump" tables -k "$3" --table calls -o "$2.tables" "$2.jxp" >>"$2.log" 2>&1 ||
    fail "the calls could not be read; see $2.log"
  LC_ALL=C awk -v workload="$1" -v hz="$hz" -f "$here/calls.awk" "$2.called" "$2.tables/calls.tsv" >>"$2.goals"
  rm "$2.called" "$2.called".[12].* "$2.tables/calls.tsv"
}

# observe_several NAME ON IMAGE.ELF: the same for a run on `processors` processors, beside its own count.
observe_several()
{
  observe_read "$2" "$3"
  LC_ALL=C awk -v workload="$1" -v hz="$hz" -v processors="$processors" -v table="$2.tsv" -f "$here/several.awk" \
    "$2.count" "$2.tables/tree.tsv" "$2.tables/methods.tsv" >"$2.goals"
}
