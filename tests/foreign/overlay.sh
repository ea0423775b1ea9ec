# SPDX-License-Identifier: GPL-2.0-or-later
#
# overlay.sh: what an overlay stands on. An overlay puts the profiler of the kit into a copy of a foreign program: files
# of its own, and insertions, which find their places by patterns. Read in the copy's folder, before NAME/overlay.sh, with:
#
#   program=NAME    for messages           tried=VERSIONS    with which the overlay was tried
#   own=FOLDER      the overlay's folder   kit=FOLDER        of make kit
#
# A place that is not there is said, with the versions; the overlay goes on, and end_overlay fails.

missing=0

# say_missing FILE WHAT: an anchor is not where the versions that were tried have it.
say_missing()
{
  echo "$program: $1: $2; this overlay was tried with $program $tried" >&2
  missing=$((missing + 1))
}

# edit HOW FILE PATTERN TEXT: puts TEXT before or after the one line of FILE that matches PATTERN, an extended regular
# expression, or in place of what matches in it.
edit()
{
  [ -f "$2" ] || { say_missing "$2" 'no such file'; return; }
  found=$(grep -cE -e "$3" "$2")
  [ "$found" = 1 ] || { say_missing "$2" "$found lines match '$3', not one"; return; }
  how=$1 pattern=$3 text=$4 awk 'BEGIN { how = ENVIRON["how"]; pattern = ENVIRON["pattern"]; text = ENVIRON["text"] }
    !match($0, pattern) { print; next }
    how == "before" { print text; print }
    how == "after"  { print; print text }
    how == "change" { print substr($0, 1, RSTART - 1) text substr($0, RSTART + RLENGTH) }' "$2" >"$2.overlaid" &&
    cat "$2.overlaid" >"$2" && rm "$2.overlaid"
}

# sections_for SCRIPT PATTERN: puts what the profiler wants of a linker script before the line that matches.
sections_for()
{
  edit before "$1" "$2" "$(sed -n '/^SECTIONS/,/^}/p' "$kit/jxprof.ld" | sed '1,2d; $d')"
}

# put_kit FOLDER ARCH: copies the kit there, with its port, and the overlay's jx.c.
put_kit()
{
  mkdir -p "$1" && cp "$kit/jxprof.h" "$kit/jxprof.c" "$kit/port/$2/prof_port.h" "$own/../common/jx.h" "$own/jx.c" "$1/" &&
    printf '#include "jxprof.c"\n' >"$1/jxprof_subject.c"
}

# put_processors FOLDER COUNT NUMBER: says in that folder's port that there are as many processors, and by which C expression
# one knows its number. Their threads pass to no other, so an array by number has them.
put_processors()
{
  edit change "$1/prof_port.h" '^#define PROF_PORT_CPUS 1$' "#define PROF_PORT_CPUS $2"
  edit change "$1/prof_port.h" 'prof_arch_cpu\(\)' "$3"
  edit change "$1/prof_port.h" 'prof_arch_thread\(\)' '*(struct prof_thread *volatile *)&prof_current[prof_port_cpu()]'
  edit change "$1/prof_port.h" '^  prof_arch_set_thread\(t\);' ''
}

end_overlay()
{
  [ "$missing" = 0 ] || { echo "$program: $missing places were not found" >&2; exit 1; }
}
