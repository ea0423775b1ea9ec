/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mem.c: pieces in one list, and a hash table of names; mem.h is the manual.
 */
#include "mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Precedes every piece; 16 bytes keep what follows aligned. */
struct piece {
  struct piece *next;
  uint64_t pad;
};

struct name {
  struct name *next;
  uint32_t hash;
  char text[];
};

#define NAME_BUCKETS 8192

/* A hundred times what our largest programs take (24 MB). A class file of 2 MB could ask for any number: each of its
 * 65,535 methods may have one and the same name of 65,535 bytes, of which each makes several texts. */
#define MOST_BYTES ((size_t)2 << 30)

static struct piece *pieces;
static size_t taken;
static struct name *buckets[NAME_BUCKETS];

static void *allocate(size_t bytes)
{
  if (bytes > MOST_BYTES - taken) {
    fprintf(stderr, "jxtr: the program wants more than %zu MB of memory: has it class files that no compiler has made?\n",
            MOST_BYTES >> 20);
    exit(2);
  }
  struct piece *p = calloc(1, sizeof(*p) + bytes);
  if (!p) {
    fprintf(stderr, "jxtr: out of memory\n");
    exit(2);
  }
  taken += bytes;
  p->next = pieces;
  pieces = p;
  return p + 1;
}

void *mem_new(size_t bytes)
{
  return allocate(bytes);
}

void *mem_grow(void *array, size_t used, size_t *room, size_t element_bytes)
{
  if (used < *room)
    return array;
  size_t more = *room ? *room * 2 : 8;
  void *grown = allocate(more * element_bytes);
  if (used)
    memcpy(grown, array, used * element_bytes);
  *room = more;
  return grown;
}

char *mem_text_of(const char *format, va_list args)
{
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  char *text = allocate((size_t)n + 1);
  vsnprintf(text, (size_t)n + 1, format, again);
  va_end(again);
  return text;
}

char *mem_text(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *text = mem_text_of(format, args);
  va_end(args);
  return text;
}

/* FNV-1a, 32 bits (Fowler, Noll, Vo). */
static uint32_t hash_of(const char *bytes, size_t length)
{
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < length; i++)
    h = (h ^ (uint8_t)bytes[i]) * 16777619u;
  return h;
}

const char *mem_name(const char *bytes, size_t length)
{
  uint32_t hash = hash_of(bytes, length);
  struct name **bucket = &buckets[hash % NAME_BUCKETS];
  for (struct name *n = *bucket; n; n = n->next)
    if (n->hash == hash && strlen(n->text) == length && memcmp(n->text, bytes, length) == 0)
      return n->text;
  struct name *n = allocate(sizeof(*n) + length + 1);
  n->hash = hash;
  memcpy(n->text, bytes, length);
  n->next = *bucket;
  *bucket = n;
  return n->text;
}

const char *mem_name_of(const char *text)
{
  return mem_name(text, strlen(text));
}

void mem_reset(void)
{
  while (pieces) {
    struct piece *p = pieces;
    pieces = p->next;
    free(p);
  }
  taken = 0;
  memset(buckets, 0, sizeof(buckets));
}
