# SPDX-License-Identifier: GPL-2.0-or-later
#
# summary.awk: what a run found, in a dozen lines, from the tables of host-tools/TABLES.md.
#
#   awk -f summary.awk -v out=build/run [-v charts=yes]
#
# Columns are found by their names. A table that is not there (its mode was off) is passed over.

# Opens a table and reads its head into `column`; false when there is none. Notes of incomplete data are printed once.
function open_table(name,    i, n, names)
{
  file = out "/tables/" name ".tsv"
  while ((getline line < file) > 0) {
    if (line ~ /^# incomplete: / && !(line in told)) {
      told[line] = 1
      incomplete = incomplete "  ! " substr(line, 15) "\n"
    }
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

function next_row()
{
  if ((getline line < file) <= 0) {
    close(file)
    return 0
  }
  split(line, field, "\t")
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

function methods(    n)
{
  if (!open_table("methods"))
    return
  printf "\nwhere the time went (corrected, exclusive):\n"
  for (n = 0; n < 5 && next_row(); n++)
    printf "  %5.1f %%  %12.3f ms  %9s calls  %s (%s)\n", value("excl_pct"), value("excl_us") / 1000, \
      value("calls"), value("function"), value("where")
  close(file)
}

function threads()
{
  if (!open_table("threads"))
    return
  while (next_row())
    if (value("kind") == "thread") {
      printf "\nbusiest thread: %s, %s %% of the CPU, switched to %s times\n", value("thread"), value("cpu_pct"), \
        value("switches")
      break
    }
  close(file)
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
  found = run_line()
  methods()
  threads()
  losses()
  if (found)
    printf "\n%sdump in %s/run.jxp, tables in %s/tables/, console text in %s/console.txt\n", \
      charts ? "charts in " out "/charts/, " : "", out, out, out
  else
    printf "\nno profile; console text in %s/console.txt\n", out
}
