# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_many_threads.sh: of threads that are too many for a tower with a name each, chart standing makes towers that
# have one: names that differ in a number stand together, and all others. No moment is lost. Sourced by run.sh.

many=$work/many
mkdir -p "$many/tables"
cp "$tree/tests/golden/moments/"*.tsv "$many/tables"
# 150 workers at two places, 40 threads of other names, and main, which has half of all moments.
awk 'BEGIN {
  OFS = "\t"
  print "thread", "state", "wait", "stack", "moments", "share_pct", "low_pct", "high_pct"
  print "main", "running", "-", "main_loop;work", 1900, 100, 90, 100
  for (i = 1; i <= 150; i++)
    print "worker#" i, "waiting", "mutex", i % 3 ? "main_loop;take" : "main_loop;give", 10, 100, 90, 100
  for (i = 1; i <= 40; i++)
    print sprintf("%c%c", 97 + i % 20, 97 + i / 20), "waiting", "sleep", "main_loop;rest", 10, 100, 90, 100
}' >"$many/tables/standing.tsv"
chart=standing
RENDER_TABLES=$many/tables RENDER_FROM='' RENDER_TO='' RENDER_WINDOWED='' \
  "$build/figures" --json $chart >"$many/$chart.json" 2>"$work/err" || cp "$work/err" "$many/$chart.json"

# Towers, by name and moments, as python reads them of the rows of series frames.
towers()
{
  python3 - "$1" <<'EOF'
import json, sys
figure = json.load(open(sys.argv[1]))
frames = next(s for s in figure["series"] if s["name"] == "frames")
at = {name: i for i, name in enumerate(frames["columns"].split())}
for row in frames["rows"]:
  if row[at["depth"]] in (0, 2):
    print("%d %s: %d" % (row[at["depth"]], row[at["function"]], row[at["samples"]]))
print(any("190 threads" in text for text in [figure["said"]] + figure.get("notes", [])))
names = [row[2] for s in figure["series"] if s["name"] in ("names", "small") for row in s["rows"]]
print(sorted(n.split("]")[0] + "]" for n in names if n.startswith("[")))
EOF
}
got=$(towers "$many/standing.json" 2>&1)
wanted="0 [main]: 1900
2 work: 1900
0 [worker × 150]: 1500
2 take: 1000
2 give: 500
0 [40 other threads]: 400
2 rest: 400
True
['[40 other threads]', '[main]', '[worker × 150]']"
result many_threads "$([ "$got" = "$wanted" ] || echo "towers are: $(echo "$got" | tr '\n' ' ')")"
