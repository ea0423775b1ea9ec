# SPDX-License-Identifier: GPL-2.0-or-later
#
# hostile.py: attacks all sockets of a `hostdump serve' at once: targets whose streams are damaged, as a line or a
# hostile sender damages them (tests/attack/damage.py: also behind right checksums), requests for pages that are none,
# lines at the socket of --tools that are none. What is drawn follows from SEED.
# Usage: hostile.py PORT TARGETS TOOLS SEED COUNT STREAM...: the page's port, two unix sockets. Prints what went wrong:
# a connection that serve neither answers nor closes.
import os, random, socket, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "attack"))
import damage

port, targets, tools, seed, count = int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
streams = []
for path in sys.argv[6:]:
    with open(path, "rb") as file:
        streams.append(file.read())
draw = random.Random(seed)

PATHS = ["/", "/feed", "/runs", "/runs/0", "/runs/0/names", "/runs/%d/names", "/runs/%d", "/feed?runs=%d&from=%d:%d",
         "/feed?runs=all", "/runs/-%d", "/runs/%d/", "/%d", "/feed?from=:,,%d:&serve=%d", "/runs/0?token=%d"]
HEADERS = ["Host: localhost", "Host: 127.0.0.1", "Host: [::%d", "Host:", "Range: bytes=%d-%d", "Range: bytes=-%d",
           "Range: bytes=%d-%d,%d-%d", "Origin: http://%d", "Cookie: hostdump-%d=%d; =;;", "Content-Length: %d",
           "Transfer-Encoding: chunked", "Expect: 100-continue", "Connection: upgrade", "X: " + "y" * 3000]
METHODS = ["GET", "HEAD", "POST", "PUT", "OPTIONS", "GET GET", "", "\0"]
WORDS = [b"list", b"remove %d", b"remove", b"add", b"list list", b"\0", b"", b"remove 18446744073709551616"]
OF_ANY_BYTES = (damage.flip_bits, damage.overwrite, damage.lose_bytes, damage.insert_bytes, damage.cut)
TIME_OUT = 120  # seconds until an answer counts as missing; not a measure of speed


def number():
    return draw.choice((0, 1, 2, 99, 1 << 31, (1 << 32) - 1, (1 << 64) - 1, 1 << 64, 10**30))


def fill(text):
    return "".join(str(number()) + rest if i else rest for i, rest in enumerate(text.split("%d")))


def spoil(data):
    """Some bytes of it are others, gone, or twice there."""
    data = bytearray(data)
    for _ in range(draw.choice((0, 0, 1, 3))):
        at = draw.randrange(len(data) + 1)
        data[at:at + draw.randrange(3)] = draw.randbytes(draw.randrange(4))
    return bytes(data)


def say(address, data, what, answered=True):
    """Sends all, and ends; where an answer is due, waits for it, or for the end."""
    with socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET) as s:
        s.settimeout(TIME_OUT)
        try:
            s.connect(address)
            s.sendall(data)
            s.shutdown(socket.SHUT_WR)
            if answered:
                s.recv(65536)
        except TimeoutError:
            print(f"{what}: neither answered nor closed: {data[:80]!r}")
        except OSError:
            pass  # it was cut off


for n in range(count):
    data = draw.choice(streams)
    for ways in draw.choice(((damage.OF_A_SENDER,), (damage.OF_THE_LINE,), (damage.OF_A_SENDER, OF_ANY_BYTES))):
        data = draw.choice(ways)(data, draw)
    say(targets, data, "a target")
    lines = [f"{draw.choice(METHODS + ['GET'] * 8)} {fill(draw.choice(PATHS))} HTTP/1.{draw.randrange(3)}"]
    lines += ["Host: localhost"] * draw.randrange(2) + [fill(h) for h in draw.sample(HEADERS, draw.randrange(4))]
    whole = ("\r\n".join(lines) + "\r\n\r\n").encode()
    request = spoil(whole)
    is_whole = request == whole and "HTTP/1.2" not in lines[0] and lines[0][0] not in " \0"
    say(("127.0.0.1", port), request, "a page", is_whole)
    word = draw.choice(WORDS)
    line = word.replace(b"%d", str(number()).encode())
    say(tools, (line if word.startswith(b"add") else spoil(line)) + b"\n" * draw.randrange(2), "a tool's line")
