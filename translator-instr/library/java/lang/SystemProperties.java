/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The system's properties. A program that only reads some has no Properties in it. */
package java.lang;

import java.util.Properties;
import jx.files.FileTree;

final class SystemProperties {
  /* Name and value, in turns. There are no users; the system is the one in which this library grew up. */
  private static final String[] STANDARD = {
    "line.separator", "\n", "file.separator", "/", "path.separator", ":", "file.encoding", "UTF-8",
    "java.version", "17", "java.specification.version", "17", "java.vm.specification.version", "17",
    "java.class.version", "61.0", "java.vendor", "JX", "java.vm.name", "JX", "os.name", "JX", "os.version", "1",
    "os.arch", "amd64", "user.name", "root", "user.home", "/", "user.dir", FileTree.WORKING_DIRECTORY, "java.io.tmpdir",
    FileTree.TEMPORARY_DIRECTORY,
  };

  /* null as long as the program has not asked for all, or set one. */
  private static volatile Properties properties;

  private SystemProperties() {
  }

  static void checkKey(String key) {
    if (key == null)
      throw new NullPointerException("key can't be null");
    if (key.isEmpty())
      throw new IllegalArgumentException("key can't be empty");
  }

  static String get(String key) {
    checkKey(key);
    if (properties != null)
      return properties.getProperty(key);
    for (int i = 0; i < STANDARD.length; i += 2)
      if (STANDARD[i].equals(key))
        return STANDARD[i + 1];
    return null;
  }

  static synchronized Properties all() {
    if (properties == null)
      set(null);
    return properties;
  }

  /* null: the standard ones. */
  static synchronized void set(Properties now) {
    Properties all = now;
    if (all == null) {
      all = new Properties();
      for (int i = 0; i < STANDARD.length; i += 2)
        all.setProperty(STANDARD[i], STANDARD[i + 1]);
    }
    properties = all;
  }
}
