/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Texts by name, with others behind them as defaults, and their form in files (PropertiesReader). The entries are in a
 * ConcurrentHashMap, as the JDK has it: so walks go in its order. */
package java.util;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

public class Properties extends Hashtable<Object, Object> {
  private static final long serialVersionUID = 4112578634029874840L;

  private static final int LISTED = 40;

  protected volatile Properties defaults;

  private transient ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();

  public Properties() {
    this(null);
  }

  public Properties(int capacity) {
    this(null);
    map = new ConcurrentHashMap<>(capacity);
  }

  public Properties(Properties defaults) {
    super(1);
    this.defaults = defaults;
  }

  public synchronized Object setProperty(String key, String value) {
    return put(key, value);
  }

  public String getProperty(String key) {
    Object value = map.get(key);
    if (value instanceof String)
      return (String) value;
    Properties behind = defaults;
    return behind == null ? null : behind.getProperty(key);
  }

  public String getProperty(String key, String otherwise) {
    String value = getProperty(key);
    return value == null ? otherwise : value;
  }

  private void collect(Map<String, Object> all, boolean texts) {
    if (defaults != null)
      defaults.collect(all, texts);
    for (Map.Entry<Object, Object> entry : entrySet())
      if (!texts || entry.getKey() instanceof String && entry.getValue() instanceof String)
        all.put((String) entry.getKey(), entry.getValue());
  }

  public Set<String> stringPropertyNames() {
    Map<String, Object> all = new HashMap<>();
    collect(all, true);
    return Collections.unmodifiableSet(all.keySet());
  }

  public Enumeration<?> propertyNames() {
    Hashtable<String, Object> all = new Hashtable<>();
    collect(all, false);
    return all.keys();
  }

  /* ---- files ---- */

  public synchronized void load(InputStream in) throws IOException {
    Objects.requireNonNull(in, "inStream parameter is null");
    load(new java.io.InputStreamReader(in, StandardCharsets.ISO_8859_1));
  }

  public synchronized void load(Reader reader) throws IOException {
    new PropertiesReader(Objects.requireNonNull(reader, "reader parameter is null")).readInto(this);
  }

