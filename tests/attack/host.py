# SPDX-License-Identifier: GPL-2.0-or-later
"""host.py: what the attacks stand on: commands with limits of memory and time, and the report of cases.

  attack = Attack()             from the command line: BUILD FOLDER, and --all for every case instead of a sample
  attack.run(command, ...)      a command within the limits: (status, output, errors), all of it kept in bytes
  attack.case(name, reasons)    reports `ok NAME' or `not ok NAME REASON', as tests/lib/suite.sh relays them
"""
import os
import random
import resource
import subprocess
import sys

MEMORY = 1 << 30      # bytes of address space for a command: hostdump promises to stay far below
SECONDS = 60          # CPU time of a command: a hundred times what the slowest takes, so that no machine is too slow
TABLES = ("run methods pairs tree samples own counted agreement stacks events eventstats intervals cycle rounds "
          "threads activity wakes counters counterseries counterfunctions sites classes survival ages drag objects "
          "collections heap crash registers cost losses lost programs processors migrations busy busysteps latency "
          "locks lockwaits standing waitsfor moments snapshots").split()


class Result:
  """How a command ended, and what it said."""

  def __init__(self, status, out, errors):
    self.status, self.out, self.errors = status, out, errors

  def died(self):
    """Why it did not end by itself; '' when it did."""
    if self.status is None:
      return "does not end"
    if self.status < 0:
      return f"ended by signal {-self.status}"
    last = self.errors[-400:]
    return "a sanitizer stopped it" if b"Sanitizer" in last or b"runtime error" in last else ""


class Attack:
  """One program of attacks."""

  def __init__(self, memory=MEMORY, seconds=SECONDS):
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    self.all = "--all" in sys.argv or os.environ.get("ATTACK") == "all"
    self.build, self.folder = os.path.abspath(words[0]), os.path.abspath(words[1])
    self.hostdump = os.path.join(self.build, "hostdump")
    self.tree = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    # A sample is the same each time, so that a suite of `make test' fails only where something has changed.
    self.seed = int(os.environ.get("SEED") or (random.SystemRandom().randrange(1 << 32) if self.all else 1))
    self.random = random.Random(self.seed)
    self.failed = 0
    os.makedirs(self.folder, exist_ok=True)
    for name in ("JX_KERNEL", "HOSTDUMP"):
      os.environ.pop(name, None)
    # Commands inherit these; a hard limit of CPU time behind the soft one ends a command that catches SIGXCPU.
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

  def count(self, few, many):
    """How often: COUNT of the environment, else `many' with --all, else `few'."""
    return int(os.environ.get("COUNT") or (many if self.all else few))

  def run(self, command, data=b"", cwd=None, env=None, wait=600):
    """Runs a command; a word `hostdump' at its front is the one that was built. `wait': seconds until it counts as
    hung, which is far more than the limit of CPU time."""
    command = [self.hostdump if command[0] == "hostdump" else command[0]] + list(command[1:])
    try:
      done = subprocess.run(command, input=data, capture_output=True, cwd=cwd or self.folder, env=env, timeout=wait)
    except subprocess.TimeoutExpired as late:
      return Result(None, late.stdout or b"", late.stderr or b"")
    return Result(done.returncode, done.stdout, done.stderr)

  def measure(self, command, input):
    """Runs a command with a file as its input: (how it ended, MiB that it took at most, CPU seconds). Of what it says
    the last 100,000 bytes are kept."""
    command = [self.hostdump if command[0] == "hostdump" else command[0]] + list(command[1:])
    with open(self.path(input) if input != os.devnull else input, "rb") as source, \
         open(self.path("said"), "w+b") as out, open(self.path("complained"), "w+b") as errors:
      process = subprocess.Popen(command, stdin=source, stdout=out, stderr=errors, cwd=self.folder)
      _, status, usage = os.wait4(process.pid, 0)
      process.returncode = status = os.waitstatus_to_exitcode(status)
      texts = []
      for file in (out, errors):
        file.seek(max(file.seek(0, 2) - 100_000, 0))
        texts.append(file.read())
    return Result(status, *texts), usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime

  def path(self, name):
    """A file in the folder of this program."""
    return os.path.join(self.folder, name)

  def write(self, name, data):
    """Writes a file into the folder of this program."""
    with open(self.path(name), "wb") as file:
      file.write(data)
    return self.path(name)

  def case(self, name, reasons):
    """Reports a case: it has passed when there are no reasons."""
    reasons = [reasons] if isinstance(reasons, str) else list(reasons)
    reasons = [reason for reason in reasons if reason]
    if reasons:
      self.failed += 1
      text = "; ".join(reasons[:3]) + (f"; {len(reasons)} in all" if len(reasons) > 3 else "")
      print(f"not ok {name} " + "".join(c if c.isprintable() and c.isascii() else "?" for c in text)[:600])
    else:
      print(f"ok {name}")
    sys.stdout.flush()

  def end(self):
    """Ends the program: status 1 when a case has failed."""
    sys.exit(1 if self.failed else 0)


def read_table(data):
  """A table file: (notes, columns, rows). Raises ValueError where TABLES.md does not allow it."""
  text = data.decode("utf-8")
  notes, columns, rows = [], None, []
  for line in text.split("\n")[:-1]:
    if columns is None and line.startswith("#"):
      notes.append(line)
    elif columns is None:
      columns = line.split("\t")
    else:
      fields = line.split("\t")
      if len(fields) != len(columns) or "" in fields:
        raise ValueError(f"a row of {len(fields)} fields under {len(columns)} columns: {line[:80]!r}")
      rows.append(fields)
  if columns is None or not text.endswith("\n"):
    raise ValueError("no line with the names of the columns")
  return notes, columns, rows


def read_tables(folder):
  """All tables of a folder: name -> bytes."""
  tables = {}
  for name in sorted(os.listdir(folder)):
    if name.endswith(".tsv"):
      with open(os.path.join(folder, name), "rb") as file:
        tables[name[:-4]] = file.read()
  return tables


def is_noted(data):
  """Whether a table says that it is incomplete."""
  return b"\n# incomplete: " in b"\n" + data
