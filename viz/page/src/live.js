// SPDX-License-Identifier: GPL-2.0-or-later
//
// live.js: a run that comes while the reader looks at it. Bytes of the dump are appended as they come, in pieces of any
// size; the worker takes them together, all that there are, and makes lanes and tables anew, so what the page shows is
// always of one moment: what hostdump would say of the bytes up to there. That costs the more the longer the run is, so
// the pauses grow with it. While it is held the worker takes nothing, and what comes waits there.

const PAUSE = 250, // ms between two looks, at least
  SHARE = 4; // a look takes at most one part of so many and one of the worker's time

export class Live {
  // A run that the worker has begun with 0 bytes. told(info, last) is called behind each look with what `refresh` says;
  // what it returns is waited for.
  constructor(ask, run, told) {
    this.ask = ask;
    this.run = run;
    this.told = told;
    this.looking = null;
    this.timer = null;
    this.pause = 0;
    this.kept = 0; // bytes that came since the last look
    this.named = false; // names came since then
    this.held = false;
    this.release = null;
  }

  // More of the dump, a Uint8Array: its piece number `piece`.
  append(bytes, piece) {
    const own = bytes.slice().buffer;
    this.kept += bytes.length;
    this.later();
    return this.ask("append", { run: this.run, piece, bytes: own }, [own]).catch(() => {}); // the next look says why
  }

  // Functions of the run's image (a Uint8Array of frames), which count until the run has its own.
  names(bytes) {
    const own = bytes.slice().buffer;
    this.named = true;
    this.later();
    return this.ask("names", { run: this.run, bytes: own }, [own]).catch(() => {}); // the next look says why
  }

  // Looks no more, or goes on.
  hold(yes) {
    this.held = yes;
    clearTimeout(this.timer);
    this.timer = null;
    if (yes) return;
    this.release?.();
    this.later();
  }

  later() {
    if (this.timer || this.looking || this.ended || this.held || !(this.kept || this.named)) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.look(false).catch(() => {}); // a worker that broke has said so; the next look tries again
    }, this.pause);
  }

  // Looks at what has come.
  async look(last) {
    const began = performance.now();
    this.kept = 0;
    this.named = false;
    this.looking = this.ask("refresh", { run: this.run, last }).then((info) => this.told(info, last));
    try {
      await this.looking;
    } finally {
      this.looking = null;
      this.pause = Math.max(PAUSE, SHARE * (performance.now() - began));
      this.later();
    }
  }

  // No more comes. Fails where what came last cannot be shown.
  async end() {
    this.ended = true;
    clearTimeout(this.timer);
    while (this.looking) await this.looking.catch(() => {});
    if (this.held) await new Promise((done) => (this.release = done));
    await this.look(true);
  }
}
