/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file with content, in chunks. A chunk that was never written is not there, and reads as zeros; bytes of a chunk
 * behind the end of the file are zero. Chunks, and the table of them, are charged to the quota before they are made:
 * a write that fails has changed nothing. */
package jx.nfs;

import jx.rpc.Slice;

final class RegularFile extends Inode {
  /* As large as a READ or WRITE may be, so that an aligned one touches one chunk. */
  static final int CHUNK = 8192;

  /* The largest size that version 2 can tell. */
  static final long LARGEST = Integer.MAX_VALUE;

  private static final int REFERENCE_BYTES = 8;
  private static final byte[][] NOTHING = new byte[0][];

  private final Quota quota;
  private byte[][] chunks = NOTHING;
  private int present;
  private long size;

  /* Of the exclusive CREATE that made it; see FileSystem.createExclusive(). */
  long createVerifier;
  boolean createdExclusively;

  RegularFile(int number, int generation, Quota quota) {
    super(number, generation);
    this.quota = quota;
  }

  @Override
  int type() {
    return REGULAR;
  }

  @Override
  long size() {
    return size;
  }

  @Override
  long used() {
    return (long) present * CHUNK;
  }

  /* What it has charged to the quota. */
  long charged() {
    return used() + (long) chunks.length * REFERENCE_BYTES;
  }

  /* How many of `count' bytes from `offset' on there are. */
  int available(long offset, int count) {
    return offset < 0 || offset >= size ? 0 : (int) Math.min(count, size - offset);
  }

  /* Copies `count' bytes, all of which are available. */
  void read(long offset, int count, byte[] into, int at) {
    while (count > 0) {
      int within = (int) (offset % CHUNK), part = Math.min(count, CHUNK - within);
      byte[] chunk = chunks[(int) (offset / CHUNK)];
      if (chunk != null)
        System.arraycopy(chunk, within, into, at, part);
      else
        java.util.Arrays.fill(into, at, at + part, (byte) 0);
      offset += part;
      at += part;
      count -= part;
    }
  }

  /* `data' has a byte at least. */
  void write(long offset, Slice data) throws NfsFailure {
    if (offset < 0 || offset > LARGEST - data.length)
      throw NfsFailure.FBIG;
    prepare(offset, offset + data.length);
    copyIn(offset, data);
    size = Math.max(size, offset + data.length);
  }

  void resize(long wanted) throws NfsFailure {
    if (wanted < 0 || wanted > LARGEST)
      throw NfsFailure.FBIG;
    if (wanted < size)
      shrink(wanted);
    else
      growTable(chunkCount(wanted));
    size = wanted;
  }

  /* Gives all its memory back: it is about to go. */
  void empty() {
    shrink(0);
    size = 0;
  }

  private static int chunkCount(long bytes) {
    return (int) ((bytes + CHUNK - 1) / CHUNK);
  }

  /* Makes the chunks of [from, to). */
  private void prepare(long from, long to) throws NfsFailure {
    int first = (int) (from / CHUNK), end = chunkCount(to), missing = 0;
    for (int i = first; i < end; i++)
      if (i >= chunks.length || chunks[i] == null)
        missing++;
    quota.take((long) missing * CHUNK);
    try {
      growTable(end);
    } catch (NfsFailure e) {
      quota.give((long) missing * CHUNK);
      throw e;
    }
    for (int i = first; i < end && missing > 0; i++)
      if (chunks[i] == null)
        chunks[i] = new byte[CHUNK];
    present += missing;
  }

  private void growTable(int count) throws NfsFailure {
    if (count <= chunks.length)
      return;
    int length = Math.max(count, (int) Math.min(2L * chunks.length, chunkCount(LARGEST)));
    quota.take((long) (length - chunks.length) * REFERENCE_BYTES);
    byte[][] longer = new byte[length][];
    System.arraycopy(chunks, 0, longer, 0, chunks.length);
    chunks = longer;
  }

  private void copyIn(long offset, Slice data) {
    for (int done = 0; done < data.length;) {
      int within = (int) (offset % CHUNK), part = Math.min(data.length - done, CHUNK - within);
      System.arraycopy(data.bytes, data.offset + done, chunks[(int) (offset / CHUNK)], within, part);
      offset += part;
      done += part;
    }
  }

  /* The table keeps its length, unless nothing is left. */
  private void shrink(long wanted) {
    int keep = chunkCount(wanted);
    for (int i = keep; i < chunks.length; i++)
      if (chunks[i] != null) {
        chunks[i] = null;
        present--;
        quota.give(CHUNK);
      }
    int within = (int) (wanted % CHUNK);
    if (within > 0 && chunks[keep - 1] != null)
      java.util.Arrays.fill(chunks[keep - 1], within, CHUNK, (byte) 0);
    if (keep == 0) {
      quota.give((long) chunks.length * REFERENCE_BYTES);
      chunks = NOTHING;
    }
  }
}
