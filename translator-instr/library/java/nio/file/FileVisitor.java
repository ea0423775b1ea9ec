/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a walk through a tree does at each file. */
package java.nio.file;

import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;

public interface FileVisitor<T> {
  FileVisitResult preVisitDirectory(T directory, BasicFileAttributes attributes) throws IOException;

  FileVisitResult visitFile(T file, BasicFileAttributes attributes) throws IOException;

  FileVisitResult visitFileFailed(T file, IOException exception) throws IOException;

  FileVisitResult postVisitDirectory(T directory, IOException exception) throws IOException;
}
