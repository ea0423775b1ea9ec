/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The inodes of a file system by number. A number is used again when its file is gone, always with another
 * generation, so a handle of the old file finds nothing: STALE. */
package jx.nfs;

import java.util.Arrays;

final class Inodes {
  /* What an inode takes, roughly, and what its place in the tables does, which is kept when it is gone. */
  static final int INODE_BYTES = 192;
  static final int PLACE_BYTES = 24;

  private static final int ROOT = 1;

  private final Quota quota;
  private Inode[] table = new Inode[64];
  private int[] free = new int[64];
  private int freeCount;
  private int end = ROOT;
  private int generation = 1;

  Inodes(Quota quota) {
    this.quota = quota;
  }

  int count() {
    return end - ROOT - freeCount;
  }

  /* Generations go on from here. */
  void setGeneration(int generation) {
    this.generation = generation;
  }

  Directory newDirectory(Directory parent) throws NfsFailure {
    return (Directory) put(new Directory(nextNumber(), generation, parent, quota), Directory.EMPTY_BYTES);
  }

  RegularFile newFile() throws NfsFailure {
    return (RegularFile) put(new RegularFile(nextNumber(), generation, quota), 0);
  }

  Symlink newSymlink(byte[] target) throws NfsFailure {
    return (Symlink) put(new Symlink(nextNumber(), generation, target), target.length);
  }

  /* The memory of a file's content has been given back, and a directory is empty. */
  void remove(Inode inode) {
    int type = inode.type();
    quota.give(INODE_BYTES + (type == Inode.SYMLINK ? inode.size() : type == Inode.DIRECTORY ? Directory.EMPTY_BYTES : 0));
    table[inode.number] = null;
    if (freeCount == free.length)
      free = Arrays.copyOf(free, 2 * freeCount);
    free[freeCount++] = inode.number;
  }

  /* null: gone, or never there. */
  Inode find(int number, int generation) {
    if (number < ROOT || number >= end || table[number] == null || table[number].generation != generation)
      return null;
    return table[number];
  }

  private int nextNumber() {
    return freeCount > 0 ? free[freeCount - 1] : end;
  }

  /* What tables of places take that have had inodes. */
  long charged() {
    return (long) PLACE_BYTES * (end - ROOT);
  }

  /* `more' is what it takes besides. */
  private Inode put(Inode inode, int more) throws NfsFailure {
    quota.take(INODE_BYTES + more + (freeCount > 0 ? 0 : PLACE_BYTES));
    generation++;
    if (freeCount > 0)
      freeCount--;
    else if (end++ == table.length)
      table = Arrays.copyOf(table, 2 * table.length);
    table[inode.number] = inode;
    return inode;
  }
}
