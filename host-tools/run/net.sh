#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# net.sh: several kernels on one network: boots each node in a QEMU of its own, joined by a switch that sees every frame
# and injects faults by a seed (build/wire), and takes a profile of each.
#
# run.sh boots, receives and judges one node, in a folder of its own below --out; this script makes the images, starts
# the switch and the nodes, names those that fail, and puts what came into one folder: NODE.jxp, NODE.txt, wire.pcap,
# wire.tsv, run.tsv. Other programs take that folder as a session. What always holds: whatever way this script ends, the
# nodes, the switch and its sockets are gone, and run.tsv says of each node how it ended.
#
# Ctrl-C ends each node as it would end one run: the kernel is told `end', and its dump leaves. A second one stops the
# machines. The nodes do not get a terminal's SIGINT (they are started with it ignored); this script sends them SIGTERM.

[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
set -u

usage()
{
  cat <<'EOF_USAGE'
Usage: net.sh [OPTION...]
Boots several kernels on one network, takes the profile of each, and puts all into one folder.

  --nodes N          how many: a, b, c, ... (4)
  --app NAME         the Java program that each runs, of kernel/programs/java/apps; without, the kernel's own workload
  --roles FILE       in place of both: a line for each node, NAME KEY=VALUE...; # begins a remark. Keys: app, kernel (an
                     option of the kernel; may be there more than once), prof, input, smp, mem, mac, address, and args,
                     which takes the rest of the line
  --image NAME,...   one image of these programs, for each node that runs one of them: it takes less time to make than
                     one for each program
  --effort quick     images are made in a fifth of the time, and programs are slower (java.sh --help)
  --args TEXT        arguments of the programs, behind those in a program's file `network'. {address} is the node's own
                     address A/BITS, {peers} are the addresses of the other nodes with the same program, {others} those
                     of all others, {NAME} is the address of the node NAME, {node} and {number} are the node's own
  --fault FAULT      what the switch does wrong: drop=1/100, duplicate=1%, delay=1/20:2ms..5ms, reorder=1/20:3,
                     flip=1/500, of one node's frames: drop=1/100@b; cut=b@2s..3s. May be given more than once
                     (wire --help)
  --seed N           by which chance decides (1)
  --input FILE       what each works on: the kernel's workload, or System.in (an empty file)
  --build DIR        where programs and images are (build)
  --out DIR          the folder of the run: NODE.jxp, NODE.txt (its console), wire.pcap, wire.tsv (faults), run.tsv
                     (nodes, and how each ended), tables/, page.html, nodes/NODE/charts/ (BUILD/run-net)
  --prof LIST        instrumentation, as for run.sh (timing,samples,events,sched,locks; objects are left out)
  --append OPTIONS   more options for each kernel, as for run.sh
  --line uart|virtio, --icount on|off, --timeout S, --mem MIB
                     as for run.sh (virtio, off, 600, 256)
  --qemu OPTIONS     more options for QEMU, words; {node} in them is the node's name
  --no-charts        stop after the tables

`make run-net' gives these as NODES=, APP=, ROLES=, ARGS=, FAULTS= (all, between blanks), SEED=, INPUT=, PROF=, KERNEL=
(--append), LINE=, ICOUNT=, TIMEOUT=, MEM=, RUN= (--out) and O= (--build).

Ctrl-C, or SIGTERM, ends all nodes as if their programs had; a second one stops the machines.

Exit status: 0 all is right; 1 a node, or the switch, is not; 2 usage; 129, 130, 131, 143 interrupted by SIGHUP, SIGINT,
SIGQUIT, SIGTERM, whatever was kept.
EOF_USAGE
}

say()       { printf '%s\n' "run-net: ${*//[[:cntrl:]]/?}" >&2; }
show()      { "$work/hostdump" show; } # what others wrote, without what acts on a terminal
fail()      { say "$*"; exit 1; }
bad_usage() { say "$*; see net.sh --help"; exit 2; }

readonly NETWORK=10.77.0 BITS=24  # addresses of nodes, by number: private (RFC 1918), and not slirp's
readonly NODES_MOST=26            # names are letters
readonly MEM=256                  # MiB of a node; a Java program has three quarters of what is free for its heap

here=$(dirname "$(readlink -f "$0")")
. "$here/lock.sh" # share_build, hold_results, as_path
apps=$(dirname "$(dirname "$here")")/kernel/programs/java/apps
nodes='' app='' roles='' args='' input='' build=build out='' prof='' append='' line=virtio icount=off timeout=600 qemu=''
effort=full image='' mem=$MEM seed=1 charts=yes work='' wire_pid='' bad='' asked='' switch_bad=''
faults=() names=()
declare -A role_app role_kernel role_prof role_input role_smp role_mem role_mac role_address role_args
declare -A pid_of=() status_of=()

parse()
{
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help) usage; exit 0 ;;
      --no-charts) charts=; shift; continue ;;
      --nodes | --app | --roles | --args | --fault | --faults | --seed | --input | --build | --out | --prof | \
        --append | --line | --icount | --timeout | --mem | --qemu | --image | --effort)
        [ $# -ge 2 ] || bad_usage "$1 needs a value" ;;
      *) bad_usage "there is no option $1" ;;
    esac
    case $1 in
      --fault) faults+=("$2") ;;
      --faults) read -ra faults <<< "$2" ;;
      *) [ -z "$2" ] || printf -v "${1#--}" %s "$2" ;;
    esac
    shift 2
  done
  [ -z "$roles" ] || [ -z "$nodes$app" ] ||
    bad_usage "ROLES= (--roles) says which nodes there are, and what each runs: NODES= and APP= cannot, too"
  : "${nodes:=4}"
  [[ $nodes =~ ^[1-9][0-9]?$ ]] && [ "$nodes" -le $NODES_MOST ] ||
    bad_usage "NODES= (--nodes) is a number from 1 to $NODES_MOST, not $nodes"
  [[ $seed =~ ^[0-9]{1,18}$ ]] || bad_usage "SEED= (--seed) is a whole number, not $seed"
  [[ $mem =~ ^[0-9]+$ && $timeout =~ ^[0-9]+$ ]] ||
    bad_usage "MEM= (--mem, in MiB) and TIMEOUT= (--timeout, in seconds) are whole numbers"
  case $icount in on | off) ;; *) bad_usage "ICOUNT= (--icount) is on or off, not $icount" ;; esac
  case $line in uart | virtio) ;; *) bad_usage "LINE= (--line) is uart or virtio, not $line" ;; esac
  : "${out:=$build/run-net}"
  build=$(as_path "$build") out=$(as_path "$out") roles=$(as_path "$roles")
}

# ---- who is on the network ----

check_program() # NAME; "": the kernel's own workload
{
  [[ $1 =~ ^[A-Za-z0-9_]*$ ]] || bad_usage "APP= (app=, --app): there is no program \`$1'; APP= alone lists them"
}

add_node() # NAME
{
  [[ $1 =~ ^[A-Za-z_][A-Za-z0-9_]{0,30}$ ]] ||
    bad_usage "\`$1' is no name for a node: letters, digits and _, at most 31, a letter first"
  case $1 in address | peers | others | node | number | wire) bad_usage "a node cannot be called $1" ;; esac
  [ -z "${role_app[$1]+there}" ] || bad_usage "two nodes are called $1"
  [ ${#names[@]} -lt $NODES_MOST ] || bad_usage "at most $NODES_MOST nodes"
  names+=("$1")
  local number=${#names[@]}
  check_program "$app"
  role_app[$1]=$app role_kernel[$1]= role_prof[$1]=$prof role_input[$1]=$input role_smp[$1]=1 role_mem[$1]=$mem
  role_args[$1]=
  role_address[$1]=$NETWORK.$number
  printf -v "role_mac[$1]" 52:54:00:6a:78:%02x "$number" # QEMU's, and the number
}

# The words of a role, up to `args='.
add_role() # WHERE LINE
{
  local text=$2 name word key value
  read -r name text <<< "$text"
  add_node "$name"
  while [ -n "$text" ]; do
    case $text in args=*) role_args[$name]=${text#args=}; return ;; esac
    read -r word text <<< "$text"
    key=${word%%=*} value=${word#*=}
    [[ $word == *=* ]] || bad_usage "$1: \`$word' is no KEY=VALUE"
    case $key in
      app) check_program "$value"; role_app[$name]=$value ;;
      kernel) role_kernel[$name]+=" $value" ;;
      prof) role_prof[$name]=$value ;;
      input) role_input[$name]=$value ;;
      smp) role_smp[$name]=$value ;;
      mem) role_mem[$name]=$value ;;
      mac) [[ $value =~ ^([0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}$ ]] || bad_usage "$1: \`$value' is no Ethernet address"
           role_mac[$name]=$value ;;
      address) [[ $value =~ ^([0-9]{1,3}\.){3}[0-9]{1,3}$ ]] || bad_usage "$1: \`$value' is no IPv4 address"
               role_address[$name]=$value ;;
      *) bad_usage "$1: there is no key $key" ;;
    esac
  done
}

