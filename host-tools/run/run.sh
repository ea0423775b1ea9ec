#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: boots the kernel in QEMU on an input, takes its profile off the serial line, checks the result, draws the
# charts and says what was found.
#
# The line is a pair of FIFOs, as QEMU's -serial pipe: wants them; hostdump reads the outgoing one. What always holds:
# whatever way this script ends, QEMU is gone, the FIFOs are gone, and what had arrived by then is in the --out
# directory; when nothing had, what the run before left is still there. It ends with 0 only when the kernel said
# `exit: ok`, its result is the host's own, the whole dump came over undamaged, and every chart was drawn. The input may
# have any name: QEMU and the kernel see it through a symlink, since -initrd splits its argument at spaces and commas.
# Image and programs are copied before anything starts: make may build others meanwhile. Two runs cannot have one --out
# directory at the same time (lock.sh).
#
# Ctrl-C (SIGINT), or SIGTERM, while the machine runs ends the run as the program's own end does: the kernel's monitor is
# told `end' over the serial port, the dump leaves, and its charts are drawn. A second one stops the machine. A terminal
# sends SIGINT to all processes of its group, so QEMU and hostdump are in sessions of their own; make waits for this
# script then. A SIGINT to make alone gets here, too (locked.sh).

[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
set -u

usage()
{
  cat <<'EOF'
Usage: run.sh --input FILE [OPTION...]
Boots the kernel in QEMU on FILE, receives and checks its profile, draws the charts and says what it found.

  --input FILE       what the workload works on: any file at all, or a pipe
  --build DIR        where kernel.elf, kernel.elf32, hostdump, textjob, figures and render are (the kernel's, or build)
  --kernel FILE      the image to boot (what --elf says with 32 behind it; with --iso that itself)
  --elf FILE         the image with symbols (DIR/kernel.elf)
  --iso              boot through GRUB from a CD image, which is left in the --out directory
  --out DIR          where results go: run.jxp, console.txt, tables/, charts/ (build/run)
  --workload NAME    what the kernel runs (text); the result is checked for `text' only
  --program NAME     the image holds the Java program NAME: it says itself whether its result is right
  --args TEXT        the Java program's arguments, quoted as for a shell
  --prof LIST        instrumentation: timing,samples,events,sched,locks,objects or none (all; objects are Java's)
  --append OPTIONS   more options for the kernel: memory=MIB for all records together, hz=, nodes=, events=, ...
  --line virtio|uart by which line the dump leaves: a virtio-serial port, by which records leave while the kernel runs,
                     so that full buffers lose none, or the slow serial port, when the run has ended (virtio)
  --counters A,B     draw what two counters of a model of caches count over time, and in which thread: l1_accesses,
                     l1_misses, l2_misses, l2_evictions (QEMU has no counters of its own; it takes twice the time)
  --cache SIZES      of that model: l1=SIZE:WAYS l2=SIZE:WAYS line=BYTES (l1=32k:8 l2=1m:16 line=64)
  --icount on|off    on: time counts instructions, 1 ns each, and a run repeats exactly; off: the host's time (on)
  --smp N            processors of the machine, 1 to 16 (1)
  --mem MIB          memory of the machine (256 MiB, and more for a large input, large buffers, or Java)
  --timeout S        give up after S seconds in which no byte came (60, and more for a large input; with Java 600)
  --qemu OPTIONS     more options for QEMU, words
  --qemu-dir DIR     a directory that these options name by `dir', whatever its own name is
  --no-charts        stop after the tables
  --no-tables        stop when the run has been judged, with its dump and its console's text

`make run' gives these as INPUT=, PROF=, KERNEL= (--append), ARGS= (--args; without Java --append, too), LINE=, ICOUNT=,
SMP=, COUNTERS=, CACHE=, MEM=, TIMEOUT=, RUN= (--out) and O= (--build).

Ctrl-C, or SIGTERM, ends the run as if its program had: what was recorded is kept and drawn. A second one stops the
machine at once.

Exit status: 0 all is right; 1 the run, its result, its dump or a chart is not; 2 usage; 129, 130, 131, 143 interrupted
by SIGHUP, SIGINT, SIGQUIT, SIGTERM, whatever was kept.
EOF
}

say()  { printf '%s\n' "run: ${*//[[:cntrl:]]/?}" >&2; }
show() { "$bin/hostdump" show; } # what others wrote, without what acts on a terminal
fail() { say "$*"; exit 1; }

here=$(dirname "$(readlink -f "$0")")
. "$here/qemu.sh"
. "$here/lock.sh" # share_build, hold_results, as_path
build='' kernel='' elf='' iso='' out='' input='' workload='' prof='' append='' program='' args=''
counters='' cache='' icount=on line=virtio smp=1 mem='' patience='' qemu_options='' bad='' qemu_pid='' dump_pid='' tee_pid=''
charts=yes tables=yes text_pid='' work='' stopped='' came='' kept='' console='' input_file='' input_bytes=0 old_dump=''
qemu_dir='' settled='' child='' bin='' image='' asked='' asker_pid=''

bad_usage() { say "$*; see run.sh --help"; exit 2; }

parse()
{
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help) usage; exit 0 ;;
      --no-charts) charts=; shift; continue ;;
      --no-tables) charts='' tables=; shift; continue ;;
      --iso) iso=yes; shift; continue ;;
      --input | --build | --kernel | --elf | --out | --workload | --program | --args | --prof | --append | --icount | --line | \
      --counters | --cache | \
      --smp | --mem | --timeout | --qemu | --qemu-dir)
        [ $# -ge 2 ] || bad_usage "$1 needs a value" ;;
      *) bad_usage "there is no option $1" ;;
    esac
    case $1 in
      --timeout) patience=$2 ;;
      --qemu) qemu_options=$2 ;;
      --qemu-dir) qemu_dir=$2 ;;
      *) printf -v "${1#--}" %s "$2" ;;
    esac
    shift 2
  done
  case $icount in on | off) ;; *) bad_usage "ICOUNT= (--icount) is on or off, not $icount" ;; esac
  case $smp in
    [1-9] | 1[0-6]) ;;
    *) bad_usage "SMP= (--smp), how many processors the machine has, is 1 to 16, not $smp" ;;
  esac
  case $line in uart | virtio) ;; *) bad_usage "LINE= (--line) is uart or virtio, not $line" ;; esac
  case $counters in
    '') [ -z "$cache" ] || bad_usage "CACHE= (--cache) is for the model that COUNTERS= (--counters) takes" ;;
    [!,]*,*[!,]) [ "${counters//[^,]/}" = , ] || bad_usage "COUNTERS= (--counters) are two names, not more" ;;
    *) bad_usage "COUNTERS= (--counters) are two names with a comma between them, like l1_misses,l2_misses" ;;
  esac
  case $mem$patience in
    *[!0-9]*) bad_usage "MEM= (--mem, in MiB) and TIMEOUT= (--timeout, in seconds) are whole numbers" ;;
  esac
  [ -n "$kernel$build" ] && : "${build:=$(dirname "$kernel")}"
  : "${build:=build}" "${elf:=$build/kernel.elf}" "${out:=$build/run}"
  : "${kernel:=${iso:+$elf}}" "${kernel:=${elf}32}"
  build=$(as_path "$build") elf=$(as_path "$elf") kernel=$(as_path "$kernel")
  out=$(as_path "$out") input=$(as_path "$input")
  if [ -n "$program" ]; then
    : "${workload:=java}" "${prof:=timing,samples,events,sched,locks,objects}"
  else
    : "${workload:=text}" "${prof:=timing,samples,events,sched,locks}"
    [ -z "$args" ] || bad_usage "--args are a Java program's (--program); the kernel's options are --append"
  fi
}

check_files()
{
  local tool
  [ -n "$input" ] || bad_usage "which file? --input FILE (make run INPUT=FILE)"
  [ -d "$input" ] && fail "$input is a directory; INPUT is one file (tar can make one of many)"
  [ -e "$input" ] || fail "$input: no such file; INPUT=FILE names the file that the workload works on"
  [ -r "$input" ] || fail "$input: may not be read: $(stat -c 'owner %U, mode %A' "$input")"
  [ -f "$input" ] || [ -p "$input" ] || fail "$input is no regular file; copy it into one first"
  for tool in "$kernel" "$elf"; do
    [ -r "$tool" ] || fail "$tool: no such kernel; \`make all' builds it"
  done
  for tool in hostdump textjob ${charts:+figures render}; do
    [ -x "$build/$tool" ] || fail "$build/$tool is missing; \`make all' builds it"
  done
  [ -r "$build/record.sizes" ] || fail "$build/record.sizes is missing; \`make all' builds it"
  [ -z "$counters" ] || [ -r "$build/model.so" ] ||
    fail "$build/model.so is missing; \`make $build/model.so' builds it"
  command -v qemu-system-x86_64 >/dev/null || fail "qemu-system-x86_64 is missing; \`make deps' installs it"
}

# A signal that comes before mktemp's answer is read would leave the folder behind: it is made when its name is known.
make_work()
{
  work=$(mktemp -d -u) && mkdir -m 700 "$work" || { work=; fail "no room for a temporary directory (TMPDIR)"; }
}

# The image and the programs of this run, as they are now: make may build others while it goes on.
copy_programs()
{
  local tool
  bin=$work/bin
  mkdir "$bin" && cp "$elf" "$bin/kernel.elf" && cp "$build/hostdump" "$build/textjob" "$build/record.sizes" "$bin" ||
    fail "no room in $work (TMPDIR)"
  image=$bin/kernel.elf
  if ! [ "$kernel" -ef "$elf" ]; then
    image=$bin/kernel.elf32
    cp "$kernel" "$image" || fail "no room in $work (TMPDIR)"
  fi
  # What `make plain' has found of this very image.
  [ ! "${elf%/*}/plain.tsv" -nt "$elf" ] || cp "${elf%/*}/plain.tsv" "$work/plain.tsv" || fail "no room in $work (TMPDIR)"
  for tool in ${charts:+figures render} ${counters:+model.so}; do
    cp "$build/$tool" "$bin" || fail "no room in $work (TMPDIR)"
  done
  [ -z "$charts" ] || [ ! -r "$build/page.html" ] || cp "$build/page.html" "$bin" || fail "no room in $work (TMPDIR)"
  release_build
}

# The input under a name that QEMU can take. Files of /proc have no size until they are read, and pipes never have; what
# is in the build folder may be made anew.
prepare_input()
{
  input_file=$work/input
  if [ -f "$input" ] && [ -s "$input" ] && [[ $(readlink -f "$input") != "$(readlink -f "$build")"/* ]]; then
    ln -s "$(readlink -f "$input")" "$input_file"
  else
    run_child - cp "$input" "$input_file" || fail "$input cannot be copied to $work (TMPDIR)"
  fi
  input_bytes=$(stat -Lc %s "$input_file")
}

# option KEY: the value of the kernel's option, which may end in k or m, as a number; 0 when it is not given. The
# kernel takes the last one, and refuses what is no number.
option()
{
  local word words value=0
  read -ra words <<< "$options"
  for word in "${words[@]}"; do
    [[ $word =~ ^$1=([0-9]{1,9})([km]?)$ ]] || continue
    value=$((10#${BASH_REMATCH[1]}))
    case ${BASH_REMATCH[2]} in
      k) value=$((value << 10)) ;;
      m) value=$((value << 20)) ;;
    esac
  done
  echo "$value"
}

# MiB of the buffers that the options ask for, by memory= or one by one. BUILD/record.sizes has lines `OPTION BYTES`: what one record takes of the
# buffer that the option sizes.
buffer_mib()
{
  local bytes=$(($(option memory) << 20)) key size
  while read -r key size; do
    bytes=$((bytes + size * $(option "$key")))
  done < "$bin/record.sizes"
  echo $(((bytes >> 20) + 1))
}

# The machine gets the input, eleven times as much again for the index of its words (measured: 10.7 times for random
# bytes, 10.5 for numbers that never repeat, 0.9 for language), its buffers, and 256 MiB; a Java program, whose heap
# takes three quarters of what is free, 512 MiB more. When the host has less than that to give, less is tried, since
# most inputs need little.
choose_memory()
{
  local mib available
  mib=$((input_bytes >> 20))
  : "${patience:=$((${program:+540 +} 60 + input_bytes / 50000))}"
  [ -n "$mem" ] && return
  available=$(LC_ALL=C awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo)
  # Below 4 GiB, where Multiboot 1 puts modules, a PC of QEMU has 3 GiB.
  [ "$available" -lt 3072 ] || available=3072
  mem=$((256 ${program:++ 512} + 12 * mib + $(buffer_mib)))
  [ "$mem" -le "$available" ] || mem=$available
  [ "$mem" -ge $((256 + mib)) ] ||
    fail "$input is too large: $mib MiB and 256 MiB for the kernel, but there are $available MiB; take a part (head -c)"
}

kernel_options()
{
  options=
  [[ " $append" == *" workload="* ]] || options="workload=$workload"
  [[ " $append" == *" prof="* ]] || options+=" prof=$prof"
  [ "$line" = uart ] || options+=" line=$line"
  [ "$smp" -eq 1 ] || options+=" smp=$smp"
  [ -z "$counters" ] || options+=" counters=model"
  options+=" $append"
  [[ " $options " =~ \ workload=([^ ]*) ]] && workload=${BASH_REMATCH[1]}
  [[ " $options " =~ \ prof=([^ ]*) ]] && prof=${BASH_REMATCH[1]}
  options=${options# }
  options=${options% }
}

# The workload `text` logs an event a word, and language has a word every six bytes: the kernel's default buffer holds
# 3 MiB of it. For a larger input the buffer is made larger, up to 16 million events of 24 bytes; what does not fit then
# is counted and reported.
choose_events()
{
  local events=$((input_bytes / 4))
  [ "$events" -le 16777216 ] || events=16777216
  if [ "$events" -gt 524288 ] && [ "$workload" = text ] && [[ " $options" != *" events="* ]] &&
    [[ ,$prof, == *,events,* || $prof = all ]]; then
    options+=" events=$events"
  fi
}

dump_inode() { stat -c %i "$out/run.jxp" 2>/dev/null; }

prepare_out()
{
  mkdir -p "$out/tables" "$out/charts" || fail "$out: cannot be made"
  hold_results "$out" run.sh || exit 1
  rm -f "$out"/{run.jxp,console.txt}.part "$out/failed.txt"
  old_dump=$(dump_inode)
  console=$out/console.txt
  [ -z "$qemu_dir" ] || ln -s "$(readlink -f "$qemu_dir")" "$work/dir"
  mkfifo "$work"/{ttyS0,virtio}.{in,out} "$work/console" || fail "$work: FIFOs cannot be made"
  ln -s ttyS0.out "$work/ttyS0"
}

# Whether run.jxp is of this run: hostdump writes another file and gives it that name.
dump_came() { [ -e "$out/run.jxp" ] && [ "$(dump_inode)" != "$old_dump" ]; }

# What the run before left gives way to this one, unless this one brought nothing, or failed before its dump: then its
# text goes beside what is there. Sets `came` to what has come, dump, text or nothing, and `kept` when the run before
# is. Only names that this script and render gave are removed: the directory may be a user's own.
settle()
{
  local text=$out/console.txt.part
  [ -z "$settled" ] || return
  settled=yes
  [ ! -s "$text" ] || came=text
  ! dump_came || came=dump
  case $came:$old_dump in
    :*) rm -f "$text"; kept=yes; return ;;
    text:?*) grep -aq '^exit: ok' "$text" || { kept=yes console=$out/failed.txt; mv -f "$text" "$console"; return; } ;;
  esac
  [ "$came" = dump ] || rm -f "$out/run.jxp"
  rm -f "$out/run.counters"
  [ -z "$counters" ] || [ "$came" != dump ] || mv -f "$work/run.counters" "$out/run.counters"
  rm -f "$out"/{result,expected}.txt "$out"/page.html "$out"/tables/*.tsv "$out"/charts/{*.{svg,png,tsv,set,dot},index.html}
  mv -f "$text" "$console"
}

# run_child LOG COMMAND...: runs a command that takes its time: a signal ends it, and need not wait for its end. LOG,
# not the caller, takes what it prints, for the caller's traps print, too; - is no LOG.
run_child()
{
  local log=$1
  shift
  if [ "$log" = - ]; then
    "$@" <&0 5>&- &
  else
    "$@" <&0 > "$log" 2>&1 5>&- &
  fi
  child=$!
  wait "$child"
  set -- $?
  child=
  return "$1"
}

end_process()
{
  [ -n "$1" ] && kill -0 "$1" 2>/dev/null && kill "-$2" "$1" 2>/dev/null
}

# Until QEMU is gone: a signal that comes between bash's fork and QEMU's start is lost with the traps of this script.
stop_qemu()
{
  while end_process "$qemu_pid" TERM; do sleep 0.1; done
}

clean_up()
{
  end_process "$asker_pid" TERM
  stop_qemu
  exec 6>&- 8>&- 9>&-
  [ -z "$work" ] || rm -rf "$work"
}

# Whether the machine runs, and its kernel has a monitor that can be asked.
can_be_asked() { [ -n "$qemu_pid" ] && kill -0 "$qemu_pid" 2>/dev/null && [ "$prof" != none ] && [ -s "$out/console.txt.part" ]; }

kernel_has_heard() { grep -aq '^the run ends here\|^that was asked for already' "$out/console.txt.part"; }

# Types `end' at the kernel's console until the kernel answers: before its monitor listens, what comes is lost. A kernel
# that does not answer is stopped. The file `armed' is there when another signal is another Ctrl-C, and not the same one
# by another way: make, and `timeout', send what they get to their children or to all.
ask_for_end()
{
  local asks
  for ((asks = 0; asks < 40; asks++)); do
    printf 'end\n' 1<> "$work/ttyS0.in"
    sleep 0.5
    kill -0 "$qemu_pid" 2>/dev/null || return
    if [ $asks -eq 1 ]; then
      say "waiting for the kernel's end; Ctrl-C once more stops the machine at once"
      : > "$work/armed"
    fi
    kernel_has_heard && [ $asks -ge 1 ] && return
  done
  say "the kernel does not answer; the machine is stopped"
  : > "$work/deaf"
  end_process "$qemu_pid" TERM
}

# The first signal asks the kernel, if that can be: wait_for_both() goes on until it has ended. Else hostdump is told, so
# that it finishes its file; the rest follows from its end and QEMU's.
interrupted()
{
  if [ -n "$asked" ] && [ -n "$qemu_pid" ] && ! [ -e "$work/armed" ]; then
    return
  fi
  if [ -z "$asked" ] && { [ "$1" = 130 ] || [ "$1" = 143 ]; } && can_be_asked; then
    asked=$1
    printf '\n' >&2
    say "interrupted: the run ends here, and what was recorded leaves"
    ask_for_end 5>&- 6>&- 9>&- &
    asker_pid=$!
    return
  fi
  trap '' HUP INT QUIT TERM
  printf '\n' >&2
  end_process "$asker_pid" TERM
  end_process "$child" TERM
  end_process "$dump_pid" INT
  stop_qemu
  exec 6>&- 8>&- 9>&-
  wait
  [ -n "$console" ] || exit "$1" # it had not begun
  settle
  case $came in
    '') say "interrupted; nothing had come" ;;
    *) say "interrupted; what had come is in ${kept:+$console, beside }$out${kept:+ as the run before left it}" ;;
  esac
  exit "$1"
}

# Descriptor 9 keeps the line open until QEMU is over, 6 the serial port, where that is another one, 8 the console FIFO
# until hostdump is running: no reader waits for a writer that may never come, and each sees the end when all are gone.
start_receiver()
{
  local from=$work/ttyS0
  [ "$line" = uart ] || from=$work/virtio.out
  exec 9<> "$from" 8<> "$work/console"
  setsid tee "$out/console.txt.part" < "$work/console" 5>&- 8>&- 9>&- |
    setsid "$bin/hostdump" show 5>&- 8>&- 9>&- &
  tee_pid=$!
  # With prof=none no frame comes, and hostdump would have us look for it.
  if [ "$prof" = none ]; then exec 7> "$work/dump.log"; else exec 7>&2; fi
  setsid "$bin/hostdump" -o "$out/run.jxp" -k "$bin/kernel.elf" --timeout "$patience" < "$from" > "$work/console" \
    2>&7 5>&- 7>&- 8>&- 9>&- &
  dump_pid=$!
  if [ "$line" != uart ]; then
    exec 6<> "$work/ttyS0"
    setsid cat < "$work/ttyS0" > "$work/console" 5>&- 6>&- 7>&- 8>&- 9>&- &
    text_pid=$!
  fi
  exec 7>&- 8>&-
}

start_qemu()
{
  local machine=(kernel="bin/${image##*/}" append="$options${args:+ -- $args}" module=input)
  [ -z "$iso" ] || machine=(cdrom="$(readlink -f "$out/kernel.iso")")
  [ "$line" = uart ] || machine+=(line=pipe,path=virtio)
  machine+=(memory="$mem" icount="$icount" serial=pipe:ttyS0 under=setsid)
  [ "$smp" -eq 1 ] || machine+=(-smp "$smp")
  # The model writes into the directory that QEMU runs in: its name has no comma.
  [ -z "$counters" ] ||
    machine+=(-plugin "./bin/model.so,first=${counters%,*},second=${counters#*,},out=run.counters$(
      [ -z "$cache" ] || printf %s ",${cache// /,}"
      [ "$icount" = on ] || printf %s ,clock=host)")
  # shellcheck disable=SC2086 # the user's options are words
  (cd "$work" && exec_qemu "${machine[@]}" $qemu_options) 5>&- 6>&- 9>&- 2> "$work/qemu.log" &
  qemu_pid=$!
  [ -z "$program" ] || [ "$(dd if="$input_file" bs=1 skip=257 count=5 2>&-)" != ustar ] ||
    say "the input is a tar: $program has its files in its file system; System.in is the tar itself"
  say "booting $kernel${iso:+ through GRUB} with $input ($input_bytes bytes), $mem MiB, icount $icount"
  [ "$smp" -eq 1 ] || [ "$icount" = off ] ||
    say "its processors have turns on one clock: times, and waits for locks, hold what other processors executed" \
      "meanwhile; ICOUNT=off (--icount) runs them at once, by the host's clock"
}

# The status of a process that has ended or will; a signal that this script takes does not end the wait.
wait_to_end() # PID
{
  local status
  while wait "$1"; status=$?; kill -0 "$1" 2>/dev/null; do :; done
  wait "$1" 2>/dev/null # bash may know by now what it did not when a signal ended the wait
  set -- $?
  [ "$1" -eq 127 ] || status=$1
  return "$status"
}

# Waits for whichever ends first, whatever signals come. A receiver that ends first has given up: the machine hangs, or
# the disk is full.
wait_for_both()
{
  while kill -0 "$qemu_pid" 2>/dev/null && kill -0 "$dump_pid" 2>/dev/null; do
    wait -n "$qemu_pid" "$dump_pid"
  done
  if kill -0 "$qemu_pid" 2>/dev/null; then
    sleep 0.2 # both may be ending together
    end_process "$qemu_pid" TERM && stopped=yes
  fi
  wait_to_end "$qemu_pid"; qemu_status=$?
  exec 6>&- 9>&-
  wait_to_end "$dump_pid"; dump_status=$?
  for pid in $text_pid $tee_pid $asker_pid; do wait_to_end "$pid"; done
  # What QEMU says when it is told to stop is no news.
  [ -n "$stopped" ] || show < "$work/qemu.log" >&2
  qemu_pid='' dump_pid='' asker_pid=''
  [ ! -e "$work/deaf" ] || stopped=deaf
}

# The addresses of a report's backtrace by name. All but the first are return addresses: the call is before them.
name_backtrace()
{
  local number address where
  command -v addr2line >/dev/null || return
  sed -n 's/^ *#\([0-9]\{1,\}\) \(0x[0-9a-f]\{1,\}\).*/\1 \2/p' "$console" > "$work/backtrace"
  [ ! -s "$work/backtrace" ] || say "the backtrace by name:"
  while read -r number address; do
    printf '  #%d %s ' "$number" "$address"
    where=$(addr2line -f -p -i -e "$bin/kernel.elf" "$(printf 0x%x $((number ? address - 1 : address)))")
    printf '%s\n' "${where//"$PWD/"/}"
  done < "$work/backtrace" | show >&2
}

judge_kernel()
{
  case ${stopped:-$qemu_status} in
    0) [ -n "$came" ] && grep -aq '^exit: ok' "$console" && return
       say "the machine stopped, but the kernel never said \`exit: ok': reset by a triple fault, or cut short" ;;
    1) say "QEMU could not run the machine, see its message above (memory: MEM= or --mem; options: --qemu)" ;;
    3) say "the kernel ended with a failure; its report is above and in $console" ;;
    deaf) say "the machine was stopped; the profile is as far as it had left by then" ;;
    yes) say "the machine was stopped: no byte came for $patience s (--timeout), or the receiver failed, see above" ;;
    *) say "QEMU ended with status $qemu_status" ;;
  esac
  [ -z "$came" ] || name_backtrace
  bad=yes
}

