/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A field of a class in object streams. */
package java.io;

public class ObjectStreamField implements Comparable<Object> {
  private final String name;
  private final String signature;   /* interned, as a stream has it once */
  private final boolean unshared;
  private Class<?> type;            /* null: it is asked for when it is needed */
  private int offset;               /* in what GetField and the like count */
  int place;                        /* in the object; 0: it has none */
  ObjectStreamField local;          /* of a field that a stream tells of: the class's own; null: it has none */

  public ObjectStreamField(String name, Class<?> type) {
    this(name, type, false);
  }

  public ObjectStreamField(String name, Class<?> type, boolean unshared) {
    this.name = java.util.Objects.requireNonNull(name);
    this.type = type;
    this.signature = signatureOf(type).intern();
    this.unshared = unshared;
  }

  ObjectStreamField(String name, String signature, int place) {
    this.name = name;
    this.signature = signature;
    this.place = place;
    unshared = false;
  }

  /* The program's own field object as one class has it: the program may give one to several classes. */
  ObjectStreamField(ObjectStreamField of, int place) {
    name = of.name;
    signature = of.signature;
    unshared = of.unshared;
    type = of.type;
    this.place = place;
  }

  private static final String LETTERS = "ZBCSIJFD";
  private static final Class<?>[] PRIMITIVES = {boolean.class, byte.class, char.class, short.class, int.class,
    long.class, float.class, double.class};
  private static final int[] BYTES = {1, 1, 2, 2, 4, 8, 4, 8};

  private static String signatureOf(Class<?> type) {
    for (int i = 0; i < PRIMITIVES.length; i++)
      if (PRIMITIVES[i] == (Object) type)
        return LETTERS.substring(i, i + 1);
    return type.isArray() ? type.getName().replace('.', '/') : "L" + type.getName().replace('.', '/') + ";";
  }

  /* Is it the descriptor of a field's type? */
  static boolean isSignature(String text) {
    int start = 0;
    while (start < text.length() && text.charAt(start) == '[')
      start++;
    if (start == text.length() || start > 255)
      return false;
    if (text.charAt(start) == 'L')
      return text.indexOf(';') == text.length() - 1 && text.length() > start + 2;
    return text.length() == start + 1 && LETTERS.indexOf(text.charAt(start)) >= 0;
  }

  public String getName() {
    return name;
  }

  /* Object, where the program has no such class. */
  public Class<?> getType() {
    Class<?> found = knownType();
    return found == null ? Object.class : found;
  }

  /* null: the program has no such class. */
  Class<?> knownType() {
    if (type == null)
      type = isPrimitive() ? PRIMITIVES[LETTERS.indexOf(signature.charAt(0))] : SerialTable.find(className(signature));
    return type;
  }

  private static String className(String signature) {
    String dotted = signature.replace('/', '.');
    return dotted.charAt(0) == '[' ? dotted : dotted.substring(1, dotted.length() - 1);
  }

  String signature() {
    return signature;
  }

  public char getTypeCode() {
    return signature.charAt(0);
  }

  public String getTypeString() {
    return isPrimitive() ? null : signature;
  }

  public boolean isPrimitive() {
    char code = signature.charAt(0);
    return code != 'L' && code != '[';
  }

  /* Whether its type has this code; L: any reference. */
  boolean isOf(char code) {
    return code == 'L' ? !isPrimitive() : getTypeCode() == code;
  }

  /* Of a value of a primitive type; else 0. */
  int bytes() {
    return isPrimitive() ? BYTES[LETTERS.indexOf(signature.charAt(0))] : 0;
  }

  public boolean isUnshared() {
    return unshared;
  }

  public int getOffset() {
    return offset;
  }

  protected void setOffset(int offset) {
    this.offset = offset;
  }

  /* Primitives first, then by name. */
  @Override
  public int compareTo(Object object) {
    ObjectStreamField other = (ObjectStreamField) object;
    if (isPrimitive() != other.isPrimitive())
      return isPrimitive() ? -1 : 1;
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return signature + ' ' + name;
  }
}
