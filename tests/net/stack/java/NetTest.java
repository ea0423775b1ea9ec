/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The network stack without a network. Arguments: `cases', or `fuzz' with how many frames and a seed. */
final class NetTest {
  private NetTest() {
  }

  public static void main(String[] args) {
    boolean cases = args[0].equals("cases");
    boolean right = cases ? Cases.run() : Fuzz.run(Integer.parseInt(args[1]), Long.parseLong(args[2]));
    System.exit(right ? 0 : 1);
  }
}
