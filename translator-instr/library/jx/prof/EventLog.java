/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Events of the program in the profile of the machine (JX paper, section 4): register a name, get a number, log it. A
 * log costs as much as one from C: a time stamp and a store. */
package jx.prof;

public final class EventLog {
  private EventLog() {
  }

  /* The number of event `name`, from 1; the same name has one number. 0 when the table of names is full. */
  public static native int register(String name);

  /* Logs that event `number` happened, with an argument for the reader. */
  public static native void log(int number, long argument);
}
