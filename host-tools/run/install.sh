#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# install.sh: puts what a user needs who does not keep the source tree below a prefix, or takes it away again.
#
#   install.sh BUILD PREFIX [DESTDIR]       installs what `make all' and java/libjxrt.a made in BUILD
#   install.sh --remove PREFIX [DESTDIR]    removes it
#
#   PREFIX/bin                 hostdump, render, jxtr
#   PREFIX/lib/jxprof          libjxrt.a, the runtime of translated Java programs on Linux; figures, which render calls
#   PREFIX/lib/pkgconfig       jxprof.pc: where the kit is
#   PREFIX/share/man/man1, PREFIX/share/bash-completion/completions   of hostdump and
#                              render; jxtr has a manual page, too
#   PREFIX/share/doc/jxprof    FORMAT, TABLES, EXPORTS, DIFF, LIVE, NETWORK, PORTING, TRIAL, TRANSLATOR,
#                              licence
#   PREFIX/share/jxprof/kit    what `make kit' makes: the profiler for another kernel
#   PREFIX/share/jxprof/viz    the charts' scripts
#   PREFIX/share/jxprof/live   programs for `hostdump serve --tool' (LIVE.md); Python 3
#   PREFIX/share/jxprof/java   classes/java.base, the library that jxtr translates with a program; emitted.flags
#   PREFIX/share/jxprof/src    profiler/ and serial-xfer/ for another kernel, with the files that PORTING.md names as
#                              examples; translator-instr/ with the contract, the runtime and the library's sources
#
# DESTDIR is put before PREFIX while files are copied. The programs find each other by their place: PREFIX may be moved,
# but emitted.flags names PREFIX. Exit status: 0 done, 1 not, 2 usage.
set -eu

case ${1-} in
  --help) sed -n 's/^# \{0,1\}//; 4,24p' "$0"; exit 0 ;;
  --remove) remove=yes; shift ;;
  '' | -*) sed -n 's/^# \{0,1\}//; 4,24p' "$0" >&2; exit 2 ;;
  *) remove='' build=$(cd "$1" && pwd); shift ;;
esac
[ $# -ge 1 ] || { echo 'install: which prefix? see install.sh --help' >&2; exit 2; }
prefix=$1
# In emitted.flags, which are words for a shell.
case $prefix in
  *[!A-Za-z0-9_./+@:,=~-]*)
    echo "install: PREFIX= is a part of compiler flags; it may have letters, digits and . _ + @ : , = - / only" >&2
    exit 1 ;;
esac
root=${2-}$1
case $root in -*) root=./$root ;; esac
tree=$(cd "$(dirname "$0")/../.." && pwd)
share=$root/share/jxprof
doc=$root/share/doc/jxprof
lib=$root/lib/jxprof
man=$root/share/man/man1
completions=$root/share/bash-completion/completions
package=$root/lib/pkgconfig/jxprof.pc

if [ -n "$remove" ]; then
  rm -rf "$share" "$doc" "$lib"
  rm -f "$root/bin/hostdump" "$root/bin/render" "$root/bin/jxtr" "$package" "$man/hostdump.1" "$man/render.1" \
    "$man/jxtr.1" "$completions/hostdump" "$completions/render"
  exit
fi

# files FROM TO NAME...: copies the files below tree/FROM with one of these names (patterns) to TO, folders and all.
files()
{
  from=$tree/$1 to=$2
  shift 2
  names=
  for name; do
    names="$names${names:+ -o }-name $name"
  done
  # A pattern is for find, not for the shell.
  set -f
  # shellcheck disable=SC2086
  (cd "$from" && find . -type f \( $names \)) | while IFS= read -r file; do
    install -D -m 644 "$from/$file" "$to/$file"
  done
  set +f
}