  public void store(OutputStream out, String comments) throws IOException {
    store(new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.ISO_8859_1)), comments, true);
  }

  public void store(Writer writer, String comments) throws IOException {
    store(writer instanceof BufferedWriter ? (BufferedWriter) writer : new BufferedWriter(writer), comments, false);
  }

  @Deprecated
  public void save(OutputStream out, String comments) {
    try {
      store(out, comments);
    } catch (IOException e) {
      /* A caller who wants to know calls store(). */
    }
  }

  private synchronized void store(BufferedWriter out, String comments, boolean escaped) throws IOException {
    if (comments != null)
      writeComments(out, comments);
    out.write("#" + new Date());
    out.newLine();
    for (Map.Entry<Object, Object> entry : entrySet()) {
      out.write(save((String) entry.getKey(), true, escaped) + "=" + save((String) entry.getValue(), false, escaped));
      out.newLine();
    }
    out.flush();
  }

  /* Each line begins with a mark of a comment. */
  private static void writeComments(BufferedWriter out, String comments) throws IOException {
    StringBuilder text = new StringBuilder("#");
    for (int i = 0; i < comments.length(); i++) {
      char c = comments.charAt(i);
      if (c == '\r' && i + 1 < comments.length() && comments.charAt(i + 1) == '\n')
        i++;
      if (c == '\r' || c == '\n') {
        text.append('\n');
        char next = i + 1 < comments.length() ? comments.charAt(i + 1) : 0;
        if (next != '#' && next != '!')
          text.append('#');
      } else if (c > 0xff) {
        appendCode(text, c);
      } else {
        text.append(c);
      }
    }
    out.write(text.toString());
    out.newLine();
  }

  private static void appendCode(StringBuilder text, char c) {
    text.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4)
      text.append("0123456789ABCDEF".charAt(c >> shift & 15));
  }

  private static String save(String plain, boolean key, boolean escaped) {
    StringBuilder text = new StringBuilder(plain.length());
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      int special = "\t\n\r\f".indexOf(c);
      if (special >= 0)
        text.append('\\').append("tnrf".charAt(special));
      else if (c == ' ')
        text.append(key || i == 0 ? "\\ " : " ");
      else if ("\\=:#!".indexOf(c) >= 0)
        text.append('\\').append(c);
      else if (escaped && (c < ' ' || c > '~'))
        appendCode(text, c);
      else
        text.append(c);
    }
    return text.toString();
  }

  private List<String> listing() {
    Map<String, Object> all = new HashMap<>();
    collect(all, false);
    List<String> lines = new ArrayList<>();
    lines.add("-- listing properties --");
    for (Map.Entry<String, Object> entry : all.entrySet()) {
      String value = (String) entry.getValue();
      lines.add(entry.getKey() + "=" + (value.length() > LISTED ? value.substring(0, LISTED - 3) + "..." : value));
    }
    return lines;
  }

  public void list(PrintStream out) {
    for (String line : listing())
      out.println(line);
  }

  public void list(PrintWriter out) {
    for (String line : listing())
      out.println(line);
  }

  /* ---- the map ---- */

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean isEmpty() {
    return map.isEmpty();
  }

  @Override
  public Enumeration<Object> keys() {
    return Collections.enumeration(map.keySet());
  }

  @Override
  public Enumeration<Object> elements() {
    return Collections.enumeration(map.values());
  }

  @Override
  public boolean contains(Object value) {
    return map.containsValue(value);
  }

  @Override
  public boolean containsValue(Object value) {
    return map.containsValue(value);
  }

  @Override
  public boolean containsKey(Object key) {
    return map.containsKey(key);
  }

  @Override
  public Object get(Object key) {
    return map.get(key);
  }

  @Override
  public synchronized Object put(Object key, Object value) {
    return map.put(key, value);
  }

  @Override
  public synchronized Object remove(Object key) {
    return map.remove(key);
  }

  @Override
  public synchronized void putAll(Map<?, ?> other) {
    map.putAll(other);
  }

  @Override
  public synchronized void clear() {
    map.clear();
  }

  @Override
  public synchronized String toString() {
    return map.toString();
  }

  @Override
  public Set<Object> keySet() {
    return Collections.synchronizedSet(map.keySet());
  }

  @Override
  public Collection<Object> values() {
    return Collections.synchronizedCollection(map.values());
  }

  @Override
  public Set<Map.Entry<Object, Object>> entrySet() {
    return map.entrySet();
  }

  @Override
  public synchronized boolean equals(Object other) {
    return map.equals(other);
  }

  @Override
  public synchronized int hashCode() {
    return map.hashCode();
  }

  @Override
  public Object getOrDefault(Object key, Object otherwise) {
    return map.getOrDefault(key, otherwise);
  }

  @Override
  public synchronized void forEach(BiConsumer<? super Object, ? super Object> action) {
    map.forEach(action);
  }

  @Override
  public synchronized void replaceAll(BiFunction<? super Object, ? super Object, ?> function) {
    map.replaceAll(function);
  }

  @Override
  public synchronized Object putIfAbsent(Object key, Object value) {
    return map.putIfAbsent(key, value);
  }

  @Override
  public synchronized boolean remove(Object key, Object value) {
    return map.remove(key, value);
  }

  @Override
  public synchronized boolean replace(Object key, Object old, Object value) {
    return map.replace(key, old, value);
  }

  @Override
  public synchronized Object replace(Object key, Object value) {
    return map.replace(key, value);
  }

  @Override
  public synchronized Object computeIfAbsent(Object key, Function<? super Object, ?> function) {
    return map.computeIfAbsent(key, function);
  }

  @Override
  public synchronized Object computeIfPresent(Object key, BiFunction<? super Object, ? super Object, ?> function) {
    return map.computeIfPresent(key, function);
  }

  @Override
  public synchronized Object compute(Object key, BiFunction<? super Object, ? super Object, ?> function) {
    return map.compute(key, function);
  }

  @Override
  public synchronized Object merge(Object key, Object value, BiFunction<? super Object, ? super Object, ?> function) {
    return map.merge(key, value, function);
  }

  @Override
  protected void rehash() {
  }

  @Override
  public synchronized Object clone() {
    Properties copy = new Properties(defaults);
    copy.map.putAll(map);
    return copy;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(map.size());
    for (Map.Entry<Object, Object> entry : map.entrySet()) {
      out.writeObject(entry.getKey());
      out.writeObject(entry.getValue());
    }
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    for (int left = in.readInt(); left > 0; left--) {
      Object key = in.readObject();
      map.put(key, in.readObject());
    }
  }
}
