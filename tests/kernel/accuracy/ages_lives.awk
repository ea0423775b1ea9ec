# SPDX-License-Identifier: GPL-2.0-or-later
#
# ages_lives.awk: table `objects` of a run with exact lives -> a line for each object: kin, site, allocation
# clock, age, 1 if it died. An object that the collection before the next allocation finds dead is as old as that
# allocation is large (host-tools/model/lives.h).
BEGIN { FS = OFS = "\t" }
/^#/ { next }
!column["site"] { for (i = 1; i <= NF; i++) column[$i] = i; next }

function tell(next_age) {
  if (have)
    print site SUBSEP class, site, clock, died && age < next_age ? next_age : age, died
}

{
  tell($column["birth_bytes"] - $column["bytes"] == clock ? $column["bytes"] : 1)
  site = $column["site"]
  class = $column["class"]
  clock = $column["birth_bytes"]
  age = $column["age_bytes"]
  died = $column["death_us"] != "-"
  have = 1
}

END { tell(1) }
