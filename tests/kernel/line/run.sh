#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: tests of the lines by which a dump leaves and input comes: the serial port and the virtio-serial port, each
# with readers that are slow, late, or go away. Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
#
# Dumps are of counted instructions; where the host types, time is the host's, because a kernel that waits would let
# counted time run away.
# Takes 24 seconds.

[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
test_prefix='line '
. "$(dirname "$0")/../../lib/suite.sh"
seconds=600 # what hangs fails
cd "$scratch" || exit 2

machine() # KNOB=VALUE...
{
  run_qemu kernel="$build/test-kernel.elf32" timeout=$seconds "$@" 2>qemu.log
}

counted() { machine icount=on module=text "$@"; }

fifos() # NAME...
{
  for fifo; do
    rm -f "$fifo.in" "$fifo.out"
    mkfifo "$fifo.in" "$fifo.out"
  done
}

# Calls of the job's own functions and its events, but for what depends on when which thread waited: over virtio records
# leave while the job runs.
calls_and_events() # DUMP
{
  "$build/hostdump" report --tsv --table methods "$1" -k "$build/test-kernel.elf" |
    awk -F '\t' '$2 ~ "kernel/programs/text/text_" && $2 !~ "text_queue" { print $1, $3 }' | sort
  "$build/hostdump" report --tsv --table eventstats "$1" -k "$build/test-kernel.elf" |
    awk -F '\t' '!/^#/ && $1 !~ "^queue" && $1 != "clock tick" { print $1, $2 }' | sort
}

# Why DUMP is not that of the run over the serial port; nothing when it is.
differs() # DUMP
{
  "$build/hostdump" -o "$1.jxp" <"$1" >/dev/null 2>receive.log ||
    { echo "damaged: $(tail -n 1 receive.log)"; return; }
  calls_and_events "$1.jxp" >"$1.calls"
  cmp serial.calls "$1.calls" 2>&1
}

# Why the kernel did not find the line dead, or why what had come before, up to the frame that was cut, is not whole.
cut_short() # STATUS CONSOLE DUMP
{
  "$build/hostdump" -o cut.jxp <"$3" >/dev/null 2>cut.log
  received=$?
  "$build/hostdump" report --tsv --table run cut.jxp -k "$build/test-kernel.elf" >report 2>/dev/null
  if [ "$1" -ne 3 ]; then
    echo "the kernel ended with $1"
  elif ! grep -aq '^error: the line took no more bytes' "$2"; then
    echo 'the kernel does not say that the line is dead'
  elif [ $received -ne 1 ] || ! grep -q 'ends in the middle of a frame' cut.log; then
    echo "hostdump does not find the dump cut: $(tail -n 1 cut.log)"
  else
    awk -F '\t' '$1 == "frames" { frames = $2 } $1 == "lost_frames" { lost = $2 }
      END { if (frames < 2 || lost != 0) print frames + 0, "frames came whole,", lost + 0, "are lost" }' report
  fi
}

# Boots with KNOB=VALUE and types the file `typed` into FIFO when the console says a line that begins with TEXT.
type_to() # FIFO TEXT KNOB=VALUE...
{
  local to=$1 when=$2
  shift 2
  fifos console
  (machine serial=pipe:console "$@"; echo $? >status) 8<>console.out &
  while IFS= read -r text; do
    printf '%s\n' "$text"
    case $text in "$when"*) cat typed >"$to" & ;; esac
  done <console.out >typed.console
  wait
}

# Why `typed` was not echoed, line by line, to the end.
echoed() # STATUS
{
  [ "$(cat status)" -eq "$1" ] || { echo "the kernel ended with $(cat status), not $1"; return; }
  sed 's/^result: echo //; t; d' typed.console >echoed
  sed '/^end$/d' typed | cmp - echoed 2>&1
  grep -q '^result: overrun 0' typed.console || grep '^result: overrun' typed.console
}

# Why DUMP does not have the 3000 marks that were typed, in turn.
marked() # DUMP
{
  [ "$(cat status)" -eq 0 ] || { echo "the kernel ended with $(cat status)"; return; }
  "$build/hostdump" -o marks.jxp <"$1" >/dev/null 2>marks.log || { echo "damaged: $(tail -n 1 marks.log)"; return; }
  "$build/hostdump" report --tsv --table events marks.jxp -k "$build/test-kernel.elf" | awk -F '\t' '
    $3 == "typed" && $4 == seen + 0 { seen++ }
    END { if (seen != 3000) print seen + 0, "marks of 3000 are there, in turn" }'
}

# ---- dumps ----

head -c 300000 "$build/text.txt" >text || exit 2

counted serial=file:serial append=workload=text
"$build/hostdump" -o serial.jxp <serial >/dev/null 2>serial.log
result serial_dump "$([ $? -eq 0 ] || echo "damaged: $(tail -n 1 serial.log)")"
calls_and_events serial.jxp >serial.calls
result serial_dump_has_calls "$([ "$(wc -l <serial.calls)" -ge 30 ] || echo "only $(wc -l <serial.calls)")"

