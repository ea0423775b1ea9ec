/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A directory: names, by hash and in the order in which they came.
 *
 * A client reads a directory in several calls, with a cookie from one to the next, while others change it. Every
 * entry gets a number of its own when it comes, larger than all before, and keeps it: a reader that goes on behind
 * a number sees each entry that stays exactly once. Numbers 1 and 2 are "." and "..", which are no entries here. */
package jx.nfs;

import java.util.ArrayList;
import jx.rpc.Slice;

final class Directory extends Inode {
  static final int COOKIE_SELF = 1;
  static final int COOKIE_PARENT = 2;

  /* What an entry without its name takes, roughly. */
  static final int ENTRY_BYTES = 64;

  /* What size() says of it: the least that Unix had for an entry. */
  private static final int ENTRY_SIZE = 16;

  static final class Entry {
    final byte[] name;
    final int cookie;
    private final int hash;
    Inode inode;
    private Entry next;

    Entry(byte[] name, int hash, int cookie, Inode inode) {
      this.name = name;
      this.hash = hash;
      this.cookie = cookie;
      this.inode = inode;
    }

    int charged() {
      return ENTRY_BYTES + name.length;
    }
  }

  Directory parent;
  private Entry[] chains = new Entry[4];
  private final ArrayList<Entry> entries = new ArrayList<>();
  private int lastCookie = COOKIE_PARENT;

  Directory(int number, int generation, Directory parent) {
    super(number, generation);
    this.parent = parent == null ? this : parent;
  }

  @Override
  int type() {
    return DIRECTORY;
  }

  @Override
  long size() {
    return (long) ENTRY_SIZE * (entries.size() + 2);
  }

  @Override
  long used() {
    return size();
  }

  int count() {
    return entries.size();
  }

  Entry entry(int index) {
    return entries.get(index);
  }

  /* null: there is none by that name. */
  Entry find(Slice name) {
    int hash = name.hash();
    for (Entry entry = chains[hash & chains.length - 1]; entry != null; entry = entry.next)
      if (entry.hash == hash && name.holds(entry.name))
        return entry;
    return null;
  }

  /* There is none by that name yet. */
  void add(Slice name, Inode inode) {
    if (entries.size() >= chains.length)
      rehash();
    Entry entry = new Entry(name.copy(), name.hash(), ++lastCookie, inode);
    entries.add(entry);
    chain(entry);
  }

  void remove(Entry entry) {
    entries.remove(indexAfter(entry.cookie) - 1);
    int chain = entry.hash & chains.length - 1;
    if (chains[chain] == entry) {
      chains[chain] = entry.next;
      return;
    }
    Entry before = chains[chain];
    while (before.next != entry)
      before = before.next;
    before.next = entry.next;
  }

  /* The index of the first entry whose cookie is larger. */
  int indexAfter(long cookie) {
    int low = 0, high = entries.size();
    while (low < high) {
      int middle = low + high >>> 1;
      if (entries.get(middle).cookie > cookie)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }

  private void chain(Entry entry) {
    int chain = entry.hash & chains.length - 1;
    entry.next = chains[chain];
    chains[chain] = entry;
  }

  private void rehash() {
    chains = new Entry[chains.length * 2];
    for (int i = 0; i < entries.size(); i++)
      chain(entries.get(i));
  }
}
