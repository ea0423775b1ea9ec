/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stack on a fake card, with an echo at port 7, driven by hand: frames in, frames out, and a clock that stands
 * still until it is told otherwise. */
import java.util.List;

import jx.net.Counters;
import jx.net.FrameQueue;
import jx.net.stack.NetStack;
import jx.net.udp.Echo;

final class Bench {
  static final int PORT = Echo.PORT;

  final FakeNic nic = new FakeNic(Packets.OURS);
  final Counters counters = new Counters();
  final NetStack stack;
  private long nanos = 5_000_000_000L;

  /* `configured': it knows its address, and where the other machine is. */
  Bench(boolean configured) {
    stack = new NetStack(nic, new FrameQueue(4, counters), counters);
    stack.udp().listen(PORT, new Echo(counters));
    if (configured) {
      stack.setAddress(Packets.OUR_IP, 0xffffff00, Packets.THEIR_IP);
      pass(0);
      give(Packets.arp(Packets.OURS, 2, Packets.OUR_IP, Packets.THEIR_IP));
      take();
    }
  }

  void give(byte[]... frames) {
    for (byte[] frame : frames)
      stack.receive(frame, frame.length);
  }

  List<byte[]> take() {
    return nic.takeSent();
  }

  /* Lets time go by, in ticks. */
  void pass(long millis) {
    for (long i = 0; i <= millis / 100; i++) {
      stack.tick(nanos);
      nanos += 100_000_000L;
    }
  }

  long count(String name) {
    return counters.value(name);
  }
}
