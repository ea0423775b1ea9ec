/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A UDP port of this machine: sends datagrams from it, and receives those that come to it, in their order.
 *
 * Who sends may have to wait for the network's card, but not for the receiver; what is not received in time for what
 * comes behind it is lost. Several threads may use a socket. close() wakes those that wait in receive().
 *
 * Not offered: channels, groups, options other than those here. That nobody listens at a port is not told. */
package java.net;

import java.io.IOException;
import jx.sockets.Letter;
import jx.sockets.Mailbox;
import jx.sockets.Sockets;

public class DatagramSocket implements java.io.Closeable {
  private Mailbox box;                       /* null: not bound */
  private boolean closed;
  private InetSocketAddress peer;            /* null: not connected */
  private int timeout;
  private boolean reuses;
  private boolean broadcasts = true;

  /* At a free port of all addresses. */
  public DatagramSocket() throws SocketException {
    this(new InetSocketAddress(0));
  }

  public DatagramSocket(int port) throws SocketException {
    this(port, null);
  }

  public DatagramSocket(int port, InetAddress address) throws SocketException {
    this(new InetSocketAddress(address, port));
  }

  /* null: not bound yet. */
  public DatagramSocket(SocketAddress address) throws SocketException {
    if (address != null)
      bind(address);
  }

  /* null: at a free port. BindException: another socket has the port, or this machine has no such address. */
  public synchronized void bind(SocketAddress address) throws SocketException {
    check();
    if (box != null)
      throw new SocketException("already bound");
    SocketAddress wanted = address == null ? new InetSocketAddress(0) : address;
    if (!(wanted instanceof InetSocketAddress))
      throw new IllegalArgumentException("Unsupported address type!");
    InetSocketAddress place = (InetSocketAddress) wanted;
    if (place.isUnresolved())
      throw new SocketException("Unresolved address");
    if (!Sockets.has(place.getAddress().address))
      throw new BindException("Cannot assign requested address (Bind failed)");
    box = Sockets.open(place.getAddress().address, place.getPort());
    if (box == null)
      throw new BindException("Address already in use (Bind failed)");
  }

  private void check() throws SocketException {
    if (closed)
      throw new SocketException("Socket closed");
  }

  private synchronized Mailbox box() throws SocketException {
    check();
    if (box == null)
      bind(null);
    return box;
  }

  /* From now on it sends only to there, and gets only what comes from there. */
  public void connect(InetAddress address, int port) {
    if (address == null)
      throw new IllegalArgumentException("Address can't be null");
    if (port < 0 || port > 65535)
      throw new IllegalArgumentException("connect: " + port);
    try {
      connect(new InetSocketAddress(address, port));
    } catch (SocketException e) {
      throw new java.io.UncheckedIOException("connect failed", e);
    }
  }

  public synchronized void connect(SocketAddress address) throws SocketException {
    if (address == null)
      throw new IllegalArgumentException("Address can't be null");
    if (!(address instanceof InetSocketAddress))
      throw new IllegalArgumentException("Unsupported address type");
    InetSocketAddress other = (InetSocketAddress) address;
    if (other.isUnresolved())
      throw new SocketException("Unresolved address");
    if (other.getPort() == 0)
      throw new SocketException("Can't connect to port 0");
    box().connect(other.getAddress().address, other.getPort());
    peer = other;
  }

  public synchronized void disconnect() {
    if (box != null && !closed)
      box.connect(Sockets.ANY, 0);
    peer = null;
  }

  public synchronized boolean isBound() {
    return box != null;
  }

  public synchronized boolean isConnected() {
    return peer != null;
  }

  public synchronized boolean isClosed() {
    return closed;
  }

  /* null, and -1: not connected. */
  public synchronized InetAddress getInetAddress() {
    return peer == null ? null : peer.getAddress();
  }

  public synchronized int getPort() {
    return peer == null ? -1 : peer.getPort();
  }

  public synchronized SocketAddress getRemoteSocketAddress() {
    return peer;
  }

