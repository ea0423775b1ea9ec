// SPDX-License-Identifier: GPL-2.0-or-later
//
// wasm.js: a run in the module that core/*.c and hostdump's sources become; core/page.h says what the functions do. It
// works in a browser's worker and in node alike.

const WASI_BADF = 8; // errno of WASI: no such file descriptor
const TABLES = 3; // PAGE_TABLES of page.h
const PIECE = 1 << 20;
const RECORD = 9; // PAGE_RECORD
const CALLS = 9; // LANES_CALL
const STANDS = 12; // LANES_STAND

// Of a bin, the place of each number (page_bins() in page.h).
export const BIN = 15;
export const COUNT = 0,
  FIRST = 1,
  BUSY = 2,
  AREA = 7,
  KNOWN = 8,
  LEAST = 9,
  MOST = 10,
  HELD_AT = 11,
  HELD_VALUE = 12,
  HELD_WHO = 13,
  HELD_STATE = 14;

class Left extends Error {}

// The module has trapped, or was left in its middle: its memory may be ruined, and it is asked nothing any more.
export class Broken extends Error {}

export class Run {
  // A run of a file called `name` of `bytes` bytes, 0: of a stream that goes on; `module` is a WebAssembly.Module.
  // `memory`: bytes it may take, 0: as hostdump would.
  constructor(module, name, bytes, memory = 0) {
    this.said = "";
    this.written = [];
    this.laneOf = new Map(); // by kind and number
    this.places = []; // of lanes, by their number
    this.decoder = new TextDecoder();
    this.instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: new Proxy(
        { ...this.wasi() },
        {
          get: (known, name) => known[name] ?? (() => WASI_BADF),
        },
      ),
      page: {
        try: (job, ctx) => this.tryJob(job, ctx),
        leave: () => {
          throw new Left();
        },
      },
    });
    this.ruined = null; // by what, a Broken
    this.x = Object.fromEntries(
      Object.entries(this.instance.exports).map(([key, f]) => [key, typeof f === "function" ? this.guarded(f) : f]),
    );
    this.x._initialize?.();
    this.withText(name, (at) => this.x.page_begin(at, bytes, memory));
  }

  // A function of the module. An exception that comes out of it, be it a trap, a stack that is full, or the module's
  // own end, has left C functions in their middle: from then on each call is refused.
  guarded(f) {
    return (...args) => {
      if (this.ruined) throw this.ruined;
      try {
        return f(...args);
      } catch (error) {
        throw (this.ruined = error instanceof Broken ? error : new Broken(String(error.message ?? error)));
      }
    };
  }

  // Room for `bytes` bytes in the module's memory, to be freed by x.free().
  room(bytes) {
    const at = this.x.malloc(bytes || 1);
    if (!at) throw new Error("there is no memory for it");
    return at;
  }

  wasi() {
    return {
      fd_write: (fd, parts, count, written) => this.write(fd, parts, count, written),
      fd_close: () => 0,
      // A character device that may be written: enough for fdopen() and stderr.
      fd_fdstat_get: (fd, at) => {
        new Uint8Array(this.x.memory.buffer, at, 24).fill(0);
        new DataView(this.x.memory.buffer).setUint8(at, 2);
        new DataView(this.x.memory.buffer).setBigUint64(at + 8, 0xffffffffffffffffn, true);
        return fd <= TABLES ? 0 : WASI_BADF;
      },
      random_get: (at, bytes) => {
        const room = new Uint8Array(this.x.memory.buffer, at, bytes);
        if (globalThis.crypto) crypto.getRandomValues(room);
        else
          room.forEach((_, i) => {
            room[i] = Math.random() * 256;
          });
        return 0;
      },
      proc_exit: (status) => {
        throw new Broken(this.said.trim() || `the analysis ended with status ${status}`);
      },
    };
  }

  write(fd, parts, count, written) {
    const view = new DataView(this.x.memory.buffer);
    let bytes = 0;
    for (let i = 0; i < count; i++) {
      const at = view.getUint32(parts + 8 * i, true),
        length = view.getUint32(parts + 8 * i + 4, true);
      const piece = new Uint8Array(this.x.memory.buffer, at, length);
      bytes += length;
      if (fd === TABLES) this.written.push(piece.slice());
      else this.said += this.decoder.decode(piece);
    }
    view.setUint32(written, bytes, true);
    return 0;
  }

  tryJob(job, ctx) {
    const stack = this.x.__stack_pointer.value;
    try {
      this.x.__indirect_function_table.get(job)(ctx);
      return 1;
    } catch (error) {
      if (!(error instanceof Left)) throw error;
      this.x.__stack_pointer.value = stack;
      return 0;
    }
  }

  // Calls use(address) with a text in the module's memory; null becomes NULL.
  withText(text, use) {
    if (text === null) return use(0);
    const bytes = new TextEncoder().encode(text),
      at = this.room(bytes.length + 1);
    const room = new Uint8Array(this.x.memory.buffer, at, bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
    try {
      return use(at);
    } finally {
      if (!this.ruined) this.x.free(at);
    }
  }

  text(at) {
    const memory = new Uint8Array(this.x.memory.buffer);
    return this.decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
  }

  // Feeds bytes of the file, a Uint8Array.
  feed(bytes) {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE),
        room = this.x.page_room(piece.length);
      new Uint8Array(this.x.memory.buffer, room, piece.length).set(piece);
      this.x.page_feed(piece.length);
    }
  }

  // Functions of a stream's image, a Uint8Array of frames, which count until the stream has its own.
  names(bytes) {
    const room = this.x.page_room(bytes.length);
    new Uint8Array(this.x.memory.buffer, room, bytes.length).set(bytes);
    this.x.page_names(bytes.length);
  }

  // Ends the file; with `growing` a stream may go on. Returns the number of frames.
  done(growing = false) {
    return this.x.page_done(growing ? 1 : 0);
  }

  // Chooses what tables are of: from, to in us, or null for the whole run; a thread's name, or null for all.
  look(from, to, thread) {
    return this.withText(thread, (at) => this.x.page_look(from === null ? 0 : 1, from ?? 0, to ?? 0, at)) === 1;
  }

  // Chooses the time between two snapshots of the call trees, by their numbers; null: the beginning, the end.
  lookBetween(from, to, thread) {
    return this.withText(thread, (at) => this.x.page_interval(from ?? -1, to ?? -1, at)) === 1;
  }

  // When the target sent its call trees: [{number, at: us}...].
  snapshots() {
    return Array.from({ length: this.x.page_snapshots() }, (_, i) => ({
      number: this.x.page_snapshot_number(i),
      at: this.x.page_snapshot_us(i),
    }));
  }

  // The tables that there are: name, title, whether it applies to this run, whether a window divides it, whether it is
  // made of call trees, which lookBetween() divides.
  tables() {
    return Array.from({ length: this.x.page_tables() }, (_, i) => ({
      name: this.text(this.x.page_table_name(i)),
      title: this.text(this.x.page_table_title(i)),
      applies: this.x.page_table_applies(i) !== 0,
      timed: this.x.page_table_timed(i) !== 0,
      trees: this.x.page_table_trees(i) !== 0,
    }));
  }

  // The number of the table called `name`.
  numberOf(name) {
    this.numbers ??= new Map(this.tables().map((t, i) => [t.name, i]));
    if (!this.numbers.has(name)) throw new Error(`there is no table ${name}`);
    return this.numbers.get(name);
  }

  isOfTrees(name) {
    return this.x.page_table_trees(this.numberOf(name)) !== 0;
  }

  // A table as TSV, its bytes and the number of rows that it has; `first` and `limit` choose among them.
  table(name, first = 0, limit = 0) {
    const number = this.numberOf(name);
    this.written = [];
    const rows = this.x.page_table(number, first, limit);
    return { bytes: this.takeWritten(), rows };
  }

  // What the module has written to TABLES.
  takeWritten() {
    const bytes = new Uint8Array(this.written.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of this.written) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.written = [];
    return bytes;
  }

  // The charts that there are (core/figure.h): name, group, title, what it shows, whether it is made of call
  // trees.
  figures() {
    return Array.from({ length: this.x.page_figures() }, (_, i) => ({
      name: this.text(this.x.page_figure_name(i)),
      group: this.text(this.x.page_figure_group(i)),
      title: this.text(this.x.page_figure_title(i)),
      what: this.text(this.x.page_figure_what(i)),
      trees: this.x.page_figure_trees(i) !== 0,
    }));
  }

  // What a chart shows of what look() chose: { json }, or { why, message } where there is nothing to draw.
  figure(name) {
    this.written = [];
    const chart = this.figures().findIndex((c) => c.name === name),
      why = this.x.page_figure(chart),
      text = this.written.map((piece) => this.decoder.decode(piece, { stream: true })).join("") + this.decoder.decode();
    this.written = [];
    return why ? { why, message: text || "there is no memory for it" } : { json: text };
  }

  // The figures of the run, bytes for compare() of a module that has none.
  figuresToCompare() {
    this.written = [];
    if (!this.x.page_differ_tell()) throw new Error("this run cannot be looked at");
    return this.takeWritten();
  }

  // What `hostdump diff` says of runs, {name, bytes}, the first `a` of them being side A: its text, and all rows as
  // TSV.
  compare(all, a) {
    for (const { name, bytes } of all) {
      const at = this.room(bytes.length);
      new Uint8Array(this.x.memory.buffer, at, bytes.length).set(bytes);
      this.withText(name, (text) => this.x.page_differ_take(text, at, bytes.length));
      this.x.free(at);
    }
    this.written = [];
    const done = this.x.page_differ(a),
      [text, rows] = new TextDecoder().decode(this.takeWritten()).split("\f\n");
    if (!done) throw new Error("there is no memory to compare so many figures");
    return { text, rows };
  }

  // When the moments of the run were, us (core/now.h).
  moments() {
    return Float64Array.from({ length: this.x.page_moments() }, (_, row) => this.x.page_moment_fact(row, 1));
  }

  // What is known of moment number `row`.
  momentFacts(row) {
    const [number, us, threads, unknown, took, spread] = [0, 1, 2, 3, 4, 5].map((f) => this.x.page_moment_fact(row, f));
    return { number, us, threads, unknown, took, spread, why: this.text(this.x.page_moment_why(row)) };
  }

  // That, and where threads stood, as TSV.
  moment(row) {
    this.written = [];
    const rows = this.x.page_moment(row);
    return { ...this.momentFacts(row), rows, bytes: this.takeWritten() };
  }

  // The lanes of the time line; [] where the run cannot be looked at. Times are cycles since the start of profiling. A
  // lane keeps its number `lane` when more of the run has come.
  lanes() {
    const count = this.x.page_lanes(),
      fact = (at, which) => this.x.page_lane_fact(at, which);
    this.places.fill(-1);
    return Array.from({ length: count }, (_, at) => {
      const [group, kind, form, number, entries, flags] = [0, 1, 2, 3, 4, 5].map((which) => fact(at, which)),
        key = `${kind} ${number}`;
      if (!this.laneOf.has(key)) this.laneOf.set(key, this.laneOf.size);
      const lane = this.laneOf.get(key);
      this.places[lane] = at;
      const name = this.text(this.x.page_lane_name(at)),
        of = kind === CALLS && { thread: this.x.page_calls_lane(at, 0), depth: this.x.page_calls_lane(at, 1) };
      return { lane, name, group, kind, form, number, count: entries, flags, ...of };
    });
  }

  // Makes the calls (core/calls_tree.h), and their lanes, which lanes() has from now on. Returns how many calls there
  // are, and how many are too deep for a lane.
  calls() {
    return { count: this.x.page_calls(), deeper: this.x.page_calls_deeper() };
  }

  // The number of the call of a lane at a time; null: none.
  callAt(lane, at) {
    const call = this.x.page_calls_at(this.place(lane), Math.floor(at));
    return call < 0 ? null : call;
  }

  function(number) {
    return this.text(this.x.page_function(number));
  }

  // What one of the page_calls_*() of calls_tree.h writes, as the bytes of a table, and how many rows it has.
  callRows(name, ...args) {
    this.written = [];
    const rows = this.x[`page_calls_${name}`](...args);
    if (rows < 0) throw new Error("there is no such call");
    return { bytes: this.takeWritten(), rows };
  }

  findCall(text, breadth, over, below, after) {
    return this.withText(text, (at) =>
      this.callRows(
        "find",
        at,
        breadth ? 1 : 0,
        over,
        below?.[0] ?? 0,
        below?.[1] ?? -1,
        after?.[0] ?? 0,
        after?.[1] ?? -1,
      ),
    );
  }

  // Where the module has a lane now.
  place(lane) {
    const at = this.places[lane] ?? -1;
    if (at < 0) throw new Error("this lane is no more");
    return at;
  }

  // The bins of a lane, BIN numbers for each of `count` pixels from number `first` on, where from..to are `pixels`
  // wide; good until the next call.
  bins(lane, from, to, pixels, first = 0, count = pixels) {
    const left = Math.floor(from),
      at = this.x.page_bins(this.place(lane), left, Math.max(Math.ceil(to), left + 1), pixels, first, count);
    return new Float64Array(this.x.memory.buffer, at, count * BIN);
  }

  // Number of the first entry at a time or behind it.
  before(lane, at) {
    return this.x.page_before(this.place(lane), Math.ceil(at));
  }

  // An entry of a lane; null where there is none.
  record(lane, i) {
    const at = i >= 0 ? this.x.page_record(this.place(lane), i) : 0;
    if (!at) return null;
    const [time, end, value, who, state, thread, cpu, low, high] = new Float64Array(this.x.memory.buffer, at, RECORD);
    const arg = (BigInt(high) << 32n) | BigInt(low);
    return { at: time, end, value, who, state, thread, cpu, arg };
  }

  thread(number) {
    return this.text(this.x.page_thread(number));
  }

  why(number) {
    return this.text(this.x.page_why(number));
  }

  // What a wait for a lock is: {kind, lock, way, holder, begun, got, holds, last}; null: none is there.
  // `last`: of several holders it is the last, and the others are not known.
  wait(lane, i) {
    const text = this.text(this.x.page_wait(this.place(lane), i));
    if (!text) return null;
    const [kind, lock, way, holder, begun, got, holds, last] = text.split("\n");
    return { kind, lock, way, holder, begun: +begun, got: +got, holds: +holds, last: last === "1" };
  }

  // Where a thread stood at moments: {state, wait, on, owner, moments, whole, depth, stack}: of `depth` functions
  // the innermost, 64 at most, the innermost first; null: nothing is known there.
  stand(lane, i) {
    const text = this.text(this.x.page_stand(this.place(lane), i));
    if (!text) return null;
    const [status, wait, on, owner, moments, whole, depth, ...stack] = text.split("\n");
    return { state: status, wait, on, owner, moments: +moments, whole: whole === "yes", depth: +depth, stack };
  }

  // What is written over a wait, or a stand, that is wide enough.
  entryName(lane, kind, i) {
    if (kind === STANDS) return this.text(this.x.page_stand_top(this.place(lane), i));
    const w = this.wait(lane, i);
    return w ? `${w.lock}${w.last ? ", last" : ""} of ${w.holder}` : "";
  }

  stack(lane, i) {
    return this.text(this.x.page_stack(this.place(lane), i))
      .split("\n")
      .filter((name) => name);
  }

  // What was said since the last call.
  takeSaid() {
    const said = this.said;
    this.said = "";
    return said;
  }

  memory() {
    return this.x.memory.buffer.byteLength;
  }
}
