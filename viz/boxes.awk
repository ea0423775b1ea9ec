# SPDX-License-Identifier: GPL-2.0-or-later
#
# boxes.awk: method boxes, the JX paper's figure 4: a box for each call path, nested in the box of its caller, its
# area the corrected time spent in it and in what it called.
#
# What always holds: a box and all that is in it lies inside its caller's; among the callees of one caller, and the
# caller's own time, area is in exact proportion to time (a strip for the name and a margin are taken off first, which
# is why boxes of different callers compare only roughly). What is too small for a box with a name is summed in
# one grey box, callees in their caller's and threads on the page. The
# layout is "squarified": M. Bruls, K. Huizing, J. van Wijk, Squarified Treemaps, 2000.
#
# In: tables tree, threads, run.  Out: blocks boxes, names, small, upright.

BEGIN {
  STRIP = 20         # height of a name, for a font of 14 pixels
  MARGIN = 3         # between a box and those in it
  SMALL_STRIP = 14   # the same for a font of 11 pixels, where 20 is too much
  LEAST_AREA = 360   # pixels; 24 x 15, the smallest box with a name: what is less goes into "N more"
  LEAST_THREAD = 0.01 # of the time; threads below share a grey box
  page_init("timing")
  tree_read()
  boxes_threads()
  boxes_head()
  boxes_place_all()
}

function boxes_head(    s, i)
{
  s = "Area: time spent in a function and in what it calls, " tree_scope() ". " \
      "A box lies in its caller's, and is paler; what is left uncovered is the caller's own time. Percentages are" \
      " of the whole. " \
      "Grey: callees too small for boxes of their own" \
      (OTHERS > 1 ? ", and the threads " text_names(OTHER_NAME, OTHERS) ", together " \
                    text_percent(100 * OTHER_US / TREE_US) : "") "."
  page_legend("too small for a box of its own", colour("999999", 0.5))
  for (i = 1; i <= TREE_ROOTS; i++)
    if (TREE_INCL[TREE_ROOT[i]] > 0 && !boxes_other(TREE_ROOT[i]))
      page_legend(TREE_THREAD[TREE_ROOT[i]], colour(COLOUR[TREE_THREAD[TREE_ROOT[i]]], 0.35))
  page_head("Method boxes: where the time goes", s tree_remark())
  page_legend_write()
}

# Threads too small for a box: OTHERS of them, their time OTHER_US and their names. One alone keeps its box. Where
# these have a tenth of the time, as in a run of hundreds of threads, they have boxes as long as those can be seen.
function boxes_threads(    i, root, large)
{
  for (i = 1; i <= TREE_ROOTS; i++)
    if (TREE_INCL[TREE_ROOT[i]] >= LEAST_THREAD * TREE_US)
      large += TREE_INCL[TREE_ROOT[i]]
  if (large < 0.9 * TREE_US)
    LEAST_THREAD = 4 * LEAST_AREA / (PAGE_WIDTH * PAGE_HEIGHT)
  for (i = 1; i <= TREE_ROOTS; i++) {
    root = TREE_ROOT[i]
    if (TREE_INCL[root] <= 0 || TREE_INCL[root] >= LEAST_THREAD * TREE_US)
      continue
    OTHER_NAME[++OTHERS] = TREE_THREAD[root]
    OTHER_US += TREE_INCL[root]
  }
}

function boxes_other(node)
{
  return OTHERS > 1 && TREE_INCL[node] < LEAST_THREAD * TREE_US
}

# All threads are the items of the page.
function boxes_place_all(    i, items, area, node, n, x, y, w, h, top)
{
  for (i = 1; i <= TREE_ROOTS; i++)
    if (TREE_INCL[TREE_ROOT[i]] > 0 && !boxes_other(TREE_ROOT[i]))
      node[++n] = TREE_ROOT[i]
  if (OTHERS > 1)
    node[++n] = 0
  top = PAGE_TOP
  for (i = 1; i <= n; i++)
    area[i] = (node[i] ? TREE_INCL[node[i]] : OTHER_US) / TREE_US * \
              (PAGE_WIDTH - 2 * PAGE_MARGIN) * (PAGE_HEIGHT - PAGE_MARGIN - top)
  squarify(n, area, PAGE_MARGIN, top, PAGE_WIDTH - 2 * PAGE_MARGIN, PAGE_HEIGHT - PAGE_MARGIN - top, x, y, w, h)
  block("boxes", "left\ttop\tright\tbottom\tcolour\tdepth\ttime_us\tcalls\tthread\tfunction")
  for (i = 1; i <= n; i++)
    if (node[i])
      boxes_place(node[i], x[i], y[i], w[i], h[i], 0)
    else
      boxes_grey(OTHERS " other threads", OTHER_US, "-", x[i], y[i], w[i], h[i], 0)
  page_names()
}

