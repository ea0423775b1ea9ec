/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Console, time, and what the machine does for arrays and objects. */
package java.lang;

import java.io.ConsoleInput;
import java.io.ConsoleOutput;
import java.io.InputStream;
import java.io.PrintStream;

public final class System {
  public static final InputStream in = new ConsoleInput();
  public static final PrintStream out = new PrintStream(new ConsoleOutput(1));
  public static final PrintStream err = new PrintStream(new ConsoleOutput(2));

  private System() {
  }

  public static native void arraycopy(Object from, int fromAt, Object to, int toAt, int count);

  public static native int identityHashCode(Object object);

  /* Milliseconds since 1970 where the machine knows the date; in the kernel, since boot. */
  public static native long currentTimeMillis();

  public static native long nanoTime();

  /* Ends the program; what System.out holds is written. */
  public static native void exit(int status);

  public static native void gc();

  /* What programs ask for most; null for all else. */
  public static String getProperty(String key) {
    switch (key) {
      case "line.separator":
        return "\n";
      case "file.separator":
        return "/";
      case "path.separator":
        return ":";
      case "user.dir":
        return jx.files.FileTree.WORKING_DIRECTORY;
      case "java.io.tmpdir":
        return jx.files.FileTree.TEMPORARY_DIRECTORY;
      case "file.encoding":
        return "UTF-8";
      case "java.version":
      case "java.specification.version":
        return "17";
      default:
        if (key.isEmpty())
          throw new IllegalArgumentException("key can't be empty");
        return null;
    }
  }

  public static String getProperty(String key, String otherwise) {
    String value = getProperty(key);
    return value != null ? value : otherwise;
  }

  /* There is no environment. */
  public static String getenv(String name) {
    java.util.Objects.requireNonNull(name);
    return null;
  }

  public static String lineSeparator() {
    return "\n";
  }
}
