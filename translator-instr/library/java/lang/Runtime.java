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

  public native int availableProcessors();

  /* Bytes of the heap now, of that free, and the most that it may grow to. */
  public native long totalMemory();

  public native long freeMemory();

  public native long maxMemory();

  public void gc() {
    System.gc();
  }

  /* `hook`, which has not begun, will be started when the program ends: its last thread that is no daemon has ended, or
   * exit() is called. */
  public void addShutdownHook(Thread hook) {
    ShutdownHooks.add(hook);
  }

  public boolean removeShutdownHook(Thread hook) {
    return ShutdownHooks.remove(hook);
  }

  /* When the program ends, the runtime calls `thread`'s run(). */
  static native void runAtEnd(Thread thread);

  /* Ends the program without its hooks. */
  public native void halt(int status);

  public void exit(int status) {
    System.exit(status);
  }
}
