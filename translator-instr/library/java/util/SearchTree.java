/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An AVL tree (Adelson-Velsky and Landis, 1962): what TreeMap and its views stand on. Subtrees of a node differ in
 * height by one at most; a node knows the one above it, so a walk goes from node to node. */
package java.util;

final class SearchTree<K, V> {
  static final class Node<K, V> extends AbstractMap.SimpleEntry<K, V> {
    private Node<K, V> left;
    private Node<K, V> right;
    private Node<K, V> parent;
    private int height = 1;

    Node(K key, V value) {
      super(key, value);
    }
  }

  Comparator<? super K> order;      /* set anew only while the tree is empty */
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

  private static <K, V> void setLeft(Node<K, V> node, Node<K, V> child) {
    node.left = child;
    if (child != null)
      child.parent = node;
  }

  private static <K, V> void setRight(Node<K, V> node, Node<K, V> child) {
    node.right = child;
    if (child != null)
      child.parent = node;
  }

  /* Where `old` hangs, `now` does afterwards; it may be null. */
  private void replace(Node<K, V> old, Node<K, V> now) {
    Node<K, V> parent = old.parent;
    if (now != null)
      now.parent = parent;
    if (parent == null)
      root = now;
    else if (parent.left == old)
      parent.left = now;
    else
      parent.right = now;
  }

  private Node<K, V> rotateRight(Node<K, V> node) {
    Node<K, V> top = node.left;
    replace(node, top);
    setLeft(node, top.right);
    setRight(top, node);
    measure(node);
    measure(top);
    return top;
  }

  private Node<K, V> rotateLeft(Node<K, V> node) {
    Node<K, V> top = node.right;
    replace(node, top);
    setRight(node, top.left);
    setLeft(top, node);
    measure(node);
    measure(top);
    return top;
  }

  /* The root of what was the subtree of `node`. */
  private Node<K, V> balance(Node<K, V> node) {
    int lean = height(node.left) - height(node.right);
    if (lean > 1) {
      if (height(node.left.left) < height(node.left.right))
        rotateLeft(node.left);
      return rotateRight(node);
    }
    if (lean < -1) {
      if (height(node.right.right) < height(node.right.left))
        rotateRight(node.right);
      return rotateLeft(node);
    }
    measure(node);
    return node;
  }

  /* From `node` upwards, as far as heights change. */
  private void retrace(Node<K, V> node) {
    while (node != null) {
      int before = node.height;
      Node<K, V> top = balance(node);
      if (top.height == before)
        return;
      node = top.parent;
    }
  }

  /* The node of `key` when there is one, else null, and now there is one. */
  Node<K, V> insert(K key, V value) {
    Node<K, V> parent = null;
    int side = 0;
    for (Node<K, V> node = root; node != null; node = side < 0 ? node.left : node.right) {
      side = compare(key, node.getKey());
      if (side == 0)
        return node;
      parent = node;
    }
    if (parent == null)
      compare(key, key);
    Node<K, V> added = new Node<>(key, value);
    if (parent == null)
      root = added;
    else if (side < 0)
      setLeft(parent, added);
    else
      setRight(parent, added);
    retrace(parent);
    size++;
    modCount++;
    return null;
  }

  /* Other nodes stay what they are: walks and entries hold them. */
  void delete(Node<K, V> unwanted) {
    Node<K, V> changed = unwanted.parent;
    if (unwanted.left == null || unwanted.right == null) {
      replace(unwanted, unwanted.left == null ? unwanted.right : unwanted.left);
    } else {
      Node<K, V> next = after(unwanted);
      changed = next;
      if (next.parent != unwanted) {
        changed = next.parent;
        replace(next, next.right);
        setRight(next, unwanted.right);
      }
      setLeft(next, unwanted.left);
      next.height = unwanted.height;
      replace(unwanted, next);
    }
    retrace(changed);
    size--;
    modCount++;
  }

  /* The next greater node, or null. */
  Node<K, V> after(Node<K, V> node) {
    if (node.right != null) {
      Node<K, V> next = node.right;
      while (next.left != null)
        next = next.left;
      return next;
    }
    Node<K, V> from = node;
    Node<K, V> next = node.parent;
    while (next != null && next.right == from) {
      from = next;
      next = next.parent;
    }
    return next;
  }

  /* The next smaller node, or null. */
  Node<K, V> before(Node<K, V> node) {
    if (node.left != null) {
      Node<K, V> next = node.left;
      while (next.right != null)
        next = next.right;
      return next;
    }
    Node<K, V> from = node;
    Node<K, V> next = node.parent;
    while (next != null && next.left == from) {
      from = next;
      next = next.parent;
    }
    return next;
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
