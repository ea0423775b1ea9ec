/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The file system of a program: a tree in memory, which ends with the program. If the program's input is a tar, its
 * files are there; else the tree is empty. The first use of the tree reads the tar's headers: a tar with a fault makes
 * each use of the tree throw IOError, so that no program goes on with half of its files.
 *
 * The working directory is /. There are no links, no owners; who may not write is told by Node.isWritable(). */
package jx.files;

import java.io.IOError;
import java.io.IOException;

import jx.files.Failure.Reason;

public final class FileTree {
  public static final String WORKING_DIRECTORY = "/";
  public static final String TEMPORARY_DIRECTORY = "/tmp";

  private static Node root;
  private static String fault;

  private FileTree() {
  }

  /* The root, with what the input has. */
  private static Node root() {
    if (root == null && fault == null) {
      Node filled = Node.directory();
      fault = TarReader.fill(filled);
      root = filled;
    }
    if (fault != null)
      throw new IOError(new IOException(fault));
    return root;
  }

  /* From `from`, or from the root if `path` is absolute, along `path`, which is all but its last name if `parent`. */
  private static Node walk(String path, int end) throws Failure {
    Node node = root();
    for (int at = 0; at < end;) {
      int stop = path.indexOf('/', at);
      stop = stop < 0 || stop > end ? end : stop;
      if (stop > at)
        node = step(node, path.substring(at, stop));
      at = stop + 1;
    }
    return node;
  }

  private static Node step(Node node, String name) throws Failure {
    if (node.children == null)
      throw new Failure(Reason.NO_DIRECTORY);
    if (name.equals("."))
      return node;
    if (name.equals(".."))
      return node.parent == null ? node : node.parent;
    Node next = node.children.get(name);
    if (next == null)
      throw new Failure(Reason.ABSENT);
    return next;
  }

  private static int lengthWithoutSlashes(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/')
      end--;
    return end;
  }

  private static String lastName(String path) {
    int end = lengthWithoutSlashes(path);
    return path.substring(path.lastIndexOf('/', end - 1) + 1, end);
  }

  /* The directory in which the last name of `path` is, or could be. If that is none but `.', `..' or the root, fails for
   * `special'. */
  private static Node parentOf(String path, Reason special) throws Failure {
    if (path.isEmpty())
      throw new Failure(Reason.ABSENT);
    String name = lastName(path);
    Node parent = walk(path, lengthWithoutSlashes(path) - name.length());
    if (parent.children == null)
      throw new Failure(Reason.NO_DIRECTORY);
    if (name.isEmpty() || name.equals(".") || name.equals(".."))
      throw new Failure(special);
    return parent;
  }

  private static boolean isWithin(Node node, Node directory) {
    while (node != null && node != directory)
      node = node.parent;
    return node != null;
  }

  private static void put(Node parent, String name, Node node) {
    node.parent = parent;
    node.name = name;
    parent.children.put(name, node);
    parent.setModified(System.currentTimeMillis());
  }

  private static void take(Node node) {
    node.parent.children.remove(node.name);
    node.parent.setModified(System.currentTimeMillis());
  }

  /* What `path` names; the empty path names nothing, as on Linux. */
  public static synchronized Node find(String path) throws Failure {
    if (path.isEmpty())
      throw new Failure(Reason.ABSENT);
    Node node = walk(path, path.length());
    if (node.children == null && path.endsWith("/"))
      throw new Failure(Reason.NO_DIRECTORY);
    return node;
  }

  /* As find(), but null for nothing. */
  public static Node findOrNull(String path) {
    try {
      return find(path);
    } catch (Failure e) {
      return null;
    }
  }

  /* A file to be written: there before, or made. */
  public static synchronized Node open(String path, boolean create, boolean createNew) throws Failure {
    Node node = createNew ? null : findOrNull(path);
    if (node == null && !create && !createNew)
      node = find(path);
    if (node == null) {
      Node parent = parentOf(path, Reason.EXISTS);
      String name = lastName(path);
      if (parent.children.get(name) != null)
        throw new Failure(Reason.EXISTS);
      if (path.endsWith("/"))
        throw new Failure(Reason.DIRECTORY);
      if (!parent.isWritable())
        throw new Failure(Reason.DENIED);
      node = Node.file();
      put(parent, name, node);
    }
    if (node.isDirectory())
      throw new Failure(Reason.DIRECTORY);
    if (!node.isWritable())
      throw new Failure(Reason.DENIED);
    return node;
  }

