/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The threads that are started when the program ends. */
package java.lang;

import java.util.ArrayList;

final class ShutdownHooks extends Thread {
  private static final ShutdownHooks ALL = make();

  /* null: the end has begun. */
  private ArrayList<Thread> hooks = new ArrayList<>();

  private static ShutdownHooks make() {
    ShutdownHooks all = new ShutdownHooks();
    Runtime.runAtEnd(all);
    return all;
  }

  private synchronized ArrayList<Thread> hooks() {
    if (hooks == null)
      throw new IllegalStateException("Shutdown in progress");
    return hooks;
  }

  static void add(Thread hook) {
    synchronized (ALL) {
      ArrayList<Thread> hooks = ALL.hooks();
      for (Thread other : hooks)
        if (other == hook)
          throw new IllegalArgumentException("Hook previously registered");
      if (hook.isAlive())
        throw new IllegalArgumentException("Hook already running");
      hooks.add(hook);
    }
  }

  static boolean remove(Thread hook) {
    java.util.Objects.requireNonNull(hook);
    synchronized (ALL) {
      return ALL.hooks().removeIf(other -> other == hook);
    }
  }

  private synchronized ArrayList<Thread> begin() {
    ArrayList<Thread> all = hooks();
    hooks = null;
    return all;
  }

  /* The runtime calls this in the thread that ends the program. */
  @Override
  public void run() {
    ArrayList<Thread> all = begin();
    for (Thread hook : all)
      hook.start();
    for (Thread hook : all)
      awaitEnd(hook);
  }

  private static void awaitEnd(Thread hook) {
    while (hook.isAlive())
      try {
        hook.join();
      } catch (InterruptedException e) {
        /* An interrupt does not end the end. */
      }
  }
}
