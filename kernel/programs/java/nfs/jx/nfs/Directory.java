/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A directory: names, by hash and in the order in which they came. All memory of it is charged to the quota before it
 * is taken, its tables by their length: they shrink with the names, so that what an empty directory keeps is what a new
 * one has.
 *
 * A client reads a directory in several calls, with a cookie from one to the next, while others change it. Every
 * entry gets a number of its own when it comes, larger than all before, and keeps it: a reader that goes on behind
 * a number sees each entry that stays exactly once. Numbers 1 and 2 are "." and "..", which are no entries here. */
package jx.nfs;

import java.util.Arrays;
import jx.rpc.Slice;

final class Directory extends Inode {
  static final int COOKIE_SELF = 1;
  static final int COOKIE_PARENT = 2;

  /* What an entry takes with its array of no characters: 48 and 32 bytes of the heap (contract/jx.h). */
  static final int ENTRY_BYTES = 80;

  /* What a place in both tables takes. */
  private static final int SLOT_BYTES = 16;

  private static final int LEAST_SLOTS = 4;

  /* What the tables of an empty one take; Inodes charges that with the inode. */
  static final int EMPTY_BYTES = LEAST_SLOTS * SLOT_BYTES;

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
  private final Quota quota;
  private Entry[] chains = new Entry[LEAST_SLOTS];
  private Entry[] entries = new Entry[LEAST_SLOTS];
  private int count;
  private int lastCookie = COOKIE_PARENT;

  Directory(int number, int generation, Directory parent, Quota quota) {
    super(number, generation);
    this.parent = parent == null ? this : parent;
    this.quota = quota;
  }

  @Override
  int type() {
    return DIRECTORY;
  }

  @Override
  long size() {
    return (long) ENTRY_SIZE * (count + 2);
  }

  @Override
  long used() {
    return size();
  }

  int count() {
    return count;
  }

  Entry entry(int index) {
    return entries[index];
  }

  /* null: there is none by that name. */
  Entry find(Slice name) {
    int hash = name.hash();
    for (Entry entry = chains[hash & chains.length - 1]; entry != null; entry = entry.next)
      if (entry.hash == hash && name.holds(entry.name))
        return entry;
    return null;
  }

  /* What its tables have charged to the quota; each entry has charged what it says. */
  long charged() {
    return (long) SLOT_BYTES * entries.length;
  }

  /* There is none by that name yet. When it throws, nothing has changed. */
  void add(Slice name, Inode inode) throws NfsFailure {
    int slots = count < entries.length ? 0 : count;
    if (lastCookie == Integer.MAX_VALUE)
      throw NfsFailure.NOSPC;
    quota.take(ENTRY_BYTES + name.length + (long) SLOT_BYTES * slots);
    if (slots > 0)
      setSlots(2 * count);
    Entry entry = new Entry(name.copy(), name.hash(), ++lastCookie, inode);
    entries[count++] = entry;
    chain(entry);
  }

  void remove(Entry entry) {
    int index = indexAfter(entry.cookie) - 1;
    System.arraycopy(entries, index + 1, entries, index, --count - index);
    entries[count] = null;
    unchain(entry);
    quota.give(entry.charged());
    if (count < entries.length / 4 && entries.length > LEAST_SLOTS) {
      quota.give((long) SLOT_BYTES * (entries.length / 2));
      setSlots(entries.length / 2);
    }
  }

  private void unchain(Entry entry) {
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
    int low = 0, high = count;
    while (low < high) {
      int middle = low + high >>> 1;
      if (entries[middle].cookie > cookie)
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

  /* `slots' is a power of two. */
  private void setSlots(int slots) {
    entries = Arrays.copyOf(entries, slots);
    chains = new Entry[slots];
    for (int i = 0; i < count; i++)
      chain(entries[i]);
  }
}
