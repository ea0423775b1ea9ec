# SPDX-License-Identifier: GPL-2.0-or-later
#
# lifetime.awk: how long objects live, the JX paper's figure 10: a line from birth to death, in the row of the place
# that made the object, in the colour of its class; collections are vertical lines. As chart `newest`, figure 11: the
# last tenth of the objects only.
#
# In a row the objects that died lie above those that lived to the end of the run, both from the top in the order of
# their birth, so that each row is a staircase: what hugs the stairs was soon dead, what reaches out of them lived on.
# A line is a lane; where there are more objects than lanes, objects born one after the other share one, the paler the
# fewer of them are alive, compared with the most that ever were at once. A place that makes objects of several
# classes has a row for each.
#
# In: tables objects, sites, classes, collections, threads, run.
# Out: blocks lanes, ends, collections, unknown and those of lib/sites.awk.

BEGIN {
  MOST_LINES_GC = 150  # collections that can be drawn as lines without covering the objects
  LANE_HEIGHT = 2      # pixels, at least
  LANE_FAT = 7         # pixels, at most
  SHARE_OF_ROW = 0.84  # what lanes take of a row's height
  page_init("objects")
  time_init()
  if (ENVIRON["RENDER_CHART"] == "newest")
    lifetime_newest()
  sites_read()
  classes_read()
  collections_read()
  lifetime_count()
  lifetime_rows()
  lifetime_head()
  lifetime_lanes()
  lifetime_sum()
  sites_write()
  lifetime_write()
  lifetime_collections()
}

# The place of the object at hand.
function lifetime_place()
{
  return SITE_OF[OBJECT_SITE] == "several" ? OBJECT_SITE ":" OBJECT_CLASS : OBJECT_SITE
}

function lifetime_shown()
{
  return OBJECT_BIRTH <= TIME_TO && OBJECT_DEATH >= TIME_FROM && OBJECT_BIRTH >= BORN_FROM + 0
}

# Leaves the last tenth of the objects of the stretch.
function lifetime_newest()
{
  BORN_FROM = newest_from(TIME_FROM, TIME_TO)
  if (BORN_FROM >= TIME_TO)
    die(3, "the newest objects were born at the very end")
  if (BORN_FROM != "")
    time_narrow(BORN_FROM, TIME_TO)
}

# First pass: how many objects that lived in the stretch each place has.
function lifetime_count(    key)
{
  objects_open()
  while (objects_row()) {
    if (OBJECTS_READ == 1)
      FIRST = OBJECT_BIRTH
    if (OBJECT_BIRTH > LAST)
      LAST = OBJECT_BIRTH
    if (!lifetime_shown())
      continue
    OBJECTS += OBJECT_COUNT
    key = lifetime_place()
    if (!OF_PLACE[key]) {
      SITE_AT[key] = OBJECT_SITE
      CLASS_AT[key] = OBJECT_CLASS
    }
    OF_PLACE[key] += OBJECT_COUNT
    PLACE_BYTES[key] += OBJECT_SUM
    PLACE_LIVES[key] += OBJECT_LIVES * OBJECT_COUNT
    LIVES += OBJECT_LIVES * OBJECT_COUNT
  }
  objects_check(OBJECTS)
}

# Rows; DIED and LIVED [row] are objects.
function lifetime_rows(    key, i)
{
  for (key in OF_PLACE)
    sites_place(key, SITE_AT[key], class_short(CLASS_NAME[CLASS_AT[key]]), PLACE_BYTES[key])
  sites_pick()
  for (key in OF_PLACE) {
    DIED[ROW_OF[key]] += OF_PLACE[key] - PLACE_LIVES[key]
    LIVED[ROW_OF[key]] += PLACE_LIVES[key]
  }
  for (i = 1; i <= COUNT; i++)
    ROW_NOTE[i] = sites_note(text_short(DIED[i] + LIVED[i]) " ", sites_made(i),
                             LIVED[i] ? ", " text_short(LIVED[i]) " lived on" : "")
}

# A colour for each class that has rows, the largest of the run first, as far as there are colours; the rest is grey.
function lifetime_colours(    i, n, hex, present, class)
{
  n = split("4E79A7 F28E2B 59A14F B07AA1 D4A92A 499894 D37295 9C755F 7A6FD0 86A033", hex, " ")
  for (i = 1; i <= COUNT; i++)
    if (ROW_KEY[i] != "")
      present[CLASS_AT[ROW_KEY[i]]] = 1
  for (i = 1; i <= CLASSES; i++) {
    class = CLASS_ORDER[i]
    if (!(class in present))
      continue
    if (++COLOURED > n) {
      GREY = 1
      continue
    }
    CLASS_HEX[class] = hex[COLOURED]
    page_legend(class_short(CLASS_NAME[class]), colour(hex[COLOURED], 0))
  }
  if (GREY || OTHERS)
    page_legend("other classes", colour("8A8A8A", 0))
  if (LIVES)
    page_legend("alive at the end", colour("222222", 0))
  if (GCS)
    page_legend("a collection", colour("C0392B", 0), "│")
}

function lifetime_hex(at,    class)
{
  class = ROW_KEY[at] == "" ? "" : CLASS_AT[ROW_KEY[at]]
  return class in CLASS_HEX ? CLASS_HEX[class] : "8A8A8A"
}

