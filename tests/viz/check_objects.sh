# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_objects.sh: what the charts of objects look like: of the small run, of a made-up larger one
# (generate_objects.awk), and where there is little or nothing to draw. Sourced by run.sh, after check_charts.sh.

objects=$work/objects
made_up()
{
  rm -rf "$objects"
  mkdir "$objects"
  LC_ALL=C awk -v dir="$objects" "$@" -f "$here/generate_objects.awk"
}

draws()
{
  render 0 "$1" --tables "$2" -o "$work/charts_of_objects" --format svg
}

of_objects()
{
  says "../charts_of_objects/$1" "$2"
}

# The small run: names with special characters, a place that makes several classes, objects that lived on.
check objects_odd_class "a class with special characters is not in lifetime.svg" says lifetime 'Node_x^{2}[]'
check objects_odd_place "a place with special characters is not in creation.svg" says creation 'HashMap$Table&lt;'
check objects_no_package "code without a package is not told" says creation '(no package)'
check objects_several "a place of several classes has no row for each" \
  [ "$(grep -c '	resize:90$' "$work/charts/lifetime.tsv")" -eq 2 ]
check objects_lived_on "objects that lived to the end have no end of their own" \
  [ "$(sed -n '/^# ends/,/^$/p' "$work/charts/lifetime.tsv" | grep -c '^[0-9]')" -eq 5 ]
check objects_collections "collections are not drawn as lines" \
  [ "$(sed -n '/^# collections/,$p' "$work/charts/lifetime.tsv" | grep -c '^[37]$')" -eq 2 ]
check objects_pauses "pauses are not told" says heap '2 collections, 7.0 %'
check objects_reasons "reasons are not in the legend" says heap 'heap full (1)'
check objects_size "the size of the heap is not drawn where it is known" \
  [ "$(sed -n '/^# size/,/^$/p' "$work/charts/heap.tsv" | grep -c '^[0-9]')" -eq 4 ]
check objects_half "the age of a half is not told" says survival 'half are dead by 2.38 KiB'

# Pauses that no collection has: of a record that contradicts itself.
check objects_no_pauses "render fails on collections whose pauses are below zero" \
  draws heap "$here/../golden/objects_strange"
check objects_no_pauses_said "pauses below zero are told as if they were some" \
  of_objects heap '2 collections, 4.0 % of the time. How long they took came out below zero'
copy_tables
sed -i '3s/\t[0-9.]*\t/\t1000.000\t/2' "$work/tables/collections.tsv"
sed -i '2s/^\([^\t]*\t[^\t]*\)\t[^\t]*/\1\t-5.000/' "$work/tables/collections.tsv"
check objects_a_pause "render fails on a pause below zero" draws heap "$work/tables"
check objects_a_pause_said "a pause below zero is added to the others, or left out in silence" \
  of_objects heap 'not drawn: 1 pause that came out below zero'

# Places of one line.
copy_tables
sed -i '/^[0-9]/s/\(:[0-9][0-9]*\)\t/\1#3\t/' "$work/tables/sites.tsv"
check objects_in_line "render fails on several places of a line" draws objects "$work/tables"
check objects_in_line_said "it is not said which place of a line it is" of_objects lifetime 'resize:90#3'
check objects_legends "a chart of objects has a colour that its legend has not" \
  legends_complete "$work/charts_of_objects"

# Choices.
check objects_zoom "zoom fails" render 0 creation,lifetime,heap --tables "$here/tables" -o "$work/zoom" \
  --from 3.1ms --to 6ms --format svg
check objects_zoom_count "lifetime does not count those that lived in the stretch" \
  says ../zoom/lifetime '11 objects in'
check objects_zoom_born "creation does not count those born in the stretch" says ../zoom/creation '4 objects of'
check objects_zoom_heap "the heap does not begin at the edge of the stretch" \
  grep -q '^3.1	1.221354$' "$work/zoom/heap.tsv"
check objects_thread "--thread fails" render 0 creation --tables "$here/tables" -o "$work/zoom" --thread main
check objects_thread_said "the choice of a thread is not told" says ../zoom/creation 'Only objects that'
check objects_untimed "--from is ignored in silence" render 0 age --tables "$here/tables" -o "$work/zoom" --from 1ms
check objects_untimed_text "--from is ignored in silence" grep -q 'age shows the whole run' "$work/err"

