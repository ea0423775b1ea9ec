/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a file is opened. A file in memory is always in step with itself: SYNC and DSYNC do nothing. */
package java.nio.file;

public enum StandardOpenOption implements OpenOption {
  READ, WRITE, APPEND, TRUNCATE_EXISTING, CREATE, CREATE_NEW, DELETE_ON_CLOSE, SPARSE, SYNC, DSYNC
}
