# SPDX-License-Identifier: GPL-2.0-or-later
#
# judge.awk: whether the tables of a dump that lacks something say so.
#
#   awk -f judge.awk -v whole=DIR -v lacking=DIR -v label=TEXT
#
# Each table of `whole` is looked for in `lacking`. It must be there with the same lines, comments included, or with a
# comment `# incomplete:' that the whole one does not have. Prints a line for each table that is otherwise.

function read_table(path, comments, which,    line, rows, status)
{
  rows = ""
  while ((status = (getline line < path)) > 0) {
    rows = rows line "\n"
    if (line ~ /^# incomplete: /)
      comments[which, line]
  }
  close(path)
  return status < 0 ? "none" : rows
}

BEGIN {
  command = "ls " whole
  while ((command | getline name) > 0) {
    split("", comments)
    a = read_table(whole "/" name, comments, "whole")
    b = read_table(lacking "/" name, comments, "lacking")
    count++
    if (a == b)
      continue
    said = 0
    for (key in comments) {
      split(key, part, SUBSEP)
      said = said || (part[1] == "lacking" && !(("whole", part[2]) in comments))
    }
    if (!said)
      print label ": " name (b == "none" ? " is missing" : " differs in silence")
  }
  if (count < 20)
    print label ": there are " count + 0 " tables"
}
