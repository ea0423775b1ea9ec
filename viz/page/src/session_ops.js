// SPDX-License-Identifier: GPL-2.0-or-later
//
// session_ops.js: what the worker does for several dumps that are joined to one tree of calls (core/session.h). `make`
// gives a module without a run.

import { Table } from "./tsv.js";

const NAMES = new Set("kind name of ended note client_thread server_thread from_thread to_thread".split(" "));

// When a call ended, by its node's clock.
export const endOf = ({ start_us: start, raw_us: raw, away_us: away }) => start + (raw ?? 0) + (away ?? 0);

const US_ROUNDED = 0.002; // by how much a sum of times, each rounded to a nanosecond, is off at most

// By how much the first node's clock is ahead of a node's, in the middle of the bounds; and a time of the first node's
// clock by the node's own, looked up twice, since how far it is off changes with the time.
const middleOf = ({ x }, node, at) => (x.page_session_ahead(node, at, 0) + x.page_session_ahead(node, at, 1)) / 2;
const ownTime = (session, node, at) => at - middleOf(session, node, at - middleOf(session, node, at));

// See sessionLanes. Calls are counted first, and read for those threads only that get a lane; every node gets some.
function findLanes(session, rows, { from, to, mostLanes, mostCalls, each }) {
  const { x } = session,
    { rows: threads } = rows(() => x.page_session_threads()),
    middle = (node, at) => middleOf(session, node, at),
    own = (node, at) => ownTime(session, node, at),
    few = threads.length <= mostLanes, // each gets a lane: one look at it does
    spans = new Map(),
    seen = new Map(),
    having = [];
  let unplaced = 0,
    untimed = 0;
  for (const { node, thread, name } of threads) {
    if (!spans.has(node)) spans.set(node, [own(node, from), own(node, to)]);
    const span = spans.get(node);
    if (!span.every(Number.isFinite)) {
      unplaced++;
      continue;
    }
    const { rows: read } = rows(() => x.page_session_outermost(node, thread, ...span, few ? each : 0));
    const of = x.page_session_most();
    untimed += x.page_session_untimed();
    if (!of) continue;
    seen.set(node, (seen.get(node) ?? 0) + 1);
    having.push({ node, thread, name, of, read, nth: seen.get(node) });
  }
  having.sort((a, b) => a.nth - b.nth);
  const chosen = having.slice(0, mostLanes),
    unshown = having.slice(mostLanes),
    share = Math.min(each, Math.max(1, Math.floor(mostCalls / chosen.length)));
  const lanes = chosen.map(({ node, thread, name, of, read: before }) => {
    const again = () => rows(() => x.page_session_outermost(node, thread, ...spans.get(node), share)).rows,
      read = few ? before.slice(0, share) : again(),
      calls = [];
    let outside = 0; // as its own bounds have it, which are not those at the ends of the span
    for (const call of read) {
      const ends = [call.start_us, endOf(call)],
        [begun, ended] = ends.map((at) => at + middle(node, at));
      call.ahead = ends.map((at) => [0, 1].map((which) => x.page_session_ahead(node, at, which)));
      if (begun >= to + US_ROUNDED || ended < from - US_ROUNDED) outside++;
      else if (Number.isFinite(begun) && Number.isFinite(ended)) calls.push(call);
    }
    return { node, name, calls, of: of - outside };
  });
  return {
    lanes: lanes.filter((lane) => lane.calls.length || lane.of),
    threads: threads.length,
    unshown: unshown.length,
    unshownCalls: unshown.reduce((sum, { of }) => sum + of, 0),
    unplaced,
    untimed,
  };
}

