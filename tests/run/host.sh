# SPDX-License-Identifier: GPL-2.0-or-later
#
# host.sh: the tests of run.sh that boot nothing: textjob, mktext, deps, iso, and what run.sh refuses.

for in in "$here"/textjob/*.in; do
  name=$(basename "$in" .in)
  "$build/textjob" "$in" > "$dir/out" 2> "$dir/log"
  check "textjob_$name" cmp "$dir/out" "$here/textjob/$name.out"
done
expect textjob_no_such_file 1 'No such file' "$build/textjob" "$dir/absent"
expect textjob_directory 1 'is a directory' "$build/textjob" "$dir"
expect textjob_no_argument 2 'which FILE' "$build/textjob"
expect textjob_two_files 2 'one too many' "$build/textjob" a b
expect textjob_help 0 'Usage: textjob' "$build/textjob" --help
[ ! -w /dev/full ] || expect textjob_full_disk 1 'No space left' sh -c '"$1" "$2" > /dev/full' - \
  "$build/textjob" "$here/textjob/ties.in"

# The default text has the same bytes from every awk there is here.
for awk in awk mawk gawk 'busybox awk' original-awk; do
  command -v "${awk%% *}" > /dev/null || continue
  $awk -f "$tools/mktext.awk" | cksum > "$dir/sum"
  check "mktext_$(echo "$awk" | tr ' ' _)" grep -qx '3047453101 1258350' "$dir/sum"
done
awk -f "$tools/mktext.awk" -v bytes=5000 -v seed=7 > "$dir/short"
check mktext_takes_a_size test "$(wc -c < "$dir/short")" -ge 5000 -a "$(wc -c < "$dir/short")" -lt 9000

# ---- deps: a system made of links and stand-ins, DEPS_ROOT the root of its files ----

# A fresh system in $root that has every program and file but those named.
system_without()
{
  root=${dir:?}/root
  rm -rf "$root"
  mkdir -p "$root/bin" "$root/var/lib/apt/lists"
  touch "$root/var/lib/apt/lists/x_Packages"
  for tool in sh env sed grep find head rm touch; do
    ln -s "$(command -v $tool)" "$root/bin/$tool"
  done
  stand_in id 'echo 0'
  sed -n '/^needed=/,/^'\''/p' "$tools/deps.sh" | awk -F'|' 'NF == 3 { gsub(/ /, "", $2); print $2 }' |
    while read -r what; do
      case " $* " in *" $what "*) continue ;; esac
      case $what in
        /*) mkdir -p "$root${what%/*}"; : > "$root$what" ;;
        *) [ -e "$root/bin/$what" ] || stand_in "$what" 'exit 0' ;;
      esac
    done
}

# A name in $root/bin may be a link into the system that runs the tests: it is replaced, never written through.
stand_in()
{
  rm -f "$root/bin/$1"
  printf '#!/bin/sh\n%s\n' "$2" > "$root/bin/$1"
  chmod +x "$root/bin/$1"
}

deps() { PATH=$root/bin DEPS_ROOT=$root "$root/bin/sh" "$tools/deps.sh" "$@"; }

silent() { [ -z "$("$@" 2>&1)" ]; }

system_without
ln -s "$dir/target" "$root/bin/linked"
stand_in linked 'exit 0'
check deps_stand_in_follows_no_link test ! -e "$dir/target" -a -x "$root/bin/linked"
check deps_silent_when_all_is_there silent deps
check deps_status_when_all_is_there deps --check
system_without gnuplot /usr/include/cmocka.h
expect deps_check_names_program_and_reason 1 'gnuplot-nox: no gnuplot; draws the charts' deps --check
expect deps_check_names_header 1 'libcmocka-dev: no /usr/include/cmocka.h' deps --check
expect deps_check_names_command 1 'apt-get install --no-install-recommends libcmocka-dev gnuplot-nox' deps --check
expect deps_without_apt 1 'no Debian or Ubuntu.* hold: libcmocka-dev gnuplot-nox' deps
stand_in apt-get 'exit 0'
stand_in id 'echo 1000'
expect deps_without_sudo 1 'needs root, and there is no sudo' deps
stand_in sudo 'echo "sudo $*"; exit 1'
expect deps_failing_sudo 1 'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get .* install -y' deps
expect deps_failing_install_names_packages 1 \
  'then try again: apt-get install --no-install-recommends libcmocka-dev gnuplot-nox' deps
stand_in id 'echo 0'
expect deps_install_that_brings_nothing 1 'still' deps
stand_in apt-get "case \"\$*\" in *install*) touch $root/usr/include/cmocka.h $root/bin/gnuplot
/bin/chmod +x $root/bin/gnuplot ;; *update*) echo updated ;; esac"
system_kept=$root
expect deps_installs 0 'installing libcmocka-dev gnuplot-nox' deps
check deps_silent_after_installing silent deps
rm "$system_kept/usr/include/cmocka.h" "$system_kept/var/lib/apt/lists/x_Packages"
expect deps_updates_stale_lists 0 'updated' deps
expect deps_unknown_option 2 'deps.sh --check' deps --nonsense

# ---- iso, and what run.sh refuses ----

run() { bash "$tools/run.sh" --build "$build" --out "$dir/run" "$@"; }
short=$dir/short

expect iso_no_kernel 1 'no such kernel' sh "$tools/iso.sh" -k "$dir/absent" -o "$dir/x.iso"
expect iso_usage 2 'iso.sh -k KERNEL' sh "$tools/iso.sh"
expect run_help 0 '^Usage: run.sh' run --help
expect run_no_input 2 'which file' run
expect run_unknown_option 2 'no option --nonsense' run --nonsense
expect run_option_without_value 2 '--input needs a value' run --input
expect run_bad_icount 2 'ICOUNT= (--icount) is on or off' run --input "$short" --icount maybe
expect run_bad_smp 2 'SMP= (--smp), how many processors the machine has, is 1 to 16' run --input "$short" --smp 17
expect run_bad_memory 2 'MEM= (--mem, in MiB) and TIMEOUT= (--timeout, in seconds) are whole numbers' \
  run --input "$short" --mem 1G
expect run_no_such_input 1 'no such file' run --input "$dir/absent"
expect run_directory 1 'is a directory' run --input "$dir"
expect run_device 1 'no regular file' run --input /dev/zero
if [ "$(id -u)" -ne 0 ]; then
  : > "$dir/secret"
  chmod 0 "$dir/secret"
  expect run_unreadable_input 1 'may not be read' run --input "$dir/secret"
fi
truncate -s 20G "$dir/huge"
expect run_too_large_input 1 'too large: 20480 MiB' run --input "$dir/huge"
rm "$dir/huge"
expect run_no_kernel 1 'absent: no such kernel' run --input "$short" --kernel "$dir/absent"
expect run_nothing_built 1 'no such kernel; .make all. builds it' run --build "$dir" --input "$short"

# ---- the machine's memory: a buffer takes what its option says times the size that the kernel's compiler gave a record ----

mkdir "$dir/no_machine"
printf '#!/bin/sh\nexit 1\n' > "$dir/no_machine/qemu-system-x86_64"
chmod +x "$dir/no_machine/qemu-system-x86_64"

# bytes_of STRUCT: as the debugging information of the kernel's objects says; of struct wire_X, as it lies in a log.
bytes_of()
{
  readelf --debug-dump=info "$build/target/profiler/lifecycle.o" "$build/target/profiler/records/log.o" |
    awk -v name="$1" 'BEGIN { logged = name; sub(/^wire_/, "wire_logged_", logged) }
      /DW_AT_name/ { found = $NF == name || $NF == logged } found && /DW_AT_byte_size/ { print $NF; exit }'
}

# 2^19 records of n bytes are n / 2 MB.
expect_room()
{
  expect "run_room_for_$1" 1 ", $((256 + $(bytes_of "$2") / 2 + 1)) MiB, icount on" \
    env PATH="$dir/no_machine:$PATH" bash "$tools/run.sh" --build "$build" --out "$dir/run" --input "$short" --append "$1=512k"
}

expect_room nodes prof_node
logs=$(sed -n 's/^  L(\([A-Z]*\), *\([a-z]*\), *\([a-z]*\), .*/\3 wire_\2/p' "$tools/../../serial-xfer/format/wire.h")
check run_room_knows_the_logs test "$(echo "$logs" | wc -l)" -ge 8
while read -r option record; do
  expect_room "$option" "$record"
