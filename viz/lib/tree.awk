# SPDX-License-Identifier: GPL-2.0-or-later
#
# tree.awk: reads the calling-context tree (table `tree`) for the charts drawn from it.
#
# Nodes are numbered 1..TREE_NODES in the order of the table, a caller before its callees. Only threads that
# page_wants() are kept. TREE_INCL and TREE_EXCL are corrected times in microseconds, TREE_CHILD and TREE_NEXT link a
# caller's callees, TREE_ROOT[1..TREE_ROOTS] are the threads by falling time, TREE_US is their sum and TREE_LEFT_OUT
# that of threads not wanted; TREE_PARENT of a root is 0. TREE_PARTLY: not all calls of the node's function were timed
# (throttle=, or switched at run time).

function tree_read(    id, number_of, thread, known)
{
  table_open("tree", "id parent thread function calls incl_us excl_us open timed")
  while (table_row()) {
    thread = text("thread")
    known[thread] = 1
    if (!page_wants(thread)) {
      if (text("parent") == 0)
        TREE_LEFT_OUT += number("incl_us")
      continue
    }
    id = text("id")
    number_of[id] = ++TREE_NODES
    tree_node(TREE_NODES, thread)
    tree_link(TREE_NODES, text("parent"), number_of)
  }
  tree_check(known)
  order_falling(TREE_ROOT, TREE_ROOTS, TREE_INCL)
}

function tree_node(node, thread)
{
  TREE_THREAD[node] = thread
  TREE_FUNCTION[node] = text("function")
  TREE_CALLS[node] = number("calls")
  TREE_INCL[node] = number("incl_us")
  TREE_EXCL[node] = number("excl_us")
  TREE_NEGATIVE += TREE_INCL[node] < 0
  TREE_OPENED[node] = number("open") > 0 && TREE_FUNCTION[node] !~ /^\[/
  TREE_OPEN += TREE_OPENED[node]
  TREE_PARTLY[node] = text("timed") != "all"
}

# Hangs `node` to the end of its caller's callees.
function tree_link(node, parent, number_of,    caller)
{
  if (parent == 0) {
    TREE_PARENT[node] = 0
    TREE_ROOT[++TREE_ROOTS] = node
    return
  }
  if (!(parent in number_of))
    die(1, TABLE_PATH " line " TABLE_LINE ": caller " parent " is not in the table before its callee")
  caller = number_of[parent]
  TREE_PARENT[node] = caller
  if (TREE_CHILD[caller])
    TREE_NEXT[TREE_LAST[caller]] = node
  else
    TREE_CHILD[caller] = node
  TREE_LAST[caller] = node
}

function tree_check(known,    i)
{
  for (i = 1; i <= THREADS; i++)
    if (page_wants(THREAD[i]) && CPU_PCT[THREAD[i]] > 0 && !(THREAD[i] in known))
      TREE_MISSING[++TREE_MISSES] = THREAD[i]
  for (i = 1; i <= TREE_ROOTS; i++)
    if (TREE_INCL[TREE_ROOT[i]] > 0)
      TREE_US += TREE_INCL[TREE_ROOT[i]]
  if (TREE_US > 0)
    return
  page_thread_known(known)
  die(3, "no call times in " (ENVIRON["RENDER_THREAD"] == "" ? "this run" : "thread " ENVIRON["RENDER_THREAD"]))
}

# How much time of which threads is drawn: for the heading.
function tree_scope()
{
  return text_time(TREE_US) " of CPU time, the profiler's own left out, in " \
         page_scope(TREE_LEFT_OUT > 0 ? text_time(TREE_LEFT_OUT) : "")
}

# What a reader of the times must know: for the heading. The notes of the table say what was not timed.
function tree_remark(    s)
{
  s = REMARK["tree"]
  if (TREE_OPEN)
    s = s " " text_some(TREE_OPEN, "call") (TREE_OPEN == 1 ? " was" : " were") " still open at the end; the" \
          " time so far counts."
  if (TREE_MISSES)
    s = s " Of these threads no call was kept, their time is missing: " text_names(TREE_MISSING, TREE_MISSES) "."
  if (TREE_NEGATIVE)
    s = s " Not drawn: " text_some(TREE_NEGATIVE, "call path") " whose time came out below zero after correction."
  return s
}

# How often something was called, in words; `open`: calls that had not ended, which the count leaves out; `partly`: it
# has had more calls than were timed.
function tree_calls(calls, open, partly,    s)
{
  s = (partly ? "≥ " : "") text_some(calls, "call")
  if (!open)
    return s
  return calls ? s ", " open " open" : open > 1 ? open " open" : "open"
}
