/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Console, time, and what the machine does for arrays and objects. */
package java.lang;

import java.io.ConsoleInput;
import java.io.ConsoleOutput;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Properties;

public final class System {
  /* Changed by setIn() and its like alone. */
  public static InputStream in = new ConsoleInput();
  public static PrintStream out = new PrintStream(new ConsoleOutput(1));
  public static PrintStream err = new PrintStream(new ConsoleOutput(2));

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

  public static String getProperty(String key) {
    return SystemProperties.get(key);
  }

  public static Properties getProperties() {
    return SystemProperties.all();
  }

  public static void setProperties(Properties properties) {
    SystemProperties.set(properties);
  }

  public static String setProperty(String key, String value) {
    SystemProperties.checkKey(key);
    return (String) getProperties().setProperty(key, value);
  }

  public static String clearProperty(String key) {
    SystemProperties.checkKey(key);
    return (String) getProperties().remove(key);
  }

  public static void setIn(InputStream now) {
    in = now;
  }

  public static void setOut(PrintStream now) {
    out = now;
  }

  public static void setErr(PrintStream now) {
    err = now;
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

  public static java.util.Map<String, String> getenv() {
    return java.util.Collections.emptyMap();
  }

  public static String lineSeparator() {
    return "\n";
  }
}
