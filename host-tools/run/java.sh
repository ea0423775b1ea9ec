#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# java.sh: makes a kernel image of a Java program, and hands it to run.sh, iso.sh or debug.sh when asked to.
#
# The steps are javac against our library (Unjar.java, of a jar), jxtr, and make for what follows: gcc, ld. Each is
# taken only when what it depends on has changed. What javac refuses is tried against the JDK's library: what compiles
# there is right, but uses something that ours lacks, and jxtr names all of that; what does not is the program's own
# fault, in javac's words. Sources are read, never written. The classes are in BUILD/programs/NAME, and there, too, is
# the image that has no options; another choice of MAIN=, PROFILE=, ... has a folder of its own in that one, called by
# its options. Only one java.sh at a time is at work there (lock.sh), until run.sh has a copy of the image: a run boots
# what it has chosen.

[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
set -u

usage()
{
  sed "s/THRESHOLD_DEFAULT/$threshold_default/" <<'EOF'
Usage: java.sh --app NAME | --java PATH [OPTION...] [-- ARGUMENTS...]
Makes a kernel image of a Java program; with `--' hands it and these arguments to a tool, else prints where it is.

  --app NAME         a program of kernel/programs/java/apps; `list' lists them. NAME,NAME...: several in one image, of
                     which the first argument of a run is the name of the one to start
  --java PATH        a user's own: a .java file, a jar, or a folder with sources, or else with class files
  --main CLASS       the class with main(), like pkg.Main (a jar's Main-Class; else the only one there is, or the only
                     Main)
  --profile LIST     methods that are timed: patterns like 'java.util.HashMap.* Main.*', or none (all)
  --trace LIST       methods that log an event at their beginning and end (none)
  --objects LIST     methods whose objects are logged (all)
  --exclude LIST     methods that get none of this, or none (those in the program's file `exclude', if it has one)
  --threshold BYTES  unless --profile names them, methods of at most so many bytes of bytecode that have no loop and do not
                     call themselves are not timed: gcc may inline them, and their time is their callers'
                     (THRESHOLD_DEFAULT; 0: all are timed)
  --missing WHAT     what to do about classes and members that our library lacks: `throw' an error where the program
                     comes to use one, as the JVM does, after a list of them (default of --java), or `refuse' the
                     program (default of --app)
  --exact WHAT       yes: the image notes when each object became unreachable and when it was used last (tables drag,
                     age, ...); it takes some times as long, and runs on one processor (no)
  --effort WHAT      quick: gcc optimizes little (-Og); it takes a fifth of the time, and the program is
                     slower: for tests of what programs do (full)
  --build DIR        where jxtr, java/ and the kernel's objects are, and the image will be (build)
  --tool NAME        run (run.sh), iso (iso.sh) or debug (debug.sh) (run)
  --to DIR           copies the image there: DIR/kernel.elf, DIR/kernel.elf32; another java.sh may make it anew in BUILD

`make run' gives these as APP= or JAVA=, MAIN=, PROFILE=, TRACE=, OBJECTS=, EXCLUDE=, THRESHOLD=, MISSING=, EXACT=
and O= (--build).

Exit status: 0 made (or the tool's); 1 not made; 2 usage.
EOF
}

say()       { printf '%s\n' "java: ${*//[[:cntrl:]]/?}" >&2; }
show()      { "$build/hostdump" show; } # a program's source may not be the user's own, and javac quotes it
fail()      { say "$*"; exit 1; }
bad_usage() { say "$*; see java.sh --help"; exit 2; }
step()      { printf '  %-7s %s\n' "$1" "${2//[[:cntrl:]]/?}"; }

tree=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$tree/host-tools/run/lock.sh" # share_build, lock, as_path
apps=$tree/kernel/programs/java/apps
threshold_default=80 # what is not timed gcc inlines: corrected times are near those without probes (make bench-plain)
build=build app='' java='' main='' profile=all trace=none objects=all exclude='' threshold='' missing='' exact=''
effort='' name='' tool='' to='' dir='' image='' # the program's folder; in it, or the same, that of the image
programs=() folders=() sources=() classes=() arguments=() # of --app: names, and the folder of each

# Letters that are not ASCII's are taken in any locale: the check is that no other program takes the name for more.
is_class() # NAME
{
  local LC_ALL=C name
  name=${1//[![:ascii:]]/x}
  [[ $name =~ ^[A-Za-z_\$][A-Za-z0-9_\$]*(\.[A-Za-z_\$][A-Za-z0-9_\$]*)*$ ]]
}

parse()
{
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help) usage; exit 0 ;;
      --) shift; : "${tool:=run}"; arguments=("$@"); break ;;
      --app | --java | --main | --profile | --trace | --objects | --exclude | --threshold | --missing | --exact | \
        --effort | --build | --tool | --to)
        [ $# -ge 2 ] || bad_usage "$1 needs a value"
        printf -v "${1#--}" %s "$2"
        shift 2 ;;
      *) bad_usage "there is no option $1" ;;
    esac
  done
  [ -z "$app" ] || [ -z "$java" ] || bad_usage "APP= (--app) or JAVA= (--java), not both"
  case $tool in '' | run | iso | debug) ;; *) bad_usage "--tool is run, iso or debug, not $tool" ;; esac
  [[ $threshold =~ ^[0-9]{0,5}$ ]] || bad_usage "THRESHOLD= (--threshold) is a number of bytes, not $threshold"
  case $missing in '' | throw | refuse) ;; *) bad_usage "MISSING= (--missing) is throw or refuse, not $missing" ;; esac
  case $exact in '' | yes | no) ;; *) bad_usage "EXACT= (--exact) is yes or no, not $exact" ;; esac
  case $effort in '' | full | quick) ;; *) bad_usage "--effort is full or quick, not $effort" ;; esac
  [ -z "$main" ] || is_class "$main" ||
    bad_usage "MAIN= (--main) is the name of a class, like pkg.Main, not $main"
  java=$(as_path "$java") build=$(as_path "$build") to=$(as_path "$to")
  [ -d "$build/java" ] || fail "$build/java is missing; \`make all' builds it"
  build=$(cd "$build" && pwd)
}

# The programs that there are, with the first sentence of what each says of itself.
list_apps()
{
  local path first
  for path in "$apps"/*; do
    name=$(basename "$path" .java)
    [ ! -d "$path" ] || path=$path/Main.java
    first=$(sed -n '/^ \* [A-Z]/{s/^ \* //; p; q}' "$path" 2>/dev/null)
    printf '  %-12s %s\n' "$name" "$first"
  done
}

no_app()
{
  [ "$app" = list ] || say "${1:+$1. }The programs in kernel/programs/java/apps are:"
  list_apps >&2
  [ "$app" = list ] && exit 0
  exit 2
}

# Several programs: sets `name' and `folders'; `java' is where all of them are.
find_programs()
{
  local program
  IFS=, read -ra programs <<< "$app"
  for program in "${programs[@]}"; do
    [ -f "$apps/$program/Main.java" ] || [ -f "$apps/$program/start" ] ||
      no_app "there is no program \`$program' that could share an image: a folder with a Main or a file \`start'"
    folders+=("$apps/$program")
  done
  name=${app//,/+} java=$apps
}

# Sets `java' to the program's sources and `name' to what its folder is called.
find_program()
{
  if [ -z "$java" ]; then
    case $app in
      '' | list) no_app ;;
      *[!A-Za-z0-9_,]* | ,* | *, | *,,*) no_app "there is no program \`$app'" ;;
      *,*) find_programs; return ;;
    esac
    name=$app java=$apps/$app
    [ -d "$java" ] || java=$apps/$app.java
    [ -e "$java" ] || no_app "there is no program \`$app'"
    folders=("$java")
    return
  fi
  [ -e "$java" ] || fail "$java: no such file or folder; JAVA= names a program's sources"
  java=$(readlink -f "$java")
  folders=("$java")
  name=$(basename "$java" .java | tr -c 'A-Za-z0-9_.\n' _)-$(printf %s "$java" | cksum | cut -d' ' -f1)
}

find_sources()
{
  if [ -f "$java" ]; then
    case $java in
      *.java) sources=("$java") ;;
      *.jar) classes=("$java") ;;
      *) fail "$java: is neither a .java file nor a jar; JAVA= names one, or a folder" ;;
    esac
  else
    mapfile -d '' sources < <(find -L "${folders[@]}" -name '*.java' -type f -print0 | LC_ALL=C sort -z)
    [ ${#sources[@]} -gt 0 ] || mapfile -d '' classes < <(find -L "$java" -name '*.class' -type f -print0 | LC_ALL=C sort -z)
    [ ${#sources[@]} -gt 0 ] || [ ${#classes[@]} -gt 0 ] || fail "$java: holds neither .java nor .class files"
    [ -z "$app" ] || add_used
  fi
}

# The lines of the programs' files of this name, each once.
lines_of() # uses | exclude
{
  local folder
  for folder in "${folders[@]}"; do
    [ ! -f "$folder/$1" ] || cat "$folder/$1"
  done | LC_ALL=C sort -u
}

# A program of ours may be made of more than its own folder: its file `uses' names others of kernel/programs/java, one a
# line.
add_used()
{
  local folder more
  while IFS= read -r folder; do
    mapfile -d '' more < <(find "$tree/kernel/programs/java/$folder" -name '*.java' -type f -print0 | LC_ALL=C sort -z)
    [ ${#more[@]} -gt 0 ] || fail "a file uses of $app: there are no sources in kernel/programs/java/$folder"
    sources+=("${more[@]}")
  done < <(lines_of uses)
  mapfile -d '' sources < <(printf '%s\0' "${sources[@]}" | LC_ALL=C sort -zu)
}

# The class of a program with its main(): its file `start' names that of a program that knows nothing of our network,
# since it runs on any JDK.
own_main() # FOLDER
{
  local own=
  if [ -f "$1/start" ]; then
    read -r own < "$1/start"
  else
    own=$(package_of "$1/Main.java") own=${own:+$own.}Main
  fi
  is_class "$own" || fail "$1/start: does not name a class"
  printf '%s\n' "$own"
}

# The statement that starts a program with the arguments `arguments': opens the network before where there is a file
# `start'.
start_of() # FOLDER
{
  local own
  own=$(own_main "$1") || exit 1
  if [ -f "$1/start" ]; then
    printf '%s.main(jx.net.start.Network.open("%s", arguments));' "$own" "${1##*/}"
  else
    printf '%s.main(arguments);' "$own"
  fi
}

# Writes the class that starts the program, or that of several which the first argument names.
write_launcher()
{
  local folder start
  printf '%s\n' 'public final class Launch {' '  public static void main(String[] arguments) throws Throwable {'
  if [ ${#programs[@]} -eq 0 ]; then
    start=$(start_of "$java") || exit 1
    printf '    %s\n' "$start"
  else
    printf '%s\n' '    String name = arguments.length == 0 ? "" : arguments[0];' \
      '    arguments = name.isEmpty() ? arguments : java.util.Arrays.copyOfRange(arguments, 1, arguments.length);' \
      '    switch (name) {'
    for folder in "${folders[@]}"; do
      start=$(start_of "$folder") || exit 1
      printf '      case "%s": %s return;\n' "${folder##*/}" "$start"
    done
    printf '%s\n' '    }' "    System.err.println(\"error: the first argument is one of ${programs[*]}\");" \
      '    System.exit(2);'
  fi
  printf '  }\n}\n'
}

# A class that starts it: of several programs, and of one with a file `start'.
add_launcher()
{
  local launcher=$dir/start/Launch.java
  [ -n "$app" ] || return 0
  [ ${#programs[@]} -gt 0 ] || [ -f "$java/start" ] || return 0
  mkdir -p "$dir/start" || fail "$dir/start: cannot be made"
  write_launcher > "$launcher.new" || exit 1
  cmp -s "$launcher" "$launcher.new" || mv "$launcher.new" "$launcher"
  rm -f "$launcher.new"
  sources+=("$launcher")
  [ -n "$main" ] || main=Launch
}

# Methods of a program of ours that are shorter than what would measure them are named in its file `exclude'; their
# time is in that of their callers.
choose_excluded()
{
  [ -z "$exclude" ] || return 0
  [ -z "$app" ] || exclude=$(lines_of exclude | tr '\n' ' ')
  : "${exclude:=none}"
}

# A program of ours uses only what our library has; a user's may refer to more, often in code that it never reaches.
choose_missing()
{
  [ -n "$missing" ] || { [ -n "$app" ] && missing=refuse || missing=throw; }
}

package_of() { sed -n 's/^ *package  *\([A-Za-z0-9_.$]*\) *;.*/\1/p' "$1" | head -n 1; }

# Where a single file's package begins: what it uses is compiled from there.
source_root()
{
  local package root
  package=$(package_of "$java") root=$(dirname "$java")
  while [ -n "$package" ]; do
    [ "$(basename "$root")" = "${package##*.}" ] || break
    root=$(dirname "$root")
    case $package in *.*) package=${package%.*} ;; *) package= ;; esac
  done
  printf '%s\n' "$root"
}

# Classes whose source has a main(String[]), as far as a line tells.
main_classes()
{
  local source package
  for source in "${sources[@]}"; do
    grep -Eq 'static +(final +)?void +main *\( *(final +)?String *(\[ *\]|\.\.\.)' "$source" || continue
    package=$(package_of "$source")
    printf '%s\n' "${package:+$package.}$(basename "$source" .java)"
  done
}

# Class files in $dir/classes that have a main(String[]), by their names. A class file spells its members' names and
# types as they are: javap looks at those that have both.
compiled_main_classes()
{
  local files
  mapfile -d '' files < <(cd "$dir/classes" && LC_ALL=C grep -rlZF '([Ljava/lang/String;)V' . | LC_ALL=C sort -z |
    LC_ALL=C xargs -0 -r grep -lZF main)
  [ ${#files[@]} -eq 0 ] || (cd "$dir/classes" && LC_ALL=C.UTF-8 javap -public "${files[@]}" 2>&-) |
    sed -n -e 's/^[a-z ]*\(class\|interface\) \([^ <]*\).*/\2/; t name' \
      -e '/^  public static \(final \)*\(synchronized \)*void main(java.lang.String\(\[\]\|\.\.\.\))/{x; p; x}' \
      -e d -e ': name' -e h
}

choose_main()
{
  local found
  [ -z "$main" ] || return
  if [ ${#sources[@]} -gt 0 ]; then
    mapfile -t found < <(main_classes)
  else
    mapfile -t found < <(compiled_main_classes)
  fi
  case ${#found[@]} in
    0) fail "no class in $java has a \`public static void main(String[])'" ;;
    1) main=${found[0]}; return ;;
  esac
  main=$(printf '%s\n' "${found[@]}" | grep -E '(^|\.)Main$')
  case $main in
    '' | *$'\n'*) fail "several classes have a main(): ${found[*]}; MAIN=pkg.Class (--main) names one" ;;
  esac
}

# ---- javac ----

# compile INTO OPTION...: what every compilation has. In a folder of ours, for javac leaves a file behind where it
# fails; from there its paths have no colon, which would end a name in a list of them. In the locale C Java opens no
# file whose name has other letters than ASCII's.
compile()
{
  local into=$1 files=("${sources[@]}")
  shift
  rm -rf "$dir/$into"
  if [ -f "$java" ]; then
    ln -sfn "$(source_root)" "$dir/root"
    files=(-sourcepath root "${files[@]}")
  fi
  (cd "$dir" &&
    LC_ALL=C.UTF-8 javac "$@" -XDstringConcat=inline -g -proc:none -encoding UTF-8 -d "$into" "${files[@]}") \
    2> "$dir/javac.log"
}

# Against the JDK's library: only to learn whose fault it is. What is ours alone (jx.prof) is on the class path.
compile_elsewhere()
{
  say "javac does not take this with our library; looking for what is missing there"
  compile classes.new -cp ../../java/classes/java.base && return
  show < "$dir/javac.log" >&2
  fail "the program does not compile, see above"
}

# Sets `main', too, if the user has not. A manifest is not to be trusted.
unpack_jar()
{
  local said
  step UNJAR "$java"
  said=$(LC_ALL=C.UTF-8 java "$tree/host-tools/run/Unjar.java" "$java" "$dir/classes.new" 2> "$dir/unjar.log") || {
    show < "$dir/unjar.log" >&2
    fail "the jar was not taken, see above"
  }
  show < "$dir/unjar.log" >&2
  [ -n "$(find "$dir/classes.new" -name '*.class' -print -quit)" ] || fail "$java: holds no classes"
  [ -z "$main" ] || return 0
  [ -z "$said" ] || is_class "$said" || fail "$java: its Main-Class is no name of a class: $said"
  [ -z "$said" ] || [ -f "$dir/classes.new/${said//.//}.class" ] || fail "$java: its Main-Class $said is not in it"
  main=$said
}

# What else a single file uses is not known here, so it is always compiled; a jar may name others.
compile_program()
{
  local key=$dir/sources.txt
  {
    printf '%s\n' "$java"
    stat -L -c '%n %s %y' "$build/java/classes.stamp" "${sources[@]}" ${classes[@]+"${classes[@]}"}
  } > "$key.new"
  cmp -s "$key" "$key.new" && [ -d "$dir/classes" ] && [ ! -f "$java" ] && return
  rm -f "$key"
  if [ ${#sources[@]} -eq 0 ]; then
    rm -rf "$dir/classes.new"
    if [ -f "$java" ]; then unpack_jar; else cp -rL "$java" "$dir/classes.new"; fi
  else
    step JAVAC "$java"
    compile classes.new --system none --module-path ../../java/classes || compile_elsewhere
    show < "$dir/javac.log" >&2
  fi
  rm -rf "$dir/classes"
  mv "$dir/classes.new" "$dir/classes"
  mv "$key.new" "$key"
}

# ---- jxtr, and make for the rest ----

# rules OPTION LIST: the words of LIST as options of jxtr, one a line.
rules()
{
  local word words
  read -ra words <<< "$2"
  for word in "${words[@]}"; do
    case $word in
      none) ;;
      all) printf -- '--%s\n' "$1" ;;
      *) printf -- '--%s=%s\n' "$1" "$word" ;;
    esac
  done
}

translate()
{
  local options
  mapfile -t options < <([ "$exact" != yes ] || echo --exact
    rules profile "$profile"; rules trace "$trace"; rules objects "$objects"; rules exclude "$exclude")
  (cd "$build" &&
    ./jxtr -c "java/classes/java.base:${dir#"$build/"}/classes" -o "$image/c" --threshold="$threshold" \
    --missing="$missing" ${options[@]+"${options[@]}"} "$main") &&
    return
  fail "the program cannot be translated, see above; what our library has is in translator-instr/library"
}

# Sets `image' to the folder of the image that has these options, as the user gave them: the functions that set the
# others to their defaults, choose_main() to choose_missing(), come later.
choose_image()
{
  local choice="$main|$profile|$trace|$objects|$exclude|$threshold|$missing"
  [ "$exact" != yes ] || choice+='|exact'
  [ "$effort" != quick ] || choice+='|quick'
  image=$dir
  [ "$choice" = '|all|none|all|||' ] || image=$dir/choice-$(printf %s "$choice" | cksum | cut -d' ' -f1)
  mkdir -p "$image" || fail "$image: cannot be made"
}

# Makes the image by the rules of translator-instr/program.mk, whose dependency files name the build folder as `make
# all' does: relative to the tree when it is inside. RUN_CC, RUN_OBJCOPY and RUN_V reach make as CC, OBJCOPY and V; a
# make that runs this script has nothing else to say to this one.
make_image()
{
  local folder quiet=-s flags=
  [ "$effort" != quick ] || flags=-Og
  [ "${RUN_V-}" != 1 ] || quiet=
  folder=$(realpath --relative-base="$tree" "$build")
  # shellcheck disable=SC2086 # an option, or none
  env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL CC="${RUN_CC:-gcc}" OBJCOPY="${RUN_OBJCOPY:-objcopy}" V="${RUN_V-}" \
    PROGRAM_EFFORT="$flags" O="$folder" make $quiet --no-print-directory -C "$tree" -f translator-instr/program.mk \
    "$folder/${image#"$build/"}/kernel.elf32" 9>&- || fail "no image was made, see above"
}

copy_image()
{
  [ -z "$to" ] || cp "$image/kernel.elf" "$image/kernel.elf32" "$to" || fail "$to: the image cannot be copied there"
}

parse "$@"
find_program
find_sources
share_build "$build" java.sh
dir=$build/programs/$name
mkdir -p "$dir" || fail "$dir: cannot be made"
lock 8 -x "$dir/.lock" "java.sh, the program $name" 'It makes an image of the same program'
choose_image
add_launcher
[ ${#sources[@]} -eq 0 ] || choose_main # which javac need not be run for
compile_program
choose_main
choose_excluded
threshold=${threshold:-$threshold_default}
choose_missing
translate
make_image
copy_image
# run.sh has the locks until it has copied the image.
case $tool in
  '') printf '%s\n' "${to:-$image}/kernel.elf" ;;
  run)
    exec bash "$tree/host-tools/run/run.sh" --program "$main" --build "$build" --elf "$image/kernel.elf" \
      "${arguments[@]}" ;;
  iso) exec sh "$tree/host-tools/run/iso.sh" -k "$image/kernel.elf" "${arguments[@]}" ;;
  debug) exec sh "$tree/host-tools/run/debug.sh" -b "$image" "${arguments[@]}" ;;
esac