# A larger run: what has no row shares one, no mark is drawn for a single object of many, places keep their order.
made_up -v objects=20000 -v sites=90 -v gcs=200
check objects_many "render fails on many objects" draws objects "$objects"
check objects_others "small places do not share a row" grep -q '	[0-9]* other places$' \
  "$work/charts_of_objects/creation.tsv"
check objects_others_said "the shared row is not told" of_objects lifetime 'smallest places share the last row'
check objects_ticks "many collections are drawn over the objects" \
  grep -q '^collections_full	0' "$work/charts_of_objects/lifetime.set"
packages_in_order()
{
  sed -n '/^# packages/,/^$/p' "$work/charts_of_objects/creation.tsv" | grep '^20	' | sort -c -t '	' -k 2,2n &&
    sed -n '/^# packages/,/^$/p' "$work/charts_of_objects/creation.tsv" | grep '^20	' | cut -f 3 | sort -c -u
}
check objects_order "packages are not in order, each once" packages_in_order

# Dots: areas are numbers, as long as they are not too small to be seen.
areas_are_numbers()
{
  LC_ALL=C awk -F '\t' '
    FILENAME ~ /ages.tsv/ && /^[0-9]/ { most = $4 > most ? $4 : most; most = $5 > most ? $5 : most }
    FILENAME ~ /age.tsv/ && /^# / { part = $0 }
    FILENAME ~ /age.tsv/ && part ~ /radius$/ && NF == 3 && !/^#/ && $3 > largest { largest = $3 }
    FILENAME ~ /age.tsv/ && part ~ /objects$/ && NF == 3 && $3 ~ /^[0-9]+ objects?$/ { radius = $2; count = $3 + 0 }
    END { k = (largest / radius) ^ 2 / (most / count); exit !(count > 0 && k > 0.98 && k < 1.02) }' \
    "$objects/ages.tsv" "$work/charts_of_objects/age.tsv"
}
made_up -v objects=3000 -v sites=5
check objects_few_places "render fails on few places" draws age "$objects"
check objects_areas "areas of dots are not numbers of objects" areas_are_numbers

# One place, one class, no collection.
made_up -v objects=500 -v sites=1 -v one_class=1 -v gcs=0
check objects_plain "render fails on one place without a collection" draws objects "$objects"
for chart in lifetime age survival heap; do
  check "objects_uncollected_$chart" "it is not said that no collection ran" of_objects $chart 'No collection ran'
done

# Loss and nothing at all.
copy_tables
sed -i '1i# incomplete: full birth: 4 of 17 births did not fit the buffer (births=13 on the command line)' \
  "$work/tables/objects.tsv" "$work/tables/ages.tsv" "$work/tables/survival.tsv"
check objects_lossy "render fails on lost births" draws objects "$work/tables"
for chart in creation lifetime age survival; do
  check "objects_incomplete_$chart" "lost births are not told" of_objects $chart 'Incomplete: 4 of 17 births'
done
check objects_incomplete_only_where "heap tells of lost births, on which it does not rest" \
  [ "$(grep -c Incomplete "$work/charts_of_objects/heap.svg")" -eq 0 ]
check objects_end "the end without births is not marked" grep -q '^9.5	10$' "$work/charts_of_objects/creation.tsv"
copy_tables
for table in objects sites classes ages survival heap; do
  sed -i '2,$d' "$work/tables/$table.tsv"
done
refuses objects_none 1 'creation: skipped: no object was logged' creation --tables "$work/tables" -o "$work/bad"
refuses objects_none_age 1 'age: skipped: no object' age --tables "$work/tables" -o "$work/bad"
refuses objects_none_heap 1 'heap: skipped: nothing is known' heap --tables "$work/tables" -o "$work/bad"
copy_tables
sed -i 's/^modes.*/modes	timing/' "$work/tables/run.tsv"
refuses objects_off 1 'lifetime: skipped: objects was off.*PROF=objects' \
  lifetime --tables "$work/tables" -o "$work/bad"
refuses objects_not_then 1 'no object in .*, from 9600 to' \
  creation --tables "$here/tables" -o "$work/bad" --from 9.6ms
copy_tables
sed -i '/^3	/d' "$work/tables/sites.tsv"
refuses objects_orphan 1 'sites.tsv has no site 3' creation --tables "$work/tables" -o "$work/bad"
copy_tables
sed -i '3s/	32	/	big	/' "$work/tables/objects.tsv"
refuses objects_with_text 1 'objects.tsv line 3: bytes is not a number: big' \
  lifetime --tables "$work/tables" -o "$work/bad"
