# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_reasons.sh: what is drawn depends on the codes that tables carry, never on the words beside them: the same code
# with other sentences must give the same chart. Sourced by run.sh, after check_rare_and_lost.sh.

# Sentences that hostdump writes beside other codes than those of this test.
wordings='the ring of sched keeps the newest
some words: the target was told to stop'

# draws_alike CHART TABLE BLOCK NOTE EXPECTED: with the comment `# incomplete: NOTE: SENTENCE' in front of the table the
# rows of the block are EXPECTED, for each of the sentences, and the chart shows the sentence.
draws_alike()
{
  printf '%s\n' "$wordings" > "$work/wordings"
  cp "$work/tables/$2.tsv" "$work/without_note"
  while IFS= read -r wording; do
    { printf '# incomplete: %s: %s\n' "$4" "$wording"; cat "$work/without_note"; } > "$work/tables/$2.tsv"
    render 0 "$1" --tables "$work/tables" -o "$work/reasons" --format svg || break
    if [ "$(rows_of "$3" "$work/reasons/$1.tsv")" != "$5" ]; then
      echo "# with '$wording' block $3 is: $(rows_of "$3" "$work/reasons/$1.tsv")"
      break
    fi
    grep -q -F "Incomplete: $wording" "$work/reasons/$1.svg" || { echo "# '$wording' is not shown"; break; }
    wording=
  done < "$work/wordings"
  cp "$work/without_note" "$work/tables/$2.tsv"
  [ -z "$wording" ]
}

# The reddish stretches of a chart whose first and last records were taken away.
copy_tables
sed -i -e '/^7100/,$d' -e '2,3d' "$work/tables/activity.tsv"
check reason_ring "the start that a ring has lost depends on words" \
  draws_alike threads activity unknown 'ring sched' '0	4'
for note in 'full sched' 'line sched' cut growing unread switched; do
  check "reason_$(echo $note | tr ' ' _)" "the end that is missing depends on words" \
    draws_alike threads activity unknown "$note" '7.1	10'
done
for note in 'paused sched' 'rate sample' 'full thread' 'line name' 'ring birth'; do
  check "reason_$(echo $note | tr ' ' _)" "a stretch is unknown by words, or for records that the chart does not show" \
    draws_alike threads activity unknown "$note" ''
done
sed -i '1i# incomplete: a sentence without a code' "$work/tables/activity.tsv"
refuses reason_missing 1 'has a comment without a reason code: a sentence without a code' \
  threads --tables "$work/tables" -o "$work/reasons"

# Whether a collection may be missing.
collections_said()
{
  made_up -v objects=500 -v sites=1 -v one_class=1 -v gcs=0
  sed -i "1i# incomplete: $1: $2" "$objects/collections.tsv"
  draws objects "$objects" && of_objects heap "$3"
}
for note in 'line collection' 'full collection' 'ring collection' cut unread; do
  check "reason_collections_$(echo $note | tr ' ' _)" "it is said that none ran" \
    collections_said "$note" 'any words' 'No record of a collection is here'
done
for note in growing 'full birth' 'paused birth'; do
  check "reason_collections_$(echo $note | tr ' ' _)" "it is said that collections may be missing" \
    collections_said "$note" '9 collections were dropped, the end of the dump is missing' 'No collection ran'
done
