# SPDX-License-Identifier: GPL-2.0-or-later
#
# options.sh: what holds for all formats: choices of time and thread, limits, errors, and sanitizers.

formats=$("$build/hostdump" export --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p')

# NAME OPTION...: the tables with the same choice are what babeltrace2 says of an export.
chosen_part() {
  part_of=$1
  shift
  rm -rf part.tables part.ctf
  cp "$part_of.jxp" part.jxp
  # shellcheck disable=SC2046 # words
  hostdump tables $(symbols_of "$part_of") -o part.tables "$@" part.jxp 2>part.said || echo "tables fails"
  # shellcheck disable=SC2046 # words
  hostdump export ctf part.jxp $(symbols_of "$part_of") -o part.ctf "$@" 2>part.ctf.said || echo "export fails"
  babeltrace2 part.ctf -c sink.text.pretty --params='field-trace:hostname=no,clock-seconds=yes,no-delta=yes' \
    >part.ctf.printed 2>part.ctf.warned || echo "babeltrace2 fails"
  [ -s part.ctf.printed ] || echo "there is nothing"
  judge ctf part part.ctf
}

# Formats that hold sums of the whole run refuse a part of the time; the others export it, by the file's index or
# without.
parts_of_time() {
  for format in $formats; do
    hostdump export "$format" processors.jxp --no-symbols --from 100 --to 200 -o "part.$format" 2>said
    status=$?
    case $format:$status in
      callgrind:2 | foldedcalls:2 | otlp:2) grep -q 'is of the whole run' said || echo "$format does not say why" ;;
      *:0) [ -e "part.$format" ] || echo "there is no $format" ;;
      *) echo "$format of a part ends with $status: $(tail -n 1 said)" ;;
    esac
    rm -rf "part.$format"
  done
}

# Between two snapshots call trees are those of that time: the own times of table methods.
between_snapshots() {
  "$build/mkgolden" snapshots | hostdump -o snapshots.jxp >said 2>&1
  hostdump export foldedcalls snapshots.jxp --no-symbols --between 0,1 -o between 2>said || echo "it ends with $?"
  awk '!/^#/ { ns[$1] = $2 } END { print ns["main"] + 0, ns["main;0x100000"] + 0 }' between | grep -qx '29775 150000' ||
    echo "it has $(paste -s -d ' ' between)"
  rm -f between
}

# An export that would be too long leaves nothing behind.
too_long() {
  "$build/mkscale" 200000 >many.jxp
  for format in perfetto ctf chrome; do
    hostdump export "$format" many.jxp --no-symbols --size 1 -o long 2>said
    [ $? = 4 ] || echo "$format ends well"
    grep -q 'more than exports of this dump may' said || echo "$format does not say why: $(tail -n 1 said)"
    [ ! -e long ] && [ ! -e long.part ] || echo "$format leaves something"
  done
}

# A file of many times the buffer, which goes to the disk past the system's cache where that can be, is what goes into a
# pipe.
large_file() {
  "$build/mkscale" 100000 >large.jxp
  for format in perfetto chrome; do
    hostdump export "$format" large.jxp --no-symbols -o large 2>said || cat said
    hostdump export "$format" large.jxp --no-symbols -o /dev/stdout 2>said | cmp - large || cat said
    [ "$(wc -c <large)" -gt $((2 << 20)) ] || echo "$format has $(wc -c <large) bytes: too few to tell"
  done
}

# Where memory is short that is said, and nothing is left: a chain of 20,000 calls makes 20 million places in stacks.
short_of_memory() {
  python3 "$tree/tests/damage/bombs/long.py" chain 20000 >chain.jxp
  hostdump export speedscope chain.jxp --no-symbols --memory 16 -o small 2>said
  [ $? = 1 ] || echo "it does not end with 1"
  grep -q 'give --memory a larger number' said || echo "it does not say what to do: $(tail -n 1 said)"
  [ ! -e small ] && [ ! -e small.part ] || echo "something is left"
  hostdump export callgrind chain.jxp --no-symbols --memory 16 -o small 2>said || echo "callgrind ends with $?"
}

