/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * net_session.c: see net_session.h.
 */
#include "net_session.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/say.h"
#include "cmd.h"
#include "input.h"

static int write_node(void *unused, struct input *in)
{
  (void)unused;
  dump_swap_reads(in->analysis->view->dump, VIEW_RESTS_ON);
  return net_write(in->analysis->view, stdout) ? CMD_GOOD : CMD_IO;
}

static int read_node(void *options, const char *path)
{
  struct options o = *(struct options *)options;
  o.path = path;
  o.no_symbols = true;
  return input_run(&o, write_node, NULL);
}

int net_session_read(struct options *o)
{
  if (o->view.interval) {
    say_line("--between is of the snapshots of one dump, which each node numbers by itself: give one dump with it");
    exit(CMD_USAGE);
  }
  return session_run(&o->session, read_node, o);
}

struct net_session net_session_begin(const struct session *s)
{
  struct net_session n = { .count = s->count, .nodes = mem_alloc(s->count, sizeof(*n.nodes)) };
  for (size_t i = 0; i < s->count; i++) {
    n.nodes[i].name = s->nodes[i].name;
    if (!s->nodes[i].output)
      continue;
    rewind(s->nodes[i].output);
    net_read(&n.nodes[i], s->nodes[i].output);
  }
  n.match = net_match_new(n.nodes, n.count);
  return n;
}

void net_session_end(struct net_session *s)
{
  net_match_free(s->match);
  for (size_t i = 0; i < s->count; i++)
    net_free(&s->nodes[i]);
  mem_free(s->nodes);
}

char *net_session_name(const struct net_session *s, uint32_t node, uint32_t address)
{
  if (node != NET_NONE)
    return mem_format("%s", s->nodes[node].name);
  return mem_format("%u.%u.%u.%u (not traced here)", address >> 24, address >> 16 & 255, address >> 8 & 255,
                    address & 255);
}

void net_session_note(const struct net_session *s, struct table *t)
{
  for (size_t i = 0; i < s->count; i++) {
    char *text = s->nodes[i].whole ? NULL : mem_format("node %s: messages are missing in its dump", s->nodes[i].name);
    if (text)
      table_comment(t, "note", text);
    mem_free(text);
  }
  char *text = net_match_note(s->match);
  if (text)
    table_comment(t, "note", text);
  mem_free(text);
}
