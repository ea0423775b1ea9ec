/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_table.c: the word index: look-up, insertion, growth; see text_table.h. text_rank.c ranks its words.
 */
#include "text_table.h"

#include <string.h>

#include "text_hash.h"
#include "text_split.h"

/* So few that a text of some hundred words makes the table grow already. */
#define FIRST_BUCKETS 256

/* Large against an entry (32 bytes and its word), small against the heap. */
#define CHUNK_BYTES 32768

struct text_chunk {
  struct text_chunk *older;
  size_t used;  /* bytes of `memory` given out */
  uint8_t memory[CHUNK_BYTES - sizeof(struct text_chunk *) - sizeof(size_t)];
};

_Static_assert(sizeof(struct text_chunk) == CHUNK_BYTES, "the chunk's header is accounted for");
_Static_assert(offsetof(struct text_chunk, memory) % _Alignof(struct text_entry) == 0, "entries are aligned");

static void *take(struct text_table *t, size_t bytes)
{
  void *memory = t->memory.alloc(bytes);
  if (!memory)
    t->asked_bytes = bytes;
  return memory;
}

bool text_table_init(struct text_table *t, const struct text_memory *memory)
{
  *t = (struct text_table){.memory = *memory, .buckets = FIRST_BUCKETS};
  t->bucket = take(t, FIRST_BUCKETS * sizeof *t->bucket);
  if (!t->bucket)
    return false;
  memset(t->bucket, 0, FIRST_BUCKETS * sizeof *t->bucket);
  return true;
}

/* Not timed: two instructions, once a word and once an entry moved. */
static inline __attribute__((no_instrument_function)) struct text_entry **
bucket_of(const struct text_table *t, uint64_t hash)
{
  return &t->bucket[(hash ^ hash >> 32) & (t->buckets - 1)];
}

static __attribute__((noinline)) bool same_word(const struct text_entry *e, const uint8_t *word, uint32_t bytes)
{
  return e->bytes == bytes && memcmp(e->word, word, bytes) == 0;
}

static __attribute__((noinline)) struct text_entry *find(const struct text_table *t, uint64_t hash,
                                                         const uint8_t *word, uint32_t bytes)
{
  struct text_entry *e = *bucket_of(t, hash);
  while (e && !(e->hash == hash && same_word(e, word, bytes)))
    e = e->next;
  return e;
}

static __attribute__((noinline)) bool add_chunk(struct text_table *t)
{
  struct text_chunk *chunk = take(t, sizeof *chunk);
  if (!chunk)
    return false;
  chunk->older = t->chunk;
  chunk->used = 0;
  t->chunk = chunk;
  return true;
}

/* What an entry takes of a chunk. Not timed: once a new word and once a word listed. */
static inline __attribute__((no_instrument_function)) size_t entry_bytes(uint32_t bytes)
{
  const size_t align = _Alignof(struct text_entry);
  return (sizeof(struct text_entry) + bytes + align - 1) / align * align;
}

static __attribute__((noinline)) struct text_entry *new_entry(struct text_table *t, uint32_t bytes)
{
  const size_t need = entry_bytes(bytes);
  if ((!t->chunk || t->chunk->used + need > sizeof t->chunk->memory) && !add_chunk(t))
    return NULL;
  struct text_entry *e = (struct text_entry *)(t->chunk->memory + t->chunk->used);
  t->chunk->used += need;
  return e;
}

static void move_chain(struct text_table *t, struct text_entry *chain)
{
  for (struct text_entry *next; chain; chain = next) {
    next = chain->next;
    struct text_entry **bucket = bucket_of(t, chain->hash);
    chain->next = *bucket;
    *bucket = chain;
  }
}

static __attribute__((noinline)) bool grow(struct text_table *t)
{
  size_t old_buckets = t->buckets;
  struct text_entry **old = t->bucket;
  struct text_entry **bucket = take(t, 2 * old_buckets * sizeof *bucket);
  if (!bucket)
    return false;
  memset(bucket, 0, 2 * old_buckets * sizeof *bucket);
  t->bucket = bucket;
  t->buckets = 2 * old_buckets;
  for (size_t i = 0; i < old_buckets; i++)
    if (old[i])
      move_chain(t, old[i]);
  t->memory.free(old);
  return true;
}

static __attribute__((noinline)) bool insert(struct text_table *t, uint64_t hash, const uint8_t *word, uint32_t bytes,
                                             uint64_t position)
{
  if (t->entries == t->buckets && !grow(t))
    return false;
  struct text_entry *e = new_entry(t, bytes);
  if (!e)
    return false;
  struct text_entry **bucket = bucket_of(t, hash);
  *e = (struct text_entry){.next = *bucket, .hash = hash, .count = 1, .position = position, .bytes = bytes};
  memcpy(e->word, word, bytes);
  *bucket = e;
  t->entries++;
  return true;
}

enum text_added text_table_add(struct text_table *t, const uint8_t *word, uint32_t bytes, uint64_t position)
{
  uint64_t hash = text_hash(TEXT_HASH_START, word, bytes);
  struct text_entry *e = find(t, hash, word, bytes);
  if (!e)
    return insert(t, hash, word, bytes, position) ? TEXT_ADDED_NEW : TEXT_ADDED_NONE;
  e->count++;
  return TEXT_ADDED_KNOWN;
}

void text_table_list(const struct text_table *t, struct text_entry **list)
{
  for (const struct text_chunk *chunk = t->chunk; chunk; chunk = chunk->older)
    for (size_t at = 0; at < chunk->used; at += entry_bytes((*list++)->bytes))
      *list = (struct text_entry *)(uintptr_t)(chunk->memory + at);
}

void text_table_free(struct text_table *t)
{
  if (!t->bucket)
    return;
  for (struct text_chunk *older; t->chunk; t->chunk = older) {
    older = t->chunk->older;
    t->memory.free(t->chunk);
  }
  t->memory.free(t->bucket);
  *t = (struct text_table){.memory = t->memory};
}