# Draws the box of `node`, then what is in it.
function boxes_place(node, x, y, w, h, depth,    strip, name, area, item, n, i, k, ix, iy, iw, ih)
{
  boxes_row(x, y, w, h, colour(COLOUR[TREE_THREAD[node]], 0.35 + 0.5 * (1 - 0.8 ^ depth)), depth, TREE_INCL[node],
            TREE_CALLS[node], TREE_THREAD[node], TREE_FUNCTION[node])
  name = TREE_FUNCTION[node]
  # A caller that does nothing but pass on to one callee shares its strip.
  while (boxes_sole(node) && text_width(name " › " TREE_FUNCTION[boxes_sole(node)] boxes_share(node), 14) < w - 12) {
    node = boxes_sole(node)
    name = name " › " TREE_FUNCTION[node]
  }
  if (boxes_is_upright(name, w, h)) {
    page_name("upright", x + SMALL_STRIP / 2, y + h - 4, text_fit_name(name, 11, h - 8))
    x += SMALL_STRIP; w -= SMALL_STRIP + MARGIN; y += MARGIN; h -= 2 * MARGIN
  } else {
    strip = boxes_label(node, name, x, y, w, h)
    x += MARGIN; w -= 2 * MARGIN; y += strip; h -= strip + MARGIN
  }
  if (w < 8 || h < 8)
    return
  n = boxes_items(node, w * h, item, area)
  squarify(n, area, x, y, w, h, ix, iy, iw, ih)
  for (i = 1; i <= n; i++) {
    if (item[i] > 0)
      boxes_place(item[i], ix[i], iy[i], iw[i], ih[i], depth + 1)
    else if (item[i] < 0)
      boxes_grey(-item[i] " more", MORE_US[node], TREE_THREAD[node], ix[i], iy[i], iw[i], ih[i], depth + 1)
    else
      boxes_own(node, area[i] / (w * h), ix[i], iy[i], iw[i], ih[i])
  }
}

# Whether a name has room along the left side of a box only: it is higher than wide, and too narrow for the name.
function boxes_is_upright(name, w, h,    short)
{
  if (h < w || h < 40 || w < SMALL_STRIP + 1)
    return 0
  short = text_fit_name(name, 11, w - 6)
  return short == "" || short ~ /…/
}

# The only callee of `node`, when what happens outside it is less than 1 % of its time; else 0.
function boxes_sole(node,    child)
{
  child = TREE_CHILD[node]
  return child && !TREE_NEXT[child] && TREE_INCL[child] >= 0.99 * TREE_INCL[node] ? child : 0
}

# What shares the area inside `node`: callees (item: node number), "N more" (item: -N) and the own time (item: 0).
# Callees add up to more than their caller where a correction went wrong; they share the whole then.
function boxes_items(node, room, item, area,    child, n, sum, more, more_us, whole)
{
  for (child = TREE_CHILD[node]; child; child = TREE_NEXT[child])
    if (TREE_INCL[child] > 0)
      sum += TREE_INCL[child]
  whole = sum > TREE_INCL[node] ? sum : TREE_INCL[node]
  for (child = TREE_CHILD[node]; child; child = TREE_NEXT[child]) {
    if (TREE_INCL[child] <= 0)
      continue
    if (TREE_INCL[child] / whole * room >= LEAST_AREA) {
      item[++n] = child
      area[n] = TREE_INCL[child] / whole * room
    } else {
      more++
      more_us += TREE_INCL[child]
    }
  }
  if (more) {
    item[++n] = -more
    area[n] = more_us / whole * room
    MORE_US[node] = more_us
  }
  if (n && whole > sum) {
    item[++n] = 0
    area[n] = (whole - sum) / whole * room
  }
  return n
}

# A box for what is too small for one of its own.
function boxes_grey(name, us, thread, x, y, w, h, depth,    full)
{
  boxes_row(x, y, w, h, colour("999999", 0.5), depth, us, 0, thread, name)
  full = name "  " text_percent(100 * us / TREE_US)
  if (boxes_is_upright(name, w, h))
    page_name("upright", x + SMALL_STRIP / 2, y + h - 4, text_fit(full, 11, h - 8))
  else if (h >= SMALL_STRIP)
    page_name(11, x + 3, y + SMALL_STRIP / 2, text_width(full, 11) <= w - 6 ? full : text_fit(name, 11, w - 5))
}

# Says what an uncovered area stands for, where there is room. `share`: of the caller's time.
function boxes_own(node, share, x, y, w, h,    name)
{
  name = "own " text_percent(100 * share * TREE_INCL[node] / TREE_US)
  if (h > 24 && text_width(name, 11) < w - 10)
    page_name(11, x + 5, y + h / 2, name)
}

function boxes_row(x, y, w, h, rgb, depth, us, calls, thread, name)
{
  row(sprintf("%.2f\t%.2f\t%.2f\t%.2f\t%d\t%d\t%.3f\t%.0f\t", x, y, x + w, y + h, rgb, depth, us, calls) \
      quote_field(thread) "\t" quote_field(name))
}

function boxes_share(node)
{
  return "  " text_percent(100 * TREE_INCL[node] / TREE_US)
}

# Writes the name into the upper left corner, as large and complete as fits; a leaf with room gets time and calls
# below. Returns the height taken.
function boxes_label(node, name, x, y, w, h,    size, strip, leaf)
{
  size = h >= STRIP + 4 && w >= 60 ? 14 : 11
  strip = size == 14 ? STRIP : SMALL_STRIP
  if (h < SMALL_STRIP + 1 || w < 24)
    return MARGIN
  if (text_width(name, size) > w - 8 && size == 14)
    size = 11
  if (text_width(name boxes_share(node), size) <= w - 8)
    name = name boxes_share(node)
  else
    name = text_fit_name(name, size, w - 6)
  if (name == "")
    return MARGIN
  page_name(size, x + 4, y + strip / 2, name)
  leaf = text_time(TREE_INCL[node])
  if (TREE_PARENT[node] || TREE_CALLS[node])   # how often NMIs came nobody counts
    leaf = leaf ", " tree_calls(TREE_CALLS[node], TREE_OPENED[node], TREE_PARTLY[node])
  if (!TREE_CHILD[node] && h > strip + 18 && text_width(leaf, 11) < w - 8)
    page_name(11, x + 4, y + strip + 6, leaf)
  return strip
}
