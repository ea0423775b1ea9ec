/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A way to write characters as bytes. What strings and streams cannot write becomes the replacement (`?', or U+FFFD in
 * UTF-16), what they cannot read U+FFFD; a CharsetEncoder and a CharsetDecoder do what they are told. */
package java.nio.charset;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import jx.text.ByteDecoding;
import jx.text.ByteEncoding;
import jx.text.Decoding;
import jx.text.Encoding;
import jx.text.Utf16Decoding;
import jx.text.Utf16Encoding;
import jx.text.Utf8Decoding;
import jx.text.Utf8Encoding;

public abstract class Charset implements Comparable<Charset> {
  static final Charset UTF_8 = new Utf8("UTF-8", "UTF8", "unicode-1-1-utf-8");
  static final Charset ISO_8859_1 = new Single("ISO-8859-1", 0xff, "iso-ir-100", "ISO_8859-1", "latin1", "l1", "IBM819",
      "cp819", "csISOLatin1", "819", "IBM-819", "ISO8859_1", "ISO_8859-1:1987", "ISO_8859_1", "8859_1", "ISO8859-1");
  static final Charset US_ASCII = new Single("US-ASCII", 0x7f, "iso-ir-6", "ANSI_X3.4-1986", "ISO_646.irv:1991",
      "ASCII", "ISO646-US", "us", "IBM367", "cp367", "csASCII", "default", "646", "iso_646.irv:1983",
      "ANSI_X3.4-1968", "ascii7");
  static final Charset UTF_16 = new Utf16("UTF-16", Utf16Decoding.Order.UNKNOWN, "UTF_16", "utf16", "unicode",
      "UnicodeBig");
  static final Charset UTF_16BE = new Utf16("UTF-16BE", Utf16Decoding.Order.BIG, "UTF_16BE", "ISO-10646-UCS-2",
      "X-UTF-16BE", "UnicodeBigUnmarked");
  static final Charset UTF_16LE = new Utf16("UTF-16LE", Utf16Decoding.Order.LITTLE, "UTF_16LE", "X-UTF-16LE",
      "UnicodeLittleUnmarked");

  private static final Charset[] ALL = {UTF_8, ISO_8859_1, US_ASCII, UTF_16, UTF_16BE, UTF_16LE};

  private final String name;
  private final String[] aliases;

  private Charset(String name, String[] aliases) {
    this.name = name;
    this.aliases = aliases;
  }

  private static final class Utf8 extends Charset {
    Utf8(String name, String... aliases) {
      super(name, aliases);
    }

    @Override
    public Decoding decoding() {
      return new Utf8Decoding();
    }

    @Override
    public Encoding encoding() {
      return new Utf8Encoding();
    }

    @Override
    public boolean contains(Charset other) {
      return true;
    }

    @Override
    public CharsetDecoder newDecoder() {
      return new PieceDecoder(this, 1, 1);
    }

    @Override
    public CharsetEncoder newEncoder() {
      return new PieceEncoder(this, 1.1f, 3);
    }
  }

  /* One byte a character, its code. */
  private static final class Single extends Charset {
    private final int largest;

    Single(String name, int largest, String... aliases) {
      super(name, aliases);
      this.largest = largest;
    }

    @Override
    public Decoding decoding() {
      return new ByteDecoding(largest);
    }

    @Override
    public Encoding encoding() {
      return new ByteEncoding(largest);
    }

    @Override
    public boolean contains(Charset other) {
      return other instanceof Single && ((Single) other).largest <= largest;
    }

    @Override
    public CharsetDecoder newDecoder() {
      return new PieceDecoder(this, 1, 1);
    }

    @Override
    public CharsetEncoder newEncoder() {
      return new PieceEncoder(this, 1, 1);
    }
  }

  private static final class Utf16 extends Charset {
    private final Utf16Decoding.Order order;

    Utf16(String name, Utf16Decoding.Order order, String... aliases) {
      super(name, aliases);
      this.order = order;
    }

    @Override
    public Decoding decoding() {
      return new Utf16Decoding(order);
    }

    @Override
    public Encoding encoding() {
      return new Utf16Encoding(order == Utf16Decoding.Order.LITTLE, order == Utf16Decoding.Order.UNKNOWN);
    }

    @Override
    public boolean contains(Charset other) {
      return true;
    }

    @Override
    public CharsetDecoder newDecoder() {
      return new PieceDecoder(this, 0.5f, 1);
    }

    @Override
    public CharsetEncoder newEncoder() {
      return new PieceEncoder(this, 2, order == Utf16Decoding.Order.UNKNOWN ? 4 : 2);
    }
  }

  public static Charset defaultCharset() {
    return UTF_8;
  }

  private boolean isCalled(String wanted) {
    if (name.equalsIgnoreCase(wanted))
      return true;
    for (String alias : aliases)
      if (alias.equalsIgnoreCase(wanted))
        return true;
    return false;
  }

  private static void checkName(String name) {
    if (name == null)
      throw new IllegalArgumentException("Null charset name");
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      if (!letter && (i == 0 || "-+.:_".indexOf(c) < 0))
        throw new IllegalCharsetNameException(name);
    }
    if (name.isEmpty())
      throw new IllegalCharsetNameException(name);
  }

  private static Charset find(String name) {
    checkName(name);
    for (Charset charset : ALL)
      if (charset.isCalled(name))
        return charset;
    return null;
  }

  public static Charset forName(String name) {
    Charset found = find(name);
    if (found == null)
      throw new UnsupportedCharsetException(name);
    return found;
  }

  public static boolean isSupported(String name) {
    return find(name) != null;
  }

  public static SortedMap<String, Charset> availableCharsets() {
    TreeMap<String, Charset> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Charset charset : ALL)
      all.put(charset.name, charset);
    return all;
  }

  public final String name() {
    return name;
  }

  public final Set<String> aliases() {
    Set<String> all = new HashSet<>();
    for (String alias : aliases)
      all.add(alias);
    return java.util.Collections.unmodifiableSet(all);
  }

  public String displayName() {
    return name;
  }

  public String displayName(Locale locale) {
    return name;
  }

  public final boolean isRegistered() {
    return true;
  }

  public boolean canEncode() {
    return true;
  }

  /* Whether each character of `other` is one of this charset. */
  public abstract boolean contains(Charset other);

  public abstract CharsetDecoder newDecoder();

  public abstract CharsetEncoder newEncoder();

  /* For java.lang and java.io, whose programs then need no buffers. */
  public abstract Decoding decoding();

  public abstract Encoding encoding();

  public final CharBuffer decode(ByteBuffer bytes) {
    try {
      return newDecoder().onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE).decode(bytes);
    } catch (CharacterCodingException e) {
      throw new Error(e);
    }
  }

  public final ByteBuffer encode(CharBuffer text) {
    try {
      return newEncoder().onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE).encode(text);
    } catch (CharacterCodingException e) {
      throw new Error(e);
    }
  }

  public final ByteBuffer encode(String text) {
    return encode(CharBuffer.wrap(text));
  }

  @Override
  public final int compareTo(Charset other) {
    return name.compareToIgnoreCase(other.name);
  }

  @Override
  public final int hashCode() {
    return name.hashCode();
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Charset && name.equals(((Charset) other).name);
  }

  @Override
  public final String toString() {
    return name;
  }
}
