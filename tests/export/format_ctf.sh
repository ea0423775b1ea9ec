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
  cp -r whole left.part && rm left.part/metadata && : >left.part/.hostdump
  hostdump export ctf basic.jxp --no-symbols -o left 2>said || cat said
  diff -r whole left
  [ ! -e left.part ] || echo "it leaves something behind"
  mkdir mine.part && echo kept >mine.part/notes && cp whole/metadata mine.part && : >mine.part/.hostdump
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
  [ "$(grep -c 'whole' said)" = 1 ] || echo "it says more than one thing: $(cat said)"
}

# What hostdump has not made stays, whatever its files are called; of what it has not put aside it says so at once.
ctf_foreign() { # FORMAT FILE...
  hostdump export "$1" basic.jxp --no-symbols -o "$1.plain" 2>said || cat said
  for name in "$2" "$3"; do
    mkdir "$1.$name.part" && echo kept >"$1.$name.part/$name"
    hostdump export "$1" basic.jxp --no-symbols -o "$1.$name" 2>said && echo "it writes into a folder of the user's"
    grep -q "$1.$name.part: is there already, with files" said && [ -e "$1.$name.part/$name" ] || echo "$name is gone"
  done
  cp -r "$1.plain" "$1.twice" && cp -r "$1.plain" "$1.twice.old"
  hostdump export "$1" full.jxp --no-symbols -o "$1.twice" 2>said && echo "it writes where it cannot put aside"
  grep -q "$1.twice.old: is there already, where" said || cat said
  diff -r "$1.plain" "$1.twice.old" && diff -r "$1.plain" "$1.twice" && [ ! -e "$1.twice.part" ] ||
    echo "a copy changed"
}

# A hostdump may be killed while it removes the export that it has put aside, and before it gives the new one its name.
ctf_aside() { # FORMAT FILE: by which an export is known
  hostdump export "$1" basic.jxp --no-symbols -o "$1.fresh" 2>said || cat said
  for lack in "$2" none; do
    rm -rf "$1.again" && cp -r "$1.fresh" "$1.again" && cp -r "$1.fresh" "$1.again.old" && : >"$1.again.old/.hostdump"
    rm -f "$1.again.old/$lack"
    [ "$lack" != none ] || mv "$1.again" "$1.again.part"
    [ "$lack" != none ] || : >"$1.again.part/.hostdump"
    hostdump export "$1" basic.jxp --no-symbols -o "$1.again" 2>said || cat said
    diff -r "$1.fresh" "$1.again"
    [ ! -e "$1.again.old" ] && [ ! -e "$1.again.part" ] || echo "it leaves something behind"
  done
}

# A folder that cannot be read for want of descriptors is not said to have files.
ctf_descriptors() {
  mkdir few.part
  for most in 3 4 5 6 7 8 9 10 11 12; do
    (ulimit -n "$most" && hostdump export ctf basic.jxp --no-symbols -o few) >>few.said 2>&1
    rm -rf few
    mkdir -p few.part
  done
  grep -q 'few.part: cannot be written: Too many open files' few.said || cat few.said
  grep 'with files that no such export has' few.said
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
try ctf_foreign ctf_foreign ctf events_mine events_1
try uftrace_foreign ctf_foreign uftrace a.dat 1.dat
try ctf_aside ctf_aside ctf metadata
try uftrace_aside ctf_aside uftrace task.txt
try ctf_descriptors ctf_descriptors
