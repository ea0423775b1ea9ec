# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_folders.sh: folders of any name, two renders into one folder, and a render that is told to end. Sourced by
# run.sh.

# A stand-in for hostdump; it says which run its tables are of.
standing=$work/standing
mkdir -p "$standing" "$work/blocking" "$work/slow" "$work/late"
cat > "$standing/hostdump" <<EOF
#!/bin/sh
mkdir -p "\$4" && cp "$here"/tables/*.tsv "\$4" && sed -i "s/^system	.*/system	\$RUN_NAME/" "\$4/run.tsv"
EOF
chmod +x "$standing/hostdump"

# A folder of each name has a run, the scripts, and at the end its charts and its page; nothing of a name has run.
in_odd_folder() # NAME CHARTS
{
  folder=$work/odd-folders/$1
  mkdir -p "$folder/scripts" && cp "$work/run.jxp" "$folder" && cp -r "$viz" "$folder/scripts" || return 1
  (
    cd "$work/odd-folders" || exit
    case $1 in -*) ;; *) # relative names, as users write them; what begins with - is an option
      HOSTDUMP=$standing/hostdump sh "$1/scripts/viz/render.sh" boxes,callgraph "$1/run.jxp" --format svg || exit ;;
    esac
    cd "$folder" &&
      HOSTDUMP=$standing/hostdump sh ./scripts/viz/render.sh "$2" run.jxp -o "$folder/charts" --format svg &&
      cp -r "$here/tables" . && sh "$folder/scripts/viz/page.sh" charts &&
      sh scripts/viz/render.sh threads --tables "$folder/tables" -o "../$1/charts" --format png
  ) > "$work/out" 2> "$work/err" || { sed 's/^/# /' "$work/err" | head -n 5; return 1; }
  [ -s "$folder/charts/callgraph.svg" ] && [ -s "$folder/charts/threads.png" ] &&
    [ "$(grep -c '<figure' "$folder/charts/index.html")" -ge 2 ] && [ -s "$folder/tables/run.tsv" ] &&
    [ -z "$(find "$folder/charts" -name '.*')" ]
}
export RUN_NAME=one
: > "$work/run.jxp"
newline='
'
number=0
while IFS= read -r name; do
  number=$((number + 1))
  check "folder_$number" "charts of a folder called \`$name' are not made" in_odd_folder "$name" timing
done <<'EOF'
< touch canary #
|touch canary
a b
-x
it's "quoted" %s %n
$(touch canary) `touch canary`
back\slash\\n\101\
a=b;c:d&e
*[!a]?~{x}
Grüße日本
EOF
check folder_newline "charts of a folder with newlines are not made" in_odd_folder "a${newline}b" all
mkdir -p "$work/odd-folders/c$newline" && cp "$work/run.jxp" "$work/odd-folders/c$newline"
check folder_newline_end "charts of a folder that ends with a newline are elsewhere" eval '
  HOSTDUMP=$standing/hostdump render 0 boxes "$work/odd-folders/c$newline/run.jxp" --format svg &&
    [ -s "$work/odd-folders/c$newline/charts/boxes.svg" ]'
check folder_canary "the name of a folder has run" [ -z "$(find "$work" . -maxdepth 4 -name 'canary*')" ]

# Programs that say that they are there, and wait for ever.
mkfifo "$work/there" "$work/never"
for program in hostdump awk gnuplot dot; do
  printf '#!/bin/sh\necho $$ > "%s"\nexec cat "%s"\n' "$work/there" "$work/never" > "$work/blocking/$program"
  chmod +x "$work/blocking/$program"
done

# leaves_nothing SIGNAL STATUS PROGRAM CHART: a render that is told to end while it waits for PROGRAM ends it and
# removes what it has made.
leaves_nothing()
{
  rm -rf "$work/ended" "$work/some-path"
  mkdir -p "$work/ended" "$work/some-path"
  ln -s "$work/blocking/$3" "$work/some-path/$3"
  dump=$standing/hostdump
  [ "$3" != hostdump ] || dump=$work/blocking/hostdump
  env PATH="$work/some-path:$PATH" HOSTDUMP="$dump" python3 "$here/told_to_end.py" "$1" "$work/there" "$2" \
    sh "$viz/render.sh" "$4" "$work/run.jxp" -o "$work/ended/charts" || return 1
  [ -z "$(ls -A "$work/ended/charts")" ] || { ls -A "$work/ended/charts" | sed 's/^/# left: /'; return 1; }
}
for told in 'TERM 143' 'INT 130' 'HUP 129'; do
  for at in 'hostdump all' 'gnuplot boxes' 'dot callgraph'; do
    set -- $told $at
    check "ended_${3}_$1" "SIG$1 leaves something" leaves_nothing "$1" "$2" "$3" "$4"
  done
done

# Two at once: the first is held after its third `mv', the second comes to the lock of the tables; then the first goes
# on.
mkfifo "$work/held" "$work/go" "$work/waits"
cat > "$work/slow/mv" <<EOF
#!/bin/sh
echo >> "$work/moved"
[ "\$(wc -l < "$work/moved")" -ne 3 ] || { echo > "$work/held"; read -r go < "$work/go"; }
exec $(command -v mv) "\$@"
EOF
printf '#!/bin/sh\n[ "$1" != 8 ] || echo > "%s"\nexec "%s" "$@"\n' "$work/waits" "$(command -v flock)" \
  > "$work/late/flock"
chmod +x "$work/slow/mv" "$work/late/flock"
two_at_once()
{
  : > "$work/moved"
  env RUN_NAME=first HOSTDUMP="$standing/hostdump" PATH="$work/slow:$PATH" \
    sh "$viz/render.sh" all "$work/run.jxp" -o "$work/both/charts" --format svg > "$work/out" 2> "$work/err" &
  first=$!
  read -r held < "$work/held"
  env RUN_NAME=second HOSTDUMP="$standing/hostdump" PATH="$work/late:$PATH" \
    sh "$viz/render.sh" all "$work/run.jxp" -o "$work/both/charts" --format svg > "$work/out2" 2> "$work/err" &
  second=$!
  read -r waits < "$work/waits"
  echo > "$work/go"
  wait $first && wait $second
}
mkdir -p "$work/both"
check two_at_once "one of two renders into one folder fails" two_at_once
check two_of_one "the charts of two renders are mixed" \
  [ "$(grep -l ' second, workload' "$work/both/charts"/*.svg | wc -l)" -eq 21 -a \
    "$(sed -n 's/^system	//p' "$work/both/tables/run.tsv")" = second ]
