# SPDX-License-Identifier: GPL-2.0-or-later
#
# summary.awk: what a run found, in a dozen lines, from the tables of host-tools/TABLES.md.
#
#   RUN_OUT=build/run awk -f text.awk -f summary.awk [-v charts=yes] [-v page=yes]
#
# Columns are found by their names. A table that is not there (its mode was off) is passed over.

# Opens a table and reads its head into `column`; false when there is none. What the tables say of missing data is
# gathered in `incomplete`, each sentence once, without its code; other notes are in `notes`, a line each.
function open_table(name,    i, n, names)
{
  file = out "/tables/" name ".tsv"
  notes = ""
  while ((getline line < file) > 0) {
    if (match(line, /^# incomplete: [a-z]+( [a-z]+)?: /) && !(line in told)) {
      told[line] = 1
      incomplete = incomplete "  ! " substr(line, RLENGTH + 1) "\n"
    }
    if (line ~ /^# note: /)
      notes = notes "  (" substr(line, 9) ")\n"
    if (line !~ /^#/) {
      n = split(line, names, "\t")
      split("", column)
      for (i = 1; i <= n; i++)
        column[names[i]] = i
      return 1
    }
  }
  return 0
}

# The next row, split into `field`; a backslash in front of a field is no part of it (TABLES.md). Comments behind rows are
# passed over.
function next_row(    i, n)
{
  do {
    if ((getline line < file) <= 0) {
      close(file)
      return 0
    }
  } while (line ~ /^#/)
  n = split(line, field, "\t")
  for (i = 1; i <= n; i++)
    sub(/^\\/, "", field[i])
  return 1
}

function value(name)
{
  return name in column ? field[column[name]] : "-"
}

# The run in one line; false when there is no profile at all.
function run_line()
{
  if (!open_table("run"))
    return 0
  while (next_row())
    run[value("key")] = value("value")
  printf "\n%s, %.1f ms, %s records in %s frames, %s bytes a record\n", run["system"], run["duration_us"] / 1000, \
    run["records"], run["frames"], run["bytes_per_record"]
  return 1
}

# Names of threads that only wait, into `idle`.
function find_idle()
{
  if (!open_table("threads"))
    return
  while (next_row())
    if (value("kind") == "idle")
      idle[value("thread")] = 1
}

# Own time by function, of all threads but the idle one, from the call trees.
function add_up(    f)
{
  while (next_row())
    if (!(value("thread") in idle)) {
      f = value("function")
      own[f] += value("excl_us")
      calls[f] += value("calls")
      total += value("excl_us")
    }
}

function methods(    n, f, most)
{
  if (!open_table("methods"))
    return
  while (next_row())
    where[value("function")] = value("where")
  open_table("tree")
  add_up()
  if (!total)
    return
  printf "\nwhere the time went (of %.1f ms of CPU time in all threads but idle, corrected, without callees):\n", \
    total / 1000
  for (n = 0; n < 5; n++) {
    most = ""
    for (f in own)
      if (most == "" || own[f] > own[most] || (own[f] == own[most] && f < most))
        most = f
    if (most == "" || own[most] <= 0)
      break
    printf "  %5.1f %%  %12.3f ms  %9d calls  %s (%s)\n", 100 * own[most] / total, own[most] / 1000, calls[most], most, \
      most in where ? where[most] : "-"
    delete own[most]
  }
  printf "%s", notes
  plain()
}

# What `make plain' has found, if it has run with this image.
function plain()
{
  if (!open_table("plain"))
    return
  while (next_row())
    printf "  (without probes, where gcc may inline all calls, the program took %.1f ms in place of %.1f, which is " \
      "%.2f times as long: make plain)\n", value("plain_us") / 1000, value("corrected_us") / 1000, value("ratio")
}

function threads(    of)
{
  of = "the CPU"
  if (open_table("processors")) {
    while (next_row())
      processors++
    close(file)
    if (processors > 1)
      of = "the time of " processors " processors"
  }
  if (!open_table("threads"))
    return
  while (next_row())
    if (value("kind") == "thread") {
      printf "\nbusiest thread: %s, %s %% of %s%s\n", value("thread"), value("cpu_pct"), of, \
        value("switches") == "-" ? "" : ", switched to " value("switches") " times"
      break
    }
  close(file)
}

# Where objects came from: the table's order is by bytes. All of it is read first, for its sum.
function objects(    n, i, all, line_of, bytes_of)
{
  if (!open_table("sites"))
    return
  while (next_row()) {
    all += value("bytes")
    made += value("objects")
    bytes_of[++n] = value("bytes")
    line_of[n] = sprintf("%9d objects  %s in %s.%s (%s)", value("objects"), value("objects_of"), value("class"), \
      value("method"), value("where"))
  }
  if (!all)
    return
  printf "\nwhere objects came from (%d objects, %s):\n", made, text_bytes(all)
  for (i = 1; i <= 5 && i <= n; i++)
    printf "  %5.1f %%  %12d bytes %s\n", 100 * bytes_of[i] / all, bytes_of[i], line_of[i]
}

function collections(    n, sum, longest)
{
  if (!open_table("collections"))
    return
  while (next_row()) {
    n++
    sum += value("pause_us")
    if (value("pause_us") + 0 > longest)
      longest = value("pause_us") + 0
  }
  if (n)
    printf "garbage collections: %d, %.1f ms together, the longest %.1f ms\n", n, sum / 1000, longest / 1000
}

# The table of losses says all that the notes of the other tables say; they count where it is empty.
function losses(    rows)
{
  if (!open_table("losses"))
    return
  while (next_row())
    rows = rows sprintf("  ! %s: %s of %s dropped (%s)\n", value("what"), value("dropped"), \
      value("made"), value("note"))
  if (rows == "")
    rows = incomplete
  if (rows == "")
    print "nothing was lost"
  else
    printf "\nlost:\n%s", rows
}

BEGIN {
  out = ENVIRON["RUN_OUT"]
  found = run_line()
  find_idle()
  methods()
  threads()
  objects()
  collections()
  losses()
  if (found)
    printf "\n%s%sdump in %s/run.jxp, tables in %s/tables/, console text in %s/console.txt\n", \
      page ? "explore the run: open " out "/page.html in a browser\n" : "",
      charts ? "charts in " out "/charts/ (index.html shows all), " : "", out, out, out
  else
    printf "\nno profile; console text in %s/console.txt\n", out
}
