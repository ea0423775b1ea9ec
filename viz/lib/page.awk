# SPDX-License-Identifier: GPL-2.0-or-later
#
# page.awk: what all charts share: the page and its heading, colours, and what is handed to gnuplot.
#
# A chart program writes two data files. Its standard output is a TSV file of blocks, each opened by `block(NAME)`,
# that gnuplot picks by name; and the file `settings` in the folder that it is started in gets lines of a name and a
# value (`page_set`, `page_set_text`), which common.gp turns into page and heading. Texts in both are quote_field()'s
# (quote.awk). Places are pixels from the upper left corner of a page of PAGE_WIDTH times PAGE_HEIGHT.

# Opens the page: reads run.tsv and threads.tsv. Ends the program when `mode` was off in the run. The heading comes
# later, by page_head().
function page_init(mode)
{
  PAGE_WIDTH = 1600
  PAGE_HEIGHT = 1000
  PAGE_MARGIN = 20
  MOST_HEAD = 300    # a heading that needs more makes the page higher
  TITLE_SIZE = 24
  HEAD_SIZE = 16
  MOST_LEGEND_LINES = 3
  LEGEND_HEIGHT = 22 # of a line, for lettering of 14 pixels
  text_init()
  table_run()
  if ((" " RUN["modes"] " ") !~ ("[ ,]" mode "[ ,]")) {
    table_concerns("run")
    die(3, mode " was off in this run (on: " RUN["modes"] "); " page_remedy(mode))
  }
  page_threads()
}

function page_remedy(mode)
{
  if (RUN["command"] == "")
    return "config.modes |= WIRE_MODE_" toupper(mode) " turns it on"
  if (mode == "counters")
    return "COUNTERS=l1_misses,l2_misses counts those of a model of caches"
  return "PROF=" mode " turns it on" (mode == "objects" ? ", for programs in Java" : "")
}

# Threads by name: KIND (thread, irq, idle, profiler), CPU_PCT, their share of the run (`-`: not known), and COLOUR.
function page_threads(    name)
{
  table_lookup("threads", "thread kind cpu_pct")
  while (table_row()) {
    name = text("thread")
    if (name in KIND)
      continue
    KIND[name] = text("kind")
    CPU_PCT[name] = text("cpu_pct")
    THREAD[++THREADS] = name
  }
  page_colours()
}

# A thread has one colour in all charts and, as long as the threads have the same names, in all runs: idle is grey,
# interrupt contexts are dark reds, TimerManager is slate, the profiler's own are pale slate, and the others, by name, take
# the place in the palette that their name hashes to, or the next free one. The palette is Tableau 10 without its grey and
# red, the pale ones darkened so that thin bars stay visible.
function page_colours(    i, n, m, name, palette, dark, order, red, used, taken)
{
  n = split("4E79A7 F28E2B 59A14F B07AA1 D4A92A 499894 D37295 9C755F 7A6FD0 86A033", palette, " ")
  m = split("C0392B 8E2A2A D2693C", dark, " ")
  page_by_name(order)
  for (i = 1; i <= THREADS; i++) {
    name = order[i]
    if (KIND[name] == "idle")
      COLOUR[name] = "B8B8B8"
    else if (KIND[name] == "irq")
      COLOUR[name] = dark[red++ % m + 1]
    else if (KIND[name] == "profiler")
      COLOUR[name] = "9AA5B1"
    else if (name == "TimerManager")
      COLOUR[name] = "5F7480"
    else {
      if (used++ % n == 0)
        split("", taken)
      COLOUR[name] = palette[page_free(text_hash(name) % n, n, taken)]
    }
  }
}

# The threads by name: ORDER[1..THREADS].
function page_by_name(ORDER,    i)
{
  for (i = 1; i <= THREADS; i++)
    ORDER[i] = THREAD[i]
  order_names(ORDER, THREADS)
}

# Takes the first place of 1..n from `at` + 1 on, round, that is not taken.
function page_free(at, n, taken)
{
  while (at % n + 1 in taken)
    at++
  taken[at % n + 1] = 1
  return at % n + 1
}

