/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writes graphs of objects in the format of the Java Object Serialization Specification, version 2 of its protocol. The
 * classes and their fields are those of the translator's table (SerialTable). Objects of lambdas cannot be written. */
package java.io;

public class ObjectOutputStream extends OutputStream implements ObjectOutput, ObjectStreamConstants {
  /* The values of a class's fields, where writeObject() chooses them by name. */
  public abstract static class PutField {
    public abstract void put(String name, boolean value);

    public abstract void put(String name, byte value);

    public abstract void put(String name, char value);

    public abstract void put(String name, short value);

    public abstract void put(String name, int value);

    public abstract void put(String name, long value);

    public abstract void put(String name, float value);

    public abstract void put(String name, double value);

    public abstract void put(String name, Object value);
  }

  private static final class Put extends PutField {
    final FieldValues values;

    Put(ObjectStreamField[] fields) {
      values = new FieldValues(fields);
    }

    @Override
    public void put(String name, boolean value) {
      values.set(name, 'Z', value ? 1 : 0);
    }

    @Override
    public void put(String name, byte value) {
      values.set(name, 'B', value);
    }

    @Override
    public void put(String name, char value) {
      values.set(name, 'C', value);
    }

    @Override
    public void put(String name, short value) {
      values.set(name, 'S', value);
    }

    @Override
    public void put(String name, int value) {
      values.set(name, 'I', value);
    }

    @Override
    public void put(String name, long value) {
      values.set(name, 'J', value);
    }

    @Override
    public void put(String name, float value) {
      values.set(name, 'F', Float.floatToRawIntBits(value));
    }

    @Override
    public void put(String name, double value) {
      values.set(name, 'D', Double.doubleToRawLongBits(value));
    }

    @Override
    public void put(String name, Object value) {
      values.set(name, value);
    }
  }

  private static final long LONGEST_SHORT = 0xffff;

  private final BlockOutput out;
  private final HandleTable handles = new HandleTable();
  private int depth;
  private boolean replaces;

  /* The object whose writeObject() runs, for the class that declares it; null: none does. */
  private Object current;
  private ObjectStreamClass currentClass;
  private Put currentPut;

  public ObjectOutputStream(OutputStream out) throws IOException {
    this.out = new BlockOutput(out);
    writeStreamHeader();
    this.out.setBlocks(true);
  }

  protected void writeStreamHeader() throws IOException {
    out.writeShort(STREAM_MAGIC);
    out.writeShort(STREAM_VERSION);
  }

  /* ---- for subclasses ---- */

  protected boolean enableReplaceObject(boolean enable) {
    boolean was = replaces;
    replaces = enable;
    return was;
  }

  protected Object replaceObject(Object object) throws IOException {
    return object;
  }

  protected void annotateClass(Class<?> type) throws IOException {
  }

  protected void drain() throws IOException {
    out.drain();
  }

  /* ---- objects ---- */

  @Override
  public final void writeObject(Object object) throws IOException {
    writeRoot(object, false);
  }

  public void writeUnshared(Object object) throws IOException {
    writeRoot(object, true);
  }

  private void writeRoot(Object object, boolean unshared) throws IOException {
    try {
      write(object, unshared);
    } catch (IOException e) {
      if (depth == 0)
        writeAborted(e);
      throw e;
    }
  }

  /* So that who reads the stream learns why it ends. */
  private void writeAborted(IOException e) throws IOException {
    handles.clear();
    boolean were = out.setBlocks(false);
    try {
      out.writeByte(TC_EXCEPTION);
      write(e, false);
      handles.clear();
    } finally {
      out.setBlocks(were);
    }
  }

  private void write(Object object, boolean unshared) throws IOException {
    boolean were = out.setBlocks(false);
    depth++;
    try {
      if (writeKnown(object, unshared))
        return;
      Object chosen = replacement(object);
      if (chosen != object && writeKnown(chosen, unshared))
        return;
      writeNew(chosen, unshared);
    } finally {
      depth--;
      out.setBlocks(were);
    }
  }