  /* null: closed. */
  public synchronized InetAddress getLocalAddress() {
    if (closed)
      return null;
    int address = box == null ? Sockets.ANY : box.address();
    return InetAddress.of(address == Sockets.ANY && peer != null ? source() : address);
  }

  /* As our peer sees us. */
  private int source() {
    return peer.getAddress().isLoopbackAddress() ? Sockets.LOOPBACK : Sockets.address();
  }

  /* 0: not bound; -1: closed. */
  public synchronized int getLocalPort() {
    return closed ? -1 : box == null ? 0 : box.port();
  }

  /* null: closed, or not bound. */
  public synchronized SocketAddress getLocalSocketAddress() {
    return closed || box == null ? null : new InetSocketAddress(getLocalAddress(), box.port());
  }

  /* IllegalArgumentException: it is not said where to, or our peer is another one. IOException: it is too long, or
   * there is no way there. That it arrives is not known. */
  public void send(DatagramPacket packet) throws IOException {
    synchronized (packet) {
      InetAddress address = packet.getAddress();
      int port = packet.getPort();
      InetSocketAddress peer = (InetSocketAddress) getRemoteSocketAddress();
      Mailbox from = box();
      if (peer != null) {
        if (address != null && (!address.equals(peer.getAddress()) || port != peer.getPort()))
          throw new IllegalArgumentException("Connected and packet address differ");
        address = peer.getAddress();
        port = peer.getPort();
      } else if (address == null) {
        throw new IllegalArgumentException("Address not set");
      }
      send(from, packet, address, port);
    }
  }

  private void send(Mailbox from, DatagramPacket packet, InetAddress address, int port) throws IOException {
    if (port == 0)
      throw new SocketException("Can't send to port 0");
    if (packet.getLength() > Sockets.MOST_BYTES)
      throw new SocketException("Message too long");
    int to = address.isAnyLocalAddress() ? Sockets.LOOPBACK : address.address;
    if (!Sockets.reaches(to))
      throw new SocketException("Network is unreachable");
    Sockets.send(from, packet.getData(), packet.getOffset(), packet.getLength(), to, port);
  }

  /* Waits for a datagram: its bytes, as many as the packet has room for, and where it is from. SocketTimeoutException
   * after the time of setSoTimeout(), SocketException when the socket is closed meanwhile. */
  public void receive(DatagramPacket packet) throws IOException {
    Mailbox from = box();
    Letter letter = from.take(getSoTimeout());
    if (letter == null) {
      synchronized (this) {
        check();
      }
      throw new SocketTimeoutException("Receive timed out");
    }
    packet.take(letter.bytes, letter.address, letter.port);
  }

  /* Milliseconds; 0: for ever. */
  public synchronized void setSoTimeout(int millis) throws SocketException {
    if (millis < 0)
      throw new IllegalArgumentException("timeout < 0");
    check();
    timeout = millis;
  }

  public synchronized int getSoTimeout() throws SocketException {
    check();
    return timeout;
  }

  /* How many bytes wait at most for receive(), with 64 for each datagram. */
  public void setReceiveBufferSize(int bytes) throws SocketException {
    if (bytes <= 0)
      throw new IllegalArgumentException("invalid receive size");
    box().setMostBytes(bytes);
  }

  public int getReceiveBufferSize() throws SocketException {
    return box().mostBytes();
  }

  /* Only kept: a port has one socket. */
  public synchronized void setReuseAddress(boolean on) throws SocketException {
    check();
    reuses = on;
  }

  public synchronized boolean getReuseAddress() throws SocketException {
    check();
    return reuses;
  }

  /* Only kept: a socket may send to everybody. */
  public synchronized void setBroadcast(boolean on) throws SocketException {
    check();
    broadcasts = on;
  }

  public synchronized boolean getBroadcast() throws SocketException {
    check();
    return broadcasts;
  }

  @Override
  public synchronized void close() {
    if (closed)
      return;
    closed = true;
    peer = null;
    if (box != null)
      Sockets.close(box);
  }
}
