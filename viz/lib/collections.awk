# SPDX-License-Identifier: GPL-2.0-or-later
#
# collections.awk: the runs of the garbage collector (table `collections`), for the charts of objects.
#
# collections_read() keeps those of the stretch TIME_FROM to TIME_TO: GC_FROM, GC_TO, GC_PAUSE (us) and GC_REASON
# [1..GCS]; GC_US is the sum of their pauses, GC_LONGEST the longest. GC_EVERY is how many bytes were made between two
# collections of the run, on average; 0: there were no two.

function collections_read(    from, to, before, after, made, gaps)
{
  table_open("collections", "start_us end_us pause_us reason before_bytes after_bytes")
  while (table_row()) {
    from = number("start_us")
    to = number("end_us")
    before = number("before_bytes")
    if (after != "") {
      made += before - after
      gaps++
    }
    after = number("after_bytes")
    if (to < TIME_FROM || from > TIME_TO)
      continue
    GC_FROM[++GCS] = from
    GC_TO[GCS] = to
    GC_PAUSE[GCS] = number("pause_us")
    GC_REASON[GCS] = text("reason")
    GC_US += GC_PAUSE[GCS]
    if (GC_PAUSE[GCS] > GC_LONGEST)
      GC_LONGEST = GC_PAUSE[GCS]
  }
  GC_EVERY = gaps && made > 0 ? made / gaps : 0
}

# That there is no collection in the stretch, in words. COLLECTIONS_LOST: there may have been some.
function collections_none(    i)
{
  for (i = 1; i <= NOTES_COUNT; i++)
    if (note_is(i, "full ring line cut unread") && note_concerns(i, "collection"))
      COLLECTIONS_LOST = 1
  return COLLECTIONS_LOST ? " No record of a collection is here" : " No collection ran"
}

# How far collections are apart, on an axis of ages: for the heading.
function collections_every()
{
  if (!GCS)
    return collections_none() ", so no object " (COLLECTIONS_LOST ? "is known to be dead." : "was found dead.")
  if (!GC_EVERY)
    return ""
  return " Dashed: the bytes made between two collections (" text_bytes(GC_EVERY) " on average); an object is found" \
         " dead in the first after its last use."
}
