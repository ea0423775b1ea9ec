/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * progress.c: console text and progress line; progress.h is the manual.
 */
#include "progress.h"

#include "base/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define REDRAW_NS 100000000 /* ten times a second: readable, and cheap beside any line speed */
#define PIECE 4096          /* bytes of text that are looked at together */

static uint64_t now_ns(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

void progress_start(struct progress *p)
{
  *p = (struct progress){ .terminal = isatty(STDERR_FILENO), .screen = isatty(STDOUT_FILENO) };
}

void progress_clear(struct progress *p)
{
  if (p->drawn)
    fputs("\r\033[K", stderr);
  p->drawn = false;
}

/* Writes to standard output. Returns false where that has failed (errno). */
static bool write_out(struct progress *p, const void *text, size_t bytes)
{
  if (!p->outlet)
    return file_write(STDOUT_FILENO, text, bytes);
  outlet_put(p->outlet, text, bytes);
  errno = p->outlet->error;
  return !p->outlet->error;
}

static void show_text(struct progress *p, struct printable *filter, const uint8_t *text, size_t bytes)
{
  progress_clear(p);
  p->line_open = text[bytes - 1] != '\n';
  while (bytes) {
    uint8_t fit[PRINTABLE_MOST(PIECE)];
    size_t piece = bytes < PIECE ? bytes : PIECE;
    size_t shown = printable_filter(filter, text, piece, fit);
    if (!p->error && !(p->screen ? write_out(p, fit, shown) : write_out(p, text, piece)))
      p->error = errno;
    text += piece;
    bytes -= piece;
  }
}

void progress_text(struct progress *p, const uint8_t *text, size_t bytes)
{
  show_text(p, &p->printable, text, bytes);
}

void progress_reply(struct progress *p, const char *text)
{
  if (*text)
    show_text(p, &p->replies, (const uint8_t *)text, strlen(text));
}

void progress_end(struct progress *p)
{
  uint8_t usual[PRINTABLE_HELD];
  size_t bytes = printable_end(&p->printable, usual);
  if (p->screen && !p->error)
    write_out(p, usual, bytes);
}

void progress_draw(struct progress *p, const struct dump *d)
{
  if (!p->terminal || p->line_open)
    return;
  uint64_t now = now_ns();
  if (now < p->next_ns)
    return;
  p->next_ns = now + REDRAW_NS;
  progress_clear(p);
  fprintf(stderr, "%" PRIu64 " frames, %" PRIu64 " records, %.1f KiB, ratio %.2f", d->frames, dump_records(d),
          (double)d->wire_bytes / 1024, d->wire_bytes ? (double)d->plain_bytes / (double)d->wire_bytes : 0);
  if (d->damage_total)
    fprintf(stderr, ", %" PRIu64 " frames lost, %zu faults", d->lost_frames, d->damage_total);
  p->drawn = true;
}
