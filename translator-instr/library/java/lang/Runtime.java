/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The heap and the processors. */
package java.lang;

public final class Runtime {
  private static final Runtime CURRENT = new Runtime();

  private Runtime() {
  }

  public static Runtime getRuntime() {
    return CURRENT;
  }

  /* Threads share one processor. */
  public int availableProcessors() {
    return 1;
  }

  /* Bytes of the heap now, of that free, and the most that it may grow to. */
  public native long totalMemory();

  public native long freeMemory();

  public native long maxMemory();

  public void gc() {
    System.gc();
  }

  public void exit(int status) {
    System.exit(status);
  }
}
