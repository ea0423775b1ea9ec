#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: small kernels for other processors, with the profiler of the kit, as a new user's kernel has it. An observer
# outside the machine counts each instruction (counter.c); the profile must have the same calls, and the same times
# within 0.5 % or one instruction a call.
#
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 55 seconds.
test_prefix='ports '
. "$(dirname "$0")/../lib/suite.sh"
set -u

# machine ARCH: the words of its QEMU.
machine()
{
  case $1 in
    riscv64) echo qemu-system-riscv64 -M virt,memory-backend=ram -bios none ;; # and the legacy interface of virtio
    aarch64) echo qemu-system-aarch64 -M virt,memory-backend=ram -cpu cortex-a57 -global virtio-mmio.force-legacy=false ;;
  esac
}

# Where an image is loaded that may run anywhere; it is linked at 0.
base() { case $1 in riscv64) echo 0x80000000 ;; aarch64) echo 0x40080000 ;; esac; }

# boot ARCH: in a folder ARCH; leaves console, counts, jxprof.dump, virtio, and ram.
boot()
{
  mkdir "$scratch/$1"
  # shellcheck disable=SC2046 # words
  (cd "$scratch/$1" && timeout 600 $(machine "$1") -m 64M \
    -object memory-backend-file,id=ram,size=64M,mem-path=ram,share=on \
    -kernel "$build/ports/$1.elf" -display none -icount shift=0 -serial file:console -semihosting -no-reboot \
    -device virtio-serial-device -chardev file,id=profile,path=virtio -device virtconsole,chardev=profile \
    -plugin "$build/ports/counter.so,out=counts" 9>&-)
}

# hostdump's table NAME of a dump.
table() { "$build/hostdump" report --tsv --table="$2" "$1" | grep -v '^#'; }

# count_instructions ARCH
compare()
{
  cd "$scratch/$1" || return
  "$1-linux-gnu-nm" -S "$build/ports/$1.elf" | awk 'NF == 4 && $3 ~ /[tT]/ { print $1, $2, $4 }' >symbols
  "$1-linux-gnu-objcopy" -O binary --only-section=__patchable_function_entries "$build/ports/$1.elf" sites.bin
  od -An -v -tx8 -w8 sites.bin | tr -d ' ' >sites
  "$build/hostdump" report --tsv --table=methods line.jxp >methods
  awk -F '[ \t]' -v except=catches,jumps,work_yield,handle_tick,work_events,log_events -f "$here/symbols.awk" -f "$here/compare.awk" symbols sites counts methods >compared
  cat compared
  grep -q '^ok' compared && ! grep -q '^not ok' compared
}

# prof_init() clears its memory eight bytes at a time: the observer's counts of the stores, and of what is around them.
clears_words()
{
  "$1-linux-gnu-objdump" -d --no-show-raw-insn "$build/ports/$1.elf" | awk '
    FILENAME != "-" { count[$1] = $2; next }
    / <clear_words>:$/ { inside = 1; next }
    /^$/ { inside = 0 }
    inside { sub(/:$/, "", $1); all += count[$1]; if (/ (sd zero|str xzr|stp xzr, xzr),/) stores += count[$1] }
    END { print stores + 0, "stores of", all + 0; exit !(stores >= 10000 && all < 4 * stores) }' "$scratch/$1/counts" -
}

one_way()
{
  "$build/hostdump" -k "$build/ports/$2.elf" -o "$scratch/$2/$1.jxp" <"$scratch/$2/$3" &&
    [ "$("$build/hostdump" report --tsv --table=lost "$scratch/$2/$1.jxp" | grep -c -v '^#')" = 1 ]
}

in_memory()
{
  case $1 in riscv64) set -- "$1" receive --memory ;; *) set -- "$1" --image ;; esac # both say the same
  "$build/hostdump" "$2" ${3:+"$3"} "$scratch/$1/ram" -k "$build/ports/$1.elf" -o "$scratch/$1/memory.jxp" &&
    [ "$("$build/hostdump" report --tsv --table=lost "$scratch/$1/memory.jxp" | grep -c -v '^#')" = 1 ]
}

