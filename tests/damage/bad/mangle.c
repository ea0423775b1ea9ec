/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mangle.c: does to a stream what lines, disks and people do to it: `mangle OPERATION [WHERE] <good >bad`.
 *
 * WHERE is FRAME or FRAME+OFFSET: frames are counted from 0, the offset is in bytes from the start of the frame. The
 * frames are found by their headers in a stream that must be sound; only `version` and `type` put the header's
 * checksum right again. `bit N` flips bit N of any file, counted from its start.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xfer.h"

#define FRAMES_MAX 256

static uint8_t *stream;
static size_t bytes;
static struct frame { size_t start, end; } frames[FRAMES_MAX];
static size_t count;

static void die(const char *why)
{
  fprintf(stderr, "mangle: %s\n", why);
  exit(2);
}

static void read_stream(void)
{
  size_t room = 8 << 20, n;
  stream = malloc(room);
  while (stream && (n = fread(stream + bytes, 1, room - bytes, stdin)) > 0)
    if ((bytes += n) == room)
      die("stream too long");
}

static void find_frames(void)
{
  for (size_t i = 0; i + WIRE_FRAME_BYTES <= bytes;) {
    struct wire_frame f;
    if (memcmp(stream + i, WIRE_SYNC, WIRE_SYNC_BYTES) != 0) {
      i++;
      continue;
    }
    wire_frame_get(&f, stream + i);
    if (count == FRAMES_MAX || f.wire_bytes > bytes - i - WIRE_FRAME_BYTES)
      die("more frames than are looked for, or the stream is not sound");
    frames[count++] = (struct frame){ i, i + WIRE_FRAME_BYTES + f.wire_bytes };
    i = frames[count - 1].end;
  }
}

static void put(size_t from, size_t to)
{
  if (fwrite(stream + from, 1, to - from, stdout) != to - from)
    die("cannot write");
}

/* The frame that WHERE names; its offset, as a place in the stream, in *at. */
static const struct frame *where(const char *text, size_t *at)
{
  char *end;
  size_t n = strtoul(text, &end, 10);
  if (n >= count)
    die("there is no such frame");
  *at = frames[n].start + (*end == '+' ? strtoul(end + 1, NULL, 10) : 0);
  if (*at > frames[n].end)
    die("the offset is not in the frame");
  return &frames[n];
}

static void set_in_header(const struct frame *f, size_t field, uint8_t value)
{
  uint8_t *p = stream + f->start;
  p[field] = value;
  uint32_t crc = xfer_crc32(0, p, offsetof(struct wire_frame, header_crc));
  wire_put(p + offsetof(struct wire_frame, header_crc), crc, 4);
}

static void set_version(uint8_t version)
{
  for (size_t i = 0; i < count; i++)
    set_in_header(&frames[i], offsetof(struct wire_frame, version), version);
  put(0, bytes);
}

/* Writes the first frame's header `times` times, each claiming the longest payload, then the stream. */
static void claim(unsigned long times)
{
  struct wire_frame f;
  uint8_t header[WIRE_FRAME_BYTES];
  wire_frame_get(&f, stream + frames[0].start);
  f.wire_bytes = f.plain_bytes = WIRE_PLAIN_MAX;
  wire_frame_put(header, &f);
  f.header_crc = xfer_crc32(0, header, offsetof(struct wire_frame, header_crc));
  wire_frame_put(header, &f);
  while (times--)
    if (fwrite(header, 1, sizeof(header), stdout) != sizeof(header))
      die("cannot write");
  put(0, bytes);
}

static void flip_bit(unsigned long long number)
{
  if (number / 8 >= bytes)
    die("there is no such bit");
  stream[number / 8] ^= (uint8_t)(1 << number % 8);
  put(0, bytes);
}

static void mangle(const char *operation, const char *place)
{
  size_t at;
  if (strcmp(operation, "bit") == 0) {
    flip_bit(strtoull(place, NULL, 10));
    return;
  }
  find_frames();
  if (strcmp(operation, "version") == 0) {
    set_version((uint8_t)atoi(place));
    return;
  }
  if (strcmp(operation, "claim") == 0) {
    claim(strtoul(place, NULL, 10));
    return;
  }
  const struct frame *f = where(place, &at);
  if (strcmp(operation, "cut") == 0) {
    put(0, at);
  } else if (strcmp(operation, "flip") == 0) {
    stream[at] ^= 1;
    put(0, bytes);
  } else if (strcmp(operation, "type") == 0) { /* one that nobody knows */
    set_in_header(f, offsetof(struct wire_frame, type), 0);
    put(0, bytes);
  } else if (strcmp(operation, "lose") == 0) { /* a byte */
    put(0, at);
    put(at + 1, bytes);
  } else if (strcmp(operation, "drop") == 0) {
    put(0, f->start);
    put(f->end, bytes);
  } else if (strcmp(operation, "repeat") == 0) {
    put(0, f->end);
    put(f->start, bytes);
  } else if (strcmp(operation, "write") == 0) { /* a line of text in the middle of a frame, as a panic would */
    put(0, at);
    puts("\npanic: the quick brown fox");
    put(at, bytes);
  } else {
    die("usage: mangle cut|flip|type|lose|drop|repeat|write FRAME[+OFFSET], or version N, or claim TIMES, "
        "or bit N");
  }
}

int main(int argc, char **argv)
{
  if (argc != 3)
    die("usage: mangle OPERATION WHERE <good >bad");
  read_stream();
  mangle(argv[1], argv[2]);
  free(stream);
  return fflush(stdout) != 0;
}
