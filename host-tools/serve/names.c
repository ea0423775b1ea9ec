/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * names.c: see names.h.
 */
#include "names.h"

#include "base/mem.h"
#include "dump/carried.h"

#include <inttypes.h>
#include <string.h>

/* Of an image at a place: one that is position independent may run at several. */
struct kept { char *key; uint8_t *frames; size_t bytes; };

struct names {
  intake_image_fn *image;
  void *ctx;
  struct kept kept[NAMES_IMAGES]; /* the one that was asked for last comes first */
  size_t count;
};

struct names *names_new(intake_image_fn *image, void *ctx)
{
  struct names *n = mem_alloc(1, sizeof(*n));
  n->image = image;
  n->ctx = ctx;
  return n;
}

static void free_kept(struct kept *k)
{
  mem_free(k->key);
  mem_free(k->frames);
}

void names_free(struct names *n)
{
  if (!n)
    return;
  for (size_t i = 0; i < n->count; i++)
    free_kept(&n->kept[i]);
  mem_free(n);
}

/* Which image a dump is of, and where it ran; NULL: it does not say. */
static char *key_of(const struct dump *d)
{
  char *id = dump_name(d, WIRE_SPACE_BUILD_ID, 0);
  char *key = id ? mem_format("%s at %" PRIx64, id, dump_meta(d, WIRE_META_PROBES_LOW, 0)) : NULL;
  mem_free(id);
  return key;
}

/* Puts what is kept at `i` first; with `i` the count, a place for a new one, for which the last one makes room. */
static struct kept *put_first(struct names *n, size_t i)
{
  if (i == NAMES_IMAGES)
    free_kept(&n->kept[--i]);
  const struct kept found = n->kept[i];
  memmove(n->kept + 1, n->kept, i * sizeof(*n->kept));
  n->kept[0] = found;
  return n->kept;
}

const uint8_t *names_of(struct names *n, const struct dump *d, size_t *bytes)
{
  char *key = key_of(d);
  size_t i = 0;
  while (key && i < n->count && strcmp(n->kept[i].key, key) != 0)
    i++;
  struct symbols *image = key && i == n->count ? n->image(n->ctx, d) : NULL;
  if (!key || (i == n->count && !image)) {
    mem_free(key);
    return NULL;
  }
  const struct kept *k = put_first(n, i);
  if (image) {
    n->kept[0].key = key;
    n->kept[0].frames = carried_pack(image, &n->kept[0].bytes);
    n->count += n->count < NAMES_IMAGES;
    symbols_close(image);
  } else {
    mem_free(key);
  }
  *bytes = k->bytes;
  return k->frames;
}
