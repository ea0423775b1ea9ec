/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * progress.h: the console text of the target, and its replies, on standard output, and below them on a terminal one
 * line that says how far the dump is. Nothing else of hostdump writes text of a target there.
 *
 * The line is drawn on standard error, only when that is a terminal, at most ten times a second, and never into the
 * middle of a line of the console; it is taken away before more text is shown.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dump/dump.h"
#include "base/printable.h"
#include "outlet.h"

struct progress {
  bool terminal;         /* standard error is one */
  bool screen;           /* standard output is one */
  struct printable printable;  /* of the text; what goes to a screen is only that */
  struct printable replies;    /* of the target's replies, likewise */
  bool drawn;            /* the progress line stands on the terminal */
  bool line_open;        /* the last text had no newline at its end */
  uint64_t next_ns;      /* monotonic time from which on it may be drawn again */
  int error;             /* errno of the first failure of standard output; 0: none */
  struct outlet *outlet; /* takes what is shown; NULL: it is written at once, however long the reader takes */
};

/* Begins; looks whether standard output and standard error are terminals. */
void progress_start(struct progress *p);

/* Shows text of the target at once: to a file or pipe as it is, to a terminal what is printable of it. A closed
 * standard output (EPIPE) ends the showing, not the dump. */
void progress_text(struct progress *p, const uint8_t *text, size_t bytes);

/* Shows the target's reply to a command as progress_text() does. */
void progress_reply(struct progress *p, const char *text);

/* Ends the colours of a text that does not end with its line. */
void progress_end(struct progress *p);

/* Draws the line anew when it is time. */
void progress_draw(struct progress *p, const struct dump *d);

/* Takes the line away, for other messages. */
void progress_clear(struct progress *p);

#endif