# The files of the tree that PORTING.md names as examples; a .c brings its .h.
examples()
{
  sed 's/`/\n/g' "$tree/profiler/PORTING.md" | grep -E '^(kernel|tests|host-tools)/[a-z0-9_/]*\.(c|h|sh)$' | sort -u |
    while IFS= read -r file; do
      install -D -m 644 "$tree/$file" "$share/src/$file"
      [ ! -e "$tree/${file%.c}.h" ] || install -m 644 "$tree/${file%.c}.h" "$share/src/${file%.c}.h"
    done
}

mkdir -p "$root/bin" "$lib" "$doc" "$share" "$man" "$completions" "${package%/*}"
install -m 755 "$build/hostdump" "$build/jxtr" "$root/bin"
install -m 755 "$build/figures" "$lib"
cat > "$root/bin/render" <<'EOF'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
HOSTDUMP=${HOSTDUMP:-$here/hostdump} FIGURES=${FIGURES:-$here/../lib/jxprof/figures} \
  exec sh "$here/../share/jxprof/viz/render.sh" "$@"
EOF
chmod 755 "$root/bin/render"
install -m 644 "$build/java/libjxrt.a" "$lib"
install -m 644 "$tree/serial-xfer/FORMAT.md" "$tree/host-tools/TABLES.md" "$tree/host-tools/EXPORTS.md" "$tree/host-tools/DIFF.md" \
  "$tree/host-tools/LIVE.md" "$tree/host-tools/NETWORK.md" \
  "$tree/profiler/PORTING.md" "$tree/profiler/TRIAL.md" "$tree/translator-instr/TRANSLATOR.md" "$tree/LICENSE" "$doc"
[ ! -e "$build/page.html" ] || install -m 644 "$build/page.html" "$share"
rm -rf "$share/kit"
cp -R "$build/kit" "$share/kit"
cat > "$package" <<EOF
prefix=$prefix
kitdir=\${prefix}/share/jxprof/kit

Name: jxprof
Description: profiler for kernels: jxprof.h and jxprof.c, with a port for each processor in \${kitdir}/port
Version: $("$build/hostdump" --version | sed -n 's/^hostdump \([0-9.]*\).*/\1/p')
Cflags: -I\${kitdir}
EOF
commands=$("$build/hostdump" --help | sed -n 's/^  hostdump \([a-z]*\)  .*/\1/p')
# shellcheck disable=SC2086 # words
sh "$tree/host-tools/run/manual.sh" hostdump 'take a profile off a line, and make tables of it' "$build/hostdump" $commands \
  > "$man/hostdump.1"
sh "$tree/host-tools/run/manual.sh" render 'draw charts of a profile' "$build/render" > "$man/render.1"
sh "$tree/host-tools/run/manual.sh" jxtr 'translate Java programs to C' "$build/jxtr" > "$man/jxtr.1"
for program in hostdump render; do
  install -m 644 "$tree/host-tools/run/completion.bash" "$completions/$program"
done
files host-tools/lake "$share/lake" '*.sh' '*.awk' '*.sql' '*.md'
files viz "$share/viz" '*.sh' '*.awk' '*.gp'
rm -rf "$share/live"
files host-tools/live "$share/live" 'traces.py'
install -m 755 "$tree/host-tools/live/callgraph.py" "$tree/host-tools/live/folded.py" "$share/live"
mkdir -p "$share/java/classes"
rm -rf "$share/java/classes/java.base"
cp -R "$build/java/classes/java.base" "$share/java/classes"
sed "s|-Itranslator-instr/|-I$prefix/share/jxprof/src/translator-instr/|g" "$build/java/emitted.flags" \
  > "$share/java/emitted.flags"
for room in profiler serial-xfer translator-instr/contract translator-instr/runtime; do
  files "$room" "$share/src/$room" '*.[chS]' '*.def' '*.sh' '*.md'
done
files translator-instr/library "$share/src/translator-instr/library" '*.java'
(cd "$build/java/source" && tar cf - .) | tar xf - -C "$share/src/translator-instr/library"
examples
