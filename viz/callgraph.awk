# SPDX-License-Identifier: GPL-2.0-or-later
#
# callgraph.awk: the call graph, the JX paper's figure 3, in the language of dot: functions with own and inclusive
# time and calls, calls between them as arrows, as wide as the time that flows through them.
#
# The graph is the call tree summed by function and by caller and callee. Where a function calls itself over others,
# only the outermost call counts as inclusive time, so that no share exceeds the whole. Drawn is what matters: at most
# MOST functions, none below LEAST percent of the time; arrows below LEAST percent only where a function would hang
# in the air without one. The callers of a function that are left out, or have no arrow, are one node, `other callers`,
# where they bring LEAST percent of the time together, or all calls that the function has. The heading says what was
# left out.
#
# In: tables tree, threads, run.  Out: dot.

BEGIN {
  MOST = 40
  LEAST = 0.5
  NAME_ROOM = 230  # pixels for a name, at a font of 15
  HEAD_ROOM = 1150 # for a line of the heading, at a font of 12
  MOST_ACROSS = 9  # calls below each other that lie beside each other; deeper graphs run down the page
  page_init("timing")
  tree_read()
  graph_sum()
  graph_pick()
  graph_write()
}

# Sums the tree to NODE_... by function and EDGE_... by caller and callee. The roots of threads are functions as well.
function graph_sum(    node, name, caller)
{
  for (node = 1; node <= TREE_NODES; node++) {
    name = TREE_FUNCTION[node]
    if (!(name in NODE_CALLS)) {
      NODE[++NODES] = name
      NODE_NUMBER[name] = NODES
      NODE_ROOT[name] = !TREE_PARENT[node]
    }
    NODE_CALLS[name] += TREE_CALLS[node]
    NODE_OPEN[name] += TREE_OPENED[node]
    if (TREE_PARTLY[node])
      NODE_PARTLY[name] = 1
    NODE_EXCL[name] += TREE_EXCL[node]
    if (!TREE_PARENT[node])
      continue
    caller = TREE_FUNCTION[TREE_PARENT[node]]
    if (!((caller, name) in EDGE_CALLS)) {
      EDGE_FROM[++EDGES] = caller
      EDGE_TO[EDGES] = name
    }
    EDGE_CALLS[caller, name] += TREE_CALLS[node]
    if (TREE_PARTLY[node])
      EDGE_PARTLY[caller, name] = 1
  }
  for (node = 1; node <= TREE_ROOTS; node++)
    graph_inclusive(TREE_ROOT[node])
}

# Adds the inclusive times below a root to NODE_INCL and EDGE_US. The tree is walked as the calls were made, once: open
# functions and calls are counted, in OPEN, and what is open already adds nothing.
function graph_inclusive(node,    name, edge)
{
  while (node) {
    name = TREE_FUNCTION[node]
    edge = TREE_FUNCTION[TREE_PARENT[node]] SUBSEP name
    if (!OPEN[name]++)
      NODE_INCL[name] += TREE_INCL[node]
    if (!OPEN[edge]++ && TREE_PARENT[node])
      EDGE_US[edge] += TREE_INCL[node]
    if (TREE_CHILD[node]) {
      node = TREE_CHILD[node]
      continue
    }
    for (; node; node = TREE_PARENT[node]) {
      OPEN[TREE_FUNCTION[node]]--
      OPEN[TREE_FUNCTION[TREE_PARENT[node]] SUBSEP TREE_FUNCTION[node]]--
      if (TREE_NEXT[node]) {
        node = TREE_NEXT[node]
        break
      }
    }
  }
}

function graph_share(us)
{
  return 100 * us / TREE_US
}

# Chooses functions by inclusive time: SHOWN[name]. Thread roots of any size stay when there is room.
function graph_pick(    i)
{
  order_falling(NODE, NODES, NODE_INCL)
  for (i = 1; i <= NODES && SHOWN_COUNT < MOST && graph_share(NODE_INCL[NODE[i]]) >= LEAST; i++) {
    SHOWN[NODE[i]] = 1
    SHOWN_COUNT++
  }
}

function graph_write(    i)
{
  graph_best_callers()
  graph_others()
  DOWN = graph_depth() > MOST_ACROSS
  graph_open()
  for (i = 1; i <= NODES; i++)
    if (NODE[i] in SHOWN)
      graph_node(NODE[i])
  for (i = 1; i <= EDGES; i++)
    if (graph_draws(i))
      graph_edge(EDGE_FROM[i], EDGE_TO[i])
  for (i = 1; i <= NODES; i++)
    if (graph_other(NODE[i]))
      graph_other_callers(NODE[i])
  print "}"
}

