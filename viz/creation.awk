# SPDX-License-Identifier: GPL-2.0-or-later
#
# creation.awk: which code makes objects when, and how large, the JX paper's figure 9: a row for each place that
# allocates, by package, class and method, a mark for each object; its colour is the size, from blue to red.
#
# Objects of one place that fall into one of COLUMNS are one mark: the higher the more of them, in the colour
# of the largest.
#
# In: tables objects, sites, threads, run.  Out: blocks marks, unknown and those of lib/sites.awk.

BEGIN {
  COLUMNS = 512     # of two pixels each, more or less: the width of the plot is known only when all is read
  SITES_MOST = 2 ^ 31 / COLUMNS  # 2 ^ 31 - 1: the largest whole number that mawk takes for one as a key
  MOST_COLOURS = 8  # sizes that can be told apart
  page_init("objects")
  time_init()
  sites_read()
  creation_read()
  creation_rows()
  creation_head()
  sites_write()
  creation_write()
}

# Sums by cell, site + column * SITES_MOST: BORN, and LARGEST of them. Sites are numbered as they come, SITE_KEY[n]:
# with a target's own numbers, which may have 32 bits, cells would be beyond the whole numbers that mawk keeps apart.
# The site stands in the lower bits, for mawk finds a key by these: thousands of keys with the same ones take minutes.
function creation_read(    scale, column, cell)
{
  scale = COLUMNS / (TIME_TO - TIME_FROM)
  objects_open()
  while (objects_row()) {
    if (OBJECTS_READ == 1)
      FIRST = OBJECT_BIRTH
    LAST = OBJECT_BIRTH
    if (OBJECT_BIRTH < TIME_FROM || OBJECT_BIRTH > TIME_TO)
      continue
    column = int((OBJECT_BIRTH - TIME_FROM) * scale)
    if (!(OBJECT_SITE in SITE_NUMBER)) {
      if (++SITES >= SITES_MOST)
        die(1, "objects are of more than " SITES_MOST - 1 " places")
      SITE_KEY[SITES] = OBJECT_SITE
      SITE_NUMBER[OBJECT_SITE] = SITES
    }
    cell = SITE_NUMBER[OBJECT_SITE] + (column < COLUMNS ? column : COLUMNS - 1) * SITES_MOST
    BORN[cell] += OBJECT_COUNT
    if (OBJECT_BYTES > LARGEST[cell])
      LARGEST[cell] = OBJECT_BYTES
    if (SMALLEST == 0 || OBJECT_BYTES < SMALLEST)
      SMALLEST = OBJECT_BYTES
    OBJECTS += OBJECT_COUNT
    BYTES += OBJECT_SUM
    SITE_OBJECTS[OBJECT_SITE] += OBJECT_COUNT
    SITE_BYTES[OBJECT_SITE] += OBJECT_SUM
  }
  objects_check(OBJECTS)
}

# Rows, and the cells of the places that share one.
function creation_rows(    site, cell, i, at)
{
  for (site in SITE_OBJECTS)
    sites_place(site, site, class_short(SITE_OF[site]), SITE_BYTES[site])
  sites_pick()
  for (cell in BORN) {
    site = cell % SITES_MOST
    at = ROW_OF[SITE_KEY[site]] * COLUMNS + (cell - site) / SITES_MOST
    ROW_BORN[at] += BORN[cell]
    if (LARGEST[cell] > ROW_LARGEST[at])
      ROW_LARGEST[at] = LARGEST[cell]
    if (ROW_BORN[at] > MOST_BORN)
      MOST_BORN = ROW_BORN[at]
    if (LARGEST[cell] > BIGGEST)
      BIGGEST = LARGEST[cell]
  }
  for (site in SITE_OBJECTS) {
    ROW_OBJECTS[ROW_OF[site]] += SITE_OBJECTS[site]
    ROW_BYTES[ROW_OF[site]] += SITE_BYTES[site]
  }
  for (i = 1; i <= COUNT; i++)
    ROW_NOTE[i] = sites_note(text_bytes(ROW_BYTES[i]) " in " text_short(ROW_OBJECTS[i]) " ", sites_made(i), "")
}

# Steps of size: doublings, or of several doublings when there would be more than MOST_COLOURS. STEP[1..STEPS] is the
# most bytes of a step, STEP_HEX its colour.
function creation_colours(    low, high, each, i)
{
  low = creation_octave(SMALLEST)
  high = creation_octave(BIGGEST)
  each = 1
  while ((high - low + each) / each > MOST_COLOURS)
    each++
  STEPS = int((high - low) / each) + 1
  for (i = 1; i <= STEPS; i++) {
    STEP[i] = 2 ^ (high - (STEPS - i) * each)
    STEP_HEX[i] = creation_hex(STEPS > 1 ? (i - 1) / (STEPS - 1) : 0)
    page_legend("up to " text_bytes(STEP[i]), colour(STEP_HEX[i], 0))
  }
}

# The smallest power of two that is not below `bytes`.
function creation_octave(bytes,    octave)
{
  while (2 ^ octave < bytes)
    octave++
  return octave
}

# A colour from blue (0) over green and yellow to red (1).
function creation_hex(share,    n, hex)
{
  n = split("2B4FA2 3C84C6 45ADA8 6FB257 C9BF35 EDA32F E0652B B81F24", hex, " ")
  return hex[int(share * (n - 1) + 0.5) + 1]
}

function creation_step(bytes,    i)
{
  for (i = 1; i < STEPS && bytes > STEP[i]; i++)
    ;
  return i
}

function creation_head(    s)
{
  s = MOST_BORN > 1 ? "A mark: objects made there then, the higher the more, in the colour of the largest" : \
                      "A mark: an object made there then, its colour the size"
  s = s "; " text_some(OBJECTS, "object") " of together " text_bytes(BYTES) " in " time_words() ". Rows follow" \
      " the code: package, class, method with the line."
  time_known(FIRST, LAST, "birth")
  creation_colours()
  page_head("Object creation", s sites_remark() objects_choice() time_remark())
  page_legend_write()
  sites_layout(60, "made there")
}

# The marks; neighbours of one height and colour are one. That of a single object has a third of the height.
function creation_write(    i, column, at, level, step, open, since)
{
  rows_init(COUNT, COLUMNS)
  block("marks", "from\tto\ttop\tbottom\tcolour")
  for (i = 1; i <= COUNT; i++) {
    open = ""
    for (column = 0; column <= COLUMNS; column++) {
      at = i * COLUMNS + column
      level = column < COLUMNS && (at in ROW_BORN) ? creation_level(ROW_BORN[at]) : ""
      if (level)
        level = level * 100 + creation_step(ROW_LARGEST[at])
      if (level == open)
        continue
      if (open)
        creation_mark(i, since, column, int(open / 100), open % 100)
      open = level
      since = column
    }
  }
  time_unknown_write()
}

function creation_level(count)
{
  return rows_step(log(1 + count) / log(1 + MOST_BORN))
}

function creation_mark(i, from, to, level, step,    room, bottom)
{
  room = (ROW_HEIGHT - 4) / 3
  bottom = ROW_TOP[i] + ROW_HEIGHT - 2
  row(sprintf("%.8g\t%.8g\t%.1f\t%.1f\t%d", rows_x(from), rows_x(to),
              bottom - room * (1 + 2 * (level - 1) / (LEVELS - 1)), bottom, colour(STEP_HEX[step], 0)))
}