same_as_line()
{
  for name in methods events threads samples; do
    table "$scratch/$2/line.jxp" "$name" >"$scratch/$2/wanted"
    table "$scratch/$2/$1.jxp" "$name" | cmp - "$scratch/$2/wanted" || return
  done
}

# The callers of each sample lead to where its thread began, also where the sample fell on a probe.
whole_stacks()
{
  table "$scratch/$1/line.jxp" stacks >"$scratch/$1/stacks"
  cat "$scratch/$1/stacks"
  "$build/hostdump" report --tsv --table=stacks "$scratch/$1/line.jxp" | grep 'lack callers' && return 1
  awk -F '\t' 'NR > 1 { n += $2 != ""; if ($0 !~ /begin_thread|kernel_main/) { print "without a root:", $0; bad = 1 } }
    END { exit bad || !n }' "$scratch/$1/stacks"
}

# All moments are there; at each of them each thread's stack begins where the thread does, and goes on in the thread's own
# work.
right_moments()
{
  "$build/hostdump" report --tsv --table=moments "$scratch/$1/line.jxp" >"$scratch/$1/moments"
  grep '^# note' "$scratch/$1/moments" && return 1
  "$build/hostdump" stacks "$scratch/$1/line.jxp" | grep '^20 moments: ' || return
  awk -F '\t' '
    /^#/ { next }
    !at["stack"] { for (i = 1; i <= NF; i++) at[$i] = i; next }
    {
      # At its end a call stands in its hook, and the caller of what it returns to is begin_thread(), too.
      hook = "(;begin_thread)?;prof_hook_[a-z_]+(;prof_[a-z_]+)*$"
      thread = $at["thread"]; stack = $at["stack"]
      work = thread ~ /^small/ ? "work_small" : thread ~ /^large/ ? "work_large" : thread ~ /^events/ ? "work_events" : ""
      begins = "^(_start|other|machine_other)($|;kernel_(main|enter)($|;))"
      if (work)
        begins = "^(machine_begin$|begin_thread($|;[a-z_]+$|" hook "|;" work "($|;)))"
      rows++; deep += stack ~ /spins|deep|about_100/
      if (stack !~ begins) { print "not where it works: " thread ": " stack; bad = 1 }
    }
    END { exit bad || rows < 40 || !deep }' "$scratch/$1/moments"
}

# Each function is said to be where its source names it.
right_lines()
{
  table "$scratch/$1/line.jxp" methods | awk 'NR > 1 { print $1, $2 }' >"$scratch/$1/where"
  [ -s "$scratch/$1/where" ] || return
  while read -r name where; do
    sed -n "${where#*:}p" "$tree/${where%:*}" | grep -qw "$name" || { echo "$name: not at $where"; return 1; }
  done <"$scratch/$1/where"
}

# The names are those of an image that ran elsewhere than where its ELF file has it, as one that moves itself does.
moved()
{
  "$1-linux-gnu-objcopy" --change-addresses -0x20000000 "$build/ports/$1.elf" "$scratch/$1/moved.elf" &&
    "$build/hostdump" -k "$scratch/$1/moved.elf" -o "$scratch/$1/moved.jxp" <"$scratch/$1/console" || return
  for run in line moved; do
    table "$scratch/$1/$run.jxp" methods | cut -f1,3- >"$scratch/$1/of_$run"
  done
  cmp "$scratch/$1/of_line" "$scratch/$1/of_moved"
}

# A position independent image (ET_DYN) that a loader has put elsewhere than it is linked: functions, their calls and lines
# are those of the image that is linked where it runs.
free_elsewhere()
{
  mkdir "$scratch/$1/free" && cd "$scratch/$1/free" &&
    python3 "$here/place.py" "$build/ports/$1-free.elf" "$(base "$1")" placed.elf || return
  # shellcheck disable=SC2046 # words
  timeout 600 $(machine "$1") -m 64M -object memory-backend-ram,id=ram,size=64M -kernel placed.elf -display none \
    -icount shift=0 -serial file:console -semihosting -no-reboot 9>&- || return
  "$build/hostdump" -k "$build/ports/$1-free.elf" -o line.jxp <console || return
  for run in line free/line; do
    table "$scratch/$1/$run.jxp" methods | cut -f 1-3 | grep -v '^handle_tick\|^work_yield\|^\[' | sort >"$scratch/$1/$run.of"
  done
  grep -q 'load.c:[1-9]' line.of && diff "$scratch/$1/line.of" line.of
}