function graph_draws(i,    from, to)
{
  from = EDGE_FROM[i]
  to = EDGE_TO[i]
  return from in SHOWN && to in SHOWN && (graph_share(EDGE_US[from, to]) >= LEAST || BEST[to] == i)
}

# Sums what comes to each shown function by no arrow: OTHER_CALLERS, OTHER_CALLS, OTHER_US. CALLED: what has an arrow.
function graph_others(    i, to)
{
  for (i = 1; i <= EDGES; i++) {
    to = EDGE_TO[i]
    if (!(to in SHOWN))
      continue
    if (graph_draws(i)) {
      if (EDGE_FROM[i] != to)
        CALLED[to] = 1
      continue
    }
    OTHER_CALLERS[to]++
    OTHER_CALLS[to] += EDGE_CALLS[EDGE_FROM[i], to]
    OTHER_US[to] += EDGE_US[EDGE_FROM[i], to]
    if ((EDGE_FROM[i], to) in EDGE_PARTLY)
      OTHER_PARTLY[to] = 1
  }
}

function graph_other(name)
{
  return OTHER_CALLERS[name] && (!(name in CALLED) || graph_share(OTHER_US[name]) >= LEAST)
}

# How many arrows lead from a thread to the function that is farthest from one.
function graph_depth(    i, depth, met, more)
{
  for (i = 1; i <= NODES; i++)
    if (NODE_ROOT[NODE[i]])
      met[NODE[i]] = 0
  for (more = 1; more; depth += more) {
    more = 0
    for (i = 1; i <= EDGES; i++)
      if (graph_draws(i) && EDGE_FROM[i] in met && met[EDGE_FROM[i]] == depth + 0 && !(EDGE_TO[i] in met)) {
        met[EDGE_TO[i]] = depth + 1
        more = 1
      }
  }
  return depth
}

# BEST[callee]: the arrow that brings it most.
function graph_best_callers(    i, to)
{
  for (i = 1; i <= EDGES; i++) {
    to = EDGE_TO[i]
    if (EDGE_FROM[i] in SHOWN && (!(to in BEST) || EDGE_US[EDGE_FROM[i], to] > EDGE_US[EDGE_FROM[BEST[to]], to]))
      BEST[to] = i
  }
}

# `size` (inches) bounds the PNG, of 96 pixels an inch, at 2400 by 1500, or 2400 where it runs down the page: enough for
# this many nodes to stay readable.
function graph_open()
{
  print "// Made by viz/callgraph.awk; draw it with: dot -Tsvg callgraph.dot"
  print "digraph callgraph {"
  print "  graph [" (DOWN ? "rankdir=TB, nodesep=0.14, ranksep=0.25" : "rankdir=LR, nodesep=0.14, ranksep=0.4") \
        ", size=\"25," (DOWN ? 25 : 15.6) "\", pad=0.25, labelloc=t, labeljust=l,"
  print "    bgcolor=white, fontname=\"DejaVu Sans\", charset=\"UTF-8\", tooltip=\"call graph\","
  print "    label=<" graph_heading() ">];"
  print "  node [fontname=\"DejaVu Sans\", fontsize=11, shape=box, style=\"filled,rounded\", color=\"#555555\"," \
        " margin=\"0.1,0.05\"];"
  print "  edge [fontname=\"DejaVu Sans\", fontsize=9, color=\"#777777\", fontcolor=\"#555555\", arrowsize=0.6];"
}

function graph_heading(    s, title, out, i)
{
  s = "Boxes: own time and time with callees, in percent of " tree_scope() \
      "; arrows: share of the time and calls. The redder a box, the more time of its own."
  if (NODES > SHOWN_COUNT)
    s = s " Shown: the " SHOWN_COUNT " of " NODES " functions with the most time, none below " LEAST " %."
  title = text_fit("Call graph: who calls whom · " page_run(), 20, 2000)
  out = "<table border=\"0\" cellspacing=\"0\" cellpadding=\"1\">" \
        graph_heading_line("<b>" quote_label(title) "</b>", 18, "#222222")
  out = out graph_heading_lines(s tree_remark(), "#555555")
  for (i = 1; i <= NOTES_COUNT; i++)
    out = out graph_heading_lines("Incomplete: " NOTES[i], "#C00000")
  return out graph_heading_line(graph_legend(), 12, "#333333") "</table>"
}

