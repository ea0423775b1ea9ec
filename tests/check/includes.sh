#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# includes.sh: checks every #include "..." of the tree against includes.txt: the direction in which the rooms of the
# house may see each other.
#
#   includes.sh [TREE]     TREE is a source tree with an includes.txt of its own (this one)
#   includes.sh --arrows   prints each arrow between two rooms instead, with the number of its includes; a main.c, which sees
#                          all, is a room of its own
#   includes.sh --edges [TREE]   prints each file of the tree, tests and all, with a header of the tree that it includes
#
# A quoted header is searched beside the file, then in the folders that the build searches. Exit status: 0 all is
# allowed, 1 some is not.

what=check
rooms='kernel profiler serial-xfer host-tools viz translator-instr'
case ${1-} in
  --arrows) what=arrows; shift ;;
  --edges) what=edges; rooms="$rooms tests"; shift ;;
esac
cd "${1:-$(dirname "$0")/../..}" || exit 2
rules=tests/check/includes.txt

# shellcheck disable=SC2086  # rooms are words
find $rooms -name '*.[chS]' 2>/dev/null | sort | awk -v rules="$rules" -v what=$what '
  function folder(path) { sub(/\/[^\/]*$/, "", path); return path }

  # The path of a quoted header as the build finds it; the header itself when it is none of the tree. Two rooms may have
  # a header of one name: the room of the file goes first.
  function find_header(file, header,    n, i, dirs, path) {
    n = split(folder(file) (file ~ /^(host-tools|viz)\// ? " host-tools" : "") \
      (file ~ /^viz\/page\// ? " viz/figures" : "") \
      " translator-instr/jxtr translator-instr kernel/arch/x86_64 kernel profiler serial-xfer host-tools" \
      " tests/unit tests/bench", dirs, " ")
    if (header == "prof_port.h")
      return header
    for (i = 1; i <= n; i++) {
      path = dirs[i] "/" header
      while (sub(/\/[^\/]*\/\.\.\//, "/", path)) ;
      if (path in known)
        return path
    }
    return header
  }

  function allowed(file, header,    r, i, n, whom) {
    if (folder(file) == folder(header))
      return 1
    for (r = 1; r <= count; r++)
      if (index(file, who[r]) == 1) {
        n = split(may[r], whom, " ")
        for (i = 1; i <= n; i++)
          if (index(header, whom[i]) == 1)
            return 1
        return 0
      }
    return 0
  }

  BEGIN {
    while ((getline line < rules) > 0)
      if (line !~ /^(#|$)/) {
        who[++count] = line
        sub(/ .*/, "", who[count])
        may[count] = substr(line, length(who[count]) + 1)
      }
  }
  { known[$0] = 1; files[++seen] = $0 }
  END {
    for (f = 1; f <= seen; f++) {
      bad = ""
      while ((getline line < files[f]) > 0)
        if (match(line, /^[ \t]*#[ \t]*include "[^"]*"/)) {
          header = substr(line, RSTART, RLENGTH - 1)
          sub(/^[^"]*"/, "", header)
          header = find_header(files[f], header)
          if (what == "edges" && header in known)
            print files[f] " " header
          if (folder(header) != folder(files[f]))
            edges[(files[f] ~ /\/main\.c$/ ? files[f] : folder(files[f])) " -> " (header ~ /\// ? folder(header) : header)]++
          if (!allowed(files[f], header))
            bad = bad " " header
        }
      close(files[f])
      if (what == "check")
        print bad ? "not ok includes " files[f] " may not include:" bad " (" rules ")" : "ok includes " files[f]
      if (bad)
        status = 1
    }
    if (what == "arrows")
      for (edge in edges)
        print edges[edge] "\t" edge | "sort -k 2"
    else if (!seen) {
      print "not ok includes there are no sources"
      status = 1
    }
    exit what == "check" && status
  }'
