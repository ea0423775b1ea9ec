#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# iso.sh: makes a CD image that boots the kernel through GRUB, in QEMU or on a PC, with its options and its input: on a
# PC's BIOS and, where GRUB's loader for it is installed (package grub-efi-amd64-bin), on UEFI.
#
#   iso.sh -k KERNEL.elf -o FILE.iso [-i INPUT] [-a 'OPTIONS']
#
# GRUB shows no menu. What it has to say, errors above all, goes to the screen and to COM1 (115200 8N1), without
# escape sequences: the terminal that the dump comes out of shows it as text. On UEFI GRUB warns there that no console
# will be available: it means the screen, which the kernel does not write to; its console is COM1. Exit status: 0 made, 1 not made, 2
# usage.

usage()
{
  sed -n '/^# iso.sh:/,/^$/s/^# \{0,1\}//p' "$0"
  exit "$1"
}

fail()
{
  printf 'iso: %s\n' "$*" >&2
  exit 1
}

here=$(dirname "$(readlink -f "$0")")
. "$here/lock.sh" # as_path

# A word for grub.cfg: in single quotes nothing is special but the quote itself.
quote()
{
  printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"
}

# The words of standard input, a line each without their quotes, as translator-instr/runtime/kernel/main_kernel.c takes them apart.
unquoted()
{
  awk '{
    for (i = 1; i <= length($0); i++) {
      c = substr($0, i, 1)
      next_one = substr($0, i + 1, 1)
      if (c == "\\" && next_one != "" && (quote == "" || (quote == "\"" && index("\"\47\\", next_one)))) {
        word = word next_one
        i++
      } else if (quote == "" ? c == "\"" || c == "\47" : c == quote)
        quote = quote == "" ? c : ""
      else if (quote == "" && c == " ") {
        print word
        word = ""
      } else
        word = word c
    }
    print word
  }'
}

# GRUB puts quotes of its own around a Java program's arguments, behind a word `--'.
words()
{
  line=" $1 "
  printf '%s\n' ${line%% -- *}
  case $line in
    *' -- '*) printf '%s\n' --; printf '%s\n' "${line#* -- }" | unquoted ;;
  esac
}

grub_cfg()
{
  printf '%s\n' 'serial --unit=0 --speed=115200' 'terminfo serial dumb' 'terminal_output --append serial' \
    'set timeout=0' 'set default=0' 'set gfxpayload=keep' # no other mode of a screen is wanted, and perhaps there is none
  printf 'menuentry kernel {\n  multiboot2 /boot/kernel.elf'
  words "$1" | while IFS= read -r word; do
    [ -z "$word" ] || printf ' %s' "$(quote "$word")"
  done
  printf '\n'
  [ -z "$2" ] || printf '  module2 /boot/input input\n'
  printf '}\n'
}

kernel='' out='' input='' options='' stage=''
[ "${1-}" != --help ] || usage 0
while getopts k:o:i:a:h flag; do
  case $flag in
    k) kernel=$OPTARG ;;
    o) out=$OPTARG ;;
    i) input=$OPTARG ;;
    a) options=$OPTARG ;;
    h) usage 0 ;;
    *) usage 2 >&2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 0 ] && [ "$kernel" ] && [ "$out" ] || usage 2 >&2
kernel=$(as_path "$kernel") out=$(as_path "$out") input=$(as_path "$input")
[ -r "$kernel" ] || fail "$kernel: no such kernel; \`make all' builds it"
[ -z "$input" ] || [ -r "$input" ] && [ ! -d "$input" ] || fail "$input: cannot be read as a file"

trap '[ -z "$stage" ] || rm -rf "$stage"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
# The folder is made when its name is known: no signal leaves it behind.
stage=$(mktemp -d -u) && mkdir -m 700 "$stage" || { stage=; fail 'no room for a temporary directory (TMPDIR)'; }
mkdir -p "$stage/tree/boot/grub" "$(dirname "$out")"
set -f
grub_cfg "$options" "$input" > "$stage/tree/boot/grub/grub.cfg"
set +f
cp "$kernel" "$stage/tree/boot/kernel.elf" || fail 'the temporary directory (TMPDIR) is full'
[ -z "$input" ] || cp "$input" "$stage/tree/boot/input" || fail 'the temporary directory (TMPDIR) is full'
# Only what is needed, without fonts and translations: the image is a third of the size.
[ -e /usr/lib/grub/x86_64-efi/multiboot2.mod ] ||
  echo 'iso: the image boots on a BIOS only; for UEFI, too: apt-get install grub-efi-amd64-bin' >&2
modules='normal multiboot2 serial terminfo acpi iso9660 fat search'
for format in acorn amiga apple bsd dfly dvh gpt msdos plan sun sunpc; do modules="$modules part_$format"; done
grub-mkrescue --locales= --fonts= --themes= --install-modules="$modules" \
  -o "$stage/iso" "$stage/tree" > "$stage/log" 2>&1 || { cat "$stage/log" >&2; fail 'grub-mkrescue failed, see above'; }
mv "$stage/iso" "$out" || fail "$out: cannot be written"
