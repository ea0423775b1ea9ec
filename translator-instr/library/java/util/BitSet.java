/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bits by index, as many as are needed. */
package java.util;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.stream.IntStream;

public class BitSet implements Cloneable, java.io.Serializable {
  private static final long serialVersionUID = 7997698588986878753L;
  private static final String SERIAL_FIELDS = "bits [J";

  private transient long[] words;

  public BitSet() {
    this(64);
  }

  public BitSet(int bits) {
    if (bits < 0)
      throw new NegativeArraySizeException("nbits < 0: " + bits);
    words = new long[bits + 63 >> 6];
  }

  private static void checkIndex(int index, String name) {
    if (index < 0)
      throw new IndexOutOfBoundsException(name + " < 0: " + index);
  }

  private static void checkRange(int from, int to) {
    checkIndex(from, "fromIndex");
    checkIndex(to, "toIndex");
    if (from > to)
      throw new IndexOutOfBoundsException("fromIndex: " + from + " > toIndex: " + to);
  }

  private void ensure(int word) {
    if (word >= words.length)
      words = Arrays.copyOf(words, Math.max(2 * words.length, word + 1));
  }

  private long word(int index) {
    return index < words.length ? words[index] : 0;
  }

  public IntStream stream() {
    return IntStream.iterate(nextSetBit(0), bit -> bit >= 0, bit -> bit == Integer.MAX_VALUE ? -1 : nextSetBit(bit + 1));
  }

  /* Words up to the last that is not zero. */
  private int used() {
    int used = words.length;
    while (used > 0 && words[used - 1] == 0)
      used--;
    return used;
  }

  public boolean get(int index) {
    checkIndex(index, "bitIndex");
    return (word(index >> 6) >>> index & 1) != 0;
  }

  public void set(int index) {
    checkIndex(index, "bitIndex");
    ensure(index >> 6);
    words[index >> 6] |= 1L << index;
  }

  public void set(int index, boolean value) {
    if (value)
      set(index);
    else
      clear(index);
  }

  public void set(int from, int to) {
    checkRange(from, to);
    for (int i = from; i < to; i++)
      set(i);
  }

  public void clear(int index) {
    checkIndex(index, "bitIndex");
    if (index >> 6 < words.length)
      words[index >> 6] &= ~(1L << index);
  }

  public void clear(int from, int to) {
    checkRange(from, to);
    for (int i = from; i < Math.min(to, length()); i++)
      clear(i);
  }

  public void clear() {
    Arrays.fill(words, 0);
  }

  public void flip(int index) {
    set(index, !get(index));
  }

  public void flip(int from, int to) {
    checkRange(from, to);
    for (int i = from; i < to; i++)
      flip(i);
  }

  public int nextSetBit(int from) {
    checkIndex(from, "fromIndex");
    int at = from >> 6;
    if (at >= words.length)
      return -1;
    long word = words[at] & -1L << from;
    while (word == 0) {
      if (++at == words.length)
        return -1;
      word = words[at];
    }
    return (at << 6) + Long.numberOfTrailingZeros(word);
  }

  public int nextClearBit(int from) {
    checkIndex(from, "fromIndex");
    int at = from >> 6;
    long word = ~word(at) & -1L << from;
    while (word == 0)
      word = ~word(++at);
    return (at << 6) + Long.numberOfTrailingZeros(word);
  }

  public int previousClearBit(int from) {
    if (from < -1)
      throw new IndexOutOfBoundsException("fromIndex < -1: " + from);
    int i = from;
    while (i >= 0 && get(i))
      i--;
    return i;
  }

  /* The bits [from, to), the first of them as bit 0. */
  public BitSet get(int from, int to) {
    checkRange(from, to);
    BitSet part = new BitSet();
    for (int i = nextSetBit(from); i >= 0 && i < to; i = nextSetBit(i + 1))
      part.set(i - from);
    return part;
  }

  public void set(int from, int to, boolean value) {
    if (value)
      set(from, to);
    else
      clear(from, to);
  }

  /* The bits of these words, the lowest bit of the first word first. */
  public static BitSet valueOf(long[] words) {
    BitSet bits = new BitSet(0);
    bits.words = words.clone();
    return bits;
  }

  public static BitSet valueOf(byte[] bytes) {
    return valueOf(ByteBuffer.wrap(bytes));
  }

  public static BitSet valueOf(LongBuffer buffer) {
    long[] words = new long[buffer.remaining()];
    buffer.duplicate().get(words);
    return valueOf(words);
  }

  public static BitSet valueOf(ByteBuffer buffer) {
    ByteBuffer bytes = buffer.slice();
    long[] words = new long[bytes.remaining() + 7 >> 3];
    for (int i = 0; bytes.hasRemaining(); i++)
      words[i >> 3] |= (bytes.get() & 0xffL) << (i << 3);
    return valueOf(words);
  }

  public byte[] toByteArray() {
    byte[] bytes = new byte[length() + 7 >> 3];
    for (int i = 0; i < bytes.length; i++)
      bytes[i] = (byte) (words[i >> 3] >>> (i << 3));
    return bytes;
  }

  public int previousSetBit(int from) {
    for (int i = Math.min(from, length() - 1); i >= 0; i--)
      if (get(i))
        return i;
    return -1;
  }

  public int length() {
    int used = used();
    return used == 0 ? 0 : (used << 6) - Long.numberOfLeadingZeros(words[used - 1]);
  }

  public int size() {
    return words.length << 6;
  }

  public boolean isEmpty() {
    return used() == 0;
  }

  public int cardinality() {
    int count = 0;
    for (long word : words)
      count += Long.bitCount(word);
    return count;
  }

  public void and(BitSet other) {
    for (int i = 0; i < words.length; i++)
      words[i] &= other.word(i);
  }

  public void or(BitSet other) {
    int count = other.used();
    if (count > 0)
      ensure(count - 1);
    for (int i = 0; i < count; i++)
      words[i] |= other.words[i];
  }

  public void xor(BitSet other) {
    int count = other.used();
    if (count > 0)
      ensure(count - 1);
    for (int i = 0; i < count; i++)
      words[i] ^= other.words[i];
  }

  public void andNot(BitSet other) {
    for (int i = 0; i < words.length; i++)
      words[i] &= ~other.word(i);
  }

  public boolean intersects(BitSet other) {
    for (int i = 0; i < words.length; i++)
      if ((words[i] & other.word(i)) != 0)
        return true;
    return false;
  }

  public long[] toLongArray() {
    return Arrays.copyOf(words, used());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BitSet && Arrays.equals(toLongArray(), ((BitSet) other).toLongArray());
  }

  @Override
  public int hashCode() {
    long hash = 1234;
    for (int i = words.length; --i >= 0;)
      hash ^= words[i] * (i + 1);
    return (int) (hash >> 32 ^ hash);
  }

  @Override
  public Object clone() {
    BitSet copy = new BitSet();
    copy.or(this);
    return copy;
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    for (int i = nextSetBit(0); i >= 0; i = nextSetBit(i + 1))
      text.add(String.valueOf(i));
    return text.toString();
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.putFields().put("bits", toLongArray());
    out.writeFields();
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    long[] bits = (long[]) in.readFields().get("bits", null);
    if (bits == null)
      throw new InvalidObjectException("a set without bits");
    words = bits.clone();
  }
}