counted serial=null append='workload=text line=virtio' line=file,path=virtio
result virtio_dump_is_that_of_the_serial_port "$(differs virtio)"

counted serial=null append='workload=text line=virtio dump=text' line=file,path=as_text
result virtio_dump_as_text "$(differs as_text)"

# A pipe that holds 4096 bytes, so the kernel must wait for the reader nearly all the time.
fifos slow
"$build/line" --hold 4096 --chunk 512 <slow.out >slow &
counted serial=null append='workload=text line=virtio' line=pipe,path=slow
wait
result virtio_reader_is_slow "$(differs slow)"

# No reader holds the socket until the kernel has its result; the kernel waits with the dump.
fifos console
(counted serial=pipe:console append='workload=text line=virtio' \
  line=socket,path=late.socket,server=on,wait=off) 8<>console.out &
while IFS= read -r text; do
  case $text in *packed_digest*) "$build/line" --connect late.socket >late & ;; esac
done <console.out
wait
result virtio_reader_is_late "$(differs late)"

# The reader takes a part and goes; QEMU keeps the pipe open, and the kernel has only its time-out.
fifos gone
"$build/line" --hold 4096 --limit 50000 <gone.out >gone &
counted serial=file:gone.console append='workload=text line=virtio patience=2' line=pipe,path=gone
result virtio_reader_goes_away "$(cut_short $? gone.console gone)"
wait

# With a socket QEMU tells when the reader has gone. The dump is larger than the reader's part and what the socket holds
# (212,992 bytes, net.core.wmem_default), so some of it is still to be written then, however late the reader comes.
fifos console
(counted serial=pipe:console module="$build/text.txt" append='workload=text line=virtio patience=2' \
  line=socket,path=left.socket,server=on,wait=off; echo $? >status) 8<>console.out &
while IFS= read -r text; do
  printf '%s\n' "$text"
  case $text in *packed_digest*) "$build/line" --connect left.socket --limit 50000 >left & ;; esac
done <console.out >left.console
wait
result virtio_reader_hangs_up "$(cut_short "$(cat status)" left.console left)"

crash()
{
  counted serial=null append='workload=panic prof=all line=virtio' line=file,path=crash
  [ $? -eq 3 ] || { echo 'the kernel did not fail'; return; }
  "$build/hostdump" -o crash.jxp <crash >/dev/null 2>crash.log || { echo "damaged: $(tail -n 1 crash.log)"; return; }
  "$build/hostdump" report --tsv --table crash crash.jxp -k "$build/test-kernel.elf" >crash.table
  grep -q '^main.*run_workload' crash.table || echo 'the stack of the thread main is missing'
}
result virtio_in_a_crash "$(crash)"

bash "$tree/host-tools/run/run.sh" --build "$build" --input text --line virtio --no-charts --out run >run.log 2>&1
result virtio_make_run "$([ $? -eq 0 ] || tail -n 1 run.log)"

# ---- input ----

printf '%s\n' hello "$(head -c 100 /dev/zero | tr '\0' x)" 'ein Wort: äöü' end >typed
type_to console.in 'echo: listening' append='workload=echo prof=none'
result serial_input "$(echoed 0)"

printf '%s\n' before crash after 'and more' end >typed
type_to console.in 'echo: listening' append='workload=echo prof=none'
result serial_input_in_a_crash "$(echoed 3)"

# More than all buffers hold, before the kernel listens and faster than it obeys: it waits in the pipe.
awk 'BEGIN { print ""; for (i = 0; i < 3000; i++) print "mark typed", i; print "end" }' >typed
fifos typing
cat typing.out >typing &
type_to typing.in options: append='workload=hog prof=events line=virtio' line=pipe,path=typing
wait
result virtio_input_waits "$(marked typing)"

# ---- a bad line ----

# Boots behind a line that spoils one byte of 10,000 in both directions; what is spoilt is asked for again.
bad_line() # SEED OPTIONS
{
  fifos near virtio
  (machine serial=file:bad.console module=text append="line=virtio $2" line=pipe,path=virtio
    echo "QEMU ended with $?" >>qemu.log) &
  timeout -k 5 $seconds "$build/unit/damage" --between virtio --between near --rate 1e-4 --seed "$1" 2>damage.log &
  timeout -k 5 $seconds "$build/hostdump" --control near -x '' -o bad.jxp </dev/null >control.log 2>&1
  local status=$?
  wait
  [ $status -eq 0 ] || { echo "hostdump ends with $status: $(tail -n 1 control.log)"; return; }
  "$build/hostdump" info bad.jxp >info 2>&1 || echo "the dump is not complete: $(tail -n 1 info)"
}

failure_logs='bad.console control.log damage.log qemu.log'

repaired()
{
  bad_line 7 workload=text
  grep -q 'was sent again' control.log || echo 'nothing was sent again'
}
result virtio_sends_again "$(repaired)"

repaired_crash()
{
  bad_line 8 workload=panic
  grep -q 'asked for by workload=panic' info || echo 'the reason of the crash is missing'
}
result virtio_sends_again_in_a_crash "$(repaired_crash)"

finish
