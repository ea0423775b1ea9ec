/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A writer in the place of the stream that Throwable prints its trace to. */
package java.lang;

import java.io.PrintStream;
import java.io.PrintWriter;

final class TracePrinter extends PrintStream {
  private final PrintWriter writer;

  TracePrinter(PrintWriter writer) {
    super(System.err);
    this.writer = writer;
  }

  @Override
  public void println(Object line) {
    writer.println(line);
  }

  @Override
  public void println(String line) {
    writer.println(line);
  }
}
