/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A property that a new file is to have; there is none that this file system takes. */
package java.nio.file.attribute;

public interface FileAttribute<T> {
  String name();

  T value();
}
