# SPDX-License-Identifier: GPL-2.0-or-later
"""terminal.py: what a target says, on a terminal: console text around the frames, replies to commands, names in what
hostdump prints. No byte of it may act on the terminal; colours of letters may pass in console text.

Usage: terminal.py BUILD FOLDER. Cases: terminal_*."""
import os
import pty
import re
import select
import subprocess
import time
import tty

import forge
import hostile
import judge
import names
import wire
from host import Attack

WAIT = 120    # seconds until a program counts as hung; a time-out, not a measure of speed


class Terminal:
  """A program whose output and messages go to a terminal, and what it sent there."""

  def __init__(self, attack, command, input=None, line=None):
    self.master, slave = pty.openpty()
    self.process = subprocess.Popen([attack.hostdump] + command, cwd=attack.folder, stdout=slave, stderr=slave,
                                    stdin=subprocess.PIPE if input is not None else subprocess.DEVNULL)
    os.close(slave)
    self.sent = b""
    self.input, self.line, self.heard = input, line, b""

  def run(self, answer=None):
    """Feeds the program and reads its terminal until it ends; `answer' is called with each line that it writes to the
    other terminal, `line'. Returns the reasons why it did not end."""
    until, left = time.monotonic() + WAIT, memoryview(self.input or b"")
    while time.monotonic() < until:
      readers = [self.master] + ([self.line] if self.line is not None else [])
      writers = [self.process.stdin] if self.input is not None and not self.process.stdin.closed else []
      ready, writable, _ = select.select(readers, writers, [], 1.0)
      if writable:
        left = left[os.write(self.process.stdin.fileno(), left[:4096]):]
        if not left:
          self.process.stdin.close()
      if self.line in ready:
        self.heard += os.read(self.line, 65536)
        *lines, self.heard = self.heard.split(b"\n")
        for line in lines:
          os.write(self.line, answer(line))
      if self.master in ready:
        try:
          more = os.read(self.master, 65536)
        except OSError:
          more = b""
        self.sent += more
        if not more:
          break
    else:
      self.process.kill()
    os.close(self.master)
    status = self.process.wait(WAIT)
    return [] if status in (0, 1) else [f"ended with {status}: {self.sent[-200:]!r}"]


def chunks(text):
  """A text in pieces of the size that frames between lines leave."""
  return re.findall(b".{1,700}", text, re.S)


def console(attack):
  """All hostile names as console text, between frames and behind them."""
  frames = [frame.bytes() for frame in forge.whole().frames()]
  data = b"\n".join(hostile.names().values()).replace(wire.SYNC, b"")
  pieces = chunks(data[:60_000])
  stream = b"".join(piece + frame for piece, frame in zip(pieces, frames)) + b"".join(pieces[len(frames):])
  stream += b"".join(frames[len(pieces):])
  program = Terminal(attack, ["-o", "console.jxp"], stream)
  return program.run() + judge.terminal(program.sent, "the terminal")


def replies(attack, text):
  """A command whose reply is hostile."""
  line, slave = pty.openpty()
  tty.setraw(slave)
  program = Terminal(attack, ["--control", os.ttyname(slave), "-x", "help", "-o", "replies.jxp"], line=line)
  run, done = forge.whole(), set()

  def ask(token, following):
    payload = wire.encode_block(wire.KINDS["ask"], [(run.number, token, 0, following)])
    return wire.Frame(wire.TYPES["ASK"], 0, payload).bytes()

  def answer(said):
    found = re.search(rb"do (\d+) (\d+) ", said)
    if not found:
      return ask(1, 0) if not done else b""
    session, number = map(int, found.groups())
    payload = wire.encode_block(wire.KINDS["reply"], [(session, number, 0, len(text))])
    payload += wire.encode_block(wire.KINDS["character"], forge.text_rows(text))
    reply = wire.Frame(wire.TYPES["REPLY"], 0, payload).bytes()
    end = run.stream() if not done else b""
    done.add(number)
    return reply + end
  reasons = program.run(answer)
  os.close(line)
  os.close(slave)
  if not done:
    reasons.append("no command came")
  # hostdump erases its own line of progress.
  return reasons + judge.terminal(re.sub(rb"(ratio [0-9.]+)\r\x1b\[K", rb"\1\n", program.sent), "the terminal")


def printed(attack):
  """Reports of a dump with hostile names."""
  reasons = []
  for number, text in enumerate(hostile.CONTROLS.values()):
    attack.write("printed.jxp", names.dump(names.of_one_kind(text)))
    for command in (["report"], ["info"], ["cycles"], ["report", "--tsv", "--table=run"])[:4 if number == 0 else 2]:
      program = Terminal(attack, command + ["printed.jxp"])
      reasons += program.run() + judge.terminal(program.sent, command[0])
  return reasons


def main():
  """All cases."""
  attack = Attack()
  attack.case("terminal_console_text", console(attack))
  everything = b"\n".join(hostile.names().values())[:30_000]
  attack.case("terminal_replies", replies(attack, everything))
  attack.case("terminal_names", printed(attack))
  attack.end()


if __name__ == "__main__":
  main()