judge_dump()
{
  case $prof:$dump_status in
    *:0 | none:3) return ;;
    none:*) show < "$work/dump.log" >&2 ;;
  esac
  bad=yes
}

judge_result()
{
  [ -z "$bad$asked" ] || return # without a whole run there is no result
  if [ -n "$program" ]; then
    say "$program ended with status 0"
    return
  fi
  if [ "$workload" != text ]; then
    say "the result is not checked: the host knows only how to do the workload \`text'"
    return
  fi
  tr -d '\r' < "$console" | grep -a '^result: ' > "$out/result.txt"
  "$bin/textjob" "$input_file" > "$out/expected.txt" || { bad=yes; return; }
  if [ ! -s "$out/result.txt" ]; then
    say "the kernel printed no result"
    bad=yes
  elif diff -a --label kernel --label host -u "$out/result.txt" "$out/expected.txt" > "$work/wrong"; then
    say "the kernel's result is right: the host's $(wc -l < "$out/expected.txt") lines are the same"
  else
    show < "$work/wrong" >&2
    say "the kernel's result is WRONG: see the lines above (- kernel, + host)"
    bad=yes
  fi
}

# Whatever render says of charts it left out, or draws with care, is for the user.
make_charts()
{
  local what=tables model=()
  [ -z "$counters" ] || model=(--counters "$out/run.counters")
  case $dump_status in 0 | 1) ;; *) return ;; esac
  if [ -n "$charts" ]; then
    what=charts
    HOSTDUMP=$bin/hostdump run_child "$work/render.log" "$bin/render" all "$out/run.jxp" -o "$out/charts" \
      -k "$bin/kernel.elf" "${model[@]}"
  else
    run_child "$work/render.log" "$bin/hostdump" tables "$out/run.jxp" -o "$out/tables" -k "$bin/kernel.elf" \
      "${model[@]}"
  fi || { show < "$work/render.log" >&2; say "making $what failed, see above"; bad=yes; return; }
  [ ! -e "$work/plain.tsv" ] || cp "$work/plain.tsv" "$out/tables/plain.tsv"
  grep -a '^render: ' "$work/render.log" | show >&2
  [ -z "$charts" ] || sh "$here/../../viz/page.sh" "$out/charts" "$out/tables" || bad=yes
  make_page
}

