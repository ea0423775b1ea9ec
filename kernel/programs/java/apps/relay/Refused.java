/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The last server does not take every baton: the client is told which. */
package relay;

public class Refused extends Exception {
  private static final long serialVersionUID = 1;

  private final int round;

  public Refused(String why, int round) {
    super(why);
    this.round = round;
  }

  public int round() {
    return round;
  }
}
