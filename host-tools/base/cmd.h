/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cmd.h: what the commands of hostdump share: their entry points, exit statuses and voice.
 *
 * A command gets argc and argv with its own name as argv[0] ("hostdump report"), parses them with argp, and returns
 * the exit status. To add one: a file NAME_cmd.c, a prototype here, a line in main.c.
 */
#ifndef CMD_H
#define CMD_H

#include <stddef.h>

/* Exit statuses. A stream that a signal interrupted ends with 128 + the signal's number instead. */
enum cmd_status {
  CMD_GOOD = 0,
  CMD_DAMAGED = 1,  /* something was damaged, lost in transit or refused */
  CMD_USAGE = 2,    /* the command line is wrong */
  CMD_NOTHING = 3,  /* no frame of ours in the input */
  CMD_IO = 4,       /* a file could not be read or written, or memory is out */
};

int receive_cmd(int argc, char **argv);
int info_cmd(int argc, char **argv);
int serve_cmd(int argc, char **argv);
int report_cmd(int argc, char **argv);
int tables_cmd(int argc, char **argv);
int cycles_cmd(int argc, char **argv);

/* Prints "hostdump: " and the message as one line to standard error. */
void cmd_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Memory, or the end: on failure says how much was wanted and exits with CMD_IO. Never returns NULL. */
void *cmd_alloc(size_t count, size_t size);
char *cmd_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Grows the array *data of *room elements of `size` bytes until it holds `need`; doubles, so that appending is cheap.
 * */
void cmd_grow(void *data, size_t *room, size_t need, size_t size);

#endif
