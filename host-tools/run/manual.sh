#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# manual.sh: makes a manual page of what a program says of itself, so that there is one text.
#
#   manual.sh NAME 'WHAT IT IS' PROGRAM [COMMAND...] > NAME.1
#
# PROGRAM --help becomes the page, and PROGRAM COMMAND --help a section of it for each COMMAND.
set -eu

[ $# -ge 3 ] || { sed -n 's/^# \{0,1\}//; 4,9p' "$0" >&2; exit 2; }
name=$1 what=$2 program=$3
shift 3

# What a program says, word for word: roff takes nothing of it for a request.
verbatim()
{
  echo .nf
  sed 's/\\/\\e/g; s/^[.'"'"']/\\\&&/; s/-/\\-/g'
  echo .fi
}

printf '.TH %s 1\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n' "$(echo "$name" | tr '[:lower:]' '[:upper:]')" "$name" "$what"
"$program" --help | verbatim
for command; do
  printf '.SH %s %s\n' "$name" "$command"
  "$program" "$command" --help | verbatim
done
