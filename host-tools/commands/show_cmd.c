/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * show_cmd.c: the command `show`: text that other machines and programs have written, for a terminal. The scripts of
 * host-tools/run show what a target said by it, and what other programs say of a target.
 */
#include "cmd.h"

#include "base/file.h"
#include "base/printable.h"
#include "base/say.h"

#include <argp.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define PIECE 4096 /* bytes that are read together */

int show_cmd(int argc, char **argv)
{
  static const struct argp argp = { .args_doc = "< TEXT",
    .doc = "Copies text to standard output, as it comes, without what could act on a terminal: printable characters, "
           "tabs, line ends and a few colours are left.\vExit status: 0 good; 2 usage; 4 the text could not be read "
           "or written." };
  struct printable filter = { 0 };
  uint8_t text[PIECE], shown[PRINTABLE_MOST(PIECE)];
  ssize_t n;
  argp_parse(&argp, argc, argv, 0, NULL, NULL);
  while ((n = read(STDIN_FILENO, text, sizeof(text))) > 0 || (n < 0 && errno == EINTR))
    if (n > 0 && !file_write(STDOUT_FILENO, shown, printable_filter(&filter, text, (size_t)n, shown)))
      break;
  if (n == 0 && file_write(STDOUT_FILENO, shown, printable_end(&filter, shown)))
    return CMD_GOOD;
  say_line("the text could not be %s: %s", n < 0 ? "read" : "written", strerror(errno));
  return CMD_IO;
}
