/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An AVL tree (Adelson-Velsky and Landis, 1962): what TreeMap and its views stand on. Subtrees of a node differ in
 * height by one at most. */
package java.util;

final class SearchTree<K, V> {
  static final class Node<K, V> extends AbstractMap.SimpleEntry<K, V> {
    private Node<K, V> left;
    private Node<K, V> right;
    private int height = 1;

    Node(K key, V value) {
      super(key, value);
    }
  }

  final Comparator<? super K> order;
  int size;
  int modCount;
  private Node<K, V> root;

  SearchTree(Comparator<? super K> order) {
    this.order = order;
  }

  @SuppressWarnings("unchecked")
  int compare(Object a, Object b) {
    return order != null ? order.compare((K) a, (K) b) : ((Comparable<Object>) a).compareTo(b);
  }

  void clear() {
    root = null;
    size = 0;
    modCount++;
  }

  Node<K, V> find(Object key) {
    if (key == null && order == null)
      throw new NullPointerException();
    Node<K, V> node = root;
    while (node != null) {
      int side = compare(key, node.getKey());
      if (side == 0)
        return node;
      node = side < 0 ? node.left : node.right;
    }
    return null;
  }

  private static int height(Node<?, ?> node) {
    return node == null ? 0 : node.height;
  }

  private static void measure(Node<?, ?> node) {
    node.height = 1 + Math.max(height(node.left), height(node.right));
  }

  private Node<K, V> rotateRight(Node<K, V> node) {
    Node<K, V> top = node.left;
    node.left = top.right;
    top.right = node;
    measure(node);
    measure(top);
    return top;
  }

  private Node<K, V> rotateLeft(Node<K, V> node) {
    Node<K, V> top = node.right;
    node.right = top.left;
    top.left = node;
    measure(node);
    measure(top);
    return top;
  }

  private Node<K, V> balance(Node<K, V> node) {
    int lean = height(node.left) - height(node.right);
    if (lean > 1) {
      if (height(node.left.left) < height(node.left.right))
        node.left = rotateLeft(node.left);
      return rotateRight(node);
    }
    if (lean < -1) {
      if (height(node.right.right) < height(node.right.left))
        node.right = rotateRight(node.right);
      return rotateLeft(node);
    }
    measure(node);
    return node;
  }

  /* `added` has a key that is not there yet. */
  void insert(Node<K, V> added) {
    if (root == null)
      compare(added.getKey(), added.getKey());
    root = insert(root, added);
    size++;
    modCount++;
  }

  private Node<K, V> insert(Node<K, V> node, Node<K, V> added) {
    if (node == null)
      return added;
    if (compare(added.getKey(), node.getKey()) < 0)
      node.left = insert(node.left, added);
    else
      node.right = insert(node.right, added);
    return balance(node);
  }

  void delete(Node<K, V> unwanted) {
    root = delete(root, unwanted);
    size--;
    modCount++;
  }

  private Node<K, V> delete(Node<K, V> node, Node<K, V> unwanted) {
    if (node == unwanted) {
      if (node.left == null || node.right == null)
        return node.left == null ? node.right : node.left;
      Node<K, V> next = node.right;
      while (next.left != null)
        next = next.left;
      next.right = withoutFirst(node.right);
      next.left = node.left;
      return balance(next);
    }
    if (compare(unwanted.getKey(), node.getKey()) < 0)
      node.left = delete(node.left, unwanted);
    else
      node.right = delete(node.right, unwanted);
    return balance(node);
  }

  private Node<K, V> withoutFirst(Node<K, V> node) {
    if (node.left == null)
      return node.right;
    node.left = withoutFirst(node.left);
    return balance(node);
  }

  Node<K, V> first() {
    Node<K, V> node = root;
    while (node != null && node.left != null)
      node = node.left;
    return node;
  }

  Node<K, V> last() {
    Node<K, V> node = root;
    while (node != null && node.right != null)
      node = node.right;
    return node;
  }

  /* The least node above `key`, or at it. */
  Node<K, V> above(Object key, boolean inclusive) {
    Node<K, V> best = null;
    for (Node<K, V> node = root; node != null;) {
      int side = compare(key, node.getKey());
      if (side < 0 || side == 0 && inclusive) {
        best = node;
        node = node.left;
      } else {
        node = node.right;
      }
    }
    return best;
  }

  /* The greatest node below `key`, or at it. */
  Node<K, V> below(Object key, boolean inclusive) {
    Node<K, V> best = null;
    for (Node<K, V> node = root; node != null;) {
      int side = compare(key, node.getKey());
      if (side > 0 || side == 0 && inclusive) {
        best = node;
        node = node.right;
      } else {
        node = node.left;
      }
    }
    return best;
  }
}