make_nodes()
{
  local text number=0 letters=abcdefghijklmnopqrstuvwxyz
  if [ -z "$roles" ]; then
    for ((number = 0; number < nodes; number++)); do add_node "${letters:number:1}"; done
    return
  fi
  [ -r "$roles" ] || bad_usage "$roles cannot be read; ROLES= (--roles) names a file"
  while IFS= read -r text || [ -n "$text" ]; do
    number=$((number + 1))
    text=${text%%#*} text=${text//$'\t'/ }
    [ -z "${text//[[:space:]]/}" ] || add_role "$roles, line $number" "$text"
  done < "$roles"
  [ ${#names[@]} -gt 0 ] || bad_usage "$roles names no node"
}

# The arguments of a node's program, with what stands for addresses replaced.
arguments_of() # NAME
{
  local text='' other peers='' others='' i
  [ -z "${role_app[$1]}" ] || [ ! -r "$apps/${role_app[$1]}/network" ] || read -r text < "$apps/${role_app[$1]}/network"
  text+=${args:+ $args}${role_args[$1]:+ ${role_args[$1]}}
  for i in "${!names[@]}"; do
    other=${names[i]}
    text=${text//"{$other}"/${role_address[$other]}}
    [ "$other" != "$1" ] || { text=${text//'{number}'/$((i + 1))}; continue; }
    others+=,${role_address[$other]}
    [ "${role_app[$other]}" != "${role_app[$1]}" ] || peers+=,${role_address[$other]}
  done
  text=${text//'{address}'/${role_address[$1]}/$BITS} text=${text//'{peers}'/${peers#,}}
  text=${text//'{others}'/${others#,}} text=${text//'{node}'/$1}
  printf '%s\n' "${text# }"
}

check_files()
{
  local tool name
  for tool in hostdump wire ${charts:+render figures}; do
    [ -x "$build/$tool" ] || fail "$build/$tool is missing; \`make all' builds it"
  done
  for name in "${names[@]}"; do
    [ -z "${role_app[$name]}" ] || [ -r "$apps/${role_app[$name]}/network" ] ||
      [[ "$args${role_args[$name]}" == *{* ]] ||
      say "$name runs ${role_app[$name]}, which has no file \`network' and is told no address: it uses no network"
  done
  mkdir -p "$out" || fail "$out: cannot be made"
  build=$(readlink -f "$build") out=$(readlink -f "$out")
  hold_results "$out" net.sh || exit 1
}

# ---- images ----

is_shared() { [[ -n $1 && ,$image, == *,$1,* ]]; } # PROGRAM: is it in the image of --image?

# The folder below $work/images with the image of a program; "": of the kernel's own workload.
image_of() # PROGRAM
{
  if is_shared "$1"; then echo shared; else printf '%s\n' "${1:-kernel}"; fi
}

# An image for each program that a node runs, in the work folder: another make may build meanwhile.
make_images()
{
  local name program folder
  for name in "${names[@]}"; do
    program=${role_app[$name]} folder=$work/images/$(image_of "${role_app[$name]}")
    [ ! -d "$folder" ] || continue
    mkdir -p "$folder"
    if [ -n "$program" ]; then
      is_shared "$program" && program=$image
      bash "$here/java.sh" --build "$build" --app "$program" --effort "$effort" --to "$folder" 5>&- \
        > "$work/java.log" || {
        local status=$?
        show < "$work/java.log" >&2
        [ $status -ne 2 ] || exit 2
        fail "there is no image of $program, see above"
      }
    else
      cp "$build/kernel.elf" "$build/kernel.elf32" "$folder" || fail "no room in $work (TMPDIR)"
    fi
  done
}

# ---- the switch ----

start_wire()
{
  local fault options=()
  for fault in "${faults[@]}"; do options+=(--fault "$fault"); done
  mkfifo "$work/ready" || fail "no room in $work (TMPDIR)"
  "$work/wire" --folder "$work" --pcap "$out/wire.pcap" --log "$out/wire.tsv" --seed "$seed" "${options[@]}" \
    "${names[@]}" > "$work/ready" 2> "$work/wire.log" 5>&- &
  wire_pid=$!
  local word=
  read -r word < "$work/ready"
  [ "$word" = ready ] && return
  wait "$wire_pid"
  local status=$?
  wire_pid=
  show < "$work/wire.log" >&2
  [ $status -ne 2 ] || exit 2
  fail "the switch has not started, see above"
}

stop_wire()
{
  [ -n "$wire_pid" ] || return 0
  kill -TERM "$wire_pid" 2>/dev/null
  wait "$wire_pid" || { switch_bad=yes bad=yes; say "the switch failed, see below"; }
  wire_pid=
  show < "$work/wire.log" >&2
}

# ---- the nodes ----

# What a node prints comes with its name in front; its own words stay in NODE.said.
start_node() # NAME
{
  local name=$1 program=${role_app[$1]} arguments card more=()
  card="dgram,id=net,local.type=unix,local.path=dir/$name.nic,remote.type=unix,remote.path=dir/$name.switch"
  arguments=$(arguments_of "$name")
  is_shared "$program" && arguments="$program $arguments"
  [ -z "$program" ] || more=(--program "$program" --args "$arguments")
  mkfifo "$work/$name.out" || fail "no room in $work (TMPDIR)"
  sed -u -e "w $work/$name.said" -e "s/^/$name | /" < "$work/$name.out" 5>&- &
  bash "$here/run.sh" --build "$build" --elf "$work/images/$(image_of "$program")/kernel.elf" \
    --input "${role_input[$name]:-$work/empty}" \
    --out "$out/nodes/$name" --prof "${role_prof[$name]:-timing,samples,events,sched,locks}" \
    --append "$append${role_kernel[$name]}" --smp "${role_smp[$name]}" --mem "${role_mem[$name]}" --line "$line" \
    --icount "$icount" --timeout "$timeout" --no-tables --qemu-dir "$work" \
    --qemu "-pidfile dir/$name.pid -netdev $card -device ne2k_pci,netdev=net,mac=${role_mac[$name]} ${qemu//'{node}'/$name}" \
    "${more[@]}" > "$work/$name.out" 2>&1 5>&- &
  pid_of[$name]=$!
}

# Why a node failed, in a word or two, from what run.sh said and the kernel's last line.
reason_of() # NAME
{
  local text
  text=$(grep -a '^run: \(the machine\|the kernel\|QEMU\|nothing came\)' "$work/$1.said" | head -n 1)
  text=${text#run: }
  : "${text:=see above}"
  printf '%s\n' "${text%%;*}"
}

# Waits for all nodes, and says of each when it has ended; a signal interrupts the wait, not the loop.
await_nodes()
{
  local name left=${#names[@]} status
  while [ "$left" -gt 0 ]; do
    wait -n 2>/dev/null
    for name in "${names[@]}"; do
      [ -z "${status_of[$name]-}" ] || continue
      kill -0 "${pid_of[$name]}" 2>/dev/null && continue
      wait "${pid_of[$name]}"
      status=$?
      status_of[$name]=$status
      left=$((left - 1))
      settle_node "$name"
      case $status in
        0) say "$name has ended well; $left still run" ;;
        *) [ -n "$asked" ] || bad=yes
           say "$name ended with status $status: $(reason_of "$name"); $left still run" ;;
      esac
    done
  done
}

# What a node left, under its name.
settle_node() # NAME
{
  local from=$out/nodes/$1
  [ ! -e "$from/run.jxp" ] || mv -f "$from/run.jxp" "$out/$1.jxp"
  [ ! -e "$from/console.txt" ] || mv -f "$from/console.txt" "$out/$1.txt"
  rm -rf "$from"
}

interrupted() # STATUS
{
  local name
  [ -n "$work" ] || exit "$1"
  [ -n "$asked" ] || say "interrupted: all nodes end here, and what they recorded leaves; once more stops the machines"
  : "${asked:=$1}"
  for name in "${!pid_of[@]}"; do
    [ -n "${status_of[$name]-}" ] || kill -TERM "${pid_of[$name]}" 2>/dev/null
  done
  [ ${#pid_of[@]} -gt 0 ] || exit "$1"
}

clean_up()
{
  local name
  for name in "${!pid_of[@]}"; do
    [ -n "${status_of[$name]-}" ] || { kill -HUP "${pid_of[$name]}" 2>/dev/null && wait "${pid_of[$name]}"; }
  done
  [ -z "$wire_pid" ] || { kill -TERM "$wire_pid" 2>/dev/null; wait "$wire_pid"; }
  [ -z "$work" ] || rm -rf "$work"
}

# ---- what is left of it ----

# Only what this script gave a name is removed: the folder may be a user's own. What the run before had as nodes is in
# its run.tsv.
clear_out()
{
  local name rest
  if [ -r "$out/run.tsv" ]; then
    while IFS=$'\t' read -r name rest; do
      [[ $name =~ ^[A-Za-z_][A-Za-z0-9_]*$ ]] && rm -rf "$out/$name.jxp" "$out/$name.txt" "$out/nodes/$name"
    done < "$out/run.tsv"
  fi
  rm -f "$out"/{wire.pcap,wire.tsv,run.tsv,page.html} "$out"/tables/*.tsv
  for name in "${names[@]}"; do
    [ ! -e "$out/$name.jxp" ] && [ ! -e "$out/nodes/$name" ] ||
      fail "$out has a node $name, and no run.tsv says that it is of an earlier run: RUN= (--out) names another folder"
  done
}

cell() # TEXT: as a cell of a table (host-tools/TABLES.md)
{
  local text=${1//[[:cntrl:]]/ }
  text=${text# }
  case $text in '') text=- ;; [#\\]*) text="\\$text" ;; esac
  printf '%s' "$text"
}

verdict_of() # NAME
{
  case ${status_of[$1]-} in
    '') echo 'not started' ;;
    0) echo ok ;;
    129 | 130 | 131 | 143) echo interrupted ;;
    *) echo "failed: $(reason_of "$1")" ;;
  esac
}

write_run()
{
  local name
  {
    printf '# seed: %s\n' "$seed"
    [ ${#faults[@]} -eq 0 ] || printf '# fault: %s\n' "${faults[@]//[[:cntrl:]]/ }"
    printf '# switch: %s\n' "$([ -n "$switch_bad" ] && echo failed || echo ok)"
    printf '# verdict: %s\n' "$([ -n "$asked" ] && echo interrupted || { [ -n "$bad" ] && echo failed || echo ok; })"
    printf 'node\tapp\taddress\tmac\tprof\tkernel\targuments\tstatus\tverdict\n'
    for name in "${names[@]}"; do
      printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$(cell "${role_app[$name]}")" \
        "${role_address[$name]}/$BITS" "${role_mac[$name]}" "$(cell "${role_prof[$name]}")" \
        "$(cell "$append${role_kernel[$name]}")" \
        "$(cell "$([ -z "${role_app[$name]}" ] || arguments_of "$name")")" "${status_of[$name]:--}" \
        "$(cell "$(verdict_of "$name")")"
    done
  } > "$out/run.tsv" || fail "$out/run.tsv cannot be written"
}

make_charts()
{
  local name dumps=()
  for name in "${names[@]}"; do
    [ ! -e "$out/$name.jxp" ] || dumps+=("$name")
  done
  [ ${#dumps[@]} -gt 0 ] || { say "no dump has come"; return; }
  "$work/hostdump" tables "$out" -o "$out/tables" > "$work/tables.log" 2>&1
  [ $? -le 1 ] || { show < "$work/tables.log" >&2; say "making tables failed, see above"; bad=yes; }
  [ -n "$charts" ] || return
  for name in "${dumps[@]}"; do
    HOSTDUMP=$work/hostdump FIGURES=$work/figures "$work/render" all "$out/$name.jxp" -o "$out/nodes/$name/charts" \
      > "$work/render.log" 2>&1 ||
      { show < "$work/render.log" >&2; say "making charts of $name failed, see above"; bad=yes; }
  done
  [ -r "$work/page.html" ] ||
    { say "there is no page to explore the run in: \`make deps-page' installs what makes it"; return; }
  "$work/hostdump" page -o "$out/page.html" "$out" > "$work/page.log" 2>&1 ||
    { show < "$work/page.log" >&2; bad=yes; }
}

main()
{
  local tool name
  parse "$@"
  make_nodes
  trap clean_up EXIT
  trap 'interrupted 129' HUP
  trap 'interrupted 130' INT
  trap 'interrupted 131' QUIT
  trap 'interrupted 143' TERM
  # The folder is made when its name is known: no signal leaves it behind.
  work=$(mktemp -d -u) && mkdir -m 700 "$work" || { work=; fail "no room for a temporary directory (TMPDIR)"; }
  share_build "$build" net.sh
  check_files
  clear_out
  for tool in hostdump wire ${charts:+render figures page.html}; do
    [ "$tool" = page.html ] && [ ! -e "$build/$tool" ] || cp "$build/$tool" "$work" || fail "no room in $work (TMPDIR)"
  done
  : > "$work/empty"
  make_images
  release_build
  start_wire
  say "${#names[@]} nodes: ${names[*]}; seed $seed${faults[*]:+; faults: ${faults[*]}}"
  for name in "${names[@]}"; do start_node "$name"; done
  await_nodes
  stop_wire
  rmdir "$out/nodes" 2>/dev/null
  make_charts
  write_run
  say "$out has ${#names[@]} nodes; \`hostdump report $out' shows them as one session"
  [ -z "$asked" ] || { say "interrupted; what was recorded until then is in $out"; exit "$asked"; }
  [ -z "$bad" ] || { say "NOT all is right, see above"; exit 1; }
}

main "$@"
