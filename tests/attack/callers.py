# SPDX-License-Identifier: GPL-2.0-or-later
"""callers.py: `hostdump serve' under callers who are silent, send garbage, stop within a frame, or go away: what comes
at other places must arrive byte for byte, and the server must neither spin nor touch files that are not its own.

Usage: callers.py BUILD FOLDER [--all]. Cases: callers_*."""
import os
import resource
import select
import shutil
import signal
import socket
import subprocess
import time

import forge
from host import Attack

CALLERS = 300
MOST_MIB = 512
WAIT = 120     # seconds until a message of the server counts as missing; a time-out, not a measure of speed


class Server:
  """A `hostdump serve' in a folder of its own."""

  def __init__(self, attack, name, places, descriptors=1024):
    self.folder = attack.path(name)
    shutil.rmtree(self.folder, ignore_errors=True)
    os.makedirs(os.path.join(self.folder, "dumps"))
    os.mkfifo(os.path.join(self.folder, "pipe"))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, hard))
    self.process = subprocess.Popen([attack.hostdump, "serve", "-d", "dumps", *places], cwd=self.folder,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    self.said = b""
    self.usage = None

  def path(self, name):
    """A file in the server's folder."""
    return os.path.join(self.folder, name)

  def read(self, seconds):
    """Reads what the server says next; False when it says nothing for so long, or has ended."""
    if not select.select([self.process.stderr], [], [], seconds)[0]:
      return False
    more = os.read(self.process.stderr.fileno(), 65536)
    self.said += more
    return bool(more)

  def await_text(self, *texts):
    """Reads messages until each text was in one: reasons why not."""
    until = time.monotonic() + WAIT
    while any(text.encode() not in self.said for text in texts):
      if not self.read(max(until - time.monotonic(), 0)):
        missing = [text for text in texts if text.encode() not in self.said]
        return [f"the server does not say `{missing[0]}', but {self.said[-150:]!r}"]
    return []

  def cpu(self):
    """CPU seconds that the server has taken."""
    with open(f"/proc/{self.process.pid}/stat", encoding="ascii", errors="replace") as file:
      fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

  def idle_share(self):
    """The share of some seconds that the server computes while no byte comes to it. It may say meanwhile that it ends
    callers who are silent."""
    began, before = time.monotonic(), self.cpu()
    while time.monotonic() - began < 2.0 and self.process.poll() is None:
      self.read(2.0)
    return (self.cpu() - before) / (time.monotonic() - began)

  def end(self):
    """Ends the server by SIGTERM: reasons why it did not end well."""
    self.process.send_signal(signal.SIGTERM)
    until = time.monotonic() + WAIT
    while time.monotonic() < until and self.read(1.0):
      pass
    self.process.stderr.close()
    _, status, usage = os.wait4(self.process.pid, 0)
    self.process.returncode = os.waitstatus_to_exitcode(status)
    reasons = []
    if self.process.returncode not in (0, 1, 3):
      reasons.append(f"the server ends with {self.process.returncode}: {self.said[-100:]!r}")
    if usage.ru_maxrss / 1024 > MOST_MIB:
      reasons.append(f"the server takes {usage.ru_maxrss / 1024:.0f} MiB")
    return reasons


def connect(place):
  """A connection to a unix socket or a port, that never blocks: None where it is not accepted."""
  caller = socket.socket(socket.AF_UNIX if isinstance(place, str) else socket.AF_INET)
  caller.setblocking(False)
  try:
    caller.connect(place)
  except BlockingIOError:
    pass
  except OSError:
    caller.close()
    return None
  return caller


def send(caller, data):
  """Sends what goes without waiting."""
  try:
    return caller.send(data)
  except OSError:
    return 0


def send_all(place, data):
  """An honest caller: sends all, and waits until the server has closed the connection."""
  with socket.socket(socket.AF_UNIX) as caller:
    caller.settimeout(WAIT)
    caller.connect(place)
    caller.sendall(data)
    caller.shutdown(socket.SHUT_WR)
    try:
      while caller.recv(4096):
        pass
    except OSError:
      pass


def hostile_callers(places, stream, draw):
  """Calls: silent, garbage, half a frame, byte by byte, gone at once."""
  callers = []
  for number in range(CALLERS):
    caller = connect(places[number % len(places)])
    if caller is None:
      continue
    way = number % 6
    if way == 1:
      send(caller, draw.randbytes(20_000))
    elif way == 2:
      send(caller, stream[:draw.randrange(1, len(stream))])
    elif way == 3:
      send(caller, stream[:1])
    elif way == 4:
      send(caller, b"console text without an end " * 500)
    elif way == 5:
      send(caller, stream[:draw.randrange(1, 200)])
      caller.close()
      continue
    callers.append(caller)
  return callers


def free_port():
  """A port of this machine at which no program listens."""
  with socket.socket() as any:
    any.bind(("127.0.0.1", 0))
    return any.getsockname()[1]


class Callers:
  """The attack."""

  def __init__(self, attack):
    self.attack = attack
    self.stream = forge.whole(rounds=40).stream(rows_per_frame=50)
    attack.run(["hostdump", "-o", attack.path("alone.jxp")], self.stream)
    with open(attack.path("alone.jxp"), "rb") as file:
      self.alone = file.read()

  def arrived(self, server, name):
    """Why a dump did not arrive as it was sent."""
    path = server.path(f"dumps/{name}.jxp")
    if not os.path.exists(path):
      return [f"there is no {name}.jxp"]
    with open(path, "rb") as file:
      return [] if file.read() == self.alone else [f"{name}.jxp is not what was sent"]

  def crowd(self, name, descriptors):
    """300 callers at two places, a run through a pipe and one through a socket meanwhile."""
    port = free_port()
    server = Server(self.attack, name, ["crowd=unix:crowd", f"port=tcp:{port}", "good=unix:good", "pipe"], descriptors)
    reasons = server.await_text("ready:")
    cwd = os.getcwd()
    os.chdir(server.folder)
    try:
      callers = hostile_callers(["crowd", ("127.0.0.1", port)], self.stream, self.attack.random)
      reasons += [f"only {len(callers)} callers connect"] if len(callers) < CALLERS // 2 else []
      for caller in callers[3::6]:
        send(caller, self.stream[1:2])
      with open("pipe", "wb") as pipe:
        half = len(self.stream) // 2
        pipe.write(self.stream[:half])
        pipe.flush()
        for caller in callers[::5]:
          send(caller, b"\0" * 100)
        pipe.write(self.stream[half:])
      reasons += server.await_text("pipe: ended")
      send_all("good", self.stream)
      reasons += server.await_text("good: ended")
      share = server.idle_share()
      if share > 0.5:
        reasons.append(f"the server computes {100 * share:.0f} % of the time while no byte comes")
      for caller in callers:
        caller.close()
    except OSError as error:
      reasons.append(f"an honest caller: {error}")
    os.chdir(cwd)
    reasons += server.end()
    return reasons + self.arrived(server, "pipe") + self.arrived(server, "good")

  def own_files(self):
    """Links in the place of what the server is to write, and a file in the place of its socket."""
    server = Server(self.attack, "files", ["good=unix:good", "pipe"])
    reasons = server.await_text("ready:")
    victims = []
    for number, link in enumerate(("good.jxp.part", "good.jxp", "good.txt", "good.txt.part", "pipe.jxp.part")):
      victims.append(self.attack.write(f"victim{number}", b"precious"))
      os.symlink(victims[-1], server.path("dumps/" + link))
    os.rename(server.path("good"), server.path("moved"))
    with open(server.path("good"), "wb") as file:
      file.write(b"precious")
    victims.append(server.path("good"))
    cwd = os.getcwd()
    os.chdir(server.folder)
    try:
      send_all("moved", b"console text\n" + self.stream)
    except OSError as error:
      reasons.append(f"an honest caller: {error}")
    os.chdir(cwd)
    reasons += server.end()
    for victim in victims:
      if not os.path.exists(victim):
        reasons.append(f"{os.path.basename(victim)} is gone")
        continue
      with open(victim, "rb") as file:
        if file.read() != b"precious":
          reasons.append(f"{os.path.basename(victim)} was written to")
    return reasons

  def odd_place(self, place):
    """A place at which no target can be: the server says so, or does not spin."""
    server = Server(self.attack, "odd", ["odd=" + place, "pipe"])
    reasons = [] if server.read(WAIT) else ["the server says nothing"]
    if server.process.poll() is None and b"ready:" in server.said:
      share = server.idle_share()
      reasons += [f"the server computes {100 * share:.0f} % of the time"] if share > 0.5 else []
      return reasons + server.end()
    server.process.stderr.close()
    try:
      server.process.wait(WAIT)
    except subprocess.TimeoutExpired:
      server.process.kill()
      return reasons + ["the server neither gets ready nor ends"]
    return reasons + ([] if server.process.returncode in (2, 4) else [f"status {server.process.returncode}"])


def main():
  """All cases."""
  attack = Attack()
  callers = Callers(attack)
  attack.case("callers_300", callers.crowd("crowd", 1024))
  attack.case("callers_300_and_64_descriptors", callers.crowd("few", 64))
  attack.case("callers_own_files_only", callers.own_files())
  for number, place in enumerate(("/", "/dev/null", ".")):
    attack.case(f"callers_odd_place_{number + 1}", callers.odd_place(place))
  attack.end()


if __name__ == "__main__":
  main()
