# SPDX-License-Identifier: GPL-2.0-or-later
#
# format_pprof.sh: go tool pprof: what each function has of each type of a profile, the same less itself, the comments.

# pprof knows these types; each sum is of one unit.
pprof_top() { # TYPE PROFILE OPTION...
  top_type=$1 top_profile=$2
  shift 2
  case $top_type in excl | raw) unit=ns ;; *_space) unit=b ;; *) unit=count ;; esac
  HOME=$scratch go tool pprof -top -sample_index="$top_type" -unit=$unit -nodecount=1000000 -nodefraction=0 \
    -edgefraction=0 "$@" "$top_profile" 2>>pprof.log
}

pprof_case() { # NAME
  export_dump pprof "$1" "$1.pb.gz"
  HOME=$scratch go tool pprof -comments "$1.pb.gz" >"$1.pb.gz.comments" 2>>pprof.log || echo "pprof refuses the profile"
  # What the target said that it recorded.
  modes=$(sed -n 's/^modes\t//p' "$1.tables/run.tsv")
  types=
  case $modes in *samples*) types="$types samples" ;; esac
  case $modes in *timing*) types="$types calls excl raw" ;; esac
  case $modes in *objects*) types="$types alloc_objects alloc_space inuse_objects inuse_space" ;; esac
  for type in $types; do
    pprof_top "$type" "$1.pb.gz" >"$1.pb.gz.$type.top" || echo "pprof refuses $type"
    pprof_top "$type" "$1.pb.gz" -diff_base="$1.pb.gz" >"$1.pb.gz.$type.diff" || echo "pprof refuses to compare $type"
  done
  judge pprof "$1" "$1.pb.gz" "$types"
}

pprof_all() {
  command -v go >/dev/null && go tool pprof -h 2>&1 | grep -q usage || why='there is no go tool pprof (golang-go)'
  for name in $dumps; do
    if [ "$why" ]; then skip "pprof_$name" "$why"; else try "pprof_$name" pprof_case "$name"; fi
  done
}
why=
! chosen_some pprof || pprof_all
