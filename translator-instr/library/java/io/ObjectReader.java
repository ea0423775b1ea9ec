/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What ObjectInputStream does to read one object after the other: what has been read so far and can be referred to, the
 * objects with what each of their classes has, and the descriptions of classes. The stream itself has what programs
 * call and override. Only objects of classes that the program has are made. Nothing is made larger than what is left of
 * the bytes could fill, where that is known (a ByteArrayInputStream). */
package java.io;

import java.util.ArrayList;

final class ObjectReader implements ObjectStreamConstants {
  /* What stands for an object that was written unshared. */
  private static final Object UNSHARED = new Object();

  private final ObjectInputStream stream;
  private final BlockInput in;
  private final ArrayList<Object> handles = new ArrayList<>();
  private int depth;
  private int passed;               /* the handle of what has been read last */
  private long owed;                /* elements that the arrays which are being read still expect, each a byte or
                                     * more */
  boolean resolves;                 /* objects are shown to the stream's resolveObject() */

  /* The object whose readObject() runs, for the class that declares it; null: none does. */
  private Object current;
  private ObjectStreamClass currentClass;

  ObjectReader(ObjectInputStream stream, BlockInput in) {
    this.stream = stream;
    this.in = in;
    in.onReset = handles::clear;
  }

  /* Nothing that was read can be referred to any more. */
  void forget() {
    handles.clear();
  }

  /* Is an object being read? */
  boolean isActive() {
    return depth > 0;
  }

  /* ---- objects ---- */

  Object readAny(boolean unshared) throws IOException, ClassNotFoundException {
    boolean were = in.hasBlocks();
    if (were) {
      if (in.left() > 0)
        throw new OptionalDataException(in.left());
      if (in.dataEnd)
        throw new OptionalDataException(true);
      in.setBlocks(false);
    }
    depth++;
    try {
      while (in.peek() == TC_RESET)
        forgetAll();
      return readTagged(unshared, were);
    } finally {
      depth--;
      in.setBlocks(were);
    }
  }

  private void forgetAll() throws IOException {
    in.readByte();
    if (depth > 1)
      throw new StreamCorruptedException("unexpected reset; recursion depth: " + (depth - 1));
    handles.clear();
  }

  private Object readTagged(boolean unshared, boolean hadBlocks) throws IOException, ClassNotFoundException {
    int tag = in.peek();
    switch (tag) {
      case TC_NULL:
        in.readByte();
        return null;
      case TC_REFERENCE:
        return readHandle(unshared);
      case TC_CLASS:
        return readClassObject(unshared);
      case TC_CLASSDESC:
        return readClass();
      case TC_STRING:
      case TC_LONGSTRING:
        return resolved(readString(unshared));
      case TC_ARRAY:
        return resolved(readArray(unshared));
      case TC_ENUM:
        return resolved(readEnum(unshared));
      case TC_OBJECT:
        return resolved(readOrdinary(unshared));
      case TC_EXCEPTION:
        throw aborted();
      case TC_PROXYCLASSDESC:
        throw new InvalidClassException("proxies cannot be read");
      default:
        throw unexpected(tag, hadBlocks);
    }
  }

  private IOException unexpected(int tag, boolean hadBlocks) throws IOException {
    if (tag == TC_ENDBLOCKDATA)
      return hadBlocks ? new OptionalDataException(true) : new StreamCorruptedException("unexpected end of block data");
    if (tag != TC_BLOCKDATA && tag != TC_BLOCKDATALONG)
      return new StreamCorruptedException("invalid type code: " + BlockInput.hex(tag, 2));
    if (!hadBlocks)
      return new StreamCorruptedException("unexpected block data");
    in.setBlocks(true);
    in.openBlock();
    int left = in.left();
    return new OptionalDataException(left);
  }

  private Object resolved(Object object) throws IOException {
    if (!resolves || object == null || depth == 0)
      return object;
    int handle = passed;
    Object resolved = stream.resolveObject(object);
    if (resolved != object && handle < handles.size() && handles.get(handle) == object)
      handles.set(handle, resolved);
    return resolved;
  }

  private IOException aborted() throws IOException, ClassNotFoundException {
    in.readByte();
    handles.clear();
    Object cause = readAny(false);
    handles.clear();
    if (!(cause instanceof IOException))
      throw new StreamCorruptedException("the stream ends with what is no exception");
    return new WriteAbortedException("writing aborted", (IOException) cause);
  }

