/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A card without a network: keeps what is sent. */
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import jx.net.Frame;
import jx.net.Nic;

final class FakeNic implements Nic {
  private final long address;
  final List<byte[]> sent = new ArrayList<>();

  FakeNic(long address) {
    this.address = address;
  }

  @Override
  public long address() {
    return address;
  }

  @Override
  public boolean transmit(byte[] bytes, int offset, int length) {
    if (length < 14 || length > Frame.MOST)
      throw new IllegalArgumentException("a frame of " + length + " bytes was to be sent");
    sent.add(Arrays.copyOfRange(bytes, offset, offset + length));
    return true;
  }

  /* The frames sent since the last call. */
  List<byte[]> takeSent() {
    List<byte[]> frames = new ArrayList<>(sent);
    sent.clear();
    return frames;
  }
}