# What colours and lines mean.
function graph_legend(    i, other)
{
  for (i = 1; i <= NODES; i++)
    other = other || graph_other(NODE[i])
  return "□ no own time" graph_key(colour("E8604C", 0.5), "10 % own time") \
         graph_key(colour("E8604C", 0), "20 % and more own time") graph_key(colour("777777", 0), "calls", "→") \
         (other ? graph_key(colour("777777", 0), "calls by functions that are not shown, together", "⇢") : "") \
         "     ellipse: a thread, in its colour"
}

function graph_key(rgb, name, mark)
{
  return sprintf("     <font color=\"#%06x\">%s</font> %s", rgb, mark == "" ? "■" : mark, quote_label(name))
}

function graph_heading_lines(s, rgb,    i, n, lines, out)
{
  n = split(text_fold(s, 12, HEAD_ROOM), lines, "\n")
  for (i = 1; i <= n; i++)
    out = out graph_heading_line(quote_label(lines[i]), 12, rgb)
  return out
}

function graph_heading_line(s, size, rgb)
{
  return "<tr><td align=\"left\"><font point-size=\"" size "\" color=\"" rgb "\">" s "</font></td></tr>"
}

# Threads are ellipses of their colour; functions are boxes from white (no own time) to red (20 % and more).
function graph_node(name,    numbers, heat, fill)
{
  heat = graph_share(NODE_EXCL[name]) / 20
  fill = colour("E8604C", heat > 1 ? 0 : heat < 0 ? 1 : 1 - heat)
  numbers = "own " text_percent(graph_share(NODE_EXCL[name])) " · all " text_percent(graph_share(NODE_INCL[name]))
  if (NODE_ROOT[name]) {
    fill = colour(COLOUR[substr(name, 2, length(name) - 2)], 0.45)
    numbers = text_time(NODE_INCL[name]) " · " text_percent(graph_share(NODE_INCL[name]))
  }
  printf "  n%d [label=<<b>%s</b><br/><font point-size=\"10\">%s%s</font>>, tooltip=%s, fillcolor=\"#%06x\"%s];\n",
    NODE_NUMBER[name], quote_label(text_fit_name(name, 15, NAME_ROOM)), quote_label(numbers),
    NODE_ROOT[name] ? "" : "<br/>" tree_calls(NODE_CALLS[name], NODE_OPEN[name], NODE_PARTLY[name]) ", own " \
      text_time(NODE_EXCL[name]),
    quote_tip(name), fill, NODE_ROOT[name] ? ", shape=ellipse, style=filled, margin=\"0.02,0.02\"" : ""
}

function graph_count(calls, partly)
{
  return calls ? (partly ? "≥ " : "") text_short(calls) "×" : "open"
}

# One point of width for each 8 % of the time, up to 7. Corrected times of a callee may be more than the whole, or below
# zero: dot fails on weights that are (graphviz 2.43: from 2 ^ 31 on).
function graph_arrow(from, to, us, calls, partly, more, tip,    part)
{
  part = graph_share(us)
  part = part > 100 ? 100 : part > 0 ? part : 0
  printf "  %s -> n%d [label=\"%s\", penwidth=%.2f, weight=%d, tooltip=%s%s];\n", from, NODE_NUMBER[to],
    graph_label(text_percent(part), graph_count(calls, partly), part > 12), (part > 50 ? 7 : 0.7 + part / 8), 1 + part,
    quote_tip(tip " -> " to ": " text_time(us)), more
}

function graph_edge(from, to)
{
  graph_arrow("n" NODE_NUMBER[from], to, EDGE_US[from, to], EDGE_CALLS[from, to], (from, to) in EDGE_PARTLY, "", from)
}

function graph_other_callers(name,    node, words)
{
  node = "o" NODE_NUMBER[name]
  words = text_some(OTHER_CALLERS[name], "other caller")
  printf "  %s [label=%s, tooltip=%s, shape=plaintext, style=\"\", fontcolor=\"#555555\", fontsize=10];\n", node,
    quote_tip(words), quote_tip(words " of " name)
  graph_arrow(node, name, OTHER_US[name], OTHER_CALLS[name], name in OTHER_PARTLY, ", style=dashed", words)
}

# Beside or above its arrow, off the middle of a wide one.
function graph_label(part, calls, wide)
{
  if (DOWN)
    return (wide ? "   " : "  ") part "\\l" (wide ? "   " : "  ") calls "\\l"
  return part "\\n" calls (wide ? "\\n " : "")
}
