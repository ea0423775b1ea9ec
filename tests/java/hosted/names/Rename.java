/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Rename.java: gives the classes, members, strings and sources of class files names that no Java source can give them,
 * but a class file can (JVMS 4.2): in each constant that is text the words below become what stands beside them.
 * Usage: java Rename FROM TO, two folders. A class file goes where its new name says. Then the program runs: the JDK's own
 * loader takes class names for parts of URLs. */
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

public class Rename {
  static final String INCLUDE = "\n#include \"/etc/passwd\"\n";
  static final int UTF8 = 1;
  static final int PUBLIC = 1;

  /* The length in bytes of what follows the tag of a constant, by tag; 0: there is no such tag (JVMS 4.4). */
  static final int[] LENGTHS = { 0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2 };

  static final Map<String, String> names = new LinkedHashMap<>();
  static {
    names.put("odd_quote", "a\"b");
    names.put("odd_backslash", "a\\");
    names.put("odd_include", "\n#include \"passwd\"\n");
    names.put("odd_string", "\"\n#include \"passwd\"\nconst char *a = \"");
    names.put("odd_spliced", "a\\\nb");
    names.put("odd_shell", "$(touch X)`touch X`'");
    names.put("odd_format", "%s%n%9999999d");
    names.put("odd_line", "a\n#line 1 \"x\"\nb\u2028c\u0085d\re");
    names.put("odd_turned", "a\u202eb\u2066c");
    names.put("odd_wide", "\u00e9\u20ac\ud83d\ude00");
    names.put("odd_half", "\ud83d-");
    names.put("odd_device", "CON");
    names.put("odd_escapes", "\033]0;title\007\033[31m".replace(';', ':').replace('[', '('));
    names.put("odd_digit", "1st");
    names.put("odd_ten_0", "ten_0"); /* of ten there are ten */
    names.put("odd_overloaded", "ten");
    names.put("odd_trigraph", "what?\u003f(?\u003f'?\u003f!");
    names.put("odd_long", "long\"".repeat(8000));
    names.put("OddComment", "x*/y");
    names.put("OddCommented", "x*/" + INCLUDE + "/*y");
    names.put("OddString", "x\"" + INCLUDE + "\"");
    names.put("OddTrigraph", "what?\u003f/x");
    names.put("OddPrimitive", "#I");
    names.put("OddVoid", "#nothing");
    names.put("OddNested", "p$b"); /* `p/Db` and `p$b` once were one name in C */
    names.put("OddPackage", "p/Db");
    names.put("OddDigit", "p/1b");
    names.put("OddUnderscore", "p_b");
    names.put("OddTables", "jxg/tables"); /* the names of files that jxtr writes itself */
    names.put("OddAll", "jxg/all");
    names.put("OddDots", "..".replace('.', '\u2024') + "/x");
    names.put("OddLong", "L".repeat(240));
    names.put("OddNames.java", "../x*/\"" + INCLUDE + "__asm__(\".incbin \\\"/etc/passwd\\\"\");\n/*");
  }

  static final Pattern words = Pattern.compile("(?!At_00)[Aa]t_([0-9a-f]{2})|" + String.join("|", byLength()));

  static String[] byLength() {
    return names.keySet().stream().sorted((a, b) -> b.length() - a.length()).map(Pattern::quote).toArray(String[]::new);
  }

  /* at_XX is a name with that character, and At_XX, where a file can be called so. */
  static String renamed(String text) {
    Matcher m = words.matcher(text);
    StringBuilder all = new StringBuilder();
    while (m.find()) {
      String name = m.group(1) == null ? names.get(m.group()) : "a" + (char) Integer.parseInt(m.group(1), 16) + "1";
      m.appendReplacement(all, Matcher.quoteReplacement(name));
    }
    return m.appendTail(all).toString();
  }

  static void rename(Path from, Path to) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(from)));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    String self = from.getFileName().toString().replace(".class", "");
    out.writeLong(in.readLong());
    int count = in.readUnsignedShort();
    out.writeShort(count);
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      if (tag == UTF8) {
        String text = in.readUTF();
        /* A source for each of the classes that are named for a character. */
        out.writeUTF(renamed(self.startsWith("At_") && text.equals("OddNames.java") ? self + ".java" : text));
      } else {
        byte[] constant = new byte[LENGTHS[tag]];
        in.readFully(constant);
        out.write(constant);
        i += tag == 5 || tag == 6 ? 1 : 0; /* long and double take two places */
      }
    }
    out.writeShort(in.readUnsignedShort() | PUBLIC); /* it may be in another package now */
    in.transferTo(out);
    Path file = to.resolve(renamed(self) + ".class");
    Files.createDirectories(file.getParent());
    Files.write(file, bytes.toByteArray());
  }

  static class Loader extends ClassLoader {
    final Path folder;

    Loader(Path folder) {
      this.folder = folder;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try {
        byte[] bytes = Files.readAllBytes(folder.resolve(name.replace('.', '/') + ".class"));
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Path from = Path.of(args[0]), to = Path.of(args[1]);
    try (Stream<Path> all = Files.walk(from)) {
      for (Path p : (Iterable<Path>) all.filter(p -> p.toString().endsWith(".class"))::iterator)
        rename(p, to);
    }
    new Loader(to).loadClass("OddNames").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
  }
}
