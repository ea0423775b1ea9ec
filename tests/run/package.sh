#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# package.sh: tries the Debian package in a root of its own, where nothing but Debian's smallest system is: apt installs it
# with what it depends on, then hostdump reads a dump, render draws charts, the kit is compiled, pages of the manual,
# completions and pkg-config are used; what is left when the package has been removed is told.
#
#   package.sh BUILD      after `make deb' (make test-deb does both); as root, with mmdebstrap; takes two minutes, and
#                         600 MB of TMPDIR meanwhile
#
# Prints a line for each trial. Exit status: 0 all is well, 1 it is not, 2 usage. DEB_MIRROR= is another archive than
# deb.debian.org's; DEB_ROOT= a root of Debian 12 that was made before, which is changed.
set -eu

[ $# = 1 ] || { sed -n '/^# package.sh:/,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd)
package=$(ls -t "$build"/jxprof_*.deb 2>/dev/null | head -n 1)
[ -n "$package" ] || { echo "package: there is no package in $build; \`make deb' makes one" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo 'package: this makes a root and works in it: only root may' >&2; exit 1; }
scratch=$(mktemp -d)
root=''
mounted=''
clean_up() {
  [ -z "$mounted" ] || umount "$root/proc"
  rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP
root=${DEB_ROOT-}
if [ -z "$root" ]; then
  command -v mmdebstrap >/dev/null || { echo 'package: apt-get install mmdebstrap' >&2; exit 1; }
  root=$scratch/root
  mmdebstrap --variant=minbase bookworm "$root" "${DEB_MIRROR:-http://deb.debian.org/debian}" >"$scratch/log" 2>&1 ||
    { tail -n 5 "$scratch/log" >&2; echo 'package: no root could be made, see above' >&2; exit 1; }
fi

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }

failed=0
try() { # WHAT COMMAND...
  what=$1
  shift
  if "$@" >"$scratch/said" 2>&1; then
    echo "ok $what"
  else
    echo "not ok $what: $(tail -n 3 "$scratch/said" | tr '\n' ' ')"
    failed=1
  fi
}

# What there is below folders into which a package may put something.
files_of_root() { (cd "$root" && find usr etc var/lib -xdev \( -path var/lib/dpkg -o -path var/lib/apt \) -prune -o -print | sort); }

mkdir -p "$root/tmp/try"
cp "$package" "$root/tmp/try/jxprof.deb"
"$build/mkgolden" basic >"$root/tmp/try/line"
cp "$build/golden.elf" "$root/tmp/try"
mount --bind /proc "$root/proc" # programs find what belongs to them by it
mounted=yes

try 'apt installs the package' inside sh -c 'apt-get -q update && apt-get install -q -y --no-install-recommends /tmp/try/jxprof.deb'
try 'hostdump says its version' inside hostdump --version
try 'hostdump receives a dump' inside sh -c 'hostdump -o /tmp/try/run.jxp -k /tmp/try/golden.elf </tmp/try/line'
try 'hostdump makes a report' inside sh -c 'hostdump report --table methods /tmp/try/run.jxp | grep .'
try 'hostdump exports' inside hostdump export speedscope /tmp/try/run.jxp -o /tmp/try/run.json
try 'render draws charts' inside sh -c 'render all /tmp/try/run.jxp -o /tmp/try/charts && test -s /tmp/try/charts/boxes.svg'
try 'render draws PNG' inside sh -c 'render boxes /tmp/try/run.jxp -o /tmp/try/png --format png && test -s /tmp/try/png/boxes.png'
try 'jxtr is there' inside jxtr --help
try 'hostdump makes a page' inside sh -c 'hostdump page /tmp/try/run.jxp -o /tmp/try/page.html && test -s /tmp/try/page.html'
# The tools that a user of the kit has. The man pages are read by their formatter.
try 'apt installs compiler, pkg-config, man and completions' inside apt-get install -q -y --no-install-recommends gcc libc6-dev \
  pkg-config groff-base bash-completion
try 'the kit compiles by pkg-config' inside sh -c 'kit=$(pkg-config --variable=kitdir jxprof) && gcc -std=gnu11 -O2 -Wall -Werror \
  -ffreestanding $(pkg-config --cflags jxprof) -I$kit/port/x86_64 -c $kit/jxprof.c -o /tmp/try/jxprof.o'
try 'pages of the manual are clean' inside sh -c 'for page in hostdump render; do
  zcat /usr/share/man/man1/$page.1.gz | groff -man -Tascii -ww >/tmp/try/$page.txt 2>/tmp/try/warnings || exit 1
  cat /tmp/try/warnings; [ ! -s /tmp/try/warnings ] && grep -q "^ *$page" /tmp/try/$page.txt || exit 1; done'
try 'completions work' inside bash -c '. /usr/share/bash-completion/bash_completion && _completion_loader hostdump;
  COMP_WORDS=(hostdump doc) COMP_CWORD=1; _hostdump; echo "${COMPREPLY[@]}"; [ "${COMPREPLY[*]}" = doctor ]'
files_of_root | sed 's|^|/|' >"$scratch/with"
inside dpkg -L jxprof | sort >"$scratch/listed"
# Who maintains the package is for its user to say.
find_errors() {
  ! lintian --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog,root-in-contact "$package" 2>&1 |
    grep '^E'
}
! command -v lintian >/dev/null || try 'lintian finds no error' find_errors
try 'apt removes the package' inside apt-get remove -q -y jxprof
files_of_root | sed 's|^|/|' >"$scratch/without"
# A file that the package has put there, or one below its folders.
try 'nothing is left' sh -c '! grep -F -e jxprof -e hostdump "$1" && ! comm -12 "$2" "$1" | while IFS= read -r path; do
  [ -d "$3$path" ] || echo "$path"; done | grep .' - "$scratch/without" "$scratch/listed" "$root"
exit $failed
