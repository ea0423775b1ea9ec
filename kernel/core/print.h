/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * print.h: console text, in whole lines.
 *
 * Each thread collects its text in a line of its own and hands it to the console when it is complete, so lines of
 * different threads never mix, and none falls into a binary frame (uart.h). A line longer than PRINT_LINE_BYTES goes
 * out in pieces. Text is UTF-8; LF is not turned into CR LF. Conversions: format.h.
 *
 * Thread context, may block while another thread writes; never from an interrupt handler. After fatal_begin()
 * (panic.h) any context, and nothing blocks.
 */
#ifndef PRINT_H
#define PRINT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PRINT_LINE_BYTES 252 /* three terminal rows; longer console lines are rare (the list of options is shorter) */

/* A line being collected; one is in every struct thread. Zeroed is empty. */
struct print_line {
  uint32_t used;
  char text[PRINT_LINE_BYTES];
};

/* The device that shows text. Both functions return false when the device is dead; text is dropped then. */
struct print_console {
  bool (*write)(const void *data, size_t bytes);  /* all bytes, which stay together */
  bool (*drain)(void);                            /* waits until the device has sent the last byte */
};

/* Makes `console`, which must stay, the device that text goes to; without one text is dropped. For the driver of the
 * console, at boot. */
void print_set_console(const struct print_console *console);

/* Adds text to the calling thread's line. */
void kprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void kvprintf(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

/* Adds text as it is to `line`, which is the caller's: several threads may share a line under a lock of their own. */
void print_to(struct print_line *line, const char *text, size_t bytes);

/* Ends `line`, as a newline would, when something is in it. */
void print_end(struct print_line *line);

/* Writes what the calling thread has of an incomplete line, and ends that line. */
void print_flush(void);

/* Waits until the console has sent all text that it was given, as long as its driver waits for a device. */
void print_drain(void);

/* From now on text goes to the console at once, whatever thread seems to run. For fatal_begin(). */
void print_break(void);

#endif
