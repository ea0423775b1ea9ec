#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# porting.sh: profiler/PORTING.md is true. Does what the document says with a copy of the files that it names, and with
# the port of tests/lib/port/host: runs its compiler commands, compiles its sender, and reads the dump of a small
# program.
# Usage: porting.sh BUILD
# Takes 14 seconds.
#
# shellcheck disable=SC1091,SC2086,SC2317  # the document's commands are read; flags are words; `check' calls functions

build=$(cd "$1" && pwd) || exit 2
tree=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2
status=0

# Tells whether a step went well: NAME COMMAND...
check()
{
  name=$1
  shift
  if "$@" >"$name.log" 2>&1; then
    echo "ok porting_$name"
  else
    sed 's/^/# /' "$name.log"
    echo "not ok porting_$name (profiler/PORTING.md)"
    status=1
  fi
}

# The first block of code of a language in a chapter of the document: LANGUAGE CHAPTER.
block()
{
  awk -v fence="\`\`\`$1" -v chapter="## $2." '
    index($0, "## ") == 1 { inside = index($0, chapter) == 1 }
    code && /^```$/ { exit }
    code { print }
    inside && $0 == fence { code = 1 }' "$tree/profiler/PORTING.md"
}

mkdir -p serial-xfer minilzo port
cp -r "$tree/profiler" .
cp -r "$tree/serial-xfer/xfer.h" "$tree/serial-xfer/format" "$tree/serial-xfer/both" "$tree/serial-xfer/target" serial-xfer
cp /usr/share/lzo/minilzo/*.[ch] minilzo
cp "$tree"/tests/lib/port/host/*.[ch] port

block sh 3 >commands
block c 6 >dump.c
block ld 6 >build-id.ld
cat >main.c <<'END'
#include <stdio.h>
#include <stdlib.h>

#include "prof.h"
#include "xfer.h"

void dump(void *memory);
bool line_write(void *ctx, const void *data, size_t bytes);
uint32_t run_number(void);
__attribute__((noinline)) void leaf(void);

PROF_UNTIMED uint32_t run_number(void)
{
  return 7;
}

PROF_UNTIMED bool line_write(void *ctx, const void *data, size_t bytes)
{
  (void)ctx;
  return fwrite(data, 1, bytes, stdout) == bytes;
}

void leaf(void)
{
  __asm__ volatile("");
}

PROF_UNTIMED int main(void)
{
  struct prof_config config = PROF_CONFIG_DEFAULT;
  config.tsc_hz = 1000000000;
  if (!prof_init(&config))
    return 1;
  prof_thread_add(prof_port_thread(), "main", 0);
  prof_calibrate();
  prof_start();
  for (int i = 0; i < 7; i++)
    leaf();
  prof_event_log(prof_event_register("ported"), 42);
  prof_stop();
  dump(aligned_alloc(8, (XFER_SENDER_BYTES + 7) / 8 * 8));
  return 0;
}
END

compile_program()
{
  # shellcheck disable=SC2154  # flags and probes are set by the document
  . ./commands &&
    gcc $flags -Wall -Wextra -Werror -c dump.c port/*.c &&
    gcc $flags $probes -finstrument-functions-exclude-file-list=prof_inline.h,prof_port.h -c main.c &&
    gcc -no-pie -Wl,--build-id,-T,build-id.ld -o program ./*.o
}

# What is timed is leaf, 7 times, and nothing of the profiler's.
counts_calls()
{
  "$build/hostdump" report --tsv --table=methods run.jxp | grep -v '^#' | cut -f 1,3 >methods
  cat methods
  printf 'function\tcalls\nleaf\t7\n' | cmp - methods
}

keeps_event()
{
  "$build/hostdump" report --tsv --table=events run.jxp | grep -v '^#' | cut -f 2-4 >events
  cat events
  printf 'thread\tevent\targ\nmain\tported\t42\n' | cmp - events
}

check commands sh -e commands
check compiled compile_program
[ $status = 0 ] || exit 1
./program >stream
check received "$build/hostdump" -k program -o run.jxp <stream
check calls counts_calls
check event keeps_event
exit $status
