# SPDX-License-Identifier: GPL-2.0-or-later
#
# headers_db.awk: a part of headers.sh. Reads make's database (`make -n -p GOAL...'), then the lines `HEADER SPELLING
# TARGET' of headers.awk. Prints `HEADER TARGET' for what make makes anew when a header has changed: what has it among
# its prerequisites, those behind `|' not counted, or has such a target there.

function made_of(part,    i, n, above)
{
  if (reached[header, part]++)
    return
  n = split(targets[part], above, " ")
  for (i = 1; i <= n; i++) {
    if (!reached[header, above[i]])
      print header, above[i]
    made_of(above[i])
  }
}

FNR == 1 { file++ }
file == 1 && /^# Not a target:/ { getline; next }
file == 1 && (/^[#\t.]/ || !/^[^ %]*: / || $2 ~ /^[?:+]*=/ || $3 ~ /^[?:+!]*=$/) { next }
file == 1 {
  target = substr($1, 1, length($1) - 1)
  for (i = 2; i <= NF && $i != "|"; i++)
    targets[$i] = targets[$i] " " target
  next
}
{ header = $1 }
{ made_of($2) }