# All formats of dumps with odd names, times and losses under sanitizers: the same bytes.
sanitized() { # NAME
  for format in $formats; do
    export_dump "$format" "$1" "same.$format"
    # shellcheck disable=SC2046 # words
    "$build/unit/hostdump" export "$format" "$1.jxp" $(symbols_of "$1") -o "clean.$format" 2>said
    [ $? -le 1 ] || echo "$format: $(grep -m 1 -e ERROR -e 'runtime error' said)"
    diff -r "same.$format" "clean.$format" >/dev/null || echo "$format differs"
    rm -rf "same.$format" "clean.$format" "same.$format.said" "same.$format.out"
  done
}

# Calls of threads whose records were lost, which the call trees alone tell of.
unlisted() {
  make_dump unlisted
  sanitized unlisted
  hostdump export uftrace --no-symbols unlisted.jxp -o unlisted.uftrace 2>said
  [ "$(find unlisted.uftrace -name '*.dat' -size 32c | wc -l)" = 20 ] || echo "there are not 20 threads with a call"
}

# What is damaged is exported as far as it is good, and the exit status tells.
damaged() {
  head -c "$(($(stat -c %s line.jxp) * 2 / 3))" line.jxp >cut.jxp
  for format in $formats; do
    hostdump export "$format" cut.jxp --no-symbols -o "cut.$format" 2>said
    [ $? = 1 ] || echo "$format of a damaged dump does not end with 1"
    [ -e "cut.$format" ] || echo "there is no $format of a damaged dump"
    grep -q "cut.$format: incomplete: cut" said || echo "$format does not say that it is cut"
    rm -rf "cut.$format"
  done
}

# To a pipe, as flamegraph.pl wants it.
piped() {
  hostdump export folded basic.jxp --no-symbols -o /dev/stdout 2>said | sort >piped
  hostdump export folded basic.jxp --no-symbols -o named 2>said
  sort named | cmp - piped 2>&1
}

if command -v babeltrace2 >/dev/null; then
  try options_from_to chosen_part processors --from 100.5 --to 400
  try options_to chosen_part full --to 450
  try options_thread chosen_part processors --thread 'worker 1'
  try options_thread_and_time chosen_part basic --thread main --from 120 --to 700
else
  for name in from_to to thread thread_and_time; do skip "options_$name" 'there is no babeltrace2'; done
fi
# Samples that the target did not take are said by each export of samples; that its viewer says them, too, the case
# FORMAT_samples shows, for the judge looks for all that hostdump has said.
missed() {
  for format in perfetto pprof perf speedscope folded; do
    export_dump $format samples missed.$format
    grep -q 'incomplete: missed sample: 40 of 2040 samples that were asked for were not taken' missed.$format.said ||
      echo "$format: $(cat missed.$format.said)"
  done
}
try options_samples_missed missed

try options_between between_snapshots
try options_parts_of_time parts_of_time
try options_too_long too_long
try options_large_file large_file
try options_short_of_memory short_of_memory
try options_damaged damaged
try options_piped piped
for name in names strange contradict line; do try "options_sanitized_$name" sanitized "$name"; done
try options_unlisted unlisted
expect options_no_format 2 'which dump' "$build/hostdump" export -o x
expect options_no_dump 2 'which dump' "$build/hostdump" export perfetto -o x
expect options_no_output 2 'Name a file with -o' "$build/hostdump" export perfetto basic.jxp
expect options_no_folder 2 'Name a folder' "$build/hostdump" export ctf basic.jxp
expect options_unknown_format 2 'no format `svg`; there are' "$build/hostdump" export svg basic.jxp -o x
expect options_two_dumps 2 'one dump at a time' "$build/hostdump" export perf basic.jxp full.jxp -o x
expect options_no_thread 1 'no thread' "$build/hostdump" export perf basic.jxp --no-symbols --thread nobody -o x
expect options_not_a_dump 3 'no frame\|not a dump\|no dump' "$build/hostdump" export perf made -o x
expect options_unwritable 4 'cannot be written' "$build/hostdump" export perf basic.jxp --no-symbols -o no/such/folder
expect options_help 0 'speedscope' "$build/hostdump" export --help
