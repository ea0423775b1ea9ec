# SPDX-License-Identifier: GPL-2.0-or-later
#
# format_ctf.sh: babeltrace2: all that it prints, and the discarded events of which it warns.

ctf_case() { # NAME
  export_dump ctf "$1" "$1.ctf"
  babeltrace2 "$1.ctf" -c sink.text.pretty \
    --params='field-trace:hostname=no,clock-seconds=yes,no-delta=yes' >"$1.ctf.printed" 2>"$1.ctf.warned" ||
    echo "babeltrace2 fails: $(grep -v -e discarded -e '^ *$' "$1.ctf.warned" | head -n 3)"
  judge ctf "$1" "$1.ctf"
}

# A folder of another kind stays as it is; an export takes the place of the one before.
ctf_folder() {
  mkdir -p theirs/ctf && echo kept >theirs/ctf/metadata
  hostdump export ctf basic.jxp --no-symbols -o theirs/ctf 2>said && echo "it writes into another folder"
  [ "$(ls theirs/ctf)" = metadata ] && [ ! -e theirs/ctf.part ] || echo "it leaves something in another folder"
  hostdump export ctf full.jxp --no-symbols -o ours 2>said
  hostdump export ctf basic.jxp --no-symbols -o ours 2>said && hostdump export ctf basic.jxp --no-symbols -o once 2>said
  diff -r ours once
  hostdump export ctf full.jxp --no-symbols -o once 2>said
  hostdump export ctf basic.jxp --no-symbols -o once/ 2>said || echo "a slash at the end is a failure: $(tail -n 1 said)"
  diff -r ours once
  [ ! -e once.part ] && [ ! -e once.old ] || echo "it leaves something behind"
}

# What the user keeps in an export's folder is not lost where another export takes its place, and that is not lost, either.
ctf_notes() {
  hostdump export ctf full.jxp --no-symbols -o noted 2>said
  echo mine >noted/notes
  hostdump export ctf basic.jxp --no-symbols -o noted 2>said
  cat noted/notes noted.old/notes 2>/dev/null | grep -qx mine || echo "the user's file is gone"
  hostdump export ctf basic.jxp --no-symbols -o plain 2>said
  diff -r -x notes noted plain
}

# What a killed export has left is no obstacle; what another one writes, or another program has made, is, and stays.
ctf_left() {
  hostdump export ctf basic.jxp --no-symbols -o whole 2>said || cat said
  cp -r whole left.part && rm left.part/metadata
  hostdump export ctf basic.jxp --no-symbols -o left 2>said || cat said
  diff -r whole left
  [ ! -e left.part ] || echo "it leaves something behind"
  mkdir mine.part && echo kept >mine.part/notes && cp whole/metadata mine.part
  hostdump export ctf basic.jxp --no-symbols -o mine 2>said && echo "it writes into a folder with other files"
  grep -q 'mine.part: is there already, with files that no such export has: remove it' said || cat said
  [ -e mine.part/notes ] && cmp whole/metadata mine.part/metadata && [ ! -e mine ] || echo "the other files are gone"
  mkdir busy.part
  flock busy.part "$build/hostdump" export ctf basic.jxp --no-symbols -o busy 2>said &&
    echo "it writes what another one writes"
  grep -q 'busy.part: another hostdump writes it' said || cat said
  [ -d busy.part ] && [ ! -e busy ] || echo "what another one writes is gone"
  mkdir whole.old && echo kept >whole.old/notes
  hostdump export ctf full.jxp --no-symbols -o whole 2>said && echo "it puts the export before nowhere"
  grep -q 'whole.old: is there already' said || cat said
  diff -r whole left && [ ! -e whole.part ] && [ -e whole.old/notes ] || echo "the export before is gone"
}

for name in $dumps; do
  if command -v babeltrace2 >/dev/null; then
    try "ctf_$name" ctf_case "$name"
  else
    skip "ctf_$name" 'there is no babeltrace2'
  fi
done
try ctf_folder ctf_folder
try ctf_notes ctf_notes
try ctf_left ctf_left
