/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Prints the first of three TCP ports in a row that are free, below those that Linux gives to who asks for any (32768
 * and up): there another program may get one before it is listened to, and who connects to one again and again until
 * it is may get the same one for its own end, and is then connected with itself. Where it finds none, it ends with the
 * last exception.
 */
import java.io.IOException;
import java.net.ServerSocket;
import java.util.Random;

public final class FreePort {
  private static final int MOST_TRIES = 1000;
  private static final int LOWEST = 10_000;
  private static final int PORTS = 22_000;

  private FreePort() {
  }

  public static void main(String[] arguments) throws IOException {
    Random random = new Random();
    for (int tries = 1;; tries++) {
      int port = LOWEST + random.nextInt(PORTS);
      try (ServerSocket first = new ServerSocket(port);
           ServerSocket second = new ServerSocket(port + 1);
           ServerSocket third = new ServerSocket(port + 2)) {
        if (first.isBound() && second.isBound() && third.isBound())
          System.out.println(port);
        return;
      } catch (IOException e) {
        if (tries == MOST_TRIES)
          throw e;
      }
    }
  }
}
