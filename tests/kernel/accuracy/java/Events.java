/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Logs events of its own, where much and where little is done between them. */
import jx.prof.EventLog;

public class Events {
  private static final int BEGUN = EventLog.register("begun"), ENDED = EventLog.register("ended");

  static int little(int i) {
    EventLog.log(BEGUN, i);
    return i & 3;
  }

  static int much(int i) {
    int sum = 0;
    for (int k = 0; k < 100; k++)
      sum = sum * 31 + (k ^ i);
    EventLog.log(ENDED, sum);
    return sum;
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]), sum = 0;
    for (int i = 0; i < n; i++)
      sum += little(i) + much(i);
    System.out.println("sum " + sum);
  }
}
