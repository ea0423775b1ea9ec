/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tar files that are wrong (TarFile.java): what is said of them; and a good one (standard input) ruined in a thousand
 * ways, which is read or refused, but never throws anything else, and leaves the file system sound. */
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import jx.nfs.Audit;
import jx.nfs.FileSystem;
import jx.nfs.TarFile;

public final class TarCases {
  private static final long ROOM = 64 << 20;
  private static final int BLOCK = 512;
  private static final int ROUNDS = 1000;

  /* Only this much of the tar is ruined each time: it has all kinds of members. */
  private static final int MOST_BYTES = 64 << 10;

  private static boolean failed;

  private TarCases() {
  }

  public static void main(String[] args) throws IOException {
    byte[] good = Recording.readAll(System.in);
    refused("empty_is_empty", new byte[0], ROOM, null);
    refused("zeros_are_empty", new byte[2 * BLOCK], ROOM, null);
    refused("good", good, ROOM, null);
    refused("text", "This is some text, and no tar at all.\n".repeat(40).getBytes(), ROOM, "this is no tar file");
    refused("short_text", "text".getBytes(), ROOM, "ends within a header");
    refused("cut_in_header", Arrays.copyOf(good, BLOCK + 100), ROOM, "ends within a header");
    refused("cut_in_file", member("file", '0', "", 5000, 512), ROOM, "ends within a file");
    refused("cut_in_name", member("././@LongLink", 'L', "", 600, 512), ROOM, "ends within a name");
    refused("name_too_long", member("././@LongLink", 'L', "", 1 << 20, 512), ROOM, "name is longer than");
    refused("checksum", flipped(member("file", '0', "", 0, 0), 3), ROOM, "no tar file");
    refused("full", good, 100000, "does not fit: the file system is full");
    refused("link_to_nothing", member("link", '1', "nothing", 0, 0), ROOM, "is a link to something that is not");
    refused("name_of_300", member("x", '0', "", 0, 0, "x".repeat(300)), ROOM, "has a name that is too long");
    refused("parent", member("../outside", '0', "", 0, 0), ROOM, "cannot be placed");
    refused("pax_malformed", pax("99999 path=x\n"), ROOM, "a pax header is malformed");
    refused("pax_without_end", pax("12 path=xyz"), ROOM, "a pax header is malformed");
    fuzz(good);
    System.exit(failed ? 1 : 0);
  }

  /* `says' null: it is taken. */
  private static void refused(String name, byte[] tar, long room, String says) {
    String said = fill(tar, room);
    boolean right = says == null ? said == null : said != null && said.contains(says);
    System.out.println((right ? "ok tar_" : "not ok tar_") + name + (right ? "" : " says: " + said));
    failed |= !right;
  }

  private static String fill(byte[] tar, long room) {
    FileSystem files = new FileSystem(room, new ScriptedClock());
    String said = null;
    try {
      TarFile.fill(files, new ByteArrayInputStream(tar));
    } catch (IOException e) {
      said = e.getMessage();
    }
    String objection = Audit.objection(files);
    return objection == null ? said : "unsound: " + objection;
  }

  private static void fuzz(byte[] good) {
    Random random = new Random(1);
    String wrong = null;
    for (int i = 0; i < ROUNDS && wrong == null; i++) {
      byte[] tar = Arrays.copyOf(good, Math.min(good.length, MOST_BYTES));
      for (int n = 1 + random.nextInt(4); n > 0; n--)
        ruin(tar, random);
      try {
        String said = fill(tar, 1 << 20);
        wrong = said != null && said.startsWith("unsound") ? said : null;
      } catch (RuntimeException e) {
        wrong = e.toString();
      }
    }
    System.out.println(wrong == null ? "ok tar_fuzz" : "not ok tar_fuzz " + wrong);
    failed |= wrong != null;
  }

  /* A byte of a header is changed, and its checksum made right: else nothing but the checksum would be tested. */
  private static void ruin(byte[] tar, Random random) {
    int block = random.nextInt(tar.length / BLOCK) * BLOCK;
    tar[block + random.nextInt(345)] = (byte) (random.nextBoolean() ? '0' + random.nextInt(8) : random.nextInt());
    seal(tar, block);
  }

  private static byte[] flipped(byte[] tar, int at) {
    tar[at] ^= 1;
    return tar;
  }

  private static byte[] pax(String records) {
    byte[] tar = member("pax", 'x', "", records.length(), BLOCK);
    put(tar, BLOCK, records);
    return tar;
  }

  /* A header, and `follows' bytes of zeros. */
  private static byte[] member(String name, char type, String target, int size, int follows) {
    byte[] tar = new byte[BLOCK + follows];
    put(tar, 0, name);
    put(tar, 100, "0000644");
    put(tar, 108, "0000000");
    put(tar, 116, "0000000");
    put(tar, 124, String.format("%011o", size));
    put(tar, 136, "00000000000");
    tar[156] = (byte) type;
    put(tar, 157, target);
    seal(tar, 0);
    return tar;
  }

  /* The same with a long name before it, as GNU tar writes it. */
  private static byte[] member(String name, char type, String target, int size, int follows, String longName) {
    byte[] first = member("././@LongLink", 'L', "", longName.length() + 1, BLOCK);
    put(first, BLOCK, longName);
    byte[] second = member(name, type, target, size, follows);
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static void put(byte[] tar, int at, String text) {
    for (int i = 0; i < text.length(); i++)
      tar[at + i] = (byte) text.charAt(i);
  }

  private static void seal(byte[] tar, int at) {
    int sum = 8 * ' ';
    for (int i = 0; i < BLOCK; i++)
      sum += i >= 148 && i < 156 ? 0 : tar[at + i] & 0xff;
    put(tar, at + 148, String.format("%06o", sum) + "\0 ");
  }
}