  private int newHandle(Object object) {
    handles.add(object);
    return handles.size() - 1;
  }

  private Object readHandle(boolean unshared) throws IOException {
    in.readByte();
    int number = in.readInt();
    int handle = number - baseWireHandle;
    if (handle < 0 || handle >= handles.size())
      throw new StreamCorruptedException("invalid handle value: " + BlockInput.hex(number, 8));
    Object object = handles.get(handle);
    if (unshared)
      throw new InvalidObjectException("cannot read back reference as unshared");
    if (object == UNSHARED)
      throw new InvalidObjectException("cannot read back reference to unshared object");
    return object;
  }

  private Object readClassObject(boolean unshared) throws IOException, ClassNotFoundException {
    in.readByte();
    ObjectStreamClass desc = readClassOrNull();
    if (desc == null)
      throw new StreamCorruptedException("a class without a description");
    newHandle(unshared ? UNSHARED : desc.type);
    return desc.type;
  }

  private String readString(boolean unshared) throws IOException {
    int tag = in.readByte();
    long length = tag == TC_STRING ? in.readUnsignedShort() : in.readLong();
    if (length < 0 || length > Integer.MAX_VALUE - 8)
      throw new StreamCorruptedException("a string of " + length + " bytes");
    demand(length);
    byte[] bytes = new byte[(int) length];
    in.readFully(bytes);
    String text = ModifiedUtf8.decode(bytes);
    passed = newHandle(unshared ? UNSHARED : text);
    return text;
  }

  private String readTypeString() throws IOException, ClassNotFoundException {
    Object text = in.peek() == TC_REFERENCE ? readHandle(false)
      : in.peek() == TC_STRING || in.peek() == TC_LONGSTRING ? readString(false) : null;
    if (!(text instanceof String))
      throw new StreamCorruptedException("invalid type code: " + BlockInput.hex(in.peek(), 2));
    return (String) text;
  }

  /* So many bytes must follow, besides those of the arrays around. */
  private void demand(long bytes) throws IOException {
    long most = in.most();
    if (most >= 0 && bytes + owed > most)
      throw new EOFException();
  }

  private Object readArray(boolean unshared) throws IOException, ClassNotFoundException {
    in.readByte();
    ObjectStreamClass desc = readClassOrNull();
    int length = in.readInt();
    if (desc == null || !desc.type.isArray())
      throw new InvalidClassException(desc == null ? "null" : desc.name, "is no array");
    if (length < 0)
      throw new StreamCorruptedException("Array length is negative");
    demand((long) length * ArrayValues.elementBytes(desc.type));
    Object array = SerialTable.makeArray(desc.type, length);
    int handle = newHandle(unshared ? UNSHARED : array);
    if (array instanceof Object[])
      readElements((Object[]) array);
    else
      ArrayValues.read(array, in);
    passed = handle;
    return array;
  }

