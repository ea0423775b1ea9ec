# SPDX-License-Identifier: GPL-2.0-or-later
"""nodes.py: sessions of several machines, of which one lies about its messages, or is lied to by another one on the
network. Each command that takes a session must end by itself, whatever the messages say; and what a machine that is not
traced has sent, with numbers (xids) of true calls, or under a traced machine's address with numbers of no call, must
leave each true call as it is.

Usage: nodes.py BUILD FOLDER [--all]. Cases: nodes_spoiled, nodes_forged_by_a_stranger, nodes_forged_as_another."""
import os
import random
import shutil

import forge
from host import Attack, read_table

NAMES = ("a", "b", "c")
RPC, SENT, REPLY, AGAIN = 3, 1, 2, 4
PORT, PROGRAM, STRANGER = 700, 4242, 0x0a090909
CALLS, ROOT, CODE = 60, 1, 0x100000
COMMANDS = (["tree", "-D", "4"], ["tree", "--find", "0x*"], ["clocks"], ["remote"], ["report", "--table", "messages"],
            ["export", "otlp", "-o", "out.json"], ["export", "chrome", "-o", "out.json"], ["page", "-o", "out.html"])
EDGES = {"tsc": (0, 1, 1_000_000, 2 ** 63, 2 ** 64 - 1), "key": (0, 1, 7, 2 ** 64 - 1),
         "local": (0, 0x0a4d0001, 0x0a4d0002, STRANGER, 2 ** 32 - 1), "peer": (0, 0x0a4d0001, 0x0a4d0003, STRANGER),
         "program": (0, PROGRAM, 2 ** 32 - 1), "procedure": (0, 1, 2 ** 32 - 1), "bytes": (0, 2 ** 32 - 1),
         "thread": (0, 2, 999, 2 ** 32 - 1), "node": (0, 1, 999, 2 ** 32 - 1), "local_port": (0, PORT, 65535),
         "peer_port": (0, PORT, 65535), "layer": (0, 1, 2, 3, 4, 65535), "flags": (0, 1, 2, 3, 4, 5, 6, 7, 65535)}
COLUMNS = list(EDGES)


def address(node):
  """The address of a node by its number."""
  return 0x0a4d0001 + node


def message(tsc, key, local, peer, procedure, flags, port, peer_port):
  """A message of layer rpc, as a dictionary, by a thread with no call open."""
  return dict(zip(COLUMNS, (tsc, key, local, peer, PROGRAM, procedure, 100, 1, 0, port, peer_port, RPC, flags)))


def exchange(draw):
  """Messages by node: CALLS calls between machines, each with a procedure of its own."""
  messages, now = [[] for _ in NAMES], 1_000_000
  for call in range(1, CALLS + 1):
    client, server = draw.sample(range(len(NAMES)), 2)
    for at, to, flags in ((client, server, SENT), (server, client, 0), (server, client, SENT | REPLY),
                          (client, server, REPLY)):
      now += draw.randrange(1_000, 20_000)
      ports = (1000, PORT) if at == client else (PORT, 1000)
      messages[at].append(message(now, 100 + call, address(at), address(to), call, flags, *ports))
  return messages


def write(attack, folder, messages):
  """Writes a dump of each node, with one call around all its messages."""
  shutil.rmtree(attack.path(folder), ignore_errors=True)
  os.mkdir(attack.path(folder))
  for number, name in enumerate(NAMES):
    run = forge.Run()
    run.number = 20 + number
    run.modes("timing", "calls", "messages")
    run.name("THREAD", 1, "main")
    run.add("thread", (1, 0, run.meta["START_TSC"], run.meta["STOP_TSC"], 10_000_000, 0, 0))
    run.add("node", (1, 0, 1, ROOT, 0, 1, 0, 0, 0, 0, 0, 0, 0), (2, 1, 1, 0, CODE, 1, 0, 0, 0, 0, 0, 0, 0))
    run.add("call", (2 << 4, 9_000_000, 0, 0, 10_500_000, 0))
    run.add("message", *(tuple(m.values()) + (0,) for m in messages[number]))
    attack.write(f"{folder}/{name}.jxp", run.stream())


def remote_calls(attack, folder):
  """What `remote' says: (rows of calls between traced nodes by procedure, without times that rest on clocks; notes)."""
  done = attack.run(["hostdump", "remote", "--tsv", "--no-symbols", folder])
  notes, columns, rows = read_table(done.out)
  at = {name: number for number, name in enumerate(columns)}
  told = ("client", "server", "start_us", "sends", "executions")
  kept = {row[at["rpc_procedure"]]: tuple(row[at[name]] for name in told)
          for row in rows if row[at["client"]] in NAMES and row[at["server"]] in NAMES}
  return kept, " ".join(notes)


def spoiled(attack):
  """Messages of which fields are changed at random, doubled, out of order: each command must end by itself."""
  reasons = []
  for number in range(attack.count(12, 600)):
    messages = exchange(attack.random)
    for records in messages:
      for m in records:
        while attack.random.random() < 0.2:
          column = attack.random.choice(COLUMNS)
          m[column] = attack.random.choice(EDGES[column])
      records += [dict(m) for m in attack.random.choices(records, k=10)]
      if number % 3 == 0:
        attack.random.shuffle(records)
    write(attack, "spoiled", messages)
    for command in COMMANDS:
      if command[0] == "page" and not os.path.exists(os.path.join(attack.build, "page.html")):
        continue # what makes it is not installed
      options = [] if command[0] == "page" else ["--no-symbols"]
      done = attack.run(["hostdump", *command, *options, "spoiled"])
      reasons.append(done.died() and f"seed {attack.seed}, session {number}: {' '.join(command)} {done.died()}")
      reasons.append(done.status not in (0, 1) and f"session {number}: {' '.join(command)}: status {done.status}")
  return reasons


def forged(attack, forge_one):
  """True calls with and without the forged messages of forge_one(call's message at its server)."""
  messages = exchange(random.Random(5))
  write(attack, "true", messages)
  before, _ = remote_calls(attack, "true")
  for records in messages:
    received = [m for m in records if m["flags"] == 0]
    records += [forge_one(m, number) for number, m in enumerate(received)]
    records.sort(key=lambda m: m["tsc"])
  write(attack, "forged", messages)
  after, notes = remote_calls(attack, "forged")
  wrong = [procedure for procedure in before if after.get(procedure) != before[procedure]]
  return [len(before) != CALLS and f"{len(before)} of {CALLS} calls are there", wrong and f"call {wrong[0]}: "
          f"{before[wrong[0]]} is {after.get(wrong[0])}", len(after) != len(before) and f"{len(after)} calls"], notes


def main():
  """All cases."""
  attack = Attack()
  attack.case("nodes_spoiled", spoiled(attack))
  attack.case("nodes_forged_by_a_stranger", forged(attack, lambda m, _: dict(m, tsc=m["tsc"] - 1, peer=STRANGER))[0])
  reasons, notes = forged(attack, lambda m, number: dict(m, tsc=m["tsc"] - 1, key=5000 + number))
  attack.case("nodes_forged_as_another", reasons + ["are of none that was recorded" not in notes and f"notes: {notes}"])
  attack.end()


main()
