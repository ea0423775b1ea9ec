/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads graphs of objects that ObjectOutputStream, here or in the JDK, has written: what programs call and override,
 * and the values between objects. ObjectReader reads the objects. Bytes that are no such stream, or a hostile one, end
 * in an exception. Not here: filters, and proxies. */
package java.io;

import java.util.ArrayList;

public class ObjectInputStream extends InputStream implements ObjectInput, ObjectStreamConstants {
  /* The values of a class's fields, where readObject() asks for them by name. */
  public abstract static class GetField {
    public abstract ObjectStreamClass getObjectStreamClass();

    public abstract boolean defaulted(String name) throws IOException;

    public abstract boolean get(String name, boolean otherwise) throws IOException;

    public abstract byte get(String name, byte otherwise) throws IOException;

    public abstract char get(String name, char otherwise) throws IOException;

    public abstract short get(String name, short otherwise) throws IOException;

    public abstract int get(String name, int otherwise) throws IOException;

    public abstract long get(String name, long otherwise) throws IOException;

    public abstract float get(String name, float otherwise) throws IOException;

    public abstract double get(String name, double otherwise) throws IOException;

    public abstract Object get(String name, Object otherwise) throws IOException, ClassNotFoundException;
  }

  private final BlockInput in;
  private final ObjectReader reader;
  private final ArrayList<ObjectInputValidation> validations = new ArrayList<>();
  private final ArrayList<Integer> priorities = new ArrayList<>();

  public ObjectInputStream(InputStream in) throws IOException {
    this.in = new BlockInput(in);
    reader = new ObjectReader(this, this.in);
    readStreamHeader();
    this.in.setBlocks(true);
  }

  protected void readStreamHeader() throws IOException {
    short magic = in.readShort();
    short version = in.readShort();
    if (magic != STREAM_MAGIC || version != STREAM_VERSION)
      throw new StreamCorruptedException("invalid stream header: " + BlockInput.hex(magic, 4)
        + BlockInput.hex(version, 4));
  }

  /* ---- for subclasses ---- */

  protected boolean enableResolveObject(boolean enable) {
    boolean was = reader.resolves;
    reader.resolves = enable;
    return was;
  }

  protected Object resolveObject(Object object) throws IOException {
    return object;
  }

  private static final Class<?>[] PRIMITIVES = {boolean.class, byte.class, char.class, short.class, int.class,
    long.class, float.class, double.class};

  protected Class<?> resolveClass(ObjectStreamClass desc) throws IOException, ClassNotFoundException {
    Class<?> found = SerialTable.find(desc.name);
    for (Class<?> primitive : PRIMITIVES)
      if (primitive.getName().equals(desc.name))
        found = primitive;
    if (found == null)
      throw new ClassNotFoundException(desc.name);
    return found;
  }

  protected ObjectStreamClass readClassDescriptor() throws IOException, ClassNotFoundException {
    return reader.readDescriptor();
  }

  /* ---- objects ---- */

  @Override
  public final Object readObject() throws IOException, ClassNotFoundException {
    return readRoot(false);
  }

  public Object readUnshared() throws IOException, ClassNotFoundException {
    return readRoot(true);
  }

  private Object readRoot(boolean unshared) throws IOException, ClassNotFoundException {
    Object object = reader.readAny(unshared);
    if (!reader.isActive())
      validate();
    return object;
  }

  /* Those with the highest priority first; among equals the last. */
  private void validate() throws InvalidObjectException {
    while (!validations.isEmpty()) {
      int first = 0;
      for (int i = 1; i < validations.size(); i++)
        if (priorities.get(i) >= priorities.get(first))
          first = i;
      priorities.remove(first);
      validations.remove(first).validateObject();
    }
  }

  public void registerValidation(ObjectInputValidation object, int priority)
      throws NotActiveException, InvalidObjectException {
    if (!reader.isActive())
      throw new NotActiveException("stream inactive");
    if (object == null)
      throw new InvalidObjectException("null callback");
    validations.add(object);
    priorities.add(priority);
  }

  /* ---- for readObject() of objects ---- */

  public void defaultReadObject() throws IOException, ClassNotFoundException {
    reader.readOwnFields();
  }

  public GetField readFields() throws IOException, ClassNotFoundException {
    return reader.readOwnValues();
  }

  /* ---- values ---- */

  @Override
  public int read() throws IOException {
    return in.read();
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    return in.read(bytes, offset, count);
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public boolean readBoolean() throws IOException {
    return in.readBoolean();
  }

  @Override
  public byte readByte() throws IOException {
    return in.readByte();
  }

  @Override
  public int readUnsignedByte() throws IOException {
    return in.readUnsignedByte();
  }

  @Override
  public char readChar() throws IOException {
    return in.readChar();
  }

  @Override
  public short readShort() throws IOException {
    return in.readShort();
  }

  @Override
  public int readUnsignedShort() throws IOException {
    return in.readUnsignedShort();
  }

  @Override
  public int readInt() throws IOException {
    return in.readInt();
  }

  @Override
  public long readLong() throws IOException {
    return in.readLong();
  }

  @Override
  public float readFloat() throws IOException {
    return in.readFloat();
  }

  @Override
  public double readDouble() throws IOException {
    return in.readDouble();
  }

  @Override
  public void readFully(byte[] bytes) throws IOException {
    in.readFully(bytes, 0, bytes.length);
  }

  @Override
  public void readFully(byte[] bytes, int offset, int count) throws IOException {
    in.readFully(bytes, offset, count);
  }

  @Override
  public int skipBytes(int count) throws IOException {
    return in.skipBytes(count);
  }

  @Override
  @Deprecated
  public String readLine() throws IOException {
    return in.readLine();
  }

  @Override
  public String readUTF() throws IOException {
    return in.readUTF();
  }

  @Override
  public void close() throws IOException {
    reader.forget();
    in.close();
  }
}
