# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_processors.sh: the charts of several processors, of the golden dump `processors`, whose tables tests/golden has.

several=$here/../golden/processors
check several "the charts of several processors fail" \
  render 0 threads,busy,latency --tables "$several" -o "$work/several" --format svg
check several_legend "a colour or a mark is not explained" \
  python3 "$here/legend.py" "$work/several" threads busy latency
check processor_rows "there is no row for each processor above the threads" \
  [ "$(sed -n 's/^\([1-4]\)\tprocessor \([0-3]\)$/\1\2/p' "$work/several/threads.tsv" | paste -s -d ' ')" = '10 21 32 43' ]
check no_idle_rows "idle threads have rows beside those of processors" \
  [ "$(grep -c '\tIdle' "$work/several/threads.tsv")" -eq 0 ]
check several_said "it is not said what the rows of processors show" says ../several/threads 'Rows of processors: who ran'
check several_shares "it is not said that a thread's share is one of the time of all processors" \
  says ../several/threads 'its share of the time of all 4 processors in the run'
check several_named "it is not told on which processor a thread ran" says ../several/threads 'its processor: 0 on top'

# A processor's bars are as long as it ran threads and interrupts; each thread's marks as long as its bars, to a pixel or two.
check processor_bars "a processor's bars do not come to what it ran" awk '
  FILENAME ~ /processors.tsv/ && /^[0-9]/ { ran[$1 + 1] = $2 + $3 }
  /^# [a-z0-9]+$/ { block = $2 }
  FILENAME ~ /threads.tsv/ && block == "bars" && /^[0-9]/ && int($3 + 0.5) <= 4 { bars[int($3 + 0.5)] += $2 - $1 }
  END { for (i = 1; i <= 4; i++) if (bars[i] < 0.95 * ran[i] || bars[i] > 1.2 * ran[i]) exit 1 }
' "$several/processors.tsv" "$work/several/threads.tsv"

# The shares on the right are those of table busy.
check busy_shares "the shares of the time are not those of the table" awk -F '\t' '
  FILENAME ~ /golden/ && /^[0-9]/ { want[$1] = $3 }
  /^# / { block = $0 }
  FILENAME ~ /several/ && block == "# busy\tshare" && /^[0-9]/ {
    split($2, part, ": ")
    seen++
    if (part[2] + 0 - want[$1] > 0.5 || want[$1] - part[2] > 0.5) exit 1
  }
  END { if (seen != 5) exit 1 }
' "$several/busy.tsv" "$work/several/busy.tsv"
check busy_zoom "a stretch of time fails" render 0 threads,busy --tables "$several" -o "$work/several" --from 100us --to 300us \
  --format svg
check busy_zoom_said "the stretch is not said" says ../several/busy 'from 100 to 300'
check latency_halves "there is no half for each of the four kinds of waits" \
  [ "$(awk '/^# [a-z0-9]+$/ { block = $2 } block == "halves" && $2 == 50' "$work/several/latency.tsv" | wc -l)" -eq 4 ]

# Records that contradict each other are told in each chart, and leave no part of it empty.
for chart in threads busy; do
  render 0 $chart --tables "$here/../golden/contradict" -o "$work/contradict" --format svg
  check "contradict_$chart" "it is not told that records contradict each other" \
    says ../contradict/$chart 'Incomplete: switches from a thread that did not run on their processor: 1; the first at'
done
