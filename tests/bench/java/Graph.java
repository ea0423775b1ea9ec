/* SPDX-License-Identifier: GPL-2.0-or-later */
/** A graph of many small objects that lives long: edges are taken out and made anew while all of it is walked. */
class Graph extends Bench {
  private static final int NODES = 60_000, CHANGES = 60_000;

  static final class Edge {
    final Node to;
    final int weight;
    Edge next;

    Edge(Node to, int weight, Edge next) {
      this.to = to;
      this.weight = weight;
      this.next = next;
    }
  }

  static final class Node {
    final int number;
    Edge edges;
    int distance;

    Node(int number) {
      this.number = number;
    }
  }

  private final Node[] nodes = new Node[NODES];
  private int x;

  private int next(int below) {
    x = x * 1103515245 + 12345;
    return (x >>> 4) % below;
  }

  private void join(int from, int to) {
    nodes[from].edges = new Edge(nodes[to], 1 + (from ^ to) % 7, nodes[from].edges);
  }

  /** Distances in edges from node 0; returns their sum. */
  private long distances() {
    for (Node n : nodes)
      n.distance = -1;
    Node[] queue = new Node[NODES];
    int end = 0;
    long sum = 0;
    queue[end++] = nodes[0];
    nodes[0].distance = 0;
    for (int at = 0; at < end; at++)
      for (Edge e = queue[at].edges; e != null; e = e.next)
        if (e.to.distance < 0) {
          e.to.distance = queue[at].distance + 1;
          sum += (long) e.to.distance * e.weight;
          queue[end++] = e.to;
        }
    return sum;
  }

  @Override
  long run() {
    x = 17;
    for (int i = 0; i < NODES; i++)
      nodes[i] = new Node(i);
    for (int i = 0; i < NODES; i++)
      for (int k = 0; k < 3; k++)
        join(i, next(NODES));
    long sum = distances();
    for (int i = 0; i < CHANGES; i++) {
      Node n = nodes[next(NODES)];
      if (n.edges != null)
        n.edges = n.edges.next;
      join(n.number, next(NODES));
    }
    return sum * 31 + distances();
  }

  public static void main(String[] args) {
    new Graph().measure(70722681L);
  }
}
