#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# functions.sh: lists the functions of a kernel image for the observer, as account.h wants them.
#
#   functions.sh KERNEL.ELF
#
# A function is timed (T) when it begins with the five-byte NOP of a probe site. Where functions share a name, each has
# its file's behind it, name@file.c, as in hostdump's tables.
set -eu

# Lines: address in hexadecimal, type, name.
symbols()
{
  readelf -sW "$1" | awk '
    $4 == "FILE" { file = $8 }
    $4 == "FUNC" || ($4 == "NOTYPE" && ($8 ~ /^(interrupt_[0-9]+|exception_2|(interrupt|exception)_common)$/ ||
                                        $8 ~ /^(context_switch|context_begin|boot_entry|__text_end)$/)) {
      n++
      address[n] = $2; type[n] = $4; name[n] = $8
      where[n] = $5 == "LOCAL" ? file : ""
      seen[$8]++
    }
    END {
      for (i = 1; i <= n; i++)
        print address[i], type[i], name[i] (seen[name[i]] > 1 && where[i] ? "@" where[i] : "")
    }'
}

timed_addresses()
{
  objdump -d --no-show-raw-insn "$1" | awk '
    /^[0-9a-f]+ <.*>:$/ { at = $1; next }
    at && /nopl +0x0\(%rax,%rax,1\)/ { print at }
    { at = "" }'
}

{
  timed_addresses "$1"
  symbols "$1"
} | awk '
  NF == 1 { timed[$1] = 1 }
  NF == 3 {
    kind = $2 == "FUNC" ? "U" : "-"
    if ($1 in timed) kind = "T"
    if ($3 ~ /^(__(fentry|return)__|watch_(begin|marked|end))$/) kind = "H"
    if ($3 ~ /^prof_(switch|record_[a-z]+|irq_enter|irq_exit|thread_add|thread_exit)$/) kind = "H"
    if ($3 ~ /^hooks_(born|logged)$/) kind = "N"
    if ($3 == "prof_start") kind = "B"
    if ($3 == "prof_stop") kind = "E"
    if ($3 ~ /^interrupt_[0-9]+$/) kind = "I"
    if ($3 == "exception_2") kind = "M"
    if ($3 == "context_switch") kind = "S"
    print $1, kind, $3
  }' | LC_ALL=C sort -u -k 1,1
