// SPDX-License-Identifier: GPL-2.0-or-later

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/**
 * Unpacks the classes of a program that is a jar: {@code java Unjar.java JAR FOLDER}. They are those that {@code java
 * -jar JAR} would find: of a multi-release jar the newest that this Java takes, and of each class the first in the jars
 * that the manifest's Class-Path names, relative to the jar. FOLDER is made, and nothing is written outside of it.
 * Prints the Main-Class, if the manifest has one. Exit status: 0; 1 when the jar is not taken: then standard error says
 * why.
 *
 * A jar comes from anywhere. It may name files outside of FOLDER, claim sizes that are not true, and be a bomb: of the
 * real bytes of classes at most LIMIT_BYTES are written. Whatever is no class is not unpacked, for our library has no
 * getResource().
 */
final class Unjar {
  // A program of 42,000 lines has 500 classes and 2 MB; jxtr would take minutes for what these bounds let through.
  private static final long LIMIT_BYTES = 256L << 20;
  private static final int LIMIT_ENTRIES = 100_000;

  private final Path folder;
  private final ArrayDeque<File> waiting = new ArrayDeque<>();
  private final Set<String> seen = new HashSet<>();
  private long bytes;
  private int entries;

  private Unjar(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) {
    File jar = new File(args[0]);
    try {
      String main = new Unjar(Path.of(args[1])).unpackAll(jar);
      if (main != null)
        System.out.println(main);
    } catch (IOException | RuntimeException e) {
      System.err.println(e instanceof Refused ? e.getMessage() : args[0] + ": is no jar that can be unpacked: " + e);
      System.exit(1);
    }
  }

  private static final class Refused extends IOException {
    Refused(File jar, String why) {
      super(jar + ": " + why);
    }
  }

  private String unpackAll(File jar) throws IOException {
    Files.createDirectories(folder);
    waiting.add(jar.getCanonicalFile());
    String main = null;
    for (boolean first = true; !waiting.isEmpty(); first = false) {
      File next = waiting.remove();
      if (!seen.add(next.getPath()))
        continue;
      String its = unpack(next);
      if (first)
        main = its;
    }
    return main;
  }

  // The jar's Main-Class, or null.
  private String unpack(File file) throws IOException {
    try (JarFile jar = new JarFile(file, false, ZipFile.OPEN_READ, Runtime.version())) {
      entries += jar.size();
      if (entries > LIMIT_ENTRIES)
        throw new Refused(file, "has more than " + LIMIT_ENTRIES + " entries");
      for (JarEntry entry : list(jar, file)) {
        Path to = folder.resolve(entry.getName());
        if (!Files.exists(to))
          copy(file, jar, entry, to);
      }
      Manifest manifest = jar.getManifest();
      if (manifest == null)
        return null;
      Attributes attributes = manifest.getMainAttributes();
      addClassPath(file, attributes.getValue(Attributes.Name.CLASS_PATH));
      String main = attributes.getValue(Attributes.Name.MAIN_CLASS);
      return main == null ? null : main.trim().replace('/', '.');
    }
  }

  // The classes to unpack. All names are looked at before any file is written.
  private static List<JarEntry> list(JarFile jar, File file) throws IOException {
    List<JarEntry> classes = new ArrayList<>();
    List<String> jars = new ArrayList<>();
    for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator)
      if (!isInside(entry.getName()))
        throw new Refused(file, "is hostile or broken: its entry `" + entry.getName() + "' would lie"
            + " outside of its folder");
      else if (entry.getName().endsWith(".jar"))
        jars.add(entry.getName());
    if (!jars.isEmpty())
      throw new Refused(file, "holds other jars (" + jars.get(0)
          + (jars.size() == 1 ? "" : ", " + (jars.size() - 1) + " more")
          + "), which a class loader of its own would load; here there is none. Unpack all of them into one folder, "
          + "JAVA=folder");
    for (JarEntry entry : (Iterable<JarEntry>) jar.versionedStream()::iterator)
      if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")
          && !entry.getName().endsWith("module-info.class"))
        classes.add(entry);
    return classes;
  }

  private static boolean isInside(String name) {
    if (name.startsWith("/") || name.indexOf('\\') >= 0 || name.chars().anyMatch(c -> c < ' '))
      return false;
    for (String part : name.split("/"))
      if (part.equals(".."))
        return false;
    return true;
  }

  private void copy(File file, JarFile jar, JarEntry entry, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    byte[] some = new byte[65536];
    try (InputStream in = jar.getInputStream(entry);
        OutputStream out = Files.newOutputStream(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int length; (length = in.read(some)) >= 0; ) {
        bytes += length;
        if (bytes > LIMIT_BYTES)
          throw new Refused(file, "holds classes of more than " + (LIMIT_BYTES >> 20) + " MiB");
        out.write(some, 0, length);
      }
    }
  }

  // Java leaves out what is not there, too.
  private void addClassPath(File file, String path) throws IOException {
    if (path == null)
      return;
    for (String name : path.trim().split(" +")) {
      File other = new File(file.getParentFile(), name);
      if (name.endsWith(".jar") && other.isFile())
        waiting.add(other.getCanonicalFile());
      else
        System.err.println(file + ": its manifest's Class-Path names " + name + ", "
            + (other.exists() ? "which is no jar" : "which is not there") + ": left out");
    }
  }
}
