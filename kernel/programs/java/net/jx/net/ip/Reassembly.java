/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Puts fragments together (RFC 791, section 3.2; RFC 815 has other ways). At most DATAGRAMS at a time, of 64 KB each,
 * whatever comes: for one more, the one that has waited for longest is given up. None waits longer than LIFE_NS. */
package jx.net.ip;

import jx.mem.BigEndian;
import jx.net.Bytes;
import jx.net.Counter;
import jx.net.Counters;

final class Reassembly {
  private static final int DATAGRAMS = 8;
  private static final long LIFE_NS = 15_000_000_000L;     /* RFC 791, section 3.2: the timer's initial setting */

  private final PartialDatagram[] partial = new PartialDatagram[DATAGRAMS];
  private long now;

  private final Counter fragments;
  private final Counter whole;
  private final Counter malformed;
  private final Counter crowdedOut;
  private final Counter timedOut;

  Reassembly(Counters counters) {
    fragments = counters.make("ip fragments");
    whole = counters.make("ip datagrams put together");
    malformed = counters.make("ip fragments malformed");
    crowdedOut = counters.make("ip datagrams given up for others");
    timedOut = counters.make("ip datagrams incomplete after 15 s");
  }

  /* Takes the fragment whose IP packet begins at b[at], with `header' bytes of header and `length' of content.
   * Returns its datagram when that is whole now; the caller releases it. */
  PartialDatagram add(byte[] b, int at, int header, int length, int offset, boolean more) {
    fragments.add();
    if (length == 0 || more && length % 8 != 0) {
      malformed.add();
      return null;
    }
    long addresses = (long) BigEndian.get32(b, at + 12) << 32 | BigEndian.get32(b, at + 16) & 0xffffffffL;
    PartialDatagram datagram = find(addresses, BigEndian.get16(b, at + 4) << 8 | Bytes.get8(b, at + 9));
    if (!datagram.add(b, at + header, length, offset, more)) {
      malformed.add();
      datagram.release();
      return null;
    }
    if (!datagram.isWhole())
      return null;
    whole.add();
    return datagram;
  }

  private PartialDatagram find(long addresses, int kind) {
    for (PartialDatagram datagram : partial)
      if (datagram != null && datagram.is(addresses, kind))
        return datagram;
    PartialDatagram datagram = take();
    datagram.begin(addresses, kind, now);
    return datagram;
  }

  private PartialDatagram take() {
    int oldest = 0;
    for (int i = 0; i < DATAGRAMS; i++) {
      if (partial[i] == null)
        partial[i] = new PartialDatagram();
      if (!partial[i].isUsed())
        return partial[i];
      if (partial[i].since() < partial[oldest].since())
        oldest = i;
    }
    crowdedOut.add();
    return partial[oldest];
  }

  void tick(long nanos) {
    now = nanos;
    for (PartialDatagram datagram : partial)
      if (datagram != null && datagram.isUsed() && now - datagram.since() > LIFE_NS) {
        datagram.release();
        timedOut.add();
      }
  }
}
