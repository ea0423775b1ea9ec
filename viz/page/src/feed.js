// SPDX-License-Identifier: GPL-2.0-or-later
//
// feed.js: the runs that `hostdump serve --http` sends while they come (host-tools/LIVE.md): lines of JSON, and behind
// some of them bytes of a dump. A connection that is lost is made again, and goes on where it was.

const FIRST_WAIT = 500, // ms until the connection is tried again; each time twice as long
  LONGEST_WAIT = 10000,
  SILENCE = 30000; // ms without a byte, where the server says something every five seconds

// The lines of a stream as objects; one of type "bytes" has these in `data`. What was cut off is left out.
async function* linesOf(stream, heard) {
  const reader = stream.getReader(),
    decoder = new TextDecoder();
  let piece = new Uint8Array(0);
  const more = async () => {
    const { done, value } = await reader.read();
    heard();
    piece = done ? piece : value;
    return !done;
  };
  for (;;) {
    const parts = [];
    for (let end; (end = piece.indexOf(10)) < 0;) {
      parts.push(piece);
      if (!(await more())) return;
    }
    const end = piece.indexOf(10),
      text =
        parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode(piece.subarray(0, end)),
      line = JSON.parse(text);
    piece = piece.subarray(end + 1);
    if (line.type === "bytes") {
      line.data = new Uint8Array(line.bytes);
      for (let at = 0; at < line.bytes;) {
        if (!piece.length && !(await more())) return;
        const some = piece.subarray(0, line.bytes - at);
        line.data.set(some, at);
        at += some.length;
        piece = piece.subarray(some.length);
      }
    }
    yield line;
  }
}

export class Feed {
  // `page`: what is done with what comes. open(name, line): a promise of append(bytes) and end(); past(line): a run
  // that had ended before; forget(): what past() told is no more; say(text).
  constructor(url, page) {
    this.url = url;
    this.page = page;
    this.serve = null; // which server's numbers of runs are known
    this.known = new Map(); // by number: {name, at: bytes that came, done, live: what open() gave}
  }

  // Follows the feed for as long as the page is there, or until the server refuses it.
  async follow() {
    for (let wait = FIRST_WAIT; ;) {
      let why = "it has ended";
      const before = this.serve;
      try {
        await this.once(() => (wait = FIRST_WAIT));
      } catch (error) {
        if (error.refused) return this.page.say(error.message);
        why = error.message;
      }
      this.page.say(
        `The connection to hostdump serve is lost (${why}), and is made again. What is shown came until then.`,
      );
      await new Promise((done) => setTimeout(done, wait));
      wait = Math.min(LONGEST_WAIT, 2 * wait);
      if (before !== this.serve) wait = FIRST_WAIT;
    }
  }

  address() {
    const from = [...this.known].filter(([, k]) => !k.done).map(([run, k]) => `${run}:${k.at}`);
    if (this.serve === null) return this.url;
    return `${this.url}?serve=${encodeURIComponent(this.serve)}${from.length ? `&from=${from.join(",")}` : ""}`;
  }

  async once(good) {
    const stop = new AbortController();
    let timer;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(new Error("nothing came for 30 s")), SILENCE);
    };
    heard();
    try {
      const answer = await fetch(this.address(), { signal: stop.signal });
      if (!answer.ok)
        throw Object.assign(new Error(`hostdump serve refuses: ${(await answer.text()).trim() || answer.status}`), {
          refused: answer.status !== 503, // of too many feeds one may end
        });
      for await (const line of linesOf(answer.body, heard)) {
        good();
        this.take(line);
      }
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
  }

  take(line) {
    const k = this.known.get(line.run);
    if (line.type === "hello") this.greet(line);
    else if (line.type === "run") this.hear(line, k);
    else if (line.type === "bytes" && k && !k.done) this.append(line, k);
    else if (line.type === "gone" && k && !k.done) {
      this.page.say(`What came of ${k.name} behind ${line.at} bytes is lost: its file is gone, or was made shorter.`);
      this.end(k);
    }
  }

  greet({ serve }) {
    if (this.serve !== null && this.serve !== serve) {
      this.known.forEach((k) => this.end(k));
      this.known.clear();
      this.page.forget?.(); // the numbers of runs that have ended were the other one's
      this.page.say("Another hostdump serve has taken the place of the one before: its runs are new ones.");
    } else {
      this.page.say(
        this.serve === null ? "Targets are waited for." : "The connection to hostdump serve is there again.",
      );
    }
    this.serve = serve;
  }

  hear(line, k) {
    const ended = line.state !== "live";
    if (k) {
      if (ended && !k.done) this.end(k);
      return;
    }
    const name = line.file ?? line.target;
    if (ended) this.page.past(line);
    const live = ended ? null : this.page.open(name, line);
    live?.catch((error) => this.page.say(`${name} cannot be shown: ${error.message}`));
    this.known.set(line.run, { name, at: 0, done: ended, live });
  }

  append({ at, data }, k) {
    const twice = k.at - at;
    if (twice < 0) throw new Error(`${-twice} bytes of ${k.name} were left out`);
    if (twice >= data.length) return;
    k.at = at + data.length;
    k.live.then(
      (live) => live.append(data.subarray(twice)),
      () => {}, // hear() has said it
    );
  }

  end(k) {
    if (k.done) return;
    k.done = true;
    k.live
      .then((live) => live.end())
      .catch((error) => this.page.say(`What came last of ${k.name} cannot be shown: ${error.message}`));
  }
}
