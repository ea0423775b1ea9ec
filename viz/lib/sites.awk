# SPDX-License-Identifier: GPL-2.0-or-later
#
# sites.awk: charts with a row for each place in the code that makes objects, in the order of the code: grouped by
# package, class and method, as the JX paper's figure 9.
#
#   sites_read()                         table sites, by number: SITE_PACKAGE, SITE_CLASS, SITE_OF, SITE_MEAN ...
#   sites_place(key, site, made, weight) for everything that could have a row; `made` is what is made there
#   sites_pick()                         gives rows to the heaviest: ROW_OF[key], ROW_KEY[1..COUNT]
#   ROW_NOTE[row] = text                 what stands at the right of each row
#   page_head(...), page_legend_write()
#   sites_layout(most, head)             rows of at most `most` pixels, `head` above the notes: ROW_TOP, ROW_HEIGHT
#   sites_write()                        the lettering; sites.gp draws it
#
# A row is never lower than its lettering, so there are at most MOST_LINES of rows and headings; what has no row of
# its own shares the last one, ROW_KEY of which is "". Places of y are pixels of the page.

function sites_read(    site, where)
{
  MOST_LINES = 58      # a page of them is 1.4 times as high as others
  ENOUGH_ROWS = 28     # that fill a page
  LEAST_HEIGHT = 21    # of a row: lettering of 14 pixels
  HEADING_HEIGHT = 25  # of a package's line
  table_open("sites", "site package class method where objects_of mean_age_bytes")
  while (table_row()) {
    site = text("site")
    SITE_PACKAGE[site] = text("package")
    SITE_CLASS[site] = text("class")
    SITE_METHOD[site] = text("method")
    SITE_OF[site] = text("objects_of")
    if (text("mean_age_bytes") != "-")
      SITE_MEAN[site] = number("mean_age_bytes")
    where = text("where")
    if (match(where, /:[0-9]+(#[0-9]+)?$/)) {
      SITE_WHERE[site] = substr(where, RSTART)
      SITE_LINE[site] = substr(where, RSTART + 1) + 0
    }
    if (match(where, /:[0-9]+#[0-9]+$/) && match(where, /#[0-9]+$/))
      SITE_IN_LINE[site] = substr(where, RSTART + 1) + 0
  }
}

function sites_place(key, site, made, weight)
{
  if (!(site in SITE_METHOD))
    die(1, table_path("sites") " has no site " site ", of which table objects or ages has objects; make the tables" \
           " again with `hostdump tables`")
  PLACE[++PLACES] = key
  PLACE_SITE[key] = site
  PLACE_MADE[key] = made
  PLACE_WEIGHT[key] = weight
}

# The heaviest places, as many as there are lines for with the headings of their packages; of more than ENOUGH_ROWS
# only those that matter: what is left has a thousandth of all.
function sites_pick(    i, n, heavy, lines, headed, left, little)
{
  for (i = 1; i <= PLACES; i++)
    left += PLACE_WEIGHT[PLACE[i]]
  n = order_top(PLACE, PLACES, PLACE_WEIGHT, MOST_LINES, heavy)
  little = left / 1000
  for (i = 1; i <= n && (i <= ENOUGH_ROWS || left > little); i++) {
    left -= PLACE_WEIGHT[heavy[i]]
    lines += 1 + !(SITE_PACKAGE[PLACE_SITE[heavy[i]]] in headed)
    if (lines > MOST_LINES - (PLACES > i))
      break
    headed[SITE_PACKAGE[PLACE_SITE[heavy[i]]]] = 1
    sites_insert(heavy[i])
  }
  for (i = 1; i <= COUNT; i++)
    ROW_OF[ROW_KEY[i]] = i
  OTHERS = PLACES - COUNT
  if (OTHERS)
    ROW_KEY[++COUNT] = ""
  for (i = 1; i <= PLACES; i++)
    if (!(PLACE[i] in ROW_OF))
      ROW_OF[PLACE[i]] = COUNT
}

function sites_insert(key,    j)
{
  for (j = COUNT++; j > 0 && sites_before(key, ROW_KEY[j]); j--)
    ROW_KEY[j + 1] = ROW_KEY[j]
  ROW_KEY[j + 1] = key
}

# Whether place `a` comes before `b` in the code.
function sites_before(a, b,    s, t)
{
  s = PLACE_SITE[a]
  t = PLACE_SITE[b]
  if (SITE_PACKAGE[s] != SITE_PACKAGE[t])
    return SITE_PACKAGE[s] < SITE_PACKAGE[t]
  if (SITE_CLASS[s] != SITE_CLASS[t])
    return SITE_CLASS[s] < SITE_CLASS[t]
  if (SITE_LINE[s] != SITE_LINE[t])
    return SITE_LINE[s] < SITE_LINE[t]
  if (SITE_METHOD[s] == SITE_METHOD[t] && SITE_IN_LINE[s] != SITE_IN_LINE[t])
    return SITE_IN_LINE[s] < SITE_IN_LINE[t]
  return SITE_METHOD[s] != SITE_METHOD[t] ? SITE_METHOD[s] < SITE_METHOD[t] : PLACE_MADE[a] < PLACE_MADE[b]
}

function sites_package(at)
{
  return ROW_KEY[at] == "" ? "\n" : SITE_PACKAGE[PLACE_SITE[ROW_KEY[at]]]
}

function sites_class(at)
{
  return ROW_KEY[at] == "" ? "" : SITE_CLASS[PLACE_SITE[ROW_KEY[at]]]
}

# The method and line of a row, `:12#2` for the second place of a line, shortened to `room`.
function sites_method(at, room,    site)
{
  site = PLACE_SITE[ROW_KEY[at]]
  return text_fit_name(SITE_METHOD[site], 14, room - text_width(SITE_WHERE[site], 14)) SITE_WHERE[site]
}

# What is made at a row, by its short name; `objects` where it is of several classes.
function sites_made(at)
{
  return ROW_KEY[at] == "" || PLACE_MADE[ROW_KEY[at]] == "several" ? "objects" : PLACE_MADE[ROW_KEY[at]]
}

# The note of a row: numbers before and behind the name of what is made, which is cut where there is no room.
function sites_note(before, made, behind)
{
  return before text_fit_name(made, 13, 260 - text_width(before behind, 13)) behind
}

# Tells of the places without a row: for the heading.
function sites_remark()
{
  return OTHERS ? " The " text_count(OTHERS) " smallest places share the last row." : ""
}

# Columns as wide as what is in them, rows as high as the page allows.
function sites_layout(most, head,    i, y, headings, height)
{
  for (i = 1; i <= COUNT; i++)
    headings += sites_headed(i)
  PLOT_TOP = PAGE_TOP + 16
  height = (1000 - 80 - PLOT_TOP - headings * HEADING_HEIGHT) / COUNT
  height = height > most ? most : height < LEAST_HEIGHT ? LEAST_HEIGHT : int(height)
  y = PLOT_TOP
  for (i = 1; i <= COUNT; i++) {
    y += sites_headed(i) * HEADING_HEIGHT
    ROW_TOP[i] = y
    y += height
  }
  ROW_HEIGHT = height
  PLOT_BOTTOM = y + 4
  PAGE_HEIGHT = PLOT_BOTTOM + 76
  NOTES_HEAD = head
  sites_columns()
  page_set("height", PAGE_HEIGHT)
  page_set("plot_top", PLOT_TOP)
  page_set("plot_bottom", PLOT_BOTTOM)
  page_set("left", PLOT_LEFT)
  page_set("right", PLOT_RIGHT)
}

# Whether a package begins with this row.
function sites_headed(at)
{
  return ROW_KEY[at] != "" && (at == 1 || sites_package(at) != sites_package(at - 1))
}

# Whether a class begins with it.
function sites_classed(at)
{
  return sites_headed(at) || sites_class(at) != sites_class(at - 1)
}

function sites_columns(    i, class, method, note)
{
  class = 40
  note = text_width(NOTES_HEAD, 15) * 1.1
  method = 60
  for (i = 1; i <= COUNT; i++) {
    if (ROW_KEY[i] != "") {
      class = sites_wider(class, text_fit(sites_class(i), 14, 200), 14)
      method = sites_wider(method, sites_method(i, 200), 14)
    }
    note = sites_wider(note, ROW_NOTE[i], 13)
  }
  CLASS_LEFT = PAGE_MARGIN + 14
  METHOD_ROOM = method
  PLOT_LEFT = int(CLASS_LEFT + class + 18 + method + 12)
  PLOT_RIGHT = int(PAGE_WIDTH - PAGE_MARGIN - note - 20)
}

function sites_wider(width, s, size)
{
  return text_width(s, size) > width ? text_width(s, size) : width
}

# The lettering: packages, classes, methods, notes and the lines between the groups.
function sites_write(    i)
{
  sites_rules()
  block("packages", "x\ty\tpackage")
  for (i = 1; i <= COUNT; i++)
    if (sites_headed(i))
      sites_text(PAGE_MARGIN, ROW_TOP[i] - HEADING_HEIGHT / 2,
                 sites_package(i) == "-" ? "(no package)" : text_fit(sites_package(i), 15, PLOT_LEFT - 40))
  sites_text(PLOT_RIGHT + 14, PAGE_TOP + 4, NOTES_HEAD)
  block("classes", "x\ty\tclass")
  for (i = 1; i <= COUNT; i++)
    if (ROW_KEY[i] == "")
      sites_text(PAGE_MARGIN, ROW_TOP[i] + ROW_HEIGHT / 2, text_count(OTHERS) " other places")
    else if (sites_classed(i))
      sites_text(CLASS_LEFT, ROW_TOP[i] + ROW_HEIGHT / 2, text_fit(sites_class(i), 14, 200))
  block("methods", "x\ty\tmethod:line")
  for (i = 1; i <= COUNT; i++)
    if (ROW_KEY[i] != "")
      sites_text(PLOT_LEFT - 12, ROW_TOP[i] + ROW_HEIGHT / 2, sites_method(i, METHOD_ROOM))
  block("notes", "x\ty\tnote")
  for (i = 1; i <= COUNT; i++)
    sites_text(PLOT_RIGHT + 14, ROW_TOP[i] + ROW_HEIGHT / 2, ROW_NOTE[i])
}

function sites_text(x, y, s)
{
  row(sprintf("%.0f\t%.1f\t", x, y) quote_field(s))
}

# Lines: dark where a package begins, pale where a class or another row does.
function sites_rules(    i, y)
{
  block("rules", "from\tto\ty\tcolour")
  for (i = 1; i <= COUNT; i++) {
    y = ROW_TOP[i] - (sites_headed(i) ? HEADING_HEIGHT : 0)
    if (i > 1)
      row(sprintf("%d\t%d\t%.1f\t%d", sites_headed(i) || ROW_KEY[i] == "" ? PAGE_MARGIN : sites_classed(i) ? \
                                      CLASS_LEFT : PLOT_LEFT, PAGE_WIDTH - PAGE_MARGIN, y,
                  colour(sites_headed(i) || ROW_KEY[i] == "" ? "A0A0A0" : sites_classed(i) ? "D8D8D8" : "EEEEEE", 0)))
  }
}
