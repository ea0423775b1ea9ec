/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which byte of a number comes first. */
package java.nio;

public final class ByteOrder {
  public static final ByteOrder BIG_ENDIAN = new ByteOrder("BIG_ENDIAN");
  public static final ByteOrder LITTLE_ENDIAN = new ByteOrder("LITTLE_ENDIAN");

  private final String name;

  private ByteOrder(String name) {
    this.name = name;
  }

  /* The kernel's processor is an x86-64. */
  public static ByteOrder nativeOrder() {
    return LITTLE_ENDIAN;
  }

  @Override
  public String toString() {
    return name;
  }
}
