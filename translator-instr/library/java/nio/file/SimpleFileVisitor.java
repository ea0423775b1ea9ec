/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A walk through all files, which ends with the first exception. */
package java.nio.file;

import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

public class SimpleFileVisitor<T> implements FileVisitor<T> {
  protected SimpleFileVisitor() {
  }

  @Override
  public FileVisitResult preVisitDirectory(T directory, BasicFileAttributes attributes) throws IOException {
    Objects.requireNonNull(directory);
    Objects.requireNonNull(attributes);
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(T file, BasicFileAttributes attributes) throws IOException {
    Objects.requireNonNull(file);
    Objects.requireNonNull(attributes);
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(T file, IOException exception) throws IOException {
    Objects.requireNonNull(file);
    throw exception;
  }

  @Override
  public FileVisitResult postVisitDirectory(T directory, IOException exception) throws IOException {
    Objects.requireNonNull(directory);
    if (exception != null)
      throw exception;
    return FileVisitResult.CONTINUE;
  }
}
