/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What ObjectInputStream.readFields() gives: the values that the stream has of one class of an object, asked for by
 * name. A field that the class here has, and the stream has not, has the value that the caller names. */
package java.io;

final class GetValues extends ObjectInputStream.GetField {
  final ObjectStreamClass desc;
  final FieldValues values;

  GetValues(ObjectStreamClass desc, FieldValues values) {
    this.desc = desc;
    this.values = values;
  }

  @Override
  public ObjectStreamClass getObjectStreamClass() {
    return desc;
  }

  @Override
  public boolean defaulted(String name) {
    if (desc.getField(name) == null && desc.local.getField(name) == null)
      throw new IllegalArgumentException("no such field " + name);
    return desc.getField(name) == null;
  }

  /* Is it a field of the class that the stream has not? */
  private boolean isAbsent(String name, char code) {
    ObjectStreamField own = desc.getField(name) == null ? desc.local.getField(name) : null;
    return own != null && own.isOf(code);
  }

  private long bits(String name, char code, long otherwise) {
    return isAbsent(name, code) ? otherwise : values.bits[values.find(name, code)];
  }

  @Override
  public boolean get(String name, boolean otherwise) {
    return bits(name, 'Z', otherwise ? 1 : 0) != 0;
  }

  @Override
  public byte get(String name, byte otherwise) {
    return (byte) bits(name, 'B', otherwise);
  }

  @Override
  public char get(String name, char otherwise) {
    return (char) bits(name, 'C', otherwise);
  }

  @Override
  public short get(String name, short otherwise) {
    return (short) bits(name, 'S', otherwise);
  }

  @Override
  public int get(String name, int otherwise) {
    return (int) bits(name, 'I', otherwise);
  }

  @Override
  public long get(String name, long otherwise) {
    return bits(name, 'J', otherwise);
  }

  @Override
  public float get(String name, float otherwise) {
    return Float.intBitsToFloat((int) bits(name, 'F', Float.floatToRawIntBits(otherwise)));
  }

  @Override
  public double get(String name, double otherwise) {
    return Double.longBitsToDouble(bits(name, 'D', Double.doubleToRawLongBits(otherwise)));
  }

  @Override
  public Object get(String name, Object otherwise) {
    return isAbsent(name, 'L') ? otherwise : values.references[values.find(name, 'L')];
  }
}
