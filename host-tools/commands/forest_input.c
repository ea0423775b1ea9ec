/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * forest_input.c: see forest_input.h.
 */
#include "forest_input.h"

#include "base/mem.h"
#include "cmd.h"

struct forest_input forest_input_one(struct input *in)
{
  struct forest_node *nodes = mem_alloc(1, sizeof(*nodes));
  nodes[0] = (struct forest_node){ .name = "", .analysis = in->analysis };
  return (struct forest_input){ .forest = forest_new(nodes, 1, NULL, NULL) };
}

struct forest_input forest_input_session(const struct options *o, const struct clocks_config *config)
{
  const struct session *s = &o->session;
  struct forest_input f = { .inputs = mem_alloc(s->count, sizeof(*f.inputs)) };
  struct forest_node *nodes = mem_alloc(s->count, sizeof(*nodes));
  for (size_t i = 0; i < s->count; i++) {
    struct options of_node = *o;
    of_node.path = s->nodes[i].path;
    f.status = session_worse(f.status, input_open(&f.inputs[i], &of_node));
    nodes[i] = (struct forest_node){ .name = s->nodes[i].name, .analysis = f.inputs[i].analysis };
  }
  f.net = net_session_begin(s);
  f.forest = forest_new(nodes, s->count, f.net.match, config);
  return f;
}

void forest_input_close(struct forest_input *f)
{
  struct forest_node *nodes = f->forest.nodes;
  const size_t count = f->forest.count;
  forest_close(&f->forest);
  if (f->inputs) {
    net_session_end(&f->net);
    for (size_t i = 0; i < count; i++)
      input_close(&f->inputs[i]);
  }
  mem_free(f->inputs);
  mem_free(nodes);
}
