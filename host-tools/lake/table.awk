# SPDX-License-Identifier: GPL-2.0-or-later
#
# table.awk: a table file (TABLES.md) as DuckDB takes it, and the SQL that makes Parquet of it; add.sh calls it. Remarks go,
# but for the codes of what is incomplete, which every row gets; so does the backslash before a field's `#' or backslash.
BEGIN {
  FS = OFS = "\t"
  # Columns of text; all others are numbers. tests/lake holds this list against the tables' definitions.
  count = split("after agrees by callee caller class crossed ended event from function holder holder_stack holds_at " \
    "holds_in key kind layer local lock method name note objects_of on outlier owner package peer program ran " \
    "reason register rests slow_from slow_to stack state taken_in thread timed to value wait waiter waiter_stack " \
    "waits_at waits_in way what where why woken", words, " ")
  for (i = 1; i <= count; i++)
    is_text[words[i]] = 1
  if (name == "classes")
    delete is_text["class"]
  if (name == "migrations")
    delete is_text["woken"]
}

function quote(text) { gsub(/'/, "''", text); return "'" text "'" }
function value(text) { return text == "" ? "NULL::VARCHAR" : quote(text) }
function identifier(text) { gsub(/"/, "\"\"", text); return "\"" text "\"" }

# Times and shares have digits behind the point. An event's argument is any 64 bits.
function type(column) {
  if (column in is_text)
    return "VARCHAR"
  return column ~ /_(us|ns|pct)$/ ? "DOUBLE" : column == "arg" || column == "message_key" ? "UBIGINT" : "BIGINT"
}

/^#/ {
  if (match($0, /^# incomplete: [a-z]+/)) {
    code = substr($0, 15, RLENGTH - 14)
    if (!(code in seen))
      lost = lost (lost == "" ? "" : ",") code
    seen[code] = 1
  }
  next
}

!columns { columns = split($0, column, FS); next }

{
  for (i = 1; i <= NF; i++)
    sub(/^\\/, "", $i)
  print >from
}

END {
  printf "" >from # a table without rows is one, too: else a question would have no file to ask
  for (i = 1; i <= columns; i++) {
    called = column[i] == "program" ? "name" : column[i] # `program' is the folder's
    casts = casts ", CAST(" identifier(column[i]) " AS " type(column[i]) ") AS " identifier(called)
    raw = raw (i > 1 ? ", " : "") quote(column[i]) ": 'VARCHAR'"
  }
  printf "COPY (SELECT %s AS run, %s AS \"commit\", %s AS build_id, %s AS options, %s AS host, %s AS lost%s\n" \
    "  FROM read_csv(%s, delim = '\\t', quote = '', escape = '', comment = '', nullstr = '-', header = false,\n" \
    "    auto_detect = false, columns = {%s})) TO %s (FORMAT parquet, COMPRESSION zstd);\n",
    value(run), value(commit), value(build_id), value(options), value(host), value(lost), casts, quote(from), raw, quote(to)
}
