/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A map in the order of its keys. */
package java.util;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

public class TreeMap<K, V> extends TreeView<K, V> implements Cloneable, java.io.Serializable {
  private static final long serialVersionUID = 919286545866124006L;
  private static final String SERIAL_FIELDS = "comparator Ljava/util/Comparator;";

  public TreeMap() {
    super(new SearchTree<>(null));
  }

  public TreeMap(Comparator<? super K> order) {
    super(new SearchTree<>(order));
  }

  public TreeMap(Map<? extends K, ? extends V> source) {
    this();
    putAll(source);
  }

  public TreeMap(SortedMap<K, ? extends V> source) {
    this(source.comparator());
    putAll(source);
  }

  @Override
  public Object clone() {
    return new TreeMap<>((SortedMap<K, V>) this);
  }

  /* Of a map that a stream begins. */
  final void orderBy(Comparator<? super K> order) {
    tree.order = order;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.putFields().put("comparator", tree.order);
    out.writeFields();
    out.writeInt(tree.size);
    for (SearchTree.Node<K, V> node = tree.first(); node != null; node = tree.after(node)) {
      out.writeObject(node.getKey());
      out.writeObject(node.getValue());
    }
  }

  @SuppressWarnings("unchecked")
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    orderBy((Comparator<? super K>) in.readFields().get("comparator", null));
    for (int left = in.readInt(); left > 0; left--) {
      K key = (K) in.readObject();
      V value = (V) in.readObject();
      tree.insert(key, value);
    }
  }
}
