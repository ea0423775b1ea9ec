// SPDX-License-Identifier: GPL-2.0-or-later
//
// session_ops.js: what the worker does for several dumps that are joined to one tree of calls (core/session.h). `make`
// gives a module without a run.

import { Table } from "./tsv.js";

const NAMES = new Set(["kind", "name", "of", "ended", "note", "client_thread", "server_thread"]);

// When a call ended, by its node's clock.
export const endOf = ({ start_us: start, raw_us: raw, away_us: away }) => start + (raw ?? 0) + (away ?? 0);

export function sessionOps(make) {
  let session = null;

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

  return {
    sessionNew() {
      session = make();
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
        unsure: session.x.page_session_unsure(),
        orphans: session.x.page_session_orphans(),
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
    // Remote calls with their messages' times, and, in `ahead`, by how much the first node's clock is ahead at each of
    // them: [low, high], null where the time is not known.
    sessionArrows({ first, count }) {
      const { rows: arrows } = rows((x) => x.page_session_arrows(first, count)),
        of = session.x.page_session_most(),
        ahead = (node, at) =>
          node === null || at === null ? null : [0, 1].map((which) => session.x.page_session_ahead(node, at, which));
      for (const a of arrows)
        a.ahead = {
          sent: ahead(a.client, a.sent_us),
          executed: ahead(a.server, a.executed_us),
          replied: ahead(a.server, a.replied_us),
          answered: ahead(a.client, a.answered_us),
        };
      return { arrows, of };
    },
    // What each thread has open of its outermost calls at some time of [from, to) by the first node's clock, `most`
    // calls of each at most: [{node, name, calls, of}], of threads that have any.
    sessionLanes({ from, to, most }) {
      const { rows: threads } = rows((x) => x.page_session_threads()),
        ahead = (node, at) => [0, 1].map((which) => session.x.page_session_ahead(node, at, which)),
        // By the node's clock; looked up twice, since how far it is off changes with the time.
        own = (node, at, which) => at - ahead(node, at - ahead(node, at)[which])[which],
        lanes = [];
      for (const { node, thread, name } of threads) {
        const span = [own(node, from, 1), own(node, to, 0)];
        if (!span.every(Number.isFinite)) continue; // no message says how the node's clock stands
        const { rows: calls } = rows((x) => x.page_session_outermost(node, thread, ...span, most)),
          of = session.x.page_session_most();
        for (const call of calls) call.ahead = [ahead(node, call.start_us), ahead(node, endOf(call))];
        if (calls.length) lanes.push({ node, name, calls, of });
      }
      return { lanes, threads: threads.length };
    },
  };
}
