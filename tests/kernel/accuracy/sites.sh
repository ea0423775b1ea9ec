#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# sites.sh: lists the probe sites of a kernel image for the observer: their addresses, in hexadecimal, one a line. They
# are what the compiler has put into __mcount_loc and __return_loc (linker.ld).
#
#   sites.sh KERNEL.ELF
set -eu

# The address of a symbol.
address() { readelf -sW "$1" | awk -v name="$2" '$8 == name { print $2; exit }'; }

for section in __mcount_loc __return_loc; do
  objdump -s -j .rodata --start-address="0x$(address "$1" "__start_$section")" \
    --stop-address="0x$(address "$1" "__stop_$section")" "$1"
done | awk '
  # 16 bytes a line in four words of eight digits; an address is two words of bytes, least significant first.
  /^ [0-9a-f]+ / {
    for (i = 2; i <= 4; i += 2)
      if ($i ~ /^[0-9a-f]+$/ && length($i) == 8 && length($(i + 1)) == 8) {
        word = $i $(i + 1)
        at = ""
        for (b = 15; b > 0; b -= 2)
          at = at substr(word, b, 2)
        print at
      }
  }'
