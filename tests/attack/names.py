# SPDX-License-Identifier: GPL-2.0-or-later
"""names.py: hostile names in all places where a target may put a name, through every output of the host. A canary, a
program in front of PATH that says that it ran, shows whether a name was executed; a twin of the run with plain names
shows whether a name has changed anything but its own text.

Usage: names.py BUILD FOLDER [--all]. A case is a kind of name: names_KIND_tables, names_KIND_charts. Without --all
kinds share dumps."""
import os
import re
import shutil

import forge
import hostile
import judge
import wire
from host import Attack, TABLES, read_tables

PLAIN = re.compile("plain[A-Z]")
DRAWN_WRONGLY = ("entity_zero",)  # kinds that a sample of the others did not find
TABLE_DUMPS, CHART_DUMPS = 16, 4  # in which kinds share dumps; every kind is in some of the places of one
# Place -> numbers in it. SYMBOL and SYMBOL_FILE are names of functions that the host has put into the file.
PLACES = {"SYSTEM": [0], "PROGRAM": [0], "COMMAND": [0], "BUILD_ID": [0], "CRASH": [0], "THREAD": [1, 2, 3, 4],
          "EVENT": [1, 2, 3], "METHOD": [1, 2, 3, 4, 5, 6], "FILE": [1, 2, 3, 4, 5, 6], "CLASS": [1, 2, 3],
          "COUNTER": [0, 1]}
CHARTS = ("boxes callgraph threads counters events rounds intervals samples flame creation lifetime newest age "
          "survival heap busy latency locks").split()


def dump(name_of):
  """A file of a whole run that crashed, with the names that name_of(place, number) gives."""
  run = forge.whole(crash=True)
  for place, numbers in PLACES.items():
    for number in numbers:
      run.name(place, number, name_of(place, number)[:wire.MOST_ROWS])
  run.meta.update(PROBES_LOW=forge.CODE + 0x10000, PROBES_HIGH=forge.CODE + 0x11000)
  functions = [(start, end, line, name_of("SYMBOL", number + 1), name_of("SYMBOL_FILE", number + 1))
               for number, (start, end, line, *_) in enumerate(forge.functions(run))]
  return run.stream() + forge.symbols(functions)


def plain(place, number):
  """The names of the twin."""
  return f"plain{place}{number}".encode()


def of_one_kind(name):
  """Names of one kind in all places: the first of each place as it is, the others with their number."""
  return lambda place, number: name if number <= 1 else name + str(number).encode()


def of_some_kinds(names):
  """Names of several kinds: each place begins with another one."""
  places = list(PLACES) + ["SYMBOL", "SYMBOL_FILE"]
  return lambda place, number: names[(3 * places.index(place) + number) % len(names)]


