/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A class as an object stream describes it: the program's own (lookup()), or one that a stream tells of, which is bound to
 * the program's class of that name. */
package java.io;

import java.util.Arrays;
import java.util.HashMap;

public final class ObjectStreamClass implements Serializable {
  public static final ObjectStreamField[] NO_FIELDS = new ObjectStreamField[0];

  private static final HashMap<Class<?>, ObjectStreamClass> LOCAL = new HashMap<>();

  final String name;
  long uid;
  int flags;                       /* SC_... */
  ObjectStreamField[] fields;
  ObjectStreamClass superDesc;     /* null: it has no serializable superclass */
  boolean complete;                /* of a stream: all has been read */
  Class<?> type;                   /* null: the program has no such class */
  ObjectStreamClass local;         /* the program's description of `type`: this, or of a stream's the other one */
  int row = -1;                    /* of a local one, in SerialTable; -1: it is not serializable */
  private int abilities;           /* SerialTable.flags() */

  /* As a stream tells of it. */
  ObjectStreamClass(String name) {
    this.name = name;
  }

  private ObjectStreamClass(Class<?> type) {
    this.type = type;
    name = type.getName();
    local = this;
    complete = true;
    row = SerialTable.row(type);
    fields = NO_FIELDS;
    if (row < 0)
      return;
    abilities = SerialTable.flags(row);
    uid = SerialTable.uid(row);
    Class<?> above = type.getSuperclass();
    superDesc = above != null && !type.isArray() && SerialTable.row(above) >= 0 ? lookup(above) : null;
    boolean isEnum = Enum.class.isAssignableFrom(type);
    flags = can(SerialTable.EXTERNAL) ? ObjectStreamConstants.SC_EXTERNALIZABLE | ObjectStreamConstants.SC_BLOCK_DATA
      : ObjectStreamConstants.SC_SERIALIZABLE | (isEnum ? ObjectStreamConstants.SC_ENUM : 0)
        | (can(SerialTable.WRITE) && !isEnum ? ObjectStreamConstants.SC_WRITE_METHOD : 0);
    if (!isEnum)
      fields = chosenFields();
    layOut(fields);
  }

  private ObjectStreamField[] chosenFields() {
    ObjectStreamField[] own = new ObjectStreamField[SerialTable.fieldCount(row)];
    for (int i = 0; i < own.length; i++)
      own[i] = new ObjectStreamField(SerialTable.fieldName(row, i), SerialTable.fieldType(row, i),
        SerialTable.fieldPlace(row, i));
    ObjectStreamField[] given = (ObjectStreamField[]) SerialTable.persistent(row);
    if (given == null)
      return own;
    ObjectStreamField[] chosen = new ObjectStreamField[given.length];
    for (int i = 0; i < chosen.length; i++)
      chosen[i] = new ObjectStreamField(given[i], placeAmong(own, given[i]));
    Arrays.sort(chosen);
    return chosen;
  }

  /* 0: the class has no such field. */
  private static int placeAmong(ObjectStreamField[] own, ObjectStreamField field) {
    for (ObjectStreamField mine : own)
      if (mine.getName().equals(field.getName()) && mine.signature().equals(field.signature()))
        return mine.place;
    return 0;
  }

  /* Offsets as GetField's users see them: bytes among the primitives, places among the references. */
  static void layOut(ObjectStreamField[] fields) {
    int bytes = 0;
    int references = 0;
    for (ObjectStreamField field : fields)
      if (field.isPrimitive()) {
        field.setOffset(bytes);
        bytes += field.bytes();
      } else {
        field.setOffset(references++);
      }
  }

  /* null: its objects cannot be written. */
  public static ObjectStreamClass lookup(Class<?> type) {
    ObjectStreamClass found = lookupAny(type);
    return found.row < 0 ? null : found;
  }

  public static ObjectStreamClass lookupAny(Class<?> type) {
    synchronized (LOCAL) {
      ObjectStreamClass found = LOCAL.get(type);
      if (found != null)
        return found;
    }
    ObjectStreamClass made = new ObjectStreamClass(type);   /* runs initializers of classes: no lock is held */
    synchronized (LOCAL) {
      ObjectStreamClass before = LOCAL.putIfAbsent(type, made);
      return before == null ? made : before;
    }
  }

  public String getName() {
    return name;
  }

  public long getSerialVersionUID() {
    return uid;
  }

  public Class<?> forClass() {
    return type;
  }

  public ObjectStreamField[] getFields() {
    return fields.clone();
  }

  public ObjectStreamField getField(String wanted) {
    for (ObjectStreamField field : fields)
      if (field.getName().equals(wanted))
        return field;
    return null;
  }

  boolean can(int ability) {
    return (abilities & ability) != 0;
  }

  boolean isEnum() {
    return (flags & ObjectStreamConstants.SC_ENUM) != 0;
  }

  boolean isExternal() {
    return (flags & ObjectStreamConstants.SC_EXTERNALIZABLE) != 0;
  }

  boolean hasWriteData() {
    return (flags & ObjectStreamConstants.SC_WRITE_METHOD) != 0;
  }

  /* No class is above itself; so a stream's classes above one another are never more than the program has. */
  private void checkOnce() throws InvalidClassException {
    for (ObjectStreamClass above = superDesc; above != null; above = above.superDesc)
      if (above.type == type)
        throw new InvalidClassException("Circular reference.");
  }

  private static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /* Of a class that a stream tells of: is `found` that class? Then the fields of both are brought together. */
  void bind(Class<?> found) throws InvalidClassException {
    type = found;
    local = lookupAny(found);
    checkOnce();
    if (isEnum() != Enum.class.isAssignableFrom(found))
      throw new InvalidClassException(isEnum() ? "cannot bind enum descriptor to a non-enum class"
        : "cannot bind non-enum descriptor to an enum class");
    if (local.row >= 0 && !found.isArray() && uid != local.uid)
      throw new InvalidClassException(name, "local class incompatible: stream classdesc serialVersionUID = " + uid
        + ", local class serialVersionUID = " + local.uid);
    if (!simple(name).equals(simple(local.name)))
      throw new InvalidClassException(local.name, "local class name incompatible with stream class name \"" + name
        + "\"");
    if (!isEnum() && local.row >= 0 && isExternal() != local.isExternal())
      throw new InvalidClassException(name, "Serializable incompatible with Externalizable");
    for (ObjectStreamField field : fields) {
      ObjectStreamField mine = local.getField(field.getName());
      if (mine != null && (field.isPrimitive() || mine.isPrimitive()) && field.getTypeCode() != mine.getTypeCode())
        throw new InvalidClassException(name, "incompatible types for field " + field.getName());
      field.local = mine;
    }
  }

  @Override
  public String toString() {
    return name + ": static final long serialVersionUID = " + uid + "L;";
  }
}
