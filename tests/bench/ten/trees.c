/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * trees.c: an AVL tree and a treap that take, find, walk and drop random keys, by recursion. Usage: trees ROUNDS;
 * prints a sum over what was found.
 */
#include "arguments.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define KEYS 20000

struct node { struct node *left, *right; uint32_t key, weight; /* weight: height, or a random number */ };

static uint64_t seed = 362436069;

static uint32_t draw(void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t)(seed >> 24);
}

static struct node *make_node(uint32_t key, uint32_t weight)
{
  struct node *n = malloc(sizeof(*n));
  if (!n)
    exit(1);
  *n = (struct node){ NULL, NULL, key, weight };
  return n;
}

static uint32_t height(const struct node *n)
{
  return n ? n->weight : 0;
}

static void measure(struct node *n)
{
  const uint32_t left = height(n->left), right = height(n->right);
  n->weight = 1 + (left > right ? left : right);
}

static struct node *turn_right(struct node *n)
{
  struct node *top = n->left;
  n->left = top->right;
  top->right = n;
  return top;
}

static struct node *turn_left(struct node *n)
{
  struct node *top = n->right;
  n->right = top->left;
  top->left = n;
  return top;
}

static struct node *balance(struct node *n)
{
  const int off = (int)height(n->left) - (int)height(n->right);
  if (off > 1) {
    if (height(n->left->left) < height(n->left->right)) {
      n->left = turn_left(n->left);
      measure(n->left->left);
    }
    n = turn_right(n);
    measure(n->right);
  } else if (off < -1) {
    if (height(n->right->right) < height(n->right->left)) {
      n->right = turn_right(n->right);
      measure(n->right->right);
    }
    n = turn_left(n);
    measure(n->left);
  }
  if (n->left)
    measure(n->left);
  if (n->right)
    measure(n->right);
  measure(n);
  return n;
}

static struct node *avl_add(struct node *n, uint32_t key)
{
  if (!n)
    return make_node(key, 1);
  if (key < n->key)
    n->left = avl_add(n->left, key);
  else if (key > n->key)
    n->right = avl_add(n->right, key);
  else
    return n;
  return balance(n);
}

static struct node *treap_add(struct node *n, uint32_t key)
{
  if (!n)
    return make_node(key, draw());
  if (key < n->key) {
    n->left = treap_add(n->left, key);
    return n->left->weight > n->weight ? turn_right(n) : n;
  }
  if (key > n->key) {
    n->right = treap_add(n->right, key);
    return n->right->weight > n->weight ? turn_left(n) : n;
  }
  return n;
}

static struct node *treap_join(struct node *a, struct node *b)
{
  if (!a || !b)
    return a ? a : b;
  if (a->weight > b->weight) {
    a->right = treap_join(a->right, b);
    return a;
  }
  b->left = treap_join(a, b->left);
  return b;
}

static struct node *treap_drop(struct node *n, uint32_t key)
{
  if (!n)
    return NULL;
  if (key == n->key) {
    struct node *rest = treap_join(n->left, n->right);
    free(n);
    return rest;
  }
  if (key < n->key)
    n->left = treap_drop(n->left, key);
  else
    n->right = treap_drop(n->right, key);
  return n;
}

static const struct node *find(const struct node *n, uint32_t key)
{
  while (n && n->key != key)
    n = key < n->key ? n->left : n->right;
  return n;
}

static uint64_t walk(const struct node *n, uint32_t depth)
{
  return n ? walk(n->left, depth + 1) + (uint64_t)n->key * depth + walk(n->right, depth + 1) : 0;
}

static void free_tree(struct node *n)
{
  if (!n)
    return;
  free_tree(n->left);
  free_tree(n->right);
  free(n);
}

static uint64_t one_round(void)
{
  struct node *avl = NULL, *treap = NULL;
  uint64_t found = 0;
  for (int i = 0; i < KEYS; i++) {
    const uint32_t key = draw() % (2 * KEYS);
    avl = avl_add(avl, key);
    treap = treap_add(treap, key);
  }
  for (uint32_t key = 0; key < 2 * KEYS; key++)
    found += find(avl, key) != NULL && find(treap, key) != NULL;
  for (uint32_t key = 0; key < 2 * KEYS; key += 3)
    treap = treap_drop(treap, key);
  found += walk(avl, 1) + walk(treap, 1);
  free_tree(avl);
  free_tree(treap);
  return found;
}

int main(int argc, char **argv)
{
  const uint32_t rounds = rounds_from(argc, argv);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < rounds; i++)
    sum += one_round();
  printf("%llu\n", (unsigned long long)sum);
  return 0;
}