  /* null, what the stream has had, and classes. */
  private boolean writeKnown(Object object, boolean unshared) throws IOException {
    if (object == null) {
      out.writeByte(TC_NULL);
      return true;
    }
    if (!unshared && writeHandle(object))
      return true;
    if (object instanceof Class) {
      out.writeByte(TC_CLASS);
      writeClass(ObjectStreamClass.lookupAny((Class<?>) object), false);
      handles.add(unshared ? null : object);
      return true;
    }
    if (object instanceof ObjectStreamClass) {
      writeClass((ObjectStreamClass) object, unshared);
      return true;
    }
    return false;
  }

  private boolean writeHandle(Object object) throws IOException {
    int handle = handles.find(object);
    if (handle < 0)
      return false;
    out.writeByte(TC_REFERENCE);
    out.writeInt(baseWireHandle + handle);
    return true;
  }

  private Object replacement(Object object) throws IOException {
    ObjectStreamClass desc = ObjectStreamClass.lookupAny(object.getClass());
    while (desc.can(SerialTable.REPLACE)) {
      object = SerialTable.callReplace(desc.row, object);
      if (object == null || object.getClass() == (Object) desc.type)
        break;
      desc = ObjectStreamClass.lookupAny(object.getClass());
    }
    return replaces && object != null ? replaceObject(object) : object;
  }

  private void writeNew(Object object, boolean unshared) throws IOException {
    if (object instanceof String) {
      writeString((String) object, unshared);
      return;
    }
    ObjectStreamClass desc = ObjectStreamClass.lookupAny(object.getClass());
    if (desc.row < 0)
      throw new NotSerializableException(desc.name);
    if (desc.type.isArray())
      writeArray(object, desc, unshared);
    else if (object instanceof Enum)
      writeEnum((Enum<?>) object, desc, unshared);
    else
      writeOrdinary(object, desc, unshared);
  }

  private void writeString(String text, boolean unshared) throws IOException {
    handles.add(unshared ? null : text);
    long length = ModifiedUtf8.length(text);
    out.writeByte(length > LONGEST_SHORT ? TC_LONGSTRING : TC_STRING);
    if (length > LONGEST_SHORT)
      out.writeLong(length);
    else
      out.writeShort((int) length);
    ModifiedUtf8.write(text, out);
  }

  private void writeTypeString(String text) throws IOException {
    if (!writeHandle(text))
      writeString(text, false);
  }

  private void writeArray(Object array, ObjectStreamClass desc, boolean unshared) throws IOException {
    out.writeByte(TC_ARRAY);
    writeClass(desc, false);
    handles.add(unshared ? null : array);
    if (array instanceof Object[]) {
      Object[] elements = (Object[]) array;
      out.writeInt(elements.length);
      for (Object element : elements)
        write(element, false);
    } else {
      ArrayValues.write(array, out);
    }
  }

  private void writeEnum(Enum<?> constant, ObjectStreamClass desc, boolean unshared) throws IOException {
    out.writeByte(TC_ENUM);
    ObjectStreamClass above = desc.superDesc;
    writeClass(above == null || above.type == (Object) Enum.class ? desc : above, false);
    handles.add(unshared ? null : constant);
    writeTypeString(constant.name());
  }

  private void writeOrdinary(Object object, ObjectStreamClass desc, boolean unshared) throws IOException {
    out.writeByte(TC_OBJECT);
    writeClass(desc, false);
    handles.add(unshared ? null : object);
    if (desc.isExternal())
      writeExternal((Externalizable) object);
    else
      writeOfClass(object, desc);
  }

  private void writeExternal(Externalizable object) throws IOException {
    Object before = current;
    ObjectStreamClass beforeClass = currentClass;
    current = null;
    currentClass = null;
    try {
      out.setBlocks(true);
      object.writeExternal(this);
      out.setBlocks(false);
      out.writeByte(TC_ENDBLOCKDATA);
    } finally {
      current = before;
      currentClass = beforeClass;
    }
  }

  /* What each class has of the object, superclasses first. */
  private void writeOfClass(Object object, ObjectStreamClass desc) throws IOException {
    if (desc.superDesc != null)
      writeOfClass(object, desc.superDesc);
    if (!desc.hasWriteData()) {
      writeFieldsOf(object, desc);
      return;
    }
    Object before = current;
    ObjectStreamClass beforeClass = currentClass;
    Put beforePut = currentPut;
    current = object;
    currentClass = desc;
    currentPut = null;
    try {
      out.setBlocks(true);
      SerialTable.callWrite(desc.row, object, this);
      out.setBlocks(false);
      out.writeByte(TC_ENDBLOCKDATA);
    } finally {
      current = before;
      currentClass = beforeClass;
      currentPut = beforePut;
    }
  }

