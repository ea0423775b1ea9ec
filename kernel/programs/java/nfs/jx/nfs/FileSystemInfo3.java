/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What version 3 tells of the file system: the results of FSSTAT, FSINFO and PATHCONF behind the attributes. */
package jx.nfs;

import jx.rpc.XdrWriter;

final class FileSystemInfo3 {
  /* Sizes of READ and WRITE are best multiples of this. */
  private static final int MULTIPLE = 512;

  /* Links, symbolic links, one answer to PATHCONF for all files, times can be set. */
  private static final int PROPERTIES = 1 | 2 | 8 | 16;

  private final FileSystem files;
  private final int preferred;

  /* `preferred' is what clients are advised to READ and WRITE at once, in bytes. */
  FileSystemInfo3(FileSystem files, int preferred) {
    this.files = files;
    this.preferred = preferred;
  }

  /* Bytes and files: of all, free, and free for the caller; it may change at any time. */
  void writeState(XdrWriter to) {
    long free = files.quota.limit - files.quota.used(), freeFiles = free / Inodes.INODE_BYTES;
    to.int64(files.quota.limit);
    to.int64(free);
    to.int64(free);
    to.int64(files.fileCount() + freeFiles);
    to.int64(freeFiles);
    to.int64(freeFiles);
    to.int32(0);
  }

  /* READ and WRITE alike: most, best, multiple; a directory's best; the largest file; times go by nanoseconds. */
  void writeInfo(XdrWriter to) {
    for (int direction = 0; direction < 2; direction++) {
      to.int32(NfsProgram.MOST_DATA);
      to.int32(preferred);
      to.int32(MULTIPLE);
    }
    to.int32(preferred);
    to.int64(RegularFile.LARGEST);
    to.int32(0);
    to.int32(1);
    to.int32(PROPERTIES);
  }

  /* Long names are refused, only the superuser gives files away, names are told apart by case, and keep it. */
  void writeLimits(XdrWriter to) {
    to.int32(FileSystem.MOST_LINKS);
    to.int32(FileSystem.MOST_NAME);
    to.bool(true);
    to.bool(true);
    to.bool(false);
    to.bool(true);
  }
}
