/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The NE2000 driver on a model of the card. Prints `ok NAME' or `not ok NAME REASON'. */
import java.util.Arrays;
import java.util.Random;

import jx.hw.Ne2000;
import jx.net.Counters;
import jx.net.Frame;
import jx.net.FrameQueue;
import jx.net.ne2k.Ne2k;
import jx.net.ne2k.NicThread;

final class DriverTest {
  private static final long ETHER = 0x525400abcdefL;
  private static final int PATIENCE_MS = 60_000;         /* what takes longer hangs */
  private static boolean failed;

  private final Random random = new Random(1);
  private final Ne2000 card = new Ne2000(ETHER);
  private final Counters counters = new Counters();
  private final FrameQueue queue = new FrameQueue(256, counters);
  private Ne2k nic;

  private interface Case {
    void run(DriverTest test) throws InterruptedException;
  }

  private static void check(boolean holds, String what) {
    if (!holds)
      throw new IllegalArgumentException(what);
  }

  private static void one(String name, Case what) throws InterruptedException {
    try {
      what.run(new DriverTest());
      System.out.println("ok driver_" + name);
    } catch (IllegalArgumentException | IllegalStateException e) {
      failed = true;
      System.out.println("not ok driver_" + name + " " + e.getMessage());
    }
  }

  public static void main(String[] args) throws InterruptedException {
    one("32_bits_32_kb", test -> test.kind(true, 0x80));
    one("16_bits_32_kb", test -> test.kind(false, 0x80));
    one("32_bits_16_kb", test -> test.kind(true, 0x40));
    one("16_bits_16_kb", test -> test.kind(false, 0x40));
    one("ring_overwritten", DriverTest::overwritten);
    one("ring_spoilt", DriverTest::spoilt);
    one("transmitter_hangs", DriverTest::hangs);
    one("queue_full", DriverTest::queueFull);
    one("no_card", DriverTest::noCard);
    one("mute_card", DriverTest::mute);
    System.exit(failed ? 1 : 0);
  }

  private void open() throws InterruptedException {
    Ne2000.card = card;
    nic = Ne2k.find(queue, counters);
    check(nic != null && nic.address() == ETHER, "it does not find the card's address");
    new NicThread(nic).begin();
  }

  private byte[] frame() {
    byte[] frame = new byte[60 + random.nextInt(1455)];
    random.nextBytes(frame);
    return frame;
  }

  /* The next frame. The queue's take() may return null before its time is over. */
  private Frame take() {
    long end = System.nanoTime() + PATIENCE_MS * 1_000_000L;
    Frame got = queue.take(PATIENCE_MS);
    while (got == null && System.nanoTime() < end)
      got = queue.take(PATIENCE_MS);
    check(got != null, "a frame does not arrive");
    return got;
  }

  private void expect(byte[] frame) {
    Frame got = take();
    check(Arrays.equals(got.bytes, 0, got.length, frame, 0, frame.length), "a frame arrives with other bytes");
    queue.release();
  }

  private void pass(int frames) {
    for (int i = 0; i < frames; i++) {
      byte[] frame = frame();
      card.receive(frame);
      expect(frame);
    }
  }

  private void kind(boolean wide, int pages) throws InterruptedException {
    card.wide = wide;
    card.pages = pages;
    open();
    check(nic.toString().contains((pages - 12) / 4 + " KB"), "it says: " + nic);
    pass(300);
    for (int length = 14; length <= Frame.MOST; length += 1 + length / 7)
      send(length);
    send(Frame.MOST);
    check(counters.value("nic resets") == 0, "it has reset the card");
  }

  private void send(int length) {
    byte[] buffer = new byte[length + 7];
    random.nextBytes(buffer);
    check(nic.transmit(buffer, 5, length), "a frame is not sent");
    byte[] sent = card.sent.remove(0);
    byte[] should = Arrays.copyOf(Arrays.copyOfRange(buffer, 5, 5 + length), Math.max(60, length));
    check(Arrays.equals(sent, should), "a frame of " + length + " bytes is sent with other bytes");
  }

  /* More comes than there is room for: the first ones are there, and those after it. */
  private void overwritten() throws InterruptedException {
    open();
    pass(10);
    card.hold(true);
    byte[][] frames = new byte[100][];
    for (int i = 0; i < frames.length; i++)
      card.receive(frames[i] = frame());
    card.hold(false);
    card.awaitHandler();
    long arrived = counters.value("nic received") - 10;
    check(arrived >= 15 && arrived < frames.length, "of 100 frames " + arrived + " find room");
    for (int i = 0; i < 15; i++)
      expect(frames[i]);
    for (int i = 15; i < arrived; i++) {
      take();
      queue.release();
    }
    check(counters.value("nic ring full") == 1, "it does not count it");
    pass(100);
  }

  private void spoilt() throws InterruptedException {
    open();
    pass(10);
    card.receiveSpoilt(frame());
    long end = System.nanoTime() + PATIENCE_MS * 1_000_000L;
    while (counters.value("nic resets") == 0 && System.nanoTime() < end)
      Thread.sleep(1);
    check(counters.value("nic resets") == 1, "it does not reset the card");
    send(100);
    pass(100);
  }

  private void hangs() throws InterruptedException {
    open();
    card.hangs = true;
    byte[] frame = frame();
    check(nic.transmit(frame, 0, frame.length), "the first frame is not taken");
    check(!nic.transmit(frame, 0, frame.length), "the second frame is said to be sent");
    check(counters.value("nic frames not sent") == 1, "it does not count it");
    card.hangs = false;
    send(100);
    pass(10);
  }

  private void queueFull() throws InterruptedException {
    open();
    for (int i = 0; i < 300; i++) {
      card.receive(new byte[60]);
      while (counters.value("nic received") + counters.value("queue full") <= i)
        Thread.sleep(0, 100_000);
    }
    check(counters.value("queue full") == 300 - 256, "it does not count what is lost");
    for (int i = 0; i < 256; i++)
      expect(new byte[60]);
    pass(10);
  }

  private void noCard() {
    Ne2000.card = null;
    check(Ne2k.find(queue, counters) == null, "it finds a card where there is none");
  }

  private void mute() {
    Ne2000.card = card;
    card.mute = true;
    try {
      Ne2k.find(queue, counters);
      check(false, "it takes a card that does not answer");
    } catch (IllegalStateException e) {
      check(e.getMessage().contains("does not answer"), e.getMessage());
    }
  }
}