class Names:
  """The attack, with the folder in which a canary sits."""

  def __init__(self, attack):
    self.attack = attack
    self.sandbox, bin = attack.path("sandbox"), attack.path("bin")
    os.makedirs(bin, exist_ok=True)
    self.sang = attack.path("sang")
    for name in ("canary", "calc", "alert"):
      with open(os.path.join(bin, name), "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\necho \"$0 $*\" >> '{self.sang}'\n")
      os.chmod(os.path.join(bin, name), 0o755)
    self.env = dict(os.environ, PATH=bin + ":" + os.environ["PATH"], HOSTDUMP=attack.hostdump, LC_ALL="C")
    self.twin = self.outputs(dump(plain))

  def fresh(self):
    """An empty sandbox."""
    shutil.rmtree(self.sandbox, ignore_errors=True)
    os.makedirs(self.sandbox)
    if os.path.exists(self.sang):
      os.unlink(self.sang)

  def canary(self, allowed):
    """Why a command must have run: the canary sang, or a file appeared."""
    files = [os.path.relpath(os.path.join(folder, file), self.sandbox)
             for folder, _, files in os.walk(self.sandbox) for file in files]
    strange = [file for file in files if not any(re.fullmatch(pattern, file) for pattern in allowed)]
    reasons = [f"a name made the file {strange[0]}"] if strange else []
    if os.path.exists(self.sang):
      with open(self.sang, encoding="utf-8", errors="replace") as file:
        reasons.append(f"a name was executed: {file.readline().strip()}")
    return reasons

  def outputs(self, data):
    """What hostdump makes of a dump: name -> (status, bytes, errors)."""
    self.fresh()
    with open(os.path.join(self.sandbox, "x.jxp"), "wb") as file:
      file.write(data)
    outputs = {}
    for name, words in (("info", []), ("report", ["--top=0", "--table=" + ",".join(TABLES)]),
                        ("report_tsv", ["--tsv", "--table=" + ",".join(TABLES)]), ("cycles", []),
                        ("tables", ["-o", "tables"])):
      outputs[name] = self.attack.run(["hostdump", name.split("_")[0], *words, "x.jxp"], cwd=self.sandbox, env=self.env)
    return outputs, read_tables(os.path.join(self.sandbox, "tables")) if outputs["tables"].status in (0, 1) else {}

  def judge_outputs(self, data):
    """Reasons against the tables and the texts."""
    outputs, tables = self.outputs(data)
    reasons = self.canary([r"x\.jxp", r"tables/[a-z]+\.tsv"])
    for name, result in outputs.items():
      reasons += [f"{name} {result.died()}"] if result.died() else []
      twin = self.twin[0][name]
      if result.status != twin.status:
        reasons.append(f"{name} exits with {result.status}, not {twin.status}: {result.errors[-100:]!r}")
      reasons += judge.text(result.out, name) + judge.text(result.errors, name + "'s errors")
      if result.out.count(b"\n") != twin.out.count(b"\n") and name != "cycles":
        reasons.append(f"{name} has {result.out.count(bytes([10]))} lines, not {twin.out.count(bytes([10]))}")
    if sorted(tables) != sorted(self.twin[1]):
      reasons.append(f"{len(tables)} tables, not {len(self.twin[1])}")
    else:
      for name in TABLES:
        reasons += judge.table(name, tables[name], self.twin[1][name], PLAIN)
    return reasons

  def charts(self, data):
    """Draws all charts and the page: (result of render, of page.sh, files of the folder)."""
    self.fresh()
    with open(os.path.join(self.sandbox, "x.jxp"), "wb") as file:
      file.write(data)
    render = self.attack.run(["sh", os.path.join(self.attack.tree, "viz", "render.sh"), "all", "x.jxp", "-o", "charts"],
                             cwd=self.sandbox, env=self.env)
    page = self.attack.run(["sh", os.path.join(self.attack.tree, "viz", "page.sh"), "charts"], cwd=self.sandbox,
                           env=self.env)
    files, charts = {}, os.path.join(self.sandbox, "charts")
    for name in os.listdir(charts) if os.path.isdir(charts) else []:
      if not os.path.isdir(os.path.join(charts, name)):
        with open(os.path.join(charts, name), "rb") as file:
          files[name] = file.read()
    return render, page, files

  def judge_charts(self, data, twin):
    """Reasons against the charts and the page."""
    render, page, files = self.charts(data)
    allowed = ["x\\.jxp", "tables/[a-z]+\\.tsv", "charts/index\\.html"]
    allowed += [f"charts/{chart}\\.(svg|png|tsv|set|dot|txt)" for chart in CHARTS]
    reasons = self.canary(allowed)
    for name, result, twins in (("render", render, twin[0]), ("page", page, twin[1])):
      reasons += [f"{name} {result.died()}"] if result.died() else []
      if result.status != twins.status:
        reasons.append(f"{name} exits with {result.status}: {result.errors[-160:]!r}")
      reasons += judge.text(result.out, name) + judge.text(result.errors, name + "'s errors")
    for name in sorted(twin[2]):
      chart, _, ending = name.partition(".")
      if name not in files:
        reasons.append(f"no {name}")
      elif ending == "svg":
        reasons += judge.svg(chart, files[name], twin[2][name])
      elif ending == "png":
        reasons += judge.png(chart, files[name])
      elif ending == "html":
        reasons += judge.page(files[name], twin[2][name])
    return reasons


def main():
  """All kinds of names."""
  attack = Attack()
  names, kinds = Names(attack), hostile.names()
  texts = list(kinds.values())
  twin = names.charts(dump(plain))
  attack.case("names_twin_charts", [] if twin[0].status == 0 and len(twin[2]) > 40 else
              [f"render exits with {twin[0].status}: {twin[0].errors[-200:]!r}"])
  if attack.all:
    for kind, name in kinds.items():
      attack.case(f"names_{kind}_tables", names.judge_outputs(dump(of_one_kind(name))))
      attack.case(f"names_{kind}_charts", names.judge_charts(dump(of_one_kind(name)), twin))
  else:
    for part in range(TABLE_DUMPS):
      data = dump(of_some_kinds(texts[part::TABLE_DUMPS]))
      attack.case(f"names_tables_{part + 1}_of_{TABLE_DUMPS}", names.judge_outputs(data))
    for part in range(CHART_DUMPS):
      data = dump(of_some_kinds([text for text in texts[part::CHART_DUMPS] if len(text) < 10_000]))
      attack.case(f"names_charts_{part + 1}_of_{CHART_DUMPS}", names.judge_charts(data, twin))
    for kind in DRAWN_WRONGLY:
      attack.case(f"names_{kind}_charts", names.judge_charts(dump(of_one_kind(kinds[kind])), twin))
  attack.end()


if __name__ == "__main__":
  main()
