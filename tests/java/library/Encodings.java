/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Buffers, charsets, and what writes bytes as text: random and malformed input in pieces of all lengths; running hashes
 * of all results. */
import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.charset.*;
import java.util.*;
import java.util.zip.*;

public class Encodings {
  interface Risky { Object get() throws Exception; }

  static long hash;
  static int count;
  static boolean all; /* an argument: show each result, to find a difference */
  static final Random random = new Random(5);

  static void add(Object o) {
    hash = hash * 1000003 + String.valueOf(o).hashCode();
    count++;
    if (all)
      System.out.println(o);
  }

  static void risk(Risky s) {
    try {
      add(s.get());
    } catch (Exception e) {
      add(e instanceof IndexOutOfBoundsException ? "index" : e.toString());
    }
  }

  static void end(String part) {
    System.out.println(part + " " + count + " " + Long.toHexString(hash));
  }

  static String state(Buffer b) {
    return b.position() + "/" + b.limit() + "/" + b.capacity() + (b.isReadOnly() ? "r" : "") + b.hasArray()
        + b.isDirect();
  }

  /* ---- buffers ---- */

  static void bytes() {
    for (int round = 0; round < 400; round++) {
      ByteBuffer b = round % 3 == 0 ? ByteBuffer.allocateDirect(64) : round % 3 == 1 ? ByteBuffer.allocate(64)
          : ByteBuffer.wrap(new byte[80], 5, 64).slice();
      if (round % 2 == 0)
        b.order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < 40; i++) {
        int at = random.nextInt(70) - 3;
        int other = random.nextInt(70) - 3;
        long value = random.nextLong();
        ByteBuffer c = b;
        switch (random.nextInt(30)) {
          case 0: risk(() -> c.put((byte) value)); break;
          case 1: risk(() -> c.putInt((int) value)); break;
          case 2: risk(() -> c.putLong(at, value)); break;
          case 3: risk(() -> c.putShort((short) value).putChar((char) at)); break;
          case 4: risk(() -> c.putDouble(value / 3.0).putFloat(at, value / 7f)); break;
          case 5: risk(() -> c.getInt() + " " + c.getInt(at)); break;
          case 6: risk(() -> c.getLong() + " " + c.getShort(at) + c.getChar(at)); break;
          case 7: risk(() -> c.getDouble() + " " + c.getFloat(at)); break;
          case 8: risk(() -> c.position(at)); break;
          case 9: risk(() -> c.limit(at)); break;
          case 10: c.clear(); break;
          case 11: c.flip(); break;
          case 12: c.rewind(); break;
          case 13: c.mark(); break;
          case 14: risk(() -> state(c.reset())); break;
          case 15: c.compact(); break;
          case 16: risk(() -> state(c.slice()) + c.slice(at, other).getInt() + c.slice().order()); break;
          case 17: risk(() -> c.duplicate().put((byte) 3).reset()); break;
          case 18: risk(() -> state(c.asReadOnlyBuffer()) + c.asReadOnlyBuffer().put(at, (byte) 1)); break;
          case 19: risk(() -> { byte[] got = new byte[9]; c.get(got, at % 9, 4); return Arrays.toString(got); }); break;
          case 20: risk(() -> c.put(new byte[] {1, 2, 3, 4}, at % 4, 2)); break;
          case 21: risk(() -> c.put(c.duplicate())); break;
          case 22: risk(() -> c.put(c)); break;
          case 23: risk(() -> { IntBuffer v = c.asIntBuffer(); v.put(7).put(1, at); return v.get(0) + state(v)
              + v.order(); }); break;
          case 24: risk(() -> { LongBuffer v = c.asLongBuffer(); v.put(value); return v.flip().hashCode() + state(v);
              }); break;
          case 25: risk(() -> { CharBuffer v = c.asCharBuffer(); v.put("text"); return v.flip() + state(v.slice());
              }); break;
          case 26: risk(() -> { DoubleBuffer v = c.asReadOnlyBuffer().asDoubleBuffer(); return v.get(at % 4)
              + state(v) + v.put(1); }); break;
          case 27: risk(() -> c.get(at, new byte[5]).put(other, new byte[] {9, 8})); break;
          case 28: risk(() -> c.put(at, c, other, 5)); break;
          default: risk(() -> c.mismatch(c.duplicate().clear()) + " " + c.compareTo(ByteBuffer.allocate(20))
              + c.equals(c.slice())); break;
        }
        add(state(b) + b.hashCode());
      }
    }
    add(ByteBuffer.allocate(5).putShort((short) 3));
    add(ByteBuffer.allocate(5).asReadOnlyBuffer());
    risk(() -> ByteBuffer.allocate(-1));
    risk(() -> ByteBuffer.wrap(new byte[4], 3, 2));
    risk(() -> ByteBuffer.allocate(3).asReadOnlyBuffer().array());
    risk(() -> ByteBuffer.allocateDirect(3).array());
    add(ByteBuffer.wrap(new byte[9], 2, 4).slice().arrayOffset());
    end("bytes");
  }

  static void others() {
    for (int i = 0; i < 300; i++) {
      CharBuffer c = i % 3 == 0 ? CharBuffer.wrap("some text here") : i % 3 == 1 ? CharBuffer.allocate(14)
          : CharBuffer.wrap("some text here".toCharArray(), 1, 11);
      int at = random.nextInt(18) - 2;
      int to = random.nextInt(18) - 2;
      risk(() -> c.subSequence(at, to) + state(c.subSequence(at, to)));
      risk(() -> c.put("abc").append('d').append("efg", 1, 2).append(null));
      risk(() -> c.charAt(at) + c.get(to) + c.length());
      risk(() -> { CharBuffer t = CharBuffer.allocate(4); return c.read(t) + t.flip().toString() + state(c); });
      risk(() -> c.position(at).limit(to) + state(c));
      add(c.toString() + c.hashCode() + c.isEmpty() + c.compareTo(CharBuffer.wrap("text")) + state(c)
          + state(c.slice()));
      FloatBuffer f = FloatBuffer.wrap(new float[] {at / 0f, -0f, to, 1.5f});
      FloatBuffer g = FloatBuffer.wrap(new float[] {at / 0f, 0f, to, at});
      add(f.equals(g) + " " + f.compareTo(g) + " " + f.mismatch(g) + " " + f.hashCode() + " " + f.put(at).compact()
          + g.get(1));
      ShortBuffer s = ShortBuffer.allocate(5);
      risk(() -> s.put(at, (short) to).put(new short[to]).flip());
      LongBuffer l = LongBuffer.wrap(new long[] {1L << at, to, -1});
      add(l.hashCode() + " " + l.slice(1, 1).get(0) + l + l.asReadOnlyBuffer()
          + l.duplicate().compareTo(l.position(1)));
    }
    end("others");
  }

  /* ---- charsets ---- */

  static final String[] NAMES = {"UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "ISO-8859-1", "US-ASCII"};

  static String text(int length) {
    StringBuilder b = new StringBuilder();
    while (b.length() < length)
      switch (random.nextInt(9)) {
        case 0: b.append((char) random.nextInt(0x10000)); break;
        case 1: b.append((char) (0xd800 + random.nextInt(0x800))); break;
        case 2: b.appendCodePoint(0x10000 + random.nextInt(0x100000)); break;
        case 3: b.append((char) random.nextInt(0x180)); break;
        case 4: b.append(random.nextBoolean() ? '\ufeff' : '\ufffe'); break;
        default: b.append((char) random.nextInt(128)); break;
      }
    return b.toString();
  }

  static byte[] noise(int length) {
    byte[] b = new byte[length];
    random.nextBytes(b);
    for (int i = 0; i < length; i++)
      if (random.nextInt(3) == 0)
        b[i] = (byte) "\u00e2\u0082\u00ac\u00f0\u009f\u0098\u0080\u00ed\u00a0\u00fe\u00ff\u00d8\u00dc\u0000az".charAt(random.nextInt(15));
    return b;
  }

  /* Decodes in pieces, into a buffer that is soon full. */
  static String decode(CharsetDecoder d, byte[] bytes, int piece, int room) {
    StringBuilder all = new StringBuilder();
    CharBuffer out = CharBuffer.allocate(room);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    for (int end = Math.min(piece, bytes.length), rounds = 0; rounds < 200; rounds++) {
      in.limit(end);
      CoderResult r = d.decode(in, out, end == bytes.length);
      all.append(out.flip()).append(r.isError() ? r.toString() : r.isUnderflow() ? "," : ";");
      out.clear();
      if (r.isError())
        in.position(in.position() + r.length());
      else if (r.isUnderflow() && end == bytes.length)
        break;
      else if (r.isUnderflow())
        end = Math.min(end + piece, bytes.length);
    }
    return all.append(d.flush(out)).append(in.position()).toString();
  }

  static String encode(CharsetEncoder e, String text, int piece, int room) {
    StringBuilder all = new StringBuilder();
    ByteBuffer out = ByteBuffer.allocate(room);
    CharBuffer in = CharBuffer.wrap(text);
    for (int end = Math.min(piece, text.length()), rounds = 0; rounds < 200; rounds++) {
      in.limit(end);
      CoderResult r = e.encode(in, out, end == text.length());
      for (out.flip(); out.hasRemaining();)
        all.append(Integer.toHexString(out.get() & 0xff));
      all.append(r.isError() ? r.toString() : r.isUnderflow() ? "," : ";");
      out.clear();
      if (r.isError())
        in.position(in.position() + r.length());
      else if (r.isUnderflow() && end == text.length())
        break;
      else if (r.isUnderflow())
        end = Math.min(end + piece, text.length());
    }
    return all.append(e.flush(out)).append(in.position()).toString();
  }

  static final CodingErrorAction[] ACTIONS = {CodingErrorAction.IGNORE, CodingErrorAction.REPLACE,
      CodingErrorAction.REPORT};

  static void charsets() throws Exception {
    for (String name : NAMES) {
      Charset c = Charset.forName(name);
      add(c + " " + new TreeSet<>(c.aliases()) + c.isRegistered() + c.canEncode() + c.displayName());
      for (String other : NAMES)
        add(c.contains(Charset.forName(other)) + " " + c.compareTo(Charset.forName(other)));
      CharsetEncoder e = c.newEncoder();
      CharsetDecoder d = c.newDecoder();
      add(e.averageBytesPerChar() + " " + e.maxBytesPerChar() + Arrays.toString(e.replacement()) + e.charset());
      add(d.averageCharsPerByte() + " " + d.maxCharsPerByte() + d.replacement() + d.isAutoDetecting());
      for (int i = 0; i < 700; i++) {
        byte[] bytes = noise(random.nextInt(14));
        String text = text(random.nextInt(9));
        add(new String(bytes, c));
        add(Arrays.toString(text.getBytes(name)));
        add(new String(text.getBytes(c), 0, text.getBytes(c).length, name).equals(text));
        CodingErrorAction action = ACTIONS[i % 3];
        d.reset().onMalformedInput(action).onUnmappableCharacter(ACTIONS[i / 3 % 3]);
        e.reset().onMalformedInput(action).onUnmappableCharacter(ACTIONS[i / 3 % 3]);
        int piece = 1 + random.nextInt(8);
        add(decode(d, bytes, piece, 20));
        add(encode(e, text, piece, 60));
        add(decode(d.reset().onMalformedInput(ACTIONS[0]), text.getBytes(c), piece, 2));
        add(encode(e.reset().onMalformedInput(ACTIONS[0]), text, piece, 4));
        risk(() -> d.onMalformedInput(action).decode(ByteBuffer.wrap(bytes)));
        risk(() -> e.onMalformedInput(action).encode(CharBuffer.wrap(text)));
        add(c.decode(ByteBuffer.wrap(bytes)) + " " + c.encode(text));
        add(e.reset().canEncode(text) + " " + e.canEncode((char) random.nextInt(65536)));
        Reader r = new InputStreamReader(new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] b, int off, int len) {
              return super.read(b, off, Math.min(len, piece));
            }
          }, c);
        StringBuilder all = new StringBuilder();
        for (int ch; (ch = r.read()) >= 0;)
          all.append((char) ch);
        add(all);
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        Writer w = new OutputStreamWriter(to, name);
        for (int at = 0; at < text.length(); at += piece)
          w.write(text, at, Math.min(piece, text.length() - at));
        w.close();
        add(Arrays.toString(to.toByteArray()));
        risk(() -> new BufferedReader(new InputStreamReader(new ByteArrayInputStream(bytes), d.reset())).readLine());
      }
      end(name);
    }
    CharsetDecoder d = StandardCharsets.UTF_8.newDecoder();
    risk(() -> d.flush(CharBuffer.allocate(1)));
    risk(() -> d.decode(ByteBuffer.wrap(new byte[] {65}), CharBuffer.allocate(3), true));
    risk(() -> d.decode(ByteBuffer.wrap(new byte[] {65}), CharBuffer.allocate(3), false));
    risk(() -> d.flush(CharBuffer.allocate(1)) + "" + d.flush(CharBuffer.allocate(1)));
    risk(() -> d.decode(ByteBuffer.wrap(new byte[] {65}), CharBuffer.allocate(3), true));
    risk(() -> d.onMalformedInput(null));
    risk(() -> d.replaceWith(null));
    risk(() -> d.replaceWith(""));
    risk(() -> d.replaceWith("xyz"));
    risk(() -> d.replaceWith("_").onMalformedInput(CodingErrorAction.REPLACE).decode(ByteBuffer.wrap(new byte[] {65,
        -1, 66})));
    risk(() -> StandardCharsets.US_ASCII.newEncoder().replaceWith(new byte[] {-3}));
    risk(() -> StandardCharsets.US_ASCII.newEncoder().replaceWith(new byte[] {'#'}).onUnmappableCharacter(CodingErrorAction.REPLACE).encode(CharBuffer.wrap("a\u00e9")).get(1));
    risk(() -> CoderResult.malformedForLength(0));
    risk(() -> CoderResult.UNDERFLOW.length());
    risk(() -> { CoderResult.OVERFLOW.throwException(); return 0; });
    for (String name : new String[] {"", "a b", "-x", "x-", "utf8", "Utf-16be", "latin1", "us", "iso_8859-1:1987",
        "\u00e9", null}) {
      risk(() -> Charset.isSupported(name));
      risk(() -> Charset.forName(name));
      risk(() -> "x".getBytes(name).length);
      risk(() -> new String(new byte[2], name));
      risk(() -> new InputStreamReader(System.in, name).getEncoding());
      risk(() -> new OutputStreamWriter(System.out, name).getEncoding());
    }
    end("charsets");
  }

  /* ---- code points, old constructors ---- */

  @SuppressWarnings("deprecation")
  static void points() {
    for (int i = 0; i < 1500; i++) {
      String s = text(random.nextInt(7));
      char[] c = s.toCharArray();
      int at = random.nextInt(10) - 1;
      int to = random.nextInt(10) - 1;
      risk(() -> s.codePointAt(at) + " " + Character.codePointAt(s, at));
      risk(() -> s.codePointBefore(at) + " " + Character.codePointBefore((CharSequence) s, at));
      risk(() -> s.codePointCount(at, to) + " " + Character.codePointCount(s, at, to));
      risk(() -> s.offsetByCodePoints(at, to - 4) + " " + Character.offsetByCodePoints(s, at, to - 4));
      risk(() -> Character.codePointAt(c, at) + " " + Character.codePointAt(c, at, to));
      risk(() -> Character.codePointBefore(c, at) + " " + Character.codePointBefore(c, at, to));
      risk(() -> Character.codePointCount(c, at, to));
      risk(() -> Character.offsetByCodePoints(c, 1, c.length - 1, at, to - 4));
      int point = random.nextInt(0x120000) - 10;
      risk(() -> { char[] two = new char[2]; return Character.toChars(point, two, at & 1) + new String(two); });
      add(Character.highSurrogate(point) + 0 + Character.lowSurrogate(point) + " "
          + Character.isSupplementaryCodePoint(point));
      byte[] bytes = noise(6);
      risk(() -> new String(bytes, at) + new String(bytes, at, to, 2));
      risk(() -> { s.getBytes(at, to, bytes, 1); return Arrays.toString(bytes); });
    }
    end("points");
  }

  /* ---- Base64, sums, URLs ---- */

  static byte[] drain(InputStream in, int piece) throws IOException {
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    byte[] part = new byte[piece];
    for (int got; (got = in.read(part)) > 0;)
      to.write(part, 0, got);
    return to.toByteArray();
  }

  static void base64() {
    Base64.Encoder[] encoders = {Base64.getEncoder(), Base64.getUrlEncoder(), Base64.getMimeEncoder(),
        Base64.getMimeEncoder(10, new byte[] {'#', '\n'}), Base64.getMimeEncoder(3, new byte[] {'#'})};
    Base64.Decoder[] decoders = {Base64.getDecoder(), Base64.getUrlDecoder(), Base64.getMimeDecoder()};
    risk(() -> Base64.getMimeEncoder(8, new byte[] {'x'}));
    risk(() -> Base64.getMimeEncoder(8, new byte[] {'='}));
    for (int i = 0; i < 1500; i++) {
      byte[] bytes = new byte[random.nextInt(i % 10 == 0 ? 200 : 12)];
      random.nextBytes(bytes);
      for (Base64.Encoder e : encoders) {
        Base64.Encoder used = i % 3 == 0 ? e.withoutPadding() : e;
        String text = used.encodeToString(bytes);
        add(text);
        byte[] noisy = text.getBytes();
        if (noisy.length > 0 && i % 2 == 0)
          noisy[random.nextInt(noisy.length)] = (byte) "=-_ \nA\u00ff/+".charAt(random.nextInt(9));
        for (Base64.Decoder d : decoders) {
          risk(() -> Arrays.toString(d.decode(text)));
          risk(() -> Arrays.toString(d.decode(noisy)));
          risk(() -> d.decode(ByteBuffer.wrap(noisy)).remaining());
          risk(() -> d.decode(noisy, new byte[6]));
          risk(() -> Arrays.toString(drain(d.wrap(new ByteArrayInputStream(text.getBytes())), 7)));
        }
        risk(() -> used.encode(bytes, new byte[12]));
        risk(() -> used.encode(ByteBuffer.wrap(bytes)).equals(ByteBuffer.wrap(used.encode(bytes))));
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        risk(() -> {
          try (OutputStream out = used.wrap(to)) {
            out.write(bytes, 0, bytes.length / 2);
            for (int k = bytes.length / 2; k < bytes.length; k++)
              out.write(bytes[k]);
          }
          return to.toString().equals(text);
        });
      }
    }
    for (String s : new String[] {"", "A", "AA", "AA=", "AA==", "AA===", "AA==A", "AAA", "AAA=", "AAA==", "AAAA=", "=",
        "==", "A=", "A===", "AA=A", "AA==\n", "AA=\n=", "AA\n==", "\n", "A\nAA=", "AB==", "ABC="})
      for (Base64.Decoder d : decoders) {
        risk(() -> Arrays.toString(d.decode(s)));
        risk(() -> Arrays.toString(drain(d.wrap(new ByteArrayInputStream(s.getBytes())), 3)));
      }
    end("base64");
  }

  static void sums() {
    Checksum[] sums = {new CRC32(), new CRC32C(), new Adler32()};
    for (int i = 0; i < 600; i++)
      for (Checksum sum : sums) {
        byte[] bytes = new byte[i % 50 == 0 ? 9000 : random.nextInt(40)];
        random.nextBytes(bytes);
        if (i % 100 == 0)
          Arrays.fill(bytes, (byte) -1);
        sum.update(i);
        sum.update(bytes);
        add(sum.getValue());
        int at = random.nextInt(9) - 1;
        risk(() -> { sum.update(bytes, at, bytes.length / 2); return sum.getValue(); });
        ByteBuffer buffer = ByteBuffer.wrap(bytes, bytes.length / 3, bytes.length / 3);
        sum.update(buffer);
        add(sum.getValue() + " " + buffer.position());
        risk(() -> drain(new CheckedInputStream(new ByteArrayInputStream(bytes), sum), 9).length + " "
            + sum.getValue());
        risk(() -> new CheckedInputStream(new ByteArrayInputStream(bytes), sum).skip(7) + " " + sum.getValue());
        risk(() -> { new CheckedOutputStream(new ByteArrayOutputStream(), sum).write(bytes); return sum.getValue(); });
        if (i % 7 == 0)
          sum.reset();
      }
    end("sums");
  }

  @SuppressWarnings("deprecation")
  static void urls() {
    for (int i = 0; i < 600; i++) {
      String s = text(random.nextInt(12));
      String escaped = s.replace("a", "%e2%82").replace("b", "%").replace("c", "%-1").replace("d", "+%41%C3%a9");
      for (String name : NAMES) {
        risk(() -> URLEncoder.encode(s, name));
        risk(() -> URLDecoder.decode(URLEncoder.encode(s, name), Charset.forName(name)));
        risk(() -> URLDecoder.decode(escaped, name));
      }
      risk(() -> URLEncoder.encode(s) + URLDecoder.decode(escaped));
    }
    for (String s : new String[] {"%", "%4", "%41", "%4g", "%-1", "%+1", "%41%", "a%zz", "+", "", "%E2%82%AC+%ff"})
      risk(() -> URLDecoder.decode(s, "UTF-8"));
    risk(() -> URLEncoder.encode("a", "no such"));
    risk(() -> URLEncoder.encode("a", (String) null));
    risk(() -> URLDecoder.decode("a", ""));
    end("urls");
  }

  public static void main(String[] arguments) throws Exception {
    all = arguments.length > 0;
    bytes();
    others();
    charsets();
    points();
    base64();
    sums();
    urls();
  }
}
