/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_split.c: cuts a stream of bytes into words; see text_split.h.
 *
 * A word is gathered in the splitter until the byte after it has been seen, so a word that crosses from one piece
 * into the next needs no case of its own.
 */
#include "text_split.h"

#include <string.h>

void text_split_init(struct text_splitter *s)
{
  memset(s, 0, sizeof *s);
  for (int c = '0'; c <= '9'; c++)
    s->fold[c] = (uint8_t)c;
  for (int c = 'a'; c <= 'z'; c++)
    s->fold[c] = s->fold[c - 'a' + 'A'] = (uint8_t)c;
  for (int c = 0x80; c <= 0xff; c++)
    s->fold[c] = (uint8_t)c;
}

static __attribute__((noinline)) size_t skip_gap(const struct text_splitter *s, const uint8_t *data, size_t bytes)
{
  size_t n = 0;
  while (n < bytes && !s->fold[data[n]])
    n++;
  return n;
}

static __attribute__((noinline)) size_t gather_word(struct text_splitter *s, const uint8_t *data, size_t bytes)
{
  uint64_t length = s->length;
  size_t n = 0;
  for (uint8_t c; n < bytes && (c = s->fold[data[n]]) != 0; n++, length++)
    if (length < TEXT_WORD_KEPT)
      s->open[length] = c;
  s->length = length;
  return n;
}

static __attribute__((noinline)) void finish_word(struct text_splitter *s, struct text_batch *batch)
{
  struct text_word *word = &batch->word[batch->words++];
  word->position = s->position - s->length;
  word->at = batch->used;
  word->bytes = s->length < TEXT_WORD_KEPT ? (uint32_t)s->length : TEXT_WORD_KEPT;
  memcpy(batch->text + word->at, s->open, word->bytes);
  batch->used += word->bytes;
  s->words++;
  if (s->length > s->longest)
    s->longest = s->length;
  s->length = 0;
}

size_t text_split(struct text_splitter *s, const uint8_t *data, size_t bytes, struct text_batch *batch)
{
  size_t done = 0;
  while (done < bytes && batch->words < TEXT_BATCH_WORDS) {
    size_t step = gather_word(s, data + done, bytes - done);
    done += step;
    s->position += step;
    if (done == bytes)
      break;
    if (s->length)
      finish_word(s, batch);
    step = skip_gap(s, data + done, bytes - done);
    done += step;
    s->position += step;
  }
  return done;
}

bool text_split_end(struct text_splitter *s, struct text_batch *batch)
{
  if (!s->length)
    return true;
  if (batch->words == TEXT_BATCH_WORDS)
    return false;
  finish_word(s, batch);
  return true;
}
