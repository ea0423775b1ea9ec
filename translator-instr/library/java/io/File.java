/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The path of a file or a directory, and what can be done with one that is there: see jx.files.FileTree. */
package java.io;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import jx.files.Failure;
import jx.files.FileTree;
import jx.files.Node;

public class File implements Serializable, Comparable<File> {
  public static final char separatorChar = '/';
  public static final String separator = "/";
  public static final char pathSeparatorChar = ':';
  public static final String pathSeparator = ":";

  /* As the JDK's hash codes of files differ from those of their paths. */
  private static final int HASH = 1234321;

  private static long temporaries;

  private final String path;

  public File(String path) {
    this.path = normal(path);
  }

  public File(String parent, String child) {
    path = parent == null ? normal(child) : joined(normal(parent), normal(child));
  }

  public File(File parent, String child) {
    path = parent == null ? normal(child) : joined(parent.path, normal(child));
  }

  /* Without slashes at its end and after one another. */
  private static String normal(String path) {
    if (!path.contains("//") && (path.length() < 2 || !path.endsWith("/")))
      return path;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < path.length(); i++)
      if (path.charAt(i) != '/' || i == 0 || path.charAt(i - 1) != '/')
        text.append(path.charAt(i));
    if (text.length() > 1 && text.charAt(text.length() - 1) == '/')
      text.setLength(text.length() - 1);
    return text.toString();
  }

  private static String joined(String parent, String child) {
    if (child.isEmpty())
      return parent.isEmpty() ? "/" : parent;
    if (parent.equals("/") || parent.isEmpty())
      return child.startsWith("/") ? child : "/" + child;
    return parent + (child.startsWith("/") ? "" : "/") + child;
  }

  public String getName() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  public String getParent() {
    int slash = path.lastIndexOf('/');
    return slash > 0 ? path.substring(0, slash) : slash == 0 && path.length() > 1 ? "/" : null;
  }

  public File getParentFile() {
    String parent = getParent();
    return parent == null ? null : new File(parent);
  }

  public String getPath() {
    return path;
  }

  public boolean isAbsolute() {
    return path.startsWith("/");
  }

  public String getAbsolutePath() {
    return isAbsolute() ? path : path.isEmpty() ? FileTree.WORKING_DIRECTORY : joined(FileTree.WORKING_DIRECTORY, path);
  }

  public File getAbsoluteFile() {
    return new File(getAbsolutePath());
  }

  public String getCanonicalPath() throws IOException {
    if (path.indexOf('\0') >= 0)
      throw new IOException("Invalid file path");
    return toPath().toAbsolutePath().normalize().toString();
  }

  public File getCanonicalFile() throws IOException {
    return new File(getCanonicalPath());
  }

  public Path toPath() {
    return Path.of(path);
  }

  private Node find() {
    return FileTree.findOrNull(path);
  }

  /* What changes the tree, and may fail. */
  private interface Change {
    void make() throws Failure;
  }

  private static boolean succeeds(Change change) {
    try {
      change.make();
      return true;
    } catch (Failure e) {
      return false;
    }
  }

  public boolean exists() {
    return find() != null;
  }

  public boolean isFile() {
    Node node = find();
    return node != null && !node.isDirectory();
  }

  public boolean isDirectory() {
    Node node = find();
    return node != null && node.isDirectory();
  }

  public boolean isHidden() {
    return getName().startsWith(".");
  }

  public boolean canRead() {
    return exists();
  }

  public boolean canWrite() {
    Node node = find();
    return node != null && node.isWritable();
  }

  public boolean canExecute() {
    Node node = find();
    return node != null && node.isExecutable();
  }

  public long length() {
    Node node = find();
    return node == null ? 0 : node.size();
  }

  public long lastModified() {
    Node node = find();
    return node == null ? 0 : node.modified();
  }

  public boolean setLastModified(long millis) {
    if (millis < 0)
      throw new IllegalArgumentException("Negative time");
    Node node = find();
    if (node != null)
      node.setModified(millis);
    return node != null;
  }

  public boolean setReadOnly() {
    return setWritable(false);
  }

  public boolean setWritable(boolean writable) {
    Node node = find();
    if (node != null)
      node.setWritable(writable);
    return node != null;
  }

  public boolean setWritable(boolean writable, boolean ownerOnly) {
    return setWritable(writable);
  }

  /* All that is there can be read. */
  public boolean setReadable(boolean readable) {
    return readable && exists();
  }

  public boolean setReadable(boolean readable, boolean ownerOnly) {
    return setReadable(readable);
  }

  public boolean setExecutable(boolean executable) {
    Node node = find();
    if (node != null)
      node.setExecutable(executable);
    return node != null;
  }

  public boolean setExecutable(boolean executable, boolean ownerOnly) {
    return setExecutable(executable);
  }

  /* False if something is there. */
  public boolean createNewFile() throws IOException {
    try {
      FileTree.open(path, true, true);
      return true;
    } catch (Failure e) {
      if (e.reason == Failure.Reason.EXISTS)
        return false;
      throw new IOException(e.reason.words);
    }
  }

  public boolean delete() {
    return succeeds(() -> FileTree.delete(path));
  }

  /* The whole tree goes when the program ends. */
  public void deleteOnExit() {
  }

  public boolean mkdir() {
    return succeeds(() -> FileTree.makeDirectory(path));
  }

  public boolean mkdirs() {
    if (exists())
      return false;
    if (mkdir())
      return true;
    File whole = toPath().toAbsolutePath().normalize().toFile();
    File parent = whole.getParentFile();
    return parent != null && (parent.mkdirs() || parent.exists()) && whole.mkdir();
  }

  public boolean renameTo(File to) {
    return succeeds(() -> FileTree.rename(path, to.path));
  }

  /* The names in this directory, in their order; null if this is none. */
  public String[] list() {
    try {
      return FileTree.list(path);
    } catch (Failure e) {
      return null;
    }
  }

  public String[] list(FilenameFilter filter) {
    String[] names = list();
    if (names == null || filter == null)
      return names;
    List<String> chosen = new ArrayList<>();
    for (String name : names)
      if (filter.accept(this, name))
        chosen.add(name);
    return chosen.toArray(new String[0]);
  }

  private File[] filesOf(String[] names) {
    if (names == null)
      return null;
    File[] files = new File[names.length];
    for (int i = 0; i < names.length; i++)
      files[i] = path.isEmpty() ? new File(names[i]) : new File(this, names[i]);
    return files;
  }

  public File[] listFiles() {
    return filesOf(list());
  }

  public File[] listFiles(FilenameFilter filter) {
    return filesOf(list(filter));
  }

  public File[] listFiles(FileFilter filter) {
    File[] files = listFiles();
    if (files == null || filter == null)
      return files;
    List<File> chosen = new ArrayList<>();
    for (File file : files)
      if (filter.accept(file))
        chosen.add(file);
    return chosen.toArray(new File[0]);
  }

  public static File[] listRoots() {
    return new File[] {new File("/")};
  }

  public long getTotalSpace() {
    return exists() ? Runtime.getRuntime().maxMemory() : 0;
  }

  public long getFreeSpace() {
    Runtime runtime = Runtime.getRuntime();
    return exists() ? runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory() : 0;
  }

  public long getUsableSpace() {
    return getFreeSpace();
  }

  public static File createTempFile(String prefix, String suffix) throws IOException {
    return createTempFile(prefix, suffix, null);
  }

  public static synchronized File createTempFile(String prefix, String suffix, File directory) throws IOException {
    if (prefix.length() < 3)
      throw new IllegalArgumentException("Prefix string \"" + prefix + "\" too short: length must be at least 3");
    File in = directory != null ? directory : new File(FileTree.temporaryDirectory());
    for (;;) {
      File file = new File(in, prefix + ++temporaries + (suffix == null ? ".tmp" : suffix));
      if (file.createNewFile())
        return file;
    }
  }

  @Override
  public int compareTo(File other) {
    return path.compareTo(other.path);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof File && path.equals(((File) other).path);
  }

  @Override
  public int hashCode() {
    return path.hashCode() ^ HASH;
  }

  @Override
  public String toString() {
    return path;
  }
}
