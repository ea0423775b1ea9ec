#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# uboot.sh ADDRESS FOLDER FILE ROUNDS LINK: U-Boot's NFS client, on an ARM board in a QEMU of its own, whose network
# LINK (options of QEMU that make the netdev `n') is the server's. It reads every file of FOLDER from the server's
# /export, then FILE again and again, as the client of the JX paper does (section 4). U-Boot speaks NFS 2, asks port
# mapper and mount daemon anew for each file, and says the CRC-32 of what it got, which is compared with the file's.
# Prints `ok uboot_...' or `not ok ...' for each part, and rounds in a second; the board's console goes to stderr.
# Exit status: 0 all is right; 1 something is not; 2 usage.
#
# The board takes one command at a time: while it waits for a packet it throws away what is typed (it looks for
# control-C), so the next one is given at its prompt.

set -u
[ $# -eq 5 ] || { sed -n 's/^# \(uboot.sh .*\)/Usage: \1/p' "$0" >&2; exit 2; }
address=$1 folder=$2 file=$3 rounds=$4 link=$5
bios=${UBOOT:-/usr/lib/u-boot/qemu_arm/u-boot.bin}

readonly RAM=42000000     # 32 MiB above the start of the board's memory at 40000000, which U-Boot leaves free
readonly NAME_MOST=127    # its BOOTFILE_LEN is 128 (include/net.h): a longer path is cut
readonly PATIENCE_S=300   # for one command. A read that is not answered is tried again for half a minute
readonly PLAIN='[A-Za-z0-9._/+-]*'

# Sets `said' to what the board prints before its next prompt, `=> ' at the begin of a line.
await_prompt()
{
  local piece
  said=
  while IFS= read -r -t $PATIENCE_S -d '>' piece <&"$from_board"; do
    said+=$piece
    [[ $said == *$'\n=' ]] && { printf '%s' "$said" >&2; return; }
    said+='>'
  done
  printf '%s\n' "$said" >&2
  echo "not ok uboot_console the board says nothing more; its last line: ${said##*$'\n'}"
  exit 1
}

tell()
{
  printf '%s\n' "$1" >&"$to_board"
  await_prompt
}

# By two FIFOs: one that ends, in whatever moment, is an end of file to who reads, and nothing to who writes.
# A key stops the countdown to the boot of an operating system that is not there.
start_board()
{
  pipes=$(mktemp -d) && mkfifo "$pipes/in" "$pipes/out" || { echo "not ok uboot_board no room (TMPDIR)"; exit 1; }
  trap 'kill $board_pid 2>/dev/null; rm -rf "$pipes"' EXIT
  # shellcheck disable=SC2086
  qemu-system-arm -M virt -m 512 -display none -monitor none -serial stdio -bios "$bios" $link \
    -device virtio-net-device,netdev=n,mac=52:54:00:00:00:02 <"$pipes/in" >"$pipes/out" 2>&1 &
  board_pid=$!
  exec {to_board}<>"$pipes/in" {from_board}<"$pipes/out"
  tell ''
  tell 'setenv autoload no'
  tell 'setenv bootdelay -1'
  tell bootp
  [[ $said == *bound\ to\ address* ]] || { echo "not ok uboot_bootp the board got no address"; exit 1; }
  echo "ok uboot_bootp"
}

# gzip ends its file with the CRC-32 of the input and its length, four bytes each (RFC 1952, section 2.3.1).
crc_of() { gzip -1c < "$1" | tail -c 8 | od -An -N4 --endian=little -tx4 | tr -d ' '; }

# Reads the file $1 of the server; whether it has the CRC-32 $2.
fetch()
{
  tell "setenv filesize; nfs $RAM $address:/export/$1 && crc32 $RAM \${filesize}"
  [[ $said == *"==> $2"* ]]
}

# Every file that a name on U-Boot's command line can mean, and that has bytes: of none it makes no CRC.
walk()
{
  local path wrong=0 files=0 first=
  while IFS= read -r path; do
    files=$((files + 1))
    fetch "$path" "$(crc_of "$folder/$path")" || { wrong=$((wrong + 1)); : "${first:=$path}"; }
  done < <(find "$folder" -type f -perm -o=r -size +0c -printf '%P\n' | grep -xe "$PLAIN" |
    grep -vE ".{$((NAME_MOST - 7))}" | LC_ALL=C sort)
  echo "# U-Boot: $files files, of $(find "$folder" -type f | wc -l)"
  if [ $wrong -ne 0 ] || [ $files -eq 0 ]; then
    echo "not ok uboot_walk $wrong of $files files came wrong, the first: $first"
    bad=yes
  else
    echo "ok uboot_walk"
  fi
}

loop()
{
  local i wrong=0 crc begun ms
  crc=$(crc_of "$folder/$file")
  begun=${EPOCHREALTIME/./}
  for ((i = 0; i < rounds; i++)); do
    fetch "$file" "$crc" || wrong=$((wrong + 1))
  done
  ms=$(((${EPOCHREALTIME/./} - begun) / 1000))
  echo "# U-Boot: $rounds rounds of mount, lookup and read in $((ms / 1000)) s, $((rounds * 1000 / (ms + 1))) a second"
  if [ $wrong -ne 0 ]; then
    echo "not ok uboot_loop $wrong of $rounds rounds read something else"
    bad=yes
  else
    echo "ok uboot_loop"
  fi
}

bad= board_pid=
start_board
walk
loop
[ -z "$bad" ]
