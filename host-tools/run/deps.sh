#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# deps.sh: sees to it that what the build, the run and the tests need is installed.
#
#   deps.sh           installs what is missing through apt-get (with sudo where needed), saying what and why
#   deps.sh --check   only says what is missing
#   deps.sh peers     the same for the profilers that `make bench-peers` compares with; deps.sh peers --check
#   deps.sh nfs       the same for the NFS clients of the tests; deps.sh nfs --check
#   deps.sh page      the same for what makes the page in which a run is explored; deps.sh page --check
#   deps.sh export    the same for the programs that read exports in the tests; deps.sh export --check
#   deps.sh uefi      the same for what boots a CD image on UEFI, and tries it; deps.sh uefi --check
#
# Silent, and done in some milliseconds, when nothing is missing: make runs it every time. It looks for the programs
# and files themselves, so what was built or installed by hand counts too. Exit status: 0 all is there, 1 something is
# missing, 2 usage. DEPS_ROOT is put before every file name looked for (the tests use it).

# package | what must be there: a program, or a file when it begins with a slash | why
needed='
make            | make                                   | runs the build
gcc             | gcc                                    | compiles the kernel and the host tools
libc6-dev       | /usr/include/stdio.h                   | the C library that the host tools use
util-linux      | flock                                  | lets one make at a time build in a folder
binutils        | objcopy                                | links the kernel, wraps it for QEMU, names crash addresses
mawk            | awk                                    | makes the default text and the page of the charts
qemu-system-x86 | qemu-system-x86_64                     | the PC that the kernel runs on
gcc-riscv64-linux-gnu | riscv64-linux-gnu-gcc              | compiles the riscv64 kernel of the tests
gcc-aarch64-linux-gnu | aarch64-linux-gnu-gcc              | compiles the aarch64 kernel of the tests
qemu-system-misc | qemu-system-riscv64                  | the machine that the former runs on
qemu-system-arm | qemu-system-aarch64                   | the machine that the latter runs on
grub-common     | grub-mkrescue                          | makes the ISO of make iso and make run-iso
grub-pc-bin     | /usr/lib/grub/i386-pc/multiboot2.mod   | the boot loader on that ISO
xorriso         | xorriso                                | writes that ISO
mtools          | mformat                                | grub-mkrescue wants it
liblzo2-dev     | /usr/include/lzo/lzo1x.h               | LZO for the host tools
zlib1g-dev      | /usr/include/zlib.h                    | checksums for the host tools
liblzo2-dev     | /usr/share/lzo/minilzo/minilzo.c       | miniLZO, compiled into the kernel
libelf-dev      | /usr/include/libelf.h                  | symbols of the kernel image
libdw-dev       | /usr/include/elfutils/libdw.h          | source lines of the kernel image
libiberty-dev   | /usr/include/libiberty/demangle.h     | names of C++ and Rust functions
libprotobuf-c-dev | /usr/include/protobuf-c/protobuf-c.h | hostdump export: Perfetto and pprof
protobuf-c-compiler | protoc-c                           | compiles the messages of these
libpcap0.8-dev  | /usr/include/pcap/pcap.h               | the capture of a network of machines
libjansson-dev  | /usr/include/jansson.h                 | JSON of hostdump diff
libmicrohttpd-dev | /usr/include/microhttpd.h            | the page of hostdump serve --http
libcmocka-dev   | /usr/include/cmocka.h                  | the unit tests
openjdk-17-jdk-headless | javac                          | compiles Java programs; the tests compare with its java
newlib-source   | /usr/src/newlib                        | fdlibm, the elementary functions that Java specifies
xz-utils        | xz                                     | unpacks it
gnuplot-nox     | gnuplot                                | draws the charts
python3         | python3                                | makes hostile dumps for the tests
tshark          | tshark                                 | checks the packets of the network tests
graphviz        | dot                                    | draws the call graph
fonts-dejavu-core | /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf | the lettering of the charts
'

peers='
uftrace         | uftrace                                | uftrace
clang           | clang                                  | LLVM XRay: its compiler
llvm            | llvm-xray                              | LLVM XRay: its reports
libclang-rt-14-dev | /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.xray-fdr-x86_64.a | LLVM XRay: its runtime
lttng-tools     | lttng                                  | LTTng
liblttng-ust-dev | /usr/lib/x86_64-linux-gnu/liblttng-ust-cyg-profile-fast.so | LTTng: its hooks for functions
babeltrace2     | babeltrace2                            | LTTng: reads its traces
linux-perf      | perf                                   | perf
'

# What reads exports. One that cannot be had skips the tests of its format.
export='
nodejs          | node                                   | Perfetto'"'"'s trace processor runs in it
npm             | npm                                    | brings that, and speedscope
golang-go       | go                                     | go tool pprof
babeltrace2     | babeltrace2                            | reads CTF
valgrind        | callgrind_annotate                     | reads callgrind'"'"'s format
linux-perf      | perf                                   | reads perf.data
uftrace         | uftrace                                | reads uftrace'"'"'s data
libdevel-nytprof-perl | /usr/share/perl5/Devel/NYTProf/flamegraph.pl | draws folded stacks
python3-jsonschema | /usr/lib/python3/dist-packages/jsonschema | checks speedscope'"'"'s files by its schema
chromium        | chromium                               | runs speedscope
'

