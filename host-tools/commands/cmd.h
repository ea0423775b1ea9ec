/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cmd.h: what the commands of hostdump share: their entry points and exit statuses. Only they decide when the program
 * ends, and how; what they call returns.
 *
 * A command gets argc and argv with its own name as argv[0] ("hostdump report"), parses them with argp, and returns
 * the exit status. To add one: a file NAME_cmd.c, a prototype here, a line in main.c.
 */
#ifndef CMD_H
#define CMD_H

/* Exit statuses. A stream that a signal interrupted ends with 128 + the signal's number instead. */
enum cmd_status {
  CMD_GOOD = 0,
  CMD_DAMAGED = 1,  /* something was damaged, lost in transit or refused */
  CMD_USAGE = 2,    /* the command line is wrong */
  CMD_NOTHING = 3,  /* no frame of ours in the input */
  CMD_IO = 4,       /* a file could not be read or written, or memory is out */
  CMD_WORSE = 5,    /* of two sides that were compared, the second is worse */
  CMD_UNLIKE = 6,   /* they cannot be compared, or have too few runs */
};

int receive_cmd(int argc, char **argv);
int info_cmd(int argc, char **argv);
int serve_cmd(int argc, char **argv);
int report_cmd(int argc, char **argv);
int tables_cmd(int argc, char **argv);
int export_cmd(int argc, char **argv);
int cycles_cmd(int argc, char **argv);
int stacks_cmd(int argc, char **argv);
int remote_cmd(int argc, char **argv);
int clocks_cmd(int argc, char **argv);
int tree_cmd(int argc, char **argv);
int doctor_cmd(int argc, char **argv);
int show_cmd(int argc, char **argv);
int page_cmd(int argc, char **argv);
int tools_cmd(int argc, char **argv);
int diff_cmd(int argc, char **argv);

#endif
