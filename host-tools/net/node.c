/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * node.c: see node.h. What passes between the processes is structs as they lie in memory: both are of one program.
 */
#include "node.h"

#include <string.h>

#include "base/mem.h"
#include "dump/cursor.h"
#include "dump/losses.h"

struct head { uint64_t hz, start, stop; };
struct tail { uint64_t count, whole; };

static void note_missing(void *whole, const struct missing *m)
{
  (void)m;
  *(uint64_t *)whole = 0;
}

/* The rows go first, each behind a 1: how many can be read is known at the end. */
bool net_write(const struct view *v, FILE *out)
{
  const struct head head = { v->hz, v->start, v->stop };
  struct tail tail = { 0, 1 };
  uint64_t more = 1;
  fwrite(&head, sizeof(head), 1, out);
  struct cursor c = cursor_begin(v->dump, WIRE_MESSAGE);
  for (const struct wire_message *m; (m = cursor_next(&c)); tail.count++) {
    fwrite(&more, sizeof(more), 1, out);
    fwrite(m, sizeof(*m), 1, out);
  }
  cursor_end(&c);
  more = 0;
  fwrite(&more, sizeof(more), 1, out);
  losses_explain(v->dump, DUMP_KIND(WIRE_MESSAGE), note_missing, &tail.whole);
  return fwrite(&tail, sizeof(tail), 1, out) == 1 && fflush(out) == 0;
}

bool net_read(struct net_node *n, FILE *in)
{
  struct head head;
  struct tail tail;
  uint64_t more = 0;
  bool good = fread(&head, sizeof(head), 1, in) == 1;
  n->messages = NULL;
  n->count = n->room = 0;
  while (good && (good = fread(&more, sizeof(more), 1, in) == 1) && more) {
    mem_grow(&n->messages, &n->room, n->count + 1, sizeof(*n->messages));
    good = fread(&n->messages[n->count], sizeof(*n->messages), 1, in) == 1;
    n->count += good;
  }
  good = good && fread(&tail, sizeof(tail), 1, in) == 1 && tail.count == n->count && head.hz;
  if (!good) {
    net_free(n);
    return false;
  }
  n->hz = head.hz;
  n->start = head.start;
  n->stop = head.stop;
  n->whole = tail.whole;
  return true;
}

void net_of_view(struct net_node *n, const struct view *v)
{
  n->hz = v->hz;
  n->start = v->start;
  n->stop = v->stop;
  n->whole = 1;
  struct cursor c = cursor_begin(v->dump, WIRE_MESSAGE);
  for (const struct wire_message *m; (m = cursor_next(&c));) {
    mem_grow(&n->messages, &n->room, n->count + 1, sizeof(*n->messages));
    n->messages[n->count++] = *m;
  }
  cursor_end(&c);
  losses_explain(v->dump, DUMP_KIND(WIRE_MESSAGE), note_missing, &n->whole);
}

void net_free(struct net_node *n)
{
  mem_free(n->messages);
  n->messages = NULL;
  n->count = n->room = 0;
}
