/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * serve_cmd.c: `hostdump serve`: receives from any number of targets at once, a dump each, by serve/; what is here is the
 * command line.
 */
#include "cmd.h"
#include "base/mem.h"
#include "input.h"
#include "limit.h"
#include "options.h"
#include "page_template.h"
#include "serve/loop.h"
#include "serve/places.h"
#include "serve/serve.h"

#include <argp.h>
#include <stdlib.h>

#define TIMEOUT_MOST 1000000 /* seconds; in milliseconds that fits poll()'s int */

/* What the user chose beside what serve/ takes as it is. */
struct choice {
  struct serve *serve;
  const char **elfs;       /* files of images that targets may run */
  size_t elf_count, elf_room;
  struct limit limit;      /* --memory */
  const char *template;
};

static struct symbols *find_image(void *ctx, const struct dump *d)
{
  const struct choice *c = ctx;
  return input_image_if_there(d, c->elfs, c->elf_count);
}

enum { KEY_TIMEOUT = 0x200, KEY_CONTROL, KEY_HTTP, KEY_TEMPLATE, KEY_TOOL, KEY_TOOLS, KEY_TOOL_TIMEOUT };

static const struct argp_option known[] = {
  { "directory", 'd', "DIR", 0, "where the dumps go (default: here)", 0 },
  { "kernel", 'k', "ELF", 0, "an image that targets may run, as often as there are such; a dump of that image gets the "
    "names and lines of its functions", 0 },
  { "control", KEY_CONTROL, NULL, 0, "answer the targets: what their lines lose is sent again, and they do commands",
    0 },
  { "execute", 'x', "[NAME=]COMMANDS", 0, "do these, separated by semicolons, in each target that begins to speak, or "
    "in those of one place; `wait SECONDS`, `wait end` and `quit`, which leaves the target, are hostdump's own. May be "
    "given more than once; with --control, which it implies", 0 },
  { "once", '1', NULL, 0, "end when each place has had a run", 0 },
  LIMIT_OPTION("memory for all runs together, in equal shares for the places (default: half of the machine's, 4096 at "
               "most)"),
  { "http", KEY_HTTP, "[ADDRESS:]PORT", 0, "serve the page in which runs are explored while they come, to browsers of this "
    "machine; with an ADDRESS, to all that can connect there and have the token that is printed. Port 0: any that is "
    "free", 0 },
  { "template", KEY_TEMPLATE, "FILE", 0, "that page (default: page.html beside this program, or in ../share/jxprof)", 0 },
  { "tool", KEY_TOOL, "COMMAND", 0, "a program that is told on its standard input, line by line, where all threads of all "
    "targets stand (stacks=100ms); may be given more than once", 0 },
  { "tools", KEY_TOOLS, "SOCKET", 0, "a unix socket at which hostdump tools adds and removes such programs meanwhile",
    0 },
  { "tool-timeout", KEY_TOOL_TIMEOUT, "S", 0, "drop such a program when it has read nothing for S seconds although "
    "lines wait (default: 30)", 0 },
  { "timeout", KEY_TIMEOUT, "S", 0, "end a caller that has said nothing for S seconds (default 0: never)", 0 },
  { NULL, 0, NULL, 0, NULL, 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct choice *c = state->input;
  struct serve *s = c->serve;
  switch (key) {
  case 'd': s->directory = arg; break;
  case 'k':
    mem_grow(&c->elfs, &c->elf_room, c->elf_count + 1, sizeof(*c->elfs));
    c->elfs[c->elf_count++] = arg;
    break;
  case '1': s->once = true; break;
  case KEY_CONTROL: s->answers = true; break;
  case KEY_HTTP: s->http = arg; break;
  case KEY_TOOL:
    if (s->tool_count == TOOLS_MOST)
      argp_error(state, "--tool is given at most %d times", TOOLS_MOST);
    s->tool_commands[s->tool_count++] = arg;
    break;
  case KEY_TOOLS: s->steer_path = arg; break;
  case KEY_TOOL_TIMEOUT:
    s->tool_silent_ms = (int)options_whole(state, "tool-timeout", arg, TIMEOUT_MOST) * 1000;
    if (!s->tool_silent_ms)
      argp_error(state, "--tool-timeout=%s: one second is the least", arg);
    break;
  case KEY_TEMPLATE: c->template = arg; break;
  case 'x':
    if (s->command_count == SERVE_COMMANDS_MOST)
      argp_error(state, "-x is given at most %d times", SERVE_COMMANDS_MOST);
    s->commands[s->command_count++] = arg;
    s->answers = true;
    break;
  case LIMIT_KEY: limit_parse(&c->limit, state, arg); break;
  case KEY_TIMEOUT: s->timeout_ms = (int)options_whole(state, "timeout", arg, TIMEOUT_MOST) * 1000; break;
  case ARGP_KEY_ARG: places_add(s, arg); break;
  case ARGP_KEY_END:
    if (!s->place_count)
      argp_error(state, "where do targets speak? Name pipes, unix:PATH or tcp:PORT");
    break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

int serve_cmd(int argc, char **argv)
{
  static const struct argp argp = { known, parse, "[NAME=]PLACE...",
    "Receives from several targets at once, a dump each.\v"
    "A PLACE is a pipe or a device that is read, or unix:PATH or tcp:PORT, where targets may connect, this machine's "
    "only (QEMU: -serial unix:PATH, -serial tcp:127.0.0.1:PORT). Dumps are NAME.jxp, NAME-2.jxp and so on, what the "
    "console said NAME.txt; without NAME the last part of PLACE is it. After a run a place waits for the next, until "
    "SIGINT, SIGTERM or SIGHUP; what came until then is kept. On a terminal there is a line of status for each. No "
    "target waits for a reader of standard output or standard error that stands still: 1 MiB waits for each, and what "
    "was dropped is told at the end, of messages as soon as they are read again.\n"
    "With --control a target is answered as soon as it has said a byte: a caller of a socket at the socket, a pipe "
    "PLACE by a second one beside it, PLACE.in (PLACE may be the name of the pair PLACE.in and PLACE.out, as "
    "QEMU's -serial pipe: has them), a device by itself. What a command replies comes to standard output, each line "
    "behind its target's name; where that takes nothing any more, the runs go on, and the end says so.\n"
    "A run goes on in the dump that it has, where a connection broke, or serve was killed or stopped and started again "
    "with the same DIR and NAMEs: with --control nothing of it is missing, as long as the target has kept what was not "
    "acknowledged; else what was said meanwhile is missing, and told. Console text that was said meanwhile is lost in "
    "either case. Of a run that was cut and does not go on NAME.jxp.part gets its name when serve ends. A target of "
    "QEMU's -serial unix:PATH,reconnect=1 connects again by itself.\n"
    "Targets that speak at one place at the same time have a dump each, NAME.jxp and NAME-2.jxp, which is said.\n"
    "Examples:\n"
    "  qemu-system-x86_64 ... -serial unix:a.sock,reconnect=1 &\n"
    "  hostdump serve --control -d dumps -k build/kernel.elf a=unix:a.sock b=ttyS0 c=tcp:4000\n"
    "  hostdump serve -x 'stacks every 100ms' -x 'b=rate 3000' --http 8080 a=unix:a.sock b=unix:b.sock\n"
    "  hostdump serve --control --tools steer --tool 'folded.py -o stacks' a=unix:a.sock\n"
    "  hostdump report dumps            # all runs of all targets, as one session\n"
    "LIVE.md has the feed of --http, and the lines that a --tool reads.\n"
    "Each place has its share of memory and of files that may be open, and each caller of a place its share of that, "
    "at least 32 MiB: there are 256 callers of a place at once at most, fewer where memory or `ulimit -n` want it. "
    "When they are all connected, one that has not sent a whole frame gives way to a new one, first of all one that "
    "has not said a byte, and last one that has said nothing for a minute, whose run goes on when it connects again; "
    "--timeout ends any that are silent. Of a run that has used up its memory the frames are still checked and kept, "
    "but its file may lack names "
    "and index. Of what a console said 64 MiB are kept.\n"
    "Exit status: 0 every dump is whole; 1 some are damaged or without end, or a command was refused or not "
    "answered; 2 usage; 3 a stream had no frame; 4 a "
    "place cannot be opened, or a dump not be written.", NULL, NULL, NULL };
  static const int statuses[] = { [SERVE_GOOD] = CMD_GOOD, [SERVE_DAMAGED] = CMD_DAMAGED, [SERVE_NOTHING] = CMD_NOTHING,
                                  [SERVE_IO] = CMD_IO, [SERVE_USAGE] = CMD_USAGE };
  struct choice choice = { .serve = mem_alloc(1, sizeof(struct serve)) };
  struct serve *s = choice.serve;
  s->directory = ".";
  s->tool_silent_ms = TOOLS_SILENT_S * 1000;
  argp_parse(&argp, argc, argv, 0, NULL, &choice);
  char *page = page_template(choice.template);
  s->page = page;
  s->image = find_image;
  s->image_ctx = &choice;
  s->memory = limit_bytes(&choice.limit, NULL);
  const int status = statuses[loop_run(s)];
  places_free(s);
  mem_free(page);
  mem_free(choice.elfs);
  mem_free(s);
  return status;
}
