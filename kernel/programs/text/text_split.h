/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_split.h: cuts a stream of bytes into words, whatever the pieces in which it comes.
 *
 * A word is a longest run of word bytes: ASCII letters and digits, and every byte from 0x80 up, so that words of
 * UTF-8 text stay whole. ASCII capitals become small letters. Of a word longer than TEXT_WORD_KEPT bytes the first
 * TEXT_WORD_KEPT are kept; it still is one word, and its length counts in full.
 *
 * What always holds: the words found do not depend on where the stream was cut into pieces, nor on when a batch was
 * full. Any bytes at all are legal input. Pure: no allocation, no locks, any context.
 */
#ifndef TEXT_SPLIT_H
#define TEXT_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longer than any word of a dictionary; short enough that a batch of the longest words fits ten pages. */
#define TEXT_WORD_KEPT 64

/* Words that travel from tokenizer to indexer at once: one hand-over, and one pair of events, for about 3 KB of English.
 * It is 150 us of work for an emulated processor; where the two threads run on processors of their own, each hand-over may
 * wake one, which takes 20 to 80 us under QEMU. */
#define TEXT_BATCH_WORDS 512

/* A word of a batch. */
struct text_word {
  uint64_t position;  /* of its first byte in the input */
  uint32_t at;        /* where its kept bytes begin in `text` of the batch */
  uint32_t bytes;     /* kept bytes, 1 to TEXT_WORD_KEPT */
};

struct text_batch {
  uint32_t words;
  uint32_t used;      /* bytes of `text` in use */
  struct text_word word[TEXT_BATCH_WORDS];
  uint8_t text[TEXT_BATCH_WORDS * TEXT_WORD_KEPT];
};

/* Where the stream stands: the bytes passed so far and the word that is still open, if any. */
struct text_splitter {
  uint64_t position;  /* bytes taken so far */
  uint64_t length;    /* of the open word, uncut; 0 when none is open */
  uint64_t words;     /* words completed */
  uint64_t longest;   /* length of the longest completed word, uncut */
  uint8_t open[TEXT_WORD_KEPT];
  uint8_t fold[256];  /* a byte's small letter; 0 for bytes between words */
};

void text_split_init(struct text_splitter *s);

/* Takes up to `bytes` bytes and appends the words that end in them to `batch`. Stops early when the batch is full.
 * Returns the bytes taken; call again with the rest and an emptied batch. */
size_t text_split(struct text_splitter *s, const uint8_t *data, size_t bytes, struct text_batch *batch);

/* The stream has ended: appends the word that was still open, if any. Returns false, having done nothing, when the
 * batch is full. */
bool text_split_end(struct text_splitter *s, struct text_batch *batch);

#endif
