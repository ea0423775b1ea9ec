/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which methods are timed, chosen while the program runs. For a kernel that was started with prof=timing; timed=none there
 * begins with nothing timed. */
package jx.prof;

public final class Timing {
  private Timing() {
  }

  /* Timing of methods, package.Class.method, and of the kernel's functions: `*` in the pattern stands for any characters,
   * `?` for any one. Return how many have such a name. A call that is open when its method is switched off is timed to
   * its end; one that is open when it is switched on is not timed. */
  public static native int on(String pattern);

  public static native int off(String pattern);
}
