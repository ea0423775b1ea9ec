/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * line_editor.c: see line_editor.h. Keys without a character send ESC O and a byte, or ESC [, parameters and a byte
 * from 40 to 7E (ECMA-48, 5.4; ctlseqs.txt of xterm).
 */
#include "line_editor.h"

#include <stdbool.h>

#define CTRL(letter) ((letter) & 0x1F)
#define ESCAPE       0x1B
#define DELETE       0x7F

/* Within a key's bytes. */
static enum line_editor_key follow(struct line_editor *t, char byte)
{
  if (t->state == TYPED_ESCAPE)
    t->state = byte == '[' || byte == 'O' ? TYPED_SEQUENCE : TYPED_PLAIN;
  else if (byte >= 0x40 && byte <= 0x7E)
    t->state = TYPED_PLAIN;
  return TYPED_NOTHING;
}

enum line_editor_key line_editor_take(struct line_editor *t, char byte)
{
  const bool line = byte == '\r' || byte == '\n';
  if (line)
    t->state = TYPED_PLAIN;
  if (t->state != TYPED_PLAIN)
    return follow(t, byte);
  if (byte == '\b' || byte == DELETE)
    return TYPED_ERASE;
  if (byte == CTRL('U') || byte == CTRL('C'))
    return TYPED_KILL;
  if (byte == ESCAPE)
    t->state = TYPED_ESCAPE;
  return line || byte == '\t' || (unsigned char)byte >= ' ' ? TYPED_CHARACTER : TYPED_NOTHING;
}
