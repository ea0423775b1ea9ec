/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * YanfsLoop URL FOLDER FILE ROUNDS: YanfsWalk, and then what the client of the JX paper does (section 4): it asks for
 * the attributes of one file and reads it, again and again. What it reads is compared with the same file in FOLDER.
 * Prints `ok yanfs_...' for each, and rounds in a second. */
import com.sun.xfile.XFile;
import com.sun.xfile.XFileInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;

public final class YanfsLoop {
  private YanfsLoop() {
  }

  public static void main(String[] args) throws IOException {
    File folder = new File(args[1]);
    int rounds = Integer.parseInt(args[3]);
    boolean good = YanfsWalk.walk(args[0], folder, "yanfs");
    byte[] wanted = Files.readAllBytes(new File(folder, args[2]).toPath());
    long begun = System.nanoTime();
    int wrong = loop(args[0] + "/" + args[2], wanted, rounds);
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.printf("# yanfs: %d rounds of attributes and %d bytes in %.2f s, %.0f a second%n", rounds,
      wanted.length, seconds, rounds / seconds);
    System.out.println(wrong == 0 ? "ok yanfs_loop" : "not ok yanfs_loop " + wrong + " rounds read other bytes");
    System.exit(good && wrong == 0 ? 0 : 1);
  }

  /* How many rounds found something else than `wanted'. A new XFile knows no attributes: it asks. */
  private static int loop(String url, byte[] wanted, int rounds) throws IOException {
    byte[] bytes = new byte[wanted.length + 1];
    int wrong = 0;
    for (int i = 0; i < rounds; i++) {
      XFile file = new XFile(url);
      Arrays.fill(bytes, (byte) 0);
      if (file.length() != wanted.length || readAll(file, bytes) != wanted.length
        || !Arrays.equals(Arrays.copyOf(bytes, wanted.length), wanted))
        wrong++;
    }
    return wrong;
  }

  private static int readAll(XFile file, byte[] bytes) throws IOException {
    int done = 0;
    try (InputStream in = new XFileInputStream(file)) {
      for (int got; done < bytes.length && (got = in.read(bytes, done, bytes.length - done)) > 0;)
        done += got;
    }
    return done;
  }
}
