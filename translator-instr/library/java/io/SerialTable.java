/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The table of the program's serializable classes, which the translator has made: a row for each. Natives take a row's
 * number, and do not test what they are given. */
package java.io;

final class SerialTable {
  /* Bits of flags(). */
  static final int EXTERNAL = 1;
  static final int MADE = 2;
  static final int RECORD = 4;
  static final int CONSTRUCT = 8;
  static final int WRITE = 16;
  static final int READ = 32;
  static final int READ_NONE = 64;
  static final int REPLACE = 128;
  static final int RESOLVE = 256;

  private SerialTable() {
  }

  /* -1: it is not serializable. */
  static native int row(Class<?> type);

  /* The class or array class of this name; null: the program has none. */
  static native Class<?> find(String name);

  static native long uid(int row);

  static native int flags(int row);

  static native int fieldCount(int row);

  /* Names and types are interned. */
  static native String fieldName(int row, int field);

  static native String fieldType(int row, int field);

  /* 0: the field is in streams only. */
  static native int fieldPlace(int row, int field);

  static native Object persistent(int row);

  /* An object of a row with MADE and CONSTRUCT. */
  static native Object make(int row);

  static native Object makeArray(Class<?> array, int length);

  static native long bits(Object object, int place, int bytes);

  static native void setBits(Object object, int place, int bytes, long value);

  static native Object reference(Object object, int place);

  static native void setReference(Object object, int place, Object value);

  static native void callWrite(int row, Object object, ObjectOutputStream stream) throws IOException;

  static native void callRead(int row, Object object, ObjectInputStream stream)
      throws IOException, ClassNotFoundException;

  static native void callReadNone(int row, Object object) throws ObjectStreamException;

  static native Object callReplace(int row, Object object) throws ObjectStreamException;

  static native Object callResolve(int row, Object object) throws ObjectStreamException;
}