# rpcinfo (package rpcbind) and showmount (nfs-common) are used where they are: installing them starts daemons.
nfs='
libnfs-dev      | /usr/include/nfsc/libnfs.h             | libnfs, whose calls the tests make
libyanfs-java   | /usr/share/java/yanfs.jar              | YANFS, an NFS client in Java
u-boot-qemu     | /usr/lib/u-boot/qemu_arm/u-boot.bin    | U-Boot, whose client speaks NFS 2
qemu-system-arm | qemu-system-arm                        | the board that it runs on
iproute2        | ip                                     | gives a network namespace its loopback
'

# Without the first an image of `make iso' boots on a BIOS only; without the second the tests skip UEFI.
uefi='
grub-efi-amd64-bin | /usr/lib/grub/x86_64-efi/multiboot2.mod | the boot loader of a CD image on UEFI
ovmf            | /usr/share/ovmf/OVMF.fd                | UEFI firmware for QEMU
'

# Without them there is no page, and make run ends with the charts alone.
page='
clang           | clang                                  | compiles what the page computes, for WebAssembly
lld             | wasm-ld                                | links it
wasi-libc       | /usr/lib/wasm32-wasi/libc.a            | its C library
libclang-rt-14-dev-wasm32 | /usr/lib/llvm-14/lib/clang/14.0.6/lib/wasi/libclang_rt.builtins-wasm32.a | what its compiler calls
esbuild         | esbuild                                | puts the modules of the page together
node-dagre-layout | /usr/share/nodejs/dagre/index.js     | lays its graphs out
gzip            | gzip                                   | packs what it computes with
nodejs          | node                                   | runs them in the tests
'

# $1 is there. Other systems than Debian keep fonts elsewhere; fontconfig knows where.
is_there()
{
  case $1 in
    *.ttf) [ -e "${DEPS_ROOT-}$1" ] || fc-list 2>/dev/null | grep -q "/${1##*/}:" ;;
    /*) [ -e "${DEPS_ROOT-}$1" ] ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# Sets `missing` to the packages and `reasons` to a line for each of them.
find_missing()
{
  missing='' reasons=''
  while IFS='|' read -r package what why; do
    package=${package%%[!a-z0-9.+-]*} what=${what# } what=${what%%[ ]*}
    [ -z "$what" ] || is_there "$what" && continue
    reasons="$reasons  $package: no $what;$why
"
    case " $missing " in *" $package "*) ;; *) missing="$missing${missing:+ }$package" ;; esac
  done <<EOF
$needed
EOF
}

# Ends the script, naming what the user has to do.
give_up()
{
  printf 'deps: %s\n' "$1" >&2
  printf 'deps: install by hand, as root, then try again: apt-get install --no-install-recommends %s\n' "$missing" >&2
  exit 1
}

# Runs apt-get as root. Without a terminal sudo must not ask for a password, which no user could type.
apt()
{
  set -- env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@"
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif [ -t 0 ]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

# The package lists are missing (containers come without) or older than a day.
lists_stale()
{
  [ -z "$(find "${DEPS_ROOT-}/var/lib/apt/lists" -name '*_Packages*' -mtime -1 2>/dev/null | head -n 1)" ]
}

install_missing()
{
  if ! command -v apt-get >/dev/null; then
    printf 'deps: no Debian or Ubuntu system: there is no apt-get. Install what these packages of Debian hold: %s\n' \
      "$missing" >&2
    exit 1
  fi
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null ||
    give_up 'installing needs root, and there is no sudo here.'
  printf 'deps: installing %s\n' "$missing" >&2
  if lists_stale; then
    apt update >&2 || printf 'deps: apt-get update failed (no network?); trying with the old package lists\n' >&2
  fi
  # shellcheck disable=SC2086 # a list of names
  apt install -y --no-install-recommends $missing >&2 ||
    give_up 'apt-get install failed, see above: no network, no permission, or a package by another name.'
  find_missing
  [ -z "$missing" ] || give_up "apt-get installed everything it was asked for, and still:
$reasons"
}

case $1 in
  peers) needed=$peers; shift ;;
  nfs) needed=$nfs; shift ;;
  page) needed=$page; shift ;;
  export) needed=$export; shift ;;
  uefi) needed=$uefi; shift ;;
esac
case "$#$*" in
  0) check_only= ;;
  1--check) check_only=yes ;;
  *) sed -n '/^# deps.sh:/,/^$/s/^# \{0,1\}//p' "$0"
     case $* in -h | --help) exit 0 ;; *) exit 2 ;; esac ;;
esac

find_missing
[ -z "$missing" ] && exit 0
printf 'deps: missing:\n%s' "$reasons" >&2
if [ "$check_only" ]; then
  printf 'deps: to install: sudo apt-get install --no-install-recommends %s\n' "$missing" >&2
  exit 1
fi
install_missing
