# SPDX-License-Identifier: GPL-2.0-or-later
#
# odd.sh: a part of run.sh: what a user gives to make reaches the programs as it was, whatever bytes it has, or is
# refused; and the tree may have any name. A stand-in for QEMU says what it is given; nothing may make a file `canary'.

mkdir "$dir/odd" "$dir/says"
printf '#!/bin/sh\nprintf "%%s\\n" "$@" > "%s/said"\nexit 1\n' "$dir" > "$dir/says/qemu-system-x86_64"
chmod +x "$dir/says/qemu-system-x86_64"
make_odd()
{
  env -u MAKEFLAGS -u MAKELEVEL PATH="$dir/says:$PATH" make -s -C "$tree" \
    O="$(realpath --relative-base="$tree" "$build")" "$@"
}

# Each name that runs something where it is taken for text of make, of a shell, of awk, of QEMU.
canary=$dir/canary
odd_names="a'b
a\"b
a'\"; touch $canary; '\"
\$(touch $canary)
\$(shell touch $canary)
\${HOME}\$\$x
\`touch $canary\`
a;touch $canary;
a&touch $canary&
a|touch $canary
>$canary
a\\nb\\
a#b
100%d%s
a,b,,c
two  words, and more
-n
--help
*?[a]{b,c}
~
a=b:c
ü€"

# The same as a name of a file: without slashes.
file_name() { printf %s "$1" | tr / _; }

odd_name() # NAME
{
  file=$(file_name "$1")
  rm -rf "$dir/odd/x" "$dir/said"
  mkdir "$dir/odd/x"
  cp "$short" "$dir/odd/x/$file"
  make_odd run "INPUT=$dir/odd/x/$file" "RUN=$dir/odd/x/out/../$file.d/" "KERNEL=$1" "ARGS=x$1" > "$log" 2>&1
  grep -qF "with $dir/odd/x/$file (" "$log" || echo "INPUT= is another name: $(grep -a . "$log" | head -n 1)"
  [ -d "$dir/odd/x/$file.d/charts" ] || echo "RUN= is another folder"
  grep -qF " prof=timing,samples,events,sched,locks line=virtio $1 x$1" "$dir/said" ||
    echo "KERNEL= and ARGS= are other options: $(grep workload "$dir/said")"
  [ ! -e "$canary" ] || echo "it has run a command"
  rm -f "$canary"
}
number=0
printf '%s\n' "$odd_names" > "$dir/odd/names"
while IFS= read -r name; do
  number=$((number + 1))
  try "odd_name_$number" odd_name "$name"
done < "$dir/odd/names"

# A file and a folder of the tree's that look like options.
odd_dashes()
{
  mkdir -p "$dir/odd/dashes"
  cp "$short" "$dir/odd/dashes/-in"
  (cd "$dir/odd/dashes" && PATH=$dir/says:$PATH bash "$tools/run.sh" --build "$build" --input -in --out -out) \
    > "$log" 2>&1
  grep -q 'with ./-in (' "$log" || echo "$(head -n 1 "$log")"
  [ -d "$dir/odd/dashes/-out/charts" ] || echo "there is no folder -out"
}
try odd_names_that_begin_with_a_dash odd_dashes

# What takes no odd name refuses it, in a sentence that names the option.
worst="a b'\"\$(touch $canary)\`touch $canary\`;touch $canary
x"
odd_refused() # STATUS SENTENCE VARIABLE GOAL [MORE]
{
  expected=$1 sentence=$2 variable=$3 goal=$4
  shift 4
  make_odd "$goal" "$variable=$worst" INPUT="$short" RUN="$dir/odd/run" "$@" > "$log" 2>&1 && echo "it is taken"
  grep -q "$sentence" "$log" || echo "it does not say: $sentence; $(head -n 1 "$log")"
  grep -q "Error $expected\$\|Stop.\$" "$log" || echo "another status"
  [ ! -e "$canary" ] || echo "it has run a command"
  rm -f "$canary"
}
try odd_ICOUNT odd_refused 2 'ICOUNT= (--icount) is on or off, not a b' ICOUNT run
try odd_SMP odd_refused 2 'SMP= (--smp), how many processors' SMP run
try odd_LINE odd_refused 2 'LINE= (--line) is uart or virtio, not a b' LINE run
try odd_MEM odd_refused 2 'MEM= (--mem, in MiB).* whole numbers' MEM run
try odd_TIMEOUT odd_refused 2 'TIMEOUT= (--timeout, in seconds) are whole numbers' TIMEOUT run
try odd_COUNTERS odd_refused 2 'COUNTERS= (--counters) are two names' COUNTERS run
try odd_CACHE odd_refused 2 'CACHE= (--cache) is for the model' CACHE run
try odd_APP odd_refused 2 'there is no program' APP run
try odd_APP_above odd_refused 2 'there is no program `\.\.' ARGS run APP=..
try odd_JAVA odd_refused 1 'JAVA= names a program' JAVA run
try odd_MAIN odd_refused 2 'MAIN= (--main) is the name of a class' MAIN run APP=buffer
try odd_THRESHOLD odd_refused 2 'THRESHOLD= (--threshold) is a number' THRESHOLD run APP=buffer
try odd_MISSING odd_refused 2 'MISSING= (--missing) is throw or refuse' MISSING run APP=buffer
try odd_PROFILE odd_refused 1 'matches no method of the program' PROFILE run APP=buffer
try odd_CLIENT odd_refused 2 'CLIENT= (--client) is' CLIENT run-nfs
try odd_ROUNDS odd_refused 2 'ROUNDS= (--rounds) is a number' ROUNDS run-nfs
try odd_NODES odd_refused 2 'NODES= (--nodes) is a number' NODES run-net
try odd_SEED odd_refused 2 'SEED= (--seed) is a whole number' SEED run-net
try odd_FAULTS odd_refused 2 'there is no such fault' FAULTS run-net
try odd_ROLES odd_refused 2 'ROLES= (--roles) names a file' ROLES run-net
try odd_APP_of_nodes odd_refused 2 'there is no program' APP run-net
try odd_O odd_refused 2 'make cannot build in a folder of this name' O all
# What has no sentence of ours goes to the shell as one word.
odd_quoted() # GOAL VARIABLE
{
  make_odd -n "$1" "$2=a b'\$(touch $canary)" > "$log" 2>&1
  grep -qF "'a b'\\''\$(touch $canary)'" "$log" || echo "it is pasted: $(tail -n 1 "$log")"
}
try odd_BASE odd_quoted check BASE
try odd_RECORDS odd_quoted scale RECORDS
try odd_SECONDS odd_quoted soak SECONDS
try odd_NFS_SOAK odd_quoted bench-nfs NFS_SOAK
try odd_FUZZ_SECONDS odd_quoted fuzz FUZZ_SECONDS

# ---- programs that are installed ----

# DESTDIR= may have any name; PREFIX= is a word of the flags that are installed, and so it may not.
odd_install()
{
  make_odd install PREFIX=/usr "DESTDIR=$dir/odd/$worst" || return
  (cd / && "$dir/odd/$worst/usr/bin/hostdump" --version && "$dir/odd/$worst/usr/bin/render" --help) || return
  make_odd uninstall PREFIX=/usr "DESTDIR=$dir/odd/$worst" || return
  [ -z "$(find "$dir/odd/$worst" -type f)" ] && [ ! -e "$canary" ]
}
worst="a b'\"\$(touch canary)\`touch canary\`;touch canary|&\\
x" canary=$tree/canary
check odd_DESTDIR odd_install
expect odd_PREFIX 2 'PREFIX= is a part of compiler flags' make_odd install "PREFIX=/tmp/a b" "DESTDIR=$dir/odd/d"
