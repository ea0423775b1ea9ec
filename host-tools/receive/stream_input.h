/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stream_input.h: the stream as it arrives: bytes, silence, signals, the end.
 *
 * From stream_input_open() to stream_input_close() SIGINT, SIGTERM and SIGHUP do not end the program: they come out of
 * stream_input_read(), so that what has arrived can be kept. SIGPIPE and SIGXFSZ are ignored; the writes that would
 * raise them fail instead.
 */
#ifndef STREAM_INPUT_H
#define STREAM_INPUT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum stream_input_result {
  STREAM_INPUT_BYTES,    /* some came */
  STREAM_INPUT_END,      /* the other side has closed the stream, or the file is at its end */
  STREAM_INPUT_SILENCE,  /* nothing came for the time limit */
  STREAM_INPUT_SIGNAL,   /* a signal came: in->signal */
  STREAM_INPUT_ERROR,    /* the stream cannot be read: errno */
  STREAM_INPUT_OTHER,    /* in->other can be read */
};

struct stream_input {
  int fd;
  int signals;         /* a signalfd */
  int timeout_ms;      /* give up after this long without a byte; -1: never */
  int other;           /* a descriptor that is waited for as well; -1: none */
  int signal;          /* that came */
  bool endless;        /* a character device: it never ends by itself */
  sigset_t old_mask;
};

/* Starts taking from `fd`, the caller's. Returns false with errno. */
bool stream_input_open(struct stream_input *in, int fd, int timeout_ms);

/* Waits for bytes and reads at most `room` of them; *got is how many. A signal goes before bytes. */
enum stream_input_result stream_input_read(struct stream_input *in, void *buffer, size_t room, size_t *got);

/* Gives signals back their effect. */
void stream_input_close(struct stream_input *in);

#endif
