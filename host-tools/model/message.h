/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * message.h: the words for what a MESSAGE record is of, for tables and other viewers.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include "dump/dump.h"

/* The layer at which a message was logged; "?": one that this program does not know. */
static inline const char *message_layer(uint16_t layer)
{
  switch (layer) {
#define LAYER(number, NAME, text) case WIRE_LAYER_##NAME: return text;
  WIRE_LAYERS(LAYER)
#undef LAYER
  default: return "?";
  }
}

static inline const char *message_kind(const struct wire_message *m)
{
  return m->layer != WIRE_LAYER_RPC ? "packet" : m->flags & WIRE_MESSAGE_REPLY ? "reply" : "call";
}

#endif
