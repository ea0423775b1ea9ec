/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * graph.c: shortest paths (Dijkstra, with a heap of our own), levels (breadth first) and a spanning tree (Kruskal, with
 * union and find) of a random graph. Usage: graph ROUNDS; prints a sum of what was found.
 */
#include "arguments.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NODES 20000
#define EDGES 100000
#define FAR   UINT32_MAX

struct edge { uint32_t from, to, cost; };
struct item { uint32_t cost, node; };

static struct edge edges[EDGES];
static uint32_t first[NODES + 1], order[EDGES]; /* edges by their beginnings */
static struct item heap[EDGES + 1];
static uint32_t heap_count;
static uint32_t distance[NODES], parent[NODES], queue[NODES];
static uint64_t seed = 88172645463325252;

static uint32_t draw(uint32_t below)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t)(seed >> 20) % below;
}

static void make_graph(void)
{
  uint32_t at[NODES];
  for (uint32_t i = 0; i <= NODES; i++)
    first[i] = 0;
  for (uint32_t i = 0; i < EDGES; i++) {
    edges[i] = (struct edge){ draw(NODES), draw(NODES), 1 + draw(1000) };
    first[edges[i].from + 1]++;
  }
  for (uint32_t i = 0; i < NODES; i++) {
    at[i] = first[i];
    first[i + 1] += first[i];
  }
  for (uint32_t i = 0; i < EDGES; i++)
    order[at[edges[i].from]++] = i;
}

static void heap_push(struct item item)
{
  uint32_t i = ++heap_count;
  for (; i > 1 && heap[i / 2].cost > item.cost; i /= 2)
    heap[i] = heap[i / 2];
  heap[i] = item;
}

static struct item heap_pop(void)
{
  const struct item least = heap[1], last = heap[heap_count--];
  uint32_t i = 1;
  for (uint32_t child; (child = 2 * i) <= heap_count; i = child) {
    if (child < heap_count && heap[child + 1].cost < heap[child].cost)
      child++;
    if (heap[child].cost >= last.cost)
      break;
    heap[i] = heap[child];
  }
  heap[i] = last;
  return least;
}

static void relax(const struct edge *e)
{
  const uint32_t cost = distance[e->from] + e->cost;
  if (cost >= distance[e->to])
    return;
  distance[e->to] = cost;
  heap_push((struct item){ cost, e->to });
}

static uint64_t shortest_paths(uint32_t from)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < NODES; i++)
    distance[i] = FAR;
  distance[from] = 0;
  heap_count = 0;
  heap_push((struct item){ 0, from });
  while (heap_count) {
    const struct item next = heap_pop();
    if (next.cost > distance[next.node])
      continue;
    sum += next.cost;
    for (uint32_t i = first[next.node]; i < first[next.node + 1]; i++)
      relax(&edges[order[i]]);
  }
  return sum;
}

static uint64_t levels(uint32_t from)
{
  uint32_t head = 0, tail = 0;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < NODES; i++)
    distance[i] = FAR;
  distance[from] = 0;
  queue[tail++] = from;
  while (head < tail) {
    const uint32_t node = queue[head++];
    sum += distance[node];
    for (uint32_t i = first[node]; i < first[node + 1]; i++) {
      const uint32_t to = edges[order[i]].to;
      if (distance[to] != FAR)
        continue;
      distance[to] = distance[node] + 1;
      queue[tail++] = to;
    }
  }
  return sum;
}

static uint32_t find_root(uint32_t node)
{
  while (parent[node] != node)
    node = parent[node] = parent[parent[node]];
  return node;
}

static int by_cost(const void *a, const void *b)
{
  const struct edge *x = &edges[*(const uint32_t *)a], *y = &edges[*(const uint32_t *)b];
  return (x->cost > y->cost) - (x->cost < y->cost);
}

static uint64_t spanning_tree(void)
{
  static uint32_t by[EDGES];
  uint64_t sum = 0;
  for (uint32_t i = 0; i < EDGES; i++)
    by[i] = i;
  for (uint32_t i = 0; i < NODES; i++)
    parent[i] = i;
  qsort(by, EDGES, sizeof(*by), by_cost);
  for (uint32_t i = 0; i < EDGES; i++) {
    const uint32_t a = find_root(edges[by[i]].from), b = find_root(edges[by[i]].to);
    if (a == b)
      continue;
    parent[a] = b;
    sum += edges[by[i]].cost;
  }
  return sum;
}

int main(int argc, char **argv)
{
  const uint32_t rounds = rounds_from(argc, argv);
  uint64_t sum = 0;
  make_graph();
  for (uint32_t i = 0; i < rounds; i++)
    sum += shortest_paths(draw(NODES)) + levels(draw(NODES)) + spanning_tree();
  printf("%llu\n", (unsigned long long)sum);
  return 0;
}
