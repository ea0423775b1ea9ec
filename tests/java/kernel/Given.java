/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The files that came with the program, read, changed, copied and moved. */
import java.io.*;
import java.nio.file.*;
import java.util.List;

public class Given {
  private static void show(File file) throws IOException {
    File[] files = file.listFiles();
    System.out.println(file + (files == null ? " " + java.util.Arrays.hashCode(Files.readAllBytes(file.toPath())) : "/"));
    if (files == null)
      return;
    java.util.Arrays.sort(files);
    for (File each : files)
      show(each);
  }

  public static void main(String[] args) throws IOException {
    for (String name : new String[] {"apps", "hosted/names", "kernel"})
      show(new File(name));
    try (BufferedReader reader = new BufferedReader(new FileReader("kernel/input.case"));
        PrintWriter writer = new PrintWriter("kernel/new.txt")) {
      for (String line; (line = reader.readLine()) != null;)
        writer.println(line.length() + " " + line);
    }
    Files.write(Path.of("kernel/input.case"), List.of("one more line"), StandardOpenOption.APPEND);
    Files.move(Path.of("kernel/new.txt"), Path.of("hosted/names/moved.txt"));
    Files.createDirectories(Path.of("new/a/b"));
    Files.copy(Path.of("kernel/Given.java"), Path.of("new/a/b/copy"));
    System.out.println(new File("kernel/Blocked.java").delete() + " " + new File("kernel").delete());
    try (RandomAccessFile file = new RandomAccessFile("new/a/b/copy", "rw")) {
      file.seek(100);
      file.writeUTF("in the middle");
    }
    for (String name : new String[] {"new", "hosted/names", "kernel"})
      show(new File(name));
    try {
      new FileInputStream("kernel/none");
    } catch (FileNotFoundException e) {
      System.out.println(e.getMessage());
    }
    byte[] all = System.in.readAllBytes();
    System.out.println(new String(all, 257, 5));
  }
}
