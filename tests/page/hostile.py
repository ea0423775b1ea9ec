# SPDX-License-Identifier: GPL-2.0-or-later
"""hostile.py: dumps that a hostile target might send to the page: names with markup in all places, and 100,000 threads.

Usage: hostile.py names|threads > DUMP"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "attack"))
import bomb
import names

MARKUP = [b"<img src=x onerror=hacked=1>", b"</script><script>hacked=1</script>", b"'\"><b onclick=hacked=1>",
          b"<!--", b"#x&amp;<i>"]
THREADS, AT_ONCE = 100000, 50000


def threads():
  """Each thread runs once: a lane for each."""
  rising = bomb.rising
  return bomb.run_of([bomb.block("thread", AT_ONCE, id=rising(AT_ONCE, first)) +
                      bomb.block("sched", AT_ONCE, tsc=rising(AT_ONCE, 1000 * first, 1000), **{
                          "from": rising(AT_ONCE, first), "to": rising(AT_ONCE, first + 1)})
                      for first in range(1, THREADS, AT_ONCE)])


DUMPS = {
    "names": lambda: names.dump(names.of_some_kinds(MARKUP)),
    "threads": threads,
}

sys.stdout.buffer.write(DUMPS[sys.argv[1]]())
