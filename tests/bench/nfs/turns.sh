# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=bash disable=SC2154 # the variables are nfs.sh's
#
# turns.sh: what a GETATTR takes in five machines, sourced by nfs.sh: in the client's time, through QEMU's forwarded
# port, and in instructions of the guest.
#
# A round trip is a chain of wake-ups, of the client, of QEMU's main loop and of the thread that is the processor, and
# on a host of two processors these take longer than the guest's work, now on one processor and now on the other. What
# makes a round trip repeat: client and machine share one processor of the host, so that nothing wakes up another one;
# only one machine is alive at a time, the others are stopped, for each has a timer of 1000 Hz in the host; and a call
# counts by the median of thousands, so it does not matter what the host does besides. Half of the median is the
# host's: QEMU's main loop sets a timer before it sleeps and cancels it after, which takes 25 us in a virtual machine.
# Where the translated code lies in the host's memory makes some 5 % between two boots: the machines are booted BOOTS
# times, a ratio is one of medians of the same boots, and the median ratio is the figure.

readonly BOOTS=5 ROUNDS=16 CALLS=200
readonly MACHINES=(bare plain none some all)
readonly COUNTED_CALLS=400
readonly HALTED_US=1000 # after its reply a machine has long halted: all that is left to do takes 100 us

boot_machine() { # NAME [KERNEL-OPTION [QEMU-OPTION...]]
  local name=$1 options=${2-} ring=ring=events,sched,samples,objects
  shift $(($# > 1 ? 2 : 1))
  case $name in
    bare) boot bare "$dir/responder.elf32" "workload=respond prof=none $options" "$@" ;;
    plain) boot plain "$dir/plain.elf32" "workload=java prof=none $options" "$@" ;;
    none) boot none "$dir/probed.elf32" "workload=java prof=none $options" "$@" ;;
    some) boot some "$dir/probed.elf32" "workload=java prof=events,sched,samples $ring $options" "$@" ;;
    all) boot all "$dir/probed.elf32" "workload=java prof=timing,samples,events,sched,objects $ring $options" "$@" ;;
  esac
}

# What nfs_load is told of a machine.
server() { # NAME
  local port_name=port_$1
  printf %s "${!port_name}$([ "$1" = bare ] || echo /export/small)"
}

# One boot of all machines; prints the median time of a call in each, in us.
turns_of_a_boot() { # PROCESSOR
  local name pid servers=()
  for name in "${MACHINES[@]}"; do boot_machine "$name"; done
  for name in "${MACHINES[@]}"; do
    await_ready "$name"
    pid=pid_$name
    taskset -apc "$1" "${!pid}" >/dev/null || fail "a process cannot be bound to a processor (taskset)"
    servers+=("$(server "$name")@${!pid}")
  done
  taskset -c "$1" "$load" $ROUNDS $CALLS "${servers[@]}" >"$dir/turns.new" || fail "a machine does not answer"
  cut -d ' ' -f 2 "$dir/turns.new" | paste -s >>"$dir/turns"
  end_machines
}

# An expression of bare, plain, none, some, all, in each boot: its median.
of_turns() {
  awk "{ bare = \$1; plain = \$2; none = \$3; some = \$4; all = \$5; print $1 }" "$dir/turns" | median
}

turns() {
  local i processors processor
  processors=$(taskset -pc $$) || fail "taskset is missing (util-linux)"
  processor=${processors##*[!0-9]}
  for ((i = 0; i < BOOTS; i++)); do turns_of_a_boot "$processor"; done
  printf '# GETATTR a second: responder %d, server %d; probes off %d, events, sched, samples %d, everything %d\n' \
    "$(of_turns 'int(1e6 / bare)')" "$(of_turns 'int(1e6 / plain)')" "$(of_turns 'int(1e6 / none)')" \
    "$(of_turns 'int(1e6 / some)')" "$(of_turns 'int(1e6 / all)')"
  figure nfs_getattr/bare_responder "$(of_turns 'bare / plain')" ratio at_least 0.6
  figure nfs_with_events_sched_samples "$(of_turns '100 * (some / none - 1)')" % at_most 10
  figure nfs_with_everything "$(of_turns '100 * (all / none - 1)')" % at_most 60
}

# Where the function begins that hands a reply to the card.
reply_address() { # NAME
  local image=$dir/probed.elf symbol=Ne2k__transmit
  [ "$1" != plain ] || image=$dir/plain.elf
  [ "$1" != bare ] || image=$dir/responder.elf symbol=transmit
  nm "$image" | awk -v symbol="$symbol" '
    $3 == symbol || substr($3, length($3) - length(symbol)) == "_" symbol { found++; at = $1 }
    END { if (found == 1) print at }'
}

# At 20 Hz few ticks and samples fall into a call; what they take goes by time.
instructions() {
  local name at
  for name in "${MACHINES[@]}"; do
    at=$(reply_address "$name")
    [ -n "$at" ] || fail "the image for '$name' has no function that sends replies, or several"
    boot_machine "$name" hz=20 -plugin "$build/bench/nfs_count.so,at=$at,out=count"
    await_ready "$name"
    "$load" -p $HALTED_US 1 $COUNTED_CALLS "$(server "$name")" >/dev/null ||
      fail "the machine '$name' does not answer"
    end_machines
    figure "nfs_getattr_instructions_$name" "$(cut -d ' ' -f 1 "$dir/$name/count")" instructions any
  done
}
