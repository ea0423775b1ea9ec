/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tools_cmd.c: `hostdump tools`: adds programs to a `hostdump serve --tools SOCKET` that runs, removes and lists them.
 */
#include "cmd.h"
#include "base/mem.h"
#include "base/say.h"
#include "receive/connection.h"
#include "serve/steer.h"

#include <argp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ANSWER_MS 15000 /* more than serve needs beside all its targets */

struct request { const char *socket, *verb, *argument; };

static bool is_whole(const struct request *r)
{
  const bool list = r->verb && strcmp(r->verb, "list") == 0;
  const bool known = list || (r->verb && (strcmp(r->verb, "add") == 0 || strcmp(r->verb, "remove") == 0));
  return r->socket && known && !list == (r->argument != NULL);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct request *r = state->input;
  switch (key) {
  case 'c': r->socket = arg; break;
  case ARGP_KEY_ARG:
    if (r->verb && r->argument)
      argp_error(state, "one command is one argument: put it between quotes");
    if (strchr(arg, '\n'))
      argp_error(state, "a command is one line");
    *(r->verb ? &r->argument : &r->verb) = arg;
    break;
  case ARGP_KEY_END:
    if (!is_whole(r))
      argp_error(state, "wanted are --control SOCKET, and add COMMAND, remove NUMBER, or list");
    break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static const struct argp_option known[] = {
  { "control", 'c', "SOCKET", 0, "the one that serve was given: serve --tools SOCKET", 0 },
  { NULL, 0, NULL, 0, NULL, 0 },
};

/* Reads up to the end of the connection. Returns the text, for mem_free(); NULL: none comes. */
static char *read_answer(int fd)
{
  char *text = NULL;
  size_t used = 0, room = 0;
  ssize_t n = 1;
  while (n > 0) {
    struct pollfd p = { fd, POLLIN, 0 };
    mem_grow(&text, &room, used + 4096, 1);
    n = poll(&p, 1, ANSWER_MS) > 0 ? read(fd, text + used, 4095) : -1;
    used += n > 0 ? (size_t)n : 0;
  }
  if (n == 0 && used) {
    text[used] = '\0';
    return text;
  }
  mem_free(text);
  return NULL;
}

/* Prints what has been answered. Returns the exit status. */
static int show(const char *answer)
{
  if (strncmp(answer, "ok ", 3) != 0) {
    say_line("%.*s", (int)strcspn(answer, "\n"), strncmp(answer, "error ", 6) == 0 ? answer + 6 : answer);
    return CMD_DAMAGED;
  }
  fputs(answer + 3, stdout);
  return fflush(stdout) == 0 ? CMD_GOOD : CMD_IO;
}

/* Says it where there is no socket of that name. */
static bool is_there(const char *name)
{
  struct stat st;
  if (stat(name, &st) == 0 && S_ISSOCK(st.st_mode))
    return true;
  say_line("%s: there is no such socket: name the one that `hostdump serve --tools' was given; it is there while that "
           "serve runs", name);
  return false;
}

int tools_cmd(int argc, char **argv)
{
  static const struct argp argp = { known, parse, "add COMMAND\nremove NUMBER\nlist",
    "Adds programs to a `hostdump serve --tools SOCKET` that runs, removes and lists them.\v"
    "Such a program is told on its standard input, line by line, where all threads of all targets stand. `add` prints "
    "its number; `list` prints for each its number, its process, how many bytes wait for it, how many moments it has "
    "missed because it did not read, and its command. LIVE.md has the lines that it reads. One that ends, or reads "
    "nothing for 30 s although lines wait, is dropped, which serve says.\n"
    "Exit status: 0 good; 1 refused; 2 usage; 4 no serve answers at the socket.", NULL, NULL, NULL };
  struct request r = { 0 };
  struct connection c;
  argp_parse(&argp, argc, argv, 0, NULL, &r);
  if (!is_there(r.socket) || !connection_open(&c, r.socket))
    return CMD_IO;
  char *line = mem_format("%s%s%s\n", r.verb, r.argument ? " " : "", r.argument ? r.argument : "");
  char *answer = write(c.out, line, strlen(line)) == (ssize_t)strlen(line) ? read_answer(c.in) : NULL;
  if (!answer)
    say_line("%s: no answer; is it the socket of `hostdump serve --tools', and yours?", r.socket);
  const int status = answer ? show(answer) : CMD_IO;
  mem_free(line);
  mem_free(answer);
  connection_close(&c);
  return status;
}
