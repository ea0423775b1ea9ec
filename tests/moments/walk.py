# SPDX-License-Identifier: GPL-2.0-or-later
#
# walk.py: where gdb finds all threads of the kernel at its moments: a script for gdb, connected to QEMU.
#
#   gdb -batch -ex 'set $most = 40' -ex 'file kernel.elf' -ex 'target remote SOCKET' -ex 'source walk.py' >LINES
#
# At the end of each moment, while all threads still stand still, gdb is given the registers with which each thread goes
# on, as they lie on its stack, and unwinds its frames by the image's DWARF: it knows neither frame pointers nor the
# profiler. A line is `walk NUMBER TSC THREAD ADDRESS;ADDRESS...', the outermost first; the last one `start TSC HZ'.
import gdb

EXITED = 3  # enum thread_state
REGISTERS = ("rip", "rsp", "rbp")


def word(address):
  """Eight bytes of the kernel's memory."""
  return int.from_bytes(bytes(gdb.selected_inferior().read_memory(address, 8)), "little")


def value(expression):
  return int(gdb.parse_and_eval(expression))


def set_registers(values):
  for name in REGISTERS:
    gdb.execute("set $%s = %d" % (name, values[name]))


def addresses():
  """The frames from the registers outwards, the outermost first."""
  found, frame = [], gdb.newest_frame()
  while frame is not None and frame.is_valid():
    found.append(frame.pc())
    frame = frame.older()
  return found[::-1]


def goes_on(thread):
  """The registers with which a thread goes on: struct irq_frame, or what context.S keeps."""
  interrupted, sp = int(thread["interrupted"]), int(thread["sp"])
  if interrupted:
    return {"rip": word(interrupted + 8), "rbp": word(interrupted), "rsp": word(interrupted + 32)}
  return {"rip": word(sp + 56), "rbp": word(sp + 48), "rsp": sp + 64}


def threads():
  thread = gdb.parse_and_eval("'kernel/core/thread.c'::all")
  while int(thread):
    yield thread
    thread = thread["all_next"]


def recorded():
  """So many moments the kernel has recorded."""
  return value("'profiler/records/moment.c'::recorded")


def walk(number):
  records = value("prof_moments.mask") + 1
  tsc = value("prof_moment_records[0][%d].tsc" % ((number - 1) % records))
  taker = value("(long)processors[0].current")
  saved = {name: value("(unsigned long)$" + name) for name in REGISTERS}
  for thread in threads():
    if int(thread) == taker or int(thread["state"]) == EXITED:
      continue
    set_registers(goes_on(thread))
    print("walk", number, tsc, int(thread["prof"]["id"]), ";".join(hex(a) for a in addresses()))
    set_registers(saved)


def main():
  gdb.execute("set pagination off")
  gdb.execute("hbreak thread_let_go", to_string=True)
  number = 0
  while number < value("$most"):
    gdb.execute("continue", to_string=True)
    caller = gdb.newest_frame().older()
    # All stand still, too, where the taker walks stacks of new threads before a moment.
    if caller is not None and caller.name() == "run_taker" and recorded() > number:
      number = recorded()
      walk(number)
  print("start", value("prof_state.start_tsc"), value("prof_state.config.tsc_hz"))
  gdb.execute("delete")
  gdb.execute("detach", to_string=True)


main()
