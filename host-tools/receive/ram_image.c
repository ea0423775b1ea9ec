/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * ram_image.c: see ram_image.h. Each place with the bytes that open a frame is looked at; what has right checksums is a
 * frame.
 */
#define _GNU_SOURCE /* memmem */
#include "ram_image.h"

#include "base/mem.h"
#include "xfer.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

struct found { uint64_t at; uint32_t bytes, run, seq; };

struct list { struct found *frames; size_t count, room; };

/* Adds the frame at `at`, if there is a numbered one. Returns the bytes that it takes; 0: there is none. */
static size_t add_frame(struct list *list, const uint8_t *image, uint64_t at, uint64_t bytes, uint8_t *plain)
{
  struct xfer_frame frame = { .offset = at, .wire = image + at, .plain = plain };
  const size_t whole = xfer_reopen(image + at, bytes - at, &frame.head, plain);
  if (!whole || whole > bytes - at)
    return 0;
  const uint32_t run = xfer_frame_run(&frame);
  if (run) {
    mem_grow(&list->frames, &list->room, list->count + 1, sizeof(*list->frames));
    list->frames[list->count++] = (struct found){ at, (uint32_t)whole, run, frame.head.seq };
  }
  return whole;
}

static void find_frames(struct list *list, const uint8_t *image, uint64_t bytes)
{
  uint8_t *plain = mem_alloc(WIRE_PLAIN_MAX, 1);
  uint64_t at = 0;
  const uint8_t *next;
  while (at < bytes && (next = memmem(image + at, bytes - at, WIRE_SYNC, WIRE_SYNC_BYTES))) {
    at = (uint64_t)(next - image);
    const size_t taken = add_frame(list, image, at, bytes, plain);
    at += taken ? taken : 1;
  }
  mem_free(plain);
}

static int by_run(const void *a, const void *b)
{
  const struct found *x = a, *y = b;
  if (x->run != y->run)
    return x->run < y->run ? -1 : 1;
  if (x->seq != y->seq)
    return x->seq < y->seq ? -1 : 1;
  return (x->at > y->at) - (x->at < y->at);
}

/* Returns how many frames, copies left out, the run has whose frames begin at `from`; they end before *end. */
static uint64_t count_run(const struct list *list, size_t from, size_t *end)
{
  uint64_t count = 0;
  size_t i = from;
  for (; i < list->count && list->frames[i].run == list->frames[from].run; i++)
    count += i == from || list->frames[i].seq != list->frames[i - 1].seq;
  *end = i;
  return count;
}

static void feed_run(const struct list *list, const uint8_t *image, struct xfer_receiver *receiver,
                     struct ram_image *found)
{
  size_t best = 0, best_end = 0, end;
  uint64_t all = 0;
  for (size_t i = 0; i < list->count; i = end) {
    const uint64_t count = count_run(list, i, &end);
    all += count;
    if (count > found->frames) {
      found->frames = count;
      best = i;
      best_end = end;
    }
  }
  found->others = all - found->frames;
  for (size_t i = best; i < best_end; i++)
    if (i == best || list->frames[i].seq != list->frames[i - 1].seq)
      xfer_receive(receiver, image + list->frames[i].at, list->frames[i].bytes);
}

bool ram_image_feed(int fd, struct xfer_receiver *receiver, struct ram_image *found)
{
  struct stat status;
  struct list list = { 0 };
  *found = (struct ram_image){ 0 };
  if (fstat(fd, &status) != 0)
    return false;
  found->bytes = (uint64_t)status.st_size;
  if (!found->bytes)
    return true;
  const uint8_t *image = mmap(NULL, found->bytes, PROT_READ, MAP_PRIVATE, fd, 0);
  if (image == MAP_FAILED)
    return false;
  find_frames(&list, image, found->bytes);
  if (list.count)
    mem_sort(list.frames, list.count, sizeof(*list.frames), by_run);
  feed_run(&list, image, receiver, found);
  mem_free(list.frames);
  munmap((void *)(uintptr_t)image, found->bytes);
  return true;
}
