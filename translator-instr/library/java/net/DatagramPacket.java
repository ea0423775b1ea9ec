/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes of an array that are sent as a datagram, or the place for those of one that comes, and the other end. */
package java.net;

public final class DatagramPacket {
  private byte[] bytes;
  private int offset;
  private int length;
  private int room;                          /* of a datagram that comes: `length' is then what has come */
  private InetAddress address;
  private int port;

  public DatagramPacket(byte[] bytes, int offset, int length) {
    setData(bytes, offset, length);
  }

  public DatagramPacket(byte[] bytes, int length) {
    this(bytes, 0, length);
  }

  public DatagramPacket(byte[] bytes, int offset, int length, InetAddress address, int port) {
    setData(bytes, offset, length);
    setAddress(address);
    setPort(port);
  }

  public DatagramPacket(byte[] bytes, int length, InetAddress address, int port) {
    this(bytes, 0, length, address, port);
  }

  public DatagramPacket(byte[] bytes, int offset, int length, SocketAddress address) {
    setData(bytes, offset, length);
    setSocketAddress(address);
  }

  public DatagramPacket(byte[] bytes, int length, SocketAddress address) {
    this(bytes, 0, length, address);
  }

  /* The other end's: null, and 0, where none was set. */
  public synchronized InetAddress getAddress() {
    return address;
  }

  public synchronized int getPort() {
    return port;
  }

  public synchronized byte[] getData() {
    return bytes;
  }

  public synchronized int getOffset() {
    return offset;
  }

  public synchronized int getLength() {
    return length;
  }

  synchronized int room() {
    return room;
  }

  public synchronized void setData(byte[] bytes, int offset, int length) {
    if (length < 0 || offset < 0 || length + offset < 0 || length + offset > bytes.length)
      throw new IllegalArgumentException("illegal length or offset");
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
    room = length;
  }

  public synchronized void setData(byte[] bytes) {
    setData(bytes, 0, bytes.length);
  }

  public synchronized void setAddress(InetAddress address) {
    this.address = address;
  }

  public synchronized void setPort(int port) {
    if (port < 0 || port > 65535)
      throw new IllegalArgumentException("Port out of range:" + port);
    this.port = port;
  }

  public synchronized void setSocketAddress(SocketAddress address) {
    if (!(address instanceof InetSocketAddress))
      throw new IllegalArgumentException("unsupported address type");
    InetSocketAddress other = (InetSocketAddress) address;
    if (other.isUnresolved())
      throw new IllegalArgumentException("unresolved address");
    setAddress(other.getAddress());
    setPort(other.getPort());
  }

  public synchronized SocketAddress getSocketAddress() {
    return new InetSocketAddress(address, getPort());
  }

  public synchronized void setLength(int length) {
    if (length < 0 || length + offset < 0 || length + offset > bytes.length)
      throw new IllegalArgumentException("illegal length");
    this.length = length;
    room = length;
  }

  /* Takes what has come: as much of it as there is room for. */
  synchronized void take(byte[] from, int address, int port) {
    length = Math.min(room, from.length);
    System.arraycopy(from, 0, bytes, offset, length);
    this.address = InetAddress.of(address);
    this.port = port;
  }
}
