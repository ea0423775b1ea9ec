#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# rooms.sh: the picture of the rooms in HACKING.md, made from the includes: prints it for graphviz's dot. An arrow goes from
# the room that includes to the room that is included; one that follows from others is left out. `make rooms` draws it.
#
#   rooms.sh           prints the graph
#   rooms.sh --check   compares it with rooms.dot, which is drawn in HACKING.md: the test `rooms_picture`

cd "$(dirname "$0")/../.." || exit 2

graph()
{
  {
    echo 'digraph rooms {'
    sh tests/check/includes.sh --arrows | awk -F '\t' '
      # Rooms that include each other are one: arch, core and crash, as in seL4; xfer.h and the format.
      function room(path,    part, n) {
        n = split(path, part, "/")
        if (path ~ /^kernel\/(arch|core|crash)/)
          return "kernel/core"
        if (path ~ /^serial-xfer\/(format|xfer\.h)|^serial-xfer$/)
          return "serial-xfer/format"
        if (path ~ /^translator-instr\/jxtr\//)
          return "translator-instr/jxtr/" part[3]
        return n > 1 ? part[1] "/" part[2] : path
      }
      {
        split($2, edge, " -> ")
        from = room(edge[1])
        to = room(edge[2])
        # lifecycle.c starts and stops its rooms and calibrate.c measures them; prof.h and state.h, which lie there, see none.
        if (from == "profiler" && to ~ /^profiler\//)
          next
        if (from != to && to != "prof_port.h" && to != "minilzo.h" && from !~ /doc$/ && !seen[from, to]++)
          printf "\"%s\" -> \"%s\";\n", from, to
      }'
    echo '}'
  } | tred | sed -n 's/^[ \t]*\("[^"]*"\|[a-z]*\) -> \("[^"]*"\|[a-z]*\);$/\1 \2/p' | tr -d '"' | LC_ALL=C sort | awk '
    function name(path) {
      if (path == "kernel")
        return "options, workload.h"
      if (path == "kernel/core")
        return "core, arch, crash"
      if (path == "profiler")
        return "prof, calibrate"
      if (path == "serial-xfer/format")
        return "xfer.h, format"
      return label(path)
    }
    function label(path) { sub(/^[^\/]*\//, "", path); return path }
    function top(path) { sub(/\/.*/, "", path); return path }
    function add(path) { if (!(path in known)) { known[path] = 1; rooms[++count] = path; tops[top(path)] = tops[top(path)] " " path } }
    BEGIN {
      print "// Made by tests/check/rooms.sh from the includes; `make rooms` renews it and draws it."
      print "digraph rooms {"
      print "  graph [rankdir=TB, newrank=true, ranksep=0.35, nodesep=0.25, fontname=\"sans-serif\", fontsize=13];"
      print "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"sans-serif\", fontsize=11, height=0.3];"
      print "  edge [color=\"#667788\", arrowsize=0.6];"
    }
    { add($1); add($2); edges[NR] = sprintf("  \"%s\" -> \"%s\";", $1, $2) }
    END {
      n = split("kernel translator-instr profiler serial-xfer host-tools", order, " ")
      for (t = 1; t <= n; t++) {
        printf "  subgraph \"cluster_%s\" {\n    label=\"%s/\"; style=\"rounded,filled\"; color=\"#c8d2dc\"; fillcolor=\"#f2f5f8\";\n", order[t], order[t]
        m = split(tops[order[t]], part, " ")
        for (i = 1; i <= m; i++)
          printf "    \"%s\" [label=\"%s\"];\n", part[i], name(part[i])
        print "  }"
      }
      for (i = 1; i <= NR; i++)
        print edges[i]
      print "}"
    }'
}

case ${1-} in
--check)
  if graph | cmp -s - tests/check/rooms.dot; then
    echo "ok rooms_picture"
  else
    echo "not ok rooms_picture the includes are not those of the picture in HACKING.md: make rooms, look at it, commit it"
    exit 1
  fi
  ;;
*) graph ;;
esac
