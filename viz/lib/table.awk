# SPDX-License-Identifier: GPL-2.0-or-later
#
# table.awk: reads the tables that host-tools/TABLES.md describes, and stops with a useful sentence when one is wrong.
#
#   table_open("tree", "id parent incl_us")   reads the header of $RENDER_TABLES/tree.tsv; the columns must be there
#   while (table_row())                       the next row, split into FIELD[1..]
#     x = number("incl_us"); s = text("id")
#
# One table is read at a time: TABLE is its name, TABLE_LINE the line, and FIELD[COLUMN[name]] is what text(name)
# returns, for loops over millions of rows.
#
# A row of a table that is binned (TABLES.md) stands for several: table_count() says for how many; of other tables, for
# one.
#
# What always holds: a table that is missing, cut or of another making ends the program with status 1 and a message
# that names file, line and column. Every comment `# incomplete: CODE KIND: TEXT` is kept once: its text in NOTES,
# which the heading shows, the codes in NOTE_REASON and NOTE_KIND ("" for none), on which programs decide: no program
# looks into a text. Comments of a table opened by table_lookup(), from which nothing is drawn but names and kinds,
# are not kept. TABLE_NOTED: the table opened last has such a comment. The other notes of a table are its
# REMARK[TABLE], as sentences with a blank before each.

# Ends the program. Status 1: a table is wrong; 3: nothing to draw, the chart is skipped, maybe because of what the notes
# tell; 4: the user asked for something that is not there. (awk itself ends with 2 on an error.)
function die(status, message,    i)
{
  for (i = 1; i <= NOTES_COUNT && status == 3; i++)
    message = message "; incomplete: " NOTES[i]
  print "render: " ENVIRON["RENDER_CHART"] ": " (status == 3 ? "skipped: " : "") message > "/dev/stderr"
  close("/dev/stderr")
  exit status
}

function table_path(name)
{
  return ENVIRON["RENDER_TABLES"] "/" name ".tsv"
}

# table_open() for a table whose losses do not concern the chart.
function table_lookup(name, columns)
{
  TABLE_QUIET[name] = 1
  table_open(name, columns)
}

# Keeps the comments of a table after all that table_lookup() has opened: what was looked up decides that nothing is drawn.
function table_concerns(name)
{
  delete TABLE_QUIET[name]
  table_open(name, "")
}

function table_open(name, columns,    line, status, want, n, i, head)
{
  TABLE = name
  TABLE_PATH = table_path(name)
  TABLE_LINE = 0
  REMARK[name] = ""
  TABLE_NOTED = 0
  close(TABLE_PATH)
  while ((status = (getline line < TABLE_PATH)) > 0 && line ~ /^#/) {
    TABLE_LINE++
    table_note(line)
  }
  if (status < 0)
    die(1, "cannot read " TABLE_PATH "; make the tables again with `hostdump tables`")
  if (status == 0)
    die(1, TABLE_PATH " has no line of column names; make the tables again with `hostdump tables`")
  TABLE_LINE++
  TABLE_WIDTH = split(line, head, "\t")
  split("", COLUMN)
  for (i = 1; i <= TABLE_WIDTH; i++)
    COLUMN[head[i]] = i
  AT_COUNT = "count" in COLUMN ? COLUMN["count"] : 0
  n = split(columns, want, " ")
  for (i = 1; i <= n; i++)
    if (!(want[i] in COLUMN))
      die(1, TABLE_PATH " has no column `" want[i] "`; hostdump and render must be of the same version")
}

# Takes a comment. `# covers_us: A B` sets COVERS_FROM and COVERS_TO: the time of what was kept of a table.
function table_note(line,    words)
{
  if (line ~ /^# covers_us: /) {
    split(line, words, " ")
    COVERS_FROM = words[3]
    COVERS_TO = words[4]
  } else if (line ~ /^# note: ./) {
    REMARK[TABLE] = REMARK[TABLE] " " toupper(substr(line, 9, 1)) substr(line, 10) "."
  } else if (line ~ /^# incomplete: / && !(TABLE in TABLE_QUIET)) {
    TABLE_NOTED = 1
    table_incomplete(substr(line, 15))
  }
}

# Keeps `CODE: TEXT` or `CODE KIND: TEXT`.
function table_incomplete(note,    i, n, codes, words)
{
  if (!match(note, /^[a-z]+( [a-z]+)?: /))
    die(1, TABLE_PATH " has a comment without a reason code: " note "; hostdump and render must be of the same version")
  codes = substr(note, 1, RLENGTH - 2)
  note = substr(note, RLENGTH + 1)
  n = split(codes, words, " ")
  for (i = 1; i <= NOTES_COUNT; i++)
    if (NOTES[i] == note && NOTE_REASON[i] == words[1] && NOTE_KIND[i] == (n > 1 ? words[2] : ""))
      return
  NOTES[++NOTES_COUNT] = note
  NOTE_REASON[NOTES_COUNT] = words[1]
  NOTE_KIND[NOTES_COUNT] = n > 1 ? words[2] : ""
}

# Whether comment `i` has one of `reasons`.
function note_is(i, reasons)
{
  return index(" " reasons " ", " " NOTE_REASON[i] " ") > 0
}

# Whether records of one of `kinds` may be missing for the reason of comment `i`.
function note_concerns(i, kinds)
{
  return NOTE_KIND[i] == "" || index(" " kinds " ", " " NOTE_KIND[i] " ") > 0
}

function table_row(    line)
{
  while ((getline line < TABLE_PATH) > 0) {
    TABLE_LINE++
    if (split(line, FIELD, "\t") == TABLE_WIDTH && substr(line, 1, 1) != "#") {
      if (index(line, "\\"))
        table_unescape()
      return 1
    }
    if (line !~ /^#/)
      die(1, TABLE_PATH " line " TABLE_LINE " has " split(line, FIELD, "\t") " fields, its header " TABLE_WIDTH \
          "; the file is damaged or cut")
    table_note(line)
  }
  close(TABLE_PATH)
  return 0
}

# Takes the backslash away that hostdump puts before a field that begins with `#` or a backslash.
function table_unescape(    i)
{
  for (i = 1; i <= TABLE_WIDTH; i++)
    if (substr(FIELD[i], 1, 1) == "\\")
      FIELD[i] = substr(FIELD[i], 2)
}

function table_count()
{
  return AT_COUNT ? FIELD[AT_COUNT] : 1
}

function text(column)
{
  return FIELD[COLUMN[column]]
}

# The value as a number. A field that looks like a number equals itself plus zero; anything else compares as a string.
function number(column,    value)
{
  value = FIELD[COLUMN[column]]
  if (value != value + 0)
    die(1, TABLE_PATH " line " TABLE_LINE ": " column " is not a number: " value)
  return value + 0
}

# Reads run.tsv into RUN[key].
function table_run()
{
  table_lookup("run", "key value")
  while (table_row())
    RUN[text("key")] = text("value")
  if (RUN["duration_us"] == "-") {
    table_concerns("run")
    die(3, "how long the run took is not known")
  }
  if (RUN["duration_us"] != RUN["duration_us"] + 0)
    die(1, table_path("run") ": duration_us is not a number: " RUN["duration_us"])
}
