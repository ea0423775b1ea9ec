/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * receive.h: a stream on its way into a file: what receive_cmd.c, which takes it, and receive_end.c, which says what
 * has come, have in common.
 */
#ifndef RECEIVE_H
#define RECEIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "receive/control.h"
#include "receive/intake.h"
#include "receive/stream_input.h"
#include "base/outfile.h"
#include "limit.h"
#include "receive/progress.h"

struct receive {
  const char *output, *input, *elf;
  const char *target, *commands; /* with --control: its line's name, and what -x says */
  struct control *control;   /* NULL: the target is not answered */
  int timeout_s;
  bool image;                /* the input is a machine's memory */
  bool resume;               /* go on with what an earlier run has left */
  bool reading_old;          /* frames come from the file, not from the stream */
  struct limit limit;        /* --memory */
  struct intake intake;
  struct dump *dump;         /* of it */
  struct outfile file;
  struct progress progress;
  uint64_t bytes;            /* of the stream, so far */
  uint64_t mended, mended_bytes; /* stretches that the line has damaged and that came again */
  bool elf_wrong;
  bool complained;           /* a line of the text began as the kernel's own errors do */
  char line[8];              /* how the line of text at hand begins */
  size_t line_bytes;         /* of it so far */
};

/* The stream has ended as `result` says, with errno `error`: gives the file its name, says what is in it, what was
 * lost and what to do about it. Returns the exit status. */
int receive_finish(struct receive *r, const struct stream_input *in, enum stream_input_result result, int error);

#endif