  private void writeFieldsOf(Object object, ObjectStreamClass desc) throws IOException {
    FieldValues values = new FieldValues(desc.fields);
    values.take(object);
    writeValues(values);
  }

  private void writeValues(FieldValues values) throws IOException {
    for (int i = 0; i < values.fields.length; i++)
      if (values.fields[i].isPrimitive())
        for (int shift = 8 * values.fields[i].bytes() - 8; shift >= 0; shift -= 8)
          out.write((int) (values.bits[i] >>> shift));
    for (int i = 0; i < values.fields.length; i++)
      if (!values.fields[i].isPrimitive())
        write(values.references[i], values.fields[i].isUnshared());
  }

  /* ---- classes ---- */

  private void writeClass(ObjectStreamClass desc, boolean unshared) throws IOException {
    if (desc == null) {
      out.writeByte(TC_NULL);
      return;
    }
    if (!unshared && writeHandle(desc))
      return;
    out.writeByte(TC_CLASSDESC);
    handles.add(unshared ? null : desc);
    writeClassDescriptor(desc);
    out.setBlocks(true);
    annotateClass(desc.type);
    out.setBlocks(false);
    out.writeByte(TC_ENDBLOCKDATA);
    writeClass(desc.superDesc, false);
  }

  protected void writeClassDescriptor(ObjectStreamClass desc) throws IOException {
    out.writeUTF(desc.name);
    out.writeLong(desc.uid);
    out.writeByte(desc.flags);
    out.writeShort(desc.fields.length);
    for (ObjectStreamField field : desc.fields) {
      out.writeByte(field.getTypeCode());
      out.writeUTF(field.getName());
      if (!field.isPrimitive())
        writeTypeString(field.signature());
    }
  }

  /* ---- for writeObject() of objects ---- */

  public void defaultWriteObject() throws IOException {
    if (current == null)
      throw new NotActiveException("not in call to writeObject");
    out.setBlocks(false);
    writeFieldsOf(current, currentClass);
    out.setBlocks(true);
  }

  public PutField putFields() throws IOException {
    if (currentPut == null) {
      if (current == null)
        throw new NotActiveException("not in call to writeObject");
      currentPut = new Put(currentClass.fields);
    }
    return currentPut;
  }

  public void writeFields() throws IOException {
    if (currentPut == null)
      throw new NotActiveException("no current PutField object");
    out.setBlocks(false);
    writeValues(currentPut.values);
    out.setBlocks(true);
  }

  /* Forgets what has been written: it is written anew. */
  public void reset() throws IOException {
    if (depth != 0)
      throw new IOException("stream active");
    out.setBlocks(false);
    out.writeByte(TC_RESET);
    handles.clear();
    out.setBlocks(true);
  }

  /* ---- values ---- */

  @Override
  public void write(int b) throws IOException {
    out.write(b);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    out.write(bytes, 0, bytes.length);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    out.write(bytes, offset, count);
  }

  @Override
  public void writeBoolean(boolean value) throws IOException {
    out.writeBoolean(value);
  }

  @Override
  public void writeByte(int value) throws IOException {
    out.writeByte(value);
  }

  @Override
  public void writeShort(int value) throws IOException {
    out.writeShort(value);
  }

  @Override
  public void writeChar(int value) throws IOException {
    out.writeChar(value);
  }

  @Override
  public void writeInt(int value) throws IOException {
    out.writeInt(value);
  }

  @Override
  public void writeLong(long value) throws IOException {
    out.writeLong(value);
  }

  @Override
  public void writeFloat(float value) throws IOException {
    out.writeFloat(value);
  }

  @Override
  public void writeDouble(double value) throws IOException {
    out.writeDouble(value);
  }

  @Override
  public void writeBytes(String text) throws IOException {
    out.writeBytes(text);
  }

  @Override
  public void writeChars(String text) throws IOException {
    out.writeChars(text);
  }

  @Override
  public void writeUTF(String text) throws IOException {
    out.writeUTF(text);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    flush();
    handles.clear();
    out.close();
  }
}
