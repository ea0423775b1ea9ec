/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A client that keeps as much of the server's memory as it can: names of all lengths, files, directories and links by
 * the thousand, until there is no space; then it removes them, and begins in another directory. What it gets is
 * within the file system's quota, and what it gives back can all be had again. */
package jx.nfs;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import jx.rpc.Credentials;
import jx.rpc.Slice;

public final class Hoard {
  private static final int LIMIT = 2 << 20;
  private static final int ROUNDS = 40;

  /* What the quota charges roughly may be more by so much. */
  private static final int TOLERANCE = LIMIT / 4;

  private final Credentials root = Credentials.root();
  private final FileSystem files = new FileSystem(LIMIT, () -> 0);
  private final Random random = new Random(1);
  private String objection;

  private Hoard() {
  }

  /* What is wrong; null when nothing is. */
  public static String objection() {
    Hoard hoard = new Hoard();
    try {
      hoard.fillAndEmpty();
      hoard.fillWithNames(1);
      hoard.fillWithNames(FileSystem.MOST_NAME);
      hoard.renameToLongNames();
    } catch (NfsFailure e) {
      hoard.object("status " + e.status);
    }
    return hoard.objection;
  }

  private void object(String what) {
    if (objection == null)
      objection = what;
  }

  private static long inUse() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private void audit(String when) {
    String what = Audit.objection(files);
    if (what != null)
      object(when + ": " + what);
    if (files.bytesUsed() > LIMIT)
      object(when + ": " + files.bytesUsed() + " bytes are charged");
  }

  private static Slice slice(String text) {
    return new Slice().set(text.getBytes(StandardCharsets.UTF_8));
  }

  private Directory directory(String name) throws NfsFailure {
    return files.makeDirectory(files.root, slice(name), Changes.NONE, root);
  }

  /* The name by that number, of about `length' characters. */
  private static Slice name(int number, int length) {
    StringBuilder text = new StringBuilder(Integer.toString(number, 36));
    while (text.length() < length)
      text.append('_');
    return slice(text.toString());
  }

  /* Makes names in `directory' until there is no space; how many. Links take the least beside their name. */
  private int fill(Directory directory, int length, boolean mixed) throws NfsFailure {
    RegularFile file = null;
    for (int i = 0; ; i++) {
      Slice name = name(i, length > 0 ? length : 1 + random.nextInt(FileSystem.MOST_NAME - 8));
      long before = files.bytesUsed();
      try {
        if (file == null || file.links == FileSystem.MOST_LINKS || mixed && i % 4 == 0)
          file = files.createNew(directory, name, Changes.NONE, root);
        else if (mixed && i % 4 == 1)
          files.makeDirectory(directory, name, Changes.NONE, root);
        else if (mixed && i % 4 == 2)
          files.makeSymlink(directory, name, slice("nowhere"), Changes.NONE, root);
        else
          files.link(file, directory, name, root);
      } catch (NfsFailure e) {
        if (e.status != Status.NOSPC)
          object("a full file system says " + e.status);
        if (files.bytesUsed() != before)
          object("a failure was charged with " + (files.bytesUsed() - before));
        return i;
      }
    }
  }

  private void empty(Directory directory) throws NfsFailure {
    while (directory.count() > 0) {
      Directory.Entry last = directory.entry(directory.count() - 1);
      if (last.inode.type() == Inode.DIRECTORY)
        files.removeDirectory(directory, new Slice().set(last.name), root);
      else
        files.remove(directory, new Slice().set(last.name), root);
    }
  }

  private void fillAndEmpty() throws NfsFailure {
    Directory first = directory("first");
    int made = fill(first, 3, true);
    empty(first);
    long before = inUse(), charged = files.bytesUsed();
    for (int i = 0; i < ROUNDS; i++) {
      Directory each = directory("round" + i);
      if (fill(each, 3, true) < made / 2)
        object("memory that was given back cannot be had again");
      audit("full");
      empty(each);
      audit("empty");
      files.removeDirectory(files.root, slice("round" + i), root);
      directory("left" + i);
      if (i % 2 == 0)
        empty(emptied(i));
    }
    long grown = inUse() - before;
    if (grown > files.bytesUsed() - charged + TOLERANCE)
      object("directories that are empty keep memory");
  }

  /* A directory that stays, and had many names. */
  private Directory emptied(int i) throws NfsFailure {
    Directory stays = directory("stays" + i);
    fill(stays, 3, false);
    return stays;
  }

  private void fillWithNames(int length) throws NfsFailure {
    Directory directory = directory("names" + length);
    long before = inUse(), charged = files.bytesUsed();
    fill(directory, length, false);
    audit("full of names");
    long grown = inUse() - before;
    if (grown > files.bytesUsed() - charged + TOLERANCE)
      object("names of " + length + " characters take more than is charged");
    empty(directory);
    files.removeDirectory(files.root, slice("names" + length), root);
  }

  private void renameToLongNames() throws NfsFailure {
    Directory directory = directory("renamed");
    fill(directory, 1, false);
    long before = files.bytesUsed();
    int refused = 0;
    for (int i = 0; i < directory.count(); i++)
      try {
        files.rename(directory, name(i, 1), directory, name(i, FileSystem.MOST_NAME), root);
      } catch (NfsFailure e) {
        refused += e.status == Status.NOSPC ? 1 : 0;
      }
    audit("renamed");
    if (refused == 0 || files.bytesUsed() < before)
      object("long names are not charged");
    empty(directory);
  }
}