function lifetime_head(    s)
{
  s = "A line: an object from birth to death, or several made one after the other, paler where fewer of them are" \
      " left; " text_some(OBJECTS, "object") " in " time_words() ". In a row they lie in the order of birth; below" \
      " them the " text_count(LIVES) " that lived on to the end of the run (black at the right)." \
      (BORN_FROM == "" ? "" : " Only the last tenth of " text_some(NEWEST_ALL, "object") ", in the order of birth.") \
      lifetime_collections_said()
  time_known(FIRST, LAST, "birth death")
  lifetime_colours()
  page_head(BORN_FROM == "" ? "Object lifetime" : "Lifetime of the newest objects", \
            s sites_remark() objects_choice() time_remark())
  page_legend_write()
  sites_layout(420, "made there")
}

function lifetime_collections_said()
{
  if (!GCS)
    return collections_none() (time_whole() ? "" : " in that time") "."
  if (GCS > MOST_LINES_GC)
    return " Red ticks above: " text_count(GCS) " collections; zoom in (--from, --to) to see them as lines."
  return " Red " (GCS > 1 ? "lines" : "line") ": " text_some(GCS, "collection") "; an object is found dead in the" \
         " first after its last use."
}

# Cuts each row into lanes: those of row i are LANE_OF[i] + 0 ... In front the lanes of objects that died, behind
# those of the living, in proportion; neither goes without.
function lifetime_lanes(    i, room, most, all, living)
{
  room = ROW_HEIGHT * SHARE_OF_ROW
  most = int(room / LANE_HEIGHT)
  for (i = 1; i <= COUNT; i++) {
    all = DIED[i] + LIVED[i]
    ROW_LANES[i] = all < most ? all : most
    living = int(ROW_LANES[i] * LIVED[i] / all + 0.5)
    if (LIVED[i] && !living)
      living = 1
    if (DIED[i] && living == ROW_LANES[i])
      living--
    ROW_LIVING[i] = living
    LANE_OF[i] = LANES
    LANES += ROW_LANES[i]
  }
  rows_init(LANES, time_pixels(PLOT_RIGHT - PLOT_LEFT))
}

# Second pass: by how much the number of living objects of a lane changes in a column.
function lifetime_sum(    key, i, lane, wide, to)
{
  wide = ROW_PIXELS + 2
  objects_open()
  while (objects_row()) {
    if (!lifetime_shown())
      continue
    i = ROW_OF[lifetime_place()]
    if (OBJECT_LIVES) {
      lane = LANE_OF[i] + ROW_LANES[i] - ROW_LIVING[i] + int(LIVED_SO_FAR[i] * ROW_LIVING[i] / LIVED[i])
      LIVED_SO_FAR[i] += OBJECT_COUNT
    } else {
      lane = LANE_OF[i] + int(DIED_SO_FAR[i] * (ROW_LANES[i] - ROW_LIVING[i]) / DIED[i])
      DIED_SO_FAR[i] += OBJECT_COUNT
    }
    CHANGE[lane * wide + rows_column(OBJECT_BIRTH)] += OBJECT_COUNT
    to = OBJECT_DEATH > TIME_TO ? ROW_PIXELS : rows_column(OBJECT_DEATH) + 1
    CHANGE[lane * wide + to] -= OBJECT_COUNT
  }
}

# The lanes, and the black ends of those that hold living objects.
function lifetime_write(    i, k, pitch, height, top)
{
  block("lanes", "from\tto\ttop\tbottom\tcolour")
  for (i = 1; i <= COUNT; i++) {
    pitch = ROW_HEIGHT * SHARE_OF_ROW / ROW_LANES[i]
    height = pitch * 0.8 > LANE_FAT ? LANE_FAT : pitch * 0.8 < LANE_HEIGHT ? pitch : pitch * 0.8
    for (k = 0; k < ROW_LANES[i]; k++) {
      top = ROW_TOP[i] + ROW_HEIGHT * (1 - SHARE_OF_ROW) / 2 + k * pitch + (pitch - height) / 2
      lifetime_lane(LANE_OF[i] + k, sprintf("%.2f", top), sprintf("%.2f", top + height), lifetime_hex(i))
      if (k >= ROW_LANES[i] - ROW_LIVING[i])
        ENDS[++ENDS_COUNT] = sprintf("%.2f\t%.2f", top, top + height)
    }
  }
  block("ends", "top\tbottom")
  for (i = 1; i <= ENDS_COUNT; i++)
    row(ENDS[i])
  page_set("stretch_to", sprintf("%.10g", time_x(TIME_TO)))
  time_unknown_write()
}

# A lane in rectangles of one strength: how many of its objects are alive, of the most that ever are.
function lifetime_lane(lane, top, bottom, hex,    column, alive, count, most, level, open, since, at)
{
  at = lane * (ROW_PIXELS + 2)
  for (column = 0; column <= ROW_PIXELS; column++) {
    if ((at + column) in CHANGE)
      alive += CHANGE[at + column]
    count[column] = column < ROW_PIXELS ? alive : 0
    if (alive > most)
      most = alive
  }
  for (column = 0; column <= ROW_PIXELS; column++) {
    level = most > 0 ? rows_step(count[column] / most) : 0
    if (level == open)
      continue
    if (open)
      row(sprintf("%.8g\t%.8g\t%s\t%s\t%d", rows_x(since), rows_x(column), top, bottom,
                  colour(hex, 0.75 * (1 - open / LEVELS))))
    open = level
    since = column
  }
}

function lifetime_collections(    i, column, last)
{
  page_set("collections_full", GCS <= MOST_LINES_GC)
  page_set_text("collections_colour", GCS > 40 && GCS <= MOST_LINES_GC ? "#A0C0392B" : "#60C0392B")
  block("collections", "time")
  last = -1
  for (i = 1; i <= GCS; i++) {
    column = rows_column(GC_FROM[i])
    if (column != last && GC_FROM[i] >= TIME_FROM)
      row(sprintf("%.8g", time_x(GC_FROM[i])))
    last = column
  }
}