# Whether the time of `thread` belongs into a chart that shares time out: what --thread names, else all but idle, and
# but the profiler's own.
function page_wants(thread)
{
  if (ENVIRON["RENDER_THREAD"] != "")
    return thread == ENVIRON["RENDER_THREAD"]
  return (ENVIRON["RENDER_IDLE"] != "" || KIND[thread] != "idle") && KIND[thread] != "profiler"
}

# Stops when --thread names a thread that is neither in threads.tsv nor in `known`.
function page_thread_known(known,    i, names)
{
  if (ENVIRON["RENDER_THREAD"] == "" || ENVIRON["RENDER_THREAD"] in KIND || ENVIRON["RENDER_THREAD"] in known)
    return
  for (i = 1; i <= THREADS; i++)
    names = names (i > 1 ? ", " : "") THREAD[i]
  die(4, "there is no thread `" ENVIRON["RENDER_THREAD"] "` in this run; there are: " names)
}

# Which threads page_wants(), in words: for the heading. `left_out` says how much the others had, or is empty.
function page_scope(left_out)
{
  if (ENVIRON["RENDER_THREAD"] != "")
    return "thread " ENVIRON["RENDER_THREAD"] " only"
  if (ENVIRON["RENDER_IDLE"] != "" || left_out == "")
    return "all threads"
  return "all threads but idle (which had " left_out ")"
}

# "XXXXXX" mixed with white: 0 leaves it, 1 is white. As the integer that gnuplot's `rgb variable` takes.
function colour(hex, white,    i, sum)
{
  if (length(hex) != 6)
    hex = "707070" # a thread that table threads does not know
  for (i = 1; i <= 5; i += 2)
    sum = sum * 256 + int(page_byte(substr(hex, i, 2)) * (1 - white) + 255 * white + 0.5)
  return sum
}

function page_byte(hex)
{
  return (index("0123456789ABCDEF", substr(hex, 1, 1)) - 1) * 16 + index("0123456789ABCDEF", substr(hex, 2, 1)) - 1
}

# What run it was: system and program or workload, as far as run.tsv tells.
function page_run(    s)
{
  s = RUN["system"] == "" || RUN["system"] == "-" ? "unnamed system" : RUN["system"]
  if (RUN["program"] != "" && RUN["program"] != "-")
    return s ", program " RUN["program"]
  if (match(RUN["command"], /workload=[^ ]+/))
    s = s ", workload " substr(RUN["command"], RSTART + 9, RLENGTH - 9)
  return s
}

# Writes the heading: a title, the lines of `sub_title` folded to the page, and the notes of incomplete tables. Sets
# PAGE_TOP, where the chart itself may begin.
function page_head(title, sub_title,    i, lines, notes, room)
{
  room = PAGE_WIDTH - 2 * PAGE_MARGIN
  sub_title = text_fold(sub_title, HEAD_SIZE, room)
  for (i = 1; i <= NOTES_COUNT; i++)
    notes = notes (i > 1 ? "\n" : "") text_fold("Incomplete: " NOTES[i], HEAD_SIZE, room)
  lines = page_lines(sub_title)
  page_set("sub_title_lines", lines)
  lines += page_lines(notes)
  PAGE_TOP = int(PAGE_MARGIN + 1.4 * TITLE_SIZE + 1.35 * HEAD_SIZE * lines + 8)
  if (PAGE_TOP > MOST_HEAD)
    PAGE_HEIGHT += PAGE_TOP - MOST_HEAD
  page_set_text("title", text_fit(title " · " page_run(), TITLE_SIZE * 1.1, room))
  page_head_lines(sub_title "\n" notes, lines)
  page_set("width", PAGE_WIDTH)
  page_set("height", PAGE_HEIGHT)
  page_set("top", PAGE_TOP)
  page_set("edge", PAGE_MARGIN)
  page_set("title_size", TITLE_SIZE)
  page_set("head_size", HEAD_SIZE)
}

# The first `count` lines, of the sub title and then of the notes.
function page_head_lines(s, count,    i, line)
{
  split(s, line, "\n")
  page_set("head_lines", count)
  for (i = 1; i <= count; i++)
    page_set_text("head_line." i, line[i])
}

