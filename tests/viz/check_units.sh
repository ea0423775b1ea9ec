# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_units.sh: a number of bytes, and a time, of a run reads the same on the page, on a chart and in the summary of
# `make run`. Sourced by run.sh, last.

units=$work/units
made_up -v objects=20000 -v sites=90 -v gcs=20
mkdir "$units"
cp -r "$objects" "$units/tables"
cp "$here/tables/cycle.tsv" "$here/tables/rounds.tsv" "$units/tables"
check units "render fails" render 0 creation,heap,survival --tables "$units/tables" -o "$units/charts" --format svg
check units_page "there is no page" sh "$viz/page.sh" "$units/charts" "$units/tables"
RUN_OUT=$units LC_ALL=C awk -f "$viz/../host-tools/run/text.awk" -f "$viz/../host-tools/run/summary.awk" \
  > "$units/summary.txt"

# number_in FILE BEFORE BEHIND: what stands between the two in the first line that has both.
number_in()
{
  sed -n "s/.*$2\\(.*\\)$3.*/\\1/p" "$1" | head -n 1
}

# reads_alike WHAT NUMBER...: all numbers are the same, and there are some.
reads_alike()
{
  first=$1
  for number in "$@"; do
    [ -n "$number" ] && [ "$number" = "$first" ] || { echo "# they are: $*"; return 1; }
  done
}

made=$(sed '/^#/d; /^site/d' "$objects/sites.tsv" | awk -F '\t' '{ n += $8 } END { printf "%.0f", n }')
written()
{
  LC_ALL=C awk -f "$viz/../host-tools/run/text.awk" -f /dev/stdin <<EOF2
BEGIN { print text_bytes($1) }
EOF2
}
check units_made "the same bytes have several numbers in one run" reads_alike \
  "$(number_in "$units/charts/creation.svg" 'of together ' ' in the whole')" \
  "$(number_in "$units/charts/index.html" '[0-9] objects of ' '; the largest')" \
  "$(number_in "$units/summary.txt" '[0-9] objects, ' '):')" "$(written "$made")"
check units_used "the heap has several sizes in one run" reads_alike \
  "$(number_in "$units/charts/heap.svg" 'objects take up, at most ' '; black')" \
  "$(number_in "$units/charts/index.html" '>At most ' ' were in use')"
check units_pause "collections took several times in one run" reads_alike \
  "$(number_in "$units/charts/heap.svg" 'together ' ', the longest')" \
  "$(number_in "$units/charts/index.html" 'stopped the world for ' ' together')"
check units_half "half of the objects have several ages in one run" reads_alike \
  "$(number_in "$units/charts/survival.svg" 'half are dead by ' ', of the bytes')" \
  "$(number_in "$units/charts/index.html" 'Half of the objects live less than ' ' of allocation')"
check units_named "units of 1024 are not named so" reads_alike \
  "$(written 1023) $(written 1024) $(written 12345) $(written 1536000) $(written 3e9) $(written 5e12)" \
  '1,023 B 1 KiB 12.1 KiB 1.46 MiB 2.79 GiB 4.55 TiB'
check units_thousand "a chart names a unit that is neither of 1000 nor of 1024" \
  [ "$(grep -l '[0-9] [KMG]B\|([KMG]B)' "$units/charts/"*.svg "$units/charts/"*.set "$units/summary.txt" | wc -l)" -eq 0 ]
