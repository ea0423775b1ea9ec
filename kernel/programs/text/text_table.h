/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_table.h: the index of the workload `text`: how often each word occurs, and where first. text_rank.h ranks its
 * words.
 *
 * A hash table with chains that doubles its buckets when there is more than one word for each. Words lie in chunks
 * that are given back all at once. Memory comes from the caller through two functions, so the same file runs in the
 * kernel, and on the host with a memory that runs out where a test wants it to.
 *
 * What always holds: when memory runs out, the call says so, the table stays valid with what it held, and
 * `asked_bytes` tells how much was asked for. Not thread-safe: one owner.
 */
#ifndef TEXT_TABLE_H
#define TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where memory comes from; alloc() returns NULL when there is none, and memory aligned to 16 bytes otherwise. */
struct text_memory {
  void *(*alloc)(size_t bytes);
  void (*free)(void *memory);  /* NULL is allowed */
};

/* A word of the index. */
struct text_entry {
  struct text_entry *next;  /* in its bucket */
  uint64_t hash;
  uint64_t count;
  uint64_t position;        /* of its first occurrence in the input, bytes */
  uint32_t bytes;
  uint8_t word[];
};

struct text_chunk;

struct text_table {
  struct text_memory memory;
  struct text_entry **bucket;
  size_t buckets;           /* a power of two */
  size_t entries;
  struct text_chunk *chunk; /* the newest; the others hang behind it */
  size_t asked_bytes;      /* of the allocation that failed; 0 while none has */
};

/* Makes an empty table. False when memory is out. */
bool text_table_init(struct text_table *t, const struct text_memory *memory);

enum text_added { TEXT_ADDED_KNOWN, TEXT_ADDED_NEW, TEXT_ADDED_NONE };

/* Counts a word of `bytes` bytes (1 to TEXT_WORD_KEPT) met at `position`; the first position given for a word stays.
 * NONE when memory is out. Cost: one hash of the word and on average one or two comparisons; a call that doubles the
 * table moves every entry. */
enum text_added text_table_add(struct text_table *t, const uint8_t *word, uint32_t bytes, uint64_t position);

/* Writes the table's entries, t->entries of them, to `list`, in any order; they are valid as long as the table. Cost: a
 * pass over the words. */
void text_table_list(const struct text_table *t, struct text_entry **list);

/* Gives all memory back; a zeroed table, and one whose text_table_init() failed, has none. */
void text_table_free(struct text_table *t);

#endif
