# SPDX-License-Identifier: GPL-2.0-or-later
#
# install.sh: a part of run.sh: what `make install' copies works without the tree, and `make uninstall' leaves nothing.

tree=$(cd "$tools/../.." && pwd)
place=$dir/installed
make_here()
{
  env -u MAKEFLAGS -u MAKELEVEL -u O make -s -C "$tree" O="$(realpath --relative-base="$tree" "$build")" "$@"
}

check install make_here install DESTDIR="$dir/stage" PREFIX="$place"
mv "$dir/stage$place" "$place"
prefix_of() { grep -rIlF "$1" "$place/bin/render" "$place/share" "$place/lib"; }
check install_names_no_folder_of_the_tree sh -c '[ -z "$1" ]' - "$(prefix_of "$tree")$(prefix_of "$dir/stage")"

# A program of the tree is out of reach of these: they run elsewhere, with a PATH of the installed programs and the system's.
away() { (cd / && env -u HOSTDUMP -u FIGURES PATH="$place/bin:/usr/bin:/bin" "$@"); }

"$build/mkgolden" basic > "$dir/stream"
expect install_hostdump 0 . away hostdump --version
rm -f "$dir/run.jxp"
check install_hostdump_receives sh -c '"$0" -o "$1" -k "$2" < "$3"' "$place/bin/hostdump" "$dir/run.jxp" "$build/golden.elf" "$dir/stream"
check install_render away render boxes,threads,callgraph "$dir/run.jxp" -k "$build/golden.elf" -o "$dir/charts" --format svg
check render_of_the_tree "$build/render" boxes,threads,callgraph "$dir/run.jxp" -k "$build/golden.elf" -o "$dir/same" --format svg
check install_render_draws_what_the_tree_draws diff -r "$dir/charts" "$dir/same"

mkdir "$dir/hello"
cat > "$dir/hello/Hello.java" <<'XEOF'
public class Hello { public static void main(String[] args) { System.out.println("hello from " + args.length); } }
XEOF
hello()
{
  cd "$dir/hello" &&
    away javac --system none --module-path "$place/share/jxprof/java/classes" -XDstringConcat=inline -g -proc:none \
      -d "$dir/hello/classes" "$dir/hello/Hello.java" &&
    away jxtr -c "$place/share/jxprof/java/classes/java.base:$dir/hello/classes" -o "$dir/hello/c" Hello &&
    # shellcheck disable=SC2046
    away gcc $(cat "$place/share/jxprof/java/emitted.flags") -o "$dir/hello/hello" "$dir/hello/c/jxg_all.c" \
      "$place/lib/jxprof/libjxrt.a" -lpthread -lm -no-pie &&
    "$dir/hello/hello" && cd "$dir"
}
expect install_jxtr 0 '^hello from 0' hello

# Another kernel compiles the profiler and the sending half with a port of its own; here with the one for a process.
sources=$place/share/jxprof/src
adopt()
{
  (cd "$sources" && gcc -std=gnu11 -ffreestanding -fsyntax-only -Wall -Werror -Iserial-xfer -Iprofiler \
    -I"$(dirname "$(find . -path '*host/prof_port.h')")" -I/usr/share/lzo/minilzo \
    profiler/*.c profiler/records/*.c profiler/handout/*.c profiler/probes/*.c profiler/probes/subject/*.c \
    serial-xfer/format/*.c serial-xfer/both/*.c serial-xfer/target/*.c)
}
check install_sources_compile adopt
check install_examples test -e "$sources/kernel/profile/dump_frames.c" -a -e "$sources/kernel/lib/sampler.h"
check install_documents test -s "$place/share/doc/jxprof/PORTING.md" -a -s "$place/share/doc/jxprof/FORMAT.md"

check install_manual sh -c '"$1" --help | sed -n 3p >"$3" && sed "s/\\\\-/-/g" "$2" | grep -qxFf "$3"' - \
  "$build/hostdump" "$place/share/man/man1/hostdump.1" "$dir/line"
check install_manual_of_jxtr grep -q 'Usage: jxtr' "$place/share/man/man1/jxtr.1"
check install_manual_has_commands grep -q '^.SH hostdump doctor' "$place/share/man/man1/hostdump.1"

# The programs for `hostdump serve --tool', told of two moments.
tool_told()
{
  printf '%s\t%s\n' hello 1 >"$dir/told"
  printf 'connect\t0\ta\ta.jxp\ntrace\t0\t1\t10\tinterval\t1\t0\t1\n' >>"$dir/told"
  printf 'thread\t0\t1\tmain\trunning\t-\t-\t0\t0\n' >>"$dir/told"
  printf 'frame\t0\t1\tinner\t-\t0x20\nframe\t0\t1\touter\t-\t0x10\nend\t0\t1\n' >>"$dir/told"
  away "$place/share/jxprof/live/$1" <"$dir/told"
}
expect install_live_folded 0 'outer;inner 1$' tool_told folded.py
expect install_live_callgraph 0 '"outer" -> "inner"' tool_told callgraph.py
check install_live_is_told grep -q 'PREFIX/share/jxprof/live' "$place/share/doc/jxprof/LIVE.md"

# completes WORD...: what completion offers for the last word.
completes()
{
  PATH=$place/bin:$PATH bash -c '. "$0"; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _hostdump; echo "${COMPREPLY[@]}"' \
    "$place/share/bash-completion/completions/hostdump" "$@"
}
expect install_completes_commands 0 '^doctor$' completes hostdump doc
expect install_completes_formats 0 '^speedscope$' completes hostdump export speed
expect install_completes_options 0 '^--follow' completes hostdump report --fol
expect install_package_names_kit 0 "^kitdir=.*/kit" cat "$place/lib/pkgconfig/jxprof.pc"
kit_compiles() { gcc -std=gnu11 -ffreestanding -fsyntax-only -I"$place/share/jxprof/kit" -I"$place/share/jxprof/kit/port/x86_64" \
  "$place/share/jxprof/kit/jxprof.c"; }
check install_kit_compiles kit_compiles

# No function of the profiler's that a compiler calls instead of laying it in line has probes; those of the architecture
# and of the port, of a few instructions, are called only where nothing is optimized.
kit_has_no_probes() {
  cd "$dir" && echo '#include "jxprof.h"' >kit.c && gcc -std=gnu11 -ffreestanding -fno-pie -O0 -fkeep-inline-functions \
    -pg -mfentry -I"$place/share/jxprof/kit" -I"$place/share/jxprof/kit/port/x86_64" -c kit.c -o kit.o || return
  objdump -dr kit.o >kit.s
  grep -q '<prof_event_log>:' kit.s && ! awk '/^[0-9a-f]+ <.*>:$/ { name = $2 } /__fentry__/ { print name }' kit.s |
    grep '<prof_' | grep -v '<prof_port_\|<prof_arch_'
}
check install_kit_has_no_probes kit_has_no_probes

has_package()
{
  package=$(make_here deb | tail -n 1) && dpkg-deb -c "$package" >"$dir/contents" &&
    for file in bin/hostdump share/doc/jxprof/copyright share/doc/jxprof/changelog.gz share/man/man1/jxtr.1.gz; do
      grep -q "./usr/$file\$" "$dir/contents" || return
    done && grep -q './usr/share/jxprof/kit/jxprof.c$' "$dir/contents" &&
    dpkg-deb -f "$package" Depends | grep -q 'libdw1'
}
! command -v dpkg-deb >/dev/null || check deb has_package

check uninstall make_here uninstall PREFIX="$place"
check uninstall_leaves_no_file test -z "$(find "$place" -type f)"
