# SPDX-License-Identifier: GPL-2.0-or-later
#
# style.awk: a part of style.sh; says where a file breaks its rules.

function say(what) { print FILENAME ":" FNR ": " what }

# Whether a line of C closes as many parentheses as it opens: else it is in the middle of a call or a condition.
function whole(line,    open, close_)
{
  open = gsub(/\(/, "(", line)
  close_ = gsub(/\)/, ")", line)
  return open == close_
}

function end_of_file()
{
  if (name != "" && !licence)
    print name ": no SPDX line among the first three"
}

FNR == 1 {
  end_of_file()
  name = FILENAME
  in_c = FILENAME ~ /\.[ch]$/
  make = FILENAME ~ /(Makefile|\.mk)$/
  shell = FILENAME ~ /\.sh$/
  licence = 0
  step = -1
}
FNR <= 3 && /SPDX-License-Identifier: / { licence = 1 }
/[ \t\r]$/ { say("a blank at the end") }
in_c && FILENAME ~ /host-tools\// && /%-?[0-9]*\.[0-9]+s/ { say("cuts a text in bytes; base/text.h: text_cut()") }
in_c && /[^a-z]v->threads\[view_thread\(/ { say("the call may move the array: view_thread_of()") }
/\t/ && !shell && !(make && /^\t/) { say("a tab") }

# The line behind an opening brace stands two columns further in; a brace that closes it, and labels, do not.
in_c && /^#/ { step = -1 }
in_c && step >= 0 && /[^ ]/ {
  match($0, /^ */)
  if (RLENGTH != step && $1 !~ /^(}|case$|default:)/ && $1 !~ /:$/)
    say("stands " RLENGTH " columns in, not " step)
  step = -1
}
in_c && /\{$/ && !/^[ ]*[^ ].*\\$/ && whole($0) && !/"/ {
  match($0, /^ */)
  if (RLENGTH % 2 == 0)
    step = RLENGTH + 2
}
END { end_of_file() }
