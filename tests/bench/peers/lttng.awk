# SPDX-License-Identifier: GPL-2.0-or-later
#
# lttng.awk: from entries and exits of functions, as babeltrace2 prints them with --clock-cycles, to own time a call. First
# file: nm of the program. COST is handed through.

NR == FNR { name[strtonum_hex($1)] = $3; next }

# An address without leading zeros, lower case: a key.
function strtonum_hex(text) {
  text = tolower(text)
  sub(/^0x/, "", text)
  sub(/^0+/, "", text)
  return text
}

# Lines: [cycles] event: { addr = 0x401186, ... }
{
  time = $1
  gsub(/[^0-9]/, "", time)
  time += 0
}

/func_entry/ {
  match($0, /addr = 0x[0-9A-Fa-f]+/)
  open[++depth] = name[strtonum_hex(substr($0, RSTART + 7, RLENGTH - 7))]
  begun[depth] = time
  inner[depth] = 0
}

/func_exit/ && depth {
  whole = time - begun[depth]
  calls[open[depth]]++
  own[open[depth]] += whole - inner[depth]
  inner[--depth] += whole
}

function each(f) {
  return calls[f] ? own[f] / calls[f] : 0
}

END {
  if (calls["subject_leaf"])
    printf "%s %.3f %.3f %.3f\n", cost, each("subject_leaf"), each("subject_caller"), each("subject_heavy")
}
