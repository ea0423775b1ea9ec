# SPDX-License-Identifier: GPL-2.0-or-later
#
# client.py: what a browser does, and what it never would, for the tests of `hostdump serve --http`.
#
#   client.py PORT feed DIR QUERY ENDED    reads the feed until ENDED runs have ended, and writes each run's bytes to
#                                          DIR/FILE; prints the lines that are not of type `bytes`
#   client.py PORT get PATH [HEADER...]    prints the status and the headers of an answer, and the body to descriptor 3
#   client.py PORT raw                     sends standard input as it is, and prints what comes until the end
#   client.py PORT drip                    sends a request, a byte a second, until it is cut off; prints `cut off`
#   client.py PORT pause                   asks for all of the feed, says `paused`, reads nothing until a line comes on
#                                          standard input, then reads as `feed` does, into the folder that the line names
#   client.py PORT crowd N                 connects N times, says `connected`, keeps them until standard input ends
import json, os, socket, sys, time

port, what = int(sys.argv[1]), sys.argv[2]


def connect():
    s = socket.create_connection(("127.0.0.1", port))
    return s


def request(path, headers=(), method="GET"):
    s = connect()
    lines = [f"{method} {path} HTTP/1.1"]
    if not any(h.lower().startswith("host:") for h in headers):
        lines.append(f"Host: 127.0.0.1:{port}")
    s.sendall(("\r\n".join(lines + list(headers)) + "\r\n\r\n").encode())
    return s


def head(f):
    status = f.readline().decode().strip()
    headers = {}
    while (line := f.readline().decode().strip()):
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    return status, headers


def body(f, headers):
    if headers.get("transfer-encoding") == "chunked":
        while (size := int(f.readline().split(b";")[0], 16)):
            yield f.read(size)
            f.readline()
        f.readline()
    elif "content-length" in headers:
        yield f.read(int(headers["content-length"]))
    else:
        while (piece := f.read1(65536)):
            yield piece


class Lines:
    """The lines of a feed, and the bytes behind them."""

    def __init__(self, pieces):
        self.pieces, self.have = pieces, b""

    def more(self):
        piece = next(self.pieces, None)
        if piece is None:
            raise EOFError
        self.have += piece

    def line(self):
        while b"\n" not in self.have:
            self.more()
        line, _, self.have = self.have.partition(b"\n")
        return json.loads(line)

    def take(self, n):
        parts = [self.have[:n]]
        n -= len(parts[0])
        self.have = self.have[len(parts[0]):]
        while n:
            self.more()
            parts.append(self.have[:n])
            self.have = self.have[len(parts[-1]):]
            n -= len(parts[-1])
        return b"".join(parts)


def read_feed(f, folder, ended):
    status, headers = head(f)
    if " 200 " not in status + " ":
        sys.exit(f"the feed is refused: {status}")
    lines, runs, over, at = Lines(body(f, headers)), {}, 0, {}
    while over < ended:
        try:
            line = lines.line()
        except EOFError:
            print("the feed has ended")
            return
        if line["type"] == "bytes":
            n = line["run"]
            name = os.path.join(folder, runs[n])
            if line["at"] != at.get(n, line["at"]):
                sys.exit(f"run {n}: {line['at']} after {at[n]}")
            data = lines.take(line["bytes"])
            with open(name, "r+b" if os.path.exists(name) else "w+b") as out:
                out.seek(line["at"])
                out.write(data)
            at[n] = line["at"] + line["bytes"]
            continue
        print(json.dumps(line, sort_keys=True), flush=True)
        if line["type"] == "run":
            runs[line["run"]] = line["file"]
            over += line["state"] != "live"


if what == "feed":
    query = sys.argv[4]
    read_feed(request("/feed" + ("?" + query if query else "")).makefile("rb"), sys.argv[3], int(sys.argv[5]))
elif what == "get":
    method, _, path = sys.argv[3].rpartition(" ")
    f = request(path, sys.argv[4:], method or "GET").makefile("rb")
    status, headers = head(f)
    print(status)
    for name in sorted(headers):
        print(f"{name}: {headers[name]}")
    try:
        out = os.fdopen(3, "wb")
        if method != "HEAD" and not path.startswith("/feed"):
            for piece in body(f, headers):
                out.write(piece)
        out.close()
    except OSError:
        pass
elif what == "raw":
    s = connect()
    try:
        s.sendall(sys.stdin.buffer.read())
        while (piece := s.recv(65536)):
            sys.stdout.buffer.write(piece)
    except OSError:
        pass
elif what == "drip":
    s = connect()
    s.settimeout(1)
    try:
        for c in b"GET / HTTP/1.1\r\nX: " + b"x" * 600:
            s.send(bytes([c]))
            try:
                if not s.recv(1):
                    break
            except socket.timeout:
                pass
        else:
            sys.exit("it is not cut off")
    except OSError:
        pass
    print("cut off")
elif what == "pause":
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.connect(("127.0.0.1", port))
    s.sendall(f"GET /feed?runs=all HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    print("paused", flush=True)
    folder = sys.stdin.readline().strip()
    read_feed(s.makefile("rb"), folder, 1)
elif what == "crowd":
    all = [connect() for _ in range(int(sys.argv[3]))]
    print("connected", flush=True)
    sys.stdin.read()
