/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * wiredoc.c: prints the part of FORMAT.md that follows from the definition: its tables and the smallest dump in
 * hexadecimal. `make format` puts it there; a test compares the two.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "both/ack.h"
#include "target/window.h"
#include "xfer.h"

/* uint32_t -> u32 */
static void print_type(const char *type)
{
  printf("| u%d ", atoi(type + 4));
}

#define PRINT_FLAG(bit, NAME, text) printf("| %d | %s | %s |\n", bit, #NAME, text);

static void print_flags_heading(const char *what)
{
  printf("\n### Flags of %s\n\n| bit | name | meaning |\n|---|---|---|\n", what);
}

static void print_frame_fields(void)
{
  printf("### Frame header, %d bytes\n\n| offset | type | field | meaning |\n|---|---|---|---|\n", WIRE_FRAME_BYTES);
#define FIELD(type, name, offset, text) \
  printf("| %d ", offset), print_type(#type), printf("| %s | %s |\n", #name, text);
  WIRE_FRAME_FIELDS(FIELD)
  printf("\n### Frame types (type)\n\n| number | name | the frame holds |\n|---|---|---|\n");
#define TYPE(number, NAME, text) printf("| %d | %s | %s |\n", number, #NAME, text);
  WIRE_FRAME_TYPES(TYPE)
#undef TYPE
  print_flags_heading("a frame");
  WIRE_FRAME_FLAGS(PRINT_FLAG)
  printf("\n### Block header, %d bytes\n\n| offset | type | field | meaning |\n|---|---|---|---|\n", WIRE_BLOCK_BYTES);
  WIRE_BLOCK_FIELDS(FIELD)
  printf("\n### Column header, %d bytes\n\n| offset | type | field | meaning |\n|---|---|---|---|\n",
         WIRE_COLUMN_BYTES);
  WIRE_COLUMN_FIELDS(FIELD)
#undef FIELD
}

/* The flags of a kind, where it has some. */
static void print_flags(int kind)
{
#define FLAGS(KIND) case WIRE_##KIND: print_flags_heading(wire_kinds[kind].name); WIRE_##KIND##_FLAGS(PRINT_FLAG) break;
  switch (kind) {
    FLAGS(THREAD)
    FLAGS(NODE)
    FLAGS(SAMPLE)
    FLAGS(LOCK)
    FLAGS(STANCE)
    FLAGS(CALL)
    FLAGS(MESSAGE)
    FLAGS(METHOD)
    FLAGS(CLASS)
  }
#undef FLAGS
}

static void print_kinds(void)
{
  for (int kind = 0; kind < WIRE_KIND_LIMIT; kind++) {
    const struct wire_kind_info *k = &wire_kinds[kind];
    if (!k->name)
      continue;
    printf("\n### Kind %d, %s\n\n%s.\n\n| column | values | field | meaning |\n|---|---|---|---|\n", kind, k->name,
           k->text);
    for (int c = 0; c < k->column_count; c++)
      printf("| %d | u%d | %s | %s |\n", c, 8 * k->columns[c].bytes, k->columns[c].name, k->columns[c].text);
    print_flags(kind);
  }
}

static void print_key(const char *name, int rows_up)
{
  if (strcmp(name, "none") == 0)
    printf("| - ");
  else if (rows_up)
    printf("| %s, %d up ", name, rows_up);
  else
    printf("| %s ", name);
}

static void print_guesses(void)
{
  printf("\n### Guesses\n\n| record | column | first key | second key | onward | added |\n|---|---|---|---|---|---|\n");
#define ROW(KIND, kind, column, onward, key0, up0, key1, up1, plus) \
  printf("| %s | %s ", #kind, #column); \
  print_key(#key0, up0); \
  print_key(#key1, up1); \
  printf("| %s ", onward ? "yes" : "no"); \
  print_key(#plus, 0); \
  printf("|\n");
  WIRE_GUESSES(ROW)
#undef ROW
}

static void print_logs(void)
{
  printf("\n### Modes of instrumentation (bits of meta MODES, RING, STREAM and of setting.modes)\n\n"
         "| bit | name | what is recorded |\n|---|---|---|\n");
#define MODE(number, NAME, name, text) printf("| %d | %s | %s |\n", number, #name, text);
  WIRE_MODES(MODE)
#undef MODE
  printf("\n### Logs: the target's buffers of records, in the order in which they leave\n\n"
         "| kind | holds | mode | size in meta | option | whole when it is not 0 | time | key |\n"
         "|---|---|---|---|---|---|---|---|\n");
#define CELL(column) strcmp(#column, "none") ? #column : "-"
#define LOG(KIND, kind, option, CAPACITY, MODE, capacity, whole, time, key, text) \
  printf("| %s | %s | %s | CAP_%s | %s | %s | %s | %s |\n", #kind, text, #MODE, #CAPACITY, #option, CELL(whole), \
         CELL(time), CELL(key));
  WIRE_LOGS(LOG)
#undef LOG
#undef CELL
}

static void print_numbers(void)
{
  printf("\n### Encodings of a column\n\n| number | name | the values are |\n|---|---|---|\n");
#define ROW(number, NAME, text) printf("| %d | %s | %s |\n", number, #NAME, text);
  WIRE_ENCODINGS(ROW)
  print_guesses();
  printf("\n### Why a collection was made (collection.reason)\n\n| number | name | text |\n|---|---|---|\n");
  WIRE_REASONS(ROW)
  printf("\n### Why a thread stopped running (sched.why)\n\n| number | name | text |\n|---|---|---|\n");
  WIRE_WHYS(ROW)
  printf("\n### Why a moment was taken (moment.why)\n\n| number | name | text |\n|---|---|---|\n");
  WIRE_MOMENT_WHYS(ROW)
  printf("\n### Where a message is logged (message.layer)\n\n| number | name | text |\n|---|---|---|\n");
  WIRE_LAYERS(ROW)
  printf("\n### States of a thread (stance.state)\n\n| number | name | text |\n|---|---|---|\n");
  WIRE_STATES(ROW)
  printf("\n### What a thread waits for (stance.wait)\n\n| number | name | text |\n|---|---|---|\n");
  WIRE_WAITS(ROW)
  printf("\n### What a row of turn tells of (turn.what)\n\n| number | name | text |\n|---|---|---|\n");
  WIRE_TURNS(ROW)
  printf("\n### Registers (register.number)\n\n| number | name | text |\n|---|---|---|\n");
  WIRE_REGISTERS(ROW)
  printf("\n### Keys of meta\n\n| key | name | value |\n|---|---|---|\n");
  WIRE_METAS(ROW)
  printf("\n### Ways of sampling (meta SAMPLING)\n\n| number | name | how |\n|---|---|---|\n");
#define WAY(number, NAME, name, text) printf("| %d | %s | %s |\n", number, #NAME, text);
  WIRE_SAMPLINGS(WAY)
#undef WAY
  printf("\n### Sources of the counters' values (meta COUNTERS_FROM)\n\n| number | name | source |\n|---|---|---|\n");
  WIRE_COUNTERS_FROM(ROW)
  printf("\n### Name spaces\n\n| space | name | what is named |\n|---|---|---|\n");
  WIRE_SPACES(ROW)
#undef ROW
}

static void print_frame(const uint8_t *p, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++)
    printf("%s%02x", i % 16 == 0 ? "\n    " : " ", p[i]);
  printf("\n");
}

#define EXAMPLE_RUN   7
#define EXAMPLE_BYTES 256 /* of a frame: a header, and at most three blocks of two columns */

/* Prints a frame of run EXAMPLE_RUN with one META record; its payload is stored. `before`: META records sent before. */
static void print_stored_frame(enum wire_frame_type type, uint32_t seq, uint64_t before, const struct wire_meta *meta)
{
  uint8_t frame[EXAMPLE_BYTES], *payload = frame + WIRE_FRAME_BYTES;
  const struct wire_run run = { EXAMPLE_RUN };
  const struct wire_place place = { WIRE_META, before };
  size_t bytes = xfer_pack(WIRE_RUN, &run, 1, NULL, payload);
  if (before)
    bytes += xfer_pack(WIRE_PLACE, &place, 1, NULL, payload + bytes);
  bytes += xfer_pack(WIRE_META, meta, 1, NULL, payload + bytes);
  xfer_seal_frame(frame, type, 0, seq, bytes, bytes);
  print_frame(frame, WIRE_FRAME_BYTES + bytes);
}

static void print_smallest_dump(void)
{
  const struct wire_meta hz = { WIRE_META_TSC_HZ, 1000000000 };
  const struct wire_meta frames = { WIRE_META_FRAMES, 2 };
  printf("\n### The smallest dump\n\nOf run %d: a hello frame with a RUN record and the TSC frequency, 1 GHz; and an "
         "end frame with a RUN record, a\nPLACE record (one META went before) and the number of frames. The payloads "
         "are stored, so that they can be read\nhere; our sender compresses both, because they become shorter. This "
         "dump names no image: see \"Symbols in a file\".\n", EXAMPLE_RUN);
  print_stored_frame(WIRE_FRAME_HELLO, 0, 0, &hz);
  print_stored_frame(WIRE_FRAME_END, 1, 1, &frames);
}

/* ---- an exchange over the back channel ---- */

static bool losing;         /* the line loses what is sent now */

static bool print_transmission(void *ctx, const void *data, size_t bytes)
{
  const struct window *w = ctx;
  struct wire_frame f;
  wire_frame_get(&f, data);
  if (f.type == WIRE_FRAME_ASK)
    printf("    target  ask run %u token %u low %u next %u\n", (unsigned)w->run, (unsigned)w->token, (unsigned)w->low,
           (unsigned)w->next);
  else
    printf("    target  frame %u, %zu bytes, transmission %u%s%s\n", (unsigned)f.seq, bytes, (unsigned)w->token,
           f.flags & WIRE_FLAG_KEPT ? ", kept" : "", losing ? ": lost" : "");
  return true;
}

static void host_says(struct window *w, const struct ack *a)
{
  struct checked_line line;
  ack_write(a, &line);
  printf("    host    02 %.*s 0a\n", (int)line.used - 2, line.line + 1);
  window_ack(w, a);
}

static void send_event(struct xfer_sender *s, uint64_t arg)
{
  struct wire_event event = { .tsc = 1000, .arg = arg, .event = 1, .thread = 1 };
  xfer_send(s, WIRE_EVENT, &event, 1);
  xfer_send_flush(s, WIRE_FRAME_DATA);
}

static void print_exchange(void)
{
  static const struct window_ops ops = { print_transmission, NULL };
  static struct window w;
  static struct xfer_sender s;
  void *memory = malloc(XFER_SENDER_BYTES), *kept = malloc(WINDOW_LEAST);
  if (!memory || !kept)
    exit(1);
  printf("\n### An exchange\n\nThe host greets; of three frames the second is lost.\n\n");
  window_init(&w, kept, WINDOW_LEAST, EXAMPLE_RUN, &ops, &w);
  xfer_send_init(&s, memory, EXAMPLE_RUN, window_write, &w);
  host_says(&w, &(struct ack){ .idle = true });
  host_says(&w, &(struct ack){ .run = EXAMPLE_RUN, .token = 1 });
  send_event(&s, 0);
  host_says(&w, &(struct ack){ .run = EXAMPLE_RUN, .token = 3, .low = 1, .high = 1 });
  losing = true;
  send_event(&s, 1);
  losing = false;
  host_says(&w, &(struct ack){ .run = EXAMPLE_RUN, .token = 5, .low = 1, .high = 2, .ranges = 1,
                               .missing = { { 1, 1 } } });
  host_says(&w, &(struct ack){ .run = EXAMPLE_RUN, .token = 7, .low = 2, .high = 2 });
  send_event(&s, 2);
  host_says(&w, &(struct ack){ .run = EXAMPLE_RUN, .token = 9, .low = 3, .high = 3 });
  printf("\nThe ask behind the first frame, as it is on the line:\n");
  const struct wire_ask ask = { .run = EXAMPLE_RUN, .token = 3, .low = 0, .next = 1 };
  uint8_t frame[WIRE_FRAME_BYTES + 128];
  size_t bytes = xfer_pack(WIRE_ASK, &ask, 1, NULL, frame + WIRE_FRAME_BYTES);
  xfer_seal_frame(frame, WIRE_FRAME_ASK, 0, 0, bytes, bytes);
  print_frame(frame, WIRE_FRAME_BYTES + bytes);
  free(memory);
  free(kept);
}

int main(void)
{
  printf("<!-- from here on: printed by build/wiredoc; `make format` renews it -->\n\n");
  print_frame_fields();
  print_kinds();
  print_logs();
  print_numbers();
  print_smallest_dump();
  print_exchange();
  return 0;
}