# Adds a name to the legend, with its colour (an integer) and its mark: a character that looks like what is drawn, or
# none for an area. What does not fit into MOST_LEGEND_LINES is "and N more".
function page_legend(name, rgb, mark,    width)
{
  if (LEGEND_FULL) {
    LEGEND_FULL++
    return
  }
  name = text_fit(name, 14, 260)
  width = text_width(name, 14) + 46
  if (LEGEND_AT + width > PAGE_WIDTH - 2 * PAGE_MARGIN - 150) {
    if (LEGEND_LINE + 1 == MOST_LEGEND_LINES) {
      LEGEND_FULL = 1
      return
    }
    LEGEND_LINE++
    LEGEND_AT = 0
  }
  LEGEND_NAME[++LEGENDS] = name
  LEGEND_RGB[LEGENDS] = rgb
  LEGEND_MARK[LEGENDS] = mark
  LEGEND_X[LEGENDS] = PAGE_MARGIN + LEGEND_AT
  LEGEND_DOWN[LEGENDS] = LEGEND_LINE * LEGEND_HEIGHT
  LEGEND_AT += width
}

# Writes the legend below the heading.
function page_legend_write(    i)
{
  if (LEGEND_FULL) {
    LEGEND_NAME[++LEGENDS] = "and " LEGEND_FULL " more"
    LEGEND_RGB[LEGENDS] = 16777215
    LEGEND_X[LEGENDS] = PAGE_MARGIN + LEGEND_AT
    LEGEND_DOWN[LEGENDS] = LEGEND_LINE * LEGEND_HEIGHT
  }
  if (!LEGENDS)
    return
  page_set("legends", LEGENDS)
  for (i = 1; i <= LEGENDS; i++) {
    page_set_text("legend_name." i, LEGEND_NAME[i])
    page_set("legend_colour." i, LEGEND_RGB[i])
    page_set("legend_x." i, LEGEND_X[i])
    page_set("legend_y." i, PAGE_TOP + 10 + LEGEND_DOWN[i])
    if (LEGEND_MARK[i] != "")
      page_set_text("legend_mark." i, LEGEND_MARK[i])
  }
  PAGE_TOP += 28 + LEGEND_LINE * LEGEND_HEIGHT
  page_set("top", PAGE_TOP)
}

# Hands over tick number `i` of an axis: what it says and where it is.
function page_tick(i, name, at)
{
  page_set_text("tick_name." i, name)
  page_set("tick_at." i, at)
}

function page_lines(s)
{
  return s == "" ? 0 : gsub(/\n/, "\n", s) + 1
}

# Hands common.gp a number; NAME is one of those that it lists, or of a list: NAME.1, NAME.2 ...
function page_set(name, value)
{
  print name "\t" value > "settings"
}

function page_set_text(name, value)
{
  page_set(name, quote_field(value))
}

# Opens a block of rows: gnuplot finds it by `index NAME`; `columns` is for people. A block without rows leaves no
# trace, gnuplot would take its name for that of the next.
function block(name, columns)
{
  BLOCK_HEAD = "# " name "\n# " columns
}

function row(fields)
{
  if (BLOCK_HEAD != "")
    printf "%s%s\n", (BLOCKS++ ? "\n\n" : ""), BLOCK_HEAD
  BLOCK_HEAD = ""
  print fields
}

# Keeps a text to be written at (x, y), its left middle, in size 14 or 11, or "upright", in size 11 from the bottom to
# the top, for page_names(). An empty one is no text.
function page_name(size, x, y, s)
{
  if (s == "")
    return
  NAMES[++NAMES_COUNT] = sprintf("%.2f\t%.2f\t", x, y) quote_field(s)
  NAME_SIZE[NAMES_COUNT] = size
}

# Writes them, in three blocks: gnuplot has one font and one direction a plot.
function page_names()
{
  page_names_of("names", 14)
  page_names_of("small", 11)
  page_names_of("upright", "upright")
}

function page_names_of(name, size,    i)
{
  block(name, "x\ty\ttext")
  for (i = 1; i <= NAMES_COUNT; i++)
    if (NAME_SIZE[i] == size)
      row(NAMES[i])
}
