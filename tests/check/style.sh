#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# style.sh: how lines look, as far as a machine can tell without reading.
#
#   style.sh                   all sources: no tabs but those that make and shell want, no blanks at a line's end, steps
#                              of two columns in C, the licence in one of the first three lines; and in make's files,
#                              that each variable is set in one of them: recipes see the last value
#   style.sh --changed [BASE]  lines that are new since BASE (where this branch left its upstream, else HEAD): at most
#                              120 columns
#   style.sh --staged          all of this for what git is about to commit
#
# .clang-format is what comes nearest to this style; see there for what it would spoil.
# Prints `ok NAME' or `not ok NAME REASON'; exit status: 0 all is well, 1 not.

cd "$(dirname "$0")/../.." || exit 2
LC_ALL=C.UTF-8
export LC_ALL

# Sources, without what others made, what is drawn, and what is wrong on purpose.
is_source='\.([chS]|def|sh|awk|gp|mk|java|py|m?js|css)$|(^|/)Makefile$'

sources()
{
  find Makefile kernel profiler serial-xfer translator-instr host-tools viz tests -type f |
    grep -E "$is_source" | sort
}

verdict() # NAME REASON
{
  if [ -z "$2" ]; then
    echo "ok $1"
  else
    printf '%s\n' "$2" | sed 's/^/# /'
    echo "not ok $1 $(printf '%s\n' "$2" | wc -l) lines, see above"
    failed=1
  fi
}

look()
{
  xargs -r awk -f tests/check/style.awk
}

# New lines of a diff on stdin that are too long. A target's help is one line.
too_long()
{
  awk '
    /^\+\+\+ / { file = substr($0, 7); next }
    /^@@ / { match($0, /\+[0-9]+/); line = substr($0, RSTART + 1, RLENGTH - 1) + 0; next }
    /^\+/ { if (length($0) > 121 && file ~ /'"$(printf %s "$is_source" | sed 's|/|\\/|g')"'/ && !/^\+[a-z-]+:.*## /)
              print file ":" line ": " length($0) - 1 " columns"
            line++ }'
}

# The files that git does not have yet, as a diff.
new_files()
{
  git ls-files --others --exclude-standard | while IFS= read -r file; do
    git diff --no-index -U0 /dev/null "$file"
  done
}

# Variables that a file of make's sets though another one has set them.
set_again()
{
  find Makefile kernel profiler serial-xfer translator-instr host-tools viz tests -name Makefile -o -name '*.mk' | sort |
    xargs grep -HE '^[A-Za-z_]+ *:?= ' | awk -F '[: =]+' '
      $2 in first && first[$2] != $1 { print $1 ": " $2 " is set in " first[$2] ", too" }
      !($2 in first) { first[$2] = $1 }'
}

failed=0
case ${1-} in
  '')
    verdict style "$(sources | look)"
    verdict variables_of_make "$(set_again)" ;;
  --changed)
    git rev-parse --git-dir >/dev/null 2>&1 || { echo 'ok style_of_new_lines # there is no git'; exit 0; }
    base=${2:-$(git merge-base HEAD '@{upstream}' 2>/dev/null || echo HEAD)}
    verdict style_of_new_lines "$({ git diff -U0 "$base" --; new_files; } | too_long)" ;;
  --staged)
    verdict style_of_new_lines "$(git diff -U0 --cached -- | too_long)"
    verdict style "$(git diff --name-only --diff-filter=d --cached -- | grep -E "$is_source" | look)" ;;
  *) sed -n 's/^# \{0,1\}//; 4,15p' "$0" >&2; exit 2 ;;
esac
exit $failed