  private void readElements(Object[] elements) throws IOException, ClassNotFoundException {
    long around = owed;
    try {
      for (int i = 0; i < elements.length; i++) {
        owed = around + elements.length - 1 - i;
        elements[i] = readAny(false);
      }
    } finally {
      owed = around;
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Object readEnum(boolean unshared) throws IOException, ClassNotFoundException {
    in.readByte();
    ObjectStreamClass desc = readClassOrNull();
    if (desc == null || !desc.isEnum())
      throw new InvalidClassException("non-enum class: " + (desc == null ? "null" : desc.name));
    int handle = newHandle(UNSHARED);
    String name = readTypeString();
    Object constant;
    try {
      constant = Enum.valueOf((Class) desc.type, name);
    } catch (IllegalArgumentException e) {
      InvalidObjectException wrong = new InvalidObjectException("enum constant " + name + " does not exist in "
        + desc.type, e);
      throw wrong;
    }
    if (!unshared)
      handles.set(handle, constant);
    passed = handle;
    return constant;
  }

  private Object readOrdinary(boolean unshared) throws IOException, ClassNotFoundException {
    in.readByte();
    ObjectStreamClass desc = readClassOrNull();
    if (desc == null)
      throw new StreamCorruptedException("an object without a class");
    ObjectStreamClass local = desc.local;
    if (desc.isEnum() || desc.type.isArray() || desc.type == (Object) String.class || desc.type == (Object) Class.class
        || desc.type == (Object) ObjectStreamClass.class)
      throw new InvalidClassException("invalid class descriptor");
    if (local.row < 0)
      throw new InvalidClassException(desc.name, "class invalid for deserialization");
    if (!local.can(SerialTable.MADE) || !local.can(SerialTable.CONSTRUCT))
      throw new InvalidClassException(desc.name, "no valid constructor");
    Object object = SerialTable.make(local.row);
    int handle = newHandle(unshared ? UNSHARED : object);
    if (desc.isExternal())
      readExternal((Externalizable) object, desc);
    else
      readOfClasses(object, desc);
    if (local.can(SerialTable.RESOLVE)) {
      object = SerialTable.callResolve(local.row, object);
      if (!unshared)
        handles.set(handle, object);
    }
    passed = handle;
    return object;
  }

  private void readExternal(Externalizable object, ObjectStreamClass desc) throws IOException, ClassNotFoundException {
    Object before = current;
    ObjectStreamClass beforeClass = currentClass;
    boolean blocks = (desc.flags & SC_BLOCK_DATA) != 0;
    current = null;
    currentClass = null;
    try {
      in.setBlocks(blocks);
      object.readExternal(stream);
    } finally {
      current = before;
      currentClass = beforeClass;
    }
    if (blocks)
      skipCustomData();
  }

  /* ---- what each class has of an object ---- */

  /* The classes of the stream, and those of the object that the stream does not know, subclasses first. null in
   * `described`: the stream has nothing of this class. */
  private static void layOut(ObjectStreamClass desc, ArrayList<ObjectStreamClass> described,
      ArrayList<ObjectStreamClass> own) {
    ObjectStreamClass start = desc.local;
    for (ObjectStreamClass each = desc; each != null; each = each.superDesc) {
      ObjectStreamClass match = start;
      while (match != null && match.type != each.type)
        match = match.superDesc;
      for (; match != null && start != match; start = start.superDesc) {
        described.add(null);
        own.add(start);
      }
      if (match != null)
        start = match.superDesc;
      described.add(each);
      own.add(match);
    }
    for (; start != null; start = start.superDesc) {
      described.add(null);
      own.add(start);
    }
  }

  private void readOfClasses(Object object, ObjectStreamClass desc) throws IOException, ClassNotFoundException {
    ArrayList<ObjectStreamClass> described = new ArrayList<>();
    ArrayList<ObjectStreamClass> own = new ArrayList<>();
    layOut(desc, described, own);
    for (int i = described.size() - 1; i >= 0; i--) {
      ObjectStreamClass mine = own.get(i);
      if (described.get(i) != null)
        readOfClass(object, described.get(i), mine);
      else if (mine.can(SerialTable.READ_NONE))
        SerialTable.callReadNone(mine.row, object);
    }
  }

  private void readOfClass(Object object, ObjectStreamClass desc, ObjectStreamClass mine)
      throws IOException, ClassNotFoundException {
    if (mine != null && mine.can(SerialTable.READ))
      callRead(object, desc, mine);
    else
      readFieldsOf(mine == null ? null : object, desc);
    if (desc.hasWriteData())
      skipCustomData();
    else
      in.setBlocks(false);
  }

  private void callRead(Object object, ObjectStreamClass desc, ObjectStreamClass mine)
      throws IOException, ClassNotFoundException {
    Object before = current;
    ObjectStreamClass beforeClass = currentClass;
    current = object;
    currentClass = desc;
    try {
      in.setBlocks(true);
      SerialTable.callRead(mine.row, object, stream);
      in.dataEnd = false;
    } finally {
      current = before;
      currentClass = beforeClass;
    }
  }

  private FieldValues readValues(ObjectStreamClass desc) throws IOException, ClassNotFoundException {
    FieldValues values = new FieldValues(desc.fields);
    for (int i = 0; i < desc.fields.length; i++) {
      values.given[i] = true;
      for (int k = desc.fields[i].bytes(); k > 0; k--)
        values.bits[i] = values.bits[i] << 8 | in.readUnsignedByte();
      if (desc.fields[i].getTypeCode() == 'Z')
        values.bits[i] = values.bits[i] != 0 ? 1 : 0;
    }
    for (int i = 0; i < desc.fields.length; i++)
      if (!desc.fields[i].isPrimitive())
        values.references[i] = readAny(false);
    return values;
  }

  /* null: nothing takes the values. */
  private void readFieldsOf(Object object, ObjectStreamClass desc) throws IOException, ClassNotFoundException {
    FieldValues values = readValues(desc);
    if (object != null)
      values.give(object, desc.name);
  }

  /* What an object has written, and nothing has read. */
  private void skipCustomData() throws IOException, ClassNotFoundException {
    while (true) {
      if (in.hasBlocks()) {
        in.skipBlocks();
        in.setBlocks(false);
      }
      switch (in.peek()) {
        case TC_BLOCKDATA:
        case TC_BLOCKDATALONG:
          in.setBlocks(true);
          break;
        case TC_ENDBLOCKDATA:
          in.readByte();
          return;
        default:
          readAny(false);
      }
    }
  }

  /* ---- classes ---- */

  private ObjectStreamClass readClassOrNull() throws IOException, ClassNotFoundException {
    int tag = in.peek();
    switch (tag) {
      case TC_NULL:
        in.readByte();
        return null;
      case TC_REFERENCE:
        Object known = readHandle(false);
        if (!(known instanceof ObjectStreamClass) || !((ObjectStreamClass) known).complete)
          throw new StreamCorruptedException("a reference to no class");
        return (ObjectStreamClass) known;
      case TC_CLASSDESC:
        return readClass();
      case TC_PROXYCLASSDESC:
        throw new InvalidClassException("proxies cannot be read");
      default:
        throw new StreamCorruptedException("invalid type code: " + BlockInput.hex(tag, 2));
    }
  }

  private ObjectStreamClass readClass() throws IOException, ClassNotFoundException {
    in.readByte();
    int handle = newHandle(UNSHARED);
    ObjectStreamClass desc = stream.readClassDescriptor();
    handles.set(handle, desc);
    in.setBlocks(true);
    Class<?> type = stream.resolveClass(desc);
    skipCustomData();
    desc.superDesc = readClassOrNull();
    desc.bind(type);
    desc.complete = true;
    return desc;
  }

  ObjectStreamClass readDescriptor() throws IOException, ClassNotFoundException {
    ObjectStreamClass desc = new ObjectStreamClass(in.readUTF());
    desc.uid = in.readLong();
    desc.flags = in.readUnsignedByte();
    if ((desc.flags & SC_SERIALIZABLE) != 0 && (desc.flags & SC_EXTERNALIZABLE) != 0)
      throw new InvalidClassException(desc.name, "serializable and externalizable flags conflict");
    int count = in.readUnsignedShort();
    if (desc.isEnum() && (desc.uid != 0 || count != 0))
      throw new InvalidClassException(desc.name, desc.uid != 0
        ? "enum descriptor has non-zero serialVersionUID: " + desc.uid
        : "enum descriptor has non-zero field count: " + count);
    demand(3L * count);
    desc.fields = new ObjectStreamField[count];
    for (int i = 0; i < count; i++)
      desc.fields[i] = readField(desc.name);
    ObjectStreamClass.layOut(desc.fields);
    return desc;
  }

  private ObjectStreamField readField(String owner) throws IOException, ClassNotFoundException {
    char code = (char) in.readUnsignedByte();
    String name = in.readUTF();
    String signature = code == 'L' || code == '[' ? readTypeString() : String.valueOf(code);
    if (!ObjectStreamField.isSignature(signature) || signature.charAt(0) != code)
      throw new InvalidClassException(owner, "invalid descriptor for field " + name);
    return new ObjectStreamField(name, signature, 0);
  }

  /* ---- for readObject() of objects ---- */

  private ObjectStreamClass beginOwn() throws IOException {
    if (current == null)
      throw new NotActiveException("not in call to readObject");
    in.setBlocks(false);
    return currentClass;
  }

  private void endOwn() throws IOException {
    in.setBlocks(true);
    in.dataEnd = !currentClass.hasWriteData();
  }

  void readOwnFields() throws IOException, ClassNotFoundException {
    readFieldsOf(current, beginOwn());
    endOwn();
  }

  GetValues readOwnValues() throws IOException, ClassNotFoundException {
    ObjectStreamClass desc = beginOwn();
    GetValues values = new GetValues(desc, readValues(desc));
    endOwn();
    return values;
  }
}
