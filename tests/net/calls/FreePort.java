/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Prints the first of three TCP ports in a row that are free. Where it finds none, it ends with the last exception. */
import java.io.IOException;
import java.net.ServerSocket;

public final class FreePort {
  private static final int MOST_TRIES = 1000;

  private FreePort() {
  }

  public static void main(String[] arguments) throws IOException {
    for (int tries = 1;; tries++)
      try (ServerSocket first = new ServerSocket(0);
           ServerSocket second = new ServerSocket(first.getLocalPort() + 1);
           ServerSocket third = new ServerSocket(first.getLocalPort() + 2)) {
        if (second.isBound() && third.isBound())
          System.out.println(first.getLocalPort());
        return;
      } catch (IOException | IllegalArgumentException e) {
        if (tries == MOST_TRIES)
          throw e;
      }
  }
}
