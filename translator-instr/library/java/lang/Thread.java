/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread of the kernel, or of the host. Priorities are kept but do not change the scheduling among Java threads. */
package java.lang;

public class Thread implements Runnable {
  public static final int MIN_PRIORITY = 1;
  public static final int NORM_PRIORITY = 5;
  public static final int MAX_PRIORITY = 10;

  public enum State { NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED }

  @FunctionalInterface
  public interface UncaughtExceptionHandler {
    void uncaughtException(Thread thread, Throwable thrown);
  }

  private static final int NEW = 0;
  private static final int STARTED = 1;
  private static final int ENDED = 2;

  private static int numbered;
  private static long nextId = 1;
  private static volatile UncaughtExceptionHandler defaultHandler;

  /* Of ThreadLocal. */
  java.util.HashMap<ThreadLocal<?>, Object> locals;

  private volatile String name;
  private final Runnable target;
  private final long id;
  private boolean daemon;
  private int priority = NORM_PRIORITY;
  private volatile int phase;
  private volatile UncaughtExceptionHandler handler;

  public Thread() {
    this(null, nextName());
  }

  public Thread(Runnable target) {
    this(target, nextName());
  }

  public Thread(String name) {
    this(null, name);
  }

  public Thread(Runnable target, String name) {
    if (name == null)
      throw new NullPointerException("name cannot be null");
    this.target = target;
    this.name = name;
    this.id = newId();
    Thread parent = currentThread();
    if (parent != null)
      daemon = parent.daemon;
  }

  private static synchronized String nextName() {
    return "Thread-" + numbered++;
  }

  private static synchronized long newId() {
    return nextId++;
  }

  /* The thread that the program begins in; the runtime makes it. */
  private static Thread adoptMain() {
    Thread main = new Thread((Runnable) null, "main");
    main.phase = STARTED;
    return main;
  }

  public static native Thread currentThread();

  public static native void yield();

  /* Where threads cannot run at the same time it is yield(). */
  public static native void onSpinWait();

  public static void sleep(long millis) throws InterruptedException {
    if (millis < 0)
      throw new IllegalArgumentException("timeout value is negative");
    sleepNanos(millis > Long.MAX_VALUE / 1000000 ? Long.MAX_VALUE : millis * 1000000);
  }

  public static void sleep(long millis, int nanos) throws InterruptedException {
    sleep(millis);
    sleepNanos(nanos);
  }

  private static native void sleepNanos(long nanos) throws InterruptedException;

  /* Whether `thread` was asked to stop; `clear` forgets it. */
  private static native boolean testInterrupt(Thread thread, boolean clear);

  private native void startNative(String name, boolean isDaemon);

  private native void interruptNative();

  public static boolean interrupted() {
    return testInterrupt(currentThread(), true);
  }

  public boolean isInterrupted() {
    return testInterrupt(this, false);
  }

  public void interrupt() {
    interruptNative();
  }

  public synchronized void start() {
    if (phase != NEW)
      throw new IllegalThreadStateException();
    startNative(name, daemon);
    phase = STARTED;
  }

  @Override
  public void run() {
    if (target != null)
      target.run();
  }

  /* What a thread does from its first instruction to its last; the runtime calls this. */
  private void live() {
    try {
      run();
    } catch (Throwable thrown) {
      report(thrown);
    } finally {
      end();
    }
  }

  private synchronized void end() {
    phase = ENDED;
    notifyAll();
  }

  /* Prints an exception and its trace, without those that belong to it; allocates nothing. */
  private static native void printUncaught(String name, Throwable thrown);

  private void report(Throwable thrown) {
    UncaughtExceptionHandler chosen = handler != null ? handler : defaultHandler;
    if (chosen != null) {
      chosen.uncaughtException(this, thrown);
      return;
    }
    if (thrown.getClass() == OutOfMemoryError.class && thrown.isAlone()) {
      printUncaught(name, thrown);
      return;
    }
    synchronized (System.err) {
      System.err.print("Exception in thread \"" + name + "\" ");
      thrown.printStackTrace();
    }
  }

  public final void join() throws InterruptedException {
    join(0);
  }

  public final synchronized void join(long millis) throws InterruptedException {
    if (millis < 0)
      throw new IllegalArgumentException("timeout value is negative");
    long start = System.nanoTime();
    while (isAlive()) {
      long left = millis - (System.nanoTime() - start) / 1000000;
      if (millis > 0 && left <= 0)
        return;
      wait(millis == 0 ? 0 : left);
    }
  }

  public final synchronized void join(long millis, int nanos) throws InterruptedException {
    if (millis < 0)
      throw new IllegalArgumentException("timeout value is negative");
    if (nanos < 0 || nanos > 999999)
      throw new IllegalArgumentException("nanosecond timeout value out of range");
    join(nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
  }

  public final boolean isAlive() {
    return phase == STARTED;
  }

  public State getState() {
    if (phase == NEW)
      return State.NEW;
    if (phase == ENDED)
      return State.TERMINATED;
    switch (blockedIn()) {
      case 1:
        return State.BLOCKED;
      case 2:
        return State.WAITING;
      case 3:
        return State.TIMED_WAITING;
      default:
        return State.RUNNABLE;
    }
  }

  /* 0: it runs or may run, 1: it enters a monitor, 2: it waits, 3: it waits up to a certain time. */
  private native int blockedIn();

  public final String getName() {
    return name;
  }

  public final void setName(String name) {
    if (name == null)
      throw new NullPointerException("name cannot be null");
    this.name = name;
  }

  public long getId() {
    return id;
  }

  public final int getPriority() {
    return priority;
  }

  public final void setPriority(int priority) {
    if (priority < MIN_PRIORITY || priority > MAX_PRIORITY)
      throw new IllegalArgumentException();
    this.priority = priority;
  }

  public final boolean isDaemon() {
    return daemon;
  }

  public final void setDaemon(boolean daemon) {
    if (isAlive())
      throw new IllegalThreadStateException();
    this.daemon = daemon;
  }

  public UncaughtExceptionHandler getUncaughtExceptionHandler() {
    return handler;
  }

  public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
    this.handler = handler;
  }

  public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
    defaultHandler = handler;
  }

  public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
    return defaultHandler;
  }

  /* The calls that the calling thread is in, the innermost first; nothing is known of other threads. */
  public StackTraceElement[] getStackTrace() {
    return this == currentThread() ? new Exception().getStackTrace() : new StackTraceElement[0];
  }

  public static void dumpStack() {
    new Exception("Stack trace").printStackTrace();
  }

  public static native boolean holdsLock(Object object);

  @Override
  public String toString() {
    return "Thread[" + name + "," + priority + ",main]";
  }
}
