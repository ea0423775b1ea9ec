/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * patterns.c: regular expressions, matched by going back: characters, `.', classes [a-z], groups, `|', `*', `+' and
 * `?'. A pattern becomes a tree, and each line of a text is searched for it. Usage: patterns FILE ROUNDS; prints a
 * sum over the matches.
 */
#include "arguments.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT  (1 << 20)
#define NODES 256

enum kind { EMPTY, SET, BOTH, EITHER, REPEAT };
struct node { enum kind kind; struct node *a, *b; uint32_t least, most; uint8_t set[32]; };
struct rest { const struct node *node; const struct rest *next; const char *from; }; /* what is to match afterwards */

static char text[TEXT + 1];
static struct node nodes[NODES];
static uint32_t node_count;
static const char *at; /* in the pattern */

static struct node *parse_either(void);

static struct node *make_node(enum kind kind, struct node *a, struct node *b)
{
  if (node_count == NODES)
    exit(1);
  nodes[node_count] = (struct node){ .kind = kind, .a = a, .b = b };
  return &nodes[node_count++];
}

static void set_add(struct node *n, int low, int high)
{
  for (int c = low; c <= high; c++)
    n->set[c / 8] |= (uint8_t)(1 << c % 8);
}

static struct node *parse_class(void)
{
  struct node *n = make_node(SET, NULL, NULL);
  const bool other = *at == '^';
  at += other;
  while (*at != ']') {
    const bool range = at[1] == '-';
    set_add(n, (uint8_t)at[0], (uint8_t)at[range ? 2 : 0]);
    at += range ? 3 : 1;
  }
  at++;
  for (size_t i = 0; other && i < sizeof(n->set); i++)
    n->set[i] = (uint8_t)~n->set[i];
  return n;
}

static struct node *parse_atom(void)
{
  const char c = *at++;
  if (c == '(') {
    struct node *inner = parse_either();
    at++;
    return inner;
  }
  if (c == '[')
    return parse_class();
  struct node *n = make_node(SET, NULL, NULL);
  set_add(n, c == '.' ? 1 : (uint8_t)c, c == '.' ? 255 : (uint8_t)c);
  return n;
}

static struct node *parse_repeated(void)
{
  struct node *n = parse_atom();
  for (; *at == '*' || *at == '+' || *at == '?'; at++) {
    n = make_node(REPEAT, n, NULL);
    n->least = *at == '+';
    n->most = *at == '?' ? 1 : UINT32_MAX;
  }
  return n;
}

static struct node *parse_both(void)
{
  struct node *n = make_node(EMPTY, NULL, NULL);
  while (*at && *at != ')' && *at != '|')
    n = make_node(BOTH, n, parse_repeated());
  return n;
}

static struct node *parse_either(void)
{
  struct node *n = parse_both();
  while (*at == '|') {
    at++;
    n = make_node(EITHER, n, parse_both());
  }
  return n;
}

static bool in_set(const struct node *n, char c)
{
  return n->set[(uint8_t)c / 8] >> (uint8_t)c % 8 & 1;
}

static const char *match(const struct node *n, const char *s, const struct rest *rest);

static const char *match_rest(const struct rest *rest, const char *s)
{
  return rest ? match(rest->node, s, rest->next) : s;
}

/* As many times as it goes, then fewer. Each time takes at least a character. */
static const char *match_repeated(const struct node *n, const char *s, const struct rest *rest)
{
  struct node again = *n;
  const char *end = NULL;
  if (n->most) {
    again.least -= again.least > 0;
    again.most -= again.most != UINT32_MAX;
    if (n->a->kind == SET)
      end = *s && in_set(n->a, *s) ? match_repeated(&again, s + 1, rest) : NULL;
    else {
      const struct rest then = { &again, rest, s };
      end = match(n->a, s, &then);
      end = end == s ? NULL : end;
    }
  }
  return end || n->least ? end : match_rest(rest, s);
}

/* Returns where the match of `n` and what is to follow ends, or NULL. */
static const char *match(const struct node *n, const char *s, const struct rest *rest)
{
  if (n->kind == EMPTY)
    return match_rest(rest, s);
  if (n->kind == SET)
    return *s && in_set(n, *s) ? match_rest(rest, s + 1) : NULL;
  if (n->kind == BOTH) {
    const struct rest then = { n->b, rest, s };
    return match(n->a, s, &then);
  }
  if (n->kind == EITHER) {
    const char *end = match(n->a, s, rest);
    return end ? end : match(n->b, s, rest);
  }
  return match_repeated(n, s, rest);
}

static uint64_t search_line(const struct node *n, const char *line)
{
  for (const char *s = line; *s; s++) {
    const char *end = match(n, s, NULL);
    if (end)
      return (uint64_t)(end - s) + 1;
  }
  return 0;
}

static uint64_t search(const char *pattern)
{
  uint64_t sum = 0;
  at = pattern;
  node_count = 0;
  const struct node *n = parse_either();
  for (const char *line = text; *line; line += strlen(line) + 1)
    sum += search_line(n, line);
  return sum;
}

int main(int argc, char **argv)
{
  static const char *const patterns[] = { "[a-z]+ing ", "(the|and|of) [a-z]*e", "q.*z", "([a-m]|[n-z])+tion",
                                          "[A-Z][a-z]* [A-Z][a-z]*", "a?b?c?d?e?ss" };
  size_t bytes;
  const uint32_t rounds = file_and_rounds_from(argc, argv, text, TEXT, &bytes);
  uint64_t sum = 0;
  for (size_t i = 0; i < bytes; i++)
    if (text[i] == '\n' || !text[i])
      text[i] = text[i + 1] == '\n' ? ' ' : 0; /* an empty line would be the end */
  for (uint32_t i = 0; i < rounds; i++)
    for (size_t p = 0; p < sizeof(patterns) / sizeof(*patterns); p++)
      sum += search(patterns[p]);
  printf("%llu\n", (unsigned long long)sum);
  return 0;
}
