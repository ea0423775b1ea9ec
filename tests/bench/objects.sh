#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# objects.sh: bytes that an object takes on the line, its birth and its death together and all names with them: of the
# program `cache', once on counted instructions, which repeat, and once on the host's clock. And what table `sites' of
# ten million objects takes, whose ages have intervals. Usage: objects.sh BUILD

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

figure() { # BUILD NAME ICOUNT
  bash host-tools/run/java.sh --app cache --build "$1" -- --build "$1" --input "$1/text.txt" --prof objects --icount "$3" \
    --out "$dir/$3" --no-charts >"$dir/log" 2>&1 || cat "$dir/log" >&2
  awk -F '\t' -v name="$2" '
    $1 == "wire_bytes" { bytes = $2 }
    $1 == "made.birth" { births = $2 }
    END {
      value = births ? sprintf("%.3f", bytes / births) : "-"
      printf "%s\t%s\tbytes\t<= 6\t%s\n", name, value, (births && value <= 6 ? "holds" : "short")
    }
  ' "$dir/$3/tables/run.tsv"
}

figure "$1" bytes_per_object on
figure "$1" bytes_per_object_host_clock off

# Of a dump of 67 million records ten million are births.
sites_of_ten_million() { # BUILD
  "$1/mkscale" 67000000 >"$dir/made.jxp" && "$1/hostdump" -o "$dir/run.jxp" -i "$dir/made.jxp" >/dev/null &&
    rm "$dir/made.jxp" && for _ in 1 2 3 4 5; do
      "$1/bench/spent" "$dir/spent" "$1/hostdump" report --table=sites --top=0 -k "$1/golden.elf" "$dir/run.jxp" \
        >"$dir/sites" && cat "$dir/spent" || exit 1
    done | sort -n >"$dir/times" || exit 1
  awk '
    function row(name, value, unit, goal, holds) {
      printf "%s\t%s\t%s\t%s\t%s\n", name, value, unit, goal, holds ? "holds" : "short"
    }
    FILENAME ~ /times$/ { time[++runs] = $1; mib = $2 > mib ? $2 : mib; next }
    $1 == "site" { for (i = 1; i <= NF; i++) column[$i] = i; next }
    column["site"] && NF {
      objects += $column["objects"]
      if ($column["median_high_bytes"] != "-")
        known += $column["objects"]
    }
    END {
      row("sites_10M_objects", objects + 0, "objects", ">= 10000000", objects >= 10000000)
      row("sites_10M_s", time[3], "s (" time[1] " to " time[5] ")", "<= 3", runs == 5 && time[3] <= 3)
      row("sites_10M_memory", mib, "MiB", "<= 512", mib > 0 && mib <= 512)
      row("sites_10M_intervals", objects ? 100 * known / objects : "-", "% of objects", ">= 99",
          objects && known >= 0.99 * objects)
    }
  ' "$dir/times" "$dir/sites"
}

sites_of_ten_million "$1"
