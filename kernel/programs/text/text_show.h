/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_show.h: a word as printable text, for result lines on a terminal.
 *
 * Valid UTF-8 goes through; every other byte from 0x80 up, and the C1 control characters, become \xHH. Words hold no
 * ASCII but letters and digits, so nothing can be mistaken for an escape. Pure; any context.
 */
#ifndef TEXT_SHOW_H
#define TEXT_SHOW_H

#include <stddef.h>
#include <stdint.h>

#include "text_split.h"

/* Room for the longest kept word with every byte escaped, and the terminator. */
#define TEXT_SHOW_BYTES (4 * TEXT_WORD_KEPT + 1)

/* Writes the word (at most TEXT_WORD_KEPT bytes) and a terminator to `out`. */
void text_show(const uint8_t *word, size_t bytes, char out[TEXT_SHOW_BYTES]);

#endif
