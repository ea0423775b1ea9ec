/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's input by position: in the kernel the file that was loaded with it (INPUT=), on the host standard input
 * if it is a regular file, else nothing. System.in reads the same bytes one after the other. */
package jx.files;

final class Input {
  private Input() {
  }

  static native long size();

  /* Copies bytes [at, at + count) of the input, which has them. Returns how many it could read. */
  static native int read(long at, byte[] to, int offset, int count);

  /* As read(), all of them or Failure. */
  static void copy(long at, byte[] to, int offset, int count) throws Failure {
    if (read(at, to, offset, count) < count)
      throw new Failure(Failure.Reason.BROKEN);
  }
}