export function sessionOps(make) {
  let session = null,
    lanesKept = null; // those of the times that were asked for last

  // What one of the page_session_*() writes: objects, numbers as numbers, null for none; and remarks.
  function rows(call) {
    session.written = [];
    const count = call(session.x);
    if (count < 0) throw new Error("there is no such call in the session");
    const t = new Table("session", session.takeWritten(), count);
    return {
      rows: Array.from({ length: t.count }, (_, i) =>
        Object.fromEntries(
          t.row(i).map((cell, c) => {
            const column = t.columns[c];
            return [column, cell === "-" ? null : NAMES.has(column) ? cell : +cell];
          }),
        ),
      ),
      remarks: t.remarks,
    };
  }

  const known = (place) => place ?? [-1, -1, -1];
  const aheadOf = (node, at) =>
    node === null || at === null ? null : [0, 1].map((which) => session.x.page_session_ahead(node, at, which));

  return {
    sessionNew() {
      session = make();
      lanesKept = null;
    },
    sessionBegin({ node, bytes }) {
      session.withText(node, (at) => session.x.page_session_begin(at, bytes, 0));
    },
    sessionFeed({ bytes }) {
      const piece = new Uint8Array(bytes),
        room = session.x.page_session_room(piece.length);
      new Uint8Array(session.x.memory.buffer, room, piece.length).set(piece);
      session.x.page_session_feed(piece.length);
    },
    sessionJoin() {
      const calls = session.x.page_session_join();
      return {
        calls,
        note: session.text(session.x.page_session_note()),
        said: session.takeSaid(),
      };
    },
    sessionThreads: () => rows((x) => x.page_session_threads()),
    // Children of a place, [node, thread, call, remote].
    sessionBelow({ place, first, count }) {
      const below = rows((x) => x.page_session_below(...place.map((n) => n ?? -1), first, count));
      return { ...below, of: session.x.page_session_most() };
    },
    sessionPath: ({ place }) => rows((x) => x.page_session_path(...place)),
    sessionFind: ({ text, breadth, over, below, after }) =>
      session.withText(text, (at) =>
        rows((x) => x.page_session_find(at, breadth ? 1 : 0, over, ...known(below), ...known(after))),
      ),
    sessionRank: ({ place }) => rows((x) => x.page_session_rank(...place)).rows[0] ?? null,
    sessionParts: ({ remote }) => rows((x) => x.page_session_parts(remote)).rows[0],
    // By how much the first node's clock is ahead of a node's, at times of that one: [[low, high]...].
    sessionAhead: ({ node, times }) => times.map((at) => aheadOf(node, at)),
    // Times of the first node's clock by a node's own; not a number: nothing says where they are.
    sessionOwn: ({ node, times }) => times.map((at) => ownTime(session, node, at)),
    // The time that the session takes by the first node's clock, and how many messages of each layer, [name, number],
    // have both ends here.
    sessionSpan: ({ layers }) => ({
      from: session.x.page_session_end(0),
      to: session.x.page_session_end(1),
      layers: Object.fromEntries(layers.map(([name, number]) => [name, session.x.page_session_exchanged(number)])),
    }),
    // Remote calls of a window of the first node's clock with their messages' times, at most `count` of the `of` that
    // there are; in `ahead`, by how much the first node's clock is ahead at each of the times: [low, high], null where
    // the time is not known.
    sessionArrows({ from, to, count }) {
      const { rows: arrows } = rows((x) => x.page_session_arrows(from, to, count)),
        of = session.x.page_session_most();
      for (const a of arrows)
        a.ahead = {
          sent: aheadOf(a.client, a.sent_us),
          executed: aheadOf(a.server, a.executed_us),
          replied: aheadOf(a.server, a.replied_us),
          answered: aheadOf(a.client, a.answered_us),
        };
      return { rows: arrows, of };
    },
    // Messages of a layer, by its number, in the same way.
    sessionMessages({ layer, from, to, count }) {
      const { rows: messages } = rows((x) => x.page_session_messages(layer, from, to, count)),
        of = session.x.page_session_most();
      for (const m of messages)
        m.ahead = { sent: aheadOf(m.from, m.sent_us), received: aheadOf(m.to, m.received_us) };
      return { rows: messages, of };
    },
    // What threads have open of their outermost calls at some time of [from, to) by the first node's clock, a node's
    // clock taken to stand in the middle of its bounds. `calls` is what is drawn of a thread's `of`. Also told: how
    // many threads there are, how many have such calls but no lane (`unshown`, with `unshownCalls`), how many are on
    // nodes whose clock no message places (`unplaced`), and how many calls lost the record of their times (`untimed`).
    // Cost: two searches a thread; asked for the same times again, none.
    sessionLanes({ from, to, lanes: mostLanes, calls: mostCalls, each }) {
      const asked = [from, to, mostLanes, mostCalls, each].join();
      if (lanesKept?.asked !== asked)
        lanesKept = { asked, found: findLanes(session, rows, { from, to, mostLanes, mostCalls, each }) };
      return lanesKept.found;
    },
  };
}
