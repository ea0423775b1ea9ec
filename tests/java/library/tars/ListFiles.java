/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Prints what came with the program; twice what is wrong with it. With more than 20 files, how many they are. */
import java.io.File;
import java.nio.file.Files;
import java.util.Arrays;

public class ListFiles {
  private static int count;
  private static final StringBuilder lines = new StringBuilder();

  private static void list(File directory) throws Exception {
    for (File file : directory.listFiles()) {
      count++;
      if (count <= 20)
        lines.append(file).append(file.isDirectory() ? "/" : " " + file.length() + " "
            + Arrays.hashCode(Files.readAllBytes(file.toPath()))).append(' ').append(file.lastModified()).append("; ");
      if (file.isDirectory())
        list(file);
    }
  }

  public static void main(String[] arguments) throws Exception {
    String[] said = new String[2];
    for (int i = 0; i < 2; i++)
      try {
        count = 0;
        lines.setLength(0);
        list(new File("/"));
        said[i] = count > 20 ? count + " files" : lines.toString();
      } catch (java.io.IOError e) {
        said[i] = e.getCause().getMessage();
      }
    System.out.println(said[0].equals(said[1]) ? said[0] : "first: " + said[0] + " then: " + said[1]);
  }
}
