# SPDX-License-Identifier: GPL-2.0-or-later
#
# expand.awk: makes Java sources that are alike but for a type out of templates.
# Usage: awk -v out=FOLDER -f expand.awk FILE.java.in...
#
#   //file PATH           the lines that follow go to FOLDER/PATH
#   //for KEY=TEXT...     one or more of these: the lines that follow, up to //end, are written once for each of them,
#   //end                 with TEXT in the place of $KEY
#   CODE     //+ TYPE...  in between: a line that is only for these values of $type
#   CODE     //- TYPE...  in between: a line that is for all others
#   //only TYPE...        in between: the lines that follow, up to //all or the next //only, are only for these values
#   //all                 of $type

# Is a line with this mark for `type'? A line without a mark is for every one.
function is_for(mark, type) {
  return mark == "" || (index(mark " ", " " type " ") > 0) == (mark ~ /\/\/\+/)
}

function open_file(path) {
  file = out "/" path
  system("mkdir -p \"$(dirname '" file "')\"")
}

# Writes a line with the keys of `row' replaced.
function write(line, row,    i, n, pairs, pair, type, mark) {
  n = split(row, pairs)
  for (i = 1; i <= n; i++) {
    split(pairs[i], pair, "=")
    gsub("\\$" pair[1], pair[2], line)
    if (pair[1] == "type")
      type = pair[2]
  }
  if (match(line, / *\/\/[-+] [a-z ]+$/)) {
    mark = substr(line, RSTART)
    line = substr(line, 1, RSTART - 1)
  }
  if (line ~ /^\/\/(only|all)/)
    only = line ~ /^\/\/all/ ? "" : "//+" substr(line, 7)
  else if (line ~ /^\/\/file /)
    open_file(substr(line, 8))
  else if (is_for(only, type) && is_for(mark, type))
    print line > file
}

FNR == 1 { file = "/dev/null" }
/^\/\/for / { row[++rows] = substr($0, 7); next }
/^\/\/end$/ {
  for (r = 1; r <= rows; r++)
    for (i = 1; i <= lines; i++)
      write(body[i], row[r])
  rows = lines = 0
  next
}
rows { body[++lines] = $0; next }
{ write($0, "") }
END {
  if (rows) {
    print FILENAME ": a //for has no //end" > "/dev/stderr"
    exit 1
  }
}
