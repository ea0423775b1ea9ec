/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a file is copied or moved. */
package java.nio.file;

public enum StandardCopyOption implements CopyOption {
  REPLACE_EXISTING, COPY_ATTRIBUTES, ATOMIC_MOVE
}