done << EOF
$logs
EOF

# ---- the tree in a folder of any name; make's own variables of the make above are not for it ----

place="$dir/a b'c\$d#e:%f\"g\\h&i;j,k\`l=ü(m)"
mkdir "$place"
for part in Makefile linker.ld kernel profiler serial-xfer translator-instr host-tools viz tests; do
  cp -a "$tools/../../$part" "$place"
done
make_there() { env -u MAKEFLAGS -u MAKELEVEL -u O make -s -C "$place" "$@"; }
# Not optimized, which takes a third of the time; the names are the same.
check build_in_a_folder_of_any_name \
  make_there HOST_OPT=-O0 build/render build/golden.elf build/target/kernel/lib/string.o
check render_in_a_folder_of_any_name "$place/build/render" --help
check build_takes_a_chosen_compiler \
  sh -c '! env -u MAKEFLAGS -u O CC=false make -s -C "$1" -B build/golden.elf' - "$place"

# What has been built comes along, but what names the tree.
run_there()
{
  for part in "$build"/*; do
    case ${part##*/} in
      kernel.elf* | hostdump | textjob | text.txt | empty.txt | record.sizes | jxtr | host | target | java | newlib | \
        page)
        cp -a "$part" "$place/build" || return ;;
    esac
  done
  # The page is put together there, from objects that come along.
  rm -f "$place"/build/page/*.js "$place/build/page/core.wasm"
  make_there run RUN="../a b'c.run" INPUT="$short" && make_there run APP=buffer PROF=none &&
    [ -s "$dir/a b'c.run/charts/boxes.png" ]
}
! chosen run_in_a_folder_of_any_name || check run_in_a_folder_of_any_name run_there

# ---- a Java program's image there is made anew when a header of the C that jxtr writes has changed ----

if [ ! -d "$place/build/programs" ]; then
  cp -a "$build/target" "$build/java" "$build/newlib" "$build/jxtr" "$place/build"
fi
image_there() # with little effort, which takes a fifth of the time: make's rules for the image are the same
{
  env -u MAKEFLAGS -u MAKELEVEL -u O bash "$place/host-tools/run/java.sh" --build "$place/build" --app buffer \
    --effort quick
}
newer_than_mark() { [ "$image/program.o" -nt "$dir/mark" ] && [ "$image/kernel.elf32" -nt "$dir/mark" ]; }
check java_image_in_a_folder_of_any_name image_there
image=$(dirname "$(tail -n 1 "$log")")
: > "$dir/mark"
older_than_mark() { [ "$image/kernel.elf32" -ot "$dir/mark" ]; }
image_there > "$dir/log" 2>&1
check java_image_is_left_alone older_than_mark
for header in jx.h jx_ports.h jx_upcalls.h; do
  touch "$place/translator-instr/contract/$header" "$dir/mark"
  image_there > "$dir/log" 2>&1
  check "java_image_made_anew_for_$header" newer_than_mark
done

check includes_needs_no_git env -i PATH=/usr/bin:/bin sh "$place/tests/check/includes.sh"
rm -rf "$place"/kernel/* "$place"/profiler/* "$place"/serial-xfer/* "$place"/host-tools/* \
  "$place"/viz/* "$place"/translator-instr/*
expect includes_without_sources 1 'not ok includes there are no sources' sh "$place/tests/check/includes.sh"