# ---- mistakes ----

value() { sed -n "s/^$1: *//p" "$case"; }

# The kernel with the mistake of a case. $1: its folder.
build_mistaken()
{
  value change >"$1/change.sed"
  sed -f "$1/change.sed" "$here/kernel.c" >"$1/kernel.c"
  cp "$here/load.c" "$1"
  again=
  if [ -n "$(value port)" ]; then
    again=yes
    sed "$(value port)" "$here/$arch/prof_port.h" >"$1/prof_port.h"
    ! cmp -s "$1/prof_port.h" "$here/$arch/prof_port.h" || { echo 'the change changes nothing'; return 1; }
  fi
  [ ! -s "$1/change.sed" ] || ! cmp -s "$1/kernel.c" "$here/kernel.c" || { echo 'the change changes nothing'; return 1; }
  make -s --no-print-directory -C "$tree" LOCKED=yes O="$(realpath --relative-base="$tree" "$build")" \
    MISTAKEN="$1" MISTAKEN_OF="$of" MISTAKEN_LINK="$(value link)" MISTAKEN_FLAGS="$(value flags)" \
    MISTAKEN_AGAIN="$again" "$1/kernel.elf" 9>&-
}

# What the target says of it, and what the host says of the run.
mistaken() # FOLDER
{
  of=$(value kernel)
  of=${of:-riscv64-1}
  arch=${of%-*} processors=${of#*-}
  [ "$processors" != 1 ] || of=$arch
  build_mistaken "$1" || return
  # shellcheck disable=SC2046 # words
  (cd "$1" && timeout 600 $(machine "$arch") -smp "$processors" -m 64M -object memory-backend-ram,id=ram,size=64M \
    -kernel kernel.elf -display none -icount shift=0 -serial file:console -semihosting -no-reboot 9>&-) || return
  "$build/hostdump" -k "$1/kernel.elf" -o "$1/run.jxp" <"$1/console"
  "$build/hostdump" doctor "$1/run.jxp" >"$1/said" 2>&1
  cat "$1/said"
  grep -aq 'ports: right' "$1/console" && grep -a 'ports: ends' "$1/console" || return
  wanted=$(value check)
  if [ -n "$wanted" ]; then grep -aF "$wanted" "$1/console"; else ! grep -a 'ports: check' "$1/console"; fi || return
  wanted=$(value doctor)
  [ -z "$wanted" ] || grep "^$wanted\(: \|, \)" "$1/said" || return
  wanted=$(value report)
  [ -z "$wanted" ] || "$build/hostdump" report "$1/run.jxp" | grep -F "$wanted"
}

# ---- several processors ----

# boot_several FOLDER NAME QEMU...: the kernel NAME, ARCH-PROCESSORS, in a folder; QEMU: how time passes. The dump must be
# whole.
boot_several()
{
  folder=$scratch/$1 name=$2
  shift 2
  mkdir "$folder"
  # shellcheck disable=SC2046 # words
  (cd "$folder" && timeout 600 $(machine "${name%-*}") -smp "${name#*-}" -m 64M \
    -object memory-backend-ram,id=ram,size=64M -kernel "$build/ports/$name.elf" -display none \
    -serial file:console -semihosting -no-reboot "$@" 9>&-) &&
    grep -a 'ports: right' "$folder/console" && grep -a 'ports: ends' "$folder/console" &&
    ! grep -a 'ports: check' "$folder/console" &&
    "$build/hostdump" -k "$build/ports/$name.elf" -o "$folder/line.jxp" <"$folder/console" &&
    [ "$(table "$folder/line.jxp" lost | wc -l)" = 1 ]
}

# Each function was called as often as the observer saw; that one counts right where processors have turns.
same_calls()
{
  cd "$scratch/$1" || return
  arch=${2%-*}
  "$arch-linux-gnu-nm" -S "$build/ports/$2.elf" | awk 'NF == 4 && $3 ~ /[tT]/ { print $1, $2, $4 }' >symbols
  "$build/hostdump" report --tsv --table=methods line.jxp >methods
  awk -F '[ \t]' -v calls_only=1 -f "$here/symbols.awk" -f "$here/compare.awk" symbols /dev/null counts methods >compared
  cat compared
  grep -q '^ok' compared && ! grep -q '^not ok' compared
}

# What a thread does, it does wherever it runs, and whosever tree has it: work_yield(), handle_tick() are the kernel's.
same_work() # DUMP DUMP
{
  for dump; do
    table "$dump" methods | cut -f 1,3 | grep -v '^work_yield\|^handle_tick\|^\[' | sort >"$dump.work"
  done
  diff "$1.work" "$2.work" && grep -c . "$1.work" | awk '$1 < 10 { exit 1 }'
}

# All processors have logged events, and threads went from one to another. No record contradicts another.
many_worked() # FOLDER PROCESSORS FINDINGS: a pattern of what the doctor may find
{
  table "$scratch/$1/line.jxp" events | awk -F '\t' -v processors="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["event"] == "a hart begins" && $at["cpu"] == $at["arg"] { n++ } END { exit n != processors }' || return
  [ "$(table "$scratch/$1/line.jxp" migrations | wc -l)" -gt 3 ] || return
  "$build/hostdump" doctor "$scratch/$1/line.jxp" >"$scratch/$1/said"
  cat "$scratch/$1/said"
  ! grep '^[a-z-]*: ' "$scratch/$1/said" | grep -v "$3"
}

for arch in riscv64 aarch64; do
  check "$arch"_boots boot "$arch"
  check "$arch"_right grep -q 'ports: right' "$scratch/$arch/console"
  check "$arch"_line one_way line "$arch" console
  check "$arch"_times compare "$arch"
  check "$arch"_clears_words clears_words "$arch"
  check "$arch"_lines right_lines "$arch"
  check "$arch"_moved moved "$arch"
  check "$arch"_free_elsewhere free_elsewhere "$arch"
  check "$arch"_stacks whole_stacks "$arch"
  check "$arch"_moments right_moments "$arch"
  check "$arch"_semihosting one_way semihosting "$arch" jxprof.dump
  check "$arch"_semihosting_same same_as_line semihosting "$arch"
  check "$arch"_virtio one_way virtio "$arch" virtio
  check "$arch"_virtio_same same_as_line virtio "$arch"
  check "$arch"_memory in_memory "$arch"
  check "$arch"_memory_same same_as_line memory "$arch"
  check "$arch"_is_well "$build/hostdump" doctor "$scratch/$arch/line.jxp"
  check "$arch"_checks_well sh -c "! grep -a 'ports: check' $scratch/$arch/console"
done
for name in riscv64-3 aarch64-2; do
  check "${name}_turns" boot_several "$name-turns" "$name" -icount shift=0 -plugin "$build/ports/counter.so,out=counts"
  check "${name}_turns_calls" same_calls "$name-turns" "$name"
  check "${name}_turns_well" many_worked "$name-turns" "${name#*-}" '^$'
  check "${name}_together" boot_several "$name-together" "$name" -accel tcg,thread=multi
  check "${name}_turns_moments" right_moments "$name-turns"
  check "${name}_together_calls" same_work "$scratch/$name-turns/line.jxp" "$scratch/$name-together/line.jxp"
  check "${name}_together_moments" right_moments "$name-together"
  check "${name}_together_well" many_worked "$name-together" "${name#*-}" '^rate:\|^gap:' # the host may be busy
done
for case in "$here"/mistakes/*.case; do
  name=$(basename "$case" .case)
  mkdir "$scratch/$name"
  check "mistake_$name" mistaken "$scratch/$name"
done
check exited_summed_calls same_work "$scratch/riscv64-3-turns/line.jxp" "$scratch/exited_summed/run.jxp"
finish
