# SPDX-License-Identifier: GPL-2.0-or-later
#
# scale.awk: a logarithmic axis of bytes of allocation, by which objects age (JX paper, section 5): an object grows
# older when memory is allocated.
#
# scale_init(low, high, pixels) takes the range of the ages and the width of the plot, and gives gnuplot range (0 to
# `pixels`) and ticks (`ticks`); scale_x(bytes) is a place on that axis. It is linear in pixels for gnuplot, whose
# circles want one unit in both directions.

function scale_init(low, high, pixels,    octaves, each, octave, ticks)
{
  SCALE_LOW = int(log(low > 1 ? low : 1) / log(2)) - 0.3
  octaves = log(high > 1 ? high : 1) / log(2) + 0.3 - SCALE_LOW
  if (octaves < 2)
    octaves = 2
  SCALE_OCTAVE = pixels / octaves
  each = SCALE_OCTAVE >= 70 ? 1 : SCALE_OCTAVE >= 35 ? 2 : 5
  for (octave = int(SCALE_LOW + 1); octave <= SCALE_LOW + octaves; octave++)
    if (octave % each == 0)
      page_tick(++ticks, text_bytes(2 ^ octave), sprintf("%.2f", scale_x(2 ^ octave)))
  page_set("pixels", pixels)
  page_set("ticks", ticks)
}

function scale_x(bytes)
{
  return (log(bytes > 1 ? bytes : 1) / log(2) - SCALE_LOW) * SCALE_OCTAVE
}
