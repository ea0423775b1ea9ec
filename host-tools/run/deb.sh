#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# deb.sh: makes a Debian package of what install.sh installs.
#
#   deb.sh BUILD        makes BUILD/jxprof_VERSION_ARCHITECTURE.deb, and prints its name
set -eu

[ $# = 1 ] || { sed -n 's/^# \{0,1\}//; 4,6p' "$0" >&2; exit 2; }
command -v dpkg-deb >/dev/null || { echo 'deb: there is no dpkg-deb here: this is for Debian and its like' >&2; exit 1; }
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
version=$("$build/hostdump" --version | sed -n 's/^hostdump \([0-9.]*\).*/\1/p')
architecture=$(dpkg --print-architecture)
root=$build/deb
maintainer='The maintainers of this package <root@localhost>'

rm -rf "$root"
mkdir -p "$root/DEBIAN"
sh "$here/install.sh" "$build" /usr "$root"
gzip -9n "$root"/usr/share/man/man1/*.1
strip --strip-unneeded "$root/usr/bin/hostdump" "$root/usr/bin/jxtr" "$root/usr/lib/jxprof/figures"
doc=$root/usr/share/doc/jxprof
rm "$doc/LICENSE" # the system has the text
cat >"$doc/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: jxprof

Files: *
Copyright: the authors of jxprof
License: GPL-2+

Files: usr/share/jxprof/kit/jxprof.c
Copyright: the authors of jxprof; 1996-2017 Markus Franz Xaver Johannes Oberhumer (miniLZO)
License: GPL-2+

License: GPL-2+
 This is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License as
 published by the Free Software Foundation, either version 2 of the License, or (at your option) any later version. It
 comes without any warranty. The whole licence is in /usr/share/common-licenses/GPL-2.
END
# Of the last commit, so that the same tree makes the same package; today where the tree has none.
dated=$(cd "$here" && git log -1 --format=%aD 2>/dev/null || true)
printf 'jxprof (%s) unstable; urgency=low\n\n  * Made by "make deb".\n\n -- %s  %s\n' "$version" "$maintainer" \
  "${dated:-$(date -R)}" | gzip -9n >"$doc/changelog.gz"
# The libraries that the programs are linked with; dpkg knows which packages have them.
libraries=$(ldd "$build/hostdump" | sed -n 's/.*=> \(\/[^ ]*\).*/\1/p' | while IFS= read -r library; do
  real=$(readlink -f "$library") # dpkg may know it by the name that it had before /lib was a link to /usr/lib
  dpkg -S "$real" "${real#/usr}" 2>/dev/null | head -n 1 | cut -d: -f1
done | sort -u | paste -s -d, - | sed 's/,/, /g')
cat >"$root/DEBIAN/control" <<END
Package: jxprof
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk "$root" | cut -f1)
Depends: $libraries, gnuplot-nox | gnuplot, graphviz, mawk | gawk
Recommends: python3
Section: devel
Priority: optional
Description: profiler for kernels that have nothing yet
 hostdump takes the profile of a kernel off a serial line and makes tables of
 it, render draws the charts. /usr/share/jxprof/kit has what a kernel needs to
 be profiled, for x86-64, riscv64 and aarch64; jxtr translates Java programs.
END
package=$build/jxprof_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
rm -rf "$root"
echo "$package"
