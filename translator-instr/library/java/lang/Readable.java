/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where characters can be read from. */
package java.lang;

import java.io.IOException;
import java.nio.CharBuffer;

public interface Readable {
  /* How many characters were put into `to`; -1 at the end. */
  int read(CharBuffer to) throws IOException;
}
