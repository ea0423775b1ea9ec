/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A symbolic link: bytes that only clients make sense of. */
package jx.nfs;

final class Symlink extends Inode {
  final byte[] target;

  Symlink(int number, int generation, byte[] target) {
    super(number, generation);
    this.target = target;
  }

  @Override
  int type() {
    return SYMLINK;
  }

  @Override
  long size() {
    return target.length;
  }

  @Override
  long used() {
    return target.length;
  }
}
