/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_messages.c: the table of messages, a row each end that the target has logged; host-tools/net joins those of
 * several targets.
 */
#include "an.h"
#include "base/mem.h"
#include "dump/cursor.h"
#include "model/calltree.h"
#include "model/message.h"

#include <stdio.h>

#define ADDRESS_BYTES sizeof("255.255.255.255")

static const char *address(char text[ADDRESS_BYTES], uint32_t a)
{
  snprintf(text, ADDRESS_BYTES, "%u.%u.%u.%u", a >> 24, a >> 16 & 255, a >> 8 & 255, a & 255);
  return text;
}

/* The function of the innermost call that was open; NULL: none was, or its node is not here. */
static const char *function_of(const struct view *v, const struct calltree *tree, const struct map *nodes, uint32_t id)
{
  const uint32_t node = id ? map_get(nodes, id) : MAP_NONE;
  return node == MAP_NONE ? NULL : view_function_name(v, tree->nodes[node].function);
}

#define MESSAGE(C) \
  C(time_us, US, table_us(t, view_ns(v, m->tsc))) \
  C(thread, TEXT, table_text(t, view_thread_of(v, m->thread)->name)) \
  C(way, TEXT, table_text(t, m->flags & WIRE_MESSAGE_SENT ? "sent" : "received")) \
  C(layer, TEXT, table_text(t, message_layer(m->layer))) \
  C(kind, TEXT, table_text(t, message_kind(m))) \
  C(again, COUNT, table_natural(t, !!(m->flags & WIRE_MESSAGE_AGAIN))) \
  C(local, TEXT, table_text(t, address(text, m->local))) \
  C(local_port, COUNT, table_natural(t, m->local_port)) \
  C(peer, TEXT, table_text(t, address(text, m->peer))) \
  C(peer_port, COUNT, table_natural(t, m->peer_port)) \
  C(rpc_program, COUNT, table_natural(t, m->program)) \
  C(rpc_procedure, COUNT, table_natural(t, m->procedure)) \
  C(message_key, COUNT, table_natural(t, m->key)) \
  C(bytes, COUNT, table_natural(t, m->bytes)) \
  C(function, TEXT, AN_OR_NONE(function, table_text(t, function)))

static void message_row(struct view *v, struct table *t, const struct wire_message *m, const char *function)
{
  char text[ADDRESS_BYTES];
  MESSAGE(AN_CELL)
}

static void fill_messages(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const struct calltree *tree = analysis_calltree(analysis);
  struct map nodes = { 0 };
  uint64_t from, to;
  for (uint32_t i = 0; i < tree->count; i++)
    map_put(&nodes, tree->nodes[i].rec->id, i);
  view_window(v, &from, &to);
  struct cursor c = cursor_begin_range(v->dump, WIRE_MESSAGE, from, to);
  for (const struct wire_message *m; (m = cursor_next(&c));)
    if (view_in_window(v, m->tsc) && view_thread_of(v, m->thread)->wanted)
      message_row(v, t, m, function_of(v, tree, &nodes, m->node));
  cursor_end(&c);
  map_free(&nodes);
}

static bool has_messages(const struct view *v)
{
  return dump_meta(v->dump, WIRE_META_MODES, 0) & WIRE_MODE_MESSAGES;
}

static const struct table_column message_columns[] = { MESSAGE(AN_COLUMN) };

const struct tables_def an_messages = {
  .name = "messages", .title = "each end of a message between machines, in order", TABLES_COLUMNS(message_columns),
  .modes = WIRE_MODE_MESSAGES, .raw = true, .on_demand = true, .timed = true, .applies = has_messages,
  .fill = fill_messages };
