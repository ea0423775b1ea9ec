# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=sh
#
# qemu.sh: the one place that spells QEMU's command line for our machine: a PC without display, monitor and network, which
# the kernel ends through the isa-debug-exit device. For sh and bash; run.sh, debug.sh and all tests read it.
#
#   qemu_name FILE                                FILE as a part of an option: -chardev file,id=x,path=$(qemu_name FILE)
#   exec_qemu [KNOB=VALUE...] [QEMU-OPTION...]    replaces the shell by QEMU: behind `&', $! is QEMU (or its timeout)
#   run_qemu [KNOB=VALUE...] [QEMU-OPTION...]     runs QEMU to its end and returns its status; 124 after timeout=
#
# The first word that begins with `-' and all words behind it are options for QEMU. QEMU's input is empty. Knobs:
#
#   kernel=FILE      an image for QEMU's -kernel; append= are its options, module=FILE is its boot module
#   cdrom=FILE       a CD image to boot from, instead of a kernel
#   memory=MIB       256
#   serial=CHARDEV   where the serial port leads: file:NAME, pipe:NAME, unix:..., pty, null; none: there is no port (null)
#   line=CHARDEV     a virtio-serial port called jx.profile, and where it leads: file,path=NAME, pipe,path=NAME, socket,...
#   net=NETDEV       an NE2000 card, and where it leads: user,hostfwd=..., dgram,...
#   packets=FILE     where the packets of that card go, as pcap; any name
#   icount=on        counts instructions, a nanosecond each, and does not wait where the machine does: a run repeats
#                    exactly (off: the host's time)
#   exit=off         leaves out isa-debug-exit
#   timeout=S        ends QEMU after S seconds
#   under=COMMAND    runs QEMU under this command

# Prints FILE as a part of an option of QEMU, which takes it for more options from a comma on, if that is not doubled.
qemu_name() { printf '%s\n' "$1" | sed 's/,/,,/g'; } # FILE

exec_qemu() {
  kernel='' append='' module='' cdrom='' memory=256 serial=null line='' net='' packets='' icount=off exit=on timeout='' under=''
  while [ $# -gt 0 ]; do
    case $1 in
      -*) break ;;
      kernel=*) kernel=${1#*=} ;;
      append=*) append=${1#*=} ;;
      module=*) module=${1#*=} ;;
      cdrom=*) cdrom=${1#*=} ;;
      memory=*) memory=${1#*=} ;;
      serial=*) serial=${1#*=} ;;
      line=*) line=${1#*=} ;;
      net=*) net=${1#*=} ;;
      packets=*) packets=${1#*=} ;;
      icount=*) icount=${1#*=} ;;
      exit=*) exit=${1#*=} ;;
      timeout=*) timeout=${1#*=} ;;
      under=*) under=${1#*=} ;;
      *) echo "qemu.sh: there is no knob $1" >&2; exit 2 ;;
    esac
    shift
  done
  [ -z "$packets" ] || set -- -object "filter-dump,id=packets,netdev=net,file=$(qemu_name "$packets")" "$@"
  [ -z "$net" ] || set -- -netdev "$net,id=net" -device ne2k_pci,netdev=net,mac=52:54:00:12:34:56 "$@"
  # Without another thread for the bell a run on counted instructions repeats.
  [ -z "$line" ] || set -- -device virtio-serial,ioeventfd=off -chardev "$line,id=jx" \
    -device virtserialport,chardev=jx,name=jx.profile "$@"
  [ "$exit" = off ] || set -- -device isa-debug-exit,iobase=0xf4,iosize=0x04 "$@"
  [ "$icount" = off ] || set -- -icount shift=0,sleep=off "$@"
  [ -z "$module" ] || set -- -initrd "$module" "$@"
  [ -z "$kernel" ] || set -- -kernel "$kernel" -append "$append" "$@"
  [ -z "$cdrom" ] || set -- -cdrom "$cdrom" -boot d "$@"
  set -- qemu-system-x86_64 -m "$memory" -serial "$serial" -display none -monitor none -nic none -no-reboot "$@"
  [ -z "$timeout" ] || set -- timeout -k 5 "$timeout" "$@"
  # shellcheck disable=SC2086 # a command and its words
  exec $under "$@" </dev/null 9>&- # the lock of the build folder (lock.sh)
}

run_qemu() { (exec_qemu "$@"); }
