/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hashes.c: counts the words of a text in two tables, one of chains and one with open addresses, under three hash
 * functions, and takes half of them out again. Usage: hashes FILE ROUNDS; prints a sum over what was counted.
 */
#include "arguments.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 65536 /* a power of two, more than twice the words that differ */
#define TEXT  (4 << 20)

struct word { const char *text; uint32_t length, count; uint64_t hash; struct word *next; };
typedef uint64_t hash_fn(const char *text, uint32_t length);

static char text[TEXT + 1];
static struct word *chains[SLOTS];
static struct word open_slots[SLOTS];
static struct word pool[SLOTS];
static uint32_t pool_used, open_used;

static uint64_t hash_fnv(const char *s, uint32_t length)
{
  uint64_t h = 0xCBF29CE484222325;
  for (uint32_t i = 0; i < length; i++)
    h = (h ^ (uint8_t)s[i]) * 0x100000001B3;
  return h ^ h >> 29;
}

static uint64_t mix(uint64_t h)
{
  h = (h ^ h >> 33) * 0xFF51AFD7ED558CCD;
  h = (h ^ h >> 33) * 0xC4CEB9FE1A85EC53;
  return h ^ h >> 33;
}

static uint64_t hash_blocks(const char *s, uint32_t length)
{
  uint64_t h = length;
  for (; length >= 8; length -= 8, s += 8) {
    uint64_t block;
    memcpy(&block, s, 8);
    h = mix(h ^ block);
  }
  uint64_t rest = 0;
  memcpy(&rest, s, length);
  return mix(h ^ rest);
}

static uint64_t hash_crc(const char *s, uint32_t length)
{
  uint32_t crc = UINT32_MAX;
  for (uint32_t i = 0; i < length; i++) {
    crc ^= (uint8_t)s[i];
    for (int bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

static int same_word(const struct word *w, uint64_t hash, const char *s, uint32_t length)
{
  return w->hash == hash && w->length == length && !memcmp(w->text, s, length);
}

static void chain_add(uint64_t hash, const char *s, uint32_t length)
{
  struct word **at = &chains[hash % SLOTS];
  for (; *at; at = &(*at)->next)
    if (same_word(*at, hash, s, length)) {
      (*at)->count++;
      return;
    }
  if (pool_used == SLOTS)
    exit(1);
  pool[pool_used] = (struct word){ s, length, 1, hash, NULL };
  *at = &pool[pool_used++];
}

static struct word *open_find(uint64_t hash, const char *s, uint32_t length)
{
  for (uint64_t i = hash;; i++) {
    struct word *w = &open_slots[i % SLOTS];
    if (!w->text || same_word(w, hash, s, length))
      return w;
  }
}

static void open_add(uint64_t hash, const char *s, uint32_t length)
{
  struct word *w = open_find(hash, s, length);
  if (w->text) {
    w->count++;
    return;
  }
  if (++open_used > SLOTS / 2)
    exit(1);
  *w = (struct word){ s, length, 1, hash, NULL };
}

/* Takes a word out, and moves those behind it that would not be found any more. */
static void open_remove(struct word *w)
{
  size_t hole = (size_t)(w - open_slots);
  for (size_t i = (hole + 1) % SLOTS; open_slots[i].text; i = (i + 1) % SLOTS) {
    const size_t wants = open_slots[i].hash % SLOTS;
    if ((i - wants) % SLOTS < (i - hole) % SLOTS)
      continue;
    open_slots[hole] = open_slots[i];
    hole = i;
  }
  open_slots[hole] = (struct word){ 0 };
  open_used--;
}

static int is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static uint32_t next_word(const char **at)
{
  uint32_t length = 0;
  while (**at && !is_letter(**at))
    ++*at;
  while (is_letter((*at)[length]))
    length++;
  return length;
}

static uint64_t count_words(hash_fn *hash)
{
  uint64_t sum = 0;
  const char *at = text;
  memset(chains, 0, sizeof(chains));
  memset(open_slots, 0, sizeof(open_slots));
  pool_used = open_used = 0;
  for (uint32_t length; (length = next_word(&at)); at += length) {
    const uint64_t h = hash(at, length);
    chain_add(h, at, length);
    open_add(h, at, length);
  }
  for (uint32_t i = 0; i < pool_used; i += 2)
    open_remove(open_find(pool[i].hash, pool[i].text, pool[i].length));
  for (uint32_t i = 0; i < SLOTS; i++)
    sum += open_slots[i].count * (uint64_t)open_slots[i].length;
  return sum + pool_used;
}

int main(int argc, char **argv)
{
  static hash_fn *const hashes[] = { hash_fnv, hash_blocks, hash_crc };
  size_t bytes;
  const uint32_t rounds = file_and_rounds_from(argc, argv, text, TEXT, &bytes);
  uint64_t sum = 0;
  text[bytes] = 0;
  for (uint32_t i = 0; i < rounds; i++)
    for (size_t h = 0; h < sizeof(hashes) / sizeof(*hashes); h++)
      sum += count_words(hashes[h]);
  printf("%llu\n", (unsigned long long)sum);
  return 0;
}
