/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls and replies of ONC RPC (RFC 5531) as java.rmi has them here: a call has one word that says what it wants, a channel and
 * the number of a call there, and a part of the bytes. A reply has one word, too. All numbers are XDR's. */
package jx.rmi;

import jx.mem.BigEndian;

final class Message {
  /* What a call wants. */
  static final int OPEN = 1;       /* a channel */
  static final int CALL = 2;       /* brings a part of a call's bytes; the last part has the call performed */
  static final int FETCH = 3;      /* a part of the reply's bytes */
  static final int CLOSE = 4;      /* the channel is used no more */

  /* What a reply says. */
  static final int OPENED = 1;     /* a channel */
  static final int MORE = 2;       /* so many bytes of the call are here */
  static final int WORKING = 3;    /* the call is being performed */
  static final int DONE = 4;       /* the reply's length, and its first part, or that which was asked for */
  static final int UNKNOWN = 5;    /* there is no such channel, or no such call in it */
  static final int REFUSED = 6;    /* it is too long, or there are too many */

  /* Program numbers of those that each may use, and of those that come and go (RFC 5531, section 8.4): each object is a
   * program, each method a procedure. */
  static final int PROGRAM = 0x20004a52;
  private static final int OBJECTS = 0x40000000;
  private static final int OBJECTS_MASK = 0x1fffffff;
  private static final int METHOD_MASK = 0x7fffffff;

  static final int PART = 1380;    /* bytes, of a datagram that fits a frame of Ethernet with all headers */
  static final int MOST_CALL = 16 << 20;

  private static final int RPC_VERSION = 2;
  private static final int VERSION = 1;
  private static final int CALL_HEADER = 40;
  private static final int REPLY_HEADER = 24;
  static final int ROOM = CALL_HEADER + 28 + PART;

  /* Offsets behind the header of a call: what, channel, number, total, offset, length, bytes. */
  final byte[] bytes = new byte[ROOM];
  int length;

  static int program(long object) {
    return OBJECTS | (int) object & OBJECTS_MASK;
  }

  static int procedure(long hash) {
    return (int) (hash >>> 32) & METHOD_MASK;
  }

  private void word(int value) {
    BigEndian.put32(bytes, length, value);
    length += 4;
  }

  private void wide(long value) {
    word((int) (value >>> 32));
    word((int) value);
  }

  void call(int xid, int program, int procedure, int what, long channel, int number) {
    length = 0;
    word(xid);
    word(0);
    word(RPC_VERSION);
    word(program);
    word(VERSION);
    word(procedure);
    wide(0);
    wide(0);
    word(what);
    wide(channel);
    word(number);
  }

  void reply(int xid, int what) {
    length = 0;
    word(xid);
    word(1);
    wide(0);
    wide(0);
    word(what);
  }

  void number(int value) {
    word(value);
  }

  void channel(long value) {
    wide(value);
  }

  /* Of `total' bytes those from `offset' on that fit; returns where the next part begins. */
  int part(byte[] from, int total, int offset) {
    int count = Math.min(PART, total - offset);
    word(total);
    word(offset);
    word(count);
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
    while (length % 4 != 0)
      bytes[length++] = 0;
    return offset + count;
  }

  /* ---- what has come ---- */

  int at(int offset) {
    return BigEndian.get32(bytes, offset);
  }

  long wideAt(int offset) {
    return (long) at(offset) << 32 | at(offset + 4) & 0xffffffffL;
  }

  int xid() {
    return at(0);
  }

  boolean isCall() {
    return length >= CALL_HEADER + 16 && at(4) == 0 && at(8) == RPC_VERSION && at(24) == 0 && at(28) == 0
      && at(32) == 0 && at(36) == 0;
  }

  boolean isReply() {
    return length >= REPLY_HEADER + 4 && at(4) == 1 && at(8) == 0 && at(16) == 0 && at(20) == 0;
  }

  /* Where behind the header the first word is. */
  static int callStart() {
    return CALL_HEADER;
  }

  static int replyStart() {
    return REPLY_HEADER;
  }

  /* Is a part at this place whole, and within its total? */
  boolean hasPart(int place) {
    if (length < place + 12)
      return false;
    int total = at(place);
    int offset = at(place + 4);
    int count = at(place + 8);
    return total >= 0 && offset >= 0 && count >= 0 && count <= PART && count <= length - place - 12
      && offset <= total - count;
  }
}
