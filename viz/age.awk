# SPDX-License-Identifier: GPL-2.0-or-later
#
# age.awk: how old objects of each place become, the JX paper's figure 12: a row for each place that makes objects, a
# dot for the objects of it that reached an age, its area their number; a red line at the mean age of those that died.
#
# Age is counted in bytes allocated since the birth. Objects that died are filled dots; those that lived at the end of
# the run, whose age is only what they had reached, are rings.
#
# A row that several places share shows one of them on average, lest it outweigh all others.
#
# In: tables ages, sites, collections, threads, run.
# Out: blocks dots, specks (small dots), rings, hoops (small rings), means, sizes and those of lib/sites.awk.

BEGIN {
  LEAST_DOT = 1.6   # radius in pixels: smaller ones cannot be seen
  LEAST_CIRCLE = 4  # smaller ones are points: a circle of gnuplot's is a polygon of 72 corners, 1 KB of SVG
  LARGEST_DOT = 17  # so that dots of neighbouring ages do not hide each other
  page_init("objects")
  time_all()
  sites_read()
  collections_read()
  age_read()
  age_rows()
  age_head()
  age_scale()
  sites_write()
  age_write()
  age_sizes()
}

function age_read(    site, from, to, died, living)
{
  table_open("ages", "site from_bytes to_bytes died living")
  while (table_row()) {
    site = text("site")
    from = number("from_bytes")
    to = number("to_bytes")
    died = number("died")
    living = number("living")
    if (died + living == 0)
      continue
    AGES++
    AGE_SITE[AGES] = site
    AGE_AT[AGES] = sqrt((from > 1 ? from : 1) * (to > 1 ? to : 1))
    AGE_DIED[AGES] = died
    AGE_LIVING[AGES] = living
    SITE_DIED[site] += died
    SITE_LIVING[site] += living
    if (LOW == "" || from < LOW)
      LOW = from
    if (to > HIGH)
      HIGH = to
  }
  if (!AGES)
    die_of_none("object")
}

# Rows for the places with most objects; what several of them share a row is added up.
function age_rows(    site, i, at)
{
  for (site in SITE_DIED)
    sites_place(site, site, class_short(SITE_OF[site]), SITE_DIED[site] + SITE_LIVING[site])
  sites_pick()
  for (site in SITE_DIED) {
    at = ROW_OF[site]
    ROW_OBJECTS[at] += SITE_DIED[site] + SITE_LIVING[site]
    if (site in SITE_MEAN) {
      ROW_DIED[at] += SITE_DIED[site]
      ROW_SUM[at] += SITE_DIED[site] * SITE_MEAN[site]
    }
    DIED += SITE_DIED[site]
    LIVING += SITE_LIVING[site]
  }
  for (i = 1; i <= AGES; i++) {
    at = ROW_OF[AGE_SITE[i]] SUBSEP AGE_AT[i]
    DOT[at] += AGE_DIED[i] / age_places(ROW_OF[AGE_SITE[i]])
    RING[at] += AGE_LIVING[i] / age_places(ROW_OF[AGE_SITE[i]])
    if (DOT[at] > MOST)
      MOST = DOT[at]
    if (RING[at] > MOST)
      MOST = RING[at]
  }
  for (i = 1; i <= COUNT; i++)
    ROW_NOTE[i] = sites_note(text_short(ROW_OBJECTS[i]) " ", sites_made(i), ", " \
                             (ROW_DIED[i] ? text_bytes(ROW_SUM[i] / ROW_DIED[i]) : "none died"))
}

# How many places share a row.
function age_places(at)
{
  return ROW_KEY[at] == "" ? OTHERS : 1
}

function age_head(    s)
{
  s = "A dot: objects made there that reached that age, its area their number; age is counted in bytes allocated" \
      " since the birth. Filled: " text_short(DIED) " that died; rings: " text_short(LIVING) " alive at the end," \
      " with the age that they had reached. Red: the mean of those that died."
  s = s collections_every() sites_remark() (OTHERS > 1 ? " Its dots are of one of them on average." : "")
  if (DIED)
    page_legend("died at that age", colour("4E79A7", 0), "●")
  if (LIVING)
    page_legend("alive at the end", colour("222222", 0), "○")
  if (DIED)
    page_legend("mean of those that died", colour("D62728", 0), "│")
  if (GC_EVERY)
    page_legend("made between two collections", colour("888888", 0), "┊")
  page_head("Object age", s)
  page_legend_write()
  PAGE_TOP += 36
  sites_layout(70, "made there, mean age")
}

function age_scale()
{
  scale_init(LOW, HIGH, PLOT_RIGHT - PLOT_LEFT)
  RADIUS = ROW_HEIGHT * 0.5
  if (RADIUS > LARGEST_DOT)
    RADIUS = LARGEST_DOT
  page_set("every", GC_EVERY ? sprintf("%.2f", scale_x(GC_EVERY)) : -1)
}

function age_radius(count,    r)
{
  r = RADIUS * sqrt(count / MOST)
  return r < LEAST_DOT ? LEAST_DOT : r
}

function age_write(    i)
{
  age_circles(DOT, "dots", "specks")
  age_circles(RING, "rings", "hoops")
  block("means", "x\ttop\theight")
  for (i = 1; i <= COUNT; i++)
    if (ROW_DIED[i])
      row(sprintf("%.2f\t%.1f\t%.1f", scale_x(ROW_SUM[i] / ROW_DIED[i]), ROW_TOP[i] + 2, ROW_HEIGHT - 4))
}

# The larger circles first, so that the smaller ones lie on them; the smallest in a block of their own.
function age_circles(COUNTS, circles, points,    at, part, r, kept)
{
  for (at in COUNTS) {
    if (COUNTS[at] <= 0)
      continue
    split(at, part, SUBSEP)
    r = age_radius(COUNTS[at])
    kept[int(r)] = kept[int(r)] sprintf("\n%.2f\t%.1f\t%.2f", scale_x(part[2]), ROW_TOP[part[1]] + ROW_HEIGHT / 2, r)
  }
  block(circles, "x\ty\tradius")
  for (r = LARGEST_DOT; r >= 0; r--) {
    if (r == LEAST_CIRCLE - 1)
      block(points, "x\ty\tradius")
    if (r in kept)
      row(substr(kept[r], 2))
  }
}

# What the areas mean: a few round numbers, in the line above the rows.
function age_sizes(    count, x)
{
  block("sizes", "x\ty\tradius\tobjects")
  x = PAGE_MARGIN + 60
  for (count = 10 ^ int(log(MOST + 0.5) / log(10)); count >= 1 && age_radius(count) > LEAST_DOT; count = count / 10) {
    row(sprintf("%.0f\t%.0f\t%.2f\t%s", x, PAGE_TOP - 20, age_radius(count), text_some(count, "object")))
    x += 2 * RADIUS + text_width(text_some(count, "object"), 14) + 40
  }
  if (count >= 1)
    row(sprintf("%.0f\t%.0f\t%.2f\t%s", x, PAGE_TOP - 20, LEAST_DOT, "fewer"))
}
