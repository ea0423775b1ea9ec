/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Arrays of primitive types in object streams: the length, then the elements. */
package java.io;

final class ArrayValues {
  private ArrayValues() {
  }

  static void write(Object array, BlockOutput out) throws IOException {
    if (array instanceof byte[]) {
      out.writeInt(((byte[]) array).length);
      out.write((byte[]) array);
    } else if (array instanceof int[]) {
      out.writeInt(((int[]) array).length);
      for (int value : (int[]) array)
        out.writeInt(value);
    } else if (array instanceof long[]) {
      out.writeInt(((long[]) array).length);
      for (long value : (long[]) array)
        out.writeLong(value);
    } else if (array instanceof double[]) {
      out.writeInt(((double[]) array).length);
      for (double value : (double[]) array)
        out.writeDouble(value);
    } else if (array instanceof char[]) {
      out.writeInt(((char[]) array).length);
      for (char value : (char[]) array)
        out.writeChar(value);
    } else {
      writeRare(array, out);
    }
  }

  private static void writeRare(Object array, BlockOutput out) throws IOException {
    if (array instanceof float[]) {
      out.writeInt(((float[]) array).length);
      for (float value : (float[]) array)
        out.writeFloat(value);
    } else if (array instanceof short[]) {
      out.writeInt(((short[]) array).length);
      for (short value : (short[]) array)
        out.writeShort(value);
    } else {
      out.writeInt(((boolean[]) array).length);
      for (boolean value : (boolean[]) array)
        out.writeBoolean(value);
    }
  }

  /* Bytes of an element; 1 of a reference, which takes one or more. */
  static int elementBytes(Class<?> array) {
    Class<?> element = array.getComponentType();
    return element.isPrimitive() ? new ObjectStreamField("", element).bytes() : 1;
  }

  static void read(Object array, BlockInput in) throws IOException {
    if (array instanceof byte[]) {
      in.readFully((byte[]) array);
    } else if (array instanceof int[]) {
      int[] values = (int[]) array;
      for (int i = 0; i < values.length; i++)
        values[i] = in.readInt();
    } else if (array instanceof long[]) {
      long[] values = (long[]) array;
      for (int i = 0; i < values.length; i++)
        values[i] = in.readLong();
    } else if (array instanceof double[]) {
      double[] values = (double[]) array;
      for (int i = 0; i < values.length; i++)
        values[i] = in.readDouble();
    } else if (array instanceof char[]) {
      char[] values = (char[]) array;
      for (int i = 0; i < values.length; i++)
        values[i] = in.readChar();
    } else {
      readRare(array, in);
    }
  }

  private static void readRare(Object array, BlockInput in) throws IOException {
    if (array instanceof float[]) {
      float[] values = (float[]) array;
      for (int i = 0; i < values.length; i++)
        values[i] = in.readFloat();
    } else if (array instanceof short[]) {
      short[] values = (short[]) array;
      for (int i = 0; i < values.length; i++)
        values[i] = in.readShort();
    } else {
      boolean[] values = (boolean[]) array;
      for (int i = 0; i < values.length; i++)
        values[i] = in.readBoolean();
    }
  }
}