# The page in which the run is explored, where its tools were there to make it.
make_page()
{
  [ -n "$charts" ] || return
  [ -r "$bin/page.html" ] || { say "there is no page to explore the run in: \`make deps-page' installs what makes it"; return; }
  run_child "$work/page.log" "$bin/hostdump" page -o "$out/page.html" "$out/run.jxp" && [ ! -s "$work/page.log" ] && return
  show < "$work/page.log" >&2
  [ -s "$out/page.html" ] || bad=yes
}

# A run that brought nothing to show leaves what is there to the run before.
judge_and_show()
{
  settle
  judge_kernel
  if [ -n "$kept" ]; then
    [ -n "$came" ] || say "nothing came of this run"
    [ -z "$old_dump" ] || say "what is in $out is of the run before${came:+, but failed.txt: the console text of this one}"
    bad=yes
    return
  fi
  judge_result
  judge_dump
  [ -n "$tables" ] || return 0
  [ "$came" != dump ] || make_charts
  RUN_OUT=$out LC_ALL=C awk -f "$here/text.awk" -f "$here/summary.awk" -v charts="$charts" \
    -v page="$([ ! -s "$out/page.html" ] || echo yes)" | show
}

main()
{
  parse "$@"
  trap clean_up EXIT
  trap 'interrupted 129' HUP
  trap 'interrupted 130' INT
  trap 'interrupted 131' QUIT
  trap 'interrupted 143' TERM
  make_work
  share_build "$build" run.sh
  check_files
  copy_programs
  prepare_input
  kernel_options
  choose_events
  choose_memory
  prepare_out
  [ -z "$iso" ] || run_child - sh "$here/iso.sh" -k "$image" -i "$input_file" -a "$options${args:+ -- $args}" \
    -o "$out/kernel.iso" || exit 1
  start_receiver
  start_qemu
  wait_for_both
  judge_and_show
  [ -z "$asked" ] || { say "interrupted; what was recorded until then is in $out"; exit "$asked"; }
  [ -z "$bad" ] || { say "NOT all is right, see above"; exit 1; }
}

main "$@"
