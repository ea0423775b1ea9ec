/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The characters of a file. */
package java.io;

import java.nio.charset.Charset;

public class FileReader extends InputStreamReader {
  public FileReader(String path) throws FileNotFoundException {
    super(new FileInputStream(path));
  }

  public FileReader(File file) throws FileNotFoundException {
    super(new FileInputStream(file));
  }

  public FileReader(String path, Charset charset) throws IOException {
    super(new FileInputStream(path), charset);
  }

  public FileReader(File file, Charset charset) throws IOException {
    super(new FileInputStream(file), charset);
  }
}
