/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The fields that one class has of one object, on their way between the object and a stream. */
package java.io;

final class FieldValues {
  final ObjectStreamField[] fields;
  final long[] bits;          /* of primitives, by field */
  final Object[] references;
  final boolean[] given;      /* the stream had the field, or the program has set it */

  FieldValues(ObjectStreamField[] fields) {
    this.fields = fields;
    bits = new long[fields.length];
    references = new Object[fields.length];
    given = new boolean[fields.length];
  }

  /* The number of the field; `code` is the type's, L for any reference. */
  int find(String name, char code) {
    for (int i = 0; i < fields.length; i++)
      if (fields[i].getName().equals(name) && fields[i].isOf(code))
        return i;
    throw new IllegalArgumentException("no such field " + name + " with type "
      + (code == 'L' ? "class java.lang.Object" : new ObjectStreamField(name, String.valueOf(code), 0).getType()));
  }

  void set(String name, char code, long value) {
    int at = find(name, code);
    bits[at] = value;
    given[at] = true;
  }

  void set(String name, Object value) {
    int at = find(name, 'L');
    references[at] = value;
    given[at] = true;
  }

  /* Takes them from an object. */
  void take(Object from) {
    for (int i = 0; i < fields.length; i++) {
      ObjectStreamField field = fields[i];
      if (field.place == 0)
        continue;
      if (field.isPrimitive())
        bits[i] = SerialTable.bits(from, field.place, field.bytes());
      else
        references[i] = SerialTable.reference(from, field.place);
    }
  }

  /* Gives those to the object that its class has, and that the stream had. */
  void give(Object to, String className) {
    for (int i = 0; i < fields.length; i++) {
      ObjectStreamField mine = fields[i].local;
      if (mine == null || mine.place == 0 || !given[i])
        continue;
      if (mine.isPrimitive()) {
        SerialTable.setBits(to, mine.place, mine.bytes(), bits[i]);
        continue;
      }
      Class<?> type = mine.knownType();
      if (references[i] != null && (type == null || !type.isInstance(references[i])))
        throw new ClassCastException("cannot assign instance of " + references[i].getClass().getName() + " to field "
          + className + "." + mine.getName() + " of type " + typeName(mine) + " in instance of "
          + to.getClass().getName());
      SerialTable.setReference(to, mine.place, references[i]);
    }
  }

  private static String typeName(ObjectStreamField field) {
    String name = field.signature().replace('/', '.');
    return name.charAt(0) == 'L' ? name.substring(1, name.length() - 1) : name;
  }
}
