/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dumpfile.c: see dumpfile.h. The order is FORMAT.md's: hello, data, end.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "dumpfile.h"

#include "prof.h"
#include "xfer.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID_BYTES_MAX 32 /* SHA-1, the linker's default, has 20 */

static bool write_file(void *ctx, const void *data, size_t bytes)
{
  return fwrite(data, 1, bytes, ctx) == bytes;
}

static void send_records(void *ctx, enum wire_kind kind, const void *records, size_t rows)
{
  xfer_send(ctx, kind, records, rows);
}

static void send_pair(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
                      const void *child_records, size_t child_rows)
{
  xfer_send_pair(ctx, kind, records, rows, child, child_records, child_rows);
}

static void send_name(struct xfer_sender *s, enum wire_space space, const char *text)
{
  struct wire_name row = { .space = space, .bytes = (uint32_t)strlen(text) };
  xfer_send_pair(s, WIRE_NAME, &row, 1, WIRE_CHARACTER, text, row.bytes);
}

/* Looks for the build-id among the notes [at, end); writes it as hexadecimal text. Notes are aligned to four bytes
 * (System V ABI, chapter 5, "Note Section"). */
static bool find_id(const uint8_t *at, const uint8_t *end, char *text)
{
  while (end - at > (ptrdiff_t)sizeof(ElfW(Nhdr))) {
    const ElfW(Nhdr) *note = (const void *)at;
    const uint8_t *id = at + sizeof(*note) + ((note->n_namesz + 3) & ~3u);
    if (note->n_type == NT_GNU_BUILD_ID && note->n_descsz <= ID_BYTES_MAX) {
      for (uint32_t i = 0; i < note->n_descsz; i++)
        sprintf(text + 2 * i, "%02x", id[i]);
      return true;
    }
    at = id + ((note->n_descsz + 3) & ~3u);
  }
  return false;
}

/* Of the loaded objects the first is the program. */
static int program_id(struct dl_phdr_info *info, size_t size, void *text)
{
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const uint8_t *segment = (const uint8_t *)info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (info->dlpi_phdr[i].p_type == PT_NOTE && find_id(segment, segment + info->dlpi_phdr[i].p_memsz, text))
      break;
  }
  return 1;
}

static void send_hello(struct xfer_sender *s, const struct prof_sink *sink)
{
  char id[2 * ID_BYTES_MAX + 1] = "";
  dl_iterate_phdr(program_id, id);
  prof_collect_hello(sink);
  send_name(s, WIRE_SPACE_BUILD_ID, id);
  send_name(s, WIRE_SPACE_SYSTEM, "a Linux process");
  xfer_send_flush(s, WIRE_FRAME_HELLO);
}

static void send_end(struct xfer_sender *s)
{
  for (uint16_t kind = 0; kind < WIRE_KIND_LIMIT; kind++) {
    struct prof_tally t = prof_tally(kind);
    struct wire_tally row = { .kind = kind, .made = t.made, .sent = s->sent[kind], .dropped = t.dropped };
    if (t.made)
      xfer_send(s, WIRE_TALLY, &row, 1);
  }
  const struct wire_meta frames = { WIRE_META_FRAMES, s->seq + 1 };
  xfer_send(s, WIRE_META, &frames, 1);
  xfer_send_flush(s, WIRE_FRAME_END);
}

bool dumpfile_write(const char *path)
{
  struct xfer_sender sender;
  void *memory = malloc(XFER_SENDER_BYTES);
  FILE *f = fopen(path, "wb");
  if (!f || !memory)
    return false;
  const struct prof_sink sink = { .records = send_records, .pair = send_pair, .ctx = &sender };
  xfer_send_init(&sender, memory, 1, write_file, f);
  sender.logged = prof_hands_logged();
  send_hello(&sender, &sink);
  prof_collect(&sink);
  xfer_send_flush(&sender, WIRE_FRAME_DATA);
  send_end(&sender);
  free(memory);
  return fclose(f) == 0 && !sender.dead;
}
