# SPDX-License-Identifier: GPL-2.0-or-later
#
# page.awk: index.html, the page that shows the charts of a run in the order of the JX paper's figures 3 to 13, each
# with a sentence that has the run's own numbers in it. page.sh starts it.
#
#   cd charts; RENDER_TABLES=tables RENDER_LIST=LIST RENDER_CHART=index awk -f page.awk -f page_say.awk \
#     -f page_cycle.awk -f lib/table.awk -f lib/text.awk -f lib/quote.awk -f lib/probes.awk -f lib/newest.awk \
#     -f SENTENCES -v pictures="boxes.svg events.png" -v absent="heap heap"
#
# RENDER_LIST is the list of charts, of `figures --list', which has their titles; `pictures` names those that were
# drawn, which are in the directory that awk is started in and are put into the page. `absent` are the other charts,
# each name followed by that of the table that it is drawn from: the page names those whose table lost all its rows.
# SENTENCES has sentence(chart), which calls say_NAME() of the chart. What always holds: a sentence is of complete
# tables or says that they are not; one whose numbers are missing is left out; names and notes are quote_html()'s; the
# page refers to no other file.

function share(part, whole)
{
  return sprintf("%.1f %%", whole > 0 ? 100 * part / whole : 0)
}

# The name of the picture of a chart; "" where there is none.
function picture_of(chart)
{
  return match(" " pictures " ", " " chart "\\.[a-z]+ ") ? substr(pictures, RSTART, RLENGTH - 2) : ""
}

# Writes a picture as a URL that holds it (RFC 2397).
function embed(picture)
{
  printf "data:image/%s;base64,", picture ~ /svg$/ ? "svg+xml" : "png"
  fflush()
  if (system("base64 -w 0 " picture))
    die(1, "cannot put " picture " into the page")
}

# The charts by the figure of the paper that they are, then the others in the order of the list. Reads the list.
function figures(    line, words, i, of_paper, last, title, other, others)
{
  while ((getline line < ENVIRON["RENDER_LIST"]) > 0) {
    if (line ~ /^(#|$)/)
      continue
    split(line, words, "\t")
    title[words[1]] = words[7]
    if (words[6] == "-")
      other[++others] = words[1]
    else {
      of_paper[words[6]] = words[1]
      last = words[6] + 0 > last ? words[6] + 0 : last
    }
  }
  for (i = 1; i <= last; i++)
    if (i in of_paper)
      figure(of_paper[i], " <small>(as figure " i " of the paper)</small>", title[of_paper[i]])
  for (i = 1; i <= others; i++)
    figure(other[i], "", title[other[i]])
}

# Writes a chart with its heading and its sentence, and `paper` behind that.
function figure(chart, paper, title,    said, picture)
{
  picture = picture_of(chart)
  if (picture == "")
    return
  NOTES_COUNT = 0
  said = sentence(chart)
  printf "<figure id=\"%s\">\n<h2>%s</h2>\n", chart, quote_html(title)
  printf "<p>%s%s</p>\n", quote_html(said), paper
  write_notes()
  printf "<div><img alt=\"%s\" src=\"", quote_html(title)
  embed(picture)
  print "\"></div>\n</figure>"
}

# Says what is missing of the tables that were opened since NOTES_COUNT was 0.
function write_notes(    i)
{
  for (i = 1; i <= NOTES_COUNT; i++)
    printf "<p class=\"loss\">Incomplete: %s</p>\n", quote_html(NOTES[i])
}

# What is missing of the run as a whole, whichever chart it concerns: name, options and duration, which stand above, too.
function of_run()
{
  NOTES_COUNT = 0
  table_concerns("run")
  write_notes()
}

# The charts that are absent because what they show was lost.
function of_lost(    i, n, words, names, line)
{
  NOTES_COUNT = 0
  n = split(absent, words, " ")
  for (i = 1; i < n; i += 2)
    if ((getline line < table_path(words[i + 1])) > 0 && is_lost(words[i + 1]))
      names = names (names == "" ? "" : ", ") words[i]
  if (names == "")
    return
  printf "<p class=\"loss\">Not drawn, for nothing of them is left: %s</p>\n", quote_html(names)
  write_notes()
}

# Whether a table has no row, and says that it is not complete. Leaves its notes in NOTES then.
function is_lost(table,    before)
{
  before = NOTES_COUNT
  table_open(table, "")
  if (!table_row() && TABLE_NOTED)
    return 1
  NOTES_COUNT = before
  return 0
}

# A row of a table on the page; `texts` are separated by tabs.
function cells(tag, texts,    i, n, cell)
{
  n = split(texts, cell, "\t")
  printf "<tr>"
  for (i = 1; i <= n; i++)
    printf "<%s>%s</%s>", tag, quote_html(cell[i]), tag
  print "</tr>"
}

function opening(    name, modes)
{
  name = RUN["system"] (RUN["program"] == "" || RUN["program"] == "-" ? "" : ", program " RUN["program"])
  print "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"
  print "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
  printf "<title>%s</title>\n", quote_html(name)
  print "<style>\nbody { font-family: sans-serif; max-width: 1600px; margin: 2em auto; padding: 0 1em; color: #222 }"
  print "figure { margin: 0 0 3em 0 }\nh2 { font-size: 1.2em; margin-top: 2em }\ndiv { overflow-x: auto }"
  print "img { max-width: 100%; box-sizing: border-box; border: 1px solid #ddd }\np { max-width: 60em }"
  print "code { overflow-wrap: anywhere }"
  print "table { border-collapse: collapse }\ntd, th { text-align: left; padding: 0.1em 1.5em 0.1em 0 }"
  # A chart that is narrower than this cannot be read: there it is moved to and fro.
  print "@media (max-width: 1000px) { img { max-width: 1000px } td { white-space: nowrap } }"
  print "small { color: #666 }\n.loss { color: #a00 }\n</style>\n</head>\n<body>"
  printf "<h1>%s</h1>\n", quote_html(name)
  modes = RUN["modes"]
  gsub(/,/, ", ", modes)
  printf "<p>A run of %s, in which these were recorded: %s.</p>\n", text_time(RUN["duration_us"]), quote_html(modes)
  printf "<details><summary>The kernel's options</summary><code>%s</code></details>\n", quote_html(RUN["command"])
}

BEGIN {
  table_run()
  table_lookup("threads", "thread kind")
  while (table_row())
    KIND[text("thread")] = text("kind")
  opening()
  of_run()
  of_lost()
  cycle_of_events()
  figures()
  print "</body>\n</html>"
}
