/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * YanfsWalk URL FOLDER NAME: Sun's NFS client in Java (YANFS) walks what is at the URL and compares every name,
 * size and byte with FOLDER, which the server's tar was made of; then it makes, writes, reads, renames and deletes
 * files in its folder `scratch', where there is one. YANFS calls as nobody: what others may not read, it must not be
 * able to. Prints `ok NAME_...' for each. */
import com.sun.xfile.XFile;
import com.sun.xfile.XFileInputStream;
import com.sun.xfile.XFileOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;

public final class YanfsWalk {
  private static final int WRITTEN = 30011;

  private final String name;
  private boolean failed;
  private String difference = "";
  private int files;
  private long bytes;

  private YanfsWalk(String name) {
    this.name = name;
  }

  public static void main(String[] args) throws IOException {
    System.exit(walk(args[0], new File(args[1]), args[2]) ? 0 : 1);
  }

  /* Whether all was right. */
  static boolean walk(String url, File folder, String name) throws IOException {
    YanfsWalk walk = new YanfsWalk(name);
    walk.compare(url, new XFile(url), folder);
    System.out.println("# " + name + ": " + walk.files + " files, " + walk.bytes + " bytes");
    walk.check("walk", walk.difference.isEmpty() && walk.files > 0, walk.difference);
    if (new File(folder, "scratch").isDirectory())
      walk.change(url + "/scratch");
    return !walk.failed;
  }

  private void check(String what, boolean good, String why) {
    System.out.println((good ? "ok " : "not ok ") + name + "_" + what + (good ? "" : " " + why));
    failed |= !good;
  }

  private void compare(String url, XFile remote, File local) throws IOException {
    if (Files.isSymbolicLink(local.toPath()))
      return;
    files++;
    if (!Files.getPosixFilePermissions(local.toPath()).contains(PosixFilePermission.OTHERS_READ)) {
      if (remote.canRead())
        difference += local + " can be read by nobody; ";
    } else if (local.isDirectory()) {
      String[] theirs = remote.list(), ours = local.list();
      Arrays.sort(ours);
      if (theirs == null)
        theirs = new String[0];
      Arrays.sort(theirs);
      if (!Arrays.equals(theirs, ours))
        difference += local + " has other names: " + Arrays.toString(theirs) + "; ";
      for (String each : ours)
        compare(url + "/" + each, new XFile(url + "/" + each), new File(local, each));
    } else if (remote.length() != local.length() || remote.lastModified() / 1000 != local.lastModified() / 1000) {
      difference += local + " has another size or time; ";
    } else if (!Arrays.equals(read(remote), Files.readAllBytes(local.toPath()))) {
      difference += local + " has other bytes; ";
    }
  }

  private byte[] read(XFile file) throws IOException {
    byte[] all = new byte[(int) file.length()];
    int done = 0;
    try (InputStream in = new XFileInputStream(file)) {
      for (int got; done < all.length && (got = in.read(all, done, all.length - done)) > 0;)
        done += got;
    }
    bytes += done;
    return Arrays.copyOf(all, done);
  }

  /* `scratch' is a directory that anybody may write to. */
  private void change(String scratch) throws IOException {
    byte[] text = new byte[WRITTEN];
    for (int i = 0; i < text.length; i++)
      text[i] = (byte) (i * 7 >> 3);
    XFile file = new XFile(scratch + "/written"), renamed = new XFile(scratch + "/renamed");
    try (OutputStream out = new XFileOutputStream(file)) {
      out.write(text);
    }
    check("write", Arrays.equals(read(new XFile(scratch + "/written")), text), "reads back other bytes");
    check("rename", file.renameTo(renamed) && !new XFile(scratch + "/written").exists(), "leaves the old name");
    check("renamed", Arrays.equals(read(new XFile(scratch + "/renamed")), text), "reads other bytes");
    XFile directory = new XFile(scratch + "/directory");
    check("mkdir", directory.mkdir() && new XFile(scratch + "/directory").isDirectory(), "makes no directory");
    check("delete", directory.delete() && renamed.delete(), "fails");
    check("deleted", new XFile(scratch).list() == null || new XFile(scratch).list().length == 0, "something is left");
  }
}
