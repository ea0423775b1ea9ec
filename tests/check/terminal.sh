#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# terminal.sh: what a target, a dump or a class file says reaches a terminal by a few functions, which leave out what
# could act on it: in hostdump say.c and progress.c, in the scripts of host-tools/run `hostdump show', in jxtr diag.c.
# Tables are made of names that text_clean() has made. A file that writes by itself is found here.
# Usage: terminal.sh [TREE]. Prints `ok NAME' or `not ok NAME REASON'; exit status: 0 all is well, 1 not.

cd "${1:-$(dirname "$0")/../..}" || exit 2

# main.c and mem.c print numbers and what is in the program; serve_cmd.c moves the cursor, receive_end.c ends a line.
hostdump() {
  find host-tools -name '*.c' -not -path 'host-tools/run/*' -not -path 'host-tools/qemu/*' -not -name say.c \
    -not -name progress.c -not -name show_cmd.c -not -name main.c -not -name mem.c | sort |
    xargs grep -nE '\(stderr|, *stderr\)|write\(STD(OUT|ERR)_FILENO|perror\(|psignal\(' |
    grep -v -e 'status.c:.*fprintf(stderr, "\\033\[%zuA' -e "receive_end.c:.*fputc('\\\\n', stderr)" \
      -e 'tables_list(stderr)' -e 'export_list(stderr)'
}

# Below the commands only tables write to standard output, through the file that a command gives them.
rooms() {
  grep -rnE --include='*.c' '(^|[^a-z_])(printf|puts|putchar)\(|[ (]stdout' host-tools/base host-tools/dump \
    host-tools/model host-tools/receive host-tools/tables
}

# A log goes to standard error, or what comes to a terminal, by show(); messages have no control characters.
scripts() {
  set -- host-tools/run/run.sh host-tools/run/run-nfs.sh host-tools/run/net.sh host-tools/run/java.sh
  grep -nE 'cat .*>&2|^ *tee ' "$@" | grep -v '| show'
  grep -n '^say()' "$@" | grep -vF '//[[:cntrl:]]/'
}

jxtr() {
  find translator-instr/jxtr -name '*.c' -not -name diag.c -not -name mem.c | sort | xargs grep -n 'stderr'
}

found=$(hostdump; rooms; scripts; jxtr)
if [ -z "$found" ]; then
  echo 'ok terminal'
else
  printf '%s\n' "$found" | sed 's/^/# /'
  echo 'not ok terminal these write to a terminal past the functions for that, see above'
  exit 1
fi
