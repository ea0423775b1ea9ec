/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An identifier of 128 bits (RFC 4122). */
package java.util;

public final class UUID implements java.io.Serializable, Comparable<UUID> {
  private static final long serialVersionUID = -4856846361193249489L;

  private static final int[] GROUPS = {8, 4, 4, 4, 12};

  private final long mostSigBits;
  private final long leastSigBits;

  /* Nanoseconds since boot are the only thing here that differs from run to run. */
  private static final class Numbers {
    static final Random RANDOM = new Random();
  }

  public UUID(long mostSignificantBits, long leastSignificantBits) {
    mostSigBits = mostSignificantBits;
    leastSigBits = leastSignificantBits;
  }

  public static UUID randomUUID() {
    long first = Numbers.RANDOM.nextLong() & ~0xf000L | 0x4000L;
    long second = Numbers.RANDOM.nextLong() & ~(3L << 62) | 2L << 62;
    return new UUID(first, second);
  }

  private static long group(String text, String part) {
    if (part.isEmpty())
      throw new NumberFormatException("");
    try {
      return Long.parseLong(part, 16);
    } catch (NumberFormatException e) {
      throw new NumberFormatException("Error at index " + firstError(part) + " in: \"" + part + "\"");
    }
  }

  private static int firstError(String part) {
    int at = 0;
    while (at < part.length() && Character.digit(part.charAt(at), 16) >= 0)
      at++;
    return at;
  }

  public static UUID fromString(String name) {
    String[] parts = name.split("-", -1);
    if (name.length() > 36)
      throw new IllegalArgumentException("UUID string too large");
    if (parts.length != GROUPS.length)
      throw new IllegalArgumentException("Invalid UUID string: " + name);
    long first = (group(name, parts[0]) & 0xffffffffL) << 32 | (group(name, parts[1]) & 0xffff) << 16
        | group(name, parts[2]) & 0xffff;
    long second = (group(name, parts[3]) & 0xffff) << 48 | group(name, parts[4]) & 0xffffffffffffL;
    return new UUID(first, second);
  }

  public long getMostSignificantBits() {
    return mostSigBits;
  }

  public long getLeastSignificantBits() {
    return leastSigBits;
  }

  public int version() {
    return (int) (mostSigBits >> 12 & 15);
  }

  /* 0, 2, 6 or 7: as many bits as the highest zero bit tells. */
  public int variant() {
    long top = leastSigBits >>> 61;
    return (int) (top < 4 ? 0 : top < 6 ? 2 : top);
  }

  private void checkTime() {
    if (version() != 1)
      throw new UnsupportedOperationException("Not a time-based UUID");
  }

  public long timestamp() {
    checkTime();
    return (mostSigBits & 0xfff) << 48 | (mostSigBits >> 16 & 0xffff) << 32 | mostSigBits >>> 32;
  }

  public int clockSequence() {
    checkTime();
    return (int) (leastSigBits >>> 48 & 0x3fff);
  }

  public long node() {
    checkTime();
    return leastSigBits & 0xffffffffffffL;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(36);
    for (int digit = 0; digit < 32; digit++) {
      if (digit == 8 || digit == 12 || digit == 16 || digit == 20)
        text.append('-');
      long half = digit < 16 ? mostSigBits : leastSigBits;
      text.append(Character.forDigit((int) (half >>> 60 - 4 * (digit & 15) & 15), 16));
    }
    return text.toString();
  }

  @Override
  public int hashCode() {
    return Long.hashCode(mostSigBits ^ leastSigBits);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UUID && mostSigBits == ((UUID) other).mostSigBits && leastSigBits == ((UUID) other).leastSigBits;
  }

  @Override
  public int compareTo(UUID other) {
    int order = Long.compare(mostSigBits, other.mostSigBits);
    return order != 0 ? order : Long.compare(leastSigBits, other.leastSigBits);
  }
}