  public static synchronized void makeDirectory(String path) throws Failure {
    Node parent = parentOf(path, Reason.EXISTS);
    String name = lastName(path);
    if (parent.children.get(name) != null)
      throw new Failure(Reason.EXISTS);
    if (!parent.isWritable())
      throw new Failure(Reason.DENIED);
    put(parent, name, Node.directory());
  }

  public static synchronized void delete(String path) throws Failure {
    Node node = find(path);
    parentOf(path, lastName(path).equals("..") ? Reason.NOT_EMPTY
        : lastName(path).equals(".") ? Reason.INVALID : Reason.BUSY);
    if (node.children != null && !node.children.isEmpty())
      throw new Failure(Reason.NOT_EMPTY);
    if (!node.parent.isWritable())
      throw new Failure(Reason.DENIED);
    take(node);
  }

  /* As rename(2): a file takes a file's place, a directory that of an empty one. */
  public static synchronized void rename(String from, String to) throws Failure {
    parentOf(from, Reason.BUSY);
    Node parent = parentOf(to, Reason.BUSY);
    Node node = find(from);
    Node old = parent.children.get(lastName(to));
    if (isWithin(parent, node))
      throw new Failure(Reason.INVALID);
    if (node == old)
      return;
    if (old != null && isWithin(node, old))
      throw new Failure(Reason.NOT_EMPTY);
    if (old != null && old.isDirectory() != node.isDirectory())
      throw new Failure(old.isDirectory() ? Reason.DIRECTORY : Reason.NO_DIRECTORY);
    if (old != null && old.isDirectory() && !old.children.isEmpty())
      throw new Failure(Reason.NOT_EMPTY);
    if (!parent.isWritable() || !node.parent.isWritable())
      throw new Failure(Reason.DENIED);
    take(node);
    put(parent, lastName(to), node);
  }

  /* A copy of a file, or an empty directory, at a place where nothing is. */
  public static synchronized Node copy(String from, String to) throws Failure {
    Node node = find(from);
    Node parent = parentOf(to, Reason.EXISTS);
    if (parent.children.get(lastName(to)) != null)
      throw new Failure(Reason.EXISTS);
    Node copy = node.copied();
    put(parent, lastName(to), copy);
    return copy;
  }

  /* The names in a directory, in their order. */
  public static synchronized String[] list(String path) throws Failure {
    Node node = find(path);
    if (node.children == null)
      throw new Failure(Reason.NO_DIRECTORY);
    return node.names();
  }

  /* The path of what `path` names, without `.', `..' and double slashes. */
  public static synchronized String realPath(String path) throws Failure {
    Node node = find(path.isEmpty() ? WORKING_DIRECTORY : path);
    StringBuilder whole = new StringBuilder();
    for (; node.parent != null; node = node.parent)
      whole.insert(0, node.name).insert(0, '/');
    return whole.length() == 0 ? "/" : whole.toString();
  }

  /* The directory of temporary files, which is made when it is first wanted. */
  public static synchronized String temporaryDirectory() {
    if (findOrNull(TEMPORARY_DIRECTORY) == null)
      put(root(), TEMPORARY_DIRECTORY.substring(1), Node.directory());
    return TEMPORARY_DIRECTORY;
  }

  /* ---- for TarReader, while it fills a tree ---- */

  /* Puts a file where `names` say, in directories that are made as needed; for a null file, a directory. False if
   * there is a file already, at the place or on the way. */
  static boolean place(Node root, String[] names, Node file, Node[] placed) {
    Node node = root;
    int directories = file == null ? names.length : names.length - 1;
    for (int i = 0; i < directories; i++) {
      Node next = node.children.get(names[i]);
      if (next == null) {
        next = Node.directory();
        put(node, names[i], next);
      }
      if (next.children == null)
        return false;
      node = next;
    }
    if (file != null) {
      if (node.children.get(names[directories]) != null)
        return false;
      put(node, names[directories], file);
      node = file;
    }
    placed[0] = node;
    return true;
  }
}
